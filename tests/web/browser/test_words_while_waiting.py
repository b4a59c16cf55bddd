"""While another is awaited nothing reads as an order to the reader; the log says whose time ran out."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CARTA, CIVILIZATION, Table
from tests.service.conftest import eventually
from tests.web.positions import EMPIRES, MIDDLE, WAR
from tests.web.visitor import HAND_HELD, SIDEWAYS, Visitor

Visit = Callable[..., Visitor]
POSITIONS: Final[dict[str, dict[str, Any]]] = {CARTA: MIDDLE, CIVILIZATION: EMPIRES}
OF_TWO: Final[dict[str, dict[str, Any]]] = {CARTA: MIDDLE | {"seats": MIDDLE["seats"][:2]}, CIVILIZATION: WAR}
ACTS: Final[dict[str, list[dict[str, Any]]]] = {
    CARTA: [{"type": "play", "card": "science-3"}, {"type": "end_turn"}],
    CIVILIZATION: [{"type": "attack", "seat": 1, "units": ["swordsman", "swordsman", "chariot", "catapult"]}],
}
"""What seat 0 does, until seat 1 is awaited: for its turn, or to defend itself."""
CUT: Final = """
(place) => [...document.querySelectorAll(place)]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map((each) => each.textContent)
"""
"""What of a place is not seen whole."""


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


@pytest.mark.parametrize("game", ACTS)
@pytest.mark.parametrize(
    ("way", "language", "told"),
    [
        ({}, "en", "their turn came 3 hours ago"),
        (HAND_HELD, "ru", "ход перешёл 3 часа назад"),
        (HAND_HELD, "uk", "хід перейшов 3 години тому"),
        (SIDEWAYS, "ko", "차례 시작: 3시간 전"),
    ],
    ids=["desktop-en", "phone-ru", "phone-uk", "sideways-ko"],
)
def test_it_is_said_how_long_ago_the_turn_came_of_somebody_who_lets_others_wait(
    visit: Visit, served: str, game: str, way: dict[str, Any], language: str, told: str
) -> None:
    table = Table.of(served, 2, game=game, edition=None, position=OF_TWO[game])
    for action in ACTS[game]:
        table.act(0, action)
    assert table.see()["to_act"] == [1]
    waiting = visit(table.players[0].token, **way)
    waiting.page.clock.install()
    waiting.goes(f"/play?lang={language}#/game/{table.game}")
    expect(waiting.find(".status h2")).to_be_visible()
    expect(waiting.find(".log .ply").first).to_be_attached()
    expect(waiting.find(".status em")).to_have_count(0)
    # From then on no answer tells the page what time it is at the service.
    waiting.context.set_offline(True)
    waiting.page.clock.fast_forward("03:00:00")
    said = waiting.find(".status em")
    expect(said).to_be_visible()
    expect(said).to_contain_text(told)
    assert waiting.asks(CUT, ".status h2 > span, .mathead") == []


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
