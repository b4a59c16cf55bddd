"""A game as text: written from a record, it replays to the same match, and says where it doesn't."""

from json import dumps, loads

import pytest

from cartulary.audit import transcript
from cartulary.games.carta_impera_victoria import GAME
from tests.cases import cases
from tests.domain.table import Table


def played(moves: int) -> Table:
    """A game of three seats after some moves, always the first that is listed."""
    table = Table(GAME, GAME.setup("ko", 3, {"deal": "draft"}), b"\2" * 32, [b"x", b"", b"y"])
    for _ in range(moves):
        seat = table.match.to_act()[0]
        table.act(seat, table.actions(seat)[0])
    return table


def test_what_is_written_replays_to_the_match_it_was_written_from() -> None:
    table = played(20)
    first, *lines = transcript.write_transcript(GAME, table.match.id, table.rows, "some moves")
    said = {"about": "some moves", "format": "cartulary-game/v1", "game": GAME.id, "id": table.match.id}
    assert transcript.header(first) == loads(first) == said
    assert [loads(line)["public"] for line in lines] == [row.public for row in table.rows]
    assert [loads(line)["private"] for line in lines] == [loads(row.private or "{}") for row in table.rows]
    assert all(set(loads(line)) == {"public", "private", "state"} for line in lines)
    matches = list(transcript.replay_transcript(GAME, table.match.id, lines))
    assert [match.version for match in matches] == [row.position for row in table.rows]
    assert matches[-1] == table.match


@cases("other", ["cartulary-game/v0", "cartulary-game/v2", "", "a", "z"])
def test_another_format_is_no_transcript(other: str) -> None:
    with pytest.raises(transcript.Difference):
        transcript.header(dumps({"format": other}))
    with pytest.raises(transcript.Difference):
        transcript.header("{}")


@cases("state", ["", "-", "zzz"])
def test_a_state_that_is_not_as_it_says_is_a_difference(state: str) -> None:
    table = played(3)
    _, *lines = transcript.write_transcript(GAME, table.match.id, table.rows, "some moves")
    for place in (0, len(lines) - 1):
        wrong = [*lines[:place], dumps(loads(lines[place]) | {"state": state}), *lines[place + 1 :]]
        with pytest.raises(transcript.Difference, match=f"After event {place + 1} "):
            list(transcript.replay_transcript(GAME, table.match.id, wrong))
