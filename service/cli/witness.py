"""Commands for those who watch a service without trusting it."""

import sys
import threading
import time
from pathlib import Path
from typing import Final

import click

from service.cli.terminal import fail

CHANGED: Final = 3
"""Exit status when a log did not go on as it was, or does not hold what it should."""


@click.command()
@click.argument("urls", nargs=-1, required=True, metavar="URL…")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("witness"),
    show_default=True,
    help="Where the key and the last checkpoints are kept. Back it up; no second witness may use it.",
)
@click.option("--name", default="witness", show_default=True, help="Name in front of the key, without spaces or +.")
@click.option(
    "--key", "keys", multiple=True, help="A key of the service from a trusted place; else the first one seen."
)
@click.option("--every", type=click.IntRange(1), default=20, show_default=True, help="Seconds between two looks.")
@click.option("--once", is_flag=True, help="Look once, and end: exit status 3 if a log has changed its past.")
@click.option("--port", type=click.IntRange(1, 65_535), help="Also answer POST /add-checkpoint at this port.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on, with --port.")
def witness(
    urls: tuple[str, ...],
    folder: Path,
    name: str,
    keys: tuple[str, ...],
    every: int,
    once: bool,
    port: int | None,
    host: str,
) -> None:
    """Cosign the transparency logs of the services at these addresses, as long as they only grow."""
    from service.transparency import watch, witness_server
    from service.transparency.client import RemoteLog, Unreachable
    from service.transparency.witness import Witness
    from service.trust.signing import BadNote

    logs = [RemoteLog(url) for url in urls]
    try:
        watcher = Witness(folder, name, watch.pin(folder, logs, keys), lambda: int(time.time()))
    except (Unreachable, BadNote) as error:
        fail(str(error), 2)
    click.echo(f"The key of this witness, for WITNESSES of the service and for verify --witness:\n{watcher.key.text()}")
    if port is not None:
        server = witness_server.serve(watcher, host, port)
        threading.Thread(target=server.serve_forever, daemon=True).start()
    while True:
        seen = [watch.look(watcher, folder, log) for log in logs]
        for each in seen:
            click.echo(each.words, err=each.changed)
        if once:
            sys.exit(CHANGED if any(each.changed for each in seen) else int(any(each.failed for each in seen)))
        time.sleep(every)


@click.command("check-log")
@click.argument("url")
@click.option("--key", "keys", multiple=True, help="A key of the service from a trusted place; else the one it shows.")
@click.option(
    "--checkpoint",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="An earlier checkpoint, as URL/v1/log/checkpoint had it.",
)
def check_log(url: str, keys: tuple[str, ...], checkpoint: Path | None) -> None:
    """Check the transparency log of the service at URL: every entry, and that every public game is still shown."""
    from service.transparency import watch
    from service.transparency.client import RemoteLog, Unreachable
    from service.trust import signing
    from service.trust.signing import BadNote

    try:
        log = RemoteLog(url)
        known = [signing.public_key(key) for key in keys] or log.read_keys()
        earlier = None if checkpoint is None else checkpoint.read_text(encoding="utf-8")
        wrong = [*watch.list_wrongs(log, known, earlier)]
    except (Unreachable, BadNote) as error:
        fail(str(error), 2)
    for words in wrong:
        click.echo(words, err=True)
    if not wrong:
        click.echo("The log is whole, and every public game that it names is shown as it says.")
    sys.exit(CHANGED if wrong else 0)


COMMANDS: Final = (witness, check_log)
