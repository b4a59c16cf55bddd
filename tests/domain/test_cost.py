"""What a game costs, as far as that can be counted: calls of functions, bytes; times are measured in bench/."""

import tracemalloc
from random import Random
from typing import Any, Final

import pytest

from bench.engine import begun, playouts, server
from domain.catalogue import CATALOGUE
from domain.match.evolve import followed
from domain.match.game import Game
from domain.match.state import Match, forked
from domain.record.event import Recorded
from tests.calls import counted
from tests.domain.table import Table

CARTA, CIVILIZATION = CATALOGUE["carta-impera-victoria"], CATALOGUE["civilization-the-card-game"]
GAMES: Final = 6
CALLS_OF_A_MOVE: Final = 500
"""With its record, and a view for each seat."""
CALLS_OF_AN_EVENT: Final = 8.3
COPIES: Final = 100


def each_with(**most: int) -> pytest.MarkDecorator:
    """The test for each game, with the most that it may cost there."""
    games = (CARTA, most["carta"]), (CIVILIZATION, most["civilization"])
    return pytest.mark.parametrize(("game", "most"), games, ids=(CARTA.id, CIVILIZATION.id))


@pytest.fixture(params=[CARTA, CIVILIZATION], ids=lambda each: each.id)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    chosen: Game[Any] = request.param
    return chosen


def recorded(game: Game[Any]) -> tuple[Match, list[Recorded]]:
    """A match of four right after the deal, and what is recorded of it from there to its end."""
    table, random = Table(game, game.setup(None, 4, {}), bytes(32), [bytes(32)] * 4), Random(1)
    dealt, before = table.match, len(table.rows)
    while table.match.status == "playing":
        seat = table.match.to_act()[0]
        forms = [*game.legal_actions(table.match.state, seat)]
        table.act(seat, random.choice(forms).any_action(random))
    return dealt, table.rows[before:]


@each_with(carta=54, civilization=117)
def test_an_action_at_random_takes_few_calls_with_all_that_is_legal_listed(game: Game[Any], most: int) -> None:
    play = playouts(game)
    play()
    actions, calls = counted(lambda: sum(play() for _ in range(GAMES)))
    assert calls / actions < most


def test_a_move_on_the_server_takes_few_calls_with_its_record_and_a_view_for_each_seat(game: Game[Any]) -> None:
    play = server(game)
    play()
    actions, calls = counted(lambda: sum(play() for _ in range(GAMES)))
    assert calls / actions < CALLS_OF_A_MOVE


def test_an_event_whose_like_was_read_before_is_followed_by_few_calls(game: Game[Any]) -> None:
    dealt, rows = recorded(game)
    followed(dealt, rows)
    after, calls = counted(lambda: followed(dealt, rows))
    assert after.status == "finished"
    assert calls / len(rows) < CALLS_OF_AN_EVENT


@each_with(carta=5_000, civilization=6_200)
def test_a_fold_that_is_kept_weighs_little(game: Game[Any], most: int) -> None:
    match = begun(game, 4)
    tracemalloc.start()
    try:
        copies = [forked(match) for _ in range(COPIES)]
        weigh, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert weigh / len(copies) < most
