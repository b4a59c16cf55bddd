"""Worlds of about a dozen cards, every reachable state of which is visited, by the engine and by the reference."""

import json
import pickle
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import pytest

from cartulary.games.carta_impera_victoria.cards import KINDS
from cartulary.games.carta_impera_victoria.rules import hand_limit, leads_culture
from cartulary.games.carta_impera_victoria.state import State
from tests.reference.carta_impera_victoria import PAID_WITH, PERMANENT, Reference
from tests.reference.pair import engine_act
from tests.reference.pair_carta import GAME, engine_legal, engine_open, reference_open, set_up

Json = dict[str, Any]
Key = tuple[Any, ...]


class World(NamedTuple):
    """A position, and how much there is in it."""

    edition: str
    hands: tuple[str, str]
    areas: tuple[str, str]
    deck: str
    discard: str
    sizes: tuple[tuple[int, int], tuple[int, int]]
    """The numbers of states and transitions, by other readings of the rules and by the options of this world."""
    options: tuple[tuple[str, str], ...] = ()
    """Where they are not the defaults."""


OTHER_READINGS = {"hand_limit": "standing", "own_embargo": "at_once"}
WORLDS = {
    "military and religion": World(
        "ru", ("C1 W1 R1", "C1 E1 R1"), ("W1x5", "R1x5"), "U3 W1", "", ((7_360, 9_837), (7_680, 10_227))
    ),
    "economy": World("uk", ("C1 W1 R1", "C1 R1 E1"), ("E3x5", "W1"), "W1 S1", "", ((13_505, 14_664), (13_623, 14_784))),
    "science": World("ko", ("C1 W1 R1", "C1 R1 W1"), ("S2x5", "W1"), "W1", "", ((5_982, 6_894), (6_090, 6_991))),
    "utopia": World("ko", ("C1 W1", "C1 E1"), ("U3x5", "E1"), "S1", "W2 R1 E2", ((1_025, 1_173), (1_025, 1_173))),
    "rivals in culture": World(
        "ko", ("C1 E1 W1", "C2 C1"), ("C1 R1x3", "E3x5 C1"), "E1 W1", "", ((8_109, 11_202), (9_751, 13_466))
    ),
    "a copied Religion lost": World("ru", ("C1", "W1"), ("W1 R1", "R1x3"), "U3 S1 E1", "", ((88, 103), (88, 103))),
    "a choice of limits": World("uk", ("C1", "W1"), ("R1x5", "W2"), "S1 E1 U3x4", "", ((14, 13), (34, 33))),
    "a copy beside an own effect": World(
        "ru",
        ("C1 W1x2 R1", "W2"),
        ("W1x3 C2", "W2x5"),
        "U3",
        "",
        ((840, 943), (953, 1_093)),
        (("copied_effect", "same_effect"),),
    ),
}
SPELLED = {"W": "military", "R": "religion", "E": "economy", "S": "science", "C": "culture", "U": "utopia"}


def cards(text: str) -> list[str]:
    """`W1x5 R2` as kinds."""
    out = []
    for word in text.split():
        out += [f"{SPELLED[word[0]]}-{word[1]}"] * int(word[3:] or 1)
    return out


def position(world: World) -> Json:
    """The first seat is about to play."""
    seats = [
        {"hand": dict(Counter(cards(hand))), "area": dict(Counter(cards(area)))}
        for hand, area in zip(world.hands, world.areas, strict=True)
    ]
    out: Json = {"active": 0, "first": 0, "step": "play", "seats": seats, "deck": cards(world.deck)}
    return out | {"discard": dict(Counter(cards(world.discard)))}


def key(state: State) -> Key:
    """Everything that makes two states different; the number of the turn does not."""
    zones = (state.discard, *state.hands, *state.areas, *state.democracy)
    slots = (*state.used_permanent, *state.used_discard)
    flags = (state.active, state.step, state.token, state.copied_limit, state.final_round, state.deck, state.pending)
    told = (state.most_religion, sorted(state.own_effects), state.copied_effect)
    return (*map(tuple, zones), *map(tuple, state.embargoes), slots, repr((flags, told)))


def inventory(state: State) -> Counter[str]:
    """All cards, wherever they lie."""
    lying = Counter(KINDS[kind] for kind in state.deck)
    for zone in (state.discard, *state.hands, *state.areas):
        assert min(zone) >= 0
        lying.update({name: zone[kind] for kind, name in enumerate(KINDS) if zone[kind]})
        assert not any(zone[len(KINDS) :])
    lying.update(KINDS[marker.card] for markers in state.embargoes for marker in markers)
    lying["utopia-3"] += sum(map(sum, state.democracy))
    return +lying


def require_sound(state: State, all_cards: Counter[str], legal: list[tuple[int, str]]) -> None:
    """What holds in every state."""
    assert inventory(state) == all_cards
    assert bool(legal) == (state.step != "over")
    assert state.token is None or leads_culture(state, state.token.holder)
    assert all(hand_limit(state, seat) in (3, 5, 7) for seat in range(2))
    assert state.final_round == (not state.deck)


@cache
def explored(world: World, otherwise: bool) -> tuple[int, int, frozenset[str]]:
    """The numbers of states and transitions, and the effects reached; the reference goes along every transition."""
    reached: set[str] = set()
    options = OTHER_READINGS if otherwise else dict(world.options)
    decision, reference = set_up(GAME.setup(world.edition, 2, options), position(world))
    all_cards = inventory(decision.state)
    known = {key(decision.state)}
    waiting = [(decision.state, pickle.dumps(reference))]
    transitions = 0
    while waiting:
        state, frozen = waiting.pop()
        twin: Reference = pickle.loads(frozen)
        legal = [(seat, action) for seat in (0, 1) for action in sorted(engine_legal(state, seat))]
        assert legal == [(seat, action) for seat in (0, 1) for action in sorted(twin.legal(seat))]
        require_sound(state, all_cards, legal)
        for seat, text in legal:
            action = json.loads(text)
            if action["type"] == "end_turn":
                reached.add(f"limit {hand_limit(state, seat)}")
                reached |= {f"lower limit {action['limit']}"} if "limit" in action else set()
            copied = f" of {action['effect']}" if "effect" in action else ""
            reached.add(action["type"] + copied)
            after = engine_act(GAME, state, seat, action).state
            mirrored: Reference = pickle.loads(frozen)
            mirrored.act(seat, action)
            assert reference_open(mirrored) == engine_open(after), text
            reached |= {"overtaken"} if after.token and after.token.target is None else set()
            transitions += 1
            if key(after) not in known:
                known.add(key(after))
                waiting.append((after, pickle.dumps(mirrored)))
    return len(known), transitions, frozenset(reached)


@pytest.mark.parametrize("otherwise", [True, False])
@pytest.mark.parametrize("name", WORLDS)
def test_a_world_explored_completely(name: str, otherwise: bool) -> None:
    world = WORLDS[name]
    assert explored(world, otherwise)[:2] == world.sizes[0 if otherwise else 1]


def test_the_worlds_reach_every_effect() -> None:
    wanted = {effect for effect, (sphere, _) in PERMANENT.items() if sphere != "religion"}
    wanted |= (
        {f"inspiration of {effect}" for effect in PERMANENT}
        | set(PAID_WITH)
        | {"limit 5", "limit 7", "lower limit 5", "overtaken"}
    )
    reached = frozenset[str]().union(
        *(explored(world, otherwise)[2] for world in WORLDS.values() for otherwise in (True, False))
    )
    assert wanted <= reached, wanted - reached
