"""A game that begins in the middle: all zones, markers, whose turn, and the order of the deck."""

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from cartulary.games.carta_impera_victoria.cards import (
    COPIES,
    CULTURE,
    DEMOCRACY_CARD,
    DISTRIBUTION,
    ECONOMY,
    EPOCH_OF,
    EPOCHS,
    KINDS,
    KINDS_OF,
    SET_ASIDE,
    SPHERES,
    BySphere,
    Cards,
    Kind,
    Multiset,
    Sphere,
    backs,
    zone,
)
from cartulary.games.carta_impera_victoria.events import AreaSet, CultureTokenSet, HandSet, Marker, PositionSet
from cartulary.games.carta_impera_victoria.rules import TEAM_SEATS, leads_culture, seats
from cartulary.games.carta_impera_victoria.setup import piles
from cartulary.games.carta_impera_victoria.state import State
from cartulary.kernel.codec import decode_record
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import ImpossiblePosition
from cartulary.kernel.seats import Seat

NOTHING: Final[Mapping[str, int]] = MappingProxyType({})


class SeatPosition(NamedTuple):
    """Cards and markers of a seat."""

    hand: Multiset = NOTHING
    area: Multiset = NOTHING
    democracy: BySphere = NOTHING
    embargo: BySphere = NOTHING


class TokenOn(NamedTuple):
    """The sphere on which the culture token lies."""

    seat: Seat
    sphere: Sphere


class TokenPosition(NamedTuple):
    """Holder and place of the culture token."""

    seat: Seat
    on: TokenOn | None = None


class Used(NamedTuple):
    """Spheres whose effects the active seat has used this turn."""

    permanent: tuple[Sphere, ...] = ()
    discard: tuple[Sphere, ...] = ()


class Position(NamedTuple):
    """The shape of a position; cards not mentioned are out of the game."""

    active: Seat
    first: Seat
    step: Literal["play", "effects"]
    seats: tuple[SeatPosition, ...]
    turn: int = 1
    deck: Cards = ()
    discard: Multiset = NOTHING
    final_round: bool | None = None
    culture_token: TokenPosition | None = None
    used: Used = Used()


LAST_TURN: Final = 10_000


def start_from(decision: GameDecision[State], data: Mapping[str, Any]) -> None:
    """Set up a position, or refuse an impossible one with the reason."""
    state = decision.state
    position: Position = decode_record(Position, dict(data))
    require_seats(position, seats(state))
    require_step(position)
    embargoes = embargo_cards(position)
    require_cards_exist(position, embargoes, seats(state))
    decision.emit(
        PositionSet(
            turn=position.turn,
            active=position.active,
            first=position.first,
            step=position.step,
            piles=piles(position.deck),
            deck=position.deck,
            discard=listed(position.discard),
            final_round=not position.deck,
            used_permanent=position.used.permanent,
            used_discard=position.used.discard,
        )
    )
    for seat, each in enumerate(position.seats):
        set_seat(decision, seat, each, embargoes[seat])
    if position.culture_token:
        set_token(decision, position.culture_token)


def require_seats(position: Position, number: int) -> None:
    """Require one entry for each seat of the game, and no other."""
    if len(position.seats) != number:
        raise ImpossiblePosition("seats", f"it has {len(position.seats)} seats, the game {number}.")
    token = position.culture_token
    named = [position.active, position.first]
    named += [token.seat] if token else []
    named += [token.on.seat] if token and token.on else []
    if out := [seat for seat in named if not 0 <= seat < number]:
        raise ImpossiblePosition("no_such_seat", f"it names seat {out[0]}; seats are 0 to {number - 1}.")


def require_step(position: Position) -> None:
    """Turns count from 1; the final round is on exactly when the deck is empty; effects are used in their step."""
    if not 1 <= position.turn <= LAST_TURN:
        raise ImpossiblePosition("turn", f"turns are counted from 1, and none comes after {LAST_TURN}.")
    if position.final_round is not None and position.final_round == bool(position.deck):
        raise ImpossiblePosition("final_round", "the final round is on exactly when the deck is empty.", "A-110")
    if position.step == "play" and (position.used.permanent or position.used.discard):
        raise ImpossiblePosition("used", "effects are used only after the play of the turn.", "A-22")
    if CULTURE in position.used.discard:
        raise ImpossiblePosition("used", "Culture has no discard effect.", "A-43b")


def embargo_cards(position: Position) -> list[tuple[Marker, ...]]:
    """Return the economy cards under the Embargo markers: the lowest epochs that lie nowhere else."""
    lying = count_cards(position)
    spare = iter([kind for kind in KINDS_OF[ECONOMY] for _ in range(COPIES[kind] - lying[kind])])

    def lay(sphere: int) -> Marker:
        card = next(spare, None)
        if card is None:
            raise ImpossiblePosition(
                "too_many_cards", "there are more economy cards than the game has, Embargo markers included."
            )
        return Marker(sphere, card)

    return [
        tuple(lay(sphere) for sphere, name in enumerate(SPHERES) for _ in range(each.embargo.get(name, 0)))
        for each in position.seats
    ]


def count_cards(position: Position) -> Counter[Kind]:
    """Count all cards but the Embargo markers, without laying them out."""
    counts = Counter(position.deck)
    for lying in (position.discard, *(pile for each in position.seats for pile in (each.hand, each.area))):
        counts.update({kind: lying.get(name, 0) for kind, name in enumerate(KINDS)})
    counts[DEMOCRACY_CARD] += sum(sum(each.democracy.values()) for each in position.seats)
    return counts


def require_cards_exist(position: Position, embargoes: Iterable[tuple[Marker, ...]], number: int) -> None:
    """No more of a kind than was printed; with two or three seats three cards of each epoch are out (A-02)."""
    lying = count_cards(position)
    lying.update(marker.card for each in embargoes for marker in each)
    for kind, have in lying.items():
        if have > COPIES[kind]:
            raise ImpossiblePosition("too_many_cards", f"it has {have} × {KINDS[kind]}; the game has {COPIES[kind]}.")
    set_aside = 0 if number == TEAM_SEATS else SET_ASIDE
    for epoch in EPOCHS:
        have = sum(count for kind, count in lying.items() if EPOCH_OF[kind] == epoch)
        if have > sum(DISTRIBUTION[epoch - 1]) - set_aside:
            raise ImpossiblePosition(
                "too_many_cards",
                f"it has {have} cards of epoch {epoch}, more than are in a game of {number} seats.",
                "A-02",
            )


def listed(multiset: Mapping[str, int]) -> Cards:
    """The cards of a multiset."""
    return tuple(kind for kind, name in enumerate(KINDS) for _ in range(multiset.get(name, 0)))


def set_seat(decision: GameDecision[State], seat: Seat, position: SeatPosition, embargoes: tuple[Marker, ...]) -> None:
    """Lay out one seat's cards and markers."""
    democracy = tuple(sphere for sphere, name in enumerate(SPHERES) for _ in range(position.democracy.get(name, 0)))
    hand = listed(position.hand)
    decision.emit(AreaSet(seat=seat, area=listed(position.area), democracy=democracy, embargoes=embargoes))
    decision.emit(HandSet(seat=seat, backs=backs(zone(hand)), cards=hand))


def set_token(decision: GameDecision[State], token: TokenPosition) -> None:
    """Lay the culture token; its holder must lead, and it never lies on the holder's own sphere (A-90, A-104)."""
    state = decision.state
    if not leads_culture(state, token.seat):
        raise ImpossiblePosition(
            "culture_token", f"seat {token.seat} holds the culture token and does not lead Culture.", "A-104"
        )
    if token.on is None and not state.rules.edition.token_to_overtaker:
        raise ImpossiblePosition(
            "culture_token",
            "in this edition the culture token always lies on a sphere of another seat.",
            "A-105",
        )
    if token.on and (token.on.seat == token.seat or token.on.sphere == CULTURE):
        raise ImpossiblePosition(
            "culture_token",
            "the culture token lies on a sphere of another seat that gives a permanent effect.",
            "A-90",
        )
    on = token.on
    decision.emit(CultureTokenSet(seat=token.seat, target=on.seat if on else None, sphere=on.sphere if on else None))
