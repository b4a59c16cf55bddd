"""Commands that run the service; importing them imports neither Flask nor psycopg, which only patched workers may."""

import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace as changed
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NoReturn

import click

from cartulary.commands.terminal import fail, say
from cartulary_service.config import (
    BadConfig,
    Config,
    Setting,
    find_without_effect,
    password_of,
    require_spans,
    settings,
)
from cartulary_service.terminal import WRONG_CONFIG, Command, database, load_config, shared_database, warn_of_misspelt

UNCHECKED: Final = os.EX_TEMPFAIL
"""Exit status of a check that could not be made."""
SECONDS_BETWEEN_CHECKS: Final = 1


class CommandWithSettings(Command):
    """A command whose help lists the settings that it reads from the environment."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Settings, from the environment"):
            formatter.write_dl([(each.variable, describe_setting(each)) for each in settings()])


def describe_setting(each: Setting) -> str:
    default = str(each.default).lower() if isinstance(each.default, bool) else each.default
    return each.description if default is None else f"{each.description}  [default: {default}]"


@click.command(cls=CommandWithSettings)
@click.option("--host", help="Address to listen on, in place of HOST.")
@click.option("--port", type=click.IntRange(1, 65_535), help="Port to listen on, in place of PORT.")
def serve(host: str | None, port: int | None) -> None:
    """Serve the API; starts a database of its own unless DATABASE_URL is set."""
    config = load_config()
    config = changed(config, host=host or config.host, port=port or config.port)
    try:
        require_spans(config)
    except BadConfig as error:
        fail(str(error), WRONG_CONFIG)
    # nohup has a hangup ignored.
    hangup = () if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN else (signal.SIGHUP,)
    for each in (signal.SIGTERM, signal.SIGINT, *hangup):
        signal.signal(each, leave)
    warn_of_misspelt()
    for name, words in find_without_effect(config):
        say(f"cartulary: {name}: {words}.", sys.stderr)
    require_free_port(config.host, config.port)
    if config.metrics_port == config.port:
        fail(f"PORT and METRICS_PORT are both {config.port}. Set one of them to another port.", WRONG_CONFIG)
    if config.metrics_port:
        require_free_port(config.metrics_host, config.metrics_port)
    master = os.getpid()
    try:
        with database(config) as url:
            start_servers(config, url)
    except SystemExit as end:
        # Workers leave through here too.
        if not end.code and os.getpid() == master:
            say_goodbye(config)
        raise


def start_servers(config: Config, url: str) -> None:
    """Serve from the database with that URL; leaves by SystemExit."""
    from cartulary_service.store.embedded import Keeper, folder_of_games, url_of_login

    games = folder_of_games(config)
    if config.migrate:
        migrate_in_its_own_process(url, games is not None)
    from cartulary_service.serving import server

    keeper = None if games is None else Keeper(config.data_dir)
    config = changed(config, database_url=url_of_login(url) if games is not None and config.migrate else url)
    server.serve(config, check_in_a_process(config, games), keeper)


def say_goodbye(config: Config) -> None:
    from cartulary_service.store.embedded import folder_of_games

    games = folder_of_games(config)
    where = "" if games is None or not games.exists() else f" Your games lie in {games}."
    say(f"Stopped.{where}")


@click.command(cls=Command)
@click.option("--parent", type=int, help="End when this process is no longer the parent.")
def worker(parent: int | None) -> None:
    """Do what is due by the clock, beside the servers; `serve` starts one by itself."""
    import threading

    from cartulary_service import logs, worker
    from cartulary_service.serving.start_check import UNFIT, check_installation
    from cartulary_service.subjects import chosen

    stopping = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: stopping.set())
    config = load_config()
    logs.configure(config.log_level)
    if config.database_url is None:
        fail(
            "Set DATABASE_URL; beside the embedded PostgreSQL serve keeps a worker, unless OWN_WORKER is false.",
            WRONG_CONFIG,
        )
    signs = any(each.signs for each in chosen(config.subjects))
    try:
        told = None
        while worker.goes_on(stopping, parent) and (lack := check_installation(config, signs, makes_first=False)):
            # What a worker beside the servers waits for, they wait for too, and `serve` has said so.
            if parent is None and lack != told:
                say(f"cartulary: Waiting for {lack}.", sys.stderr)
            told = lack
            stopping.wait(SECONDS_BETWEEN_CHECKS)
    except UNFIT as error:
        fail(str(error))
    worker.work(config, stopping, parent)


@click.command(cls=Command)
def migrate() -> None:
    """Bring the database's schema up to date, and create SERVICE_LOGIN if it is set."""
    from cartulary_service.store.embedded import LOGIN, folder_of_games

    config = load_config()
    if games := folder_of_games(config):
        say(f"cartulary: DATABASE_URL is not set, so this migrates the embedded database in {games}.")
    with shared_database(config) as url:
        from alembic.util import CommandError
        from psycopg import Error
        from sqlalchemy.exc import DBAPIError

        from cartulary_service.store import login_roles, migrations
        from cartulary_service.store.database import DatabaseUnavailable
        from cartulary_service.store.schema import UnfitSchema

        try:
            if note := migrations.migrate(url, lambda words: say(f"cartulary: {words}", sys.stderr)):
                say(f"cartulary: {note}")
            if login := LOGIN if games else config.service_login:
                password = password_of(config.service_password_file, "SERVICE_PASSWORD_FILE")
                login_roles.create_login(url, login, password)
        except BadConfig as error:
            fail(str(error), WRONG_CONFIG)
        except (CommandError, DatabaseUnavailable, UnfitSchema, login_roles.Unfit) as error:
            fail(str(error))
        except (DBAPIError, Error) as error:
            cause = str(getattr(error, "orig", error)).strip().partition("\n")[0]
            fail(
                f"PostgreSQL refuses a migration, and nothing of it is done: {cause}. "
                "Let the owner of the database run cartulary migrate, and start the service with MIGRATE=false."
            )


def require_free_port(host: str, port: int) -> None:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except OSError as error:
        fail(f"Cannot listen on {host} port {port}: {error.strerror}.")


def migrate_in_its_own_process(url: str, is_embedded: bool) -> None:
    from cartulary_service.store.embedded import LOGIN

    environment = os.environ | {"DATABASE_URL": url} | ({"SERVICE_LOGIN": LOGIN} if is_embedded else {})
    command = [sys.executable, "-m", "cartulary", "migrate"]
    # In a session of its own: at an interrupt at the terminal this process ends it, and nothing is migrated.
    finished = subprocess.run(command, env=environment, check=False, start_new_session=True)
    if finished.returncode != 0:
        sys.exit(finished.returncode)


def check_in_a_process(config: Config, games: Path | None) -> bool:
    """End the command if the installation is unfit to serve; return whether the database could be asked, or say so.

    A process of its own asks: this one must not import what does. `games`: where they lie in a folder of ours.
    """

    def check() -> None:
        from cartulary_service.serving.start_check import UNFIT, check_installation, list_losses
        from cartulary_service.trust.signing_keys import LostKey

        # Ctrl-C in a terminal reaches this process too, which then has nothing to say.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        try:
            if lack := check_installation(config):
                say(f"cartulary: Waiting for {lack}; until then only probes are answered.", sys.stderr)
            for each in () if lack else list_losses(config):
                say(f"cartulary: {each.subject}: {each.words}", sys.stderr)
            sys.exit(UNCHECKED if lack else 0)
        except LostKey as error:
            fail(error.describe(games))
        except UNFIT as error:
            fail(str(error))

    process = get_context("fork").Process(target=check)
    # What a handler raises in what Python runs around a fork is lost, and the service would go on.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    process.start()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    process.join()
    if process.exitcode not in (0, UNCHECKED):
        sys.exit(process.exitcode)
    return process.exitcode == 0


def leave(sig: int, frame: object) -> NoReturn:
    """End the command at a signal; Ctrl-C is no error, before the service answers as after."""
    sys.exit(0 if sig == signal.SIGINT else 128 + sig)
