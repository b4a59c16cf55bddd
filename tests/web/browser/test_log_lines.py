"""Lines of the log are sentences: cards in their case, numbers with the form of the word that goes with them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.cases import cases
from tests.service.client import CIVILIZATION, Player, Table
from tests.web.positions import EMPIRES, LAST_CARD
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]


@cases(
    ("language", "played", "drawn"),
    [
        ("en", "plays Economy I.", "draws 1 card."),
        ("ru", "разыгрывает Экономику I.", "берёт 1 карту."),
        ("uk", "грає Економіку I.", "бере 1 карту."),
        ("ko", "카드를 내려놓습니다: 경제 I.", "카드 1장을 뽑습니다."),
    ],
)
def test_the_log_tells_a_play_and_a_draw_as_the_language_does(
    visit: Visit, served: str, language: str, played: str, drawn: str
) -> None:
    hand = {"economy-1": 1, "religion-1": 2}
    seats = [{"hand": hand, "area": {}, "democracy": {}, "embargo": {}} for _ in range(2)]
    players = [Player(served, "Nora"), Player(served, "Ada")]
    table = Table.of(served, 2, players, position=LAST_CARD | {"active": 1, "first": 1, "seats": seats})
    table.act(1, {"type": "play", "card": "economy-1"})
    table.act(1, {"type": "end_turn"})
    nora = visit(players[0].token).goes(f"/play?lang={language}#/game/{table.game}")
    nora.sees(played, ".log")
    nora.sees(drawn, ".log")


def test_a_line_parts_what_others_have_done_since_ones_last_deed_and_nothing_else(visit: Visit, served: str) -> None:
    seats = [{"hand": {"economy-1": 2}, "area": {}, "democracy": {}, "embargo": {}} for _ in range(2)]
    players = [Player(served, "Nora"), Player(served, "Ada")]
    table = Table.of(served, 2, players, position=LAST_CARD | {"active": 0, "first": 0, "seats": seats})
    nora = visit(players[0].token).goes(f"/play#/game/{table.game}")
    nora.sees("Nora", ".log")
    expect(nora.find(".log .fresh")).to_have_count(0)
    table.act(0, {"type": "play", "card": "economy-1"})
    table.act(0, {"type": "end_turn"})
    table.act(1, {"type": "resign"})
    nora.sees("game is over", ".log")
    expect(nora.find(".log .fresh + .ply .whose")).to_contain_text("Ada")
    expect(nora.find(".log .ply:has(+ .fresh)")).to_contain_text("Nora")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sign_of_a_building_has_its_colours_on_a_ground_of_its_own(visit: Visit, served: str, scheme: str) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=EMPIRES | {"seats": EMPIRES["seats"][:2]})
    nora = visit(table.players[0].token, color_scheme=scheme).goes(f"/play#/game/{table.game}")
    for key in ("hand:granary:0", "plot:3", "go"):
        nora.keyed(key).first.click()
    sign = nora.find(".log p").filter(has_text="builds Granary").locator("svg.i")
    expect(sign).to_have_css("--p1", "#fff3dc")
    expect(sign).to_have_css("background-color", "rgb(176, 113, 58)")
