"""Brings the database's schema up to date, from a checkout or from an installed package."""

from alembic import command
from alembic.config import Config as Alembic

from cartulary_service.store.database import wait_until_ready
from cartulary_service.store.schema import scripts


def migrate(url: str) -> None:
    """Apply every migration that `url` lacks; two at once wait for each other."""
    wait_until_ready(url)
    alembic = Alembic()
    alembic.set_main_option("script_location", str(scripts()).replace("%", "%%"))
    alembic.attributes["url"] = url
    command.upgrade(alembic, "head")
