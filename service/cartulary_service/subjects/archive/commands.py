"""The command that counts anew."""

from dataclasses import replace as changed

import click

from cartulary.commands.terminal import say
from cartulary_service.terminal import Command, load_config, running_database, show_progress


@click.command(cls=Command)
def rebuild_figures() -> None:
    """Work out the figures of the archive anew, from the record; the service may run meanwhile."""
    from cartulary_service.store.database import Database
    from cartulary_service.subjects.archive import figures

    with running_database(load_config()) as url:
        database = Database(changed(load_config(), database_url=url))
        count = sum(1 for _ in show_progress(figures.rebuild(database), "Recording games"))
    say(f"{count} games recorded")
