"""The command line: its groups, and what it says of a command that it does not have."""

import ast
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from cartulary.commands.main import list_commands
from cartulary.commands.terminal import WRONG_USE
from tests.cases import cases
from tests.commands import COMMANDS, run


def test_the_help_names_each_command_once_but_those_that_build_the_project() -> None:
    lines = run("--help").stdout.splitlines()
    shown = [name for name in COMMANDS for line in lines if line.startswith(f"  {name} ")]
    assert sorted(shown) == sorted(COMMANDS.keys() - list_commands("build").keys())
    assert "openapi" in list_commands("build")


def test_of_a_word_that_begins_commands_it_is_said_which_there_are() -> None:
    refused = run("check")
    assert refused.returncode == WRONG_USE
    assert all(f"cartulary {each}" in refused.stderr for each in COMMANDS if each.startswith("check "))


def test_what_is_no_command_is_refused_with_where_they_are_listed() -> None:
    refused = run("chekc")
    assert (refused.returncode, "cartulary --help" in refused.stderr) == (WRONG_USE, True)


@cases(
    ("line", "completed"),
    [
        ("cartulary ver", ["verify"]),
        ("cartulary check ", ["record", "rules", "secrecy"]),
        ("cartulary check r", ["record", "rules"]),
        ("cartulary verify bundle --j", ["--json"]),
        ("cartulary check rules --j", ["--json"]),
        ("cartulary verify bundle", []),
        ("cartulary chekc ", []),
    ],
)
def test_a_shell_completes_commands_and_their_options(line: str, completed: list[str]) -> None:
    *_, before, word = line.split(" ")
    assert run("complete", "cartulary", word, before, COMP_LINE=line).stdout.split() == completed


WHOLE: Final = {
    "json.dumps(report_json(report), ensure_ascii=False) if given.json else describe(report)",
    "dumps(report.as_json(), ensure_ascii=False) if given.json else report.text()",
    "document.document()",
    "asyncapi.document()",
    "f'\\rPlaying: {number} of {count}'",
}
"""Texts of many lines that commands print as they are: what others wrote in them is spelled out before, or is JSON."""
PRINTS: Final = {"print", "click.echo", "click.secho", "sys.stdout.write", "sys.stderr.write"}


@pytest.mark.parametrize("module", sorted({each.module for each in COMMANDS.values()}))
def test_commands_print_lines_in_which_control_characters_are_spelled_out(module: str) -> None:
    path = import_module(module).__file__
    assert path is not None
    calls = [each for each in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))) if isinstance(each, ast.Call)]
    printed = {ast.unparse(each.args[0]) for each in calls if ast.unparse(each.func) in PRINTS}
    assert printed - WHOLE == set()
