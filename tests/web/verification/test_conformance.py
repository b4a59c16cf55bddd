"""The conformance set is whole, and all three verifiers come to its verdicts."""

import re
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest

from tests.patience import PATIENCE
from tests.web import conformance
from tests.web.conformance_cases import CASES
from tests.web.verifiers import Said, by_first, by_second, needs_node

ROOT: Final = Path(__file__).parents[3]
MOST_BYTES: Final = 1_500_000
NOT_BY_SECOND: Final = {"rules"}
NOT_BY_THIRD: Final = {"rules", "actions", "log", "witnesses", "fork", "origin", "times"}
VERDICTS: Final = conformance.verdicts()
ON_AUTHORITY: Final = {"an order invented or changed", "a delegate invented", "a key exchanged"}
UNSIGNED: Final = {"move-invented", "taken-back-bot-plays-on", "fight-invented"}
MISSED_BY_THIRD: Final = UNSIGNED | {each["name"] for each in VERDICTS if each["attack"] in ON_AUTHORITY}
"""It says that it looks neither for plies without a signature nor for who acts by which authority."""
CASE: Final = re.compile(r"`([a-z]+(?:-[a-z]+)+)`")
EVERY_CASE: Final = pytest.mark.parametrize("verdict", VERDICTS, ids=[each["name"] for each in VERDICTS])


def wrong_of(said: Said) -> set[str]:
    """The checks that fail."""
    return {each["check"] for each in said.report["checks"] if each["holds"] is False}


def require_verdict(verdict: Mapping[str, Any], said: Said, unable: set[str]) -> None:
    """A verifier comes to a verdict, as far as it makes the checks that matter."""
    able = set(verdict["fails"]) - unable
    if verdict["verified"]:
        assert said.verified, wrong_of(said)
        assert {name: said.report[name] for name in verdict["report"]} == verdict["report"]
    elif able:
        assert not said.verified
        assert wrong_of(said) & able, wrong_of(said)


@EVERY_CASE
def test_the_first_verifier_comes_to_the_verdict(verdict: Mapping[str, Any]) -> None:
    require_verdict(verdict, by_first(conformance.case_of(verdict)), {"deal"})


@needs_node
def test_the_second_verifier_comes_to_every_verdict() -> None:
    for verdict, said in zip(VERDICTS, by_second(map(conformance.case_of, VERDICTS)), strict=True):
        require_verdict(verdict, said, NOT_BY_SECOND)


def status_of_third(verdict: Mapping[str, Any]) -> int:
    """The exit status of the third verifier."""
    options = [("--key", each) for each in verdict["keys"]]
    options += [("--receipt", each) for each in verdict["receipts"]]
    options += [("--entropy", f"{seat}={each}") for seat, each in verdict["entropy"].items()]
    command = [
        sys.executable,
        ROOT / "examples" / "verify.py",
        verdict["bundle"],
        *(word for each in options for word in each),
    ]
    return subprocess.run(
        command, cwd=conformance.FOLDER, capture_output=True, check=False, timeout=PATIENCE
    ).returncode


def test_the_third_verifier_comes_to_every_verdict_but_those_it_says_it_leaves_out() -> None:
    with ThreadPoolExecutor(2) as together:
        found = dict(zip([each["name"] for each in VERDICTS], together.map(status_of_third, VERDICTS), strict=True))
    bad = {each["name"] for each in VERDICTS if set(each["fails"]) - NOT_BY_THIRD} - MISSED_BY_THIRD
    assert found == {each["name"]: int(each["name"] in bad) for each in VERDICTS}


def test_every_case_is_written_and_every_file_is_of_a_case() -> None:
    assert [each["name"] for each in VERDICTS] == [each.name for each in CASES]
    files = {name for each in VERDICTS for name in conformance.files_of(each)}
    assert {each.name for each in conformance.FOLDER.iterdir()} == files | {"verdicts.json"}
    assert sum(each.stat().st_size for each in conformance.FOLDER.iterdir()) < MOST_BYTES


def test_every_attack_is_found_in_one_case_and_those_that_need_evidence_are_not_found_without() -> None:
    attacks = {each["attack"] for each in VERDICTS} - {None}
    found = {each["attack"] for each in VERDICTS if not each["verified"]}
    not_found = {each["attack"] for each in VERDICTS if each["verified"]} - {None}
    assert found == attacks
    assert attacks - not_found == {"a deck stacked", "a record damaged"}


def test_the_verdicts_say_what_the_cases_say() -> None:
    for verdict, each in zip(VERDICTS, CASES, strict=True):
        said = (verdict["shows"], verdict["attack"], verdict["fails"], verdict["verified"], verdict["report"])
        assert said == (each.shows, each.attack, [*each.fails], not each.fails, each.report)


def test_the_document_names_cases_that_there_are_and_that_fail_in_the_check_beside_them() -> None:
    pages = ("verify.md", "verifiers.md", "record.md")
    claims, document, record = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in pages)
    fails = {each["name"]: each["fails"] for each in VERDICTS}
    evidence = claims + document + record.partition("## What shows it")[2]
    named = {name for row in re.findall(r"^\|.*$", evidence, re.MULTILINE) for name in CASE.findall(row)}
    assert named - fails.keys() == set()
    rows = document.partition("| check | holds when | fails in |")[2].partition("\n\n")[0]
    for check, cell in re.findall(r"^\| (\w+) \|.*\| ([^|]+) \|$", rows, re.MULTILINE):
        if check != "times":
            assert all(check in fails[name] for name in CASE.findall(cell)), check
