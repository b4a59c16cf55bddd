"""The end of a game at its table: the last round, the way of winning, and the hands that are shown."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CIVILIZATION, Player, Table
from tests.web.positions import EMPIRE, LAST_CARD, LAST_TECHNOLOGY, MIDDLE, PLOT
from tests.web.visitor import DESKTOP, HAND_HELD, LAPTOP, Visitor

Visit = Callable[..., Visitor]
CLIPPED: Final = """
() => {
    const {bottom} = document.querySelector('.rival header').getBoundingClientRect();
    return [...document.querySelectorAll('.rival .open-hand .card')]
        .filter((each) => each.getBoundingClientRect().bottom > bottom + 1).length;
}
"""
"""How many cards of a rival's open hand are cut below."""
BELOW_THE_WINDOW: Final = """
() => [...document.querySelectorAll('.fan .card, .me > *')]
    .filter((each) => each.getBoundingClientRect().bottom > innerHeight).map((each) => each.textContent)
"""
"""Cards of the hand, and what stands beside it, that the lower edge of the window cuts."""
SIZES: Final = pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])
EMPTY_DECK: Final[dict[str, Any]] = MIDDLE | {
    "deck": [],
    "step": "effects",
    "seats": [each | {"hand": {"economy-3": 1}} for each in MIDDLE["seats"]],
}
"""The last round of a table of three; nobody has won by a sphere."""
SPHERES: Final = ("science-1", "religion-1", "military-1")


def players_of(served: str) -> list[Player]:
    return [Player(served, name) for name in ("Nora", "Ada", "Boris")]


def dominated(served: str) -> Table:
    """A game that seat 0 has won by eight cards of Military."""
    table = Table.of(served, 2, players_of(served)[:2], position=LAST_CARD)
    table.act(0, {"type": "play", "card": "military-2"})
    table.act(0, {"type": "end_turn"})
    return table


@SIZES
def test_the_winning_lane_keeps_its_crown_lit(visit: Visit, served: str, way: dict[str, Any]) -> None:
    table = dominated(served)
    nora, ada = (visit(each.token, **way).goes(f"/play#/game/{table.game}") for each in table.players)
    expect(nora.find(".lane.won")).to_have_attribute("aria-label", "Military, 8 of 8 to win, this sphere won the game")
    expect(nora.find(".lane.won .ruler.win")).to_be_visible()
    expect(nora.find(".tower.won")).to_have_count(0)
    expect(ada.find(".lane.won")).to_have_count(0)
    expect(ada.find(".tower.won .crowned")).to_be_visible()
    expect(ada.keyed("tower:0:military")).to_have_attribute(
        "aria-label", "Military: 8 of 8 to win. this sphere won the game"
    )
    for each in (nora, ada):
        assert each.obstacles() == []


def test_the_number_beside_the_crown_stands_whole_in_its_lane(visit: Visit, served: str) -> None:
    table = dominated(served)
    nora = visit(table.players[0].token, viewport={"width": 1280, "height": 800}).goes(f"/play#/game/{table.game}")
    expect(nora.find(".lane.won .ruler.win")).to_have_text("8")
    cut = "[...document.querySelectorAll('.ruler')].filter((each) => each.scrollWidth > each.clientWidth).length"
    assert nora.asks(cut) == 0


@pytest.mark.parametrize("way", [{"viewport": DESKTOP}, LAPTOP], ids=["desktop", "laptop"])
@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_the_result_pushes_neither_hand_nor_name_out_of_the_window(
    visit: Visit, served: str, way: dict[str, Any], language: str
) -> None:
    table = dominated(served)
    nora = visit(table.players[0].token, **way, locale=language).goes(f"/play?lang={language}#/game/{table.game}")
    expect(nora.find(".banner.win")).to_be_visible()
    expect(nora.find(".fan .card")).to_have_count(3)
    assert nora.asks(BELOW_THE_WINDOW) == []


def test_the_band_says_by_which_sphere_a_game_was_won(visit: Visit, served: str) -> None:
    table = dominated(served)
    for player in (table.players[0].token, None):
        visitor = visit(player).goes(f"/play#/game/{table.game}")
        visitor.sees("The game is over: Nora wins (Domination). Military: 8 of 8 to win", ".banner.win")


def test_the_band_says_who_leads_in_how_many_spheres_and_what_decided(visit: Visit, served: str) -> None:
    position = EMPTY_DECK | {
        "active": 1,
        "seats": [each | {"area": {sphere: 1}} for each, sphere in zip(EMPTY_DECK["seats"], SPHERES, strict=True)],
        "culture_token": None,
    }
    table = Table.of(served, 3, players_of(served), position=position, edition="ru")
    table.act(1, {"type": "end_turn"})
    table.act(2, {"type": "skip_play"} if {"type": "skip_play"} in table.legal(2) else table.legal(2)[0])
    table.act(2, {"type": "end_turn"})
    assert table.see()["result"]["kind"] == "majority"
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    nora.sees("Spheres led: Nora 1, Ada 1, Boris 2", ".banner.win")
    expect(nora.find(".won")).to_have_count(0)


@SIZES
def test_the_last_round_is_announced_with_who_plays_last(visit: Visit, served: str, way: dict[str, Any]) -> None:
    table = Table.of(served, 3, players_of(served), position=EMPTY_DECK, edition="ru")
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    boris = visit(table.players[2].token, **way).goes(f"/play#/game/{table.game}")
    nora.sees("last round The deck is empty: nobody draws. Boris plays last.", ".banner.last")
    boris.sees("last round The deck is empty: nobody draws. You play last.", ".banner.last")
    expect(nora.find(".since")).to_be_attached()
    expect(nora.find("[data-key=deck] .empty")).to_be_attached()
    assert nora.page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0
    assert nora.obstacles() == []


def test_the_last_turn_is_that_of_who_was_said_to_play_last(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, players_of(served), position=EMPTY_DECK | {"first": 1}, edition="ru")
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    nora.sees("You play last.", ".banner.last")
    nora.keyed("go").click()
    nora.keyed("confirm").click()
    nora.sees("The game is over", ".banner.win")
    expect(nora.find(".banner.last")).to_have_count(0)


@SIZES
def test_the_last_technology_is_announced(visit: Visit, served: str, way: dict[str, Any]) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=LAST_TECHNOLOGY)
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    nora.sees("One technology is left. Whoever buys it ends the game at once", ".banner.last")
    assert nora.obstacles() == []
    more = LAST_TECHNOLOGY | {"technologies": {"deck": [], "open": ["mining", "sailing"]}}
    earlier = Table.of(served, 2, game=CIVILIZATION, edition=None, position=more)
    ada = visit(earlier.players[0].token, **way).goes(f"/play#/game/{earlier.game}")
    expect(ada.find(".market")).to_be_attached()
    expect(ada.find(".banner.last")).to_have_count(0)


def test_help_and_announcements_say_what_the_options_of_the_table_say(visit: Visit, served: str) -> None:
    way: dict[str, Any] = {"game": CIVILIZATION, "edition": None, "position": LAST_TECHNOLOGY}
    table = Table.of(served, 2, options={"end": "end_of_turn", "masonry_wonders": False}, **way)
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    nora.sees("One technology is left. The game ends with the turn in which it is bought", ".banner.last")
    help_panel = nora.find(".panel.rules dl")
    expect(help_panel).to_contain_text("Buildings, but not wonders, cost you 1 less.")
    expect(help_panel).to_contain_text("You cannot be attacked until your 2nd next turn begins.")
    expect(help_panel).not_to_contain_text("@")


def test_a_reader_of_the_screen_is_told_what_a_card_does(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=LAST_TECHNOLOGY)
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    cards = nora.find(".card[data-key]").filter(has=nora.page.locator(".says"))
    expect(cards.first).to_be_visible()
    for each in cards.all():
        assert each.get_attribute("aria-description") == each.locator(".says").text_content()


def test_the_band_says_the_points_of_a_game_that_the_last_technology_ended(visit: Visit, served: str) -> None:
    richer = EMPIRE | {"plots": [PLOT | {"population": 2}]}
    position = LAST_TECHNOLOGY | {"seats": [LAST_TECHNOLOGY["seats"][0], richer]}
    table = Table.of(served, 2, players_of(served)[:2], game=CIVILIZATION, edition=None, position=position)
    buys = next(each for each in table.legal(0) if each["type"] == "buy_technology")
    table.act(0, buys)
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    nora.sees("Points: Nora 2, Ada 2 · ties decided by Technologies", ".banner.win")


@SIZES
def test_hands_that_are_shown_lie_open_at_the_panel_of_their_owner(
    visit: Visit, served: str, way: dict[str, Any]
) -> None:
    table = dominated(served)
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    panel = nora.find(".rival").first
    if way:
        nora.keyed("open:1").click()
        panel = nora.find(".sheet .rival")
    shown = panel.get_by_role("list", name="Hand of Ada").get_by_role("button")
    expect(shown).to_have_count(1)
    expect(shown).to_have_accessible_name("Economy I")
    expect(panel.locator(".backs .back")).to_have_count(0)
    assert nora.obstacles() == []
    shown.click()
    nora.sees("Economy I", ".zoom h2")


def test_the_hands_of_civilization_lie_open_once_the_game_is_over(visit: Visit, served: str) -> None:
    holding = EMPIRE | {"hand": {"archer": 2, "temple": 1}}
    position = LAST_TECHNOLOGY | {"seats": [LAST_TECHNOLOGY["seats"][0], holding]}
    table = Table.of(served, 2, players_of(served)[:2], game=CIVILIZATION, edition=None, position=position)
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    expect(nora.find(".minihand")).to_be_visible()
    expect(nora.find(".open-hand")).to_have_count(0)
    table.act(0, next(each for each in table.legal(0) if each["type"] == "buy_technology"))
    expect(nora.find(".rival .open-hand button")).to_have_count(3)
    assert nora.obstacles() == []


def test_cards_that_were_shown_in_a_game_lie_open_among_the_backs(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, players_of(served), position=MIDDLE, edition="ru")
    table.act(0, {"type": "play", "card": "science-3"})
    table.act(0, {"type": "inquisition", "seat": 2})
    table.act(0, table.legal(0)[0])
    known = table.see(0)["state"]["seats"][2]["known"]
    held = sum(table.see(0)["state"]["seats"][2]["backs"].values())
    nora, ada = (visit(each.token).goes(f"/play#/game/{table.game}") for each in table.players[:2])
    panel = nora.keyed("rival:2")
    expect(panel.get_by_role("list", name="Cards that you know:").get_by_role("button")).to_have_count(
        sum(known.values())
    )
    expect(panel.locator(".backs .back")).to_have_count(held - sum(known.values()))
    expect(ada.keyed("rival:2").locator(".open-hand")).to_have_count(0)
    expect(ada.keyed("rival:2").locator(".backs .back")).to_have_count(held)


@pytest.mark.parametrize("height", [800, 1000])
def test_the_hand_that_a_rival_shows_at_the_end_is_not_clipped(visit: Visit, served: str, height: int) -> None:
    table = Table.of(served, 2, edition=None, position=MIDDLE | {"seats": MIDDLE["seats"][:2]})
    for seat in range(2):
        table.act(seat, {"type": "agree_end", "how": "score"})
    ada = visit(table.players[0].token, viewport={"width": 1280, "height": height}).goes(f"/play#/game/{table.game}")
    expect(ada.find(".rival .open-hand .card").first).to_be_visible()
    assert ada.asks(CLIPPED) == 0


def test_the_lobby_crowns_a_finished_game_only_for_its_winner(visit: Visit, served: str) -> None:
    table = Table.of(served)
    table.act(0, {"type": "resign"})
    for seat, crowns in ((0, 0), (1, 1)):
        ada = visit(table.players[seat].token).goes("/play")
        expect(ada.keyed(f"row:{table.game}")).to_be_visible()
        expect(ada.keyed(f"row:{table.game}").locator("b svg")).to_have_count(crowns)


def test_the_lobby_says_how_a_finished_game_ended_for_the_reader(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, players_of(served)[:2], edition="ru")
    table.act(0, {"type": "resign"})
    ended = ("You lost to Ada (resignation).", "You won (resignation).")
    for player, told in zip(table.players, ended, strict=True):
        visit(player.token).goes("/play").sees(told, f"[data-key='row:{table.game}']")


@SIZES
def test_the_times_that_were_left_stand_at_the_end(visit: Visit, served: str, way: dict[str, Any]) -> None:
    table = Table.of(served, 2, players_of(served)[:2], clock={"kind": "bank", "seconds": 600})
    table.act(table.see()["to_act"][0], {"type": "resign"})
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    nora.sees("The game is over", ".banner.win")
    expect(nora.find(".rival .time")).to_be_visible()
    expect(nora.find(".time:visible")).to_have_count(2)


def test_who_resigned_is_out_and_nothing_without_use_is_framed(visit: Visit, served: str) -> None:
    table = Table.of(served, 3)
    table.act(1, {"type": "resign"})
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    expect(nora.find(".rivals .tag").get_by_text("out", exact=True)).to_be_attached()
    table.act(2, {"type": "resign"})
    nora.sees("You win", ".banner.win")
    nora.page.keyboard.press("Tab")
    nora.find(".doing").focus()
    assert nora.asks("() => getComputedStyle(document.querySelector('.doing')).outlineStyle") == "none"
