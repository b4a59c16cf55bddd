"""A table that waits says who may sit down; at a rematch, who is awaited, and who asked."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.service.client import Player, Table, body_of
from tests.web.positions import LAST_CARD
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


def test_a_rematch_is_offered_soon_without_an_invitation_and_can_be_taken_back(visit: Visit, served: str) -> None:
    table = Table.of(served)
    table.act(0, {"type": "resign"})
    ann, ben = (visit(player.token) for player in table.players)
    seldom = "const often = setInterval; window.setInterval = (what, each) => (each > 5000 ? 0 : often(what, each));"
    ben.page.add_init_script(seldom)
    ben.goes(f"/play#/game/{table.game}").sees("The game is over", ".banner.win")
    ann.goes(f"/play#/game/{table.game}").button("Rematch").click()
    ben.sees("Asked for a rematch: Player 0.", ".rematch-asked")
    ann.sees("Rematch offered. Waiting for Player 1", ".panel h2")
    for key in ("invite", "invite-by-name", "bot:", "save-title"):
        expect(ann.keyed(key)).to_have_count(0)
    ann.button("Take the offer back").click()
    expect(ben.find(".rematch-asked")).to_have_count(0)
    ann.sees("The game is over", ".banner.win")
    ben.button("Rematch").click()
    ben.sees("Rematch offered. Waiting for Player 0", ".panel h2")
    ann.button("Join the rematch").click()
    expect(ben.find(".hand .card").first).to_be_visible()


@pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])
def test_an_offered_rematch_says_who_begins_and_goes_from_sight_at_a_no(
    visit: Visit, served: str, way: dict[str, Any]
) -> None:
    table = Table.of(served)
    table.act(0, {"type": "resign"})
    kay, ben = table.players
    rematch = body_of(kay.post(f"/games/{table.game}/rematch"), 201)["id"]
    body_of(kay.sit(rematch, seat=0), 201)
    begins = "Who begins is drawn by lot anew, whoever won."
    visit(kay.token, **way).goes(f"/play#/game/{rematch}").sees(begins, ".panel")
    asked = visit(ben.token, **way).goes(f"/play#/game/{table.game}")
    asked.sees(begins, ".rematch-asked")
    asked.page.keyboard.press("q")
    expect(asked.button("Join the rematch")).to_be_focused()
    asked.page.keyboard.press("n")
    expect(asked.find(".rematch-asked")).to_have_count(0)
    expect(asked.keyed("no:rematch")).to_have_count(0)
    asked.button("Rematch").click()
    asked.awaits("(id) => location.hash.endsWith(id)", rematch)


@pytest.mark.parametrize("height", [600, 800, 1000])
def test_an_offered_rematch_stands_in_a_line_of_its_own(visit: Visit, served: str, height: int) -> None:
    table = Table.of(served, edition=None, position=LAST_CARD)
    table.act(0, {"type": "play", "card": "military-2"})
    table.act(0, {"type": "end_turn"})
    kay, ben = table.players
    rematch = body_of(kay.post(f"/games/{table.game}/rematch"), 201)["id"]
    body_of(kay.sit(rematch, seat=0), 201)
    asked = visit(ben.token, viewport={"width": 1280, "height": height}).goes(f"/play#/game/{table.game}")
    line, result = asked.find(".rematch-asked"), asked.find(".verdict-of-game > p:has(> b)")
    expect(line).to_be_visible()
    below, above = line.bounding_box(), result.bounding_box()
    assert below is not None
    assert above is not None
    assert below["y"] >= above["y"] + above["height"] - 2


def test_nobody_is_invited_to_seats_that_are_kept_for_others(visit: Visit, served: str) -> None:
    table = Table.of(served)
    table.act(0, {"type": "resign"})
    kay, ben = table.players
    rematch = body_of(kay.post(f"/games/{table.game}/rematch"), 201)["id"]
    body_of(kay.sit(rematch, seat=0), 201)
    for reader in (Player(served, "Stranger"), ben):
        page = visit(reader.token).goes(f"/play#/game/{rematch}")
        page.sees("Waiting for Player 1", ".places")
        expect(page.keyed("invite")).to_have_count(0)


def test_seats_of_a_rematch_are_offered_only_to_the_player_they_are_kept_for(visit: Visit, served: str) -> None:
    table = Table.of(served)
    table.act(0, {"type": "resign"})
    kay, ben = table.players
    rematch = body_of(kay.post(f"/games/{table.game}/rematch"), 201)["id"]
    body_of(kay.sit(rematch, seat=0), 201)
    stranger = visit(Player(served, "Stranger").token).goes(f"/play#/game/{rematch}")
    stranger.sees("Waiting for Player 1", ".places")
    expect(stranger.keyed("sit:")).to_have_count(0)
    invited = visit(ben.token).goes(f"/play#/game/{rematch}")
    expect(invited.keyed("sit:1")).to_be_visible()


def test_the_lobby_promises_no_seat_at_a_table_whose_seats_are_kept_for_others(visit: Visit, served: str) -> None:
    table = Table.of(served)
    table.act(0, {"type": "resign"})
    kay, ben = table.players
    rematch = body_of(kay.post(f"/games/{table.game}/rematch"), 201)["id"]
    body_of(kay.sit(rematch, seat=0), 201)
    for reader in (Player(served, "Stranger"), ben):
        row = visit(reader.token).goes("/play").keyed(f"game:{rematch}")
        expect(row).to_have_text("See the table")


def test_finding_an_opponent_passes_over_the_tables_of_rematches(visit: Visit, served: str) -> None:
    table = Table.of(served, clock={"kind": "bank", "seconds": 600})
    table.act(0, {"type": "resign"})
    rematch = body_of(table.players[0].post(f"/games/{table.game}/rematch"), 201)["id"]
    body_of(table.players[0].sit(rematch, seat=0), 201)
    for player in table.players:
        page = visit(player.token).goes("/play")
        page.keyed("find-opponent").click()
        page.awaits("() => location.hash.startsWith('#/game/')")
        assert page.game() != rematch


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


def test_a_table_that_is_over_asks_for_a_rematch_without_an_error(visit: Visit, served: str) -> None:
    table = Table.of(served)
    table.act(0, {"type": "resign"})
    ann = visit(table.players[1].token)
    refused: list[str] = []
    ann.page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
    with ann.page.expect_response(lambda answer: "rematch" in answer.url):
        ann.goes(f"/play#/game/{table.game}")
    expect(ann.keyed("rematch")).to_be_visible()
    assert refused == []
    body_of(table.players[0].post(f"/games/{table.game}/rematch"), 201)
    expect(ann.keyed("rematch")).to_have_text("Join the rematch")
