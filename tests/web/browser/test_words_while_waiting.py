"""While another is awaited nothing reads as an order to the reader; the log says whose time ran out."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CARTA, CIVILIZATION, Table
from tests.service.conftest import eventually
from tests.web.positions import EMPIRES, MIDDLE
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
POSITIONS: Final[dict[str, dict[str, Any]]] = {CARTA: MIDDLE, CIVILIZATION: EMPIRES}


@pytest.mark.parametrize("game", POSITIONS)
def test_no_step_is_lit_and_no_order_given_while_another_is_awaited(visit: Visit, served: str, game: str) -> None:
    table = Table.of(served, 3, game=game, edition=None, position=POSITIONS[game])
    (awaited,) = table.see()["to_act"]
    acting, waiting = (visit(table.players[seat].token) for seat in (awaited, (awaited + 1) % 3))
    acting.goes(f"/play#/game/{table.game}")
    expect(acting.find(".steps .now")).to_have_count(1)
    waiting.goes(f"/play#/game/{table.game}")
    expect(waiting.find(".status")).to_have_text(f"Waiting for Player {awaited}")
    expect(waiting.find(".steps .now")).to_have_count(0)


def test_the_log_says_whose_time_ran_out_and_what_follows(visit: Visit, served: str) -> None:
    table = Table.of(served, clock={"kind": "bank", "seconds": 1})
    eventually(lambda: table.see()["result"])
    (winner,) = table.see()["result"]["winners"]
    loser = 1 - winner
    ann = visit(table.players[winner].token).goes(f"/play#/game/{table.game}")
    ann.sees(f"The time of Player {loser} is up.", ".log")
    ann.sees(f"Player {loser} is out of the game.", ".log")
    expect(ann.find(".log").filter(has_text="resigns")).to_have_count(0)


def test_the_end_of_a_turn_says_to_how_many_cards_the_hand_is_filled(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, position=MIDDLE | {"step": "effects"})
    ann = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ann.sees("fill your hand to 5", "[data-key=go]")
