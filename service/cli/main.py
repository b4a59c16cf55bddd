"""The command `cartulary`; it imports neither Flask nor psycopg, which only patched workers may."""

import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace as changed
from pathlib import Path
from typing import NoReturn

import click

from service.cli import match, mcp, moderation, record, witness
from service.cli.terminal import WRONG_CONFIG, database, fail, load_config, read_option, running_database
from service.config import BadConfig, Setting, password_of, settings


@click.group()
@click.version_option(package_name="cartulary")
def main() -> None:
    """Card games over days and weeks: a game-state service with event sourcing."""


class CommandWithSettings(click.Command):
    """A command whose help lists the settings that it reads from the environment."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Settings, from the environment"):
            formatter.write_dl([(each.variable, describe_setting(each)) for each in settings()])


def describe_setting(each: Setting) -> str:
    default = str(each.default).lower() if isinstance(each.default, bool) else each.default
    return each.description if default is None else f"{each.description}  [default: {default}]"


@main.command(cls=CommandWithSettings)
@click.option("--host", help="Address to listen on, in place of HOST.")
@click.option("--port", type=click.IntRange(1, 65_535), help="Port to listen on, in place of PORT.")
def serve(host: str | None, port: int | None) -> None:
    """Serve the API; starts a database of its own unless DATABASE_URL is set."""
    config = load_config()
    config = changed(config, host=host or config.host, port=port or config.port)
    signal.signal(signal.SIGTERM, leave)
    require_free_port(config.host, config.port)
    if config.metrics_port:
        require_free_port(config.metrics_host, config.metrics_port)
    with database(config) as url:
        is_embedded = config.database_url is None
        if config.migrate:
            migrate_in_its_own_process(url, is_embedded)
        from service.serving import server
        from service.store.embedded import url_of_login

        server.serve(changed(config, database_url=url_of_login(url) if is_embedded and config.migrate else url))


@main.command()
@click.option("--parent", type=int, help="End when this process is no longer the parent.")
def worker(parent: int | None) -> None:
    """Do what is due by the clock, beside the servers; `serve` starts one by itself."""
    import threading

    from service import worker

    stopping = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: stopping.set())
    config = load_config()
    if config.database_url is None:
        fail("Set DATABASE_URL; the embedded PostgreSQL has a worker already, which serve started.", WRONG_CONFIG)
    worker.work(config, stopping, parent)


@main.command()
def migrate() -> None:
    """Bring the database's schema up to date, and create SERVICE_LOGIN if it is set."""
    config = load_config()
    with running_database(config) as url:
        from alembic.util import CommandError

        from service.store import login_roles, migrations
        from service.store.database import DatabaseUnavailable

        try:
            migrations.migrate(url)
            if config.service_login is not None:
                password = password_of(config.service_password_file, "SERVICE_PASSWORD_FILE")
                login_roles.create_login(url, config.service_login, password)
        except BadConfig as error:
            fail(str(error), WRONG_CONFIG)
        except (CommandError, DatabaseUnavailable, login_roles.Unfit) as error:
            fail(str(error))


@main.command()
def doctor() -> None:
    """Say what is wrong with this installation and what to do about it; exit status 1 if something is."""
    from service.cli import doctor
    from service.store.embedded import serving_url, url_of_login

    config = load_config()
    url = config.database_url
    if url is None and (own := serving_url(config.data_dir)) is not None:
        url = url_of_login(own)
    if url is None:
        fail(f"DATABASE_URL is not set, and no embedded PostgreSQL runs in {config.data_dir}. Run: cartulary serve")
    found = [*doctor.examine(changed(config, database_url=url))]
    for each in found:
        click.echo(str(each))
    sys.exit(any(each.level == "WRONG" for each in found))


@main.command()
def openapi() -> None:
    """Print the contract, openapi.yaml, as the code has it."""
    from service.api.openapi import document

    click.echo(document.document(), nl=False)


@main.command()
def asyncapi() -> None:
    """Print asyncapi.yaml, the contract of streams and webhooks, as the code has it."""
    from service.api.openapi import asyncapi

    click.echo(asyncapi.document(), nl=False)


@main.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def reference(folder: Path) -> None:
    """Write the reference, docs/reference, as the code has it, into FOLDER."""
    from service.api.openapi import reference

    folder.mkdir(parents=True, exist_ok=True)
    for name, text in reference.pages().items():
        (folder / name).write_text(text, encoding="utf-8")


@main.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def guide(folder: Path) -> None:
    """Write the guide, as it is served at /docs/guide, into FOLDER."""
    from service.web.guide import site

    click.echo(f"{site.build(folder)} pages: {folder / 'index.html'}")


@main.command()
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="Where the service answers.")
@click.option("--game", default="carta-impera-victoria", show_default=True, help="As the catalogue lists it.")
@click.option("--seats", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--edition", help="One of the game's; by default its first.")
@click.option("--option", "-o", "chosen", multiple=True, metavar="NAME=VALUE", help="As the catalogue lists them.")
@click.option("--bots", is_flag=True, help="Bots among themselves; otherwise seat 0 is yours.")
@click.option("--seed", type=int, help="What the bots' choices are drawn from.")
def play(
    url: str, game: str, seats: int, edition: str | None, chosen: tuple[str, ...], bots: bool, seed: int | None
) -> None:
    """Play a whole game against bots in the terminal, through HTTP."""
    import requests
    from rich.console import Console

    from service.cli import client
    from service.cli import play as table

    wish = {"game": game, "seats": seats, "options": dict(map(read_option, chosen))}
    if edition is not None:
        wish["edition"] = edition
    try:
        table.play(url, wish, not bots, seed, Console())
    except requests.ConnectionError:
        fail(f"Nothing answers at {url}. Start the service with: cartulary serve")
    except client.Refused as error:
        fail(str(error))
    except (EOFError, KeyboardInterrupt):
        fail("The game goes on without you; it is not lost.", 130)


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--quiet", is_flag=True, help="Only the verdict.")
def replay(file: Path, quiet: bool) -> None:
    """Replay a recorded game from FILE, holding every state against what was recorded."""
    from rich.console import Console

    from domain.audit.transcript import Difference
    from service.cli import replay as recorded
    from service.cli.play import Terminal

    try:
        match = recorded.replay(file, None if quiet else Terminal(Console()))
    except (recorded.Unreadable, Difference) as error:
        fail(str(error))
    click.echo(recorded.verdict(match))


def require_free_port(host: str, port: int) -> None:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except OSError as error:
        fail(f"Cannot listen on {host} port {port}: {error.strerror}.")


def migrate_in_its_own_process(url: str, is_embedded: bool) -> None:
    from service.store.embedded import LOGIN

    environment = os.environ | {"DATABASE_URL": url} | ({"SERVICE_LOGIN": LOGIN} if is_embedded else {})
    finished = subprocess.run([sys.executable, "-m", "service.cli.main", "migrate"], env=environment, check=False)
    if finished.returncode != 0:
        sys.exit(finished.returncode)


def leave(sig: int, frame: object) -> NoReturn:
    sys.exit(128 + sig)


for command in (*record.COMMANDS, *moderation.COMMANDS, *witness.COMMANDS, match.match, mcp.mcp):
    main.add_command(command)


if __name__ == "__main__":
    main()
