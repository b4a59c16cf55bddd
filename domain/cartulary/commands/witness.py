"""Commands for those who watch a service without trusting it."""

import sys
import threading
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cartulary.commands.terminal import WRONG_USE, fail, parser, port, require_signatures

CHANGED: Final = 3
"""Exit status when a log did not go on as it was, or does not hold what it should."""


def witness(arguments: Sequence[str], prog_name: str) -> None:
    """Cosign the transparency logs of the services at these addresses, as long as they only grow."""
    given = read_witness(arguments, prog_name)
    require_signatures()
    from cartulary.signing.notes import BadNote
    from cartulary.witness import server, watch
    from cartulary.witness.remote_log import RemoteLog, Unreachable
    from cartulary.witness.witness import Witness

    logs = [RemoteLog(url) for url in given.urls]
    try:
        watcher = Witness(given.folder, given.name, watch.pin(given.folder, logs, given.key), lambda: int(time.time()))
    except (Unreachable, BadNote) as error:
        fail(str(error), WRONG_USE)
    print(
        f"The key of this witness, for WITNESSES of the service and for verify --witness:\n{watcher.key.text()}",
        flush=True,
    )
    if given.port is not None:
        listening = server.serve(watcher, given.host, given.port)
        threading.Thread(target=listening.serve_forever, daemon=True).start()
    while True:
        seen = [watch.look(watcher, given.folder, log) for log in logs]
        for each in seen:
            print(each.words, file=sys.stderr if each.changed else sys.stdout, flush=True)
        if given.once:
            sys.exit(CHANGED if any(each.changed for each in seen) else int(any(each.failed for each in seen)))
        time.sleep(given.every)


def read_witness(arguments: Sequence[str], prog_name: str) -> Namespace:
    reads = parser(prog_name, witness.__doc__)
    reads.add_argument("urls", nargs="+", metavar="URL")
    reads.add_argument(
        "--folder",
        type=Path,
        default=Path("witness"),
        help="where the key and the last checkpoints are kept; back it up; no second witness may use it",
    )
    reads.add_argument("--name", default="witness", help="name in front of the key, without spaces or +")
    reads.add_argument(
        "--key", action="append", default=[], help="a key of the service from a trusted place; else the first one seen"
    )
    reads.add_argument("--every", type=int, default=20, help="seconds between two looks; by default 20")
    reads.add_argument("--once", action="store_true", help="look once: exit status 3 if a log has changed its past")
    reads.add_argument("--port", type=port, help="also answer POST /add-checkpoint at this port")
    reads.add_argument("--host", default="127.0.0.1", help="the address to listen on, with --port")
    return reads.parse_args(arguments)


def check_log(arguments: Sequence[str], prog_name: str) -> None:
    """Check the transparency log of the service at URL: every entry, and that every public game is still shown."""
    reads = parser(prog_name, check_log.__doc__)
    reads.add_argument("url")
    reads.add_argument(
        "--key", action="append", default=[], help="a key of the service from a trusted place; else the one it shows"
    )
    reads.add_argument("--checkpoint", type=Path, help="an earlier checkpoint, as URL/v1/log/checkpoint had it")
    given = reads.parse_args(arguments)
    require_signatures()
    from cartulary.signing.notes import BadNote, public_key
    from cartulary.witness import watch
    from cartulary.witness.remote_log import RemoteLog, Unreachable

    try:
        log = RemoteLog(given.url)
        keys = [public_key(key) for key in given.key] or log.read_keys()
        earlier = None if given.checkpoint is None else given.checkpoint.read_text(encoding="utf-8")
        wrongs = [*watch.list_wrongs(log, keys, earlier)]
    except (Unreachable, BadNote, OSError) as error:
        fail(str(error), WRONG_USE)
    for words in wrongs:
        print(words, file=sys.stderr)
    if not wrongs:
        print("The log is whole, and every public game that it names is shown as it says.")
    sys.exit(CHANGED if wrongs else 0)
