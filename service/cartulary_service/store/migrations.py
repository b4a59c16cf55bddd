"""Brings the database's schema up to date, from a checkout or from an installed package."""

from collections.abc import Callable

from alembic import command
from alembic.config import Config as Alembic

from cartulary_service.store.database import Connection, wait_until_ready
from cartulary_service.store.schema import UnfitSchema, newest, read_schema, scripts, take_role


def migrate(url: str, tell: Callable[[str], object] = lambda words: None) -> str | None:
    """Apply every migration that `url` lacks; two at once wait for each other. Raises UnfitSchema, CommandError.

    A schema that is ahead and has only been expanded is left alone: this program goes on with it. Says so.
    `tell` is told if the database does not answer at once.
    """
    wait_until_ready(url, tell=tell)
    with Connection.connect(url) as c:
        take_role(c)
        found = read_schema(c)
    if found.revision is not None and (fault := found.find_fault()):
        raise UnfitSchema(f"{fault}.")
    if found.revision == newest():
        # A login that may not migrate need not.
        return None
    if found.is_ahead:
        return f"{found.describe_lead()}."
    alembic = Alembic()
    alembic.set_main_option("script_location", str(scripts()).replace("%", "%%"))
    alembic.attributes["url"] = url
    command.upgrade(alembic, "head")
    return None
