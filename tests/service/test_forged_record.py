"""The check of the whole record finds a record that an operator made up by rules of its own."""

import psycopg
import pytest
from psycopg.types.json import Jsonb

from cartulary.record.event import RecordedEvent
from cartulary_service.config import Config
from cartulary_service.store.database import Database
from cartulary_service.trust.replay_check import verdict
from tests.commands import run
from tests.service.client import Client, Table, body_of
from tests.web.forgeries import Forgery, forgeries

INSERT = """
    insert into events (game_id, position, ply, type, v, seat, public, private, hash)
    values (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""


def development_without_a_discard() -> Forgery:
    """A game in which a Development discards nothing and the game goes on from there."""
    return next(each for each in forgeries() if each.name.endswith(" development.discard: none") and each.played)


def store(session: psycopg.Connection, rows: list[RecordedEvent], forgery: Forgery, like: str) -> None:
    """Put a record into the store, the row of the game like that of another."""
    session.execute(
        """
        insert into games select (jsonb_populate_record(g, %s)).* from games g where g.id = %s
        """,
        [Jsonb({"id": forgery.header["id"], "version": len(rows)}), like],
    )
    with session.cursor() as cursor:
        cursor.executemany(INSERT, [(forgery.header["id"], *row) for row in rows])


@pytest.fixture
def forged(own_base: str, own_database: str) -> tuple[str, Forgery]:
    """A service whose store holds the forged record beside an honest one."""
    forgery, honest = development_without_a_discard(), Table.of(own_base)
    honest.act(0, {"type": "resign"})
    with psycopg.connect(own_database) as session:
        store(session, list(forgery.rows), forgery, honest.game)
    return own_base, forgery


def test_the_check_of_the_record_tells_of_a_record_with_an_undeclared_action(
    forged: tuple[str, Forgery], own_database: str
) -> None:
    base, forgery = forged
    database = Database(Config(database_url=own_database, pool_size=2))
    try:
        found = verdict(database, forgery.header["id"], forgery.game)
    finally:
        database.close()
    assert (found.outcome, "action.undeclared" in found.words) == ("illegal", True)
    done = run("check", "record", DATABASE_URL=own_database)
    assert (done.returncode, forgery.header["id"] in done.stdout) == (1, True)
    mismatches = body_of(Client(base).get("/integrity"), 200)["mismatches"]
    assert [(each["game"], each["outcome"]) for each in mismatches] == [(forgery.header["id"], "illegal")]
