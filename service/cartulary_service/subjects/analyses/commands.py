"""The command that analyses."""

from dataclasses import replace as changed

import click

from cartulary_service.terminal import Command, load_config, running_database


@click.command(cls=Command)
def analyse_games() -> None:
    """Analyse the finished games for which players have asked, at low priority; ends when none is left."""
    import os

    from cartulary_service.process_pool import NICENESS
    from cartulary_service.store.database import Database
    from cartulary_service.subjects.analyses import queries as analyses

    os.nice(NICENESS)
    with running_database(load_config()) as url:
        analyses.work_off(Database(changed(load_config(), database_url=url)))
