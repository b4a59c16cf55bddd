"""The command that looks for what is wrong."""

import sys
from dataclasses import replace as changed

import click

from cartulary_service.terminal import fail, load_config


@click.command()
def doctor() -> None:
    """Say what is wrong with this installation and what to do about it; exit status 1 if something is."""
    from cartulary_service.commands import examination
    from cartulary_service.store.embedded import serving_url, url_of_login

    config = load_config()
    url = config.database_url
    if url is None and (own := serving_url(config.data_dir)) is not None:
        url = url_of_login(own)
    if url is None:
        fail(f"DATABASE_URL is not set, and no embedded PostgreSQL runs in {config.data_dir}. Run: cartulary serve")
    found = [*examination.examine(changed(config, database_url=url))]
    for each in found:
        click.echo(str(each))
    sys.exit(any(each.level == "WRONG" for each in found))
