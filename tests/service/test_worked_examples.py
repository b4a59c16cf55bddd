"""The worked examples of the rules, played by clients of the service."""

from typing import Any

import pytest

from tests.domain.carta_impera_victoria.examples import EXAMPLES, Example, Illegal, differences, resolved, result_of
from tests.service.client import Player, Table

FORBIDDEN = [(example, illegal) for example in EXAMPLES for illegal in example.illegal]


@pytest.fixture(scope="module")
def players(served: str) -> list[Player]:
    return [Player(served, name) for name in "ABCD"]


def begun(example: Example, players: list[Player]) -> Table:
    """The example's position on a table."""
    seats = example.seats()
    return Table.of(
        players[0].base,
        seats,
        players[:seats],
        edition=example.edition,
        options={"teams": example.teams},
        position=example.position(),
    )


def act(table: Table, seat: int, action: Any) -> dict[str, Any]:
    """What a seat posts, from its letters."""
    return dict(resolved(action, table.see(seat)["state"], seat))


def require(table: Table, text: str) -> None:
    """Everybody is shown the state that the text describes, each seat its own hand."""
    games = [table.see(seat) for seat in table.audiences()]
    hands = {seat: game["state"]["seats"][seat]["hand"] for seat, game in enumerate(games[:-1])}
    for game in games:
        assert differences(text, game["state"], hands) == []
        ended = result_of(text)
        assert game["status"] == ("finished" if ended else "playing")
        assert (ended and [*ended]) == (game["result"] and [game["result"]["kind"], game["result"]["winners"]])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example.id))
def test_the_worked_example_goes_as_the_rules_say(example: Example, players: list[Player]) -> None:
    table = begun(example, players)
    require(table, example.before)
    for step in example.steps:
        table.act(step.seat, act(table, step.seat, step.action))
        require(table, step.after)
    if example.points is not None:
        assert table.see()["result"]["points"] == {str(seat): points for seat, points in example.points.items()}


@pytest.mark.parametrize(
    ("example", "illegal"),
    FORBIDDEN,
    ids=[f"{example.id}-{index}" for example in EXAMPLES for index, _ in enumerate(example.illegal)],
)
def test_actions_that_the_worked_example_forbids_are_refused(
    example: Example, illegal: Illegal, players: list[Player]
) -> None:
    table = begun(example, players)
    for step in example.steps[: illegal.steps]:
        table.act(step.seat, act(table, step.seat, step.action))
    before = table.see()
    problem = table.refused(illegal.seat, act(table, illegal.seat, illegal.action))
    assert problem["rule"] == illegal.rule
    assert problem["legal"] == table.legal(illegal.seat, expand=False)
    assert table.see() == before
