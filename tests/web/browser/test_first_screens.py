"""The first screen of each page: what a player came for is in sight there."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.service.client import CARTA, Player, Table, body_of
from tests.service.conftest import Serve
from tests.web.visitor import HAND_HELD, SIDEWAYS, Visitor

Visit = Callable[..., Visitor]
PHONES: Final = pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS], ids=["upright", "sideways"])
IN_ONE_LINE: Final = """
(each) => {
    const letters = document.createRange();
    letters.selectNodeContents(each);
    return new Set([...letters.getClientRects()].map(({top}) => Math.round(top))).size === 1;
}
"""


@PHONES
def test_on_a_phone_the_landing_page_and_the_lobby_have_a_button_to_play_in_sight(
    visit: Visit, way: dict[str, Any]
) -> None:
    guest = visit(**way).goes("/play")
    expect(guest.keyed("quick:").first).to_be_in_viewport(ratio=1)
    guest.keyed("quick:").first.click()
    guest.find(".board").wait_for()
    guest.goes("/play")
    expect(guest.keyed("name-guest")).to_be_visible()
    expect(guest.keyed("find-opponent")).to_be_in_viewport(ratio=1)


@pytest.fixture(scope="module")
def quiet(serve: Serve, own_database: str) -> str:
    """A service at which nobody else plays."""
    return serve(DATABASE_URL=own_database)


@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_the_lobby_of_a_newcomer_shows_all_its_lists_on_the_first_screen_of_a_laptop(
    browser: Browser, quiet: str, language: str
) -> None:
    table = Table.of(quiet)
    table.act(0, {"type": "resign"})
    laptop: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": language}
    guest = Visitor(browser, quiet, table.players[1].token, **laptop).goes("/play")
    for each in ("list:open", "list:finished"):
        expect(guest.keyed(each).locator("h2")).to_be_in_viewport(ratio=1)
    expect(guest.keyed("row:").first).to_be_in_viewport(ratio=1)
    finished = guest.keyed("list:finished").bounding_box()
    assert finished is not None
    assert finished["x"] < 640


def test_on_a_phone_on_its_side_the_head_of_a_page_is_one_row(visit: Visit) -> None:
    guest = visit(**SIDEWAYS).goes("/play")
    tops = [guest.find(each).bounding_box() for each in (".top .brand", ".top nav", ".top select")]
    assert all(box is not None and box["y"] < 20 for box in tops)


@PHONES
@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_the_button_to_sit_down_by_an_invitation_is_one_line(
    visit: Visit, served: str, language: str, way: dict[str, Any]
) -> None:
    opened = body_of(Player(served, "Nora").post("/games", {"game": CARTA, "seats": 2}), 201)
    ada = visit(**way).goes(f"/play?lang={language}#/game/{opened['id']}")
    assert ada.keyed("sit-down").evaluate(IN_ONE_LINE)


@pytest.mark.parametrize("private", [True, False])
def test_a_used_invitation_says_that_the_seat_is_taken_and_how_the_game_stands(
    visit: Visit, served: str, private: bool
) -> None:
    nora, ben = Player(served, "Nora"), Player(served, "Ben")
    game = body_of(nora.post("/games", {"game": CARTA, "seats": 2, "private": private}), 201)["id"]
    body_of(nora.post(f"/games/{game}/seats", {"seat": 0}), 201)
    link = body_of(nora.post(f"/games/{game}/invites"), 201)
    body_of(ben.post(f"/games/{game}/seats", {"seat": 1, "invite": link["code"]}), 201)
    late = visit(Player(served, "Late").token).goes(link["path"])
    late.sees("This seat has been taken.", "h1")
    late.sees("The game goes on", "main")
    expect(late.keyed("play-something")).to_be_visible()
    expect(late.keyed("watch-it")).to_have_count(0 if private else 1)
    body_of(ben.act(game, {"type": "resign"}), 201)
    late.goes(link["path"]).sees("The game is over", "main")


def test_a_revoked_invitation_says_only_that_it_holds_no_longer(visit: Visit, served: str) -> None:
    nora = Player(served, "Nora")
    game = body_of(nora.post("/games", {"game": CARTA, "seats": 2, "private": True}), 201)["id"]
    link = body_of(nora.post(f"/games/{game}/invites"), 201)
    assert nora.delete(f"/games/{game}/invites/{link['id']}").status_code == 204
    late = visit().goes(link["path"])
    late.sees("This invitation no longer holds.", "h1")
    assert "no such game" not in late.find("main").inner_text()


@pytest.mark.parametrize("path", ["/play#/nowhere", "/play#/player/nobody"])
def test_an_address_that_leads_nowhere_says_so(visit: Visit, path: str) -> None:
    guest = visit().goes(path)
    guest.sees("There is no such page.", "h1")
    expect(guest.keyed("play-something")).to_be_visible()


@pytest.mark.parametrize("path", ["play#/game/", "replay?game=", "embed?game="])
def test_a_game_that_is_being_opened_says_so_until_it_stands(visit: Visit, served: str, path: str) -> None:
    table = Table.of(served, 2)
    table.act(0, {"type": "resign"})
    game = table.game
    held: list[Route] = []
    visitor = visit(table.players[0].token)
    visitor.page.route(f"**/games/{game}", lambda route: held.append(route))
    visitor.page.goto(f"{served}/{path}{game}")
    expect(visitor.page.get_by_role("status").filter(has_text="Opening…")).to_be_visible()
    for each in held:
        each.continue_()
    visitor.page.unroute(f"**/games/{game}")
    visitor.waits()
    expect(visitor.find(".opening")).to_have_count(0)
