"""The real service in this process, over a PostgreSQL whose clock and ids stand still, and in a world of its own."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import psycopg
import pytest

from cartulary_service.config import Config
from cartulary_service.games import lobby
from cartulary_service.games.queries import GameQueries
from cartulary_service.subjects.forks import queries as forks
from cartulary_service.subjects.notices import deliveries, reminders
from cartulary_service.subjects.notices.digests import Digests
from cartulary_service.subjects.notices.mail_queue import MailQueue
from cartulary_service.subjects.notices.mailer import Mail
from cartulary_service.subjects.notices.outbox import Outbox
from cartulary_service.subjects.notices.player_mail import PlayerMailer
from tests.secrecy.answers import Answer
from tests.secrecy.dealt import Swap, swapped
from tests.secrecy.shared_cache import SharedCache
from tests.service.conftest import make_app

EVENT_STREAM: Final = "text/event-stream"
FREEZE: Final = """
create schema frozen;
grant usage on schema frozen to public;
create table frozen.clock as select timestamptz '2026-01-01 00:00:00Z' as at;
create sequence frozen.ids;
create function frozen.now() returns timestamptz language sql stable security definer
    as 'select at from frozen.clock';
create function frozen.clock_timestamp() returns timestamptz language sql stable security definer
    as 'select at from frozen.clock';
create function frozen.uuidv7() returns uuid language sql volatile security definer
    as $$select format('00000000-0000-7000-8000-%s', lpad(to_hex(nextval('frozen.ids')), 12, '0'))::uuid$$;
create function frozen.gen_random_uuid() returns uuid language sql volatile security definer
    as 'select frozen.uuidv7()';
create function frozen.pg_current_xact_id() returns xid8 language sql stable as $$select '3'::xid8$$;
create function frozen.pg_snapshot_xmin(pg_snapshot) returns xid8 language sql stable as $$select '1000'::xid8$$;
do $$
declare it record;
begin
    execute format('alter database %I set search_path = frozen, pg_catalog, public', current_database());
    for it in
        select d.adrelid::regclass as place, a.attname as name, pg_get_expr(d.adbin, d.adrelid) as value
        from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        where pg_get_expr(d.adbin, d.adrelid) in
            ('now()', 'clock_timestamp()', 'uuidv7()', 'gen_random_uuid()', 'pg_current_xact_id()')
    loop
        execute format('alter table %s alter column %I set default frozen.%s', it.place, it.name, it.value);
    end loop;
end
$$;
"""

EMPTY: Final = """
set session_replication_role = replica;
do $$
begin
    execute (
        select 'truncate ' || string_agg(format('%I', tablename), ', ') || ' restart identity'
        from pg_tables where schemaname = 'public' and tablename <> 'alembic_version'
    );
end
$$;
update frozen.clock set at = timestamptz '2026-01-01 00:00:00Z';
"""

WORLD: Final[ContextVar["Frozen"]] = ContextVar("world")
"""The one that is asked just now."""


class Frozen:
    """A service over a database of its own."""

    def __init__(self, database_url: str, folder: Path) -> None:
        self.swaps: Sequence[Swap] = ()
        self.hiding = False
        """Whether the games that are opened now are those in which the worlds differ."""
        self.random = Random(0)
        """Where tokens and codes come from, in both worlds the same."""
        self._admin = psycopg.connect(database_url, autocommit=True)
        self._admin.execute(FREEZE)
        config = Config(
            database_url=database_url,
            keys_dir=folder / "keys",
            pool_size=2,
            tick_milliseconds=1,
            heartbeat_seconds=1,
            rate_limits=False,
            smtp_url="smtp://localhost",
            mail_from="games@games.example",
        )
        self._service = make_app(config)
        self._client = self._service.test_client()
        self._parts = self._service.extensions["cartulary"]

    def close(self) -> None:
        self._parts["stopping"].set()
        self._parts["database"].close()
        self._admin.close()

    def ask(self, method: str, path: str, token: str | None = None, **more: Any) -> Answer:
        """Send a request; of a stream the opening and the first events are read."""
        headers = {"X-Request-Id": "one", **more.pop("headers", {})}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        self.tick()
        with self._being_asked():
            response = self._client.open(f"/v1{path}", method=method, headers=headers, buffered=False, **more)
            body = first_of(response) if response.mimetype == EVENT_STREAM else response.get_data()
        said = tuple((name, value) for name, value in response.headers if name != "Date")
        return Answer(response.status_code, said, body)

    def cache(self) -> SharedCache:
        """Return an empty cache in front of this world."""

        def ask(path: str, headers: Mapping[str, str]) -> Answer:
            return self.ask("GET", path, headers=dict(headers))

        return SharedCache(ask)

    @contextmanager
    def _being_asked(self) -> Iterator[None]:
        before = WORLD.set(self)
        try:
            with swapped(self.swaps):
                yield
        finally:
            WORLD.reset(before)

    def begin(self, number: int, swaps: Sequence[Swap]) -> None:
        """Be empty, and as every other world at the beginning of the scene of that number, but for these swaps."""
        self.swaps, self.random = swaps, Random(number)
        self._admin.execute(EMPTY)
        self._admin.execute("select setval('frozen.ids', %s)", (number * 10_000,))

    def tick(self, seconds: int = 1) -> None:
        """Let time pass."""
        self._admin.execute("update frozen.clock set at = at + make_interval(secs => %s)", (seconds,))

    def posted(self) -> list[str]:
        """What is sent to webhooks now."""
        database = self._parts["database"]
        Outbox(database, GameQueries(database, 10), None).empty()
        claimed = []
        while due := deliveries.claim(database, deliveries.ONE):
            claimed += due
            deliveries.mark_delivered(database, due[0], 200)
        return sorted(f"{each.webhook} {each.media_type} {each.body}" for each in claimed)

    def mailed(self) -> list[Mail]:
        """What is mailed now, codes first."""
        database = self._parts["database"]
        sent: list[Mail] = []
        postman: Any = SimpleNamespace(send=sent.append)
        mailer = PlayerMailer(postman, None)
        digests = Digests(database, GameQueries(database, 10), mailer, limits_rates=False)
        queue = MailQueue(database, mailer)
        reminders.note_due(database, None)
        with self._being_asked():
            while digests.send_code() or digests.send_recovery() or queue.send_queued() or digests.send_digest():
                pass
        return sent

    def seed(self, size: int) -> bytes:
        """What the service believes that a game is dealt by. Games that are not hidden have the same in both worlds."""
        return bytes([bool(self.swaps) and self.hiding]) * size


def first_of(response: Any) -> bytes:
    """A stream up to its first events."""
    chunks = response.iter_encoded()
    opening, events = next(chunks), next(chunks)
    response.close()
    return bytes(opening + events)


def freeze_chance(patch: pytest.MonkeyPatch) -> None:
    """Draw tokens and codes alike in all worlds, but seeds not; what a fork imagines is imagined alike."""
    patch.setattr(secrets, "token_bytes", lambda size: WORLD.get().random.randbytes(size))
    patch.setattr(secrets, "token_hex", lambda size: WORLD.get().random.randbytes(size).hex())
    patch.setattr(secrets, "randbelow", lambda most: WORLD.get().random.randrange(most))
    patch.setattr(secrets, "token_urlsafe", lambda size: WORLD.get().random.randbytes(size).hex())
    patch.setattr(lobby, "secrets", SimpleNamespace(token_bytes=lambda size: WORLD.get().seed(size)))
    patch.setattr(forks, "SystemRandom", lambda: Random(1))
