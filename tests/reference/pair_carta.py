"""CIV: Carta Impera Victoria by the engine and by the reference: the same deals, the same shapes, and random play."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria.cards import multiset
from cartulary.games.carta_impera_victoria.events import GameStarted
from cartulary.games.carta_impera_victoria.rules import hand_limit, to_act, wins_at
from cartulary.games.carta_impera_victoria.state import State
from cartulary.games.carta_impera_victoria.view import kept_by, pending_view, token_view
from cartulary.kernel.codec import action_json
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.messages import Event
from cartulary.kernel.randomness import Chance
from cartulary.match.game import Game, Setup
from tests.reference.carta_impera_victoria import KINDS, PAID_WITH, PERMANENT, SPHERES, Reference, in_order, sphere_of
from tests.reference.pair import Played, canonical, differences, engine_result, only_one_allows

GAME: Game[State] = CATALOGUE["carta-impera-victoria"]
LISTS = ("discard", "play", "take", "return")
LIMIT = 200_000
LONGEST = 1_500
Json = dict[str, Any]


def setup_for(seats: int, edition: str = "ru", deal: str = "basic", teams: bool = False, **options: str) -> Setup:
    """A set-up with all options named."""
    return GAME.setup(edition, seats, {"deal": deal, "teams": teams, **options})


def with_options(random: Random, setup: Setup) -> Setup:
    """The set-up with a random value of each further option."""
    further = {each.name: random.choice(each.values) for each in GAME.options if each.name not in ("deal", "teams")}
    return setup._replace(options={**setup.options, **further})


def begun(setup: Setup, seed: bytes) -> tuple[GameDecision[State], Reference]:
    """The same deal for both."""
    decision = GAME.begin(setup, Chance(seed, "reference", ()))
    return decision, dealt(setup, decision.events)


def dealt(setup: Setup, events: Iterable[Event]) -> Reference:
    """The reference with the deck and the first seat that the engine drew."""
    started = next(event for event in events if isinstance(event, GameStarted))
    assert started.deck is not None
    deck = [KINDS[kind] for kind in started.deck]
    return Reference(setup.seats, setup.edition, GAME.options_of(setup), deck, started.first)


def set_up(setup: Setup, position: Json) -> tuple[GameDecision[State], Reference]:
    """The same position for both."""
    reference = Reference.from_position(position, setup.edition, GAME.options_of(setup))
    return GAME.begin_from(setup, position), reference


def spelled(action: Json) -> str:
    """An action in the reference's spelling."""
    ordered = {name: in_order(value) if name in LISTS else value for name, value in action.items()}
    return canonical(ordered)


def engine_legal(state: State, seat: int) -> set[str]:
    """Every complete action that the engine offers."""
    actions, more = GAME.expand(state, seat, LIMIT)
    assert not more
    spellings = [spelled(action_json(each)) for each in actions]
    assert len(set(spellings)) == len(spellings), "an action is offered twice"
    return set(spellings)


def engine_moves(state: State, seat: int) -> list[Json]:
    """The same as actions."""
    return [json.loads(each) for each in engine_legal(state, seat)]


def reference_moves(reference: Reference, seat: int) -> list[Json]:
    """What the reference offers."""
    return [json.loads(each) for each in reference.legal(seat)]


def engine_open(state: State) -> Json:
    """All that the engine holds, in the shape of the reference's open state."""
    seats = range(len(state.present))
    picking = state.draft is not None and bool(state.draft.picks)
    named = {
        kind: [name for name, used in zip(SPHERES, slots, strict=True) if used]
        for kind, slots in (("permanent", state.used_permanent), ("discard", state.used_discard))
    }
    out = {
        "turn": state.turn,
        "first": state.first,
        "step": state.step,
        "active": to_act(state)[0] if picking else state.active,
        "pending": pending_view(state),
        "deck": [KINDS[kind] for kind in reversed(state.deck)],
        "discard": multiset(state.discard),
        "culture_token": token_view(state),
        "final_round": state.final_round,
        "used": named,
        "draft": engine_draft(state),
        "seats": [
            {
                "hand": multiset(state.hands[seat]),
                "area": multiset(state.areas[seat]),
                "democracy": {name: n for name, n in zip(SPHERES, state.democracy[seat], strict=True) if n},
                "embargo": embargoes(state, seat),
                "hand_limit": hand_limit(state, seat),
                "wins_at": dict(zip(SPHERES, wins_at(state, seat), strict=True)),
                "present": state.present[seat],
            }
            for seat in seats
        ],
    }
    if nobody_active(out):
        out["active"] = None
    return out


def embargoes(state: State, seat: int) -> dict[str, int]:
    """The markers before a seat by sphere."""
    counts: dict[str, int] = {}
    for marker in state.embargoes[seat]:
        counts[SPHERES[marker.sphere]] = counts.get(SPHERES[marker.sphere], 0) + 1
    return counts


def engine_draft(state: State) -> Json | None:
    """The draft; a card chosen in this round no longer counts to the packet."""
    draft = state.draft
    if draft is None:
        return None
    seats = range(len(state.present))
    chosen = [seat for seat in seats if draft.chosen[seat] is not None]
    packets = [dict(multiset(packet)) for packet in draft.packets]
    for seat in chosen:
        card = draft.chosen[seat]
        assert card is not None
        packets[seat][KINDS[card]] -= 1
    return {
        "round": draft.round if draft.picks is None else "centre",
        "packets": [{kind: n for kind, n in packet.items() if n} for packet in packets],
        "kept": [multiset(kept_by(draft, seat)) for seat in seats],
        "centre": multiset(draft.centre),
        "chosen": chosen,
    }


def reference_open(reference: Reference) -> Json:
    """The reference's open state."""
    out = reference.open_state()
    if nobody_active(out):
        out["active"] = None
    return out


def nobody_active(shown: Json) -> bool:
    """Before the first turn it is nobody's, but for the picks of the centre."""
    return bool(shown["turn"] == 0 and not (shown["draft"] and shown["draft"]["round"] == "centre"))


def engine_view(state: State, audience: int | None) -> Json:
    """What the engine shows, less what an audience remembers."""
    view = GAME.view(state, audience)
    for seat in view["seats"]:
        del seat["known"]
    return view


class Playing(Played):
    """A game of Carta Impera Victoria."""

    def count(self, seat: int, action: Json, events: Sequence[Event]) -> None:
        self.seen[str(action.get("effect") or action["type"])] += 1
        if action["type"] == "embargo" and action["seat"] == seat:
            self.seen["embargo on oneself"] += 1
        effects = {*self.reference.own_effects, *self.reference.copies}
        if len({PERMANENT[each][0] for each in effects}) < len(effects):
            self.seen["own and copied effect of a sphere"] += 1
        result = engine_result(events)
        if result and self.reference.teams and result["kind"] == "majority" and result["decided_by"]:
            self.seen[f"teams tied: {self.reference.options['team_tiebreak']}"] += 1
        if "limit" in action:
            self.seen[f"limit {action['limit']}"] += 1

    def differences(self) -> list[str]:
        found = differences(reference_open(self.reference), engine_open(self.state))
        whole = [(audience, self.state) for audience in (None, *range(self.reference.seats))]
        for audience, state in (*whole, (self.audience, self.followed)):
            wanted, shown = self.reference.entitled(audience), engine_view(state, audience)
            if self.state.turn == 0:
                del wanted["active"], shown["active"]
            found += differences(wanted, shown, f"view of {audience}: ")
        for seat in range(self.reference.seats):
            found += only_one_allows(seat, self.reference.legal(seat), engine_legal(self.state, seat))
        return found


SETUPS = [
    setup_for(seats, edition, deal, teams)
    for edition in ("ru", "uk", "ko")
    for deal in ("basic", "draft")
    for seats, teams in ((2, False), (3, False), (4, False), (4, True))
]


def by_type(random: Random, legal: list[Json], reference: Reference, seat: int) -> Json:
    """Any type of action first, then any of that type."""
    kind = random.choice(sorted({str(each.get("effect", each["type"])) for each in legal}))
    return random.choice([each for each in legal if each.get("effect", each["type"]) == kind])


def busy(random: Random, legal: list[Json], reference: Reference, seat: int) -> Json:
    """As many effects in a turn as there are."""
    effects = [each for each in legal if each["type"] != "end_turn"]
    return by_type(random, effects or legal, reference, seat)


def hoarding(random: Random, legal: list[Json], reference: Reference, seat: int) -> Json:
    """Lay out one sphere, take nothing of it back, and end the turn soon."""
    sphere = SPHERES[seat * 2 % 6 + random.choice((0, 0, 0, 1))]

    def worth(action: Json) -> float:
        gains = [action.get("card", ""), *action.get("play", [])]
        losses = [*action.get("discard", []), *(action.get("take", []) if action["type"] == "research" else [])]
        mine = [sphere_of(each) for each in gains].count(sphere) - [sphere_of(each) for each in losses].count(sphere)
        paid = sphere in (PAID_WITH.get(action["type"]), action.get("sphere"))
        done = str(action["type"]) == "end_turn"
        return mine - 2 * paid + random.random() / 2 + 0.2 * done

    return max(legal, key=worth)


def any_action(random: Random, legal: list[Json], reference: Reference, seat: int) -> Json:
    """Any."""
    return random.choice(legal)


POLICIES = [by_type, busy, hoarding, any_action]


def with_payment(random: Random, action: Json, reference: Reference, seat: int) -> Json:
    """Sometimes name the card that is paid, and the one that is given up."""
    kind = action["type"]
    if kind in PAID_WITH and kind != "democracy" and random.random() < 0.5:
        paid = random.choice([card for card in reference.area[seat] if sphere_of(card) == PAID_WITH[kind]])
        action = {**action, "pay": paid}
        if kind == "attack":
            rest = list(reference.area[seat])
            rest.remove(paid)
            action["give_up"] = random.choice([card for card in rest if sphere_of(card) == action["sphere"]])
    return action


def play_on(game: Playing, random: Random) -> None:
    """To the end, each seat by a policy of its own."""
    leaving = random.choice((0, 0, 0.002, 0.03, 0.1))
    game.compare(None)
    policies = [random.choice(POLICIES) for _ in range(game.reference.seats)]
    for _ in range(LONGEST):
        if game.reference.ended:
            game.seen[f"end by {game.reference.ended['kind']}"] += 1
            return
        deciding = [seat for seat in range(game.reference.seats) if game.reference.legal_actions(seat)]
        assert deciding, "nobody can act"
        if random.random() < leaving * (10 if game.reference.pending else 1):
            inside = [seat for seat in range(game.reference.seats) if game.reference.present[seat]]
            game.act(random.choice([*inside, *deciding]), {"type": "resign"})
            continue
        seat = random.choice(deciding)
        legal = [json.loads(each) for each in sorted(game.reference.legal(seat))]
        action = policies[seat](random, legal, game.reference, seat)
        game.act(seat, with_payment(random, action, game.reference, seat))
    raise AssertionError("the game does not end")


def random_position(random: Random, setup: Setup) -> Json:
    """Some way into a game that nobody played: rich areas, a short deck, markers, a token where somebody leads."""
    cards = [card for card in KINDS for _ in range(copies(card))]
    random.shuffle(cards)
    if setup.seats < 4:
        for epoch in "123":
            for _ in range(3):
                cards.remove(next(card for card in cards if card.endswith(epoch)))
    for card in [card for card in cards if sphere_of(card) == "economy"][:2]:
        cards.remove(card)  # for Embargo markers, of which a position names only the sphere
    markers = [card for card in cards if card == "utopia-3"][: random.choice((0, 0, 1, 3))]
    for card in markers:
        cards.remove(card)
    hands = [[cards.pop() for _ in range(random.choice((0, 2, 3, 3, 3, 4, 6)))] for _ in range(setup.seats)]
    favourites = [random.choice(SPHERES) for _ in range(setup.seats)]
    areas: list[list[str]] = [[] for _ in range(setup.seats)]
    for seat, favourite in enumerate(favourites):
        devotion = random.choice((0.2, 0.5, 0.8))
        for _ in range(random.choice((0, 3, 6, 9, 12))):
            wanted = [card for card in cards if sphere_of(card) == favourite] if random.random() < devotion else []
            card = random.choice(wanted or cards)
            cards.remove(card)
            areas[seat].append(card)
    discard = [cards.pop() for _ in range(random.choice((0, 1, 2, 5, 12)))]
    deck = sorted((cards.pop() for _ in range(min(len(cards), random.choice((0, 1, 4, 8, 15))))), key=lambda c: c[-1])
    seats: list[Json] = [{"hand": dict(Counter(hands[s])), "area": dict(Counter(areas[s]))} for s in range(setup.seats)]
    for each in seats:
        each |= {"democracy": {}, "embargo": {}}
    for _ in markers:
        lying = random.choice(seats)["democracy"]
        sphere = random.choice(SPHERES)
        lying[sphere] = lying.get(sphere, 0) + 1
    for _ in range(random.choice((0, 0, 1, 2))):
        lying = random.choice(seats)["embargo"]
        sphere = random.choice(SPHERES)
        lying[sphere] = lying.get(sphere, 0) + 1
    active = random.randrange(setup.seats)
    step = random.choice(("play", "effects", "effects"))
    position: Json = {"turn": 9, "active": active, "first": random.randrange(setup.seats), "step": step}
    position |= {"deck": deck, "discard": dict(Counter(discard)), "seats": seats}
    if step == "effects" and random.random() < 0.2:
        slots = [sphere for sphere in SPHERES if sphere != "culture"]
        position["used"] = {"permanent": random.sample(SPHERES, 2), "discard": random.sample(slots, 1)}
    culture = [sum(sphere_of(card) == "culture" for card in area) for area in areas]
    leader = culture.index(max(culture))
    if culture.count(max(culture)) == 1 and random.random() < 0.5:
        other = random.choice([seat for seat in range(setup.seats) if seat != leader])
        on = {"seat": other, "sphere": random.choice([sphere for sphere in SPHERES if sphere != "culture"])}
        position["culture_token"] = {"seat": leader, "on": on}
    return position


def copies(card: str) -> int:
    """How often the card is printed."""
    epochs = {
        "military": (8, 8, 4),
        "religion": (8, 8, 0),
        "economy": (4, 4, 8),
        "science": (4, 8, 8),
        "culture": (4, 4, 8),
        "utopia": (0, 0, 16),
    }
    return epochs[sphere_of(card)][int(card[-1]) - 1]


def whole_game(number: int, random: Random) -> Playing:
    """A game to be played from its deal."""
    setup = with_options(random, SETUPS[number % len(SETUPS)])
    return playing(setup, begun(setup, random.randbytes(32)), random, str(setup))


def game_from_position(number: int, random: Random) -> Playing:
    """A game to be played from a random position."""
    setup = with_options(random, SETUPS[number % len(SETUPS)])
    position = random_position(random, setup)
    return playing(setup, set_up(setup, deepcopy(position)), random, f"{setup}\n{canonical(position)}")


def playing(setup: Setup, both: tuple[GameDecision[State], Reference], random: Random, origin: str = "") -> Playing:
    """A game that has begun; whose part of the events is followed is drawn."""
    audience = random.choice((None, *range(setup.seats)))
    return Playing(GAME, both[0], GAME.initial(setup), both[1], audience, origin)
