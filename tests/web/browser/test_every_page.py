"""What every page of the site promises, whatever it shows."""

from collections.abc import Callable
from typing import Any

import pytest
import requests

from tests.patience import PATIENCE
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


@pytest.mark.parametrize("path", ["/nothing", "/docs/guide/nothing"])
@pytest.mark.parametrize(("locale", "said"), [("en-US", "nothing here"), ("ru-RU", "ничего нет")])
def test_an_address_where_there_is_nothing_says_so_and_leads_home(
    visit: Visit, path: str, locale: str, said: str
) -> None:
    lost = visit(locale=locale)
    lost.page.goto(lost.base + path)
    lost.sees(said, "h1")
    assert lost.obstacles() == []
    lost.find("main a").click()
    lost.page.wait_for_url(lost.base + "/play")


def test_a_program_is_told_of_nothing_by_a_problem(served: str) -> None:
    answer = requests.get(
        f"{served}/nothing", headers={"Accept": "application/json, text/html;q=0.5"}, timeout=PATIENCE
    )
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
