"""The table of CIV: Carta Impera Victoria: what is lit, how it is touched, what stays in place and what is hidden."""

import re
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, Route, expect

from tests.service.client import CIVILIZATION, Player, Table
from tests.web.playing import READY, acts
from tests.web.positions import EMPTY_HAND_SOON, LAST_CARD, MIDDLE
from tests.web.visitor import HAND_HELD, LAPTOP, Visitor, refuse_posts

Visit = Callable[..., Visitor]
"""Three players in the middle of a game: everything that can lie on a table lies there."""
WINDOWS: Final = pytest.mark.parametrize("way", [{}, LAPTOP, HAND_HELD], ids=["desktop", "laptop", "phone"])
SIZES: Final = pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])
NOTE_VERSIONS: Final = """
() => {
    window.versions = [];
    const board = document.querySelector('.board');
    const observer = new MutationObserver(() => window.versions.push(board.dataset.version));
    observer.observe(board, {attributeFilter: ['data-version']});
}
"""
"""Notes which versions the board shows from then on, however short each is there."""
OUT_OF_SIGHT: Final = """
() => [...document.querySelectorAll('.fan .card, [data-key="go"], .status h2, .rival, .effect.can, .chip')]
    .filter((each) => each.getClientRects().length > 0)
    .filter((each) => {
        const {top, bottom, left, right} = each.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const covered = each.className === 'chip' && !each.contains(document.elementFromPoint(x, y));
        return covered || y > innerHeight || x > innerWidth || top < 0;
    }).map((each) => each.dataset.key ?? each.className)
"""
"""What belongs to the next decision and lies outside of the window by more than half of it."""
WATCH_FLIGHTS: Final = """
() => {
    window.flown = [];
    new MutationObserver((changes) => changes.forEach(({addedNodes}) => addedNodes.forEach((each) => {
        if (each.parentElement?.className === 'flights') window.flown.push(each.className);
    }))).observe(document.body, {subtree: true, childList: true});
}
"""
TOLD_IN_ORDER: Final = """
({told, hits}) => {
    const {bottom} = document.querySelector('.since').getBoundingClientRect();
    const seen = [...document.querySelectorAll('.since .event')]
        .filter((each) => each.getBoundingClientRect().top < bottom)
        .sort((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left);
    const times = seen.map((each) => Number(each.dataset.key.split(':')[1]));
    return seen.length === told && times.every((each, nth) => nth === 0 || times[nth - 1] < each)
        && seen.at(hits === 'first' ? 0 : -1).matches('.hits');
}
"""
"""Whether so many events are in sight, from left to right as they came, and what concerns the reader is at that end."""
COUNT_WHILE_IT_FLIES: Final = """
(kind) => {
    const lie = () => [...document.querySelectorAll(`.play-table [data-kind="${kind}"]`)]
        .filter((each) => each.checkVisibility({opacityProperty: true})).length;
    const before = lie();
    window.more = [];
    new MutationObserver((changes) => changes.forEach(({addedNodes}) => addedNodes.forEach((each) => {
        if (each.parentElement?.className === 'flights') queueMicrotask(() => window.more.push(lie() - before));
    }))).observe(document.body, {subtree: true, childList: true});
}
"""
"""Counts, as each card begins to fly, how many more of a kind lie in sight than now."""
COUNT_TONES: Final = """
window.tones = 0;
window.OscillatorNode = class extends OscillatorNode {
    start(at) {
        window.tones += 1;
        super.start(at);
    }
};
"""


def middle_of(visit: Visit, served: str, seat: int | None = 0, **way: Any) -> tuple[Table, Visitor]:
    """A table in the middle of a game, and one of its players in front of it, or a stranger."""
    table = Table.of(served, 3, position=MIDDLE, edition="ru")
    visitor = visit(None if seat is None else table.players[seat].token, **way).goes(f"/play#/game/{table.game}")
    expect(visitor.find(".board[data-version]")).to_be_attached()
    return table, visitor


@WINDOWS
def test_nothing_scrolls_on_the_way_to_the_next_decision(visit: Visit, served: str, way: dict[str, Any]) -> None:
    _, nora = middle_of(visit, served, **way)
    for touched in ("hand:science-3:0", "go", "effect:embargo"):
        assert nora.page.evaluate(OUT_OF_SIGHT) == []
        assert nora.page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0
        nora.keyed(touched).first.click()
        if touched == "go":
            nora.sees("End turn", "[data-key=go]")


def test_a_game_is_read_once_when_its_table_opens_and_not_after_an_own_action(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, position=MIDDLE, edition="ru")
    nora = visit(table.players[0].token)
    read = requests_of(nora, f"/v1/games/{table.game}")
    nora.goes(f"/play#/game/{table.game}").sees("turn 31", ".log")
    for _ in range(2):
        nora.keyed("hand:science-3:0").first.click()
        nora.keyed("go").first.click()
        nora.keyed("take-back").click()
    nora.keyed("hand:science-3:0").first.click()
    assert read == ["GET"]


def requests_of(visitor: Visitor, path: str) -> list[str]:
    """The methods of the requests that are sent to a path from now on."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if urlsplit(request.url).path == path:
            sent.append(request.method)

    visitor.page.on("request", note)
    return sent


@pytest.mark.parametrize("seats", [2, 4])
def test_a_table_of_two_and_of_four_fits_into_the_window(visit: Visit, served: str, seats: int) -> None:
    table = Table.of(served, seats)
    for way in ({}, HAND_HELD):
        player = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
        expect(player.find(".rival")).to_have_count(seats - 1)
        assert player.page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0
        assert player.overflows() <= 0


def test_a_card_is_played_by_touching_it_twice(visit: Visit, served: str) -> None:
    table, nora = middle_of(visit, served)
    nora.keyed("hand:utopia-3").click()
    nora.sees("Play Utopia III", "[data-key=go]")
    nora.keyed("hand:utopia-3").click()
    nora.sees("End turn", "[data-key=go]")
    assert table.see(0)["state"]["seats"][0]["area"]["utopia-3"] == 2


def test_a_card_is_played_by_dragging_it_onto_its_lane(visit: Visit, served: str) -> None:
    table, nora = middle_of(visit, served)
    nora.keyed("hand:science-3").drag_to(nora.find(".lane.science .well"))
    nora.sees("End turn", "[data-key=go]")
    assert table.see(0)["state"]["seats"][0]["area"]["science-3"] == 1


def test_a_finger_drags_a_card_onto_its_lane(visit: Visit, served: str) -> None:
    table, nora = middle_of(visit, served, **HAND_HELD)
    nora.drags(nora.keyed("hand:science-3").first, nora.find(".lane.science"))
    nora.sees("End turn", "[data-key=go]")
    assert table.see(0)["state"]["seats"][0]["area"]["science-3"] == 1


def test_a_card_that_cannot_be_played_says_why_with_its_ruling(visit: Visit, served: str) -> None:
    _, nora = middle_of(visit, served)
    barred = nora.keyed("hand:culture-3")
    expect(barred.locator(".why")).to_have_text("Embargo until your turn ends")
    barred.click()
    nora.sees("Not possible. Embargo until your turn ends", "[role=alert]")
    expect(nora.find("[role=alert] a")).to_have_attribute("href", f"{served}/rulings/A-64")
    nora.keyed("hand:science-3").click()
    expect(nora.find("[role=alert]")).to_be_empty()


def test_only_what_the_service_lists_is_lit(visit: Visit, served: str) -> None:
    table, nora = middle_of(visit, served)
    expect(nora.find(".fan .can")).to_have_count(4)
    expect(nora.find(".effect.can")).to_have_count(0)
    nora.keyed("hand:science-3").click()
    nora.keyed("go").click()
    nora.sees("End turn", "[data-key=go]")
    listed = {form["type"] for form in table.players[0].get(f"/games/{table.game}/actions").json()["actions"]}
    lit = {str(each.get_attribute("data-key")).removeprefix("effect:") for each in nora.find(".effect.can").all()}
    assert lit == listed - {"end_turn"}


def test_an_effect_is_begun_on_its_lane_and_its_target_chosen_on_the_board(visit: Visit, served: str) -> None:
    table, nora = middle_of(visit, served)
    nora.keyed("hand:science-3").click()
    nora.keyed("go").click()
    nora.sees("End turn", "[data-key=go]")
    nora.keyed("effect:embargo").click()
    nora.keyed("tower:1:economy").click()
    nora.sees("Player 1, Economy", "[data-key=go]")
    nora.keyed("go").click()
    nora.sees("Embargo on Player 1, Economy", ".log")
    assert table.see()["state"]["seats"][1]["embargo"] == {"economy": 1}


def test_cards_to_take_and_to_play_are_chosen_by_touching_them(visit: Visit, served: str) -> None:
    table, nora = middle_of(visit, served)
    nora.keyed("hand:science-3").click()
    nora.keyed("go").click()
    nora.sees("End turn", "[data-key=go]")
    nora.keyed("effect:experiment").click()
    nora.sees("Cards of your area: 0 of 1", "[data-key=go]")
    nora.find("[data-card='area:economy-2:0']").click()
    nora.sees("Cards of your hand: 0 of 1", "[data-key=go]")
    nora.keyed("hand:utopia-3").click()
    nora.keyed("go").click()
    nora.sees("Experiment: takes Economy II to hand", ".log")
    own = table.see(0)["state"]["seats"][0]
    assert (own["hand"]["economy-2"], own["area"]["utopia-3"]) == (1, 2)


def test_what_shows_hidden_cards_is_asked_about_and_an_ordinary_draw_is_not(visit: Visit, served: str) -> None:
    _, nora = middle_of(visit, served)
    nora.ends_turns_unasked()
    nora.keyed("hand:science-3").click()
    nora.keyed("go").click()
    nora.sees("End turn", "[data-key=go]")
    nora.keyed("effect:inquisition").click()
    nora.keyed("aim:2").click()
    nora.keyed("go").click()
    nora.sees("This shows something hidden", ".preview")
    nora.button("Cancel").click()
    nora.page.keyboard.press("Escape")
    nora.sees("End turn", "[data-key=go]")
    nora.keyed("go").click()
    nora.sees("Waiting for Player 1", ".status")


@pytest.mark.parametrize(
    ("seat", "played", "effect", "why"),
    [
        (0, False, "assassination", "usable once you have played a card"),
        (1, False, "development", "usable in your own turn"),
        (0, True, "assassination", "nothing to use it on now"),
    ],
)
def test_an_effect_that_one_has_and_cannot_use_now_says_why(
    visit: Visit, served: str, seat: int, played: bool, effect: str, why: str
) -> None:
    table = Table.of(served, position=EMPTY_HAND_SOON)
    if played:
        table.act(0, {"type": "play", "card": "military-2"})
    nora = visit(table.players[seat].token).goes(f"/play#/game/{table.game}").waits()
    nora.keyed(f"effect:{effect}").click()
    nora.sees(why, ".zoom")


def test_elements_stay_the_same_from_one_state_to_the_next(visit: Visit, served: str) -> None:
    _, nora = middle_of(visit, served)
    for key in ("hand:economy-3:0", "lane:science", "rival:1", "effect:attack", "discard"):
        nora.keyed(key).first.evaluate("(each) => { each.before = true; }")
    nora.find(".of-journal .log").evaluate("(each) => each.scrollTo(0, 20)")
    nora.keyed("tab:journal").focus()
    nora.keyed("hand:science-3").evaluate("(each) => each.click()")
    nora.keyed("go").evaluate("(each) => each.click()")
    nora.sees("End turn", "[data-key=go]")
    for key in ("hand:economy-3:0", "lane:science", "rival:1", "effect:attack", "discard"):
        assert nora.keyed(key).first.evaluate("(each) => each.before === true"), key
    expect(nora.keyed("tab:journal")).to_be_focused()


def test_a_card_that_flies_is_not_seen_where_it_will_lie_before_it_has_come(visit: Visit, served: str) -> None:
    table, nora = middle_of(visit, served)
    nora.asks(COUNT_WHILE_IT_FLIES, "science-3")
    table.act(0, {"type": "play", "card": "science-3"})
    nora.awaits("() => window.more.length > 0")
    assert nora.asks("window.more") == [-1]
    nora.sees("End turn", "[data-key=go]")
    expect(nora.find(".lane [data-kind=science-3]")).to_be_visible()
    nora.awaits("() => getComputedStyle(document.querySelector('.lane [data-kind=science-3]')).opacity === '1'")


def test_cards_that_others_draw_fly_face_down(visit: Visit, served: str) -> None:
    table, boris = middle_of(visit, served, seat=2)
    boris.page.evaluate(WATCH_FLIGHTS)
    for number, action in enumerate(({"type": "play", "card": "science-3"}, {"type": "end_turn"}), 1):
        table.act(0, action)
        boris.page.wait_for_function("number => window.flown.length >= number", arg=number)
    boris.sees("Waiting for Player 1", ".status")
    played, drawn = boris.page.evaluate("window.flown")
    assert "science" in played.split()
    assert {"back", "e3"} <= {*drawn.split()}


@pytest.mark.parametrize("seat", [1, None])
def test_no_card_of_another_hand_is_in_the_page(visit: Visit, served: str, seat: int | None) -> None:
    _, onlooker = middle_of(visit, served, seat=seat)
    shown = onlooker.page.evaluate(
        "[...document.querySelectorAll('.rival [data-kind], .rival .open-hand, .seat .open')].length"
    )
    assert shown == 0
    expect(onlooker.find(".minihand .back").first).to_be_attached()


def test_an_action_that_met_no_connection_is_sent_once_it_is_back(visit: Visit, served: str) -> None:
    table, nora = middle_of(visit, served)
    nora.keyed("hand:science-3").click()
    refuse_posts(nora.page)
    nora.keyed("go").click()
    nora.sees("Your action is sent once the connection is back and this table is open", ".band")
    expect(nora.keyed("go")).to_have_count(0)
    nora.page.wait_for_event("requestfailed")  # The next attempt fails too.
    nora.page.unroute_all()
    nora.sees("End turn", "[data-key=go]")
    assert table.see(0)["state"]["seats"][0]["area"]["science-3"] == 1


def test_a_stream_that_was_refused_as_too_often_is_read_on_after_a_while(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, position=MIDDLE, edition="ru")
    nora, refused = visit(table.players[1].token), list[str]()

    def refuse_stream_once(route: Route) -> None:
        if route.request.headers.get("accept") == "text/event-stream" and not refused:
            refused.append(route.request.url)
            route.fulfill(status=429, body="{}")
        else:
            route.continue_()

    nora.page.route("**/events*", refuse_stream_once)
    nora.goes(f"/play#/game/{table.game}")
    expect(nora.find(".board[data-version]")).to_be_attached()
    table.act(0, {"type": "play", "card": "science-3"})
    expect(nora.find(f".board[data-version='{table.see()['version']}']")).to_be_attached()
    assert len(refused) == 1
    nora.complaints.clear()


def test_a_card_that_is_picked_is_seen_so_without_a_connection(visit: Visit, served: str) -> None:
    _, nora = middle_of(visit, served)
    card = nora.keyed("hand:science-3")
    card.click()
    nora.context.set_offline(True)
    nora.sees("What you picked stays picked.", ".doing")
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(card).to_have_class(re.compile("picked"))
    nora.context.set_offline(False)
    expect(nora.keyed("go")).to_contain_text("Play Science III")


@pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])
def test_what_the_others_did_stays_told_until_ones_own_turn_ends(
    visit: Visit, served: str, way: dict[str, Any]
) -> None:
    table = Table.of(served, 2, edition=None, position=MIDDLE | {"seats": MIDDLE["seats"][:2]})
    moves: list[tuple[int, dict[str, Any]]] = [
        *((0, each) for each in ({"type": "play", "card": "science-3"}, {"type": "end_turn"})),
        *((1, each) for each in ({"type": "play", "card": "religion-2"}, {"type": "end_turn"})),
    ]
    for seat, action in moves:
        table.act(seat, action)
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    nora.sees("plays Religion II", ".since")
    version = table.act(0, table.legal(0)[0])["version"]
    nora.awaits(READY, version)
    nora.sees("plays Religion II", ".since")
    table.act(0, {"type": "end_turn"})
    nora.sees("Nothing new since your last turn.", ".since")


def test_the_moves_of_the_others_are_told_and_played_back_also_where_the_game_is_read_meanwhile(
    visit: Visit, served: str
) -> None:
    table, nora = middle_of(visit, served)
    moves: list[tuple[int, dict[str, Any]]] = [
        *((0, each) for each in ({"type": "play", "card": "science-3"}, {"type": "end_turn"})),
        *(
            (1, each)
            for each in ({"type": "play", "card": "religion-2"}, {"type": "embargo", "seat": 0, "sphere": "military"})
        ),
        (1, {"type": "end_turn"}),
        *((2, each) for each in ({"type": "play", "card": "utopia-3"}, {"type": "end_turn"})),
    ]
    for seat, action in moves:
        version = table.act(seat, action)["version"]
    nora.sees("Embargo on Player 0, Military", ".since .hits")
    nora.sees("plays Utopia III", ".since")
    expect(nora.find(f'.board[data-version="{version}"]')).to_be_attached()
    nora.page.evaluate(NOTE_VERSIONS)
    nora.keyed("show-me").click()
    nora.page.wait_for_function("() => window.versions.length === 1")
    nora.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    nora.page.wait_for_function(
        "(now) => window.versions.filter((each) => each !== String(now)).length > 2", arg=version
    )
    nora.page.keyboard.press("x")
    expect(nora.find(f'.board[data-version="{version}"]')).to_be_attached()


@pytest.mark.parametrize(("language", "width"), [("en", 1440), ("ru", 1024)])
def test_the_moves_of_the_others_are_told_in_the_order_of_time(
    visit: Visit, served: str, language: str, width: int
) -> None:
    table, nora = middle_of(visit, served, viewport={"width": width, "height": 800}, locale=language)
    for seat, action in (
        (0, {"type": "play", "card": "science-3"}),
        (0, {"type": "end_turn"}),
        (1, {"type": "play", "card": "religion-2"}),
        (1, {"type": "embargo", "seat": 0, "sphere": "military"}),
    ):
        table.act(seat, action)
    nora.awaits(TOLD_IN_ORDER, {"told": 2, "hits": "last"})
    read = nora.find(".band[role=status] .event").evaluate_all("(all) => all.map((each) => each.className)")
    assert read == ["event", "event hits"], "who hears the page hears it in the order of time too"
    for seat, action in ((1, {"type": "end_turn"}), (2, {"type": "play", "card": "utopia-3"})):
        table.act(seat, action)
    nora.awaits(TOLD_IN_ORDER, {"told": 2, "hits": "first"})


def test_light_and_dark_are_switched_and_remembered(visit: Visit, served: str) -> None:
    _, nora = middle_of(visit, served, color_scheme="light")
    nora.find(".top [data-key=theme]").click()
    expect(nora.find("html")).to_have_class("dark")
    nora.page.reload()
    nora.waits()
    expect(nora.find("html")).to_have_class("dark")


def test_a_window_of_middle_width_has_the_journal_in_a_drawer(visit: Visit, served: str) -> None:
    _, nora = middle_of(visit, served, viewport={"width": 1200, "height": 900})
    expect(nora.find(".of-journal .log")).to_be_hidden()
    nora.keyed("rail").click()
    expect(nora.find(".of-journal .log")).to_be_visible()
    assert nora.obstacles() == []


@SIZES
def test_no_state_of_the_table_shuts_anybody_out(visit: Visit, served: str, way: dict[str, Any]) -> None:
    _, nora = middle_of(visit, served, reduced_motion="reduce", **way)
    states: list[Callable[[], None]] = [
        lambda: nora.keyed("hand:culture-3").click(),
        lambda: nora.keyed("hand:science-3").click(),
        lambda: nora.keyed("go").click(),
        lambda: nora.sees("End turn", "[data-key=go]"),
        lambda: nora.find("body").press("d"),
        lambda: nora.keyed("close-sheet").click(),
        lambda: nora.keyed("effect:embargo").click(),
        lambda: nora.keyed("tower:1:economy").click(),
        nora.prefers_to_look_ahead,
        lambda: nora.keyed("go").click(),
        lambda: nora.button("Cancel").click(),
        lambda: nora.keyed("menu").click(),
    ]
    for reach in states:
        reach()
        expect(nora.find(".doing[aria-busy=true]")).to_have_count(0)
        assert nora.obstacles() == []


def test_a_whole_game_is_played_by_the_keyboard_alone(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada = visit(table.players[0].token, reduced_motion="reduce").goes(f"/play#/game/{table.game}")
    keys = ada.page.keyboard
    while (game := table.see())["status"] == "playing":
        if game["to_act"] != [0]:
            table.act(1, table.legal(1)[0])
            continue
        ada.awaits(READY, game["version"])
        if game["state"]["step"] == "play" and ada.find(".fan .can").count():
            ada.find(".status").evaluate("() => document.activeElement.blur()")
            keys.press("ArrowRight")
            while not ada.find(".fan .can:focus").count():
                keys.press("ArrowRight")
            keys.press("Enter")
            keys.press("Enter")
        else:
            ada.find(".status").evaluate("() => document.activeElement.blur()")
            keys.press("Space")
            gone_on = ada.find(f'.board:not([data-version="{game["version"]}"])')
            expect(gone_on.or_(ada.find("[data-key=confirm]:focus")).first).to_be_attached()
            if ada.find("[data-key=confirm]:focus").count():
                keys.press("Enter")
        expect(ada.find(f'.board:not([data-version="{game["version"]}"])')).to_be_attached()
    ada.sees("The game is over:", ".band")


def test_the_winning_turn_ends_at_one_touch(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, position=LAST_CARD)
    ada = visit(table.players[0].token, **HAND_HELD).goes(f"/play#/game/{table.game}")
    acts(ada)
    acts(ada)
    ada.sees("Player 0 wins", ".band")
    expect(ada.keyed("rematch")).to_be_visible()


def test_a_rematch_seats_who_asks_and_is_offered_to_the_other(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, position=LAST_CARD)
    ada, boris = (visit(player.token).goes(f"/play#/game/{table.game}") for player in table.players)
    acts(ada)
    acts(ada)
    ada.keyed("rematch").click()
    ada.sees("Rematch offered. Waiting for Player 1")
    boris.goes(f"/play#/game/{table.game}").button("Join the rematch").click()
    for each in (ada, boris):
        each.sees("Your hand", ".hand")
    assert ada.game() == boris.game() != table.game


def test_the_table_leads_to_the_next_game_that_waits(visit: Visit, served: str) -> None:
    nora = Player(served, "Nora")
    tables = [Table.of(served, players=(nora, Player(served, "Ada")), position=LAST_CARD) for _ in range(3)]
    visitor = visit(nora.token).goes(f"/play#/game/{tables[0].game}")
    visitor.sees("Next game (2)", "[data-key=next-game]")
    visitor.keyed("next-game").click()
    visitor.page.wait_for_url(lambda url: tables[0].game not in url)
    assert visitor.game() in {tables[1].game, tables[2].game}


def test_sounds_are_off_until_they_are_switched_on_and_remembered(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, position=MIDDLE, edition="ru")
    nora = visit(table.players[0].token)
    nora.page.add_init_script(COUNT_TONES)
    nora.goes(f"/play#/game/{table.game}").keyed("hand:utopia-3").click()
    assert nora.page.evaluate("window.tones") == 0
    nora.keyed("menu").click()
    nora.keyed("sounds").check()
    nora.page.keyboard.press("Escape")
    nora.page.reload()
    nora.waits().keyed("hand:utopia-3").click()
    assert nora.page.evaluate("window.tones") == 1


def test_partners_write_to_each_other_in_a_tab_that_the_others_do_not_see(visit: Visit, served: str) -> None:
    table = Table.of(served, 4, options={"teams": True, "team_chat": True})
    cid, ben = (visit(table.players[seat].token) for seat in (2, 1))
    for each in (cid, ben):
        each.goes(f"/play#/game/{table.game}").keyed("tab:team-chat").click()
    cid.find("#part-team-chat input[name=said]").fill("Keep your Science for me.")
    cid.page.keyboard.press("Enter")
    cid.sees("Keep your Science for me.", "#part-team-chat .log p")
    assert "Keep your Science for me." in table.players[0].get(f"/games/{table.game}/chat?team=true").text
    expect(cid.find("#part-chat .log p")).to_have_count(0)
    expect(ben.find(".log.chat p")).to_have_count(0)


def test_before_ones_first_turn_has_ended_nothing_is_said_to_be_since(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    (first,) = table.see()["to_act"]
    visitor = visit(table.players[first].token).goes(f"/play#/game/{table.game}")
    visitor.sees("Nothing has happened yet.", ".since")
    other = visit(table.players[1 - first].token).goes(f"/play#/game/{table.game}")
    table.act(first, next(each for each in table.legal(first) if each["type"] == "play"))
    other.sees("Lately", ".since")


def test_sitting_down_is_no_turn_since_which_something_is_new(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None)
    (first,) = table.see()["to_act"]
    other = visit(table.players[1 - first].token).goes(f"/play#/game/{table.game}")
    other.sees("Nothing has happened yet.", ".since")
    table.act(first, table.legal(first)[0])
    other.sees("Lately", ".since")
