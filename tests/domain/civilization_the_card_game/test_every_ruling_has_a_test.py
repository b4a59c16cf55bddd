"""No ruling without a test that names it."""

import importlib
import re
from collections import Counter
from pathlib import Path
from types import FunctionType

import pytest

from domain.civilization_the_card_game.cards import BONUSES, BUILDINGS, TECHNOLOGIES, UNITS

HERE = Path(__file__).parent
RULES = HERE.parents[2] / "docs" / "rules" / "civilization-the-card-game.md"


def rulings() -> list[str]:
    """The rulings of the rules page, in their order."""
    return re.findall(r"^- \*\*(C-\d+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE)


def named_rulings() -> Counter[str]:
    """How many tests name each ruling."""
    found: Counter[str] = Counter()
    for path in sorted(HERE.glob("test_*.py")):
        module = importlib.import_module(f"tests.domain.civilization_the_card_game.{path.stem}")
        for name, value in vars(module).items():
            if name.startswith("test_") and isinstance(value, FunctionType):
                marks = getattr(value, "pytestmark", [])
                found.update(each for mark in marks if mark.name == "ruling" for each in mark.args)
    return found


def test_rulings_are_numbered_once_and_in_order() -> None:
    assert rulings() == sorted(set(rulings()))


def test_every_ruling_has_a_test() -> None:
    named = named_rulings()
    assert [each for each in rulings() if not named[each]] == []


def test_no_test_names_a_ruling_that_there_is_not() -> None:
    assert sorted(set(named_rulings()) - set(rulings())) == []


@pytest.mark.parametrize("card", [each.name for each in (*UNITS, *BUILDINGS, *BONUSES, *TECHNOLOGIES)])
def test_every_card_and_technology_is_named_in_a_test(card: str) -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py") if path != Path(__file__))
    assert re.search(rf"\b{re.escape(card)}\b", tests)
