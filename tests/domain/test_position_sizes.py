"""A position with impossible counts is refused before as many cards are laid out."""

import tracemalloc
from typing import Any, Final

import pytest

from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria.cards import KINDS as CARTA_KINDS
from cartulary.games.carta_impera_victoria.cards import SPHERES
from cartulary.games.civilization_the_card_game.cards import KINDS as CIVILIZATION_KINDS
from cartulary.games.civilization_the_card_game.cards import RESOURCES
from cartulary.kernel.rejected import ImpossiblePosition
from tests.cases import cases

MANY: Final = 100_000
CARTA, CIVILIZATION = CATALOGUE.values()
LITTLE: Final = 1_000_000
"""Bytes; a hundred thousand items laid out take 800,000, and each zone names several kinds."""


def many(names: tuple[str, ...]) -> dict[str, int]:
    return dict.fromkeys(names, MANY)


def carta(**zones: dict[str, int]) -> dict[str, Any]:
    return {"active": 0, "first": 0, "step": "play", "seats": [zones, {}], "deck": ["utopia-3"]}


def civilization(**holdings: dict[str, int]) -> dict[str, Any]:
    seat = {"plots": [{"terrain": "coast"}]}
    market = {"technologies": {"open": ["mining"]}}
    return {"active": 0, "dealer": 1, "step": "buy", "seats": [seat | holdings, seat], **market}


@cases(
    ("game", "position"),
    [
        (CARTA, carta(hand=many(CARTA_KINDS))),
        (CARTA, carta(area=many(CARTA_KINDS))),
        (CARTA, carta() | {"discard": many(CARTA_KINDS)}),
        (CARTA, carta(democracy=many(SPHERES))),
        (CARTA, carta(embargo=many(SPHERES))),
        (CIVILIZATION, civilization(hand=many(CIVILIZATION_KINDS))),
        (CIVILIZATION, civilization(resources=many(RESOURCES))),
        (CIVILIZATION, civilization() | {"discard": many(CIVILIZATION_KINDS)}),
    ],
)
def test_impossible_counts_are_refused_at_little_cost(game: Any, position: dict[str, Any]) -> None:
    setup = game.setup(None, 2, {})
    game.begin_from(setup, carta() if game is CARTA else civilization())
    tracemalloc.start()
    try:
        with pytest.raises(ImpossiblePosition):
            game.begin_from(setup, position)
        assert tracemalloc.get_traced_memory()[1] < LITTLE
    finally:
        tracemalloc.stop()
