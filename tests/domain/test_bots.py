"""Bots see what their seat sees, do what is legal, and the greedy one plays better than chance."""

from random import Random

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.bots import MOST_CONSIDERED, STRATEGIES, chosen
from domain.kernel.codec import action_json
from tests.domain.table import Table

EVERY_GAME = pytest.mark.parametrize("id", CATALOGUE)
EVERY_STRATEGY = pytest.mark.parametrize("strategy", STRATEGIES)
MOST_PLIES = 4_000


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
        table.act(seat, chosen(table.as_seen(seat), seat, strategies[seat], random))
    return table


@EVERY_GAME
@EVERY_STRATEGY
def test_what_is_hidden_from_its_seat_does_not_sway_a_bot(id: str, strategy: str) -> None:
    table = dealt(id, 1)
    seat = table.match.to_act()[0]
    seen = table.as_seen(seat)
    for seed in range(5):
        choices = [chosen(each, seat, strategy, Random(seed)) for each in (seen, table.as_seen(seat))]
        assert choices[0] == choices[1]
    assert seen.seed is None


@EVERY_GAME
@EVERY_STRATEGY
def test_what_a_bot_chooses_is_legal(id: str, strategy: str) -> None:
    table, random = dealt(id, 2, 3), Random(2)
    for _ in range(60):
        if table.match.status == "playing":
            seat = table.match.to_act()[0]
            legal = [action_json(each) for each in table.actions(seat, MOST_CONSIDERED)]
            action = chosen(table.as_seen(seat), seat, strategy, random)
            assert action_json(action) in legal
            table.act(seat, action)


def test_the_greedy_bot_beats_chance() -> None:
    won = 0
    for seed in range(20):
        strategies = ("greedy", "random") if seed % 2 else ("random", "greedy")
        result = played("carta-impera-victoria", strategies, seed).match.result
        assert result is not None
        won += result.winners == (strategies.index("greedy"),)
    assert won >= 15


def test_the_greedy_bot_comes_to_the_end_of_the_longer_game() -> None:
    assert played("civilization-the-card-game", ("greedy", "greedy"), 3).match.status == "finished"
