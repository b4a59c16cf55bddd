"""No ruling without a test that names it."""

import importlib
from collections import Counter
from pathlib import Path
from types import FunctionType

LETTERED = {
    43: "bcdefgh", 51: "bcdefgh", 62: "bcd", 63: "b", 64: "b", 65: "bc", 67: "b", 68: "bcd",
}  # fmt: skip
RULINGS = tuple(f"A-{number:02}{letter}" for number in range(1, 124) for letter in ("", *LETTERED.get(number, "")))
DIFFERENCES = tuple(f"D{number}" for number in range(1, 26) if number != 23)
"""Where the printed editions differ in words or in play; of the 23rd nothing can be seen."""
SECTIONS = ("leaving", "positions")


def named_rulings() -> Counter[str]:
    """How many tests name each ruling."""
    found: Counter[str] = Counter()
    for path in sorted(Path(__file__).parent.glob("test_rulings_*.py")):
        module = importlib.import_module(f"tests.domain.carta_impera_victoria.{path.stem}")
        for name, value in vars(module).items():
            if name.startswith("test_") and isinstance(value, FunctionType):
                marks = getattr(value, "pytestmark", [])
                found.update(each for mark in marks if mark.name == "ruling" for each in mark.args)
    return found


def test_every_ruling_has_a_test() -> None:
    named = named_rulings()
    assert len(RULINGS) == 148
    assert [each for each in (*RULINGS, *DIFFERENCES, *SECTIONS) if not named[each]] == []


def test_no_test_names_a_ruling_that_there_is_not() -> None:
    known = {*RULINGS, *DIFFERENCES, *SECTIONS, *(f"E{number}" for number in range(1, 46))}
    assert [each for each in named_rulings() if each not in known] == []
