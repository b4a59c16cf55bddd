"""Positions in which something is about to happen."""

from typing import Any, Final

LAST_CARD: Final[dict[str, Any]] = {
    "turn": 9,
    "active": 0,
    "first": 0,
    "step": "play",
    "deck": ["culture-2"] * 4,
    "discard": {"science-1": 1},
    "seats": [
        {"hand": {"military-2": 1, "religion-1": 1}, "area": {"military-1": 7}, "democracy": {}, "embargo": {}},
        {"hand": {"economy-1": 1}, "area": {"science-1": 2}, "democracy": {}, "embargo": {}},
    ],
}
"""One card of Military, and seat 0 has won."""
SEVERAL_LIMITS: Final[dict[str, Any]] = LAST_CARD | {
    "step": "effects",
    "deck": ["science-2"] * 8,
    "seats": [
        {"hand": {"military-2": 1}, "area": {"religion-1": 5}, "democracy": {}, "embargo": {}},
        {"hand": {"economy-1": 1}, "area": {"science-1": 2}, "democracy": {}, "embargo": {}},
    ],
}
"""Seat 0 may draw up to seven, five or three cards."""
PLOT: Final = {"terrain": "coast", "population": 1, "buildings": []}
EMPIRE: Final = {"hand": {}, "plots": [PLOT], "protected": 0, "technologies": []}
LAST_TECHNOLOGY: Final[dict[str, Any]] = {
    "turn": 1,
    "active": 0,
    "dealer": 0,
    "step": "buy",
    "deck": [],
    "discard": {},
    "plots": {"deck": [], "open": ["hills", "river", "forest"]},
    "technologies": {"deck": [], "open": ["mining"]},
    "seats": [
        EMPIRE | {"resources": {"commerce": 12, "food": 0, "production": 0}},
        EMPIRE | {"resources": {"commerce": 0, "food": 0, "production": 0}},
    ],
}
"""Mining, and nothing is left to buy."""
PEOPLED: Final[dict[str, Any]] = {"terrain": "river", "population": 2, "buildings": ["walls"]}
OPEN: Final[dict[str, Any]] = {"terrain": "forest", "population": 2, "buildings": ["temple"]}
WAR: Final[dict[str, Any]] = {
    "turn": 3,
    "active": 0,
    "dealer": 0,
    "step": "buy",
    "deck": ["food-2", "production-2", "commerce-2"] * 4,
    "discard": {},
    "plots": {"deck": [], "open": ["hills"]},
    "technologies": {"deck": [], "open": ["mining", "sailing"]},
    "seats": [
        {
            "hand": {"swordsman": 2, "chariot": 1, "catapult": 1},
            "plots": [
                {"terrain": "coast", "population": 1, "buildings": []},
                {"terrain": "hills", "population": 1, "buildings": []},
            ],
            "technologies": [],
            "protected": 0,
        },
        {"hand": {"archer": 1, "axeman": 1}, "plots": [PEOPLED, PEOPLED, OPEN], "technologies": [], "protected": 0},
    ],
}
"""Seat 0 can attack with everything; seat 1 has walls twice, units that can defend, and something to lose."""
