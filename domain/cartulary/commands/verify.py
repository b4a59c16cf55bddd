"""The command that checks records offline."""

import json
import re
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Final, TypeVar

from cartulary.commands.policy import add_policy
from cartulary.commands.terminal import WRONG_USE, fail, parser, require_signatures, say
from cartulary.kernel.text import counted

if TYPE_CHECKING:
    from cartulary.audit.bundles import Given

ENTROPY: Final = re.compile("([0-9]+)=([0-9a-fA-F]{64})")
SEAT_KEY: Final = re.compile("([0-9]+)=([A-Za-z0-9_-]{43})")
OF_ONE_GAME: Final = (
    "The file is an export of games, and --origin, --action, --entropy, --seat-key and --log are about one game: "
    "check the bundle of that game by itself."
)
NO_WITNESS: Final = "A quorum is of witnesses: name their keys with --witness, or in the policy."
Named = TypeVar("Named")


def verify(arguments: Sequence[str], prog_name: str) -> None:
    """Check the audit bundle, or export, in FILE offline: exit status 0 if all that can be checked holds, else 1."""
    require_signatures()
    from cartulary.audit import bundles
    from cartulary.audit.report_text import describe, report_json

    given = parse(arguments, prog_name)
    beside = evidence(given)
    verdicts = dict[str, list[bool]]()
    try:
        one = not bundles.is_export(given.file)
        if not one and (given.origin is not None or given.action or given.entropy or given.seat_key or given.log):
            fail(OF_ONE_GAME, WRONG_USE)
        of_one = [("", bundles.verify_text(given.file, beside))] if one else []
        for game, report in of_one or bundles.verify_export(given.file, beside):
            verdicts.setdefault(game, []).append(report.verified)
            print(json.dumps(report_json(report), ensure_ascii=False) if given.json else describe(report))
    except bundles.Unreadable as error:
        fail(str(error), WRONG_USE)
    if not one and not given.json:
        say(summary([*verdicts.values()]))
    sys.exit(0 if all(map(all, verdicts.values())) else 1)


def summary(verdicts: Sequence[Sequence[bool]]) -> str:
    """Count games of an export by the verdicts on the lines of each: a line that anybody can add takes none away."""
    right = [each for each in verdicts if any(each)]
    beside = sum(each.count(False) for each in right)
    words = f"{counted(len(verdicts), 'game', 'games')}: {len(right)} verified, {len(verdicts) - len(right)} not"
    return f"{words}; beside these {counted(beside, 'line is', 'lines are')} not verified." if beside else f"{words}."


def evidence(given: Namespace) -> "Given":
    """Return what the options and the policy give beside the file. Ends the command if a witness or quorum is none."""
    from cartulary.audit.bundles import Given
    from cartulary.signing.cosignatures import witness_key
    from cartulary.signing.notes import BadNote, public_key

    keys = [*given.policy.keys, *given.key]
    try:
        for each in keys:
            public_key(each)
    except BadNote as error:
        fail(f"--key: {error} The service shows its own in /v1/catalogue.", WRONG_USE)
    try:
        witnesses = [witness_key(each) for each in dict.fromkeys([*given.policy.witnesses, *given.witness])]
    except BadNote as error:
        fail(f"--witness: {error} A witness prints its own when it starts.", WRONG_USE)
    quorum = given.policy.quorum if given.quorum is None else given.quorum
    number = len({each.raw for each in witnesses})
    needed = number if quorum is None else quorum
    if not (quorum is None or 0 < needed <= number):
        fail(f"--quorum is 1 to {number}, the number of witnesses given." if number else NO_WITNESS, WRONG_USE)
    asked_at = int(time()) if given.log else None
    return Given(
        keys,
        given.receipt,
        given.origin,
        by_seat("--entropy", given.entropy),
        witnesses,
        needed,
        given.action,
        asked_at,
        by_seat("--seat-key", given.seat_key),
    )


def by_seat(option: str, pairs: Sequence[tuple[int, Named]]) -> dict[int, Named]:
    """Return what an option names of each seat. Ends the command if it names one twice."""
    named = dict(pairs)
    if len(named) < len(pairs):
        fail(f"{option} names a seat twice.", WRONG_USE)
    return named


def parse(arguments: Sequence[str], prog_name: str) -> Namespace:
    given = parser(prog_name, verify.__doc__)
    given.add_argument("file", type=file)
    given.add_argument("--key", action="append", default=[], help="a key of the service; else the bundle names it")
    given.add_argument("--receipt", action="append", default=[], type=file, help="an earlier signed note")
    given.add_argument(
        "--entropy",
        action="append",
        default=[],
        type=entropy,
        metavar="SEAT=HEX",
        help="what a seat has added to the shuffle, as its player knows it",
    )
    given.add_argument(
        "--seat-key",
        action="append",
        default=[],
        type=seat_key,
        metavar="SEAT=KEY",
        help="the key by which a seat signs, in base64url, as its player says",
    )
    given.add_argument("--origin", type=file, help="of a fork: the bundle of the game that it goes on from")
    given.add_argument(
        "--action",
        action="append",
        default=[],
        type=file,
        help="an action that a player has published: canonical JSON, and its Action-Signature in a second line",
    )
    given.add_argument(
        "--witness", action="append", default=[], help="the key of a witness that must have cosigned the checkpoints"
    )
    given.add_argument("--log", action="store_true", help="the file was asked for with log=true, just now")
    given.add_argument("--quorum", type=int, help="how many of the witnesses suffice; by default all")
    add_policy(given)
    given.add_argument("--json", action="store_true", help="the report as JSON")
    return given.parse_args(arguments)


def file(name: str) -> str:
    """Read a file, once, since it may be a pipe. Raises ArgumentTypeError."""
    path = Path(name)
    if not path.exists() or path.is_dir():
        raise ArgumentTypeError(f"There is no file {name}.")
    try:
        return path.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentTypeError(f"{name} cannot be read: {error}") from error


def seat_key(text: str) -> tuple[int, str]:
    """Read a seat and its key. Raises ArgumentTypeError."""
    if said := SEAT_KEY.fullmatch(text):
        return int(said[1]), said[2]
    raise ArgumentTypeError("Name a seat and the 43 characters of its key, like 0=k3Yt…")


def entropy(text: str) -> tuple[int, bytes]:
    """Read a seat and its 32 bytes. Raises ArgumentTypeError."""
    if said := ENTROPY.fullmatch(text):
        return int(said[1]), bytes.fromhex(said[2])
    raise ArgumentTypeError("Name a seat and its 64 hexadecimal digits, like 0=3f…")
