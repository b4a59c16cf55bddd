"""The database's schema: which migrations there are, and which one a database is at."""

from pathlib import Path

from cartulary_service.store.database import Connection


def scripts() -> Path:
    """The migrations, of a checkout or of an installed package."""
    here = Path(__file__).parents[1]
    installed = here / "_migrations"
    return installed if installed.exists() else here.parents[1] / "migrations"


def newest() -> str:
    """The revision that this program needs."""
    return max(file.name.partition("_")[0] for file in (scripts() / "versions").glob("[0-9]*.py"))


def revision(c: Connection) -> str | None:
    """The revision that a database is at; None where it has no schema, or none that may be asked for."""
    row = c.execute(
        "select has_table_privilege('alembic_version', 'select') from pg_class "
        "where oid = to_regclass('alembic_version')"
    ).fetchone()
    if row != (True,):
        return None
    found = c.execute("select version_num from alembic_version").fetchone()
    return None if found is None else str(found[0])
