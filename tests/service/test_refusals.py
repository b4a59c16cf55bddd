"""The list of refusals in the reference is complete: the tests of the domain check that all they meet are in it."""

import sys
from pathlib import Path
from typing import Final

import pytest

from cartulary_service.contract.refusals import SHARED, UndeclaredRefusal, refusals_in

SOURCE: Final = """
from typing import Literal
from cartulary.kernel.rejected import ImpossiblePosition, Rejected

MOST = 3

def require(rule: Literal["pay", "take"], seat: int) -> None:
    raise Rejected(f"{rule}.wrong", f"Seat {seat} names {MOST} at most.", "A-01" if seat else "A-02")

def require_turn(turn: int) -> None:
    raise ImpossiblePosition("turn", "turns count from 1.")
"""


def test_every_refusal_gives_a_reason() -> None:
    for refusal in refusals_in(*SHARED):
        assert all(any(letter.isalpha() for letter in reason) for reason in refusal.reasons), refusal.rule


def test_a_refusal_is_listed_with_its_codes_reasons_and_rulings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list_refusals(SOURCE, tmp_path, monkeypatch) == {
        "pay.wrong": (["Seat … names 3 at most."], ["A-01", "A-02"]),
        "position.turn": (["This position is impossible: turns count from 1."], []),
        "take.wrong": (["Seat … names 3 at most."], ["A-01", "A-02"]),
    }


def test_a_refusal_whose_code_is_not_declared_stops_the_listing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UndeclaredRefusal):
        list_refusals(SOURCE.replace('rule: Literal["pay", "take"]', "rule: str"), tmp_path, monkeypatch)


def list_refusals(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[list[str], list[str]]]:
    """Return what is listed for a module with this text."""
    (folder / "refusing.py").write_text(text)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "refusing", raising=False)
    monkeypatch.setattr("cartulary_service.contract.refusals.ROOT", folder)
    return {each.rule: ([*each.reasons], [*each.rulings]) for each in refusals_in(".")}
