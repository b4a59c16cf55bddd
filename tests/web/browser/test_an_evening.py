"""One evening from a guest's first page to a rematch: invitation, push, absence, substitute, end, and who was there."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.service.client import Client, body_of
from tests.service.conftest import Serve, eventually
from tests.service.push_browser import PushBrowser
from tests.service.receiver import Receiver, receiver
from tests.web.browser.test_notices import SUBSCRIBED
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]
LOCAL = {"WEBHOOK_ALLOW_HTTP": "true", "WEBHOOK_ALLOW_PRIVATE": "true", "WEBHOOK_PORTS": "1-65535"}


@pytest.fixture(scope="module")
def served(serve: Serve, own_database: str) -> str:
    """A service that sends pushes to this machine too."""
    return serve(DATABASE_URL=own_database, WORKERS="2", **LOCAL)


@pytest.fixture
def push_service() -> Iterator[Receiver]:
    with receiver() as listening:
        yield listening


def hurry(route: Route) -> None:
    """Create the table with a clock of two seconds, which the page does not offer."""
    wish: dict[str, Any] = json.loads(str(route.request.post_data))
    route.continue_(post_data=json.dumps(wish | {"clock": wish["clock"] | {"seconds": 2}}))


def subscribe(visitor: Visitor, browser: PushBrowser, endpoint: str) -> None:
    """Ask for notices of this browser, in the settings."""
    subscription = str(browser.subscription(endpoint)).replace("True", "true")
    visitor.page.add_init_script(f"({SUBSCRIBED})({subscription})")
    visitor.goes("/play#/me").keyed("push-begin").click()
    visitor.sees("This browser is notified, even while the page is closed.")


def begin_as_guest(visitor: Visitor, name: str) -> None:
    visitor.goes("/").find("[name=name]").fill(name)
    visitor.button("Begin").click()
    visitor.sees(name, ".account")


def test_an_evening_of_guests_from_the_first_page_to_the_rematch(
    visit: Visit, served: str, push_service: Receiver
) -> None:
    ada, boris = visit(), visit(**HAND_HELD)
    browsers = {"Ada": PushBrowser(), "Boris": PushBrowser()}
    begin_as_guest(ada, "Ada")
    subscribe(ada, browsers["Ada"], f"{push_service.url}/Ada")
    ada.page.route("**/v1/games", hurry, times=1)
    ada.goes("/play#/new").find("select[name=clock]").select_option("own")
    ada.find("select[name=clock-expiry]").select_option("claim")
    ada.find("[name=listed]").check()
    ada.button("Create and sit down").click()
    ada.button("Copy an invitation").click()
    expect(ada.find("input.link")).to_have_value(re.compile(r"\?game="))
    invitation = ada.find("input.link").input_value().removeprefix(served)

    begin_as_guest(boris, "Boris")
    subscribe(boris, browsers["Boris"], f"{push_service.url}/Boris")
    boris.goes(invitation).keyed("sit:1").click()
    boris.sees("Boris", ".me")
    game = ada.game()

    seats = {"Ada": ada, "Boris": boris}
    late = [*seats][Client(served).see(game)["to_act"][0]]
    absent, present = seats.pop(late), seats.popitem()[1]
    absent.page.goto("about:blank")
    eventually(lambda: push_service.at(f"/{late}"))
    notice = json.loads(browsers[late].read(push_service.at(f"/{late}")[0].body))
    assert (notice["title"], notice["tag"]) == ("CIV: Carta Impera Victoria", game)

    present.goes(f"/play#/game/{game}").button("Ask for a substitute").click()
    carol = visit()
    begin_as_guest(carol, "Carol")
    carol.find(f"[data-key='list:vacant'] [data-key='game:{game}']").click()
    carol.button(f"Play on for {late}").click()
    carol.sees("Your hand", ".hand")
    absent.goes(f"/play#/game/{game}").sees("You are watching this game.")

    # Carol offers a draw in the game as it stands once her two seconds are over, too; an earlier one is refused.
    present.sees("The time of Carol is up.")
    carol.goes(f"/play#/game/{game}").sees("Your hand", ".hand")
    carol.keyed("menu").click()
    carol.keyed("endings").locator("summary").click()
    carol.keyed("end:draw").click()
    carol.keyed("confirm").click()
    present.button("Agree").click()
    for each in (carol, present, absent):
        each.sees("The game is over without a winner (a draw).")
    present.keyed("rematch").first.click()
    present.page.wait_for_url(lambda url: game not in url)
    carol.button("Join the rematch").click()
    carol.page.wait_for_url(lambda url: game not in url)
    assert carol.game() == present.game()

    player = next(each["player"] for each in Client(served).see(game)["seats"] if each["player"]["name"] == "Carol")
    eventually(lambda: body_of(Client(served).get(f"/players/{player['id']}"), 200)["results"])
    present.goes(f"/play#/player/{player['id']}").sees("2 players: 0 won, 1 drawn, 0 lost")
