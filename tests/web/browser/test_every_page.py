"""What every page of the site promises, whatever it shows."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.service.client import Player
from tests.web.site import OPEN_TO_ALL, pages_of
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def players(served: str) -> tuple[Player, ...]:
    return tuple(Player(served, name) for name in ("Nora", "Ada", "Boris"))


@pytest.fixture(scope="module")
def pages(players: tuple[Player, ...]) -> dict[str, str]:
    return pages_of(players)


@pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])
def test_nothing_jumps_while_a_page_comes(
    visit: Visit, players: tuple[Player, ...], pages: dict[str, str], way: dict[str, Any]
) -> None:
    shifts = {
        name: visit(None if name in OPEN_TO_ALL else players[0].token, **way).goes(path).shift()
        for name, path in pages.items()
    }
    for path in ("/docs", "/docs/guide"):
        reader = visit(**way)
        reader.page.goto(reader.base + path, wait_until="networkidle")
        shifts[path] = reader.shift()
    assert {name: shift for name, shift in shifts.items() if shift >= 0.05} == {}
