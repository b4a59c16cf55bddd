"""Runs the migrations over one psycopg connection, in one transaction, one process at a time."""

import psycopg
from alembic import context
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from cartulary_service.config import Config

ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtext('cartulary migrations'))"


def run() -> None:
    url = context.config.attributes.get("url") or Config.from_environment().database_url
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url), poolclass=NullPool)
    with engine.connect() as connection:
        context.configure(connection=connection)
        with context.begin_transaction():
            connection.execute(text(ONE_AT_A_TIME))
            context.run_migrations()


run()
