"""Browsers whose storage is blocked or full, whose clock is wrong, or whose sign-in has ended."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.service.client import CARTA, Client, Player, Table, body_of
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
BLOCKED = """
for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
    Object.defineProperty(window, name, {get() { throw new DOMException('denied', 'SecurityError'); }});
}
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
FULL_FOR_LONG = """
const write = Storage.prototype.setItem;
Storage.prototype.setItem = function (...given) {
    if (this === localStorage) throw new DOMException('full', 'QuotaExceededError');
    write.apply(this, given);
};
"""
HOURS_AHEAD = """
const ahead = %d * 3600000, now = Date.now.bind(Date);
Date.now = () => now() + ahead;
"""
CLOCK = {"kind": "turn", "seconds": 3600}


@pytest.mark.parametrize("damage", [BLOCKED, FULL])
def test_without_storage_one_registers_and_plays_and_is_told(visit: Visit, served: str, damage: str) -> None:
    new = visit()
    new.page.add_init_script(damage)
    new.goes("/").find("[name=name]").fill("Nora")
    new.button("Begin").click()
    new.sees("Nora", ".account")
    new.sees("This browser stores nothing for this page", "[data-key=sign-in-passing]")
    new.keyed("quick:carta-impera-victoria").click()
    new.sees("Your hand", ".hand")
    new.page.evaluate("location.hash = '#/me'")
    new.button("Make recovery codes").click()
    new.sees(re.compile("^[0-9A-Z]{4}-"), ".codes code")


def test_who_is_signed_in_until_the_window_is_closed_is_told_so_also_after_a_reload(visit: Visit, served: str) -> None:
    new = visit()
    new.page.add_init_script(FULL_FOR_LONG)
    new.goes("/").find("[name=name]").fill("Nora")
    new.button("Begin").click()
    for _ in range(2):
        new.sees("Nora", ".account")
        new.sees("when you close this window, you are signed out", "[data-key=sign-in-passing]")
        new.page.reload()


def test_where_storage_is_full_the_window_keeps_the_hidden_part_of_a_shuffle_and_says_so(
    visit: Visit, served: str
) -> None:
    nora, boris = visit(), visit(Player(served, "Boris").token)
    nora.page.add_init_script(FULL_FOR_LONG)
    nora.goes("/").find("[name=name]").fill("Nora")
    nora.button("Begin").click()
    nora.sees("Nora", ".account")
    nora.goes("/play#/new").find("summary").filter(has_text="House rules").click()
    nora.find("select[name=option-fairness]").select_option("commit")
    nora.find("[name=listed]").check()
    nora.button("Create and sit down").click()
    for _ in range(2):
        nora.sees("Keep this window open until everybody sits")
        nora.page.reload()
    boris.goes(f"/play#/game/{nora.game()}").button("Sit here").click()
    for each in (nora, boris):
        each.sees("Your hand", ".hand")


@pytest.mark.parametrize("page", ["/replay", "/verify", "/integrity", "/authorize"])
def test_no_page_is_blank_without_storage(visit: Visit, served: str, page: str) -> None:
    someone = visit()
    someone.page.add_init_script(BLOCKED)
    someone.goes(page)
    assert len(someone.find("main").inner_text()) > 40


@pytest.mark.parametrize("hours", [3, -3])
def test_a_countdown_goes_by_the_clock_of_the_service(visit: Visit, served: str, hours: int) -> None:
    table = Table.of(served, 2, clock=CLOCK)
    ada = visit(table.players[0].token)
    ada.page.add_init_script(HOURS_AHEAD % hours)
    ada.goes(f"/play#/game/{table.game}")
    left = re.compile(r"(59|60)\s?m|1\s?h")
    ada.sees(left, ".crumb .tag")
    ada.goes("/play").sees(re.compile("in (1 hour|59 minutes|60 minutes)"), ".rows")


def test_a_sign_in_that_ends_at_an_open_table_says_so_there(visit: Visit, served: str) -> None:
    table = Table.of(served, 2)
    player = table.players[0]
    ada = visit(player.token).goes(f"/play#/game/{table.game}")
    expect(ada.find(".board[data-version]")).to_be_attached()
    me = body_of(player.get("/me"), 200)
    assert Client(served, player.token).delete(f"/me/tokens/{me['token']['id']}").status_code in (200, 204)
    table.act(1, {"type": "resign"})
    ada.sees("You are signed out here", "[data-key=sign-in-ended]")
    ada.complaints.clear()


@pytest.mark.parametrize(("path", "pressed"), [("/play", f"quick:{CARTA}"), ("/play#/me", "save-notices")])
def test_a_sign_in_that_ends_on_an_open_page_says_so_until_somebody_signs_in(
    visit: Visit, served: str, path: str, pressed: str
) -> None:
    player = Player(served, "Ada")
    ada = visit(player.token).goes(path)
    ada.sees("Ada", ".account")
    me = body_of(player.get("/me"), 200)
    assert Client(served, player.token).delete(f"/me/tokens/{me['token']['id']}").status_code in (200, 204)
    ada.keyed(pressed).click()
    ada.sees("You are signed out here", "[data-key=sign-in-ended]")
    expect(ada.find(".account")).to_have_count(0)
    assert ada.page.evaluate("localStorage.getItem('cartulary-token')") is None
    for address in ("#/rules", "#/"):
        ada.page.evaluate("(address) => { location.hash = address; }", address)
        ada.waits().sees("You are signed out here", "[data-key=sign-in-ended]")
    ada.keyed(f"quick:{CARTA}").click()
    ada.sees("Your hand", ".hand")
    expect(ada.keyed("sign-in-ended")).to_have_count(0)
    ada.complaints.clear()


def test_a_sign_in_that_has_ended_says_so_and_how_to_come_back(visit: Visit, served: str) -> None:
    player = Player(served, "Ada")
    ada = visit(player.token).goes("/play")
    ada.sees("Ada", ".account")
    me = body_of(player.get("/me"), 200)
    assert Client(served, player.token).delete(f"/me/tokens/{me['token']['id']}").status_code in (200, 204)
    ada.goes("/play").sees("You are signed out here", "[role=alert]")
    ada.find("[data-key=sign-in-ended] a").click()
    expect(ada.find("[name=code]").first).to_be_visible()
    ada.goes("/play")
    expect(ada.keyed("sign-in-ended")).to_have_count(0)
