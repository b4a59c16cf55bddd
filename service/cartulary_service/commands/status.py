"""The command that shows what runs."""

from typing import Final

import click

from cartulary_service.terminal import Command, json_option, load_config, print_json, print_record, running_database

STATUS: Final = """
select pg_size_pretty(pg_database_size(current_database())) as database_size,
    (select count(*) from games where status = 'open') as open_games,
    (select count(*) from games where status = 'playing') as running_games,
    (select count(*) from games where status = 'finished') as finished_games,
    (select count(*) from players where deleted_at is null and not bot) as players,
    (select at from worker_beats) as last_heartbeat,
    (select count(*) from games where deadline <= clock_timestamp()) as overdue_deadlines,
    (select count(*) from outbox) as waiting_in_outbox,
    (select count(*) from deliveries where next_try <= clock_timestamp()) as due_webhooks,
    (select count(*) from mails where send_after <= clock_timestamp()) as due_mails,
    (select last_archived_time from pg_stat_archiver) as wal_last_archived
"""
"""Query for the names and values that are shown. The database does not know when a dump was made."""


@click.command(cls=Command)
@json_option
def status(as_json: bool) -> None:
    """Show what runs: version, schema, database, games, players, worker and what waits.

    The exit status is 1 if the database cannot be reached. An embedded PostgreSQL that does not run is started
    meanwhile.
    """
    import psycopg
    from psycopg.rows import dict_row

    from cartulary_service import __version__
    from cartulary_service.store.database import describe_error
    from cartulary_service.store.schema import newest, read_schema_at

    with running_database(load_config()) as url:
        schema = {"schema": read_schema_at(url).revision, "newest_schema": newest()}
        with psycopg.connect(url, row_factory=dict_row) as c:
            c.execute("set role cartulary_service")
            found = c.execute(STATUS).fetchone() or {}
    (print_json if as_json else print_record)(
        {"version": __version__, "database": describe_error(url).removeprefix("Database "), **schema, **found}
    )
