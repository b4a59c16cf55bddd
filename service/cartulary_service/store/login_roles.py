"""The login of the servers: it becomes a serving role, and after `reset role` it can do nothing."""

from collections.abc import Iterator
from typing import Any, Final, LiteralString

import psycopg
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier, Literal

from cartulary_service.diagnostics import Finding, wrong

ROLES: Final = ("cartulary_service", "cartulary_public")
ONE_AT_A_TIME: Final = "select pg_advisory_xact_lock(hashtext('cartulary migrations'))"

ESCAPES: Final[LiteralString] = """
with login as (
    select oid, rolname, rolsuper, rolcreaterole, rolreplication, rolbypassrls from pg_roles
    where rolname = coalesce(%(login)s, session_user)
), owned as (
    select from pg_class c, login where c.relowner = login.oid and c.relnamespace = 'public'::regnamespace
    union all select from pg_namespace n, login where n.nspowner = login.oid and n.nspname = 'public'
    union all select from pg_database d, login where d.datdba = login.oid and d.datname = current_database()
), others as (
    select string_agg(r.rolname, ', ' order by r.rolname) as names from pg_roles r, login
    where pg_has_role(login.oid, r.oid, 'member') and r.oid <> login.oid
      and r.rolname not in ('cartulary_service', 'cartulary_public', 'pg_monitor', 'pg_read_all_settings',
                            'pg_read_all_stats', 'pg_stat_scan_tables')
)
select case when rolsuper then array['it is a superuser'] else array_remove(array[
    case when rolcreaterole then 'it may create roles' end,
    case when rolreplication then 'it may copy the whole server' end,
    case when rolbypassrls then 'it bypasses row security' end,
    case when exists (select from owned) then 'it owns the database, its schema or tables' end,
    case when has_table_privilege(login.oid, to_regclass('events'), 'update, delete, truncate, trigger')
           or has_any_column_privilege(login.oid, to_regclass('events'), 'update')
         then 'it may change events by itself' end,
    (select 'it can become ' || names from others)
], null) end
from login
"""
"""Query for the ways in which a login, by default the session's, could bypass the serving roles, in words."""

RIVALS: Final[LiteralString] = """
select other.datname, pg_get_userbyid(other.datdba), here.datname, session_user::text
from pg_database other, pg_database here
where here.datname = current_database() and other.datdba <> here.datdba
  and has_database_privilege(other.datdba, here.oid, 'connect')
  and not (select rolsuper from pg_roles where oid = other.datdba)
  and exists (
      select from pg_shdepend d, pg_roles r
      where d.dbid = other.oid and d.deptype = 'a' and d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid
        and r.rolname in ('cartulary_service', 'cartulary_public')
  )
order by other.datname
"""
"""Query for other installations whose owner can connect here: the roles are those of the whole server."""


class Unfit(Exception):
    """A login that exists can do more than it should; says what."""


def create_login(url: str, login: str, password: str | None) -> None:
    """Create the login of the servers by the owner's URL, and set its password if one is given.

    Raises Unfit, psycopg.Error.
    """
    with psycopg.connect(url) as c:
        c.execute(ONE_AT_A_TIME)
        can_serve = c.execute(
            "select rolcanlogin and not rolinherit from pg_roles where rolname = %s", (login,)
        ).fetchone()
        if can_serve is None:
            c.execute(SQL("create role {}").format(Identifier(login)))
        if can_serve != (True,):
            # An owner who may create no roles may not alter one either, even where nothing changes.
            c.execute(SQL("alter role {} login noinherit").format(Identifier(login)))
        if password is not None:
            c.execute(SQL("alter role {} password {}").format(Identifier(login), secret(c, login, password)))
        for role in ROLES:
            grant = SQL("grant {} to {} with inherit false, set true")
            c.execute(grant.format(Identifier(role), Identifier(login)))
        if found := escapes_of(c, login):
            raise Unfit(f"The login {login} can do more than serve: {'; '.join(found)}.")


def secret(c: psycopg.Connection[Any], login: str, password: str) -> Literal:
    """Return the verifier of a password; the password itself never reaches the server or its log."""
    return Literal(c.pgconn.encrypt_password(password.encode(), login.encode(), b"scram-sha-256").decode())


def escapes_of(c: psycopg.Connection[Any], login: str | None = None) -> list[str]:
    """Say how a login, by default that of the session, can get round the serving roles."""
    with c.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(ESCAPES, {"login": login}).fetchone()
    return [] if row is None else row[0]


def of_rivals(c: psycopg.Connection[Any]) -> Iterator[Finding]:
    """Whether owners of other databases can connect and take on the roles that serve this one."""
    with c.cursor(row_factory=tuple_row) as cursor:
        found = cursor.execute(RIVALS).fetchall()
    for other, owner, here, login in found:
        orders = SQL("revoke connect on database {0} from public; grant connect on database {0} to {1}").format(
            Identifier(here), Identifier(login)
        )
        yield wrong(
            "roles",
            f"{owner}, who owns the installation in the database {other}, can connect here and become "
            f"cartulary_service; as the owner run: {orders.as_string(c)}",
        )
