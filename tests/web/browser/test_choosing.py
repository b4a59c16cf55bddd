"""Choosing at the table: what can be touched, whose it is, and what it would do, before it is done."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CIVILIZATION, Table
from tests.web.positions import RAID
from tests.web.visitor import HAND_HELD, SIDEWAYS, Visitor

Visit = Callable[..., Visitor]
SCREENS: Final = pytest.mark.parametrize("way", [{}, HAND_HELD, SIDEWAYS], ids=["wide", "upright", "sideways"])
OUTLINES_THAT_MEET: Final = r"""
() => {
    const outer = /0px 0px 0px ([\d.]+)px(?! inset)/g;
    const reach = ({boxShadow}) => [...boxShadow.matchAll(outer)].map(([, spread]) => Number(spread));
    const outlines = [...document.querySelectorAll('.lane.target, .tower.target')].map((each) => {
        const {left, right, top, bottom} = each.getBoundingClientRect();
        const out = Math.max(0, ...reach(getComputedStyle(each)), ...reach(getComputedStyle(each, '::after')));
        return [each.dataset.key, left - out, right + out, top - out, bottom + out];
    });
    return outlines.flatMap(([key, left, right, top, bottom], nth) => outlines.slice(nth + 1)
        .filter(([, l, r, t, b]) => left < r && l < right && top < b && t < bottom)
        .map(([other]) => `${key} ${other}`));
}
"""
"""Pairs of spheres to choose from whose outlines lie on each other."""
SMALL_TARGETS: Final = """
() => [...document.querySelectorAll('button.target')].map((each) => [each.dataset.key, each.getBoundingClientRect()])
    .filter(([, {width, height}]) => width < 44 || height < 44).map(([key]) => key)
"""


def raider(visit: Visit, served: str, **way: Any) -> Visitor:
    """Who may use effects, at the table."""
    table = Table.of(served, position=RAID)
    return visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")


@SCREENS
@pytest.mark.parametrize("effect", ["embargo", "democracy"])
def test_spheres_to_choose_from_keep_apart_and_own_ones_are_marked(
    visit: Visit, served: str, way: dict[str, Any], effect: str
) -> None:
    nora = raider(visit, served, **way)
    nora.keyed(f"effect:{effect}").last.click()
    expect(nora.find(".tower.target")).to_have_count(2)
    own = nora.find(".lane.target.mine .aim")
    assert own.count() == nora.find(".lane.target").count() > 1
    assert set(own.all_inner_texts()) == {"you"}
    assert nora.asks(OUTLINES_THAT_MEET) == []
    assert nora.obstacles() == []


@pytest.mark.parametrize("effect", ["embargo", "democracy", "attack"])
def test_a_finger_has_room_on_a_sphere_that_is_chosen(visit: Visit, served: str, effect: str) -> None:
    nora = raider(visit, served, **HAND_HELD)
    before = nora.find(".lanes").bounding_box()
    nora.keyed(f"effect:{effect}").last.click()
    expect(nora.find(".lane.target").first).to_be_visible()
    assert nora.asks(SMALL_TARGETS) == []
    assert nora.find(".lanes").bounding_box() == before


@SCREENS
def test_a_plot_that_alone_is_left_is_chosen_by_itself(visit: Visit, served: str, way: dict[str, Any]) -> None:
    table = Table.of(served, game=CIVILIZATION, edition=None)
    (first,) = table.see()["to_act"]
    table.act(first, table.legal(first)[0])
    (last,) = table.see()["to_act"]
    assert len(table.legal(last)) == 1
    owned = len(table.see()["state"]["seats"][last]["plots"])
    nora = visit(table.players[last].token, **way).goes(f"/play#/game/{table.game}")
    expect(nora.find(".stall [aria-pressed=true]")).to_have_count(1)
    expect(nora.keyed("put-back")).to_have_count(0)
    nora.keyed("go").click()
    expect(nora.find(".lands .land")).to_have_count(owned + 1)


def test_nothing_is_put_back_before_anything_is_chosen(visit: Visit, served: str) -> None:
    table = Table.of(served, game=CIVILIZATION, edition=None)
    while table.see()["state"]["step"] == "plots":
        (seat,) = table.see()["to_act"]
        table.act(seat, table.legal(seat)[0])
    (seat,) = table.see()["to_act"]
    nora = visit(table.players[seat].token).goes(f"/play#/game/{table.game}")
    nora.sees("Discard 2 cards", "[data-key=go]")
    expect(nora.keyed("put-back")).to_have_count(0)
    nora.find(".hand .card.can").first.click(position={"x": 12, "y": 30})
    nora.keyed("put-back").click()
    expect(nora.keyed("put-back")).to_have_count(0)


@pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["wide", "upright"])
def test_an_effect_says_what_it_would_change_before_it_is_used(visit: Visit, served: str, way: dict[str, Any]) -> None:
    nora = raider(visit, served, **way)
    place = ".tray" if way else ".doing .hint"
    nora.keyed("effect:attack").last.click()
    nora.find(".lane.science .aim").click()
    nora.sees("Military: 5 → 4, Science: 2 → 1. Player 1 – Science: 2 → 1.", place)
    nora.keyed("put-back").click()
    nora.keyed("effect:attack").last.click()
    nora.find(".lane.religion .aim").click()
    nora.sees("Religion: 2 → 1. Player 1 – Religion: 0 → 0. This affects nobody but you.", place)
    nora.keyed("put-back").click()
    nora.keyed("effect:inquisition").last.click()
    nora.sees("Religion: 2 → 1, Hand: 3 → 6. Player 1 – Hand: 3 → 0.", place)


def test_looking_ahead_at_an_effect_counts_the_cards_before_and_after(visit: Visit, served: str) -> None:
    nora = raider(visit, served)
    nora.prefers_to_look_ahead()
    nora.keyed("effect:embargo").last.click()
    nora.keyed("tower:1:culture").click()
    nora.keyed("go").click()
    nora.sees("Economy: 4 → 3", ".preview .change")
    expect(nora.find(".preview .change").filter(has_text="nobody but you")).to_have_count(0)
    nora.keyed("cancel").click()
    nora.keyed("put-back").click()
    nora.keyed("effect:embargo").last.click()
    nora.find(".lane.utopia .aim").click()
    nora.keyed("go").click()
    nora.sees("This affects nobody but you.", ".preview .change")
    assert nora.obstacles() == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"step": "play"}, "usable once you have played a card"),
        ({}, "nothing to use it on now"),
        ({"active": 1}, "usable in your own turn"),
    ],
    ids=["play", "effects", "of-others"],
)
def test_inspiration_says_why_it_cannot_be_used_now(
    visit: Visit, served: str, change: dict[str, Any], why: str
) -> None:
    nora, ada = RAID["seats"]
    leading = nora | {"area": nora["area"] | {"culture-1": 3}}
    seats = [leading, ada | {"area": {"science-1": 1}}]
    table = Table.of(served, position=RAID | {"seats": seats} | change)
    reader = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    reader.keyed("effect:inspiration").click()
    reader.sees(why, ".zoom")


def test_the_menu_begins_with_help_and_ends_with_resigning(visit: Visit, served: str) -> None:
    nora = raider(visit, served, **HAND_HELD)
    nora.keyed("menu").click()
    groups = nora.find(".menu > section:visible")
    expect(groups).to_have_count(5)
    expect(groups.first.locator("[data-key=how-to-play]")).to_be_visible()
    expect(groups.last.locator("button").last).to_have_text("Resign …")
    assert nora.obstacles() == []
