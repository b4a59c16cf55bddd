"""The lids of the boxes on the start page at every size of a window: the title is free, and cards stand in a row."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
WINDOWS: Final = [
    *((320, 480), (360, 640), (390, 844), (480, 320), (600, 960), (740, 360), (800, 600), (844, 390), (932, 430)),
    *((1024, 600), (1024, 768), (1180, 820), (1440, 900)),
]
OUT_OF_PLACE: Final = """
() => [...document.querySelectorAll('.box .lid')].flatMap((lid) => {
    const edge = lid.getBoundingClientRect();
    const cards = [...lid.querySelectorAll('.card')].filter((each) => each.checkVisibility())
        .map((each) => each.getBoundingClientRect());
    const words = document.createRange();
    words.selectNodeContents(lid.querySelector('h2'));
    const lines = [...words.getClientRects()];
    const tops = cards.map(({top}) => top);
    return [
        ['covers the title', cards.some((card) => lines.some((line) =>
            card.left < line.right && card.right > line.left && card.top < line.bottom))],
        ['is cut', cards.some(({left, right}) => left < edge.left - 1 || right > edge.right + 1)],
        ['in another row', Math.max(...tops) - Math.min(...tops) > cards[0].height / 2],
    ].filter(([, isSo]) => isSo).map(([what]) => what);
})
"""
"""What is wrong with the cards on the lids."""
PARTED: Final = r"""
() => [...document.querySelectorAll('.lid .says')].flatMap(({firstChild: text}) =>
    [...text.data.matchAll(/\p{L}+/gu)].filter(({0: word, index}) => {
        const letters = document.createRange();
        letters.setStart(text, index);
        letters.setEnd(text, index + word.length);
        return new Set([...letters.getClientRects()].map(({top}) => Math.round(top))).size > 1;
    }).map(([word]) => word))
"""
"""Words of cards on the lids that end in another line than they begin in."""


@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_cards_on_a_lid_stand_in_one_row_under_its_title(visit: Visit, language: str) -> None:
    newcomer = visit().goes(f"/play?lang={language}")
    expect(newcomer.find(".box .lid .card")).to_have_count(10)
    wrong = {}
    for width, height in WINDOWS:
        newcomer.page.set_viewport_size({"width": width, "height": height})
        wrong[width, height] = newcomer.asks(OUT_OF_PLACE)
    assert {size: found for size, found in wrong.items() if found} == {}


def test_words_of_cards_on_a_lid_do_not_break(visit: Visit) -> None:
    newcomer = visit(viewport={"width": 1280, "height": 800}).goes("/play?lang=en")
    expect(newcomer.find(".lid .says")).to_have_count(4)
    assert newcomer.asks(PARTED) == []
