"""Random games and random positions, played by the engine and by the reference at once."""

import json
import os
from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from domain.carta_impera_victoria.state import State
from domain.kernel.game import Setup
from tests.reference.carta_impera_victoria import KINDS, PAID_WITH, SPHERES, Reference, canonical, sphere_of
from tests.reference.pair import (
    begun,
    engine_act,
    engine_result,
    legal_differences,
    set_up,
    setup_for,
    state_differences,
    view_differences,
)

GAMES = int(os.environ.get("GAMES", "400"))
SEED = int(os.environ.get("SEED", "1"))
LONGEST = 1_500
Json = dict[str, Any]

SETUPS = [
    setup_for(seats, edition, deal, teams)
    for edition in ("ru", "uk", "ko")
    for deal in ("basic", "draft")
    for seats, teams in ((2, False), (3, False), (4, False), (4, True))
]


class Difference(AssertionError):
    """The two disagree."""


class Played:
    """One game, with its story."""

    def __init__(self, state: State, reference: Reference, seen: Counter[str]) -> None:
        self.state = state
        self.reference = reference
        self.seen = seen
        self.story: list[str] = []

    def act(self, seat: int, action: Json) -> None:
        """Let both do it, and compare."""
        self.story.append(f"{seat}: {canonical(action)}")
        try:
            unfolding = engine_act(self.state, seat, action)
            self.reference.act(seat, action)
        except Exception as problem:
            raise Difference("\n".join([*self.story[-12:], repr(problem)])) from problem
        self.state = unfolding.state
        self.compare(engine_result(unfolding.events))
        self.seen[str(action.get("effect") or action["type"])] += 1

    def compare(self, result: Json | None) -> None:
        """Everything."""
        found = state_differences(self.state, self.reference) + view_differences(self.state, self.reference)
        for seat in range(self.reference.seats):
            found += legal_differences(self.state, self.reference, seat)
        if result != self.reference.result():
            found.append(f"result: reference {self.reference.result()}, engine {result}")
        if found:
            raise Difference("\n".join([*self.story[-12:], *found[:12]]))


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


def play_on(game: Played, random: Random, leaving: float) -> None:
    """To the end, each seat by a policy of its own."""
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


def test_whole_games() -> None:
    seen: Counter[str] = Counter()
    for number in range(GAMES // 4):
        setup = SETUPS[number % len(SETUPS)]
        random = Random(f"game {SEED} {number}")
        unfolding, reference = begun(setup, random.randbytes(32))
        try:
            play_on(Played(unfolding.state, reference, seen), random, random.choice((0, 0, 0.002, 0.03)))
        except Difference as difference:
            raise Difference(f"game {number} of seed {SEED}, {setup}\n{difference}") from difference
    report(seen)


def test_games_from_random_positions() -> None:
    seen: Counter[str] = Counter()
    for number in range(GAMES - GAMES // 4):
        setup = SETUPS[number % len(SETUPS)]
        random = Random(f"position {SEED} {number}")
        position = random_position(random, setup)
        unfolding, reference = set_up(setup, deepcopy(position))
        try:
            play_on(Played(unfolding.state, reference, seen), random, random.choice((0, 0, 0.01, 0.1)))
        except Difference as difference:
            where = f"position {number} of seed {SEED}, {setup}\n{canonical(position)}"
            raise Difference(f"{where}\n{difference}") from difference
    report(seen)
    if GAMES >= 200:
        assert {"end by domination", "end by majority", "end by resignation"} <= set(seen)
        assert {"monopoly", "research", "republic", "purge", "divine_right", "holy_book"} <= set(seen)


def test_a_hand_taken_by_an_inquisition_leaves_the_game_when_both_seats_leave() -> None:
    """Found by random play: the target has left, so what the inquisitor gives back on leaving goes out with it."""
    hand = {"military-1": 1}
    seats = [{"hand": hand, "area": {"religion-1": 1}}, {"hand": hand, "area": {}}, {"hand": hand, "area": {}}]
    position = {"active": 0, "first": 0, "step": "effects", "deck": ["utopia-3"], "seats": [*seats, seats[1]]}
    unfolding, reference = set_up(setup_for(4), position)
    game = Played(unfolding.state, reference, Counter())
    game.act(0, {"type": "inquisition", "seat": 1})
    game.act(1, {"type": "resign"})
    game.act(0, {"type": "resign"})
    assert reference.open_state()["seats"][1]["hand"] == {}


def report(seen: Counter[str]) -> None:
    """What came up, for whoever runs this with -s."""
    print("\n", dict(sorted(seen.items())))


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__, "-s", "-q"]))
