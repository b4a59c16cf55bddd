"""Names of players as targets and as addresses, and what an effect says that it needs."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import Player, Table
from tests.web.positions import MIDDLE
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
LOW_LINKS: Final = """
() => [...document.querySelectorAll('.player-link')].filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect().height).filter((height) => height < 24)
"""
"""Heights of names that are too low to be touched."""


def leading(seat: int) -> dict[str, Any]:
    """Return a position in which a seat has the most Culture."""
    seats = [each | {"area": {"culture-2": 2 if place == seat else 1}} for place, each in enumerate(MIDDLE["seats"])]
    return MIDDLE | {"deck": ["science-3"], "seats": seats, "culture_token": None}


def test_inspiration_says_whether_its_owner_has_the_most_culture(visit: Visit, served: str) -> None:
    players = [Player(served, name) for name in ("Nora", "Ada", "Boris")]
    for leader, said in ((0, "Has the most Culture"), (1, "Needs the most Culture")):
        table = Table.of(served, 3, players, position=leading(leader))
        nora = visit(players[0].token).goes(f"/play#/game/{table.game}")
        expect(nora.keyed("effect:inspiration")).to_contain_text(said)
        expect(nora.keyed("effect:inspiration")).to_have_accessible_name(f"Inspiration. {said}")


def test_names_that_lead_to_a_player_are_high_enough_to_be_touched(visit: Visit, served: str) -> None:
    nora = Player(served, "Nora")
    table = Table.of(served, 2, [nora, Player(served, "Ada")])
    over = Table.of(served, 2, [nora, Player(served, "Ada")])
    over.act(0, {"type": "resign"})
    page = visit(nora.token)
    for path in (f"/play#/game/{table.game}", "/play", f"/replay?game={over.game}", f"/play#/game/{nora.new_game()}"):
        page.goes(path)
        assert page.page.evaluate(LOW_LINKS) == [], path
    page.goes(f"/play#/game/{table.game}")
    expect(page.find(".player-link").first).to_be_visible()


def test_somebody_without_a_game_in_common_acts_for_one_by_their_handle(visit: Visit, served: str) -> None:
    nora, cid = Player(served, "Nora"), Player(served, "Cid")
    page = visit(nora.token).goes("/play#/me")
    handle = page.find("[name=delegate-handle]")
    handle.fill("@nobody-has-this")
    page.keyed("delegate-now").click()
    page.sees("There is no player @nobody-has-this.")
    handle.fill(f"@{cid.handle}")
    page.keyed("delegate-now").click()
    page.sees(f"@{cid.handle}", "[aria-labelledby=away] .rows")
    assert page.find("[aria-labelledby=away]").get_by_text("number").count() == 0


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_field_that_takes_no_more_letters_says_so(visit: Visit, language: str) -> None:
    said = {"en": "At most 40 letters.", "ko": "최대 40자까지 쓸 수 있습니다."}[language]
    visitor = visit(None, locale=language).goes("/play")
    name = visitor.find("input[name=name]").first
    name.press_sequentially("A" * 39)
    expect(visitor.find(".full")).to_have_count(0)
    name.press_sequentially("AA")
    expect(name).to_have_value("A" * 40)
    visitor.sees(said, ".full")
    name.press("Backspace")
    expect(visitor.find(".full")).to_have_count(0)
