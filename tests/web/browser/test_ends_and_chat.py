"""What leads on from the end of a game, chat in its own lines, and one message where there is no connection."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CIVILIZATION, Table, body_of
from tests.web.positions import EMPIRES
from tests.web.visitor import HAND_HELD, SIDEWAYS, Visitor

Visit = Callable[..., Visitor]
OUT_OF_SIGHT: Final = """
() => {
    const {top} = document.querySelector('.replay .hand').getBoundingClientRect();
    return [...document.querySelectorAll('.replay .seats .land, .replay .rival')]
        .filter((each) => each.getBoundingClientRect().bottom > top).map((each) => each.textContent);
}
"""
"""Lands and rivals that a replay shows only to a reader who scrolls."""


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS, {}], ids=["upright", "sideways", "wide"])
def test_the_end_of_a_game_leads_to_its_analysis(visit: Visit, served: str, way: dict[str, Any]) -> None:
    table = Table.of(served, 2, edition=None)
    table.act(1, {"type": "resign"})
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    nora.keyed("how-it-went").click()
    expect(nora.button("Ask the bot")).to_be_in_viewport(ratio=1)


def test_a_message_stands_under_its_writer_and_the_field_says_what_it_is_for(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, edition=None)
    body_of(table.players[1].post(f"/games/{table.game}/chat", {"text": "Good luck!"}), 201)
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    nora.keyed("tab:chat").click()
    expect(nora.find("input[name=said]")).to_have_attribute("placeholder", "Say something")
    who, when, said = (nora.find(f".chat p {each}").bounding_box() for each in ("b", "time", ".said"))
    assert who
    assert when
    assert said
    assert when["y"] < who["y"] + who["height"] <= said["y"] + 2
    assert abs(said["x"] - who["x"]) < 2


def test_without_a_connection_one_message_says_so_and_covers_nothing(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, edition=None)
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    nora.context.set_offline(True)
    nora.find(".fan .card").first.click()
    expect(nora.keyed("band:offline")).to_be_visible()
    expect(nora.find(".notices > .away")).to_be_attached()
    expect(nora.find(".notices > .away")).to_be_hidden()
    assert nora.lies_open(".mathead")


def test_lists_of_games_say_whose_they_are_and_what_ends_when(visit: Visit, served: str) -> None:
    live = {"kind": "bank", "seconds": 600, "on_expiry": "forfeit"}
    over, table = Table.of(served, 2, edition=None), Table.of(served, 2, edition=None, clock=live)
    over.act(1, {"type": "resign"})
    nora = visit(table.players[0].token).goes("/play#/")
    expect(nora.keyed(f"row:{table.game}").locator(".when")).to_contain_text("time runs out in")
    expect(nora.keyed("list:finished")).to_contain_text("You have finished no game yet.")
    for player in table.players:
        nora.goes(f"/play#/player/{player.shown()['id']}")
        expect(nora.find("#finished")).to_be_visible()
        expect(nora.keyed(f"row:{table.game}")).to_have_count(0)


def test_the_lands_of_a_rival_stand_side_by_side_without_gaps(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None)
    nora = visit(table.players[0].token, viewport={"width": 1280, "height": 800}).goes(f"/play#/game/{table.game}")
    expect(nora.find(".rival .miniland")).to_have_count(2)
    left, right = (nora.find(".rival .miniland").nth(each).bounding_box() for each in (0, 1))
    assert left
    assert right
    assert right["x"] - left["x"] - left["width"] < 12


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS], ids=["upright", "sideways"])
def test_on_a_phone_a_replay_of_civilization_can_be_followed_without_scrolling(
    visit: Visit, served: str, way: dict[str, Any]
) -> None:
    position = EMPIRES | {"seats": EMPIRES["seats"][:2]}
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=position)
    nora = visit(table.players[0].token, **way).goes(f"/replay?game={table.game}")
    expect(nora.find(".replay .seats .land")).not_to_have_count(0)
    assert nora.asks(OUT_OF_SIGHT) == []


@pytest.mark.parametrize("way", [HAND_HELD, {}], ids=["upright", "wide"])
def test_a_message_is_said_where_the_chat_is_not_in_sight(visit: Visit, served: str, way: dict[str, Any]) -> None:
    table = Table.of(served, 2, edition=None)
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    expect(nora.find(".board[data-version]")).to_be_attached()
    body_of(table.players[1].post(f"/games/{table.game}/chat", {"text": "Good luck!"}), 201)
    nora.sees("Player 1: Good luck!", ".notices")
    nora.keyed("close-notice").click()
    expect(nora.find(".notices .notice")).to_have_count(0)
