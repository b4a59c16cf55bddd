"""Choosing at the table: what can be touched, whose it is, and what it would do, before it is done."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import Table
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
