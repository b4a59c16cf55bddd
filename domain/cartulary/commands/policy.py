"""The policy file: which keys and witnesses somebody trusts, in one place for all commands."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

HELP: Final = "a file of lines `key K`, `witness K` and `quorum N`: what the options of these names would give"


class Policy(NamedTuple):
    """Keys of services and of witnesses, as lines, and how many of the witnesses suffice; None for all."""

    keys: Sequence[str] = ()
    witnesses: Sequence[str] = ()
    quorum: int | None = None


def add_policy(to: ArgumentParser) -> None:
    to.add_argument("--policy", type=read_policy, default=Policy(), metavar="FILE", help=HELP)


def read_policy(text: str) -> Policy:
    """Read a policy file. Raises ArgumentTypeError."""
    keys, witnesses, quorum = list[str](), list[str](), None
    for number, line in enumerate(read_lines(Path(text)), 1):
        match line.split():
            case []:
                pass
            case ["key", key]:
                keys.append(key)
            case ["witness", key]:
                witnesses.append(key)
            case ["quorum", count] if quorum is None and count.isdecimal():
                quorum = int(count)
            case _:
                raise ArgumentTypeError(f"Line {number} of {text} is none of: key K, witness K, quorum N (once).")
    return Policy(keys, witnesses, quorum)


def read_lines(path: Path) -> list[str]:
    """Return the lines of a file without what follows a # in them. Raises ArgumentTypeError."""
    try:
        return [line.partition("#")[0] for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentTypeError(f"{path} cannot be read: {error}") from error
