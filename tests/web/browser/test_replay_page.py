"""Replays in a real browser: every position as the service shows it, links that lead there, files, pictures."""

import html
import random
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import requests
from playwright.sync_api import Route, expect

from cartulary_service.config import Config
from cartulary_service.store.database import Database
from cartulary_service.subjects.analyses import queries as analyses
from tests.patience import PATIENCE
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import eventually
from tests.web.conformance import FOLDER
from tests.web.verifiers import bundle_of, changed, table_of
from tests.web.visitor import HAND_HELD, PHONE, Visitor

Visit = Callable[..., Visitor]
PLIES = 24
NOT_WHOLE = """
() => [...document.querySelectorAll('.controls button, .controls select, .controls .more > summary, .top .crumb > *')]
    .filter((each) => each.checkVisibility() && !each.matches('.mark'))
    .filter((each) => {
        const {left, right, bottom} = each.getBoundingClientRect();
        return left < 0 || right > innerWidth || bottom > document.documentElement.scrollHeight
            || each.closest('.crumb') && each.scrollWidth > each.clientWidth + 1;
    }).map((each) => each.dataset.key ?? each.textContent)
"""
"""Controls and parts of the head that are cut."""
ROWS = """
() => {
    const boxes = [...document.querySelectorAll('.controls .bar button, .controls .bar select, .controls .bar summary')]
        .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect());
    return Math.max(...boxes.map(({top}) => top)) < Math.min(...boxes.map(({bottom}) => bottom)) ? 1 : 2;
}
"""
"""Whether all buttons and choices overlap vertically, as those of one row do."""


@pytest.fixture(scope="module")
def finished(served: str) -> dict[str, str]:
    """A finished game of each kind."""
    return {id: finish(served, id) for id in (CARTA, CIVILIZATION)}


def finish(base: str, id: str) -> str:
    """A game played at random for some plies, then resigned."""
    chance, table = random.Random(7), Table.of(base, 2, edition=None, game=id)
    for _ in range(PLIES):
        (seat, *_) = table.see()["to_act"]
        table.act(seat, chance.choice(table.legal(seat)))
    table.act(table.see()["to_act"][0], {"type": "resign"})
    return table.game


def version_shown(visitor: Visitor) -> int:
    """The version that the address names."""
    found = re.search(r"version=(\d+)", visitor.page.url)
    assert found is not None, visitor.page.url
    return int(found[1])


def require_as_served(visitor: Visitor, state: dict[str, Any]) -> None:
    """The page shows the turn, the deck and every seat as the service has them."""
    visitor.sees(f"Turn {state['turn']}", ".told")
    visitor.sees(str(state["deck"]["count"]), ".piles b, .middle b")
    for seat, own in enumerate(state["seats"]):
        panel = visitor.find(f"[data-key='seat:{seat}'], [data-key='rival:{seat}']")
        if "area" in own:
            held = sum(own["backs"].values())
            expect(panel.locator(".minihand")).to_contain_text(f"Hand, with its limit: {held} / {own['hand_limit']}")
            expect(panel.locator(".tower .on, .pile .card")).to_have_count(sum(own["area"].values()))
        else:
            expect(panel.locator(".score b")).to_have_text(str(own["points"]))
            expect(panel.locator(".miniland, .land")).to_have_count(len(own["plots"]))


@pytest.mark.parametrize("id", [CARTA, CIVILIZATION])
def test_every_position_is_shown_as_the_service_shows_it(
    visit: Visit, served: str, finished: dict[str, str], id: str
) -> None:
    watcher, service, game = visit(), Client(served), finished[id]
    watcher.goes(f"/replay?game={game}&as=spectator").keyed("spoilers").uncheck()
    moves: list[Callable[[], Any]] = [
        lambda: watcher.button("One move on").click(),
        lambda: watcher.page.keyboard.press("ArrowRight"),
        lambda: watcher.page.keyboard.press("PageDown"),
        lambda: watcher.find("[data-key=slider]").fill("15"),
        lambda: watcher.button("One move back").click(),
        lambda: watcher.page.keyboard.press("End"),
        lambda: watcher.page.keyboard.press("PageUp"),
        lambda: watcher.page.keyboard.press("Home"),
        lambda: watcher.button("To the end").click(),
    ]
    versions = [version_shown(watcher)]
    for move in moves:
        move()
        watcher.page.wait_for_url(lambda url: f"version={versions[-1]}&" not in url)
        versions.append(version_shown(watcher))
        require_as_served(watcher, service.see(game, versions[-1])["state"])
    assert versions[0] == min(versions)
    assert versions[-1] == max(versions) == service.see(game)["version"]


def test_a_link_leads_to_exactly_this_position_and_perspective(visit: Visit, finished: dict[str, str]) -> None:
    one, other = visit(), visit()
    one.goes(f"/replay?game={finished[CARTA]}").keyed("spoilers").uncheck()
    one.keyed("slider").fill("9")
    one.find("select[name=as]").select_option("1")
    one.page.wait_for_url(re.compile("as=1$"))
    other.page.goto(one.page.url)
    other.waits()
    assert other.page.url == one.page.url
    for text in (one.find(".status").inner_text(), "Hand of Player 1"):
        other.sees(text)
    assert other.find(".board").inner_text() == one.find(".board").inner_text()


def test_a_spectator_sees_backs_and_everything_shows_hands(visit: Visit, finished: dict[str, str]) -> None:
    watcher = visit().goes(f"/replay?game={finished[CARTA]}&as=spectator&version=12")
    for panel in (".seat", ".rival"):
        expect(watcher.find(f"{panel} .back").first).to_be_visible()
    expect(watcher.keyed("hand")).to_have_count(0)
    watcher.find("select[name=as]").select_option("everything")
    expect(watcher.find(":is(.seat, .rival) .back")).to_have_count(0)
    expect(watcher.keyed("hand").locator(".card").first).to_be_visible()


def test_nothing_is_given_away_before_it_is_reached(visit: Visit, finished: dict[str, str]) -> None:
    watcher = visit().goes(f"/replay?game={finished[CARTA]}")
    expect(watcher.find("body")).not_to_contain_text("resignation")
    expect(watcher.find("[data-key=jumps] option")).to_have_count(2)
    watcher.keyed("spoilers").uncheck()
    expect(watcher.find("[data-key=jumps] option").nth(4)).to_be_attached()
    watcher.keyed("spoilers").check()
    watcher.button("To the end").click()
    watcher.sees("resignation", ".status")


def test_the_slider_reaches_as_far_as_one_has_seen(visit: Visit, finished: dict[str, str]) -> None:
    watcher = visit().goes(f"/replay?game={finished[CARTA]}")
    slider, checks = watcher.keyed("slider"), watcher.keyed("checks")
    expect(slider).to_have_attribute("max", "0")
    watcher.sees("Verified in your browser", ".verdict")
    watcher.keyed("proof").locator("> summary").click()
    expect(checks).to_be_hidden()
    for _ in range(3):
        watcher.button("One move on").click()
    watcher.button("One move back").click()
    expect(slider).to_have_attribute("max", "3")
    expect(slider).to_have_js_property("value", "2")
    watcher.find("select[name=as]").select_option("spectator")
    expect(slider).to_have_attribute("max", "3")
    watcher.button("To the end").click()
    watcher.sees("resignation", ".status")
    expect(slider).to_have_attribute("max", str(PLIES + 1))
    expect(checks).to_be_visible()


def test_the_replay_of_your_own_game_first_shows_your_own_view(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    table.act(table.see()["to_act"][0], {"type": "resign"})
    own = visit(table.players[1].token).goes(f"/replay?game={table.game}")
    expect(own.find("select[name=as] option:checked")).to_have_text("you")
    expect(own.find("select[name=as] option")).to_have_count(4)
    own.sees("Hand of Player 1")
    expect(own.find(".rivals")).to_be_visible()
    expect(own.find(".rivals .open")).to_have_count(0)
    assert "as=1" in own.page.url


@pytest.mark.parametrize("id", [CARTA, CIVILIZATION])
@pytest.mark.parametrize("way", [{"viewport": {"width": 1280, "height": 800}}, HAND_HELD], ids=["desktop", "phone"])
def test_a_replay_is_the_table_that_was_played_on_with_one_row_of_controls(
    visit: Visit, finished: dict[str, str], id: str, way: dict[str, Any]
) -> None:
    watcher = visit(**way).goes(f"/replay?game={finished[id]}&version=20&as=0")
    watcher.sees("Hand of Player 0")
    expect(watcher.find(".board .rivals .rival")).to_have_count(1)
    if id == CARTA:
        expect(watcher.find(".seat.own .lane")).to_have_count(6)
        expect(watcher.find(".seat.own .effect")).to_have_count(16)
    else:
        watcher.find(".seat .land .over").first.click()
        expect(watcher.find(".sheet .land.large")).to_be_visible()
    assert watcher.page.evaluate(NOT_WHOLE) == []
    assert watcher.page.evaluate(ROWS) == 1
    assert watcher.overflows() <= 0


@pytest.mark.parametrize("id", [CARTA, CIVILIZATION])
@pytest.mark.parametrize("eyes", ["spectator", "everything"])
def test_who_only_watches_sees_the_table_of_the_first_seat(
    visit: Visit, finished: dict[str, str], id: str, eyes: str
) -> None:
    watcher = visit().goes(f"/replay?game={finished[id]}&version=20&as={eyes}")
    expect(watcher.find(".board .rivals [data-key='rival:1']")).to_be_visible()
    expect(watcher.find("[data-key='seat:0'] :is(.lane, .land)").first).to_be_visible()
    expect(watcher.find("[data-key='seat:0'] :is(.tower, .miniland)")).to_have_count(0)
    assert watcher.obstacles() == []


@pytest.mark.parametrize("id", [CARTA, CIVILIZATION])
def test_the_hand_of_a_replay_is_in_sight(visit: Visit, finished: dict[str, str], id: str) -> None:
    watcher = visit(viewport={"width": 1280, "height": 800}).goes(f"/replay?game={finished[id]}&version=22&as=0")
    watcher.sees("Hand of Player 0")
    assert watcher.lies_open("[data-key=hand] li:first-child .card")


def test_a_legend_names_each_kind_of_marks_beside_one_of_them(visit: Visit, finished: dict[str, str]) -> None:
    watcher = visit().goes(f"/replay?game={finished[CARTA]}")
    expect(watcher.find(".marks-legend span")).to_have_count(0)
    watcher.keyed("spoilers").uncheck()
    expect(watcher.find(".mark").first).to_be_visible()
    marks, legend = (
        set(watcher.find(f"{place} use").evaluate_all("(all) => all.map((each) => each.getAttribute('href'))"))
        for place in (".mark", ".marks-legend")
    )
    assert set() < legend <= marks
    names = watcher.find(".marks-legend > span").all_inner_texts()
    assert all(names)
    assert len({*names}) == len(names)


def test_reduced_motion_is_respected(visit: Visit, finished: dict[str, str]) -> None:
    watcher = visit(reduced_motion="reduce").goes(f"/replay?game={finished[CARTA]}")
    before = watcher.page.url
    watcher.sees("Verified in your browser", ".verdict")
    assert watcher.page.url == before
    watcher.find("select[name=pace]").select_option("3")
    watcher.button("Play").click()
    watcher.sees(re.compile(r"Move ([5-9]|\d\d)"), ".status")
    assert watcher.page.evaluate("document.getAnimations().length") == 0
    durations = "[...document.querySelectorAll('*')].map((each) => getComputedStyle(each).transitionDuration)"
    assert set(watcher.page.evaluate(durations)) == {"0s"}


def test_it_plays_by_itself_and_stops(visit: Visit, finished: dict[str, str]) -> None:
    watcher = visit().goes(f"/replay?game={finished[CARTA]}")
    watcher.find("select[name=pace]").select_option("3")
    watcher.button("Play").click()
    watcher.sees("resignation", ".status")
    expect(watcher.button("Play")).to_be_visible()


def test_the_verdict_stands_beside_the_replay(visit: Visit, finished: dict[str, str]) -> None:
    watcher = visit().goes(f"/replay?game={finished[CIVILIZATION]}")
    watcher.sees("Verified in your browser", ".verdict")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "who won"), ("ru", "кто победил"), ("uk", "хто переміг"), ("ko", "누가 이겼는지")],
)
def test_beside_the_verdict_stands_what_was_not_checked(
    visit: Visit, finished: dict[str, str], language: str, words: str
) -> None:
    watcher = visit().goes(f"/replay?game={finished[CARTA]}&lang={language}")
    watcher.sees(words, ".unchecked")


def test_a_bundle_out_of_a_file_is_shown_and_checked(visit: Visit, tmp_path: Path) -> None:
    bundle = bundle_of(table_of(CARTA))
    altered = changed(bundle, (bundle.index(b"CardPlayed"), 1))
    for name, data in (("good", bundle), ("altered", altered), ("no", b"x")):
        (tmp_path / name).write_bytes(data)
    watcher = visit().goes("/replay")
    watcher.find("input[type=file]").set_input_files(tmp_path / "good")
    watcher.sees("Seat 1 · Seat 2 · Seat 3")
    watcher.sees("Verified in your browser, by a key that nobody vouched for", ".verdict")
    watcher.button("To the end").click()
    watcher.sees("The game is over", ".status")
    watcher.goes("/replay").find("input[type=file]").set_input_files(tmp_path / "altered")
    watcher.sees("NOT verified", ".verdict")
    expect(watcher.find(".board")).to_have_count(0)
    watcher.goes("/replay").find("input[type=file]").set_input_files(tmp_path / "no")
    watcher.sees("This is not an audit bundle.", "[role=alert]")


def test_a_file_signed_by_the_service_is_not_said_to_have_a_key_that_nobody_vouched_for(
    visit: Visit, served: str, finished: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "game.ndjson"
    file.write_bytes(requests.get(f"{served}/v1/games/{finished[CARTA]}/audit", timeout=PATIENCE).content)
    watcher = visit().goes("/replay")
    watcher.find("input[type=file]").set_input_files(file)
    watcher.sees("Verified in your browser. “Details” tells what that covers.", ".verdict")


def test_a_file_that_cannot_be_sent_to_the_service_is_said_not_to_be_checked(visit: Visit) -> None:
    watcher = visit().goes("/replay")
    watcher.page.route("**/v1/replays*", lambda route: route.abort("internetdisconnected"))
    watcher.find("input[type=file]").set_input_files(FOLDER / "carta-level-b.ndjson")
    watcher.sees("The file could not be sent to the service, which plays it back. Nothing was checked.", "[role=alert]")
    expect(watcher.button("Close")).to_be_visible()
    expect(watcher.find(".verdict-box")).to_have_count(0)


def test_a_file_that_the_service_finds_wrong_says_why_no_board_appears(visit: Visit) -> None:
    watcher = visit().goes("/replay")
    watcher.find("input[type=file]").set_input_files(FOLDER / "order-resigns-where-nobody-signs.ndjson")
    watcher.sees("No board is shown: the service found this record wrong.", ".no-board")
    watcher.sees("rules:", ".no-board")
    watcher.sees("NOT verified.", ".verdict")
    expect(watcher.find(".board")).to_have_count(0)
    expect(watcher.find("main").filter(has_text="Verified in your browser")).to_have_count(0)


def test_a_verdict_that_fails_says_which_check_failed_without_spoilers(visit: Visit, finished: dict[str, str]) -> None:
    watcher = visit()

    def tell_otherwise(route: Route) -> None:
        answer = route.fetch()
        bundle = answer.body()
        place = bundle.index(b"CardPlayed")
        route.fulfill(response=answer, body=changed(bundle, (place, 1)))

    watcher.page.route("**/audit?log=true", tell_otherwise)
    watcher.goes(f"/replay?game={finished[CARTA]}").sees("NOT verified", ".verdict")
    expect(watcher.keyed("spoilers")).to_be_checked()
    expect(watcher.find(".failed li b").first).to_be_visible()
    watcher.sees("Keep this file and your receipts", ".failed")
    expect(watcher.find(".checks")).to_be_hidden()


def test_long_names_in_the_head_cover_no_link(visit: Visit, served: str) -> None:
    players = [Player(served, f"{name} of the Long Names") for name in ("Ada Augusta", "Boris Borisovich", "Cem")]
    table = Table.of(served, 3, players)
    visitor = visit(viewport={"width": 1000, "height": 800}).goes(f"/replay?game={table.game}")
    visitor.sees("Ada Augusta", ".crumb")
    crumb, link = (visitor.find(each).first.bounding_box() for each in (".crumb", ".top nav a"))
    assert crumb is not None
    assert link is not None
    assert crumb["x"] + crumb["width"] <= link["x"]


def test_a_running_game_shows_what_one_saw(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    own = visit(table.players[0].token).goes(f"/replay?game={table.game}")
    own.sees("Hand of Player 0")
    stranger = visit().goes(f"/replay?game={table.game}")
    expect(stranger.find(".seat .back").first).to_be_visible()
    expect(stranger.find("select[name=as] option")).to_have_count(1)


@pytest.mark.parametrize(("scheme", "size"), [("light", None), ("dark", PHONE)])
def test_no_replay_shuts_anybody_out(
    visit: Visit, finished: dict[str, str], scheme: str, size: dict[str, int] | None
) -> None:
    watcher = visit(color_scheme=scheme, **({"viewport": size} if size else {}))
    for path in ("/replay", *(f"/replay?game={id}&version=20" for id in finished.values())):
        watcher.goes(path).unfolds()
        assert watcher.obstacles() == [], path
        assert watcher.overflows() <= 0, path


def test_from_any_position_one_goes_on_at_a_table_of_ones_own(
    visit: Visit, served: str, finished: dict[str, str]
) -> None:
    ann = Player(served)
    visitor = visit(token=ann.token)
    visitor.goes(f"/replay?game={finished[CARTA]}&as=0")
    visitor.keyed("spoilers").uncheck()
    visitor.keyed("slider").fill("12")
    version = version_shown(visitor)
    visitor.keyed("more").locator("summary").click()
    visitor.keyed("fork").click()
    visitor.page.wait_for_url(re.compile(r"/play#/game/"))
    visitor.sees("Turn")
    fork = ann.see(visitor.page.url.rpartition("/")[2])
    assert fork["forked_from"] == {"game": finished[CARTA], "version": version}


@pytest.mark.parametrize(("id", "title"), [(CARTA, "Cards in the best sphere"), (CIVILIZATION, "Points")])
def test_a_chart_of_how_it_went_leads_to_the_turn_that_is_touched(
    visit: Visit, finished: dict[str, str], id: str, title: str
) -> None:
    watcher = visit().goes(f"/replay?game={finished[id]}")
    watcher.keyed("tab:pictures").click()
    watcher.keyed("spoilers").uncheck()
    chart = watcher.page.get_by_role("img", name=re.compile(f"^{title}: Player 0 "))
    width: float = chart.evaluate("(each) => each.getBoundingClientRect().width")
    chart.click(position={"x": width - 14, "y": 20})
    expect(watcher.keyed("slider")).to_have_js_property("value", str(PLIES + 1))
    watcher.sees("resignation", ".status")
    chart.click(position={"x": 20, "y": 20})
    expect(watcher.keyed("slider")).to_have_js_property("value", "0")
    assert watcher.obstacles() == []


def test_how_it_went_is_told_in_numbers_without_what_comes_later(visit: Visit, finished: dict[str, str]) -> None:
    watcher = visit().goes(f"/replay?game={finished[CARTA]}")
    watcher.keyed("tab:pictures").click()
    watcher.find("[data-key=numbers] summary").click()
    rows = watcher.find(".numbers tbody tr")
    expect(rows).to_have_count(1)
    watcher.keyed("spoilers").uncheck()
    expect(rows.nth(2)).to_be_visible()
    third = rows.nth(2).get_by_role("button")
    expect(third).to_have_text("Turn 3")
    third.click()
    watcher.sees("Turn 3", ".told")
    expect(rows.nth(2)).to_have_attribute("aria-current", "true")
    best = max(watcher.find(".seat").first.locator(".lane > header b").all_inner_texts())
    assert rows.nth(2).locator("td").first.inner_text().split()[-1] == best.partition("/")[0]
    assert watcher.obstacles() == []


def test_a_framed_replay_reads_as_a_spectator_whoever_is_signed_in(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    reader, tokens = visit(table.players[0].token), list[str]()
    reader.page.on("request", lambda request: tokens.append(request.headers.get("authorization", "")))
    reader.goes(f"/embed?game={table.game}&version=9&as=0&lang=uk")
    version = table.visitor.see(table.game)["version"]
    reader.sees("Хід 1", ".told")
    assert set(tokens) == {""}
    expect(reader.find(".board .card:not(.back)")).to_have_count(0)
    expect(reader.find("[data-key=copy], [data-key=embed], [data-key=fork], form, .account, nav")).to_have_count(0)
    reader.page.keyboard.press("End")
    leave = reader.find(".top a")
    expect(leave).to_have_attribute("href", f"{served}/replay?game={table.game}&version={version}&as=spectator")
    expect(leave).to_have_attribute("target", "_blank")


def test_the_code_for_another_page_leads_to_the_position_that_is_shown(
    visit: Visit, served: str, finished: dict[str, str]
) -> None:
    watcher = visit(permissions=["clipboard-read", "clipboard-write"])
    watcher.goes(f"/replay?game={finished[CARTA]}&version=20&as=1")
    # The last end of a ply up to there, which the deal decides.
    shown = version_shown(watcher)
    watcher.keyed("more").locator("summary").click()
    watcher.keyed("embed").click()
    watcher.sees("Copied.")
    code = watcher.page.evaluate("navigator.clipboard.readText()")
    (address,) = re.findall(r'src="([^"]+)"', code)
    assert code.startswith("<iframe ")
    watcher.goes(html.unescape(address).removeprefix(served))
    assert version_shown(watcher) == shown
    expect(watcher.find(".top a")).to_have_attribute("href", re.compile(f"version={shown}&as=1$"))


def ask_bot(watcher: Visitor, game: str, database: Database) -> list[int]:
    """Ask the bot what it thinks of a game; return the turning points."""
    watcher.goes(f"/replay?game={game}")
    watcher.find("[role=tab]").nth(1).click()
    watcher.keyed("opinion-ask").click()
    reader = Client(watcher.base)
    eventually(lambda: reader.get(f"/games/{game}/analysis").status_code == 200)

    def is_judged() -> bool:
        # The service's process has a low priority, and gets nowhere while others want the processors.
        analyses.work_off(database)
        return bool(body_of(reader.get(f"/games/{game}/analysis"), 200)["status"] == "done")

    eventually(is_judged)
    watcher.find(".opinion .better").wait_for(state="attached")
    points: list[int] = body_of(reader.get(f"/games/{game}/analysis"), 200)["turning_points"]
    return points


def analysis_of(watcher: Visitor) -> dict[str, Any]:
    """What the bot thinks of the game that is shown."""
    return body_of(Client(watcher.base).get(f"/games/{watcher.game()}/analysis"), 200)


SAYS_AN_ACTION = """async (form) => {
  const {labelOf, titleOf} = await import('/play/table/action-words.js');
  const names = {'attack@action': 'Attack', 'sphere@field': 'sphere', 'pay@field': 'pay', 'give_up@field': 'give up',
    military: 'Military', 'military-1': 'Military I'};
  const kind = {names, words: null};
  return `${titleOf(form, kind)}: ${labelOf(form, {kind, players: []})}`;
}"""
"""What an action is called beside a replay."""


def test_an_action_with_several_cards_says_what_each_is_for(visit: Visit) -> None:
    page = visit().goes("/play")
    attack = {"type": "attack", "sphere": "military", "pay": "military-1", "give_up": "military-1"}
    assert page.asks(SAYS_AN_ACTION, attack) == "Attack: sphere: Military · pay: Military I · give up: Military I"
    assert page.asks(SAYS_AN_ACTION, {"type": "attack", "sphere": "military"}) == "Attack: Military"


def test_the_bot_is_asked_and_its_turning_points_lead_there(visit: Visit, served: str, database_url: str) -> None:
    watcher = visit()
    with closing(Database(Config(database_url=database_url))) as database:
        # The deal decides whether a game has a turning point.
        while not ask_bot(watcher, finish(served, CIVILIZATION), database):
            continue
    expect(watcher.keyed("point")).to_have_count(0)
    watcher.keyed("spoilers").uncheck()
    expect(watcher.find(".opinion svg[role=img]")).to_be_visible()
    lost = [each["ply"] for each in analysis_of(watcher)["moves"] if each["loss"] >= 0.02]
    assert [each.get_attribute("data-key") for each in watcher.keyed("point").all()] == [f"point:{ply}" for ply in lost]
    expect(watcher.find(".mark[title*='Better:']")).to_have_count(len(lost))
    for ply in lost[:2]:
        watcher.keyed("opinion-next").click()
        expect(watcher.keyed(f"point:{ply}")).to_have_attribute("aria-current", "true")
    point = watcher.keyed("point").first
    point.focus()
    watcher.page.keyboard.press("Enter")
    expect(watcher.keyed("point").first).to_have_attribute("aria-current", "true")
    watcher.sees("The bot would have played otherwise", ".better")
    watcher.sees("Turning points", ".marks-legend")
    here = float(watcher.find("input[type=range]").input_value())
    last = float(watcher.find("input[type=range]").get_attribute("max") or 0)
    at = "(each) => Number(each.style.getPropertyValue('--at'))"
    assert here / last in [each.evaluate(at) for each in watcher.find(".mark[title*='Better:']").all()]
    # The ring of a turning point is drawn where the line of now stands once it is chosen.
    now = watcher.find(".opinion .now").bounding_box()
    rings = [each.bounding_box() for each in watcher.find(".opinion .ring").all()]
    assert now is not None
    assert min(abs(ring["x"] + ring["width"] / 2 - now["x"]) for ring in rings if ring is not None) < 3


def test_the_bot_says_something_of_each_move_that_it_has_judged(visit: Visit, served: str, database_url: str) -> None:
    watcher, game = visit(), finish(served, CIVILIZATION)
    with closing(Database(Config(database_url=database_url))) as database:
        ask_bot(watcher, game, database)
    moves = body_of(Client(served).get(f"/games/{game}/analysis"), 200)["moves"]
    for loss, words in ((True, "The bot would have played otherwise"), (False, "The bot knows nothing better here.")):
        version = next((each["version"] for each in moves if (each["loss"] >= 0.02) == loss), None)
        if version is not None:
            watcher.goes(f"/replay?game={game}&version={version}").find("[role=tab]").nth(1).click()
            watcher.keyed("opinion-ask").click()
            watcher.sees(words, ".better")


def test_who_begins_to_watch_sees_the_bar_of_time(visit: Visit, served: str) -> None:
    watcher = visit().goes(f"/replay?game={finish(served, CARTA)}")
    watcher.keyed("more").locator("summary").click()
    watcher.keyed("play").click()
    expect(watcher.keyed("more")).not_to_have_attribute("open", "")


def test_a_table_that_became_void_is_not_said_to_be_still_to_begin(visit: Visit, served: str) -> None:
    ann = Player(served, "Ann")
    game = ann.new_game()
    watcher = visit().goes(f"/replay?game={game}")
    watcher.sees("has not begun yet", "main")
    assert ann.delete(f"/games/{game}").status_code == 204
    watcher.page.reload()
    watcher.sees("became void before it began", "main")


def test_a_game_in_which_something_was_taken_back_is_played_back_step_by_step(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    (seat,) = table.see()["to_act"]
    for _ in range(2):
        table.act(seat, table.legal(seat)[0])
        table.act(seat, {"type": "take_back"})
    table.act(seat, {"type": "resign"})
    replay = visit().goes(f"/replay?game={table.game}&version=0")
    last = table.see()["version"]
    while version_shown(replay) < last:
        replay.page.keyboard.press("ArrowRight")
    expect(replay.find(".log p").filter(has_text="takes the game back to turn 1")).to_have_count(2)
