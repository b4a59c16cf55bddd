"""Moves that the page signs, for who wants it: given a key first, and counted when the game is over."""

import json
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from playwright.sync_api import Route

from tests.service.client import Player, Table
from tests.service.conftest import eventually
from tests.web.browser.test_done_once import cut_posted, lose_posted
from tests.web.playing import NEXT, READY, acts, touch
from tests.web.verifiers import Case, by_first
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]


def firsts(table: Table) -> list[str]:
    """The first event of each ply since the deal."""
    rows = [each["public"] for each in table.visitor.events(table.game)]
    dealt = next(each["ply"] for each in rows if each["type"] == "GameStarted")
    plies: dict[int, str] = {}
    for each in rows:
        plies.setdefault(each["ply"], each["type"])
    return [type for ply, type in plies.items() if ply > dealt]


def test_moves_are_signed_by_a_key_of_the_browser_for_who_wants_it(visit: Visit, served: str) -> None:
    table = Table.of(served)
    seat = table.see()["to_act"][0]
    acting = visit(table.players[seat].token).goes(f"/play#/game/{table.game}")
    acts(acting)
    assert "ActionSigned" not in firsts(table)
    acting.keyed("menu").click()
    acting.keyed("for-auditors").locator("summary").click()
    acting.keyed("sign-moves").check()
    acting.page.keyboard.press("Escape")
    acts(acting)
    # The page shows the key before the action that is sent after it.
    eventually(lambda: firsts(table)[1:3] == ["KeyGiven", "ActionSigned"])
    assert table.see()["keys"][0]["seat"] == seat
    table.act(1 - seat, {"type": "resign"})
    acting.goes(f"/replay?game={table.game}").sees("signed by the seat's own key: 1", ".checks")


def signs(visit: Visit, table: Table, seat: int) -> Visitor:
    """A player who wants moves signed."""
    reader = visit(table.players[seat].token).goes(f"/play#/game/{table.game}")
    reader.keyed("menu").click()
    reader.keyed("for-auditors").locator("summary").click()
    reader.keyed("sign-moves").check()
    reader.page.keyboard.press("Escape")
    return reader


def types(table: Table) -> set[str]:
    return {each["public"]["type"] for each in table.visitor.events(table.game)}


def test_an_order_is_signed_for_who_signs_moves(visit: Visit, served: str) -> None:
    table = Table.of(served)
    seat = table.see()["to_act"][0]
    waiting = signs(visit, table, 1 - seat)
    hand = table.see(1 - seat)["state"]["seats"][1 - seat]["hand"]
    waiting.keyed("to-orders").click()
    waiting.find("[name=order-after]").select_option("end_turn")
    waiting.find("[name=order-action]").select_option("play")
    waiting.find("[name=order-field]").select_option(next(iter(hand)))
    waiting.keyed("give-order").click()
    waiting.sees("The order waits.")
    table.act(seat, table.legal(seat)[0])
    table.act(seat, {"type": "end_turn"})
    eventually(lambda: {"KeyGiven", "OrderSigned"} <= types(table))


@pytest.mark.parametrize(
    ("failing", "fail"), [(None, None), ("**/me/delegations", lose_posted), ("**/actions", cut_posted)]
)
def test_a_delegate_is_named_where_the_seat_signs(
    visit: Visit, served: str, failing: str | None, fail: Callable[[Route], None] | None
) -> None:
    table, cid = Table.of(served), Player(served, "Cid")
    seat = table.see()["to_act"][0]
    owner = signs(visit, table, seat)
    acts(owner)
    eventually(lambda: "ActionSigned" in types(table))
    owner.goes("/play#/me").find("[name=delegate]").select_option("")
    owner.find("[name=delegate-handle]").fill("@" + cid.shown()["handle"])
    owner.find("[name=delegated]").select_option(table.game)
    if failing and fail:
        owner.page.route(failing, fail)
        owner.keyed("delegate-now").click()
        owner.sees("The service does not answer", "[role=alert]")
        owner.page.unroute_all()
    owner.keyed("delegate-now").click()
    eventually(lambda: "DelegateNamed" in types(table))
    acts(visit(cid.token).goes(f"/play#/game/{table.game}"))
    eventually(lambda: "DelegateActed" in types(table))


def test_another_browser_is_told_that_the_key_is_elsewhere(visit: Visit, served: str) -> None:
    table = Table.of(served)
    seat = table.see()["to_act"][0]
    acts(signs(visit, table, seat))
    eventually(lambda: "ActionSigned" in types(table))
    other = visit(table.players[seat].token).goes(f"/play#/game/{table.game}")
    other.awaits(READY)
    other.keyed("menu").click()
    other.find("[data-key=endings] summary").click()
    other.keyed("end:draw").click()
    other.keyed("confirm").click()
    other.sees("by the key of another browser or device")


def saved(visitor: Visitor, band: str) -> str:
    """The file that a band offers."""
    link = visitor.keyed(f"band:{band}").locator("a")
    return unquote((link.get_attribute("href") or "").partition(",")[2])


def test_a_signed_move_without_an_answer_can_be_published(visit: Visit, served: str) -> None:
    table = Table.of(served)
    seat = table.see()["to_act"][0]
    acting = signs(visit, table, seat)
    acts(acting)
    eventually(lambda: "ActionSigned" in types(table))
    acting.awaits(READY, table.see()["version"])
    shown = acting.find(".board").get_attribute("data-version")
    acting.page.route("**/v1/**", lambda route: route.abort("internetdisconnected"))
    while (key := acting.awaits(NEXT, shown)) != "go":
        touch(acting, key)
    touch(acting, key)
    move = saved(acting, "offline")
    bundle = table.visitor.get(f"/games/{table.game}/audit").content
    (said,) = [each for each in by_first(Case(bundle, actions=[move])).report["checks"] if each["check"] == "actions"]
    assert "which has none about that seat since" in said["words"]


def test_a_signed_move_that_was_not_taken_in_time_can_be_published(visit: Visit, served: str) -> None:
    table = Table.of(served, clock={"kind": "turn", "seconds": 1})
    (late,) = table.see()["to_act"]
    eventually(lambda: table.see()["status"] == "finished")
    reader = visit(table.players[late].token).goes(f"/play#/game/{table.game}")
    move = '{"type":"end_turn"}\n1 key signature\n'
    assert reader.keyed("band:held").count() == 0
    kept = json.dumps({table.game: {"move": move}})
    reader.page.evaluate("kept => localStorage.setItem('cartulary-receipts', kept)", kept)
    reader.page.reload()
    assert saved(reader, "held") == move
