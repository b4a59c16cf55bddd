"""Runs a command of ours in this process."""

from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import entry_points
from io import StringIO
from typing import Final, NamedTuple

from cartulary.commands.main import GROUP

NAMES: Final = frozenset(each.name for each in entry_points(group=GROUP))


class Done(NamedTuple):
    """The end of a command. `output` has what it printed to both streams."""

    exit_code: int
    output: str


def invoke(command: Callable[..., None], *arguments: str) -> Done:
    """Run a command to its end."""
    with StringIO() as output, redirect_stdout(output), redirect_stderr(output):
        try:
            command(arguments, prog_name="cartulary")
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
        return Done(status, output.getvalue())
