"""Who reads the page in another language than English meets no English sentence where something is refused."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.service.client import CIVILIZATION, Player, Table, body_of
from tests.web.positions import EMPIRES, MIDDLE
from tests.web.visitor import Visitor, refuse_posts

Visit = Callable[..., Visitor]
LOCALES: Final = pytest.mark.parametrize("locale", ["ru-RU", "uk-UA", "ko-KR"])
ENGLISH: Final = re.compile(r"[A-Za-z]{2,}")


def is_said(place: Locator, number: int = 1) -> None:
    """Wait until something is said there so often, and none of it in English."""
    expect(place).to_have_count(number)
    for each in place.all():
        expect(each).not_to_be_empty()
        assert not ENGLISH.search(each.text_content() or ""), each.text_content()


@LOCALES
def test_a_card_that_cannot_be_used_says_why_in_the_readers_language(visit: Visit, served: str, locale: str) -> None:
    civilization = Table.of(served, 3, game=CIVILIZATION, edition=None, position=EMPIRES)
    carta = Table.of(served, 3, position=MIDDLE)
    for table, cards in ((civilization, 4), (carta, 1)):
        reader = visit(table.players[0].token, locale=locale).goes(f"/play#/game/{table.game}")
        is_said(reader.find(".why"), cards)


@LOCALES
def test_a_refused_action_says_why_in_the_readers_language(visit: Visit, served: str, locale: str) -> None:
    table = Table.of(served, 2)
    reader = visit(table.players[0].token, locale=locale).goes(f"/play#/game/{table.game}")
    reader.keyed("menu").click()
    reader.find("[data-key=endings] summary").click()
    table.act(0, {"type": "agree_end", "how": "draw"})
    reader.keyed("end:draw").click()
    reader.agrees()
    is_said(reader.find("[role=alert] .notice"))


@LOCALES
def test_for_whom_a_seat_is_kept_is_said_in_the_readers_language_where_no_button_is(
    visit: Visit, served: str, locale: str
) -> None:
    table = Table.of(served, 2, [Player(served, "Ада"), Player(served, "Борис")])
    table.act(0, {"type": "resign"})
    rematch = body_of(table.players[0].post(f"/games/{table.game}/rematch"), 201)["id"]
    reader = visit(Player(served, "Late").token, locale=locale).goes(f"/play#/game/{rematch}")
    is_said(reader.find(".places li"), 2)
    expect(reader.find(".places li").nth(1)).to_contain_text("Борис")
    expect(reader.keyed("sit:")).to_have_count(0)


@LOCALES
def test_an_order_that_ends_says_why_in_the_readers_language(visit: Visit, served: str, locale: str) -> None:
    table = Table.of(served, 2)
    reader = visit(table.players[0].token, locale=locale).goes(f"/play#/game/{table.game}")
    reader.keyed("menu").click()
    reader.keyed("orders").locator("summary").click()
    reader.find("[name=order-kind]").select_option("end_turn")
    reader.keyed("give-order").click()
    reader.keyed("withdraw:").click()
    is_said(reader.find("[data-key=orders] .rows .hint"))


@LOCALES
def test_an_action_that_came_too_late_is_refused_in_the_readers_language(
    visit: Visit, served: str, locale: str
) -> None:
    table = Table.of(served, 3, position=MIDDLE)
    reader = visit(table.players[0].token, locale=locale).goes(f"/play#/game/{table.game}")
    reader.keyed("hand:science-3").click()
    refuse_posts(reader.page)
    reader.keyed("go").click()
    expect(reader.keyed("go")).to_have_count(0)
    table.act(0, {"type": "play", "card": "economy-3"})
    reader.page.unroute_all()
    is_said(reader.find("[role=alert] .notice"))
