"""The command line: its groups, and what it says of a command that it does not have."""

from cartulary.commands.main import list_commands
from cartulary.commands.terminal import WRONG_USE
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
