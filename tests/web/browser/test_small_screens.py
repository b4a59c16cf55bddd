"""A screen of 390 by 844: nothing is cut at its edges, in any language."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CARTA, CIVILIZATION, Player, Table
from tests.web.positions import EMPIRES, MIDDLE
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]
LANGUAGES: Final = ("en", "ru", "uk", "ko")
CLOCK: Final = {"kind": "turn", "seconds": 108_000, "on_expiry": "forfeit"}
POSITIONS: Final[dict[str, dict[str, Any]]] = {CARTA: MIDDLE, CIVILIZATION: EMPIRES}
CUT: Final = """
() => [...document.querySelectorAll('.top .crumb > *, .top .crumb b > span')]
    .filter((each) => each.getClientRects().length > 0)
    .filter((each) => {
        const {left, right} = each.getBoundingClientRect();
        return left < 0 || right > innerWidth || each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0;
    }).map((each) => each.textContent)
"""
"""What stands in the head of a table and is not seen whole."""


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
@pytest.mark.parametrize("language", LANGUAGES)
def test_name_clock_and_next_game_stand_whole_in_the_head(visit: Visit, served: str, game: str, language: str) -> None:
    people = [Player(served, name) for name in ("Nora", "Ada", "Boris")]
    wish = {"game": game, "edition": None, "position": POSITIONS[game], "clock": CLOCK}
    first, *others = (Table.of(served, 3, people, **wish) for _ in range(3))
    nora = visit(people[0].token, **HAND_HELD, locale=language).goes(f"/play?lang={language}#/game/{first.game}")
    expect(nora.keyed("next-game")).to_be_visible()
    expect(nora.find(".crumb > .tag")).to_be_visible()
    expect(nora.find(".crumb b")).to_be_visible()
    assert nora.page.evaluate(CUT) == []
    assert nora.overflows() <= 0
    nora.keyed("next-game").click()
    nora.page.wait_for_url(lambda url: first.game not in url)
    assert nora.game() in {each.game for each in others}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guided_game_shows_all_that_can_be_bought(visit: Visit, language: str) -> None:
    newcomer = visit(**HAND_HELD, locale=language).goes(f"/play?lang={language}")
    newcomer.keyed(f"guided:{CIVILIZATION}").click()
    expect(newcomer.find(".coach")).to_be_visible()
    expect(newcomer.find(".techs .card.can")).to_have_count(3)
    assert newcomer.behind_the_hand() == []
    newcomer.keyed("guide-next").click()
    expect(newcomer.find(".techs .card.can")).to_have_count(3)
    assert newcomer.behind_the_hand() == []
