"""The table of Sid Meier's Civilization: The Card Game: what is lit, how it is touched, and that it fits the window."""

import copy
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CIVILIZATION, Table
from tests.web.playing import acts, turn_of
from tests.web.positions import CROWD, EMPIRES, LATE, SPRAWL, WAR, plot
from tests.web.visitor import HAND_HELD, LAPTOP, SIDEWAYS, Visitor

Visit = Callable[..., Visitor]
WINDOWS: Final = pytest.mark.parametrize("way", [{}, LAPTOP, HAND_HELD], ids=["desktop", "laptop", "phone"])
SIZES: Final = pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])
OUT_OF_SIGHT: Final = """
() => [...document.querySelectorAll('.fan > li:nth-child(-n+7) .card, [data-key="go"], .status h2, .rival, .coin,'
        + ' .lands .land, .techs .card, .duel')]
    .filter((each) => each.getClientRects().length > 0)
    .filter((each) => {
        const {top, bottom, left, right} = each.getBoundingClientRect();
        return (top + bottom) / 2 > innerHeight || (left + right) / 2 > innerWidth || top < 0;
    }).map((each) => each.dataset.key ?? each.className)
"""
"""What belongs to the next decision and lies outside of the window by more than half of it."""
UNDER_ANOTHER: Final = """
() => [...document.querySelectorAll('.lands .land')].flatMap((land) => {
    const name = land.querySelector('.foot b');
    const parts = [...land.querySelectorAll('.people, .house, .site, .next-population')].map((each) => {
        const {left, top, bottom} = each.getBoundingClientRect();
        const drawn = [each, ...each.querySelectorAll('svg')];
        const right = Math.max(...drawn.map((part) => part.getBoundingClientRect().right));
        return {name: each.className, left, right, top, bottom};
    });
    const own = land.getBoundingClientRect();
    const outside = parts.filter((each) => each.left < own.left || each.right > own.right || each.top < own.top);
    const over = parts.filter((each, nth) => parts.some((other, at) => at > nth
        && Math.min(each.right, other.right) - Math.max(each.left, other.left) > 1
        && Math.min(each.bottom, other.bottom) - Math.max(each.top, other.top) > 1));
    return [...outside, ...over, ...(name.scrollWidth > name.clientWidth ? [{name: name.textContent}] : [])]
        .map((each) => `${land.dataset.key}: ${each.name}`);
})
"""
"""Names of plots that are cut, and what stands on a plot and lies under something else there, or beside the plot."""
FADES: Final = """
([side, far]) => {
    const fan = document.querySelector('.fan');
    fan.scrollLeft = far ? fan.scrollWidth : 0;
    return getComputedStyle(fan).getPropertyValue(`--hidden-${side}`);
}
"""
"""How many pixels of a hand fade at a side, scrolled to its beginning or its end."""
CUT_SENTENCES: Final = """
() => [...document.querySelectorAll('.card .says')].filter((each) => each.checkVisibility())
    .filter((each) => each.scrollHeight > each.clientHeight + 1)
    .filter((each) => {
        const {webkitLineClamp, lineHeight, paddingTop, paddingBottom} = getComputedStyle(each);
        const lines = (each.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight);
        return Number(webkitLineClamp) !== Math.round(lines) || Math.abs(lines - Math.round(lines)) > .1;
    }).map((each) => each.textContent)
"""
"""What cards say that is neither whole nor ends with an ellipsis after a whole line."""
CORNER: Final[Any] = {"x": 12, "y": 8}
"""Where a card is seen that others lie upon."""
BEYOND: Final = "document.scrollingElement.scrollHeight - innerHeight"
CHEAPER: Final = [
    {"terrain": "mountains", "population": 1, "buildings": ["monastery"]},
    {"terrain": "coast", "population": 0, "buildings": ["great_library"]},
]
"""What takes four off the price of a technology."""


def table_of(served: str, position: dict[str, Any], **more: Any) -> Table:
    """A table with that position."""
    return Table.of(served, len(position["seats"]), game=CIVILIZATION, edition=None, position=position, **more)


def at(visit: Visit, table: Table, seat: int = 0, **way: Any) -> Visitor:
    """A player in front of the table."""
    visitor = visit(table.players[seat].token, **way).goes(f"/play#/game/{table.game}")
    expect(visitor.find(".board[data-version]")).to_be_attached()
    return visitor


@pytest.mark.parametrize("language", ["en", "uk"])
def test_what_a_card_says_is_whole_or_ends_with_an_ellipsis(visit: Visit, served: str, language: str) -> None:
    nora = at(visit, table_of(served, EMPIRES), 0, locale=language)
    expect(nora.find(".hand .card .says").first).to_be_visible()
    assert nora.asks(CUT_SENTENCES) == []


def is_settled(visitor: Visitor) -> None:
    """Wait until nothing is on its way to the service."""
    expect(visitor.find(".doing[aria-busy=true]")).to_have_count(0)


@WINDOWS
def test_nothing_scrolls_on_the_way_to_the_next_purchase(visit: Visit, served: str, way: dict[str, Any]) -> None:
    nora = at(visit, table_of(served, EMPIRES), **way)
    for touched in ("hand:granary:0", "plot:3", "go", "technology:mathematics", "go"):
        assert nora.page.evaluate(OUT_OF_SIGHT) == []
        assert nora.page.evaluate(BEYOND) <= 0
        assert nora.overflows() <= 0
        nora.keyed(touched).first.click()
        is_settled(nora)


@WINDOWS
def test_a_crowd_of_cards_is_scrolled_beside_the_main_action(visit: Visit, served: str, way: dict[str, Any]) -> None:
    nora = at(visit, table_of(served, CROWD), **way)
    nora.find(".fan li").last.scroll_into_view_if_needed()
    assert nora.lies_open(".fan li:last-child")
    assert nora.lies_open("[data-key=go]")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1366, 768), (1440, 900)])
def test_nine_plots_and_sixteen_cards_leave_nothing_to_scroll(
    visit: Visit, served: str, width: int, height: int
) -> None:
    nora = at(visit, table_of(served, LATE), viewport={"width": width, "height": height})
    expect(nora.find(".lands .land")).to_have_count(9)
    assert nora.find(".col").evaluate("(each) => each.scrollHeight - each.clientHeight") <= 0
    assert nora.behind_the_hand() == []


@pytest.mark.parametrize("width", [1024, 1280])
def test_a_window_without_room_for_the_tablets_counts_technologies_and_opens_them(
    visit: Visit, served: str, width: int
) -> None:
    nora = at(visit, table_of(served, LATE), viewport={"width": width, "height": 800})
    nora.sees("6 more to come · your price, 1 off", ".between .techs h3")
    expect(nora.keyed("open-market")).to_have_text("5 of 15 known")
    nora.keyed("open-market").click()
    expect(nora.find(".sheet .tablet.sold .seal")).to_have_count(5)
    expect(nora.find(".sheet .tablet.sold").first).to_have_text("Writing: Player 0")
    expect(nora.find(".sheet .sale")).to_be_hidden()


@pytest.mark.parametrize("way", [{"viewport": {"width": 1280, "height": 800}}, HAND_HELD, SIDEWAYS])
@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_twelve_plots_lie_side_by_side_and_a_hand_fades_where_it_goes_on(
    visit: Visit, served: str, language: str, way: dict[str, Any]
) -> None:
    nora = at(visit, table_of(served, SPRAWL), **way, locale=language)
    assert nora.page.evaluate(UNDER_ANOTHER) == []
    assert nora.page.evaluate(BEYOND) <= 0
    for side, far, seen in (("after", False, 56), ("before", False, 0), ("after", True, 0), ("before", True, 56)):
        nora.page.wait_for_function(f"(asked) => ({FADES})(asked) === '{seen}px'", arg=[side, far])


@SIZES
def test_nothing_scrolls_on_the_way_to_the_next_defence(visit: Visit, served: str, way: dict[str, Any]) -> None:
    table = table_of(served, WAR)
    table.act(0, {"type": "attack", "seat": 1, "units": ["swordsman", "swordsman", "chariot", "catapult"]})
    defender = at(visit, table, 1, **way)
    for touched in ("plot:0", "go", "attacker:swordsman:0", "go", "hand:archer", "attacker:swordsman:0", "go"):
        assert defender.page.evaluate(OUT_OF_SIGHT) == []
        assert defender.page.evaluate(BEYOND) <= 0
        defender.keyed(touched).first.click()
        is_settled(defender)
    assert table.see(1)["state"]["war"]["battles"][0]["defending"] == {"archer": 1}


@SIZES
def test_a_building_is_built_by_picking_it_and_a_plot(visit: Visit, served: str, way: dict[str, Any]) -> None:
    table = table_of(served, EMPIRES)
    nora = at(visit, table, **way)
    nora.keyed("hand:granary").click()
    nora.sees("Build Granary", "[data-key=go]")
    nora.sees("Full: 1 of 1", "[data-key='land:0']")
    nora.sees("+2 Food", "[data-key='land:3']")
    expect(nora.find(".land.target")).to_have_count(2)
    nora.keyed("plot:3").click()
    nora.sees("Build on Grassland5 Production, 4 left", "[data-key=go]")
    nora.keyed("go").click()
    nora.sees("Granary", "[data-key='land:3'] .house")
    assert table.see(0)["state"]["seats"][0]["plots"][3]["buildings"] == ["granary"]


def test_a_building_is_built_by_dragging_it_onto_a_plot(visit: Visit, served: str) -> None:
    table = table_of(served, EMPIRES)
    nora = at(visit, table)
    nora.keyed("hand:walls").drag_to(nora.keyed("land:4"))
    nora.sees("Build on Forest", "[data-key=go]")
    nora.keyed("go").click()
    nora.sees("Walls", "[data-key='land:4'] .house")


def test_a_finger_drags_a_building_onto_a_plot(visit: Visit, served: str) -> None:
    nora = at(visit, table_of(served, EMPIRES), **HAND_HELD)
    nora.drags(nora.keyed("hand:walls").first, nora.keyed("land:4"))
    nora.sees("Build on Forest", "[data-key=go]")


@SIZES
def test_a_plot_is_paid_with_what_there_is_most_of_unless_tokens_are_touched(
    visit: Visit, served: str, way: dict[str, Any]
) -> None:
    table = table_of(served, EMPIRES)
    nora = at(visit, table, **way)
    if way:
        nora.keyed("to-market").click()
    nora.find(".sheet [data-key^='sale:river'], .between [data-key^='sale:river']").locator("visible=true").click()
    nora.sees("Buy River3 Food, 8 Production, 9 Commerce", "[data-key=go]")
    nora.keyed("coin:food").click()
    nora.sees("Buy River4 Food, 8 Production, 8 Commerce", "[data-key=go]")
    nora.keyed("go").click()
    nora.sees("River", "[data-key='land:5']")
    left = table.see(0)["state"]["seats"][0]["resources"]
    assert left == {"food": 0, "production": 1, "commerce": 3}


def test_only_what_the_service_lists_is_lit(visit: Visit, served: str) -> None:
    table = table_of(served, EMPIRES)
    nora = at(visit, table)
    listed = table.legal(0, expand=False)
    lit = {str(each.get_attribute("data-kind")) for each in nora.find(".can[data-kind]").all()}
    fields = ("building", "technology", "card")
    named = {form.get(field) for form in listed for field in fields if form["type"] != "tear_down"}
    units = {unit for form in listed if form["type"] == "attack" for unit in form["choose"]["units"]["from"]}
    assert lit == (named | units) - {None}
    offered = {str(each.get_attribute("data-key")).split(":")[1] for each in nora.find(".sale .can").all()}
    assert offered == {form["terrain"] for form in listed if form["type"] == "buy_plot"}
    assert nora.find(".over.can").count() == len([form for form in listed if form["type"] == "buy_population"])


def test_what_cannot_be_bought_says_what_is_missing(visit: Visit, served: str) -> None:
    nora = at(visit, table_of(served, EMPIRES))
    expect(nora.keyed("hand:colossus").locator(".why")).to_have_text("2 more Production")
    expect(nora.keyed("technology:currency").locator(".why .wide-only")).to_have_text("2 more Commerce")
    expect(nora.keyed("hand:archer").locator(".why")).to_have_text("Archers only defend")
    nora.keyed("technology:currency").click()
    nora.sees("Costs 13 Commerce, you have 11", ".zoom")


@pytest.mark.parametrize("options", [{}, {"discounts": "largest", "masonry_wonders": False}], ids=["all", "largest"])
@pytest.mark.parametrize("cheaper", [False, True], ids=["leader", "discounts"])
def test_a_price_on_the_table_is_the_one_that_the_service_charges(
    visit: Visit, served: str, options: dict[str, Any], cheaper: bool
) -> None:
    position = copy.deepcopy(EMPIRES)
    own = position["seats"][0]
    own["resources"] = {"food": 30, "production": 30, "commerce": 30}
    if cheaper:
        own["plots"][-2:] = CHEAPER
        own["plots"].append({"terrain": "river", "population": 0, "buildings": []})
        own["technologies"].append("masonry")
        position["technologies"]["deck"].remove("masonry")
        position["seats"][1]["plots"][1]["buildings"] = []
    table = table_of(served, position, options=options)
    nora = at(visit, table)
    bought = ("buy_technology", "build", "buy_population")
    for action in (each for each in table.legal(0) if each["type"] in bought):
        path = f"/games/{table.game}/actions?dry_run=true"
        events = table.players[0].post(path, action).json()["events"]
        paid = next(each["public"]["data"]["paid"] for each in events if "paid" in each["public"]["data"])
        key = action.get("technology") or action.get("building")
        of_plot = f"[data-key='land:{action.get('plot')}'] .next-population b"
        price = nora.find(f"[data-kind='{key}'] .cost b" if key else of_plot)
        assert price.first.text_content() == str(paid), action
    plot = next(each for each in table.legal(0, expand=False) if each["type"] == "buy_plot")
    nora.sees(f"the next one costs {plot['choose']['pay']['count']},", ".sale")


def test_prices_follow_each_move_and_stay_while_others_act(visit: Visit, served: str) -> None:
    position = copy.deepcopy(EMPIRES)
    position["seats"][0]["resources"] = {"food": 30, "production": 30, "commerce": 30}
    table = table_of(served, position)
    nora = at(visit, table)
    expect(nora.find("[data-key='land:3'] .next-population b")).to_have_text("8")
    nora.keyed("plot:3").click()
    nora.keyed("go").click()
    expect(nora.find("[data-key='land:3'] .next-population b")).to_have_text("10")
    nora.find(".between [data-key^='sale:river']").click()
    nora.keyed("go").click()
    nora.sees("the next one costs 25,", ".sale")
    table.act(0, {"type": "draw"})
    table.act(0, next(each for each in table.legal(0) if each["type"] == "discard"))
    nora.sees("Waiting for Player 1", ".status")
    nora.sees("the next one costs 25,", ".sale")
    expect(nora.find("[data-kind='mathematics'] .cost b")).to_have_text("11")


def test_a_spectator_reads_the_printed_prices(visit: Visit, served: str) -> None:
    watcher = visit().goes(f"/play#/game/{table_of(served, EMPIRES).game}")
    expect(watcher.find("[data-kind='mathematics'] .cost b")).to_have_text("14")
    expect(watcher.find(".sale small")).to_have_count(0)


def test_a_rival_is_attacked_with_the_units_that_are_picked(visit: Visit, served: str) -> None:
    table = table_of(served, EMPIRES)
    nora = at(visit, table)
    nora.keyed("hand:chariot").click()
    expect(nora.find(".rival.target")).to_have_count(2)
    nora.keyed("aim:2").click()
    nora.sees("Attack Player 2", "[data-key=go]")
    nora.keyed("go").click()
    nora.sees("is at war", ".war")
    assert table.see()["state"]["war"]["battles"][0]["defender"] == 2


CUT_LEADERS: Final = """
() => [...document.querySelectorAll('.leader')].filter((each) => each.checkVisibility()).filter((each) => {
    const name = each.querySelector('span'), own = each.getBoundingClientRect(), box = name.getBoundingClientRect();
    return box.top < own.bottom - 1 && (box.right > own.right + 1 || name.scrollWidth > name.clientWidth);
}).map((each) => each.textContent)
"""
"""Names of leader cards that are seen in part."""


@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_the_name_of_a_leader_card_is_seen_whole_or_not_at_all(visit: Visit, served: str, language: str) -> None:
    seats = copy.deepcopy(EMPIRES["seats"][:2])
    seats[0]["plots"][3] = plot("grassland", 1, "great_library")
    seats[1]["plots"][1] = plot("river", 1)
    for leads in (EMPIRES, EMPIRES | {"seats": seats}):
        nora = at(visit, table_of(served, leads), viewport={"width": 1280, "height": 800}, locale=language)
        assert nora.find(".own-standing .leader").count() in (1, 2)
        assert nora.asks(CUT_LEADERS) == []


def test_the_plots_for_sale_stand_under_a_heading_in_the_plural(visit: Visit, served: str) -> None:
    nora = at(visit, table_of(served, EMPIRES))
    expect(nora.find(".between .sale h3")).to_have_text(re.compile("^Plots"))


BOUGHT_OUT: Final = {"food": 0, "production": 0, "commerce": 0}


@pytest.mark.parametrize(
    ("hand", "acts_first", "hint"),
    [
        ({"archer": 1}, [], "Nothing more to buy, build or use: draw cards"),
        ({"chariot": 1}, [], "Nothing more to buy, build or use: attack, or draw cards"),
        (
            {"chariot": 1, "granary": 1},
            [{"type": "attack", "seat": 1, "units": ["chariot"]}, {"type": "fight"}],
            "Your buying is over this turn: draw cards",
        ),
    ],
)
def test_where_nothing_can_be_bought_the_hint_says_what_one_does(
    visit: Visit, served: str, hand: dict[str, int], acts_first: list[dict[str, Any]], hint: str
) -> None:
    position = copy.deepcopy(EMPIRES)
    has = BOUGHT_OUT if not acts_first else EMPIRES["seats"][0]["resources"]
    position["seats"][0] |= {"hand": hand, "resources": has}
    position["seats"][1]["hand"] = {}
    table = table_of(served, position)
    for action in acts_first:
        table.act(0, action)
    at(visit, table).sees(hint, "[data-key=hint]")


def test_a_card_for_any_resource_is_used_for_the_token_that_is_touched(visit: Visit, served: str) -> None:
    table = table_of(served, EMPIRES)
    nora = at(visit, table)
    nora.keyed("hand:red-2").click()
    nora.keyed("coin:food").click()
    nora.keyed("go").click()
    expect(nora.keyed("hand:red-2")).to_have_count(0)
    assert table.see(0)["state"]["seats"][0]["resources"]["food"] == 6


def test_the_bank_changes_the_token_touched_first_into_the_second(visit: Visit, served: str) -> None:
    table = table_of(served, EMPIRES)
    nora = at(visit, table)
    nora.button("Bank 3 : 1").click()
    nora.keyed("coin:commerce").click()
    nora.keyed("coin:food").click()
    nora.sees("Commerce → Food3 : 1", "[data-key=go]")
    nora.keyed("go").click()
    nora.sees("5", "[data-key='coin:food']")
    assert table.see(0)["state"]["seats"][0]["resources"] == {"food": 5, "production": 9, "commerce": 8}


def test_a_building_is_torn_down_from_the_sheet_of_its_plot(visit: Visit, served: str) -> None:
    table = table_of(served, EMPIRES)
    nora = at(visit, table)
    nora.keyed("plot:0").click()
    nora.keyed("tear-down:forge").click()
    nora.sees("Tear down Forge", "[data-key=go]")
    nora.keyed("go").click()
    expect(nora.find("[data-key='land:0'] .house")).to_have_count(0)
    assert table.see(0)["state"]["seats"][0]["plots"][0]["buildings"] == []


def test_a_resource_card_that_is_picked_for_the_discard_can_be_used_instead(visit: Visit, served: str) -> None:
    table = table_of(served, EMPIRES)
    table.act(0, {"type": "draw"})
    nora = at(visit, table)
    nora.keyed("hand:commerce-3").click(position=CORNER)
    nora.button("Use “Commerce 3”").click()
    nora.keyed("go").click()
    nora.sees("14", "[data-key='coin:commerce']")
    assert table.see(0)["state"]["step"] == "discard"


def test_what_is_put_back_can_be_begun_again(visit: Visit, served: str) -> None:
    table = table_of(served, EMPIRES)
    table.act(0, {"type": "draw"})
    nora = at(visit, table)
    nora.keyed("hand:walls").click(position=CORNER)
    nora.keyed("put-back").click()
    nora.keyed("hand:walls").click(position=CORNER)
    nora.keyed("hand:granary").click(position=CORNER)
    nora.keyed("go").click()
    nora.sees("Waiting for Player 1", ".status")


@SIZES
def test_no_state_of_the_table_shuts_anybody_out(visit: Visit, served: str, way: dict[str, Any]) -> None:
    table = table_of(served, EMPIRES)
    nora = at(visit, table, reduced_motion="reduce", **way)
    buying = ("hand:granary", "plot:3", "put-back", "plot:0", "close-sheet", "technology:mathematics", "go")
    using = ("hand:red-2", "put-back", "hand:chariot", "put-back", "go", "confirm", "hand:walls", "hand:granary")
    for touched in (*buying, *using):
        nora.keyed(touched).first.click(position=CORNER if touched.startswith("hand:") else None)
        is_settled(nora)
        assert nora.obstacles_by_day_and_night() == [], touched
    attacked = table_of(served, WAR)
    attacked.act(0, {"type": "attack", "seat": 1, "units": ["swordsman", "swordsman", "chariot", "catapult"]})
    both = [at(visit, attacked, seat, reduced_motion="reduce", **way) for seat in (0, 1)]
    defending = ("plot:0", "go", "attacker:swordsman", "go", "hand:archer", "attacker:swordsman", "go")
    for touched in (*defending, "go", "plot:0"):
        both[1].keyed(touched).first.click(position=CORNER)
        is_settled(both[1])
        for each in both:
            assert each.obstacles_by_day_and_night() == [], touched


def test_the_main_action_is_in_reach_beside_a_war_and_eight_plots(visit: Visit, served: str) -> None:
    attacking = WAR["seats"][0] | {"plots": [plot("forest", 1), plot("grassland", 1)] * 4}
    position = WAR | {"seats": [attacking, *WAR["seats"][1:]]}
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=position)
    both = [visit(each.token, **LAPTOP).goes(f"/play#/game/{table.game}") for each in table.players]
    both[0].keyed("hand:swordsman:0").click()
    acts(both[0])
    while table.see()["state"]["pending"] is not None:
        acting = turn_of(both)
        expect(acting.keyed("go").or_(acting.keyed("idle"))).to_be_in_viewport(ratio=0.9)
        acts(acting)


def test_on_a_phone_on_its_side_each_card_of_a_hand_has_its_name_or_its_number(visit: Visit, served: str) -> None:
    nora = at(visit, table_of(served, EMPIRES), **SIDEWAYS)
    names = nora.find(".fan > li .card:not(:has(.value)) .name")
    expect(names).to_have_count(5)
    for each in names.all():
        expect(each).to_be_in_viewport(ratio=1)
