"""What stood in the way of something else: folds of a menu, questions, cards of a full hand, a zoom, large letters."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CARTA, CIVILIZATION, Table
from tests.web.browser.test_small_screens import NINE, with_large_letters
from tests.web.positions import MIDDLE
from tests.web.visitor import HAND_HELD, ON_TOP, Visitor

Visit = Callable[..., Visitor]
LANGUAGES: Final = ("en", "ru", "uk", "ko")
TWO: Final = MIDDLE | {"seats": MIDDLE["seats"][:2]}
UNEVEN_FOLDS: Final = """
() => [...document.querySelectorAll('.menu details:not([open])')].filter((each) => each.checkVisibility())
    .filter((each, nth, all) => {
        const around = each.getBoundingClientRect();
        const letters = document.createRange();
        letters.selectNodeContents(each.querySelector('summary'));
        const words = letters.getBoundingClientRect();
        const isBeside = all.some((other) => other !== each
            && Math.abs(other.getBoundingClientRect().top - around.top) < 4);
        return isBeside || Math.abs(words.top - around.top - (around.bottom - words.bottom)) > 4;
    }).map((each) => each.textContent)
"""
"""Folds of the menu whose words do not stand in their middle, or which share a line."""
TOUCHING: Final = """
() => {
    const all = [...document.querySelectorAll('.menu details[open] > button')]
        .map((each) => each.getBoundingClientRect());
    return all.filter(({top}, nth) => nth > 0 && top < all[nth - 1].bottom + 4 && top > all[nth - 1].top + 4).length;
}
"""
"""How many buttons of an open fold touch the one above them."""
HIDDEN_EPOCHS: Final = """
() => [...document.querySelectorAll('.fan .epoch')].filter((each) => {
    const {left, right, top, bottom} = each.getBoundingClientRect();
    return !each.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}).length
"""
"""How many ribbons of the hand lie under the next card."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_folds_of_the_menu_are_even_and_the_last_button_is_in_sight_on_a_phone(
    visit: Visit, served: str, language: str
) -> None:
    table = Table.of(served, 2, edition=None, position=TWO)
    nora = visit(table.players[0].token, **HAND_HELD).goes(f"/play?lang={language}#/game/{table.game}")
    nora.keyed("menu").click()
    assert nora.asks(UNEVEN_FOLDS) == []
    expect(nora.keyed("resign")).to_be_in_viewport(ratio=1)
    nora.find("[data-key=endings] summary").click()
    assert nora.asks(TOUCHING) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_leaves_hand_and_named_buttons_in_sight_on_a_phone(visit: Visit, served: str, language: str) -> None:
    table = Table.of(served, 2, edition=None, position=TWO)
    before = table.see()["version"]
    table.act(0, {"type": "play", "card": "science-3"})
    table.act(0, {"type": "end_turn"})
    table.act(1, next(each for each in table.legal(1) if each["type"] == "play"))
    table.act(1, {"type": "end_turn"})
    table.act(0, {"type": "take_back", "version": before})
    ada = visit(table.players[1].token, **HAND_HELD).goes(f"/play?lang={language}#/game/{table.game}")
    for key in (f"agree:{before}", f"no:agree:{before}", "take-back", "to-orders"):
        expect(ada.keyed(key)).to_be_in_viewport(ratio=1)
    for key in ("take-back", "to-orders"):
        box = ada.keyed(key).locator("span").bounding_box()
        assert box is not None
        assert box["width"] > 24
    expect(ada.find(".fan .card").first).to_be_in_viewport(ratio=1)


def test_each_card_of_a_full_hand_shows_its_epoch(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, edition=None, position=NINE[CARTA])
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    expect(nora.find(".fan .epoch")).to_have_count(9)
    assert nora.asks(HIDDEN_EPOCHS) == 0


def test_the_result_stands_out_with_what_comes_next_and_no_zoom_lies_over_it(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, edition=None, position=TWO)
    table.act(1, {"type": "resign"})
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    expect(nora.find(".banner.win .btn.go")).to_have_attribute("data-key", "rematch")
    nora.find(".fan .card").first.hover(position={"x": 14, "y": 30})
    result, zoom = nora.find(".banner.win"), nora.find(".zoom")
    expect(zoom).to_be_visible()
    over, under = result.bounding_box(), zoom.bounding_box()
    assert over is not None
    assert under is not None
    assert under["y"] >= over["y"] + over["height"]


def test_large_letters_on_a_phone_leave_the_first_plots_for_sale_in_sight(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None)
    nora = visit(table.players[table.see()["to_act"][0]].token, **HAND_HELD)
    nora.context.new_cdp_session(nora.page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    nora.goes(f"/play#/game/{table.game}")
    expect(nora.find(".stall .land").first).to_be_visible()
    assert nora.find(".stall .land .foot b").first.evaluate(ON_TOP)
    heading = nora.find(".sale h3")
    assert heading.evaluate("(each) => each.scrollHeight < 2 * parseFloat(getComputedStyle(each).lineHeight)")


def test_large_letters_on_a_phone_keep_the_opponent_in_sight_and_what_takes_back_beside_the_main_action(
    visit: Visit, served: str
) -> None:
    nora = with_large_letters(visit, served, CARTA, HAND_HELD)
    nora.find(".fan .card").first.click(position={"x": 12, "y": 30})
    expect(nora.keyed("put-back")).to_be_visible()
    nora.find(".col").evaluate("(each) => each.scrollTo(0, each.scrollHeight)")
    expect(nora.find(".rival")).to_be_in_viewport(ratio=1)
    rows = [nora.keyed(key).bounding_box() for key in ("go", "put-back")]
    assert rows[0] is not None
    assert rows[1] is not None
    assert rows[0]["y"] < rows[1]["y"] + rows[1]["height"]
    assert rows[1]["y"] < rows[0]["y"] + rows[0]["height"]
