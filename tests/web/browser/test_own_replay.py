"""The replay of a game that its reader has played: nothing is hidden, the hand stays, and its end is told once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.service.client import Table
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]


@pytest.fixture
def table(served: str) -> Table:
    """A game that ended by agreement after a turn."""
    table = Table.of(served)
    (seat,) = table.see()["to_act"]
    table.act(seat, table.legal(seat)[0])
    for each in range(2):
        table.act(each, {"type": "agree_end", "how": "draw"})
    return table


def test_nothing_is_hidden_from_whoever_has_played_the_game(visit: Visit, table: Table) -> None:
    own = visit(table.players[0].token).goes(f"/replay?game={table.game}")
    expect(own.keyed("spoilers")).not_to_be_checked()
    expect(own.keyed("slider")).not_to_have_attribute("max", "0")
    stranger = visit().goes(f"/replay?game={table.game}")
    expect(stranger.keyed("spoilers")).to_be_checked()


def test_at_the_end_ones_hand_stays_and_the_end_is_told_once(visit: Visit, table: Table) -> None:
    own = visit(table.players[0].token).goes(f"/replay?game={table.game}")
    own.page.keyboard.press("End")
    expect(own.find(".told")).to_contain_text("The game is over")
    assert own.find(".told").inner_text().count("The game is over") == 1
    expect(own.find(".board .hand .card").first).to_be_visible()


def test_escape_closes_the_choices_that_lie_over_the_bar(visit: Visit, table: Table) -> None:
    own = visit(table.players[0].token).goes(f"/replay?game={table.game}")
    own.keyed("more").locator("summary").click()
    expect(own.keyed("copy")).to_be_visible()
    own.keyed("copy").focus()
    own.page.keyboard.press("Escape")
    expect(own.keyed("copy")).to_be_hidden()
    expect(own.keyed("more").locator("summary")).to_be_focused()


def test_an_honest_game_is_said_to_be_verified_without_in_part(visit: Visit, table: Table) -> None:
    own = visit(table.players[0].token).goes(f"/replay?game={table.game}")
    own.sees("Verified in your browser. “Details” tells what that covers.", ".verdict")
    expect(own.find(".verdict")).not_to_contain_text("in part")
