"""The page asks in a dialog of its own, with two answers, and says whose answer is awaited."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CARTA, CIVILIZATION, Player, Table
from tests.service.conftest import eventually
from tests.web.playing import acts, turn_of
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]
GAMES: Final = pytest.mark.parametrize("game", [CARTA, CIVILIZATION])


def after_a_turn(visit: Visit, base: str, game: str) -> tuple[Table, Visitor, Visitor]:
    """A table of two, who has just had a turn, and the other."""
    table = Table.of(base, game=game, edition=None)
    people = [visit(player.token, **way) for player, way in zip(table.players, ({}, HAND_HELD), strict=True)]
    for each in people:
        each.goes(f"/play#/game/{table.game}")
    first = turn_of(people)
    while turn_of(people) is first:
        acts(first)
    return table, first, people[1 - people.index(first)]


@GAMES
def test_whoever_asks_to_take_back_reads_who_is_awaited_and_the_other_can_agree(
    visit: Visit, served: str, game: str
) -> None:
    table, asker, other = after_a_turn(visit, served, game)
    seat = table.see()["to_act"][0]
    asker.keyed("take-back").click()
    assert "cannot take this back alone" in asker.agrees()
    asker.sees("You asked to take back: ", ".band")
    asker.sees(f"Not agreed yet: Player {seat}.", ".band")
    expect(asker.keyed("take-back")).to_have_count(0)
    other.sees(f"Player {1 - seat} would like to take back: ", ".band")
    expect(other.button("No")).to_be_visible()
    other.button("Agree").click()
    eventually(lambda: table.see()["to_act"] == [1 - seat])
    expect(asker.keyed("band:asked:")).to_have_count(0)


def test_whoever_asks_reads_that_no_refusal_is_sent_and_that_the_next_move_ends_the_question(
    visit: Visit, served: str
) -> None:
    table, asker, other = after_a_turn(visit, served, CARTA)
    seat = table.see()["to_act"][0]
    asker.keyed("take-back").click()
    asker.agrees()
    other.button("No").click()
    expect(other.keyed("agree:")).to_have_count(0)
    asker.sees("Nobody has to answer; the next move ends the question.", ".band")
    table.act(seat, table.legal(seat)[0])
    expect(asker.keyed("band:asked:")).to_have_count(0)


def test_a_question_is_answered_by_keys_and_the_focus_returns(visit: Visit, served: str) -> None:
    table, asker, _ = after_a_turn(visit, served, CARTA)
    asker.keyed("take-back").focus()
    asker.page.keyboard.press("Enter")
    expect(asker.find("dialog :focus")).to_have_attribute("data-key", "refuse")
    assert asker.obstacles() == []
    asker.page.keyboard.press("Escape")
    expect(asker.find("dialog")).to_have_count(0)
    expect(asker.find(":focus")).to_have_attribute("data-key", "take-back")
    assert table.see()["takes_back"] == []
    asker.page.keyboard.press("Enter")
    expect(asker.find("dialog :focus")).to_be_visible()
    asker.page.keyboard.press("Shift+Tab")
    asker.page.keyboard.press("Enter")
    asker.sees("You asked to take back: ", ".band")


def test_whoever_offers_a_draw_reads_who_is_awaited(visit: Visit, served: str) -> None:
    table = Table.of(served, 3)
    table.act(1, {"type": "agree_end", "how": "draw"})
    ann = visit(table.players[1].token).goes(f"/play#/game/{table.game}")
    ann.sees("You offered a draw. Not agreed yet: Player 0 and Player 2.", ".band")


def test_signing_out_without_a_way_back_is_asked_first(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play#/me")
    ada.find(".account > summary").click()
    ada.button("Sign out").click()
    assert "You have no recovery codes." in ada.agrees()
    expect(ada.find(".account")).to_have_count(0)


@GAMES
def test_resigning_asks_plainly_and_says_who_wins(visit: Visit, served: str, game: str) -> None:
    table = Table.of(served, game=game, edition=None)
    ann = visit(table.players[0].token, **HAND_HELD).goes(f"/play#/game/{table.game}")
    ann.keyed("menu").click()
    ann.keyed("resign").click()
    expect(ann.find("dialog p")).to_have_text("Resign? Player 1 wins.")
    assert ann.obstacles() == []
    ann.button("Keep playing").click()
    assert table.see()["status"] == "playing"
    ann.keyed("menu").click()
    ann.keyed("resign").click()
    ann.find("dialog").get_by_role("button", name="Resign").click()
    ann.sees("You resigned.", ".band")


def test_resigning_among_three_says_who_plays_on(visit: Visit, served: str) -> None:
    table = Table.of(served, 3)
    ann = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    ann.keyed("menu").click()
    ann.keyed("resign").click()
    assert ann.agrees() == "Resign? You are out of the game, and Player 1 and Player 2 play on."
    eventually(lambda: not table.see()["state"]["seats"][0]["present"])


def test_the_menu_of_the_account_closes_on_escape_and_on_a_click_elsewhere(visit: Visit, served: str) -> None:
    ada = visit(Player(served, "Ada").token).goes("/play")
    menu = ada.button("Sign out")
    ways: tuple[Callable[[], None], ...] = (
        lambda: ada.page.keyboard.press("Escape"),
        lambda: ada.page.mouse.click(5, 400),
    )
    for closes in ways:
        ada.find(".account > summary").click()
        expect(menu).to_be_visible()
        closes()
        expect(menu).to_be_hidden()
