"""The guided first game: hints lead a newcomer from the start page to the end of a game."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from cartulary.i18n.catalogues import LANGUAGES
from cartulary_service import web
from tests.message_catalogues import PAGES, read
from tests.service.client import Player, Table
from tests.web.browser.test_civilization_table import UNDER_ANOTHER
from tests.web.playing import acts
from tests.web.visitor import HAND_HELD, SIDEWAYS, Visitor

Visit = Callable[..., Visitor]
CARTA: Final = "carta-impera-victoria"
CIVILIZATION: Final = "civilization-the-card-game"
EVERY_GAME: Final = pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
SIZES: Final = pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])
GUIDES: Final = sorted(web.STATIC.glob("play/games/*/guide.js"))
COVERED: Final = """
() => [...document.querySelectorAll('.fan .card, [data-key="go"], .chip, .effect.can, .idle')]
    .filter((each) => each.getClientRects().length > 0)
    .filter((each) => {
        const {top, bottom, left, right} = each.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return y > innerHeight || document.elementFromPoint(x, y)?.closest('.coach');
    }).map((each) => each.dataset.key ?? each.className)
"""
"""What belongs to the next decision, and lies outside of the window or under the hints."""
CUT_WORDS: Final = """
() => [...document.querySelectorAll('.site')]
    .filter((each) => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth)
    .map((each) => each.textContent)
"""
"""What places for a building say and do not hold."""
LEFT_BELOW: Final = """
() => {
    const {scrollHeight, scrollTop, clientHeight} = document.querySelector('#rail .log');
    return scrollHeight - scrollTop - clientHeight;
}
"""
"""How many pixels of the log lie below what is seen of it."""


LOG_BELOW: Final = """() => {
  const {scrollHeight, scrollTop, clientHeight} = document.querySelector('.log:not(.chat)');
  return scrollHeight - scrollTop - clientHeight;
}"""
"""Pixels of the log below what is seen of it."""


def begins(visit: Visit, game: str, language: str = "en", **way: Any) -> Visitor:
    """A newcomer who has asked on the start page to learn a game."""
    newcomer = visit(None, **way).goes(f"/play?lang={language}")
    newcomer.keyed(f"guided:{game}").click()
    expect(newcomer.find(".coach .said")).not_to_be_empty()
    return newcomer


def reads(newcomer: Visitor, step: int, hint: str) -> None:
    """The hints are at that step; they hide nothing, and axe finds nothing wrong."""
    newcomer.sees(re.compile(f"^Step {step} of "), ".coach [role=status]")
    newcomer.sees(hint, ".coach [role=status]")
    assert newcomer.page.evaluate(COVERED) == []
    assert newcomer.behind_the_hand() == []
    assert newcomer.page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0
    assert newcomer.asks(LEFT_BELOW) < 2
    assert newcomer.obstacles() == []


def touches(newcomer: Visitor, *keys: str) -> None:
    """Touch the first thing that is seen of each key, once it can be touched."""
    for key in keys:
        found = newcomer.keyed(key).or_(newcomer.find(f"[data-card^='{key}']")).locator("visible=true").first
        found.tap() if newcomer.has_touch else found.click()


def swaps(newcomer: Visitor) -> None:
    """Use Experiment, once it is lit: a Religion card comes back to the hand, a Science card is played."""
    newcomer.sees("End turn", "[data-key=go]")
    touches(newcomer, "effect:experiment", "area:religion", "hand:science", "go")


@SIZES
def test_hints_lead_to_a_domination(visit: Visit, way: dict[str, Any]) -> None:
    newcomer = begins(visit, CARTA, **way)
    reads(newcomer, 1, "8 cards of one sphere")
    touches(newcomer, "guide-next")
    reads(newcomer, 2, "Play a Science card")
    touches(newcomer, "hand:science", "go")
    reads(newcomer, 3, "Experiment is open")
    swaps(newcomer)
    reads(newcomer, 4, "End your turn")
    touches(newcomer, "go")
    reads(newcomer, 5, "The bot has played")
    touches(newcomer, "guide-next")
    reads(newcomer, 6, "Research")
    touches(newcomer, "hand:science", "go")
    swaps(newcomer)
    newcomer.sees("End turn", "[data-key=go]")
    for _ in range(2):
        touches(newcomer, "go")
        expect(newcomer.find(".idle")).to_be_visible()
        reads(newcomer, 7, "each turn until 8")
        touches(newcomer, "hand:science", "go")
        newcomer.sees("End turn", "[data-key=go]")
    touches(newcomer, "go")
    reads(newcomer, 8, "You have won")


def test_the_log_stays_at_its_end_while_hints_take_room_from_it(visit: Visit) -> None:
    newcomer = begins(visit, CARTA, viewport={"width": 1280, "height": 800})
    touches(newcomer, "guide-next", "hand:science", "go")
    swaps(newcomer)
    newcomer.sees(re.compile("^Step 4 of "), ".coach [role=status]")
    touches(newcomer, "go")
    newcomer.sees(re.compile("^Step 5 of "), ".coach [role=status]")
    assert newcomer.page.evaluate(LOG_BELOW) < 2


@SIZES
def test_hints_lead_to_the_last_technology(visit: Visit, way: dict[str, Any]) -> None:
    newcomer = begins(visit, CIVILIZATION, **way)
    reads(newcomer, 1, "Left for sale: 3")
    touches(newcomer, "guide-next")
    reads(newcomer, 2, "population, for Food")
    acts(newcomer, '[data-key^="plot:"]')
    reads(newcomer, 3, "Build the Temple")
    acts(newcomer, '[data-key^="hand:temple"]')
    reads(newcomer, 4, "Buy a technology")
    acts(newcomer, '[data-key^="technology:"]')
    reads(newcomer, 5, "Draw")
    for _ in ("draw", "discard"):
        acts(newcomer)
    reads(newcomer, 6, "The bot has had its turn")
    touches(newcomer, "guide-next")
    reads(newcomer, 7, "Buy the next technology")
    for first in ('[data-key^="technology:"]', "", ""):
        acts(newcomer, *filter(None, [first]))
    reads(newcomer, 8, "If Commerce is short")
    for first in ('[data-key^="hand:commerce"]', '[data-key^="technology:"]'):
        acts(newcomer, first)
    reads(newcomer, 9, "You have won")


def test_the_end_leads_on_to_a_real_game_and_to_the_rules(visit: Visit) -> None:
    newcomer = begins(visit, CARTA)
    learned = newcomer.game()
    touches(newcomer, "menu", "resign", "confirm")
    newcomer.sees("The other side was first", ".coach")
    rules = newcomer.find(".coach a")
    expect(rules).to_have_attribute("href", f"docs/guide/rules/{CARTA}")
    touches(newcomer, "guide-play")
    newcomer.page.wait_for_url(lambda address: learned not in address)
    expect(newcomer.find(".board[data-version]")).to_be_attached()
    expect(newcomer.find(".coach")).to_be_hidden()


@EVERY_GAME
def test_hints_come_back_where_they_were_after_a_reload(visit: Visit, game: str) -> None:
    newcomer = begins(visit, game)
    touches(newcomer, "guide-next")
    newcomer.sees("Step 2 of", ".coach")
    newcomer.page.reload()
    newcomer.sees("Step 2 of", ".coach")


@EVERY_GAME
def test_hints_that_are_closed_stay_closed(visit: Visit, game: str) -> None:
    newcomer = begins(visit, game)
    newcomer.keyed("guide-close").focus()
    newcomer.page.keyboard.press("Enter")
    expect(newcomer.find(".coach")).to_be_hidden()
    newcomer.page.reload()
    expect(newcomer.find(".board[data-version]")).to_be_attached()
    expect(newcomer.find(".coach")).to_be_hidden()


def test_hints_hinder_nothing_and_go_on_with_what_is_done(visit: Visit) -> None:
    newcomer = begins(visit, CARTA)
    touches(newcomer, "hand:science", "go")
    newcomer.sees("Step 3 of", ".coach")
    touches(newcomer, "go")
    newcomer.sees("Step 5 of", ".coach")


def test_hints_go_back_with_what_is_taken_back(visit: Visit) -> None:
    newcomer = begins(visit, CARTA)
    touches(newcomer, "guide-next", "hand:science", "go")
    newcomer.sees("Step 3 of", ".coach")
    swaps(newcomer)
    newcomer.sees("Step 4 of", ".coach")
    touches(newcomer, "take-back")
    newcomer.sees("Step 3 of", ".coach")
    swaps(newcomer)
    newcomer.sees("Step 4 of", ".coach")


def test_a_turn_that_would_end_before_the_lesson_has_had_its_purchases_is_asked_about(visit: Visit) -> None:
    newcomer = begins(visit, CIVILIZATION)
    touches(newcomer, "guide-next", "go")
    newcomer.sees(re.compile("Still possible: .*build"), ".preview")
    touches(newcomer, "cancel")
    newcomer.sees("Step 2 of", ".coach")


def test_the_hint_to_discard_names_no_number_that_depends_on_what_was_bought() -> None:
    assert "discard the cards" in read(PAGES / "page", "en")["guide.civ.end"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_on_its_side_plots_keep_their_names_and_where_to_build_under_no_price(
    visit: Visit, language: str
) -> None:
    newcomer = begins(visit, CIVILIZATION, language, **SIDEWAYS)
    assert newcomer.asks(UNDER_ANOTHER) == []
    touches(newcomer, "guide-next", "hand:temple")
    expect(newcomer.find(".site.lit")).to_have_count(3)
    assert newcomer.asks(UNDER_ANOTHER) == []
    assert newcomer.asks(CUT_WORDS) == []


def test_a_lane_stays_where_it_is_as_its_cards_are_touched(visit: Visit) -> None:
    newcomer = begins(visit, CARTA, viewport={"width": 1280, "height": 800})
    touches(newcomer, "guide-next", "hand:science", "go")
    newcomer.sees("End turn", "[data-key=go]")
    touches(newcomer, "effect:experiment", "area:religion")
    expect(newcomer.find(".well .card.picked")).to_be_visible()
    assert newcomer.asks("[...document.querySelectorAll('.well')].map((each) => each.scrollTop)") == [0] * 6


@EVERY_GAME
def test_the_lobby_offers_the_guided_game_too(visit: Visit, served: str, game: str) -> None:
    player = visit(Player(served, "Nora").token).goes("/play")
    player.keyed(f"guided:{game}").click()
    player.sees("Step 1 of", ".coach")


@pytest.mark.parametrize("width", [1100, 1440])
def test_hints_lie_beside_the_table_and_not_over_it(visit: Visit, width: int) -> None:
    newcomer = begins(visit, CARTA, viewport={"width": width, "height": 960})
    assert newcomer.page.evaluate(COVERED) == []
    assert newcomer.lies_open(".rival .who")


def test_a_guest_who_comes_back_to_the_lobby_sees_the_games_beside_the_offers(visit: Visit) -> None:
    guest = begins(visit, CARTA).goes("/play")
    assert guest.find("div.mine").evaluate("(each) => each.getBoundingClientRect().width") > 600


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_speak_the_language_of_the_page(visit: Visit, language: str) -> None:
    newcomer = begins(visit, CARTA, language, **HAND_HELD)
    aim = read(PAGES / "page", language)["guide.carta.aim"].replace("{needed}", "8")
    newcomer.sees(aim, ".coach")
    assert newcomer.page.evaluate(COVERED) == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_has_a_text(guide: Path, language: str) -> None:
    hints = re.findall(r"'(guide\.[\w.]+)'", guide.read_text(encoding="utf-8"))
    assert hints
    assert {*hints} <= read(PAGES / "page", language).keys()


def test_the_menu_of_a_table_leads_to_the_rules_beside_the_table(visit: Visit, served: str) -> None:
    table = Table.of(served)
    player = visit(table.players[0].token).goes(f"/play?lang=uk#/game/{table.game}")
    touches(player, "menu")
    link = player.find("#menu [data-key=how-to-play]")
    expect(link).to_have_attribute("href", f"docs/guide/rules/{CARTA}.uk")
    expect(link).to_have_attribute("target", "_blank")
