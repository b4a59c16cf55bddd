"""The schema's promises: history is append-only, and the public role sees nothing private."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from runpy import run_path

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege

from cartulary_service.config import Config
from cartulary_service.store import migrations, schema
from cartulary_service.store.database import Database, Pool, connection
from tests.conftest import migrate

ROLES = ("cartulary_service", "cartulary_public")
INSERT = """
    insert into events (game_id, position, ply, type, v, public, private, hash)
    values (%s, 1, 1, 'CardPlayed', 1, '{}', '{"card":"W1"}', '')
"""
CHANGES_TO_HISTORY = [
    "update events set public = ''",
    "update events set private = null where position = 1",
    "update events set hash = hash where false",
    "delete from events",
    "delete from events where false",
    "truncate events",
    "truncate events cascade",
    "insert into events select * from events on conflict (game_id, position) do update set public = ''",
    "merge into events e using games g on e.game_id = g.id when matched then delete",
    "merge into events e using games g on e.game_id = g.id when matched then update set public = ''",
    "select * from events for update",
    "drop table events",
    "alter table events add column note text",
    "alter table events rename to history",
    "alter table events drop constraint events_pkey",
    "alter table events owner to current_user",
    "drop index events_pkey",
    "create trigger forge before insert on events execute function suppress_redundant_updates_trigger()",
    "create rule forge as on insert to events do instead nothing",
    "create policy forge on events",
    "create index on events (type)",
    "lock table events in access exclusive mode",
    "create table forged (game_id uuid) inherits (events)",
    "create schema forged",
    "drop schema public cascade",
]


@pytest.fixture(scope="module")
def database(database_url: str) -> Iterator[Database]:
    database = Database(Config(database_url=database_url))
    yield database
    database.close()


@pytest.fixture
def recorded(database: Database) -> uuid.UUID:
    """A game with one event."""
    game = uuid.uuid4()
    with connection(database.serving) as serving:
        serving.execute(INSERT, [game])
    return game


@contextmanager
def as_role(database_url: str, role: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, options=f"-c role={role}") as session:
        yield session
        session.rollback()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("statement", CHANGES_TO_HISTORY)
def test_no_serving_role_can_change_history(database_url: str, statement: str, role: str) -> None:
    with as_role(database_url, role) as session, pytest.raises(InsufficientPrivilege):
        session.execute(statement)


def test_the_service_can_append_and_read(database: Database, recorded: uuid.UUID) -> None:
    with connection(database.serving) as serving:
        row = serving.execute("select private from events where game_id = %s", [recorded]).fetchone()
    assert row == ('{"card":"W1"}',)


def test_a_position_is_taken_once(database: Database, recorded: uuid.UUID) -> None:
    with connection(database.serving) as serving, pytest.raises(psycopg.errors.UniqueViolation) as lost:
        serving.execute(INSERT, [recorded])
    assert lost.value.diag.constraint_name == "events_pkey"


def test_the_public_role_cannot_append(database: Database) -> None:
    refused(database.public, INSERT.replace("%s", "uuidv7()"))


@pytest.mark.parametrize(
    "statement",
    [
        "select private from events",
        "select * from events",
        "select count(private) from events",
        "select position from events where private like '%W1%'",
        "select events from events",
        "select position from events order by private",
        "copy events to stdout",
    ],
)
def test_the_public_role_cannot_read_what_is_private(database: Database, statement: str) -> None:
    refused(database.public, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "select * from tokens",
        "select created_at from players",
        "select * from idempotency_keys",
        "select version from notes",
        "select text from notes",
        "select text from chat",
        "select changes from chats",
        "select muted from mutes",
    ],
)
def test_the_public_role_cannot_read_who_may_do_what(database: Database, statement: str) -> None:
    refused(database.public, statement)


def test_the_public_role_reads_the_public_part(database: Database, recorded: uuid.UUID) -> None:
    with connection(database.public) as public:
        row = public.execute("select public, hash from events where game_id = %s", [recorded]).fetchone()
        public.execute("select * from games, game_seats, (select id, name from players) as players limit 1")
    assert row == ("{}", b"")


def test_the_public_roles_timeouts_are_those_of_the_service(database: Database) -> None:
    assert timeouts(database.public) == timeouts(database.serving) == [("5s",), ("2s",), ("10s",)]


def test_migrating_twice_is_harmless(database_url: str, database: Database, recorded: uuid.UUID) -> None:
    migrate(database_url)
    with connection(database.serving) as serving:
        assert serving.execute("select from events where game_id = %s", [recorded]).fetchone() is not None


def refused(pool: Pool, statement: str) -> None:
    with connection(pool) as taken, pytest.raises(InsufficientPrivilege):
        taken.execute(statement)


def timeouts(pool: Pool) -> list[object]:
    names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]
    with connection(pool) as taken:
        return [taken.execute("select current_setting(%s)", [name]).fetchone() for name in names]


def test_a_postgresql_that_is_too_old_is_told_by_its_version(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "OLDEST_VERSION", 990_000)
    with pytest.raises(schema.UnfitSchema, match="; Cartulary needs 16 or newer"):
        migrations.migrate(database_url)


def test_ids_of_an_older_postgresql_name_their_time_as_those_of_the_newest_do(own_database: str) -> None:
    first_tables = run_path(str(schema.scripts() / "versions" / "0001_first_tables.py"))
    with psycopg.connect(own_database) as session:
        session.execute("create schema older")
        session.execute("set local search_path to older, pg_catalog, public")
        session.execute(first_tables["UUIDV7"])
        before = datetime.now(UTC) - timedelta(milliseconds=1)
        made = session.execute("select older.uuidv7() from generate_series(1, 1000)").fetchall()
        after = datetime.now(UTC) + timedelta(milliseconds=1)
    ids = [each for (each,) in made]
    times = [datetime.fromtimestamp((each.int >> 80) / 1000, UTC) for each in ids]
    assert {(each.version, each.variant) for each in ids} == {(7, uuid.RFC_4122)}
    assert before <= times[0]
    assert times[-1] <= after
    assert len({*ids}) == len(ids)
    # To a quarter of a microsecond, which no two of them need share.
    assert all(one.int >> 64 <= two.int >> 64 for one, two in pairwise(ids))
