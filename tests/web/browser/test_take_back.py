"""Taking back gives back one's own last decision, says which it is, and is offered only where there is one."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.service.client import Table
from tests.service.conftest import eventually
from tests.web.playing import READY, acts
from tests.web.positions import MIDDLE
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
CLOCK: Final = {"kind": "bank", "seconds": 600, "on_expiry": "claim"}
SHOWS: Final = "(version) => document.querySelector('.board')?.dataset.version === version"
"""Whether a page shows that version."""


@pytest.mark.parametrize("others", [1, 2])
def test_ones_own_last_decision_is_taken_back_though_another_has_acted_since(
    visit: Visit, served: str, others: int
) -> None:
    table = Table.of(served)
    (seat,) = table.see()["to_act"]
    reader = visit(table.players[seat].token).goes(f"/play#/game/{table.game}")
    reader.awaits(READY)
    expect(reader.keyed("take-back")).to_have_count(0)
    acts(reader)
    before = table.see()["version"]
    table.act(seat, {"type": "end_turn"})
    table.act(1 - seat, table.legal(1 - seat)[0])
    if others == 2:
        table.act(1 - seat, {"type": "end_turn"})
    reader.page.wait_for_function(SHOWS, arg=str(table.see()["version"]))
    ends_turn = re.compile(r"Take back: the end of the turn \(draws .+\)")
    expect(reader.keyed("take-back")).to_have_attribute("title", ends_turn)
    reader.keyed("take-back").click()
    asked = reader.agrees()
    eventually(lambda: [each["back_to"] for each in table.see()["takes_back"]] == [before])
    assert f"({others})" in asked
    table.act(1 - seat, {"type": "take_back", "version": before})
    assert table.see()["to_act"] == [seat]
    expect(reader.keyed("take-back")).to_have_attribute("title", re.compile("Take back: plays .+"))


def test_whose_turn_and_clock_begin_with_anothers_move_sees_that_move_and_has_nothing_to_take_back(
    visit: Visit, served: str
) -> None:
    table = Table.of(served, clock=CLOCK)
    (seat,) = table.see()["to_act"]
    reader = visit(table.players[1 - seat].token).goes(f"/play#/game/{table.game}")
    table.act(seat, table.legal(seat)[0])
    table.act(seat, {"type": "end_turn"})
    reader.awaits(READY)
    reader.sees("plays", ".since")
    expect(reader.keyed("take-back")).to_have_count(0)


def test_a_move_that_was_taken_back_is_not_told_as_if_it_had_happened(visit: Visit, served: str) -> None:
    table = Table.of(served, edition=None, position=MIDDLE | {"seats": MIDDLE["seats"][:2]})
    waiting, onlooker = (visit(token).goes(f"/play#/game/{table.game}") for token in (table.players[1].token, None))
    for page in (waiting, onlooker):
        expect(page.find(".board")).to_have_attribute("data-version", str(table.see()["version"]))
    table.act(0, {"type": "play", "card": "science-3"})
    for page in (waiting, onlooker):
        page.sees("plays Science III", ".since")
    table.act(0, {"type": "take_back"})
    table.act(0, {"type": "play", "card": "utopia-3"})
    for page in (waiting, onlooker):
        page.sees("plays Utopia III", ".since")
        expect(page.find(".since .event")).to_have_count(1)


def test_log_and_request_say_in_a_players_words_what_is_undone_and_each_move_once(visit: Visit, served: str) -> None:
    table = Table.of(served)
    (seat,) = table.see()["to_act"]
    before, turn = table.see()["version"], table.see()["state"]["turn"]
    table.act(seat, table.legal(seat)[0])
    table.act(seat, {"type": "end_turn"})
    table.act(1 - seat, table.legal(1 - seat)[0])
    table.act(1 - seat, {"type": "end_turn"})
    other = visit(table.players[1 - seat].token).goes(f"/play#/game/{table.game}")
    table.act(seat, {"type": "take_back", "version": before})
    asked = other.find(".banner p").filter(has_text="would like to take back")
    expect(asked).to_have_text(re.compile(r": plays [^;]+; the end of the turn \([^;]+\)\.$"))
    other.button("No").click()
    for place in (".log", ".since"):
        other.sees(re.compile(f"asks to take the game back to turn {turn}, before “Player {seat}: plays [^”]+”"), place)
    table.act(1 - seat, {"type": "take_back", "version": before})
    other.sees(re.compile(f"agrees to take the game back to turn {turn}, before “Player {seat}"), ".log")
    other.sees(re.compile(f"takes the game back to turn {turn}, before “Player {seat}: plays [^”]+”"), ".log")
    assert "position" not in other.find(".log:not(.chat)").inner_text()


def test_a_replay_marks_what_was_taken_back_with_the_sign_of_taking_back(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, edition=None, position=MIDDLE | {"seats": MIDDLE["seats"][:2]})
    before = table.act(0, {"type": "play", "card": "science-3"})["version"] - 1
    table.act(0, {"type": "take_back", "version": before})
    table.act(0, {"type": "resign"})
    reader = visit().goes(f"/replay?game={table.game}&spoilers=yes")
    expect(reader.find(".mark use[href$='#i-undo']")).to_have_count(1)


def test_a_wish_to_take_back_does_not_stay_as_the_last_news_in_the_lobby(visit: Visit, served: str) -> None:
    table = Table.of(served)
    (seat,) = table.see()["to_act"]
    before = table.see()["version"]
    table.act(seat, table.legal(seat)[0])
    table.act(seat, {"type": "end_turn"})
    table.act(seat, {"type": "take_back", "version": before})
    reader = visit(table.players[1 - seat].token).goes("/play#/")
    expect(reader.keyed(f"row:{table.game}").locator(".last")).to_have_text(re.compile("draws|ends|turn"))
    expect(reader.keyed(f"row:{table.game}").locator(".last")).not_to_contain_text("back")
