"""The check of redaction finds a leak in stored games, and the integrity page tells of its last run."""

from collections.abc import Iterator
from typing import Any

import pytest

from cartulary.kernel.visibility import EVERYTHING
from cartulary.record import redact
from cartulary_service.config import Config
from cartulary_service.store.database import Database
from cartulary_service.trust import redaction_check
from tests.service.client import CIVILIZATION, Client, Table, body_of


@pytest.fixture
def database(own_database: str) -> Iterator[Database]:
    opened = Database(Config(database_url=own_database))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def finished(own_base: str) -> set[str]:
    """A game of each kind that is over, and one that is not."""
    tables = [Table.of(own_base, 3), Table.of(own_base, 2, game=CIVILIZATION, edition=None)]
    for table in tables:
        for _ in range(6):
            seat = table.see()["to_act"][0]
            table.act(seat, table.legal(seat)[0])
        while table.see()["status"] == "playing":
            table.act(table.see()["to_act"][0], {"type": "resign"})
    Table.of(own_base, 2)
    return {table.game for table in tables}


def test_finished_games_are_checked_and_the_page_tells_of_it(
    own_base: str, database: Database, finished: set[str]
) -> None:
    found = [*redaction_check.run(database)]
    assert {each.game_id for each in found} == finished
    assert [each.leaks for each in found] == [[], []]
    told = body_of(Client(own_base).get("/integrity"), 200)["redaction"]
    assert (told["games"], told["leaks"]) == (2, 0)
    assert told["events"] == sum(each.events for each in found)


def test_a_leak_is_found_and_counted(
    own_base: str, database: Database, finished: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(types: Any, row: Any, audience: Any) -> Any:
        return redact.redact_row(types, row, EVERYTHING if audience == 1 else audience)

    monkeypatch.setattr(redaction_check, "redact_row", careless)
    found = [*redaction_check.run(database)]
    assert all(each.leaks for each in found)
    told = body_of(Client(own_base).get("/integrity"), 200)["redaction"]
    assert told["leaks"] == sum(len(each.leaks) for each in found)


def test_a_check_is_due_once_in_so_many_hours(database: Database, finished: set[str]) -> None:
    assert [*redaction_check.run(database)]
    assert not redaction_check.is_due(database, 1)
    assert redaction_check.is_due(database, 0)


def test_the_role_of_spectators_has_no_right_to_what_is_hidden(own_base: str, database: Database) -> None:
    assert not redaction_check.may_read_private_parts(database)
