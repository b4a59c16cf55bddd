"""Moves that the page signs, for who wants it: given a key first, and counted when the game is over."""

from collections.abc import Callable

from tests.service.client import Table
from tests.service.conftest import eventually
from tests.web.playing import acts
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
    acting.keyed("sign-moves").check()
    acting.page.keyboard.press("Escape")
    acts(acting)
    # The page shows the key before the action that is sent after it.
    eventually(lambda: firsts(table)[1:3] == ["KeyGiven", "ActionSigned"])
    assert table.see()["keys"][0]["seat"] == seat
    table.act(1 - seat, {"type": "resign"})
    acting.goes(f"/replay?game={table.game}").sees("signed by the seat's own key: 1", ".checks")
