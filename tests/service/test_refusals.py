"""The list of refusals is that of the source: nothing is refused that it lacks, and nothing in it is never refused."""

import re
from pathlib import Path
from typing import Final

import pytest

from domain.catalogue import CATALOGUE
from service.api.openapi.reference import name_of
from service.api.openapi.refusals import ROOT, SHARED, Unreadable, refusals_in

PAGE: Final = (ROOT / "docs" / "reference" / "refusals.md").read_text(encoding="utf-8")
MADE: Final = re.compile(r"(?<!class )\bRejected\(")
NAMED: Final = re.compile(r"(?<!class )\bRejected\(\s*f?\"([^\"]+)\"")
HOLE: Final = re.compile(r"\\{[^}]+\\}")
OWNERS: Final = {"every game": SHARED} | {
    name_of(game): (f"domain/{game.id.replace('-', '_')}",) for game in CATALOGUE.values()
}


def listed(owner: str) -> dict[str, str]:
    """The rules of a section of the page, and what they say."""
    section = PAGE.partition(f"## Of {owner}\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| (.+) \| [^|]* \|$", section, re.MULTILINE))


def source(folders: tuple[str, ...]) -> str:
    """What is written there."""
    files = [each for folder in folders for each in sorted((ROOT / folder).rglob("*.py"))]
    return "".join(each.read_text(encoding="utf-8") for each in files)


def pattern(name: str) -> str:
    """What a name in the source may come to, with its holes filled."""
    return HOLE.sub("[a-z_]+", re.escape(name))


@pytest.mark.parametrize("owner", OWNERS)
def test_what_the_source_refuses_is_listed_and_what_is_listed_is_refused(owner: str) -> None:
    code, rules = source(OWNERS[owner]), listed(owner)
    named = NAMED.findall(code)
    assert len(named) == len(MADE.findall(code)), "a refusal whose rule is not written where it is made"
    for name in named:
        assert any(re.fullmatch(pattern(name), rule) for rule in rules), name
    for rule in rules:
        assert any(re.fullmatch(pattern(name), rule) for name in named), rule


def test_every_refusal_says_something() -> None:
    for owner in OWNERS:
        assert listed(owner)
        for rule, words in listed(owner).items():
            assert re.search(r"[a-z]{3}", words), rule


SOURCE: Final = """
from domain.kernel.rejected import Rejected

STEPS = {"buy": "a purchase", "draw": "a draw"}
MOST = 3


def require(rule: str, what: str, seat: int) -> None:
    ruling = "A-01" if rule == "pay" else "A-02"
    raise Rejected(f"{rule}.wrong", f"Name {what} for {seat}, {MOST} at most.", ruling)


def pay(state, seat):
    require("pay", "coins", seat)
    require(what=f"{seat} cards", rule="take", seat=1)
    raise Rejected(f"step.{state.step}", f"Now is {STEPS[state.step]}.")
"""


def test_names_and_words_that_are_put_together_are_told_as_they_come_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made_of(SOURCE, tmp_path, monkeypatch) == {
        "pay.wrong": (["Name coins for …, 3 at most."], ["A-01"]),
        "step.buy": (["Now is a purchase."], []),
        "step.draw": (["Now is a draw."], []),
        "take.wrong": (["Name … cards for 1, 3 at most."], ["A-02"]),
    }


def test_a_rule_that_cannot_be_told_from_the_source_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unreadable):
        made_of(SOURCE.replace('require("pay"', "require(state.rule"), tmp_path, monkeypatch)


def made_of(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[list[str], list[str]]]:
    """What is read of a module with this text."""
    (folder / "refusing.py").write_text(text)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr("service.api.openapi.refusals.ROOT", folder)
    return {each.rule: ([*each.reasons], [*each.rulings]) for each in refusals_in(".")}
