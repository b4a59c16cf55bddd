"""Shared parts of all commands: settings, a database, and error messages of one sentence."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, TypeVar

import click

from cartulary.commands.main import INTERRUPTED
from cartulary.commands.terminal import fail, say
from cartulary_service.config import BadConfig, Config, find_misspelt
from cartulary_service.json_output import format_time

T = TypeVar("T")

WRONG_CONFIG: Final = 2

json_option: Callable[[Any], Any] = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class Command(click.Command):
    """A command that ends with a sentence at Ctrl-C."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            fail("Stopped before the end.", INTERRUPTED)


def load_config() -> Config:
    try:
        config = Config.from_environment()
    except BadConfig as error:
        fail(str(error), WRONG_CONFIG)
    require_witnesses(config.witnesses)
    return config


def require_witnesses(setting: str) -> None:
    """Check the setting `WITNESSES`."""
    if setting:
        from cartulary.signing.cosignatures import list_witnesses
        from cartulary.signing.notes import BadNote

        try:
            list_witnesses(setting)
        except BadNote as error:
            fail(f"WITNESSES: {error}", WRONG_CONFIG)


def warn_of_misspelt() -> bool:
    """Name the variables of the environment that look like misspelt settings; return whether there are any."""
    found = [*find_misspelt(os.environ)]
    for name, near in found:
        say(f"cartulary: There is no setting {name}, so it does nothing. Is {near} meant?", sys.stderr)
    return bool(found)


@contextmanager
def database(config: Config) -> Iterator[str]:
    if config.database_url is not None:
        yield config.database_url
    else:
        with start_embedded_database(config) as url:
            yield url


@contextmanager
def running_database(config: Config) -> Iterator[str]:
    """The database for a command that may run beside the service: with a schema that this program can work with."""
    from cartulary_service.store.database import DatabaseUnavailable
    from cartulary_service.store.schema import UnfitSchema, require_schema

    require_games(config)
    with shared_database(config) as url:
        try:
            require_schema(url)
        except BadConfig as error:
            fail(str(error), WRONG_CONFIG)
        except UnfitSchema as error:
            fail(str(error))
        except DatabaseUnavailable as error:
            fail(f"{error}. Start it, or set DATABASE_URL to where it is.")
        yield url


def require_games(config: Config) -> None:
    """Fail where no games lie: with a forgotten DATA_DIR an empty database would be left behind."""
    from cartulary_service.store import cluster, embedded, postgresql

    games = embedded.folder_of_games(config)
    try:
        if games is None or cluster.is_cluster(games):
            return
    except postgresql.DidNotStart as error:
        fail(str(error))
    fail(
        f"DATABASE_URL is not set, and there is no embedded PostgreSQL in {games}. Set DATA_DIR to where the games "
        "lie, or make one with: cartulary serve"
    )


@contextmanager
def shared_database(config: Config) -> Iterator[str]:
    """The database, which is the embedded PostgreSQL of the service if that runs; its schema may be any."""
    from cartulary_service.store import embedded, postgresql

    try:
        served = embedded.serving_url(config.data_dir) if config.database_url is None else None
    except postgresql.DidNotStart as error:
        fail(str(error))
    if served is not None:
        yield served
    else:
        with database(config) as url:
            yield url


@contextmanager
def start_embedded_database(config: Config) -> Iterator[str]:
    from cartulary_service.store import embedded, postgresql

    require_few_connections(config, embedded.MAX_CONNECTIONS)
    try:
        require_games_of_keys(config)
        with embedded.running(config.data_dir) as url:
            yield url
    except postgresql.DidNotStart as error:
        fail(str(error))


def require_games_of_keys(config: Config) -> None:
    """Make no empty database beside the keys of an installation: its games lie elsewhere. Raises DidNotStart."""
    from cartulary_service.store import cluster, embedded, postgresql
    from cartulary_service.trust.keys import Keys, UnfitKeys

    games = embedded.place(config.data_dir)
    try:
        if cluster.is_cluster(games) or not Keys(config.keys_folder).exist():
            return
    except UnfitKeys as error:
        fail(str(error))
    # Only root's games lie there, and may be looked at by nobody else.
    kept = postgresql.OF_SYSTEM_USER.glob("*") if postgresql.system_user() else ()
    others = ", ".join(str(each) for each in sorted(kept) if cluster.is_cluster(each))
    fail(
        f"There are keys in {config.keys_folder}, so there were games, and none are in {games}. Has DATA_DIR another "
        f"path now, or is a disk missing? Move the games there{others and f'; some lie in {others}'}. "
        "To begin anew, move the keys away."
    )


def require_few_connections(config: Config, most: int) -> None:
    # Each worker has two pools, one for each role.
    if 2 * config.workers * config.pool_size > most:
        fail(
            f"WORKERS x POOL_SIZE x 2 must not pass {most} with the embedded PostgreSQL: "
            f"with {config.workers} workers, POOL_SIZE can be {most // (2 * config.workers)}.",
            WRONG_CONFIG,
        )


def show_progress(items: Iterable[T], label: str, length: int | None = None) -> Iterator[T]:
    """Yield items, with a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    with click.progressbar(items, length=length, label=label, file=sys.stderr) as bar:
        yield from bar


def print_json(value: Any) -> None:
    """Print a value as JSON on one line, with times as every answer of the service has them."""
    click.echo(json.dumps(value, default=format_time, ensure_ascii=False))


def print_record(record: Mapping[str, Any]) -> None:
    """Print names and values, one a line."""
    width = max(map(len, record))
    for name, value in record.items():
        say(f"{name.replace('_', ' '):{width}}  {text_of(value)}")


def text_of(value: Any) -> str:
    """Return a value as a line of text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        value = " ".join(value)
    return format_time(value) if isinstance(value, datetime) else "-" if value in (None, "") else str(value)
