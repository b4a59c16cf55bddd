"""The database's schema: which migrations there are, and which one a database is at."""

import re
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg

from cartulary_service.diagnostics import Finding, first_line, warning, wrong
from cartulary_service.store.database import Connection, describe_error, wait_until_ready

SECONDS_TO_ANSWER: Final = 3
REVISION: Final = re.compile("[0-9]{4}")


class UnfitSchema(Exception):
    """A schema that this program cannot work with; says what to do."""


class MissingSchema(UnfitSchema):
    """A database that nobody has migrated yet."""


class Schema(NamedTuple):
    """The state of the schema, as the database tells it."""

    revision: str | None
    """None where it has none."""
    floor: str | None
    """The oldest revision whose programs it serves; None in a database of another program."""
    is_readable: bool = True
    """Whether the session has the rights to read the two."""

    @property
    def is_too_new(self) -> bool:
        """Whether a newer version of the program has changed it so that this one cannot use it."""
        return (self.floor or "") > newest()

    @property
    def is_ahead(self) -> bool:
        """Whether a newer version of the program has migrated it."""
        return self.revision is not None and REVISION.fullmatch(self.revision) is not None and self.revision > newest()

    def describe_lead(self) -> str:
        """Say what to do with one that is ahead and serves this program."""
        return (
            f"The database's schema is at {self.revision}, ahead of this program's {newest()}, and serves it too. "
            "Install the newer version when you can"
        )

    def find_fault(self) -> str | None:
        """Say why this program cannot work with it, and what to do; None if it can, be it after migrations."""
        if self.revision is None:
            return "The database has no schema: nothing was migrated. Run: cartulary migrate"
        if not self.is_readable:
            return (
                "The rights to the tables are missing, as after a restore before which cartulary_service and "
                "cartulary_public were not made. Make these roles, and restore the dump once more with pg_restore "
                "--clean --if-exists"
            )
        if self.floor is None:
            return "The database has the schema of another program. Set DATABASE_URL to one for this service alone"
        if self.is_too_new:
            return (
                f"The database's schema is at {self.revision}, and versions before {self.floor} cannot use it; this "
                f"one is of {newest()}. Install the newer version again, or restore the backup from before the upgrade"
            )
        if not self.is_ahead and self.revision not in revisions():
            return (
                f"The database's schema is at {self.revision}, which no version of this program knows; this one is of "
                f"{newest()}. Restore the table alembic_version, or the whole database, from your backup"
            )
        return None


RIGHTS: Final = """
select has_table_privilege(to_regclass('alembic_version'), 'select'),
    has_table_privilege(to_regclass('schema_floor'), 'select')
"""
"""Query for the rights to the two tables; null for one that there is not."""


def scripts() -> Path:
    """Return the folder of the migrations, in a checkout or in an installed package."""
    here = Path(__file__).parents[1]
    installed = here / "_migrations"
    return installed if installed.exists() else here.parents[1] / "migrations"


def revisions() -> list[str]:
    """Return all revisions that this program knows, the oldest first."""
    return sorted(file.name.partition("_")[0] for file in (scripts() / "versions").glob("[0-9]*.py"))


def newest() -> str:
    """Return the revision that this program needs."""
    return revisions()[-1]


def read_schema(c: Connection) -> Schema:
    """Read the schema as far as a session may."""
    revision_right, floor_right = c.execute(RIGHTS).fetchone() or (None, None)
    if revision_right is None:
        return Schema(None, None)
    if floor_right is None:
        return Schema("", None)
    if not (revision_right and floor_right):
        return Schema("", None, is_readable=False)
    found = c.execute("select version_num, (select revision from schema_floor) from alembic_version").fetchone()
    return Schema(None, None) if found is None else Schema(found[0], found[1] or "")


def take_role(c: Connection) -> None:
    """Take on the public role where there is one. Raises UnfitSchema where the database cannot be used."""
    if fault := find_unfitness(c):
        raise UnfitSchema(f"{fault}.")
    c.execute(TAKE_ROLE)


def find_unfitness(c: psycopg.Connection[Any]) -> str | None:
    """Return why a database cannot be used, whatever is in it; None if it can."""
    if c.info.server_version < OLDEST_VERSION:
        return f"This is PostgreSQL {c.info.server_version // 10_000}; Cartulary needs 16 or newer"
    if (encoding := c.info.parameter_status("server_encoding")) != "UTF8":
        new = "create database … encoding 'UTF8' template template0"
        return f"The database is encoded as {encoding}, which cannot keep all names; make another: {new}"
    return None


def read_schema_at(url: str, seconds: float = SECONDS_TO_ANSWER) -> Schema:
    """Read it by a login. Raises UnfitSchema if that is refused, DatabaseUnavailable if there is no answer."""
    wait_until_ready(url, seconds)
    try:
        with Connection.connect(url, autocommit=True) as c:
            take_role(c)
            return read_schema(c)
    except psycopg.Error as error:
        raise UnfitSchema(f"{describe_error(url)} refuses what is asked of it: {first_line(error)}.") from error


def require_schema(url: str, seconds: float = SECONDS_TO_ANSWER) -> None:
    """Raise UnfitSchema if this program cannot work with a database, DatabaseUnavailable if it does not answer."""
    found = read_schema_at(url, seconds)
    if fault := found.find_fault():
        raise (MissingSchema if found.revision is None else UnfitSchema)(f"{fault}.")


OLDEST_VERSION: Final = 160_000
"""Oldest supported server version of PostgreSQL, as it reports it; older ones know no right to set a role."""
# The login may have no rights but those of the roles, and where there is no schema there may be no role.
TAKE_ROLE: Final = """
select set_config('role', rolname, false) from pg_roles where rolname = 'cartulary_public' and pg_has_role(oid, 'set')
"""


def of_schema(found: Schema) -> Finding:
    """Whether the schema is the one that this program needs."""
    if fault := found.find_fault():
        return wrong("schema", fault)
    if found.is_ahead:
        return warning("schema", found.describe_lead())
    if found.revision != newest():
        return wrong("schema", f"it is at {found.revision}, not {newest()}; run: cartulary migrate")
    return Finding("ok", "schema", f"it is at {newest()}")
