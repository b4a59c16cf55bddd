"""Pictures of every page, desktop and phone, light and dark, in four languages: `make pictures` → `build/pictures/`."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from cartulary.catalogue import CATALOGUE
from tests.service.client import Player
from tests.web.site import OPEN_TO_ALL, pages_of
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]
FOLDER: Final = Path(__file__).parents[2] / "build" / "pictures"
NAMES: Final = ("Nora", "Ada", "Boris")
LOOKS: Final = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": HAND_HELD,
}
COVER: Final = {"width": 600, "height": 315}
BARE: Final = """
(lid, {width, height}) => {
  lid.querySelector('small').remove();
  const size = {width: `${width}px`, height: `${height}px`};
  Object.assign(lid.style, size, {position: 'fixed', inset: '0 auto auto 0', zIndex: 99});
  document.body.append(lid);
}
"""
"""Lays a lid over the page, without its motto, which is in one language."""
AT_REST: Final = 1_000
"""Milliseconds until all has been read, and cards lie still."""


@pytest.fixture(scope="module")
def players(served: str) -> tuple[Player, ...]:
    return tuple(Player(served, name) for name in NAMES)


@pytest.fixture(scope="module")
def pages(players: tuple[Player, ...]) -> dict[str, str]:
    """The address of each page."""
    return pages_of(players)


@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", LOOKS)
def test_pictures(
    visit: Visit, players: tuple[Player, ...], pages: dict[str, str], size: str, scheme: str, language: str
) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, path in pages.items():
        visitor = visit(None if name in OPEN_TO_ALL else players[0].token, color_scheme=scheme, **LOOKS[size])
        address, _, fragment = path.partition("#")
        query = f"{address}{'&' if '?' in address else '?'}lang={language}"
        visitor.goes(f"{query}#{fragment}" if fragment else query)
        visitor.page.wait_for_timeout(AT_REST)
        visitor.page.screenshot(path=FOLDER / f"{name}-{size}-{scheme}-{language}.png")


def test_covers(visit: Visit) -> None:
    """The lid of each box, of the size that previews of links have: `play/covers/`, once their colours are reduced."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    visitor = visit(viewport={"width": 1440, "height": 900}, device_scale_factor=2).goes("/play?lang=en")
    # Laid on top, a lid is the last one.
    for game in CATALOGUE:
        lid = visitor.find(".lid").first
        lid.evaluate(BARE, COVER)
        lid = visitor.find("body > .lid").last
        visitor.page.wait_for_timeout(AT_REST)
        lid.screenshot(path=FOLDER / f"{game}.png")
