"""Whoever asks for a rematch reads who is awaited, and the other reads who asked."""

from collections.abc import Callable

from tests.service.client import Table
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]


def test_a_rematch_says_who_is_awaited_and_who_asked(visit: Visit, served: str) -> None:
    table = Table.of(served)
    table.act(0, {"type": "resign"})
    ann, ben = (visit(player.token) for player in table.players)
    ann.goes(f"/play#/game/{table.game}").button("Rematch").click()
    ann.sees("Waiting for Player 1", ".places")
    ben.goes(f"/play#/game/{table.game}")
    ben.sees("Asked for a rematch: Player 0.", ".rematch-asked")
