"""Runs the migrations over one psycopg connection, in one transaction, one process at a time."""

import psycopg
from alembic import context
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from cartulary_service.config import Config

NOTE_FLOOR = """
insert into schema_floor (revision) values (:floor)
on conflict ((true)) do update set revision = greatest(schema_floor.revision, excluded.revision)
"""
ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtext('cartulary migrations'))"


def run() -> None:
    url = context.config.attributes.get("url") or Config.from_environment().database_url
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url), poolclass=NullPool)
    with engine.connect() as connection:
        context.configure(connection=connection)
        with context.begin_transaction():
            connection.execute(text(ONE_AT_A_TIME))
            context.run_migrations()
            connection.execute(text(NOTE_FLOOR), {"floor": find_floor()})


def find_floor() -> str:
    """Return the last revision that did not only expand the schema: programs before it cannot use what it left."""
    steps = ScriptDirectory.from_config(context.config).walk_revisions()
    return max(each.revision for each in steps if not getattr(each.module, "only_expands", False))


run()
