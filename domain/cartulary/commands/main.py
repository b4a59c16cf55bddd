"""The command `cartulary`. Its subcommands are those of all distributions that are installed."""

import os
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import EntryPoint, entry_points
from io import TextIOWrapper
from typing import Final

from cartulary import __version__
from cartulary.commands.terminal import WRONG_USE, fail

GROUPS: Final = {
    "serve": "Run a service",
    "record": "Keep the record",
    "people": "Help players, and keep the peace",
    "play": "Play, without a page",
    "outside": "Check and read a service from outside",
    "shell": "Set up a shell",
    "build": None,
}
"""Titles of the groups of commands; that without a title is for who builds the project, and help leaves it out.

Each is the entry points of `cartulary.commands.GROUP`, where the dot in a name stands for a space. Each entry point is
called with the arguments and the name of its program, and ends by `SystemExit`.
"""
INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as shells have it."""
UNREAD: Final = 141
"""Exit status once nobody reads the output any more, as shells have it: `cartulary verify FILE | head`."""
ADVICE: Final = (
    "Look at the last of the lines below. If it is no fault of your settings, your files or your database, report all "
    "of them at the address in SECURITY.md or as an issue."
)
HELP: Final = ("--help", "-h")


def main() -> None:
    """Run the subcommand that is named."""
    for each in (sys.stdout, sys.stderr):
        if isinstance(each, TextIOWrapper):
            # Names may have characters that a terminal has not.
            each.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] or HELP[:1]
    try:
        try:
            run(words)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The interpreter flushes once more as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNREAD)
    except Exception:
        print(f"cartulary: {words[0]} failed by an error that it does not expect. {ADVICE}", file=sys.stderr)
        raise


def list_commands(group: str) -> dict[str, EntryPoint]:
    """Return the commands of a group by name, in alphabetic order."""
    found = entry_points(group=f"cartulary.commands.{group}")
    return {each.name.replace(".", " "): each for each in sorted(found, key=lambda each: each.name)}


def run(words: Sequence[str]) -> None:
    """Run the subcommand that the first one or two words name, or print the help."""
    commands = {name: each for group in GROUPS for name, each in list_commands(group).items()}
    name = " ".join(words[:2]) if " ".join(words[:2]) in commands else words[0]
    if name in HELP:
        print("\n".join(help_lines()))
    elif name == "--version":
        print(f"cartulary {__version__}")
    elif name in commands:
        sys.exit(commands[name].load()(words[len(name.split()) :], prog_name=f"cartulary {name}"))
    else:
        longer = [f"cartulary {each}" for each in commands if each.startswith(f"{name} ")]
        advice = f"There are: {', '.join(longer)}" if longer else "List them with: cartulary --help"
        fail(f"There is no command {name}. {advice}", WRONG_USE)


def help_lines() -> Iterable[str]:
    """Yield the help, line by line: the commands of each group that are installed."""
    yield "Usage: cartulary COMMAND [OPTIONS]"
    yield "Card games over days and weeks, as rules, stored events and proofs. cartulary COMMAND --help says more."
    shown = {title: list_commands(group) for group, title in GROUPS.items() if title}
    width = max((len(name) for commands in shown.values() for name in commands), default=0)
    for title, commands in shown.items():
        if commands:
            yield f"\n{title}:"
        for name, each in commands.items():
            yield f"  {name:{width}}  {sentence(each)}"


def sentence(command: EntryPoint) -> str:
    """Return the first line of what a command says of itself."""
    loaded = command.load()
    return str(getattr(loaded, "help", None) or loaded.__doc__ or "").strip().partition("\n")[0]
