"""Ending by agreement on the page: one proposes in the menu, the other is asked."""

from collections.abc import Callable

from tests.service.client import Table
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]


def test_a_draw_that_one_offers_in_the_menu_is_agreed_to_by_the_other(visit: Visit, served: str) -> None:
    table = Table.of(served)
    ann, ben = (visit(player.token).goes(f"/play#/game/{table.game}") for player in table.players)
    ann.keyed("menu").click()
    ann.keyed("endings").locator("summary").click()
    ann.keyed("end:draw").click()
    ann.keyed("confirm").click()
    ben.sees("Player 0 offers a draw.")
    ben.button("Agree").click()
    for each in (ann, ben):
        each.sees("The game is over without a winner (a draw).")
    result = table.see()["result"]
    assert (result["kind"], result["winners"]) == ("draw", [0, 1])
