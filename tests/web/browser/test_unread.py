"""Unread chat messages: in the lobby and at the table, until they have been seen on any device."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import Player, Table, body_of
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]
SIZES: Final = pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])


@pytest.fixture
def table(served: str) -> Table:
    """A game in which Ada has said two things."""
    table = Table.of(served, 2, [Player(served, "Nora"), Player(served, "Ada")])
    for text in ("Good luck!", "You begin."):
        say(table, 1, text)
    return table


def say(table: Table, seat: int, text: str) -> None:
    body_of(table.players[seat].post(f"/games/{table.game}/chat", {"text": text}), 201)


@SIZES
def test_the_lobby_tells_how_many_messages_are_unread(visit: Visit, table: Table, way: dict[str, Any]) -> None:
    nora = visit(table.players[0].token, **way).goes("/play")
    nora.sees("2 new messages", f"[data-key='row:{table.game}'] .unread")
    assert nora.obstacles() == []
    assert nora.overflows() <= 0
    ada = visit(table.players[1].token, **way).goes("/play")
    expect(ada.keyed(f"row:{table.game}")).to_be_visible()
    expect(ada.find(".unread")).to_have_count(0)


@SIZES
def test_what_is_seen_at_the_table_is_read_everywhere(visit: Visit, table: Table, way: dict[str, Any]) -> None:
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    nora.sees("2 new messages", ".tabs .unread")
    say(table, 1, "Are you there?")
    nora.sees("3 new messages", ".tabs .unread")
    assert nora.obstacles() == []
    with nora.page.expect_response("**/chat-cursor"):
        nora.keyed("rail" if way else "tab:chat").click()
    expect(nora.find(".log.chat")).to_be_visible()
    expect(nora.find(".tabs .unread")).to_be_hidden()
    with nora.page.expect_response("**/chat-cursor"):
        say(table, 1, "I see you are.")
    expect(nora.find(".tabs .unread")).to_be_hidden()
    elsewhere = visit(table.players[0].token).goes("/play")
    expect(elsewhere.keyed(f"row:{table.game}")).to_be_visible()
    expect(elsewhere.find(".unread")).to_have_count(0)


def test_a_message_of_today_has_its_time_and_an_older_one_its_day_too(visit: Visit, table: Table) -> None:
    said = table.players[0].get(f"/games/{table.game}/chat").json()["messages"][0]["at"]
    for days, has_day in ((0, False), (2, True)):
        nora = visit(table.players[0].token)
        nora.page.clock.set_fixed_time(datetime.fromisoformat(said) + timedelta(days=days))
        nora.goes(f"/play#/game/{table.game}")
        nora.keyed("tab:chat").click()
        when = nora.find(".log.chat time").first
        expect(when).to_have_attribute("title", re.compile(r"\d{4}"))
        assert (when.inner_text() == when.get_attribute("title")) is has_day


def test_messages_of_a_muted_player_are_not_counted(visit: Visit, table: Table) -> None:
    nora, ada = table.players
    nora.send("PUT", f"/me/mutes/{ada.id}")
    visitor = visit(nora.token).goes("/play")
    expect(visitor.keyed(f"row:{table.game}")).to_be_visible()
    expect(visitor.find(".unread")).to_have_count(0)
    visitor.goes(f"/play#/game/{table.game}")
    expect(visitor.find(".board[data-version]")).to_be_attached()
    expect(visitor.find(".tabs .unread")).to_be_hidden()
