"""A whole game of each kind in Firefox, from the start page to its end, as somebody plays who just came by."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.service.client import CARTA, CIVILIZATION
from tests.web.browser.test_games_on_the_page import SOONEST
from tests.web.firefox import FIREFOX, Firefox, firefox
from tests.web.playing import acts

SEED: Final = 2026
TURN: Final = """
() => document.querySelector('.banner.win') ? 'over' : document.querySelector('.play-table .yours') ? 'yours' : false
"""
"""Whether a table shows that the game is over, or that its player is to act."""
CARDS: Final = """
() => [...document.querySelectorAll('.play-table .hand .card.can')].map((each) => `[data-key="${each.dataset.key}"]`)
"""
"""Selectors of the cards of a hand that are lit."""
PREFERRED: Final[dict[str, tuple[str, ...]]] = {CARTA: (), CIVILIZATION: SOONEST}


@pytest.fixture
def newcomer(tmp_path: Path) -> Iterator[Firefox]:
    if FIREFOX is None:
        pytest.skip("there is no Firefox here")
    with firefox(FIREFOX, tmp_path) as one:
        yield one


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_a_newcomer_plays_a_whole_game_against_a_bot_to_its_end(newcomer: Firefox, served: str, game: str) -> None:
    chance = Random(SEED)
    newcomer.goes(f"{served}/")
    newcomer.touches(f"quick:{game}")
    while newcomer.awaits(TURN) == "yours":
        cards = newcomer.asks(CARDS)
        acts(newcomer, *PREFERRED[game], *chance.sample(cards, len(cards)), touch=Firefox.touches)
    assert "wins (" in newcomer.asks("() => document.querySelector('.banner.win').textContent")
    assert not newcomer.complaints
