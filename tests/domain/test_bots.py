"""Bots see what their seat sees, do what is legal, keep to their time, and the better ones play better."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cartulary.bots.strategies import MOST_CONSIDERED, choose_action
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.codec import action_json
from cartulary.match.state import Match
from tests.domain.table import Table
from tests.domain.toy_game import TOY, State

EVERY_GAME = pytest.mark.parametrize("id", CATALOGUE)
EVERY_STRATEGY = pytest.mark.parametrize("strategy", ["random", "greedy", "search-1"])
"""The other searches differ in their budget only."""
MOST_PLIES = 4_000


def at_once() -> float:
    """No time passes."""
    return 0.0


def dealt(id: str, seed: int, seats: int = 2) -> Table:
    """A game that has been dealt from that seed."""
    random, game = Random(seed), CATALOGUE[id]
    entropy = [random.randbytes(32) for _ in range(seats)]
    return Table(game, game.setup(None, seats, {}), random.randbytes(32), entropy)


def played(id: str, strategies: tuple[str, ...], seed: int) -> Table:
    """A whole game of bots."""
    table, random = dealt(id, seed, len(strategies)), Random(seed)
    while table.match.status == "playing" and table.match.ply < MOST_PLIES:
        seat = table.match.to_act()[0]
        table.act(seat, choose_action(table.as_seen(seat), seat, strategies[seat], random, at_once))
    return table


def midway(id: str, seed: int, seats: int, plies: int) -> Table:
    """A game that went on by chance for a while."""
    table, random = dealt(id, seed, seats), Random(seed)
    for _ in range(plies):
        seat = table.match.to_act()[0]
        table.act(seat, choose_action(table.as_seen(seat), seat, "random", random, at_once))
    return table


def as_seen_in(table: Table, world: Any, seat: int) -> Match:
    """The match as its seat would see it if that were how things stand."""
    return replace(table.match, seed=None, state=table.game.mask(world, seat))


@EVERY_GAME
@EVERY_STRATEGY
@pytest.mark.parametrize("plies", [0, 30])
def test_in_two_worlds_that_differ_in_what_is_hidden_a_bot_chooses_the_same(id: str, strategy: str, plies: int) -> None:
    table = midway(id, 1, 3, plies)
    seat = table.match.to_act()[0]
    for seed in range(3):
        other = table.game.determinize(table.game.mask(table.match.state, seat), Random(seed))
        assert other != table.match.state
        choices = [
            choose_action(as_seen_in(table, world, seat), seat, strategy, Random(seed), at_once)
            for world in (table.match.state, other)
        ]
        assert choices[0] == choices[1]


@EVERY_GAME
@EVERY_STRATEGY
def test_what_a_bot_chooses_is_legal(id: str, strategy: str) -> None:
    table, random = dealt(id, 2, 3), Random(2)
    for _ in range(40):
        if table.match.status == "playing":
            seat = table.match.to_act()[0]
            legal = [action_json(each) for each in table.actions(seat, MOST_CONSIDERED)]
            action = choose_action(table.as_seen(seat), seat, strategy, random, at_once)
            assert action_json(action) in legal
            table.act(seat, action)


@EVERY_GAME
def test_a_search_ends_when_its_time_is_up_and_has_an_answer_by_then(id: str) -> None:
    table = midway(id, 4, 2, 20)
    seat = next(seat for seat in table.match.to_act() if len(table.actions(seat)) > 1)
    looks: list[int] = []

    def elapsed() -> float:
        looks.append(len(looks))
        return 0.0 if len(looks) < 4 else 1_000.0

    assert choose_action(table.as_seen(seat), seat, "search-3", Random(1), elapsed) in table.actions(seat)
    assert len(looks) == 4


@EVERY_STRATEGY
def test_where_a_seat_can_do_nothing_no_bot_chooses_anything(strategy: str) -> None:
    table = midway("carta-impera-victoria", 1, 2, 5)
    other = 1 - table.match.to_act()[0]
    with pytest.raises(LookupError):
        choose_action(table.as_seen(other), other, strategy, Random(1), at_once)


def test_of_what_is_equally_good_the_greedy_bot_takes_any() -> None:
    table = Table(TOY, TOY.setup(None, 2, {}), bytes(32), [b"", b""])
    assert len({choose_action(table.as_seen(0), 0, "greedy", Random(seed), at_once) for seed in range(9)}) == 3


def worlds_looked_at(strategy: str, elapsed: float) -> int:
    """How many worlds a bot makes when it has been thinking for so long already."""
    made: list[object] = []

    def determinized(state: State, random: Random) -> State:
        made.append(state)
        return TOY.determinize(state, random)

    table = Table(TOY, TOY.setup(None, 2, {}), bytes(32), [b"", b""])
    seen = replace(table.as_seen(0), game=replace(TOY, determinize=determinized))
    choose_action(seen, 0, strategy, Random(1), lambda: elapsed)
    return len(made)


def test_of_two_searches_the_stronger_looks_at_more_worlds_and_thinks_for_longer() -> None:
    weak, middle, strong = (worlds_looked_at(f"search-{number}", 0) for number in (1, 2, 3))
    assert 0 < weak < middle < strong
    patient = [[worlds_looked_at(f"search-{number}", elapsed) > 0 for number in (1, 2, 3)] for elapsed in (1, 4, 9)]
    assert patient == [[False, True, True], [False, False, True], [False, False, False]]


def test_of_one_legal_action_a_search_asks_nothing() -> None:
    table = midway("carta-impera-victoria", 1, 2, 1)
    while len(table.actions(seat := table.match.to_act()[0])) > 1:
        table.act(seat, table.actions(seat)[-1])
    never = pytest.fail
    assert choose_action(table.as_seen(seat), seat, "search-1", Random(1), never) == table.actions(seat)[0]


@EVERY_GAME
def test_the_greedy_bot_beats_chance(id: str) -> None:
    assert count_wins(id, "greedy", "random", 20) >= 15


def test_a_search_beats_the_greedy_bot() -> None:
    assert count_wins("carta-impera-victoria", "search-1", "greedy", 10) >= 6


def count_wins(id: str, better: str, worse: str, games: int) -> int:
    """The games that the first of two bots wins, in turn from each seat."""
    won = 0
    for seed in range(games):
        strategies = (better, worse) if seed % 2 else (worse, better)
        result = played(id, strategies, seed).match.result
        assert result is not None
        won += result.winners == (strategies.index(better),)
    return won


def test_the_greedy_bot_comes_to_the_end_of_the_longer_game() -> None:
    assert played("civilization-the-card-game", ("greedy", "greedy"), 3).match.status == "finished"
