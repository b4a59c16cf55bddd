"""The clock is said before one sits down; then each player's time stands at their name, and warns before it is over."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CARTA, CIVILIZATION, Player, Table, body_of
from tests.web.positions import EMPIRES, MIDDLE
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]
POSITIONS: Final[dict[str, dict[str, Any]]] = {CARTA: MIDDLE, CIVILIZATION: EMPIRES}
GAMES: Final = pytest.mark.parametrize("game", POSITIONS)
RUNS: Final = re.compile(r"^9:[0-5]\d")
CHANGES: Final = "(before) => document.querySelector('.rival .time.runs').textContent !== before"
"""Whether the time of the rival who is awaited shows something else than before."""


def table_with_clock(base: str, game: str, seconds: int) -> Table:
    clock = {"kind": "bank", "seconds": seconds, "on_expiry": "claim"}
    return Table.of(base, 3, game=game, edition=None, position=POSITIONS[game], clock=clock)


@GAMES
@pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])
def test_the_time_of_each_player_is_seen_at_the_name_in_minutes_and_seconds(
    visit: Visit, served: str, game: str, way: dict[str, Any]
) -> None:
    table = table_with_clock(served, game, 600)
    (awaited,) = table.see()["to_act"]
    reader = (awaited + 1) % 3
    nora = visit(table.players[reader].token, **way, locale="uk").goes(f"/play?lang=uk#/game/{table.game}")
    runs = nora.find(f".rival [data-time-of='{awaited}'] > span[aria-hidden]")
    expect(runs).to_be_visible()
    expect(runs).to_have_text(RUNS)
    waits = nora.find(f".rival [data-time-of='{(awaited + 2) % 3}'] > span[aria-hidden]")
    expect(waits).to_have_text("10:00")
    own = nora.find(f"[data-time-of='{reader}']:visible")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("10:00")
    expect(nora.find(".time:visible")).to_have_count(3)
    nora.awaits(CHANGES, nora.find(".rival .time.runs").text_content())
    expect(runs).to_have_text(RUNS)


@GAMES
def test_somebody_who_looks_on_sees_the_time_of_each_player(visit: Visit, served: str, game: str) -> None:
    table = table_with_clock(served, game, 600)
    onlooker = visit().goes(f"/play#/game/{table.game}")
    expect(onlooker.find(".seat .time:visible")).to_have_count(3)
    expect(onlooker.find(".seat .time.runs")).to_have_count(1)


def test_a_time_of_less_than_a_minute_warns_by_a_sign_too(visit: Visit, served: str) -> None:
    for seconds, warned in ((50, 3), (600, 0)):
        table = table_with_clock(served, CARTA, seconds)
        nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
        expect(nora.find(".time:visible")).to_have_count(3)
        expect(nora.find(".time.low:visible").filter(has_text="!")).to_have_count(warned)


def test_in_a_slow_game_the_last_hour_warns(visit: Visit, served: str) -> None:
    table = table_with_clock(served, CARTA, 14_400)
    (awaited,) = table.see()["to_act"]
    nora = visit(table.players[awaited].token).goes(f"/play#/game/{table.game}")
    expect(nora.find(".time.low")).to_have_count(0)
    nora.page.clock.install()
    nora.goes(f"/play#/game/{table.game}")
    # An answer that came later would tell the page the service's time.
    nora.page.route("**/v1/**", lambda _held: None)
    nora.page.clock.fast_forward("03:30:00")
    expect(nora.find(".me .time.low").filter(has_text="!")).to_be_visible()


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        ({"kind": "bank", "seconds": 600}, "10 minutes each for the whole game. When time runs out: "),
        (
            {"kind": "bank", "seconds": 7_200, "increment": 3_600, "on_expiry": "bot"},
            "2 hours each for the whole game, and 1 hour more after each action. When time runs out: a bot plays on.",
        ),
        ({"kind": "turn", "seconds": 86_400}, "1 day for each turn."),
        (
            {"kind": "turn", "seconds": 86_400, "window": {"zone": "Europe/Kyiv", "begins": "22:00", "ends": "08:00"}},
            "1 day for each turn. Time passes only from 22:00 until 08:00 (Europe/Kyiv), every day. When time runs out",
        ),
        (
            {
                "kind": "turn",
                "seconds": 60,
                "window": {"zone": "UTC", "begins": "08:00", "ends": "22:00", "days": ["sat", "sun"]},
            },
            "Time passes only from 08:00 until 22:00 (UTC), Sat and Sun.",
        ),
        (None, "No clock"),
    ],
)
def test_the_clock_is_said_in_words_before_one_sits_down(
    visit: Visit, served: str, clock: dict[str, Any] | None, said: str
) -> None:
    host, guest = Player(served, "Host"), Player(served, "Guest")
    game = host.new_game(clock=clock)
    body_of(host.sit(game, seat=0), 201)
    visit().goes(f"/play#/game/{game}").sees(said, ".invitation .facts")
    visit(host.token).goes(f"/play#/game/{game}").sees(said, ".board .clock-fact")
    visit(guest.token, **HAND_HELD).goes(f"/play#/game/{game}").sees(said, ".clock-fact")
    body_of(guest.sit(game, seat=1), 201)
    if clock is not None:
        playing = visit(host.token).goes(f"/play#/game/{game}")
        playing.keyed("menu").click()
        playing.keyed("clocks").locator("summary").click()
        playing.sees(said, ".clocks")


@GAMES
def test_who_resigns_keeps_the_time_that_was_left_and_the_hand(visit: Visit, served: str, game: str) -> None:
    position = POSITIONS[game] | {"seats": POSITIONS[game]["seats"][:2]}
    table = Table.of(served, 2, game=game, edition=None, position=position, clock={"kind": "bank", "seconds": 600})
    (awaited,) = table.see()["to_act"]
    nora = visit(table.players[awaited].token).goes(f"/play#/game/{table.game}")
    own, cards = nora.find(".me .time > span[aria-hidden]"), nora.find(".fan .card").count()
    expect(own).to_have_text(RUNS)
    table.act(awaited, {"type": "resign"})
    expect(nora.find(".banner.win")).to_be_visible()
    expect(own).to_have_text(RUNS)
    expect(nora.find(".fan .card")).to_have_count(cards)
    nora.page.reload()
    expect(nora.find(".banner.win")).to_be_visible()
    expect(own).to_have_text(RUNS)
    assert cards > 0


def test_a_replay_shows_no_time_of_the_end_at_an_earlier_move(visit: Visit, served: str) -> None:
    table = table_with_clock(served, CARTA, 600)
    for seat in (0, 1):
        table.act(seat, {"type": "resign"})
    reader = visit().goes(f"/replay?game={table.game}&version=1&spoilers=yes")
    expect(reader.find(".seat").first).to_be_visible()
    expect(reader.find(".seat .time")).to_have_count(0)
    reader.page.keyboard.press("End")
    expect(reader.find(".seat .time").first).to_be_visible()
