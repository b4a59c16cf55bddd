"""The command `cartulary`. Its subcommands are those of all distributions that are installed."""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points, version
from typing import Final

from cartulary.commands.terminal import WRONG_USE

GROUP: Final = "cartulary.commands"
"""Entry points: each is called with the arguments and the name of its program, and ends by `SystemExit`."""
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
    name, *arguments = sys.argv[1:] or HELP[:1]
    try:
        try:
            run(name, arguments)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The interpreter flushes once more as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNREAD)
    except Exception:
        print(f"cartulary: {name} failed by an error that it does not expect. {ADVICE}", file=sys.stderr)
        raise


def run(name: str, arguments: Sequence[str]) -> None:
    """Run a subcommand, or print the help."""
    commands = {each.name: each for each in entry_points(group=GROUP)}
    if name in HELP:
        print("\n".join(help_lines(commands)))
    elif name == "--version":
        print(f"cartulary {version('cartulary')}")
    elif name in commands:
        sys.exit(commands[name].load()(arguments, prog_name=f"cartulary {name}"))
    else:
        print(f"cartulary: There is no command {name}. List them with: cartulary --help", file=sys.stderr)
        sys.exit(WRONG_USE)


def help_lines(commands: Mapping[str, EntryPoint]) -> Iterable[str]:
    """Yield the help, line by line: the commands of each distribution."""
    yield "Usage: cartulary COMMAND [OPTIONS]"
    yield "Card games over days and weeks, as rules, stored events and proofs. cartulary COMMAND --help says more."
    width = max(map(len, commands), default=0)
    by_distribution: dict[str, list[EntryPoint]] = {}
    for each in commands.values():
        by_distribution.setdefault(each.dist.name if each.dist else "", []).append(each)
    for distribution, found in sorted(by_distribution.items()):
        yield f"\n{distribution}:"
        for each in sorted(found, key=lambda found: found.name):
            yield f"  {each.name:{width}}  {sentence(each)}"


def sentence(command: EntryPoint) -> str:
    """Return the first line of what a command says of itself."""
    loaded = command.load()
    return str(getattr(loaded, "help", None) or loaded.__doc__ or "").strip().partition("\n")[0]
