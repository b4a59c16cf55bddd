"""The command that looks for what is wrong."""

import sys
from collections.abc import Iterator
from dataclasses import replace as changed

import click

from cartulary.commands.terminal import fail, say
from cartulary_service.config import Config
from cartulary_service.diagnostics import Finding
from cartulary_service.terminal import Command, json_option, load_config, print_json, shared_database


@click.command(cls=Command)
@json_option
def doctor(as_json: bool) -> None:
    """Say what is wrong with this installation and what to do about it; exit status 1 if something is.

    An embedded PostgreSQL that does not run is started meanwhile.
    """
    found = []
    for each in without_contradiction(examine(load_config())):
        found.append(each)
        if not as_json:
            say(str(each))
    if as_json:
        print_json([each._asdict() for each in found])
    sys.exit(any(each.level == "WRONG" for each in found))


def without_contradiction(findings: Iterator[Finding]) -> Iterator[Finding]:
    """Hold back that the files of the keys are well until nobody else can have found something wrong with them."""
    fine = None
    for each in findings:
        if each.subject != "keys":
            yield each
        elif each.level == "ok":
            fine = each
        else:
            fine = None
            yield each
    if fine:
        yield fine


def examine(config: Config) -> Iterator[Finding]:
    """Yield all findings; those that need no database come first, since it may not start."""
    from cartulary_service.commands import examination
    from cartulary_service.store import cluster, embedded, postgresql

    if config.database_url is not None:
        yield from examination.examine(config)
        return
    try:
        games = embedded.place(config.data_dir)
    except postgresql.DidNotStart as error:
        fail(str(error))
    yield from examination.of_host(config, games)
    if embedded.find_fault(games):
        return
    if not cluster.is_cluster(games):
        fail(f"DATABASE_URL is not set, and there is no embedded PostgreSQL in {games} yet. Run: cartulary serve")
    with shared_database(config) as url:
        yield from examination.of_database(changed(config, database_url=url_of_servers(url)), games)


def url_of_servers(url: str) -> str:
    """Return the URL by which the servers reach the embedded PostgreSQL; their login is made with the schema."""
    import psycopg

    from cartulary_service.store.embedded import LOGIN, url_of_login

    with psycopg.connect(url) as c:
        is_made = c.execute("select from pg_roles where rolname = %s", (LOGIN,)).fetchone() is not None
    return url_of_login(url) if is_made else url
