"""Shared parts of commands: how they read their arguments, print and fail."""

import sys
from argparse import Action, ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from importlib.util import find_spec
from typing import Any, Final, NoReturn, TextIO

from cartulary.kernel.text import show_controls

WRONG_USE: Final = 2
LATEST_PORT: Final = 65_535


class StoreOnce(Action):
    """Stores the value of an option, which may be given once: of two values one would be passed over."""

    is_given = False

    def __call__(self, parser: ArgumentParser, namespace: Namespace, values: Any, option: str | None = None) -> None:
        if self.is_given and option is not None:
            parser.error(f"{option} is given twice.")
        self.is_given = True
        setattr(namespace, self.dest, values)


def parser(prog_name: str, description: str | None, epilog: str = "") -> ArgumentParser:
    """Return a parser whose help says what a command says of itself, and which takes no option of one value twice."""
    made = ArgumentParser(
        prog_name,
        description=description,
        epilog=epilog,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.register("action", None, StoreOnce)
    return made


def add_setup(parser: ArgumentParser, games: list[str]) -> None:
    """Add what a table is set up by."""
    parser.add_argument("--game", default=games[0], choices=games, help="by default the first")
    parser.add_argument("--seats", type=int, default=2, choices=range(2, 5))
    parser.add_argument("--edition", help="one of the game's; by default its first")
    parser.add_argument(
        "--option", "-o", action="append", default=[], type=read_option, metavar="NAME=VALUE", help="of the catalogue"
    )


def read_option(text: str) -> tuple[str, str | int]:
    """Read NAME=VALUE, where the value may be true, false or a number."""
    name, _, value = text.partition("=")
    words: dict[str, str | int] = {"true": True, "false": False}
    return name, words.get(value, int(value) if value.isdecimal() else value)


def port(text: str) -> int:
    """Read a port. Raises ArgumentTypeError."""
    if not text.isdecimal() or not 1 <= int(text) <= LATEST_PORT:
        raise ArgumentTypeError(f"A port is a number from 1 to {LATEST_PORT}.")
    return int(text)


def require_signatures() -> None:
    """End the command where what checks signatures is not installed."""
    if find_spec("cryptography") is None:
        fail("Signatures need an extra. Install it with: pip install 'cartulary[verify]'", WRONG_USE)


def say(line: str, to: TextIO | None = None) -> None:
    """Print one line, at once, whatever others have written into it."""
    print(show_controls(line), file=to, flush=True)


def fail(sentence: str, status: int = 1) -> NoReturn:
    say(f"cartulary: {sentence}", sys.stderr)
    sys.exit(status)
