"""Messages at a table end, and lie over no question; a question names what is asked, and has two answers."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.service.client import Table
from tests.service.conftest import eventually
from tests.web.playing import READY
from tests.web.positions import LAST_CARD, MIDDLE
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
LONG_ENOUGH = 12_000
"""Milliseconds after which a message has gone."""


def refused(visit: Visit, served: str) -> Visitor:
    """A player who has been told why a card cannot be played, at a table whose clock the test has."""
    table = Table.of(served, 3, position=MIDDLE, edition="ru")
    nora = visit(table.players[0].token)
    nora.page.clock.install()
    nora.goes(f"/play#/game/{table.game}")
    # The reason is read after the cards are drawn.
    nora.sees("Embargo until your turn ends", ".why")
    nora.keyed("hand:culture-3").click()
    nora.sees("Not possible. Embargo until your turn ends", "[role=alert]")
    return nora


def test_a_refusal_at_a_table_ends_by_itself(visit: Visit, served: str) -> None:
    nora = refused(visit, served)
    nora.page.clock.fast_forward(LONG_ENOUGH)
    expect(nora.find("[role=alert]")).to_be_empty()


def test_a_refusal_can_be_closed(visit: Visit, served: str) -> None:
    nora = refused(visit, served)
    assert nora.obstacles() == []
    nora.keyed("close-notice").click()
    expect(nora.find("[role=alert]")).to_be_empty()


def asked_to_take_back(visit: Visit, served: str) -> tuple[Table, Visitor]:
    """A player whose rival has played a card and drawn, and asks to take both back."""
    table = Table.of(served, position=LAST_CARD)
    before = table.see()["version"]
    table.act(0, {"type": "play", "card": "religion-1"})
    table.act(0, {"type": "end_turn"})
    boris = visit(table.players[1].token).goes(f"/play#/game/{table.game}")
    boris.awaits(READY)
    table.act(0, {"type": "take_back", "version": before})
    return table, boris


def question(visitor: Visitor) -> Locator:
    return visitor.find(".banner").filter(has_text="would like to take back")


def test_who_is_asked_to_take_back_reads_which_move_and_can_agree(visit: Visit, served: str) -> None:
    table, boris = asked_to_take_back(visit, served)
    expect(question(boris)).to_contain_text("Player 0 would like to take back: plays Religion I.")
    boris.button("Agree").click()
    expect(question(boris)).to_have_count(0)
    eventually(lambda: table.see()["to_act"] == [0])


def test_who_is_asked_to_take_back_the_end_of_a_turn_reads_that_and_what_of_ones_own_goes_with_it(
    visit: Visit, served: str
) -> None:
    table = Table.of(served, position=LAST_CARD)
    table.act(0, {"type": "play", "card": "religion-1"})
    played = table.see()["version"]
    table.act(0, {"type": "end_turn"})
    table.act(1, {"type": "play", "card": "economy-1"})
    table.act(0, {"type": "take_back", "version": played})
    boris = visit(table.players[1].token).goes(f"/play#/game/{table.game}")
    asked = question(boris.waits())
    expect(asked).to_contain_text("would like to take back: the end of the turn (draws 2 cards).")
    expect(asked).to_contain_text("What you have done since then goes with it: plays Economy I.")


def test_no_hides_a_question_from_its_reader_alone(visit: Visit, served: str) -> None:
    table, boris = asked_to_take_back(visit, served)
    no = question(boris).get_by_role("button", name="No", exact=True)
    expect(no).to_have_attribute("title", re.compile("Nobody is told"))
    no.click()
    expect(question(boris)).to_have_count(0)
    assert [each["seat"] for each in table.see()["takes_back"]] == [0]
    boris.page.reload()
    expect(boris.waits().find(".banner").filter(has_text="would like to take back")).to_have_count(1)


def test_a_message_lies_below_the_question_that_it_came_of(visit: Visit, served: str) -> None:
    table, boris = asked_to_take_back(visit, served)
    expect(question(boris)).to_be_visible()
    boris.keyed("menu").click()
    boris.find("[data-key=endings] summary").click()
    boris.keyed("end:draw").click()
    table.act(1, {"type": "agree_end", "how": "draw"})
    boris.sees("would like to end the game: a draw.", ".log")
    boris.agrees()
    boris.sees("Not possible.", "[role=alert]")
    for each in (question(boris), boris.button("Agree")):
        boxes: list[Any] = [each.bounding_box(), boris.find("[role=alert] .notice").bounding_box()]
        assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]


def test_a_game_lost_on_time_is_told_so_in_the_log_and_above_it(visit: Visit, served: str) -> None:
    table = Table.of(served, clock={"kind": "turn", "seconds": 1, "on_expiry": "claim"})
    (late,) = table.see()["to_act"]
    claims = {"type": "claim_time", "seat": late}
    eventually(lambda: table.players[1 - late].act(table.game, claims).status_code == 201)
    winner = visit(table.players[1 - late].token).goes(f"/play#/game/{table.game}")
    winner.sees(f"You win! The game is over: Player {1 - late} wins (on time).", ".banner.win")
    winner.sees("The game is over (on time).", ".log")
    expect(winner.find("#part-journal")).not_to_contain_text("resignation")
