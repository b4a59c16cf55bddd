"""Finding an opponent: a seat where somebody waits, else a table that waits, and what its host is told."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from playwright.sync_api import Route, expect

from tests.cases import cases
from tests.service.client import CARTA, CIVILIZATION, Player, Table, body_of
from tests.service.conftest import Serve
from tests.service.push_browser import PushBrowser
from tests.web.browser.test_done_once import lose_answer
from tests.web.browser.test_notices import ENDPOINT, SUBSCRIBED, webhooks
from tests.web.positions import LAST_CARD
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]
LIVE: Final = {"kind": "bank", "seconds": 600}
DAILY: Final = {"kind": "turn", "seconds": 86_400}
SIZES: Final = pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])
OPEN_TABLES: Final = "**/v1/games?status=open&seats=2&*"
LISTED: Final = "**/v1/games?status=open&limit=20*"
AT_A_TABLE: Final = "location.hash.startsWith('#/game/')"


@pytest.fixture(scope="module")
def service(serve: Serve, own_database: str) -> str:
    """A service on which nobody else opens tables."""
    return serve(DATABASE_URL=own_database)


@pytest.fixture
def served(service: str) -> Iterator[str]:
    """The same with no table that waits for anybody: at the end somebody sits down at those that are left."""
    yield service
    last = Player(service)
    for game in body_of(last.get("/games?status=open&limit=50"), 200)["games"]:
        last.sit(game["id"])


def waiting(player: Player, **wish: Any) -> str:
    """Open a table at which a player waits."""
    game = player.new_game(**wish)
    body_of(player.sit(game), 201)
    return game


def finds(visitor: Visitor, game: str = CARTA, pace: str = "live") -> str:
    """Let a visitor press the button, and return the table that they come to."""
    visitor.find("[name=find-game]").select_option(game)
    visitor.find("[name=find-pace]").select_option(pace)
    visitor.keyed("find-opponent").click()
    visitor.awaits(f"() => {AT_A_TABLE}")
    return visitor.waits().game()


@cases(("game", "pace"), [(CARTA, "live"), (CIVILIZATION, "daily")])
def test_two_who_press_the_button_one_after_the_other_play_each_other(
    visit: Visit, served: str, game: str, pace: str
) -> None:
    ada, boris = visit(Player(served, "Ada").token).goes("/play"), visit().goes("/play")
    table = finds(ada, game, pace)
    boris.keyed(f"opponent:{game}").click()
    # The start page, which stands until the form does, asks for a name too.
    boris.find("[data-key=find] [name=name]").fill("Boris")
    assert finds(boris, game, pace) == table
    boris.sees("Ada", ".rivals")
    ada.sees("Boris", ".rivals")


def test_where_nobody_waits_a_table_is_opened_that_says_so(visit: Visit, served: str) -> None:
    nora = Player(served, "Nora")
    page = visit(nora.token, locale="uk-UA").goes("/play")
    game = nora.see(finds(page, pace="daily"))
    page.sees("Шукаємо суперника", "h2")
    page.sees("Сторінку можна закрити: місце залишиться за вами.", ".panel")
    assert (game["status"], game["edition"], game["private"], len(game["seats"])) == ("open", "uk", False, 2)
    assert game["clock"]["terms"]["seconds"] == DAILY["seconds"]


def test_who_looks_for_a_game_now_is_told_to_stay_and_the_table_waits_no_month(visit: Visit, served: str) -> None:
    nora = Player(served, "Nora")
    page = visit(nora.token).goes("/play")
    left = datetime.fromisoformat(nora.see(finds(page))["deadline"]) - datetime.now(UTC)
    page.sees("Stay near: the clock runs as soon as everybody sits.", ".panel")
    expect(page.find(".panel").filter(has_text="You may close this page")).to_have_count(0)
    assert left <= timedelta(minutes=15)


def test_who_waits_already_comes_back_to_their_table(visit: Visit, served: str) -> None:
    page = visit(Player(served, "Nora").token).goes("/play")
    game = finds(page)
    assert finds(page.goes("/play")) == game


def test_a_lost_race_goes_on_at_the_next_table_and_then_at_a_new_one(visit: Visit, served: str) -> None:
    older, newer = (waiting(Player(served, name), clock=LIVE) for name in ("Ada", "Boris"))
    quicker, taken = Player(served, "Quicker"), [newer]

    def comes_late(route: Route) -> None:
        answer = route.fetch()
        for each in taken:
            body_of(quicker.sit(each), 201)
        route.fulfill(response=answer)

    nora, eve = (visit(Player(served, name).token).goes("/play") for name in ("Nora", "Eve"))
    nora.page.route(OPEN_TABLES, comes_late, times=1)
    assert finds(nora) == older
    last = waiting(Player(served, "Ada"), clock=LIVE)
    taken[:] = [last]
    eve.page.route(OPEN_TABLES, comes_late, times=1)
    assert finds(eve) not in (older, newer, last)
    eve.sees("Looking for an opponent", "h2")


@cases("way", ["lost twice", "reloaded"])
def test_a_seat_whose_answer_was_lost_is_where_the_next_press_leads(visit: Visit, served: str, way: str) -> None:
    game = waiting(Player(served, "Ada"), clock=LIVE)
    boris = Player(served, "Boris")
    page = visit(boris.token).goes("/play")
    if way == "lost twice":
        page.page.route("**/seats", lose_answer, times=2)
    else:
        page.page.route("**/seats", lose_answer, times=1)
        with page.page.expect_event("requestfailed", lambda request: request.url.endswith("/seats")):
            page.keyed("find-opponent").click()
        page.page.reload()
    assert finds(page) == game
    page.sees("Your hand", ".hand")
    assert [each["id"] for each in body_of(boris.get(f"/games?player={boris.id}"), 200)["games"]] == [game]


@cases("order", ["older", "newer"])
def test_two_who_look_at_the_same_time_meet_at_the_older_of_their_tables(visit: Visit, served: str, order: str) -> None:
    ada, opened = Player(served, "Ada"), list[str]()

    def opens_meanwhile(route: Route) -> None:
        answer = route.fetch()
        opened.append(waiting(ada, clock=LIVE))
        route.fulfill(response=answer)

    page = visit(Player(served, "Nora").token).goes("/play")
    if order == "older":
        page.page.route(OPEN_TABLES, opens_meanwhile, times=1)
    else:
        page.page.route("**/v1/games/*/seats", opens_meanwhile, times=1)
    assert (finds(page) == opened[0]) == (order == "older")
    left = [game["id"] for game in body_of(ada.get("/games?status=open&limit=50"), 200)["games"]]
    assert left == ([] if order == "older" else [opened[0], page.game()])


def test_nobody_is_seated_where_it_is_not_for_them(visit: Visit, served: str) -> None:
    host = Player(served, "Host")
    with_a_bot = host.new_game(clock=LIVE)
    body_of(host.sit(with_a_bot, bot="greedy"), 201)
    others = {
        with_a_bot,
        host.new_game(clock=LIVE),
        waiting(host),
        waiting(host, clock=DAILY),
        waiting(host, clock=LIVE, seats=3),
        waiting(host, clock=LIVE, private=True),
        waiting(host, clock=LIVE, position=LAST_CARD),
        waiting(host, clock=LIVE, min_reliability=80),
        waiting(host, clock=LIVE, language="ko"),
        waiting(host, clock=LIVE, game=CIVILIZATION, edition=None),
    }
    nora = Player(served, "Nora")
    others.add(waiting(nora, clock=LIVE, private=True))
    assert finds(visit(nora.token).goes("/play")) not in others


@SIZES
def test_a_host_meets_the_invitation_before_all_else_that_can_be_done(
    visit: Visit, served: str, way: dict[str, Any]
) -> None:
    host = visit(Player(served, "Host").token, **way).goes("/play#/new")
    host.button("Create and sit down").click()
    first = host.find(".panel :is(button, a, input, select)")
    expect(first.nth(0)).to_have_attribute("data-key", "link")
    expect(first.nth(1)).to_have_text("Copy an invitation")
    host.page.reload()
    host.waits()
    assert host.lies_open("[data-key=invite]")
    assert host.shift() < 0.05
    assert host.overflows() <= 0
    assert host.obstacles_by_day_and_night() == []


def test_a_host_is_told_that_an_invitation_was_not_copied(visit: Visit, served: str) -> None:
    host = visit(Player(served, "Host").token).goes("/play#/new")
    host.button("Create and sit down").click()
    host.find("[data-key=invite]").wait_for()
    host.asks("void (navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')))")
    host.find("[data-key=invite]").click()
    host.sees("This browser did not allow copying.", ".inviting [role=status]")
    expect(host.keyed("link")).to_have_value(re.compile("^http"))


@SIZES
def test_the_form_has_a_page_that_shuts_nobody_out(visit: Visit, served: str, way: dict[str, Any]) -> None:
    stranger = visit(**way).goes(f"/play#/opponent/{CIVILIZATION}")
    expect(stranger.find("[name=find-game]")).to_have_value(CIVILIZATION)
    assert stranger.shift() < 0.05
    assert stranger.overflows() <= 0
    assert stranger.obstacles_by_day_and_night() == []


@cases("pace", ["live", "daily"])
def test_who_waits_reads_what_is_looked_for_that_they_are_told_and_how_to_stop(
    visit: Visit, served: str, pace: str
) -> None:
    nora = Player(served, "Nora")
    page = visit(nora.token).goes("/play")
    game = finds(page, pace=pace)
    said = {"live": "now, in one sitting", "daily": "over days, a day for each turn"}[pace]
    page.sees(f"Looking for an opponent: Carta Impera Victoria, {said}", ".panel h2")
    page.sees("You may look at other pages meanwhile", ".panel")
    page.button("Stop looking").click()
    expect(page.keyed("find-opponent")).to_be_visible()
    assert game not in [each["id"] for each in body_of(nora.get("/games?status=open&limit=50"), 200)["games"]]


def test_who_waits_is_asked_once_whether_to_be_told(visit: Visit, served: str) -> None:
    nora, browser = Player(served, "Nora"), PushBrowser()
    page = visit(nora.token)
    subscription = str(browser.subscription(ENDPOINT)).replace("True", "true")
    page.page.add_init_script(f"({SUBSCRIBED})({subscription})")
    game = finds(page.goes("/play"))
    page.sees("Would you like to be told when it is your turn?")
    page.keyed("offer-push").click()
    page.sees("This browser is notified, even while the page is closed.")
    assert [(each["url"], each["my_turn"]) for each in webhooks(nora)] == [(ENDPOINT, True)]
    page.goes(f"/play#/game/{game}").sees("Looking for an opponent", "h2")
    expect(page.keyed("offer-")).to_have_count(0)


def test_who_wants_no_notices_is_not_asked_again(visit: Visit, served: str) -> None:
    page = visit(Player(served, "Nora").token).goes("/play")
    game = finds(page)
    page.keyed("offer-no").click()
    expect(page.keyed("offer-")).to_have_count(0)
    page.goes(f"/play#/game/{game}").sees("Looking for an opponent", "h2")
    expect(page.keyed("offer-")).to_have_count(0)


def test_practice_against_bots_is_not_among_the_games_to_watch_and_sitting_down_is_no_news(
    visit: Visit, served: str
) -> None:
    watched, learner = Table.of(served), Player(served, "Guest")
    practice = learner.new_game()
    learner.sit(practice, seat=0)
    body_of(learner.post(f"/games/{practice}/seats", {"bot": "random"}), 201)
    stranger = visit().goes("/play")
    expect(stranger.find(f".watch [data-key='game:{watched.game}']")).to_be_visible()
    expect(stranger.find(f".watch [data-key='game:{practice}']")).to_have_count(0)
    lobby = visit(watched.players[0].token).goes("/play")
    expect(lobby.keyed(f"row:{watched.game}").locator(".last")).to_have_text("Turn 1")


def test_a_lobby_without_open_tables_shows_games_of_others_to_watch(visit: Visit, served: str) -> None:
    watched, own = Table.of(served), Table.of(served)
    page = visit(own.players[0].token)
    # Tables at which not everybody may sit are left of the tests before.
    page.page.route(LISTED, lambda route: route.fulfill(json={"games": [], "next": None}))
    page.goes("/play")
    expect(page.find(f".watched [data-key='game:{watched.game}']")).to_have_text("Look")
    expect(page.find(f".watched [data-key='game:{own.game}']")).to_have_count(0)
    page.page.unroute(LISTED)
    waiting(Player(served, "Ada"))
    page.goes("/play").sees("Ada", "[data-key='list:open']")
    expect(page.find(".watched .rows")).to_have_count(0)


def test_a_seat_whose_answer_was_lost_leads_to_its_table_and_opens_no_other(visit: Visit, served: str) -> None:
    host, ada = Player(served, "Host"), Player(served, "Ada")
    game = waiting(host, clock=LIVE)
    seeker = visit(ada.token).goes("/play#/opponent")
    seeker.page.route(re.compile("/seats$"), lose_answer, times=1)
    assert finds(seeker) == game
    assert len(body_of(ada.get(f"/games?player={ada.id}"), 200)["games"]) == 1
