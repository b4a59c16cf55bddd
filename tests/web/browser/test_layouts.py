"""What stands where at usual sizes of a window: nothing that one acts by is covered or cut, and words stay whole."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CARTA, CIVILIZATION, Table
from tests.web.positions import EMPIRES, MIDDLE
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]
SCREEN: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
HIGH: Final[dict[str, Any]] = {"viewport": {"width": 1920, "height": 1080}}
SMALLER: Final[dict[str, Any]] = {"viewport": {"width": 1024, "height": 768}}
GAMES: Final = pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
SCREENS: Final = pytest.mark.parametrize("way", [SCREEN, SMALLER], ids=["1280", "1024"])
POSITIONS: Final[dict[str, dict[str, Any]]] = {CARTA: MIDDLE, CIVILIZATION: EMPIRES}
OVERFULL: Final[dict[str, Any]] = EMPIRES | {
    "seats": [EMPIRES["seats"][0] | {"hand": {"archer": 3, "axeman": 3, "chariot": 2}}, EMPIRES["seats"][1]]
}
"""Two cards more than may be held, once one is drawn."""
UNDER_THE_RAIL: Final = """
() => {
    const over = document.querySelector('.rail').getBoundingClientRect();
    return [...document.querySelectorAll('.col button')].filter((each) => each.checkVisibility()).filter((each) => {
        const {left, right, top, bottom} = each.getBoundingClientRect();
        return right > over.left && left < over.right && bottom > over.top && top < over.bottom;
    }).map((each) => each.dataset.key);
}
"""
"""The buttons of a table that lie, in part or whole, under its log."""
UNDER_THE_HAND: Final = """
() => {
    const {top} = document.querySelector('.replay .hand').getBoundingClientRect();
    return [...document.querySelectorAll('.lane .effect, .lands .foot')]
        .filter((each) => each.getBoundingClientRect().bottom > top).map((each) => each.textContent);
}
"""
"""The effects, and the names of plots, that the strip of a hand hides."""
CUT_BELOW: Final = """
() => [...document.querySelectorAll('.fan .card')]
    .filter((each) => each.getBoundingClientRect().bottom > innerHeight).map((each) => each.dataset.key)
"""
"""The cards of the hand that the lower edge of the window cuts."""
BROKEN: Final = """
(places) => [...document.querySelectorAll(places)].filter((each) => each.checkVisibility()).flatMap((each) => {
    const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        if (walker.currentNode.parentElement.closest('.unseen')) continue;
        for (const {0: word, index} of walker.currentNode.data.matchAll(/[^ ]+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            const {left, right} = range.getBoundingClientRect();
            const isCut = getComputedStyle(each).overflow !== 'visible'
                && (right > each.getBoundingClientRect().right + 1 || left < each.getBoundingClientRect().left - 1);
            const lines = new Set([...range.getClientRects()].map(({top}) => Math.round(top)));
            if (isCut || lines.size > 1) found.push(word);
        }
    }
    return found;
})
"""
"""The words in these places that go over two lines, or over the edge."""
SPILLING: Final = """
(places) => [...document.querySelectorAll(places)].filter((each) => each.checkVisibility())
    .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.textContent)
"""
"""What does not have the room that its words need."""
NOTE_WHAT_FLASHES: Final = """
() => {
    window.flashed = [];
    const look = () => document.querySelectorAll('.fan .card.moved')
        .forEach((each) => window.flashed.push([each.dataset.key, getComputedStyle(each).boxShadow]));
    const wanted = {subtree: true, childList: true, attributes: true};
    new MutationObserver(look).observe(document.querySelector('.hand'), wanted);
}
"""
"""Note from now on which cards of the hand are marked as just come, and what edge they have."""
CUT_BELOW_THE_LINE: Final = """() => [...document.querySelectorAll('.lane .effect > span')].filter((each) => {
  const {overflowY, fontSize} = getComputedStyle(each);
  return overflowY === 'hidden' && each.clientHeight < 1.2 * parseFloat(fontSize);
}).map((each) => each.textContent)"""
"""Names of effects of which what hangs below the line, as of a g, is cut off."""
BEYOND_THEIR_ROWS: Final = """
() => [...document.querySelectorAll('.lane .effect > span')].filter((each) => {
    const letters = document.createRange();
    letters.selectNodeContents(each);
    const [row, lines] = [each.parentElement, letters].map((place) => place.getBoundingClientRect());
    return lines.top < row.top || lines.bottom > row.bottom;
}).map((each) => each.textContent)
"""
"""The names of effects that go beyond the rows they stand in."""
CUT_MENUS: Final = """
() => [...document.querySelectorAll('.picks select')].filter((each) => {
    const free = each.cloneNode(true);
    free.replaceChildren(each.selectedOptions[0].cloneNode(true));
    Object.assign(free.style, {position: 'absolute', width: 'max-content', maxWidth: 'none'});
    each.after(free);
    const isCut = free.offsetWidth > each.offsetWidth;
    free.remove();
    return isCut;
}).map((each) => each.dataset.key)
"""
"""The menus of a replay that do not show all of what is chosen in them."""
GROUND: Final = """
() => {
    const tops = [...document.querySelectorAll('.fan .card')].map((each) => each.getBoundingClientRect().top);
    return Math.min(...tops) - document.querySelector('.mat').getBoundingClientRect().bottom;
}
"""
"""How much ground is seen between one's own mat and the hand."""
FURTHEST: Final = """
() => {
    const {scrollHeight, clientHeight} = document.querySelector('.of-journal .log');
    return scrollHeight - clientHeight;
}
"""
"""How far the log can be scrolled."""


def at(visit: Visit, served: str, game: str, **way: Any) -> Visitor:
    """A table of two in the middle of a game, as the first player sees it."""
    position = POSITIONS[game] | {"seats": POSITIONS[game]["seats"][:2]}
    table = Table.of(served, 2, game=game, edition=None, position=position)
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    expect(nora.find(".fan .card").first).to_be_visible()
    return nora


def opens_the_log(visitor: Visitor) -> None:
    """Open the log, where it does not stand beside the table already."""
    if visitor.keyed("rail").is_visible():
        visitor.keyed("rail").click()
    expect(visitor.find(".of-journal .log")).to_be_visible()


@SCREENS
@GAMES
def test_the_open_log_lies_over_nothing_and_stays_while_one_plays(
    visit: Visit, served: str, game: str, way: dict[str, Any]
) -> None:
    nora = at(visit, served, game, **way)
    opens_the_log(nora)
    assert nora.asks(UNDER_THE_RAIL) == []
    assert nora.asks(BROKEN, ".effect > span, .lane h3, .lands .foot b, .steps .now span") == []
    nora.find(".fan .can").last.click()
    expect(nora.find(".of-journal .log")).to_be_visible()
    assert nora.asks(UNDER_THE_RAIL) == []
    assert nora.obstacles() == []


@SCREENS
@GAMES
def test_deck_and_discard_pile_are_in_sight(visit: Visit, served: str, game: str, way: dict[str, Any]) -> None:
    nora = at(visit, served, game, **way)
    for name in ("Deck", "Discard pile"):
        expect(nora.find(".rail, .pile-counts").locator("visible=true").first).to_contain_text(name)
    pile = nora.keyed("discard").or_(nora.keyed("open-discard")).locator("visible=true")
    pile.click()
    expect(nora.find(".sheet")).to_contain_text("Discard pile")


@SCREENS
@GAMES
def test_the_hand_is_whole_above_the_lower_edge(visit: Visit, served: str, game: str, way: dict[str, Any]) -> None:
    nora = at(visit, served, game, **way)
    assert nora.asks(CUT_BELOW) == []


@GAMES
def test_a_high_window_is_filled_from_the_rivals_down_to_the_hand(visit: Visit, served: str, game: str) -> None:
    nora = at(visit, served, game, **HIGH)
    assert 0 <= nora.asks(GROUND) <= 100
    assert nora.asks(CUT_BELOW) == []
    assert nora.asks(UNDER_THE_RAIL) == []


@GAMES
def test_little_ground_is_left_between_area_and_hand(visit: Visit, served: str, game: str) -> None:
    nora = at(visit, served, game, **SCREEN)
    assert 20 <= nora.asks(GROUND) <= 60
    assert nora.asks(CUT_BELOW) == []


@GAMES
def test_a_replay_breaks_no_word_and_fits_the_window(visit: Visit, served: str, game: str) -> None:
    position = POSITIONS[game] | {"seats": POSITIONS[game]["seats"][:2]}
    table = Table.of(served, 2, game=game, edition=None, position=position)
    before = table.see()["version"]
    table.act(0, {"type": "resign"})
    watcher = visit(**SCREEN).goes(f"/replay?game={table.game}&version={before}")
    watcher.sees("Verified in your browser", ".verdict")
    places = ".effect > span, .lane h3, .hand .name, .lands .foot b, .ruler.win, .tabs button"
    assert watcher.asks(BROKEN, places) == []
    assert watcher.asks("document.scrollingElement.querySelector('.controls').getBoundingClientRect().bottom") <= 800
    assert watcher.asks(CUT_MENUS) == []
    watcher.keyed("more").locator("summary").click()
    for use in ("copy", "embed", "fork"):
        expect(watcher.keyed(use)).to_be_in_viewport(ratio=1)
    assert watcher.obstacles() == []


@GAMES
def test_the_hand_of_a_replay_lies_over_no_effect_and_no_name_of_a_plot(visit: Visit, served: str, game: str) -> None:
    table = Table.of(served, 3, game=game, edition=None, position=POSITIONS[game])
    before = table.see()["version"]
    for seat in (0, 1):
        table.act(seat, {"type": "resign"})
    watcher = visit(table.players[0].token).goes(f"/replay?game={table.game}&version={before}")
    expect(watcher.find(".replay .hand .card").first).to_be_visible()
    assert watcher.asks(UNDER_THE_HAND) == []


@pytest.mark.parametrize("way", [SCREEN, HAND_HELD], ids=["1280", "phone"])
def test_what_cannot_be_paid_can_be_read_with_its_price(visit: Visit, served: str, way: dict[str, Any]) -> None:
    nora = at(visit, served, CIVILIZATION, **way)
    currency = nora.keyed("technology:currency")
    expect(currency.locator(".why")).to_be_visible()
    picture = currency.locator("svg.main").bounding_box()
    band = currency.locator(".why").bounding_box()
    assert picture is not None
    assert band is not None
    assert band["y"] + band["height"] <= picture["y"] + picture["height"] / 2
    currency.click()
    nora.sees("Each of your Markets gives 1 commerce more.", ".zoom")
    nora.sees("Costs 13 Commerce, you have 11", ".zoom")
    expect(nora.find("[role=alert] .notice")).to_have_count(0)
    nora.page.keyboard.press("Escape")
    nora.keyed("hand:colossus").click(position={"x": 10, "y": 60})
    nora.sees("Costs 11 Production, you have 9", ".zoom")


@pytest.mark.parametrize("way", [SCREEN, HAND_HELD], ids=["1280", "phone"])
@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_a_discard_says_once_how_many_cards_it_takes(
    visit: Visit, served: str, language: str, way: dict[str, Any]
) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=OVERFULL)
    table.act(0, {"type": "draw"})
    nora = visit(table.players[0].token, **way).goes(f"/play?lang={language}#/game/{table.game}")
    asked = {"en": "Discard 2 cards", "ru": "Сбросить 2 карты", "uk": "Скинути 2 карти", "ko": "카드 2장 버리기"}
    place = nora.find(".doing :is(.idle, .go)")
    expect(place).to_contain_text(asked[language])
    assert nora.find("main").inner_text().count(asked[language]) == 1
    assert nora.asks(SPILLING, ".doing .idle, .doing .go") == []


def test_of_two_cards_of_a_kind_the_new_one_alone_flashes_and_keeps_its_gold(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=OVERFULL)
    nora = visit(table.players[0].token, **SCREEN, reduced_motion="reduce").goes(f"/play#/game/{table.game}")
    expect(nora.keyed("hand:archer")).to_have_count(3)
    nora.asks(NOTE_WHAT_FLASHES)
    table.act(0, {"type": "draw"})
    expect(nora.keyed("hand:archer")).to_have_count(4)
    nora.awaits("() => window.flashed.length > 0")
    expect(nora.find(".fan .card.moved")).to_have_count(0)
    flashed = nora.asks("window.flashed")
    assert {key for key, _ in flashed} == {"hand:archer:3", "hand:axeman:3", "hand:market:0", "hand:food-2:0"}
    assert all("rgb(255, 210, 87)" in edge for _, edge in flashed)


def test_plots_of_a_rival_show_their_names_and_yields(visit: Visit, served: str) -> None:
    nora = at(visit, served, CIVILIZATION, **SCREEN)
    plots = nora.find(".rival .miniland")
    for place, name in enumerate(("Coast", "River", "Grassland", "Hills")):
        expect(plots.nth(place).locator(".foot b")).to_have_text(name)
        expect(plots.nth(place).locator(".foot b")).to_be_visible()
        expect(plots.nth(place).locator(".yield svg")).to_have_count(2)
    assert nora.asks(BROKEN, ".rival .miniland b") == []


def test_a_phone_shows_the_way_to_the_plots_of_a_rival(visit: Visit, served: str) -> None:
    nora = at(visit, served, CIVILIZATION, **HAND_HELD)
    way = nora.find(".rival .to-lands")
    expect(way).to_have_text("4")
    box = way.bounding_box()
    assert box is not None
    nora.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(nora.find(".sheet .miniland .foot b").first).to_have_text("Coast")
    assert nora.overflows() <= 0


@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_a_phone_names_every_effect_on_a_target_of_forty_pixels(visit: Visit, served: str, language: str) -> None:
    nora = at(visit, served, CARTA, **HAND_HELD, locale=language)
    effects = nora.find(".lane .effect")
    expect(effects).to_have_count(16)
    assert nora.asks(SPILLING, ".lane .effect") == []
    for each in effects.all():
        name = each.locator("> span:visible, > b:visible").first
        expect(name).to_have_text(re.compile(r"\S{2}"))
        box = each.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40


@SCREENS
@pytest.mark.parametrize("language", ["ru", "uk"])
def test_names_of_effects_in_two_lines_stay_in_their_rows(
    visit: Visit, served: str, language: str, way: dict[str, Any]
) -> None:
    nora = at(visit, served, CARTA, **way, locale=language)
    expect(nora.find(".lane .effect")).to_have_count(16)
    assert nora.asks(BEYOND_THEIR_ROWS) == []
    assert nora.asks(CUT_BELOW_THE_LINE) == []


@pytest.mark.parametrize("way", [SCREEN, HAND_HELD], ids=["1280", "phone"])
def test_the_resources_to_choose_from_stand_beside_what_asks_for_one(
    visit: Visit, served: str, way: dict[str, Any]
) -> None:
    nora = at(visit, served, CIVILIZATION, **way)
    nora.keyed("hand:red-2").last.click(position={"x": 14, "y": 20})
    nora.sees("Choose a resource", ".doing .go")
    assert nora.find(".doing .option").all_inner_texts() == ["Food", "Production", "Commerce"]
    assert nora.asks(BROKEN, ".doing .option, .doing .go") == []
    nora.find(".doing .option").last.click()
    nora.keyed("go").click()
    nora.sees("13", "[data-key='coin:commerce']")


def test_the_question_mark_shows_the_keys_that_there_are(visit: Visit, served: str) -> None:
    nora = at(visit, served, CARTA, **SCREEN)
    nora.page.keyboard.press("?")
    for key in ("← →", "Enter", "Esc", "Space", "E", "1–6", "I", "D", "U", "?"):
        expect(nora.find(".sheet kbd").get_by_text(key, exact=True)).to_be_visible()
    expect(nora.find(".menu")).to_be_hidden()
    assert nora.obstacles() == []
    nora.page.keyboard.press("Escape")
    expect(nora.find(".sheet")).to_be_hidden()


def test_after_an_action_the_focus_is_on_what_comes_next_and_marked(visit: Visit, served: str) -> None:
    nora = at(visit, served, CARTA, **SCREEN)
    for key in ("ArrowRight", "Enter", "Enter"):
        nora.page.keyboard.press(key)
    nora.sees("End turn", "[data-key=go]")
    expect(nora.keyed("go")).to_be_focused()
    assert nora.asks("document.activeElement.matches(':focus-visible')")


def test_the_log_of_a_phone_opens_at_its_latest_line_and_says_a_date_once(visit: Visit, served: str) -> None:
    position = MIDDLE | {"seats": MIDDLE["seats"][:2]}
    table = Table.of(served, 2, edition=None, position=position)
    nora = visit(table.players[0].token, **HAND_HELD).goes(f"/play#/game/{table.game}")
    nora.keyed("rail").click()
    expect(nora.find(".of-journal .log .ply").last).to_be_in_viewport()
    expect(nora.find(".of-journal .log")).to_have_js_property("scrollTop", nora.asks(FURTHEST))
    dates = nora.find(".of-journal .log time").filter(has_text=re.compile(r"20\d\d"))
    expect(dates).to_have_count(1)


@GAMES
def test_a_phone_names_the_game_in_whole_words(visit: Visit, served: str, game: str) -> None:
    nora = at(visit, served, game, **HAND_HELD)
    whole = {CARTA: "Carta Impera Victoria", CIVILIZATION: "Civilization"}
    expect(nora.find(".crumb b > .narrow-only")).to_have_text(whole[game])
    assert nora.asks(BROKEN, ".crumb b > .narrow-only") == []


@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_what_is_to_be_done_stands_whole_beside_the_resources(visit: Visit, served: str, language: str) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=OVERFULL)
    nora = visit(table.players[0].token, **SCREEN, locale=language).goes(f"/play?lang={language}#/game/{table.game}")
    expect(nora.find(".status h2 em")).to_be_visible()
    assert nora.asks("document.querySelector('.status h2 > span').scrollWidth") <= nora.asks(
        "document.querySelector('.status h2 > span').clientWidth"
    )


@SCREENS
def test_the_board_stays_where_it_is_as_news_comes(visit: Visit, served: str, way: dict[str, Any]) -> None:
    position = MIDDLE | {"seats": MIDDLE["seats"][:2]}
    table = Table.of(served, 2, edition=None, position=position)
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    expect(nora.find(".since.none")).to_be_visible()
    before = nora.find(".board").bounding_box()
    for wanted in ("play", "end_turn", "play"):
        (seat,) = table.see()["to_act"]
        table.act(seat, next(each for each in table.legal(seat) if each["type"] == wanted))
    expect(nora.find(".since .event")).to_be_visible()
    assert nora.find(".board").bounding_box() == before


def test_the_button_of_a_form_stands_beside_its_field_in_a_wide_window(visit: Visit) -> None:
    guest = visit().goes("/play#/new")
    name, begin = guest.find("[name=name]").bounding_box(), guest.find("button.main, .btn.go").first.bounding_box()
    assert name is not None
    assert begin is not None
    assert 0 < begin["x"] - name["x"] - name["width"] <= 40
