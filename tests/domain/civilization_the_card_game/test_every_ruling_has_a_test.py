"""No ruling without a test that names it."""

import re
from pathlib import Path

from cartulary.games.civilization_the_card_game.cards import BONUSES, BUILDINGS, TECHNOLOGIES, UNITS
from tests.cases import cases
from tests.domain.rulings import named_rulings

HERE = Path(__file__).parent
RULES = HERE.parents[2] / "docs" / "rules" / "civilization-the-card-game.md"


def rulings() -> list[str]:
    """The rulings of the rules page, in their order."""
    return re.findall(r"^- \*\*(C-\d+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE)


def test_rulings_are_numbered_once_and_in_order() -> None:
    assert rulings() == sorted(set(rulings()))


def test_every_ruling_has_a_test() -> None:
    named = named_rulings(HERE)
    assert [each for each in rulings() if not named[each]] == []


def test_no_test_names_a_ruling_that_there_is_not() -> None:
    assert sorted(set(named_rulings(HERE)) - set(rulings())) == []


@cases("card", [each.name for each in (*UNITS, *BUILDINGS, *BONUSES, *TECHNOLOGIES)])
def test_every_card_and_technology_is_named_in_a_test(card: str) -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py") if path != Path(__file__))
    assert re.search(rf"\b{re.escape(card)}\b", tests)
