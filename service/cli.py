"""The command `cartulary`; it imports neither Flask nor psycopg, which only patched workers may."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace as changed
from pathlib import Path
from typing import NoReturn
from uuid import UUID

import click

from service.config import BadConfig, Config

WRONG_CONFIG = 2
MOST_IN_NAME = 80
MOST_IN_REASON = 500


@click.group()
@click.version_option(package_name="cartulary")
def main() -> None:
    """Card games over days and weeks: a game-state service with event sourcing."""


@main.command()
def serve() -> None:
    """Serve the API; starts a database of its own unless DATABASE_URL is set."""
    config = configured()
    signal.signal(signal.SIGTERM, leave)
    require_free_port(config)
    with database(config) as url:
        migrate_in_its_own_process(url)
        from service import server

        server.serve(changed(config, database_url=url))


@main.command()
@click.option("--parent", type=int, help="End when this process is no longer the parent.")
def worker(parent: int | None) -> None:
    """Do what is due by the clock, beside the servers; `serve` starts one by itself."""
    import threading

    from service import worker

    stopping = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: stopping.set())
    config = configured()
    if config.database_url is None:
        fail("Set DATABASE_URL; the embedded PostgreSQL has a worker already, which serve started.", WRONG_CONFIG)
    worker.work(config, stopping, parent)


@main.command()
def migrate() -> None:
    """Bring the database's schema up to date."""
    with database(configured()) as url:
        from alembic.util import CommandError

        from service import migrations
        from service.database import DatabaseAway

        try:
            migrations.migrate(url)
        except BadConfig as error:
            fail(str(error), WRONG_CONFIG)
        except (CommandError, DatabaseAway) as error:
            fail(str(error))


@main.command()
def openapi() -> None:
    """Print the contract, openapi.yaml, as the code has it."""
    from service.api import openapi

    click.echo(openapi.document(), nl=False)


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

    from service import client
    from service import play as table

    wish = {"game": game, "seats": seats, "options": dict(map(option, chosen))}
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
@click.option(
    "--key", "keys", multiple=True, help="A key of the service, from its catalogue; else the bundle names it."
)
@click.option("--receipt", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="An earlier signed note.")
@click.option("--json", "as_json", is_flag=True, help="The report as JSON.")
def verify(file: Path, keys: tuple[str, ...], receipt: Path | None, as_json: bool) -> None:
    """Check the audit bundle, or export, in FILE offline: exit status 0 if all that can be checked holds, else 1."""
    import json

    from service import audit

    given, good = audit.Given(keys, receipt), True
    try:
        reports = audit.verify_export(file, given) if audit.is_export(file) else [audit.verify(file, given)]
        for report in reports:
            good = good and report.verified
            if as_json:
                click.echo(json.dumps(audit.report_json(report), ensure_ascii=False))
            else:
                click.echo(audit.worded(report))
    except audit.Unreadable as error:
        fail(str(error), 2)
    sys.exit(0 if good else 1)


@main.command()
@click.option("--all", "everything", is_flag=True, help="Finished games too, not only those that are running.")
def refold(everything: bool) -> None:
    """Play the stored games again by the rules as they are now: same, differs at an event, or illegal at one."""
    from collections import Counter

    from service import refold
    from service.database import Database

    statuses = ["open", "playing", "finished"] if everything else ["playing"]
    seen: Counter[str] = Counter()
    with database(configured()) as url:
        for each in refold.verdicts(Database(changed(configured(), database_url=url)), statuses):
            seen[each.outcome] += 1
            if each.outcome != "same":
                click.echo(
                    f"{each.id} {each.game}: {each.outcome} at event {each.position} of {each.version}: {each.words}"
                )
    counts = (("same", "same"), ("differ", "differs"), ("illegal", "illegal"), ("broken", "broken"))
    click.echo(f"{seen.total()} games: {', '.join(f'{seen[outcome]} {word}' for word, outcome in counts)}")
    sys.exit(0 if seen["same"] == seen.total() else 1)


@main.command()
@click.option("--everything", is_flag=True, help="Games too that were checked as they are, by the rules as they are.")
def audit_all(everything: bool) -> None:
    """Check every game's chain and play it again; exit status 1 if one does not hold. Takes up what was broken off."""
    from service import integrity
    from service.database import Database

    with database(configured()) as url:
        run = integrity.Run(Database(changed(configured(), database_url=url)), everything)
        seen = wrong = 0
        with click.progressbar(run.verdicts(), length=run.total(), label="Checking games") as verdicts:
            for each in verdicts:
                seen += 1
                if each.outcome != "same":
                    wrong += 1
                    click.echo(f"\n{each.id} {each.game}: {each.outcome} at event {each.position}: {each.words}")
    click.echo(f"{seen} games checked: {seen - wrong} hold, {wrong} do not")
    sys.exit(1 if wrong else 0)


@main.command()
@click.argument("game", type=click.UUID)
@click.argument("version", type=click.IntRange(min=1))
@click.option("--by", required=True, help="Who corrects; everybody sees it.")
@click.option("--why", required=True, help="For what reason; everybody sees it.")
def correct(game: UUID, version: int, by: str, why: str) -> None:
    """Take a running GAME back to VERSION by an event that stays in the record; nothing that happened is lost."""
    from domain.kernel.rejected import Rejected
    from service.database import Database
    from service.problems import Problem
    from service.table import Table

    for name, value, most in (("--by", by, MOST_IN_NAME), ("--why", why, MOST_IN_REASON)):
        if not value.strip() or len(value) > most or not value.isprintable():
            fail(f"{name} is one line of 1 to {most} characters.", WRONG_CONFIG)
    with database(configured()) as url:
        config = changed(configured(), database_url=url)
        try:
            after = Table(Database(config), config).correct(str(game), by, why, version)
        except (Problem, Rejected) as error:
            fail(str(error))
    click.echo(f"Game {game} is at version {after}, in the state of version {version}.")


@main.command()
@click.option("--new", is_flag=True, help="Make a new key, which signs from now on; older ones are kept.")
def keys(new: bool) -> None:
    """List the keys that sign heads, the active one last."""
    from service.signing import Keys

    config = configured()
    kept = Keys(config.keys_dir or config.data_dir / "keys")
    if new:
        kept.signers()
        kept.make()
    for each in kept.signers():
        click.echo(f"{each.public.text()}  {each.public.fingerprint}")


def option(text: str) -> tuple[str, str | int]:
    """NAME=VALUE, where the value may be true, false or a number."""
    name, _, value = text.partition("=")
    words: dict[str, str | int] = {"true": True, "false": False}
    return name, words.get(value, int(value) if value.isdecimal() else value)


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--quiet", is_flag=True, help="Only the verdict.")
def replay(file: Path, quiet: bool) -> None:
    """Replay a recorded game from FILE, holding every state against what was recorded."""
    from rich.console import Console

    from domain.kernel.transcript import Difference
    from service import replay as recorded
    from service.play import Terminal

    try:
        match = recorded.replay(file, None if quiet else Terminal(Console()))
    except (recorded.Unreadable, Difference) as error:
        fail(str(error))
    click.echo(recorded.verdict(match))


def configured() -> Config:
    try:
        return Config.from_environment()
    except BadConfig as error:
        fail(str(error), WRONG_CONFIG)


@contextmanager
def database(config: Config) -> Iterator[str]:
    if config.database_url is not None:
        yield config.database_url
    else:
        with embedded_database(config) as url:
            yield url


@contextmanager
def embedded_database(config: Config) -> Iterator[str]:
    from service import embedded

    require_few_connections(config, embedded.MAX_CONNECTIONS)
    try:
        with embedded.running(config.data_dir) as url:
            yield url
    except embedded.DidNotStart as error:
        fail(str(error))


def require_few_connections(config: Config, most: int) -> None:
    # Each worker has two pools, one for each role.
    if 2 * config.workers * config.pool_size > most:
        fail(
            f"WORKERS x POOL_SIZE x 2 must not pass {most} with the embedded PostgreSQL: "
            f"with {config.workers} workers, POOL_SIZE can be {most // (2 * config.workers)}.",
            WRONG_CONFIG,
        )


def require_free_port(config: Config) -> None:
    try:
        family, kind, _, _, address = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except OSError as error:
        fail(f"Cannot listen on {config.host} port {config.port}: {error.strerror}.")


def migrate_in_its_own_process(url: str) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "service.cli", "migrate"], env=os.environ | {"DATABASE_URL": url}, check=False
    )
    if finished.returncode != 0:
        sys.exit(finished.returncode)


def leave(sig: int, frame: object) -> NoReturn:
    sys.exit(128 + sig)


def fail(sentence: str, status: int = 1) -> NoReturn:
    click.echo(f"cartulary: {sentence}", err=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
