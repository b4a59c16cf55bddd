"""No ruling without a test that names it."""

import re
from pathlib import Path

from tests.domain.rulings import named_rulings

HERE = Path(__file__).parent
RULES = HERE.parents[2] / "docs" / "rules" / "carta-impera-victoria.md"
LETTERED = {
    43: "bcdefgh", 51: "bcdefgh", 62: "bcd", 63: "b", 64: "b", 65: "bc", 67: "b", 68: "bcd",
}  # fmt: skip
RULINGS = tuple(f"A-{number:02}{letter}" for number in range(1, 124) for letter in ("", *LETTERED.get(number, "")))
DIFFERENCES = tuple(f"D{number}" for number in range(1, 26) if number != 23)
"""Where the printed editions differ in words or in play; of the 23rd nothing can be seen."""
SECTIONS = ("leaving", "positions")


def test_every_ruling_has_a_test() -> None:
    named = named_rulings(HERE)
    assert len(RULINGS) == 148
    assert [each for each in (*RULINGS, *DIFFERENCES, *SECTIONS) if not named[each]] == []


def test_the_rules_page_has_every_ruling_once_and_in_order() -> None:
    assert tuple(re.findall(r"^- \*\*(A-\d+\w?)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE)) == RULINGS


def test_no_test_names_a_ruling_that_there_is_not() -> None:
    known = {*RULINGS, *DIFFERENCES, *SECTIONS, *(f"E{number}" for number in range(1, 46))}
    assert [each for each in named_rulings(HERE) if each not in known] == []
