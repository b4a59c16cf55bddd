"""Everything but signatures and notices of a browser works over plain HTTP from another machine."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.service.client import Client, Player, Table
from tests.web.conformance import FOLDER
from tests.web.playing import acts
from tests.web.visitor import CHROMIUM, Visitor

Visit = Callable[..., Visitor]
HOST = "cartulary.example"


@pytest.fixture(scope="module")
def far_browser(browser: Browser) -> Iterator[Browser]:
    """A Chromium for which the service is at an address that is not loopback, and so no secure context."""
    rules = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    args = ["--no-sandbox", "--disable-gpu", rules]
    far = browser.browser_type.launch(executable_path=CHROMIUM, args=args)
    yield far
    far.close()


@pytest.fixture
def visit_far(far_browser: Browser, served: str) -> Iterator[Visit]:
    base = served.replace("127.0.0.1", HOST)
    assert base != served
    with ExitStack() as leaving:

        def comes(token: str | None = None, **context: Any) -> Visitor:
            visitor = Visitor(far_browser, base, token, **context)
            leaving.callback(visitor.leave)
            return visitor

        yield comes


def test_two_people_meet_talk_and_play_over_plain_http(visit_far: Visit, served: str) -> None:
    ada, boris = visit_far(), visit_far()
    for each, name in ((ada, "Ada"), (boris, "Boris")):
        each.goes("/").find("[name=name]").fill(name)
        each.button("Begin").click()
        each.sees(name, ".account")
    assert not ada.page.evaluate("isSecureContext")
    ada.goes("/play#/new").find("[name=listed]").check()
    ada.button("Create and sit down").click()
    ada.sees("Waiting for players")
    ada.button("Copy an invitation").click()
    ada.sees("Copied.")
    boris.goes(f"/play#/game/{ada.game()}").keyed("sit:1").click()
    for each in (ada, boris):
        each.sees("Your hand", ".hand")
    for _ in range(6):
        turn = Client(served).see(ada.game())["to_act"][0]
        acts([ada, boris][turn])
    ada.keyed("tab:chat").click()
    ada.find("[name=said]").fill("Good luck!")
    ada.button("Send").click()
    boris.sees("Good luck!", ".log.chat")
    loser = [ada, boris][Client(served).see(ada.game())["to_act"][0]]
    loser.keyed("menu").click()
    loser.button("Resign …").click()
    loser.agrees()
    for each in (ada, boris):
        each.sees("The game is over:", ".band")


def test_seats_commit_to_their_entropy_over_plain_http(visit_far: Visit, served: str) -> None:
    ada, boris = visit_far(Player(served, "Ada").token), visit_far(Player(served, "Boris").token)
    ada.goes("/play#/new").find("summary").filter(has_text="House rules").click()
    ada.find("select[name=option-fairness]").select_option("commit")
    ada.find("[name=listed]").check()
    ada.button("Create and sit down").click()
    ada.sees("Waiting for players")
    boris.goes(f"/play#/game/{ada.game()}").button("Sit here").click()
    for each in (ada, boris):
        each.sees("Your hand", ".hand")


def test_what_needs_a_secure_address_says_so(visit_far: Visit, served: str) -> None:
    table = Table.of(served, 2)
    ada = visit_far(table.players[0].token).goes(f"/play#/game/{table.game}")
    ada.keyed("menu").click()
    expect(ada.keyed("sign-moves")).to_be_disabled()
    ada.sees("Only at an address that begins with https can a browser sign moves.", ".menu")
    ada.goes("/play#/me").sees("This page can notify you only at an address that begins with https.")


def test_a_record_is_checked_over_plain_http_all_but_its_signatures(visit_far: Visit, served: str) -> None:
    table = Table.of(served, 2)
    table.act(0, {"type": "resign"})
    ada = visit_far(table.players[0].token).goes(f"/verify?game={table.game}")
    ada.sees("a browser checks signatures only at an address that begins with https", "#report")
    ada.sees("the signature: a browser checks signatures only at an https address", "#verdict")
    ada.sees("holds", "#report")
    expect(ada.find("#verdict.partly")).to_be_visible()
    ada.goes(f"/replay?game={table.game}").sees("Move")
    ada.goes("/replay").find("input[type=file]").set_input_files(FOLDER / "carta-signed.ndjson")
    ada.sees("signatures of players: this browser lacks Ed25519", ".verdict-box .unchecked")
    expect(ada.find(".verdict-box")).not_to_contain_text("No player has signed")
