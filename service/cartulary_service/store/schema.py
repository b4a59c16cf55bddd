"""The database's schema: which migrations there are, and which one a database is at."""

from pathlib import Path
from typing import NamedTuple

from cartulary_service.diagnostics import Finding, warning, wrong
from cartulary_service.store.database import Connection


class Schema(NamedTuple):
    """What a database says of its schema."""

    revision: str | None
    """None where it has none, or none that may be asked for."""
    floor: str
    """The oldest revision whose programs it serves."""

    @property
    def is_too_new(self) -> bool:
        """Whether a newer version of the program has changed it so that this one cannot use it."""
        return self.floor > newest()

    @property
    def is_ahead(self) -> bool:
        """Whether a newer version of the program has migrated it."""
        return self.revision is not None and self.revision > newest()

    def describe_lead(self) -> str:
        """Say what to do with one that is ahead."""
        if not self.is_too_new:
            return (
                f"The database's schema is at {self.revision}, ahead of this program's {newest()}, and serves it too. "
                "Install the newer version when you can"
            )
        return (
            f"The database's schema is at {self.revision}, and versions before {self.floor} cannot use it; this one is "
            f"of {newest()}. Install the newer version again, or restore the backup from before the upgrade"
        )


def scripts() -> Path:
    """The migrations, of a checkout or of an installed package."""
    here = Path(__file__).parents[1]
    installed = here / "_migrations"
    return installed if installed.exists() else here.parents[1] / "migrations"


def newest() -> str:
    """The revision that this program needs."""
    return max(file.name.partition("_")[0] for file in (scripts() / "versions").glob("[0-9]*.py"))


def read_schema(c: Connection) -> Schema:
    row = c.execute(
        "select has_table_privilege('alembic_version', 'select') from pg_class "
        "where oid = to_regclass('alembic_version')"
    ).fetchone()
    if row != (True,):
        return Schema(None, "")
    found = c.execute("select version_num, (select revision from schema_floor) from alembic_version").fetchone()
    return Schema(None, "") if found is None else Schema(found[0], found[1] or "")


def of_schema(found: Schema) -> Finding:
    """Whether the schema is the one that this program needs."""
    if found.is_too_new:
        return wrong("schema", found.describe_lead())
    if found.is_ahead:
        return warning("schema", found.describe_lead())
    if found.revision != newest():
        return wrong("schema", f"it is at {found.revision}, not {newest()}; run: cartulary migrate")
    return Finding("ok", "schema", f"it is at {newest()}")
