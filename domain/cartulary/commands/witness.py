"""Commands for those who watch a service without trusting it."""

import sys
import threading
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cartulary.commands.policy import add_policy
from cartulary.commands.terminal import WRONG_USE, fail, parser, port, require_signatures, say

if TYPE_CHECKING:
    from cartulary.signing.notes import PublicKey

HOLDS: Final = (
    "No two entries contradict each other of those that name their game. Such games with new entries, or that did not "
    "hold before, are shown as the log says, and listed with the "
    "status, version (or a newer one), players (by their ids) and result of their records. Not looked at: names of "
    "players, whether a resignation was by the clock, rules and signatures (cartulary verify looks at these), records "
    "of games that held and had ended and have no new entries, private games (their entries are blinded), and whether "
    "others see the same log (witnesses do that)."
)
CLOCK: Final = (
    "Days, what is yet to come, and how old a list may be are by the clock of this machine: look at it first."
)
CHANGED: Final = 3
"""Exit status when a log did not go on as it was, or does not hold what it should."""


def witness(arguments: Sequence[str], prog_name: str) -> None:
    """Cosign the transparency logs of the services at these addresses, as long as they only grow."""
    given = read_witness(arguments, prog_name)
    require_signatures()
    from cartulary.record.bundle import Broken
    from cartulary.signing.notes import BadNote
    from cartulary.witness import server, watch
    from cartulary.witness.remote_log import RemoteLog, Unreachable
    from cartulary.witness.witness import UnfitKey, Witness

    logs = [RemoteLog(url) for url in given.urls]
    try:
        known = watch.pin(given.folder, logs, [*given.policy.keys, *given.key])
        pins = [known[log.url] for log in logs]
        watcher = Witness(given.folder, given.name, dict(pins), lambda: int(time.time()))
    except (Broken, Unreachable, BadNote, UnfitKey) as error:
        fail(str(error), WRONG_USE)
    if not (given.key or given.policy.keys):
        for log, pinned in zip(logs, pins, strict=True):
            say_unvouched(log.url, pinned.keys)
    say("The key of this witness, for WITNESSES of the service and for verify --witness:")
    say(watcher.key.text())
    if given.port is not None:
        listening = server.serve(watcher, given.host, given.port)
        threading.Thread(target=listening.serve_forever, daemon=True).start()
    while True:
        seen = [watch.look(watcher, given.folder, log, known[log.url].name) for log in logs]
        for each in seen:
            say(each.words, sys.stderr if each.accused else sys.stdout)
        if given.once:
            sys.exit(CHANGED if any(each.accused for each in seen) else int(any(each.failed for each in seen)))
        time.sleep(given.every)


def say_unvouched(url: str, keys: "Sequence[PublicKey]") -> None:
    """Say which keys count though nobody has named them."""
    named = ", ".join(each.text() for each in keys)
    which = "key this time: it is the one" if len(keys) == 1 else "keys this time: they are those"
    say(f"Nobody vouched for the {which} that {url} showed at first, or that was given before, {named}")


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
    add_policy(reads)
    reads.add_argument("--every", type=int, default=20, help="seconds between two looks; by default 20")
    reads.add_argument("--once", action="store_true", help="look once: exit status 3 if a log contradicts itself")
    reads.add_argument("--port", type=port, help="also answer POST /add-checkpoint at this port")
    reads.add_argument("--host", default="127.0.0.1", help="the address to listen on, with --port")
    return reads.parse_args(arguments)


def check_log(arguments: Sequence[str], prog_name: str) -> None:
    """Check the transparency log of the service at URL: its entries and its games; or a FILE of evidence against it."""
    given = read_check_log(arguments, prog_name)
    require_signatures()
    from cartulary.record.bundle import Broken
    from cartulary.signing.notes import BadNote, public_key
    from cartulary.witness.log_audit import EMPTY, Finding, audit
    from cartulary.witness.remote_log import RemoteLog, Unreachable
    from cartulary.witness.watch import pin

    found = list[Finding]()
    try:
        named = [*given.policy.keys, *given.key]
        keys = [public_key(key) for key in named]
        if (given.url is None) == (given.evidence is None) or (given.evidence and given.checkpoint):
            fail("Name either the URL of a service or --evidence FILE; --checkpoint goes with a URL.", WRONG_USE)
        if given.evidence is not None:
            sys.exit(show_evidence(given.evidence, keys))
        log = RemoteLog(given.url)
        earlier = None if given.checkpoint is None else given.checkpoint.read_text(encoding="utf-8").rstrip("\n") + "\n"
        pinned = pin(given.folder, [log], named)[log.url]
        if not keys:
            say_unvouched(log.url, pinned.keys)
        for each in audit(log, given.folder, pinned, earlier):
            found.append(each)
            say(each.words, sys.stderr if each.wrong else sys.stdout)
    except (Broken, Unreachable, BadNote, OSError, UnicodeDecodeError) as error:
        if not any(each.wrong for each in found):
            fail(str(error), WRONG_USE)
        say(f"The rest was not looked at: {error}", sys.stderr)
    if any(each.by_clock for each in found):
        say(CLOCK)
    if any(each.wrong for each in found):
        sys.exit(CHANGED)
    if any(each.wrong is None for each in found):
        sys.exit(1)
    if EMPTY not in {each.words for each in found}:
        say(HOLDS)


def show_evidence(evidence: Path, keys: "Sequence[PublicKey]") -> int:
    """Say what a file of evidence shows; return the exit status. Raises Broken if it shows nothing."""
    from cartulary.witness.evidence import judge

    if not keys:
        fail("Evidence is checked with --key, the key of the service that you noted.", WRONG_USE)
    words, is_proven = judge(evidence.read_text(encoding="utf-8"), keys)
    say(words)
    return CHANGED if is_proven else 1


def read_check_log(arguments: Sequence[str], prog_name: str) -> Namespace:
    reads = parser(prog_name, check_log.__doc__)
    reads.add_argument("url", nargs="?")
    reads.add_argument(
        "--key", action="append", default=[], help="a key of the service from a trusted place; else the one seen first"
    )
    reads.add_argument("--checkpoint", type=Path, help="an earlier checkpoint, as URL/v1/log/checkpoint had it")
    reads.add_argument(
        "--folder",
        type=Path,
        default=Path("log"),
        help="where the entries that were read are kept, by default ./log; with a new one all is read again",
    )
    add_policy(reads)
    reads.add_argument("--evidence", type=Path, metavar="FILE", help="check offline what this file proves: status 3")
    return reads.parse_args(arguments)
