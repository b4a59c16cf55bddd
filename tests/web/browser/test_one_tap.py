"""What a player can set for all tables: playing by one tap, and being asked before a turn ends."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CIVILIZATION, Player, Table, body_of
from tests.web.positions import EMPIRES, MIDDLE
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]
SIZES: Final = pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])


def seated(visit: Visit, served: str, *settings: str, **way: Any) -> tuple[Table, Visitor]:
    """A table in the middle of a game, and the player who is to play a card, with these settings switched on."""
    table = Table.of(served, 3, position=MIDDLE, edition="ru")
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    nora.keyed("menu").click()
    for each in settings:
        nora.keyed(each).check()
    nora.page.keyboard.press("Escape")
    return table, nora


@SIZES
def test_a_turn_is_one_tap_to_play_and_one_to_end(visit: Visit, served: str, way: dict[str, Any]) -> None:
    table, nora = seated(visit, served, "one-tap", **way)
    nora.keyed("hand:utopia-3").click()
    nora.sees("End turn", "[data-key=go]")
    assert table.see(0)["state"]["seats"][0]["area"]["utopia-3"] == 2
    nora.keyed("go").click()
    nora.keyed("confirm").click()
    nora.sees("Waiting for Player 1", ".status")
    assert table.see()["to_act"] == [1]


@pytest.mark.parametrize("others", ["people", "bots"])
def test_that_nothing_can_be_taken_back_alone_is_said_where_people_play(visit: Visit, served: str, others: str) -> None:
    nora = Player(served, "Nora")
    game = nora.new_game(3, position=MIDDLE)
    for seat in range(3):
        who = {"bot": "random"} if others == "bots" and seat else {}
        player = nora if who or seat == 0 else Player(served)
        body_of(player.sit(game, seat=seat, **who), 201)
    page = visit(nora.token).goes(f"/play#/game/{game}")
    page.keyed("hand:utopia-3").click()
    page.keyed("go").click()
    page.sees("End turn", "[data-key=go]")
    page.keyed("go").click()
    expect(page.keyed("confirm")).to_be_visible()
    warned = page.keyed("preview").get_by_text("so you cannot take it back alone")
    expect(warned).to_have_count(1 if others == "people" else 0)


def test_the_setting_is_off_at_first_and_kept_in_the_browser(visit: Visit, served: str) -> None:
    table, nora = seated(visit, served)
    nora.keyed("hand:utopia-3").click()
    nora.sees("Play Utopia III", "[data-key=go]")
    assert table.see(0)["state"]["step"] == "play"
    nora.keyed("menu").click()
    expect(nora.keyed("one-tap")).not_to_be_checked()
    nora.keyed("one-tap").check()
    nora.page.reload()
    nora.waits().keyed("hand:utopia-3").click()
    nora.sees("End turn", "[data-key=go]")


def test_the_keyboard_plays_by_one_press_too(visit: Visit, served: str) -> None:
    table, nora = seated(visit, served, "one-tap")
    nora.keyed("hand:utopia-3").focus()
    nora.page.keyboard.press("Enter")
    nora.sees("End turn", "[data-key=go]")
    assert table.see(0)["state"]["seats"][0]["area"]["utopia-3"] == 2


def test_a_card_that_is_lifted_is_played_only_where_it_is_dropped(visit: Visit, served: str) -> None:
    table, nora = seated(visit, served, "one-tap")
    nora.keyed("hand:science-3").drag_to(nora.find(".status"))
    nora.sees("Play Science III", "[data-key=go]")
    assert table.see(0)["state"]["step"] == "play"
    nora.keyed("put-back").click()
    nora.keyed("hand:science-3").drag_to(nora.find(".lane.science .well"))
    nora.sees("End turn", "[data-key=go]")
    assert table.see(0)["state"]["seats"][0]["area"]["science-3"] == 1


def test_a_card_with_a_choice_to_make_waits_for_it(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, game=CIVILIZATION, edition=None, position=EMPIRES)
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    nora.keyed("menu").click()
    nora.keyed("one-tap").check()
    nora.page.keyboard.press("Escape")
    nora.keyed("hand:granary").click()
    nora.sees("Choose a plot", ".doing")
    before = table.see(0)["version"]
    nora.keyed("put-back").click()
    nora.keyed("hand:commerce-3").click()
    expect(nora.find(f'.board:not([data-version="{before}"])')).to_be_attached()
    assert table.see(0)["state"]["seats"][0]["resources"]["commerce"] == 14


def test_ending_a_turn_asks_while_an_effect_is_lit_if_that_is_set(visit: Visit, served: str) -> None:
    table, nora = seated(visit, served, "ask-at-end", "one-tap")
    nora.keyed("hand:science-3").click()
    nora.sees("End turn", "[data-key=go]")
    nora.keyed("go").click()
    nora.sees("Not used yet: Assassination, Experiment, and Research", ".preview")
    assert nora.obstacles() == []
    nora.button("Cancel").click()
    assert table.see()["to_act"] == [0]
    nora.keyed("go").click()
    nora.keyed("confirm").click()
    nora.sees("Waiting for Player 1", ".status")


def test_ending_a_turn_does_not_ask_where_no_effect_is_left(visit: Visit, served: str) -> None:
    bare = MIDDLE | {"step": "effects", "culture_token": None}
    bare["seats"] = [MIDDLE["seats"][0] | {"area": {"science-1": 2}, "democracy": {}}, *MIDDLE["seats"][1:]]
    table = Table.of(served, 3, position=bare, edition="ru")
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    nora.keyed("menu").click()
    nora.keyed("ask-at-end").check()
    nora.page.keyboard.press("Escape")
    nora.keyed("go").click()
    nora.sees("Waiting for Player 1", ".status")


def test_the_end_of_a_turn_asks_until_somebody_turns_that_off(visit: Visit, served: str) -> None:
    table, nora = seated(visit, served, "one-tap")
    nora.keyed("hand:science-3").click()
    nora.sees("End turn", "[data-key=go]")
    nora.keyed("go").click()
    nora.sees("Not used yet: Assassination, Experiment, and Research", ".preview")
    nora.button("Cancel").click()
    nora.keyed("menu").click()
    nora.keyed("ask-at-end").uncheck()
    nora.page.keyboard.press("Escape")
    nora.keyed("go").click()
    nora.sees("Waiting for Player 1", ".status")
    assert table.see()["to_act"] == [1]


def test_a_key_does_not_pass_over_buying_and_war_unasked(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, game=CIVILIZATION, edition=None, position=EMPIRES)
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    nora.sees("Done: draw cards", "[data-key=go]")
    nora.keyed("go").press("Space")
    nora.sees("Still possible: build, buy a technology, buy a plot, and attack", ".preview")
    assert nora.obstacles() == []
    nora.button("Cancel").click()
    assert table.see(0)["state"]["step"] == "buy"
    nora.keyed("go").press("Space")
    nora.keyed("confirm").click()
    nora.awaits("() => !document.querySelector('.preview')")
    assert table.see(0)["state"]["step"] != "buy"
