"""Runs a command of ours in this process: another one imports everything anew, which takes a second."""

import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from subprocess import CompletedProcess
from typing import Final, NamedTuple

import pytest

from cartulary.commands.main import GROUPS, list_commands, main

COMMANDS: Final = {name: each for group in GROUPS for name, each in list_commands(group).items()}


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


def run(*words: str, **settings: str) -> CompletedProcess[str]:
    """Run `cartulary` with these words, and with these settings in the environment."""
    with (
        pytest.MonkeyPatch.context() as patched,
        StringIO() as output,
        StringIO() as errors,
        redirect_stdout(output),
        redirect_stderr(errors),
    ):
        patched.setattr(sys, "argv", ["cartulary", *words])
        for name, value in settings.items():
            patched.setenv(name, value)
        try:
            main()
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
        return CompletedProcess(words, status, output.getvalue(), errors.getvalue())
