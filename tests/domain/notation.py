"""Positions of Carta Impera Victoria as text, and what of a state on the wire compares with it.

`A: hand W1 R1, area R2, embargo-on R1, democracy-on W1 | B: area W.2×3 | deck R×10; discard - | token A→B's W`

A letter is a sphere (W military, R religion, E economy, S science, C culture, U utopia), a number after it how many
cards; `W.2` names the epoch too. The deck is listed top first. `final round ON` may follow, and the end, as in
`RESULT majority: A+B`.

In an expectation, seats, zones and piles that are left out must be as they were at the last comparison; markers, the
token and the final round that are left out must not be there.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeVar

import pytest

from cartulary.games.carta_impera_victoria.cards import KINDS
from cartulary.kernel.codec import Inline, Named, fields_of
from cartulary.kernel.messages import Action

F = TypeVar("F", bound=Callable[..., object])

LETTERS: Final = "WRESCU"
SPHERE_NAMES: Final = ("military", "religion", "economy", "science", "culture", "utopia")
PRINTED_COPIES: Final = {
    1: dict(zip(LETTERS, (8, 8, 4, 4, 4, 0), strict=True)),
    2: dict(zip(LETTERS, (8, 8, 4, 8, 4, 0), strict=True)),
    3: dict(zip(LETTERS, (4, 0, 8, 8, 8, 16), strict=True)),
}
SEATS: Final = "ABCD"
A, B, C, D = range(4)
FILLERS: Final = "RWSUEC"
"""Ten cards of the first of these of which there are enough make a deck that is not written."""
EVERY_ACTION: Final = 200_000


def ruling(*ids: str) -> Callable[[F], F]:
    """Say which rulings a test is about."""
    return pytest.mark.ruling(*ids)


# Cards


class Card(NamedTuple):
    """A card as text names it: the sphere's letter, and the epoch where it matters."""

    letter: str
    epoch: int | None = None


CARD: Final = re.compile(r"([WRESCU])(?:\.([123]))?(?:×(\d+)|(?<![.\d])(\d+))?")


def card_list(text: str) -> list[Card]:
    """Cards listed as `W R2 S×3 E.2`; `-` and `empty` are none."""
    if text.strip() in ("-", "empty", ""):
        return []
    found: list[Card] = []
    for word in text.split():
        match = CARD.fullmatch(word)
        if match is None:
            raise ValueError(f"{word!r} is no card")
        letter, epoch, times, number = match.groups()
        found += [Card(letter, int(epoch) if epoch else None)] * int(times or number or 1)
    return found


def kind_name(letter: str, epoch: int) -> str:
    """The kind on the wire."""
    return f"{SPHERE_NAMES[LETTERS.index(letter)]}-{epoch}"


def letter_of(kind: str) -> str:
    """The letter of a kind on the wire."""
    return LETTERS[SPHERE_NAMES.index(kind.split("-")[0])]


def letters(multiset: Mapping[str, int]) -> Counter[str]:
    """Letter -> count of a multiset on the wire."""
    counts: Counter[str] = Counter()
    for kind, number in multiset.items():
        counts[letter_of(kind)] += number
    return counts


def cards(text: str) -> tuple[int, ...]:
    """Cards for an action: a bare letter stands for a card of that sphere that lies where the action takes it from."""
    return tuple(numbered(each) for each in card_list(text))


def card(text: str) -> int:
    """One such card."""
    (only,) = cards(text)
    return only


def numbered(each: Card) -> int:
    """A kind, or below zero the sphere of which any kind will do."""
    if each.epoch is None:
        return -1 - LETTERS.index(each.letter)
    return KINDS.index(kind_name(each.letter, each.epoch))


def written_card(number: int) -> str:
    """The reverse: a kind's name, or the letter of any kind."""
    return KINDS[number] if number >= 0 else LETTERS[-1 - number]


# Positions


@dataclass
class SeatText:
    """What is written of one seat."""

    hand: list[Card] | None = None
    area: list[Card] | None = None
    democracy: Counter[str] = field(default_factory=Counter)
    embargo: Counter[str] = field(default_factory=Counter)


@dataclass
class PositionText:
    """What is written of a position."""

    seats: dict[int, SeatText] = field(default_factory=dict)
    deck: list[Card] | None = None
    discard: list[Card] | None = None
    final_round: bool = False
    token: str | None = None
    result: tuple[str, list[int]] | None = None


def parsed(text: str) -> PositionText:
    """A position from its text."""
    found = PositionText()
    for section in filter(None, (part.strip() for part in re.split(r"[|;]", text))):
        head, _, rest = section.partition(" ")
        if head[:-1] in SEATS and head.endswith(":"):
            found.seats[SEATS.index(head[0])] = parsed_seat(rest)
        elif head == "deck":
            found.deck = card_list(rest)
        elif head == "discard":
            found.discard = card_list(rest)
        elif section == "final round ON":
            found.final_round = True
        elif head == "token":
            found.token = rest
        elif head == "RESULT":
            kind, _, winners = rest.partition(": ")
            found.result = kind, [SEATS.index(letter) for letter in winners.split("+")]
        else:
            raise ValueError(f"{section!r} is no part of a position")
    return found


def parsed_seat(text: str) -> SeatText:
    """One seat's zones, separated by commas."""
    seat = SeatText()
    for zone in filter(lambda each: each not in ("", "-"), (part.strip() for part in text.split(","))):
        name, _, rest = zone.partition(" ")
        match name:
            case "hand":
                seat.hand = card_list(rest)
            case "area":
                seat.area = card_list(rest)
            case "democracy-on":
                seat.democracy = Counter(each.letter for each in card_list(rest))
            case "embargo-on":
                seat.embargo = Counter(each.letter for each in card_list(rest))
            case _:
                raise ValueError(f"{zone!r} is no zone")
    return seat


class Supply:
    """The printed cards from which a position is laid out, the lowest epoch first."""

    def __init__(self, text: PositionText, seats: int) -> None:
        self.copies = {epoch: dict(of_epoch) for epoch, of_epoch in PRINTED_COPIES.items()}
        self.room = {epoch: sum(of_epoch.values()) - 3 * (seats < 4) for epoch, of_epoch in PRINTED_COPIES.items()}
        zones = [zone for seat in text.seats.values() for zone in (seat.hand, seat.area)]
        for each in (each for zone in (*zones, text.deck, text.discard) for each in zone or ()):
            if each.epoch is not None:
                self._take(each.letter, each.epoch)
        for _ in range(sum(seat.democracy.total() for seat in text.seats.values())):
            self._take("U", 3)

    def _take(self, letter: str, epoch: int) -> None:
        self.copies[epoch][letter] -= 1
        self.room[epoch] -= 1

    def kind(self, each: Card) -> str:
        """A kind for a card of the text."""
        if each.epoch is not None:
            return kind_name(each.letter, each.epoch)
        for epoch in PRINTED_COPIES:
            if self.copies[epoch][each.letter] > 0 and self.room[epoch] > 0:
                self._take(each.letter, epoch)
                return kind_name(each.letter, epoch)
        raise ValueError(f"the game has no further {each.letter}")

    def multiset(self, zone: list[Card] | None) -> dict[str, int]:
        """A zone for the wire."""
        return dict(Counter(self.kind(each) for each in zone or ()))


def filler(text: PositionText) -> list[Card]:
    """A deck for a text that names none."""
    lying: Counter[str] = Counter()
    for seat in text.seats.values():
        lying.update(each.letter for each in [*(seat.hand or ()), *(seat.area or ())])
        lying.update({"U": seat.democracy.total(), "E": seat.embargo.total()})
    lying.update(each.letter for each in text.discard or ())
    printed = {letter: sum(copies[letter] for copies in PRINTED_COPIES.values()) for letter in LETTERS}
    letter = next(each for each in FILLERS if printed[each] - lying[each] >= 10)
    return [Card(letter)] * 10


def by_sphere(counts: Counter[str]) -> dict[str, int]:
    """Markers for the wire."""
    return {SPHERE_NAMES[LETTERS.index(letter)]: number for letter, number in counts.items()}


def token_json(token: str) -> dict[str, Any]:
    """`A→B's W`, or `A` where the token lies on no sphere."""
    holder, _, lies = token.partition("→")
    on = {"seat": SEATS.index(lies[0]), "sphere": SPHERE_NAMES[LETTERS.index(lies[-1])]} if lies else None
    return {"seat": SEATS.index(holder), "on": on}


def position(
    text: str,
    *,
    active: str = "A",
    first: str = "A",
    step: str = "effects",
    turn: int = 5,
    used: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, Any]:
    """A position as it is posted; its seats are those written, and all before them."""
    written = parsed(text)
    seats = max(written.seats) + 1
    if written.deck is None and not written.final_round:
        written.deck = filler(written)
    supply = Supply(written, seats)
    out: dict[str, Any] = {
        "turn": turn,
        "active": SEATS.index(active),
        "first": SEATS.index(first),
        "step": step,
        "seats": [seat_json(written.seats.get(seat, SeatText()), supply) for seat in range(seats)],
        "discard": supply.multiset(written.discard),
        "deck": [supply.kind(each) for each in written.deck or ()],
    }
    if written.final_round:
        out["final_round"] = True
    if written.token:
        out["culture_token"] = token_json(written.token)
    if used:
        out["used"] = {kind: list(spheres) for kind, spheres in used.items()}
    return out


def seat_json(seat: SeatText, supply: Supply) -> dict[str, Any]:
    """One seat of a position."""
    return {
        "hand": supply.multiset(seat.hand),
        "area": supply.multiset(seat.area),
        "democracy": by_sphere(seat.democracy),
        "embargo": by_sphere(seat.embargo),
    }


# Comparing what is on the wire with a text

Hands = Mapping[int, Mapping[str, int]]
"""Of each seat the hand as kind -> count, which no single view shows."""
Snapshot = dict[str, Any]


def snapshot(state: Mapping[str, Any], hands: Hands, deck: Sequence[str] | None = None) -> Snapshot:
    """A state by letters; of the deck the number of cards where its order isn't known."""
    out: Snapshot = {
        "deck": state["deck"]["count"] if deck is None else "".join(map(letter_of, deck)),
        "discard": letters(state["discard"]),
        "final round": state["final_round"],
        "token": state["culture_token"],
    }
    for number, seat in enumerate(state["seats"]):
        out |= {
            f"{SEATS[number]} hand": letters(hands[number]),
            f"{SEATS[number]} area": letters(seat["area"]),
            f"{SEATS[number]} democracy-on": letters(seat["democracy"]),
            f"{SEATS[number]} embargo-on": letters(seat["embargo"]),
        }
    return out


def expected(text: str, before: Snapshot) -> Snapshot:
    """The snapshot that a text describes, with what it leaves out as it was before."""
    written = parsed(text)
    out = before | {
        "final round": written.final_round,
        "token": token_json(written.token) if written.token else None,
    }
    if written.deck is not None:
        out["deck"] = len(written.deck) if isinstance(before["deck"], int) else by_letter(written.deck)
    if written.discard is not None:
        out["discard"] = Counter(by_letter(written.discard))
    for number, seat in written.seats.items():
        out[f"{SEATS[number]} democracy-on"] = seat.democracy
        out[f"{SEATS[number]} embargo-on"] = seat.embargo
        for name, zone in (("hand", seat.hand), ("area", seat.area)):
            if zone is not None:
                out[f"{SEATS[number]} {name}"] = Counter(by_letter(zone))
    return out


def by_letter(these: Iterable[Card]) -> str:
    """The letters of cards."""
    return "".join(each.letter for each in these)


def missing_kinds(text: str, state: Mapping[str, Any], hands: Hands) -> list[str]:
    """Kinds that a text names with their epoch and that don't lie where it says, as often as it says."""
    written = parsed(text)
    zones: list[tuple[str, list[Card] | None, Mapping[str, int]]] = [("discard", written.discard, state["discard"])]
    for number, seat in written.seats.items():
        zones.append((f"{SEATS[number]} hand", seat.hand, hands[number]))
        zones.append((f"{SEATS[number]} area", seat.area, state["seats"][number]["area"]))
    named = [
        (name, kind_name(each.letter, each.epoch), actual)
        for name, zone, actual in zones
        for each in zone or ()
        if each.epoch is not None
    ]
    counts = Counter((name, kind) for name, kind, _ in named)
    return [f"{name}: {kind}" for name, kind, actual in named if actual.get(kind, 0) < counts[name, kind]]


def differences(text: str, state: Mapping[str, Any], hands: Hands) -> list[str]:
    """How a state on the wire, and the hands that its seats see, differ from what a text says of them."""
    actual = snapshot(state, hands)
    wanted = expected(text, actual)
    unlike = [f"{name}: {actual[name]!r}, expected {wanted[name]!r}" for name in wanted if actual[name] != wanted[name]]
    return unlike + missing_kinds(text, state, hands)


def result_of(text: str) -> tuple[str, list[int]] | None:
    """The end that a text announces: its kind and the winning seats."""
    return parsed(text).result


# Actions: letters become kinds that lie in the right zone

TAKEN_FROM: Final = {
    ("draft_keep", "card"): "packet",
    ("draft_pick", "card"): "centre",
    ("play", "card"): "hand",
    ("assassination", "discard"): "hand",
    ("purge", "discard"): "hand",
    ("attack", "pay"): "area",
    ("attack", "give_up"): "area",
    ("inquisition", "pay"): "area",
    ("inquisition_exchange", "return"): "hand",
    ("development", "discard"): "area",
    ("development", "play"): "hand",
    ("monopoly", "discard"): "area",
    ("monopoly", "play"): "hand",
    ("embargo", "pay"): "area",
    ("experiment", "take"): "area",
    ("experiment", "play"): "hand",
    ("research", "take"): "area",
    ("research", "play"): "hand",
    ("breakthrough", "pay"): "area",
    ("breakthrough_discard", "discard"): "hand",
    ("oligarchy", "take"): "discard",
    ("republic", "take"): "discard",
}


def resolved(action: Mapping[str, Any], state: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """An action on the wire with its letters replaced by kinds, as `seat` sees the state."""
    effect = action["effect"] if action["type"] == "inspiration" else action["type"]
    zones = zones_of(state, seat)
    out = dict(action)
    for name, value in action.items():
        if zone := TAKEN_FROM.get((effect, name)):
            chosen = [chosen_kind(each, zones[zone]) for each in ([value] if isinstance(value, str) else value)]
            out[name] = chosen[0] if isinstance(value, str) else chosen
            if name == "take":
                zones["hand"].update(chosen)
    return out


def zones_of(state: Mapping[str, Any], seat: int) -> dict[str, Counter[str]]:
    """The zones from which a seat's actions take cards, to be used up while an action is resolved."""
    draft = state["draft"] or {}
    return {
        "hand": Counter(state["seats"][seat]["hand"] or {}),
        "area": Counter(state["seats"][seat]["area"]),
        "discard": Counter(state["discard"]),
        "packet": Counter(draft.get("packet") or {}),
        "centre": Counter(draft.get("centre") or {}),
    }


def chosen_kind(written: str, zone: Counter[str]) -> str:
    """A kind of that letter that lies in the zone, the lowest epoch first; any where none does."""
    letter, _, epoch = written.partition(".")
    if letter not in LETTERS:
        kind = written
    elif epoch:
        kind = kind_name(letter, int(epoch))
    else:
        kinds = [kind_name(letter, each) for each, copies in PRINTED_COPIES.items() if copies[letter]]
        kind = next((each for each in kinds if zone[each] > 0), kinds[0])
    zone[kind] -= 1
    return kind


def written_action(action: Action) -> dict[str, Any]:
    """An action on the wire whose cards may still be letters."""
    out: dict[str, Any] = {"type": action.NAME}
    for each in fields_of(type(action)):
        value = getattr(action, each.name)
        if each.mark(Inline):
            inner = written_action(value)
            out |= {each.wire: inner.pop("type"), **inner}
        elif value is None:
            continue
        elif isinstance(value, tuple):
            out[each.wire] = [*map(written_card, value)]
        elif (named := each.mark(Named)) and named.names == KINDS:
            out[each.wire] = written_card(value)
        else:
            out[each.wire] = each.encode(value)
    return out


OPTIONAL: Final = ("pay", "give_up", "limit")


def changed(action: Any, values: dict[str, Any]) -> Action:
    """The action with these fields instead."""
    other: Action = replace(action, **values)
    return other


def bare(action: Action) -> Action:
    """The action without the choices that lists leave out: which epoch pays, and mostly the hand limit."""
    left_out = {each.name: None for each in fields_of(type(action)) if each.name in OPTIONAL}
    return changed(action, left_out)


def in_order(action: Action) -> Action:
    """The action with its multisets in ascending order, in which lists have them."""
    ordered = {
        each.name: in_order(value) if isinstance(value, Action) else tuple(sorted(value))
        for each in fields_of(type(action))
        if isinstance(value := getattr(action, each.name), tuple | Action)
    }
    return changed(action, ordered)


def names_payment(action: Action) -> bool:
    """Whether an action names which epoch pays, or a hand limit."""
    return any(getattr(action, name, None) is not None for name in OPTIONAL)
