"""The command by which a shell completes the words of a command line."""

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout, suppress
from importlib.metadata import EntryPoint
from io import StringIO
from typing import Final

from cartulary.commands.main import GROUPS, list_commands
from cartulary.commands.terminal import parser, say

OPTION: Final = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def complete(arguments: Sequence[str], prog_name: str) -> None:
    """Complete words in bash, which asks for them after: complete -o default -C "cartulary complete" cartulary"""
    line = os.environ.get("COMP_LINE")
    if line is None:
        parser(prog_name, complete.__doc__).parse_args(arguments or ["--help"])
        return
    *before, begun = line[: int(os.environ.get("COMP_POINT", len(line)))].split(" ")[1:]
    for each in sorted(words_after([word for word in before if word])):
        if each.startswith(begun):
            say(each)


def words_after(before: Sequence[str]) -> Iterable[str]:
    """Return what can follow these words: the next word of commands, else the options of the command."""
    commands = {tuple(name.split()): each for group in GROUPS for name, each in list_commands(group).items()}
    following = {name[len(before)] for name in commands if name[: len(before)] == tuple(before) != name}
    found = [each for name, each in commands.items() if tuple(before[: len(name)]) == name]
    return following or {option for each in found for option in options_of(each)}


def options_of(command: EntryPoint) -> Iterable[str]:
    """Return the options that a command's help names."""
    with redirect_stdout(StringIO()) as said, suppress(SystemExit):
        command.load()(["--help"], prog_name=command.name)
    return OPTION.findall(said.getvalue())
