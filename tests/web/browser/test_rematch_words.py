"""A table that waits says who may sit down; at a rematch, who is awaited, and who asked."""

from collections.abc import Callable

import pytest

from tests.service.client import Player, Table
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]


def test_a_rematch_says_who_is_awaited_and_who_asked(visit: Visit, served: str) -> None:
    table = Table.of(served)
    table.act(0, {"type": "resign"})
    ann, ben = (visit(player.token) for player in table.players)
    ann.goes(f"/play#/game/{table.game}").button("Rematch").click()
    ann.sees("Waiting for Player 1", ".places")
    ann.sees("Only Player 1 can sit down", ".panel")
    ben.goes(f"/play#/game/{table.game}")
    ben.sees("Asked for a rematch: Player 0.", ".rematch-asked")


@pytest.mark.parametrize(
    ("private", "told"), [(False, "anybody can sit down"), (True, "Only invited players can watch and sit down")]
)
def test_a_table_that_waits_says_who_may_sit_down(visit: Visit, served: str, private: bool, told: str) -> None:
    ann = Player(served)
    game = ann.new_game(private=private)
    ann.sit(game, seat=0)
    visit(ann.token).goes(f"/play#/game/{game}").sees(told, ".panel")


def test_a_table_that_was_opened_just_now_is_seen_from_its_top(visit: Visit, served: str) -> None:
    ann = visit(Player(served).token, **HAND_HELD).goes("/play#/new")
    ann.find("form button[type=submit]").click()
    ann.find("#main.waits:focus").wait_for()
    assert ann.asks("scrollY") == 0
