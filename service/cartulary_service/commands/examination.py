"""Diagnosis of an installation, with advice for each finding."""

import os
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import Any, Final

import psycopg
from psycopg.rows import dict_row

from cartulary_service import __version__
from cartulary_service.config import BadConfig, Config, find_misspelt, find_without_effect, require_spans
from cartulary_service.diagnostics import Finding, first_line, warning, wrong
from cartulary_service.store.cluster import is_cluster
from cartulary_service.store.database import WORKER, DatabaseUnavailable, describe_error, wait_until_ready
from cartulary_service.store.embedded import find_fault
from cartulary_service.store.login_roles import escapes_of, of_rivals
from cartulary_service.store.replication import of_replica
from cartulary_service.store.schema import Schema, UnfitSchema, find_unfitness, newest, of_schema, read_schema_at
from cartulary_service.subjects.log.growth import IS_DUE
from cartulary_service.trust.keys import Keys, UnfitKeys
from cartulary_service.trust.push_keys import OF_BROWSERS, of_push_key
from cartulary_service.trust.signing_keys import of_known_keys

SECONDS_TO_ANSWER: Final = 3
SECONDS_APART: Final = 2
SECONDS_LATE: Final = 60
SECONDS_TO_LOG: Final = 600
SECONDS_OPEN: Final = 300
LEAST_FREE: Final = 1 << 30
SEGMENT: Final = 16 << 20
"""Size of a file of PostgreSQL's log; with less free it soon cannot write."""
CONNECTIONS_BESIDE: Final = 15
"""For the worker by the clock, migrations and the operator."""

Facts = Mapping[str, Any]


FACTS: Final = """
select current_setting('server_version') as version,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('synchronous_standby_names') <> '' as waits,
    (select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum')) as standbys,
    pg_has_role('pg_read_all_stats', 'usage') as monitors,
    pg_is_in_recovery() as standby,
    current_setting('max_connections')::int as connections,
    extract(epoch from clock_timestamp())::float8 as clock,
    (select array_agg(rolname::text) from pg_roles
     where rolname in ('cartulary_service', 'cartulary_public') and pg_has_role(oid, 'set')) as roles,
    (select count(*) from pg_roles
     where rolname in ('cartulary_service', 'cartulary_public') and rolsuper) as superusers,
    (select count(*) from pg_stat_activity
     where datname = current_database() and application_name = %(worker)s) as workers,
    (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()) as longest,
    to_regclass('alembic_version') is not null as has_schema
"""
RECORD: Final = """
select (select version_num from alembic_version) as revision,
    (select revision from schema_floor) as floor,
    has_table_privilege('cartulary_service', 'events', 'select')
        and has_table_privilege('cartulary_service', 'events', 'insert') as service_writes,
    has_table_privilege('cartulary_service', 'events', 'update')
        or has_any_column_privilege('cartulary_service', 'events', 'update')
        or has_table_privilege('cartulary_service', 'events', 'delete')
        or has_table_privilege('cartulary_service', 'events', 'truncate') as service_changes,
    has_column_privilege('cartulary_public', 'events', 'public', 'select') as public_reads,
    has_column_privilege('cartulary_public', 'events', 'private', 'select')
        or has_column_privilege('cartulary_public', 'sealed_games', 'private', 'select') as public_sees,
    (select array_agg(key order by place) from signing_keys) as keys,
    (select coalesce(extract(epoch from clock_timestamp() - min(deadline)), 0)::float8 from games) as overdue
"""
CHECKED: Final = f"""
select (select coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 from outbox) as untold,
    (select coalesce(extract(epoch from clock_timestamp() - min(updated_at)), 0)::float8 from games where {IS_DUE})
        as unlogged,
    (select count(*) from audits where outcome <> 'same') as mismatches,
    (select count(*) from games where status in ('finished', 'abandoned')) as ended,
    (select count(*) from sealed_games) as sealed,
    (select count(*) {OF_BROWSERS}) as browsers, (select min(created_at) {OF_BROWSERS}) as first_subscription
"""


def examine(config: Config) -> Iterator[Finding]:
    """Yield all findings of an installation whose database has a URL."""
    yield from of_host(config, None)
    yield from of_database(config, None)


def of_host(config: Config, games: Path | None) -> Iterator[Finding]:
    """Return what can be found without a database. `games`: where they lie in a folder of ours."""
    yield Finding("ok", "version", __version__)
    yield from of_names(os.environ)
    yield from of_settings(config)
    yield from of_folders(config, games)


def of_database(config: Config, games: Path | None) -> Iterator[Finding]:
    """The database, and what it knows of the rest. `games`: where they lie in a folder of ours."""
    url = config.database_url or ""
    try:
        wait_until_ready(url, SECONDS_TO_ANSWER)
        with psycopg.connect(url, autocommit=True, row_factory=dict_row) as c:
            if fault := find_unfitness(c):
                # An old one may not know what the other questions name.
                yield wrong("PostgreSQL", fault)
                return
            yield from of_sessions(url, c)
            facts = c.execute(FACTS, {"worker": WORKER}).fetchone() or {}
            yield from of_server(facts, config, time.time())
            yield from of_escapes(escapes_of(c))
            yield from of_rivals(c)
            if config.replica_url and not facts["standby"]:
                yield of_replica(url, config.replica_url)
            schema = read_schema_at(url)
            if facts["has_schema"] and schema.floor is None:
                yield of_schema(schema)
            elif facts["has_schema"] and len(facts["roles"] or ()) == 2:
                # The login may have no rights but those of the roles, and only the public one sees the revision.
                c.execute("set role cartulary_public")
                record = c.execute(RECORD).fetchone() or {}
                yield from of_record(record)
                keys = Keys(config.keys_folder)
                yield from of_known_keys(record["keys"], keys, games) if record["keys"] else of_first_key(keys)
                if record["revision"] >= newest():
                    c.execute("set role cartulary_service")
                    checked = c.execute(CHECKED).fetchone() or {}
                    yield from of_worker(facts | record | checked)
                    yield from of_push_key(config.keys_folder, checked["browsers"], checked["first_subscription"])
    except (DatabaseUnavailable, BadConfig) as error:
        yield Finding("WRONG", "database", f"{error}. Start it, or set DATABASE_URL to where it is.")
    except UnfitSchema as error:
        yield Finding("WRONG", "schema", str(error))
    except psycopg.Error as error:
        yield Finding("WRONG", "database", f"{describe_error(url)} refuses what is asked of it: {first_line(error)}.")


def of_sessions(url: str, first: psycopg.Connection[Any]) -> Iterator[Finding]:
    """Whether what is set in a session stays there; a pooler that lends by transaction mixes up roles."""
    with psycopg.connect(url, autocommit=True) as second:
        for session, value in ((first, "first"), (second, "second")):
            session.execute("select set_config('cartulary.session', %s, false)", (value,))
    if (first.execute("select current_setting('cartulary.session', true) as value").fetchone() or {})[
        "value"
    ] != "first":
        yield Finding("WRONG", "sessions", "a pooler mixes them up; have it lend by session (pool_mode = session)")


def of_names(variables: Iterable[str]) -> Iterator[Finding]:
    """Variables of the environment whose names are nearly those of settings."""
    for name, near in find_misspelt(variables):
        yield warning(name, f"there is no such setting, so it does nothing; if {near} is meant, write that")


def of_settings(config: Config) -> Iterator[Finding]:
    """Settings that do not go together."""
    found = list(odd_settings(config))
    yield from found or [Finding("ok", "settings", "they go together")]


def odd_settings(config: Config) -> Iterator[Finding]:
    """Yield a finding for each pair of settings that conflict, and for one whose library is missing."""
    try:
        require_spans(config)
    except BadConfig as error:
        yield Finding("WRONG", "settings", str(error))
    for name, words in find_without_effect(config):
        yield warning(name, words)
    public, proxies = config.public_url or "", config.trusted_proxies
    if public.startswith("https://") and not proxies:
        yield warning(
            "TRUSTED_PROXIES",
            "PUBLIC_URL is https, so a proxy stands in front; set how many, or all players share "
            "one address and its limits",
        )
    if proxies and config.host not in ("127.0.0.1", "::1", "localhost"):
        yield warning(
            "HOST", f"it listens at {config.host} and believes X-Forwarded-For; let nobody but the proxy reach it"
        )
    if public.startswith("http://"):
        yield warning("PUBLIC_URL", "it is http, so tokens go in the clear; put a proxy with a certificate in front")
    if config.smtp_url and not public:
        yield warning("PUBLIC_URL", "it is not set, so mails have no links; set it to where players reach the service")
    if public and not config.rate_limits:
        yield warning("RATE_LIMITS", "they are off and the service is public; set RATE_LIMITS=true")
    if public and (config.webhook_allow_private or config.webhook_allow_http):
        yield warning(
            "WEBHOOK_ALLOW_PRIVATE",
            "players can make the service post to your network, or in the clear; unset it and WEBHOOK_ALLOW_HTTP",
        )


def of_folders(config: Config, games: Path | None) -> Iterator[Finding]:
    """The data directory, the disk of the games, and the keys. `games`: where they lie in a folder of ours."""
    data = config.data_dir
    full = games or data.resolve()
    if games and (fault := find_fault(games)):
        yield Finding("WRONG", "DATA_DIR", fault)
    elif not writable(data):
        yield wrong("DATA_DIR", f"{data.resolve()} cannot be written to; make it the user's who runs the service")
    elif (free := shutil.disk_usage(existing(full)).free) < LEAST_FREE:
        finding = wrong if free < SEGMENT else warning
        yield finding("disk", f"{full} has {free >> 20} MiB left; free some space, or requests are answered with 503")
    else:
        where = f"; the games {'lie' if is_cluster(games) else 'will lie'} in {games}" if games else ""
        yield Finding("ok", "DATA_DIR", f"{data.resolve()} can be written to, with {free >> 30} GiB left{where}")
    yield from of_keys(config.keys_folder)


def of_keys(folder: Path) -> Iterator[Finding]:
    """The keys that sign; whether there may be none, the database knows."""
    keys = Keys(folder)
    try:
        keys.signers()
        paths = keys.paths()
    except UnfitKeys as error:
        yield wrong("keys", str(error))
        return
    if not paths and not writable(folder):
        yield wrong(
            "keys", f"{folder.resolve()} has none and cannot be written to; make it the user's who runs the service"
        )
    elif open_to_others := [each for each in (folder, *paths) if each.exists() and each.stat().st_mode & 0o077]:
        command = f"chmod -R go= {quote(str(folder.resolve()))}"
        yield wrong("keys", f"others can reach {open_to_others[0].resolve()}; keep them out by `{command}`")
    elif paths:
        yield Finding("ok", "keys", f"{len(paths)} in {folder.resolve()}")


def of_first_key(keys: Keys) -> Iterator[Finding]:
    """Whether `serve` can make the first key, where none has signed."""
    # A folder that cannot be read is found by itself.
    with suppress(UnfitKeys):
        if not keys.exist() and writable(keys.folder):
            yield Finding("ok", "keys", "serve makes the first one")


def of_server(facts: Facts, config: Config, now: float) -> Iterator[Finding]:
    """The PostgreSQL by itself; `now` is this host's time."""
    yield from of_durability(facts)
    yield from of_room(facts, config, now)
    yield from of_login(facts)


def of_durability(facts: Facts) -> Iterator[Finding]:
    """Whether it is one that this service can use, and keeps what it acknowledges."""
    yield Finding("ok", "PostgreSQL", f"{facts['version']} answers")
    if facts["standby"]:
        yield wrong("PostgreSQL", "it is a standby and only reads; promote it, or point DATABASE_URL at the primary")
    for name in ("fsync", "full_page_writes", "synchronous_commit"):
        if facts[name] == "off":
            yield wrong(name, "it is off, so acknowledged actions can be lost in a power cut; set it to on and reload")
    if facts["waits"] and facts["monitors"] and not facts["standbys"]:
        yield wrong(
            "standby", "commits wait for one and none follows; start it, or empty synchronous_standby_names and reload"
        )


def of_room(facts: Facts, config: Config, now: float) -> Iterator[Finding]:
    """Whether there are connections enough, the time is right, and nothing has been open for long."""
    needed = 2 * config.workers * (config.pool_size + 1) + CONNECTIONS_BESIDE
    if facts["connections"] < needed:
        yield warning(
            "max_connections",
            f"{facts['connections']} is less than the {needed} that WORKERS and POOL_SIZE may take; "
            "raise it, or lower them",
        )
    if abs(facts["clock"] - now) > SECONDS_APART:
        yield warning(
            "clock",
            f"this host and the database are {abs(facts['clock'] - now):.0f} s apart; let both follow a time "
            "server, or players see other deadlines than those that count",
        )
    if facts["longest"] > SECONDS_OPEN:
        yield warning(
            "transactions",
            f"one has been open for {facts['longest']:.0f} s and holds back the feed; end it: "
            "select pid, query from pg_stat_activity order by xact_start",
        )


def of_login(facts: Facts) -> Iterator[Finding]:
    """Whether the schema is there, and the roles that the service takes on."""
    if not facts["has_schema"]:
        yield wrong("schema", "there is none; run: cartulary migrate")
    elif missing := sorted({"cartulary_service", "cartulary_public"} - {*(facts["roles"] or ())}):
        yield wrong(
            "roles",
            f"the login cannot become {' and '.join(missing)}; as their owner: grant {', '.join(missing)} to it",
        )
    if facts["superusers"]:
        yield wrong("roles", "one of cartulary_service, cartulary_public is a superuser; alter role … nosuperuser")


def of_escapes(escapes: list[str]) -> Iterator[Finding]:
    """Whether the login can get round the roles that the service takes on."""
    if escapes:
        yield warning(
            "login",
            f"{'; '.join(escapes)}: it gets round the roles of the service by reset role; let the servers use one that "
            "cartulary migrate makes (SERVICE_LOGIN)",
        )


def of_record(record: Facts) -> Iterator[Finding]:
    """The schema, and what the roles may do with the record."""
    yield of_schema(Schema(record["revision"], record["floor"] or ""))
    rights = (
        (
            not record["service_writes"],
            "cartulary_service cannot read or insert events; grant select, insert on events",
        ),
        (record["service_changes"], "cartulary_service can change or delete events; revoke update, delete, truncate"),
        (not record["public_reads"], "cartulary_public cannot read what is public; grant select (public) on events"),
        (record["public_sees"], "cartulary_public can read what is private; revoke select on events and sealed_games"),
    )
    found = [wrong("roles", words) for so, words in rights if so]
    yield from found or [Finding("ok", "roles", "they may do what they must, and no more")]


def of_worker(facts: Facts) -> Iterator[Finding]:
    """The worker by the clock, and what it has found."""
    late = max(facts["overdue"] or 0, facts["untold"] or 0)
    if not facts["workers"]:
        yield wrong(
            "worker",
            "none is connected, so deadlines pass and nobody is told; run cartulary serve, or cartulary worker",
        )
    elif late > SECONDS_LATE:
        yield wrong("worker", f"it runs, and something has waited for {late:.0f} s; look at its log")
    else:
        yield Finding("ok", "worker", "it runs, and nothing waits")
    if facts["unlogged"] > SECONDS_TO_LOG:
        yield warning(
            "log",
            f"the transparency log lacks a game since {facts['unlogged'] / 60:.0f} minutes; give the worker KEYS_DIR",
        )
    if facts["mismatches"]:
        yield wrong(
            "record",
            f"{facts['mismatches']} games do not hold; see /integrity, and run: cartulary check record --everything",
        )
    yield Finding("ok", "sealed", f"{facts['sealed']} of the {facts['ended']} games that are over")


def existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that there is."""
    # `Path.exists` raises PermissionError within a folder of another user.
    return next(each for each in (folder, *folder.resolve().parents) if os.path.exists(each))


def writable(folder: Path) -> bool:
    """Whether a file can be made in there, the folder itself being made if need be."""
    draft = existing(folder) / ".cartulary-doctor"
    with suppress(OSError):
        draft.touch()
        draft.unlink()
        return True
    return False
