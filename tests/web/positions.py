"""Positions in which something is about to happen."""

from typing import Any, Final

MIDDLE: Final[dict[str, Any]] = {
    "turn": 31,
    "active": 0,
    "first": 0,
    "step": "play",
    "deck": ["science-3", "culture-3", "economy-3", "military-3", "science-3", "religion-2"],
    "discard": {"military-2": 1, "science-1": 1, "religion-1": 2},
    "culture_token": {"seat": 1, "on": {"seat": 0, "sphere": "science"}},
    "seats": [
        {
            "hand": {"military-2": 1, "economy-3": 1, "science-3": 1, "culture-3": 1, "utopia-3": 1},
            "area": {"military-1": 2, "military-2": 1, "religion-1": 1, "religion-2": 2, "economy-2": 1}
            | {"science-1": 2, "science-2": 2, "culture-2": 1, "culture-3": 1, "utopia-3": 1},
            "democracy": {"science": 1},
            "embargo": {"culture": 1},
        },
        {
            "hand": {"religion-2": 1, "science-3": 1, "economy-3": 1},
            "area": {"economy-1": 3, "economy-2": 2, "economy-3": 1, "science-1": 1, "science-2": 1}
            | {"culture-1": 3, "culture-2": 1, "utopia-3": 1},
            "democracy": {},
            "embargo": {},
        },
        {
            "hand": {"military-3": 2, "economy-2": 1, "religion-2": 1, "utopia-3": 1},
            "area": {"military-1": 3, "religion-1": 2, "religion-2": 1, "economy-1": 1, "culture-1": 1, "utopia-3": 4},
            "democracy": {},
            "embargo": {},
        },
    ],
}
"""A table of three in the middle of a game; the first is to play a card."""

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
EMPTY_HAND_SOON: Final[dict[str, Any]] = LAST_CARD | {
    "seats": [
        {"hand": {"military-2": 1}, "area": {"military-1": 4}, "democracy": {}, "embargo": {}},
        {"hand": {"economy-1": 1}, "area": {"economy-1": 3, "economy-2": 1}, "democracy": {}, "embargo": {}},
    ],
}
"""Seat 0 plays its last card; its effect would discard one of the hand."""
SEVERAL_LIMITS: Final[dict[str, Any]] = LAST_CARD | {
    "step": "effects",
    "deck": ["science-2"] * 8,
    "seats": [
        {"hand": {"military-2": 1}, "area": {"religion-1": 5}, "democracy": {}, "embargo": {}},
        {"hand": {"economy-1": 1}, "area": {"science-1": 2}, "democracy": {}, "embargo": {}},
    ],
}
"""Seat 0 may draw up to seven, five or three cards."""
RAID: Final[dict[str, Any]] = LAST_CARD | {
    "step": "effects",
    "deck": ["culture-2"] * 3 + ["culture-3"] * 3,
    "seats": [
        {
            "hand": {"military-2": 1, "religion-1": 1, "science-2": 1},
            "area": {"military-1": 4, "military-2": 1, "economy-1": 3, "economy-2": 1, "religion-1": 2}
            | {"science-1": 2, "utopia-3": 1},
            "democracy": {},
            "embargo": {},
        },
        {
            "hand": {"economy-1": 1, "science-3": 2},
            "area": {"science-1": 1, "science-2": 1, "culture-1": 2},
            "democracy": {},
            "embargo": {},
        },
    ],
}
"""Seat 0 may use effects on spheres of its own and on two of seat 1."""
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


def plot(terrain: str, population: int = 0, *buildings: str) -> dict[str, Any]:
    """A plot with who lives there and what stands on it."""
    return {"terrain": terrain, "population": population, "buildings": [*buildings]}


EMPIRES: Final[dict[str, Any]] = {
    "turn": 14,
    "active": 0,
    "dealer": 0,
    "step": "buy",
    "deck": ["archer", "food-2", "axeman", "market", "production-2", "commerce-2", "swordsman", "catapult"],
    "discard": {"spearman": 2, "food-2": 1},
    "plots": {"deck": ["forest", "coast"], "open": ["river", "grassland", "hills"]},
    "technologies": {
        "deck": ["monotheism", "masonry", "sailing", "pottery", "engineering", "astronomy"],
        "open": ["mathematics", "currency", "code_of_laws"],
    },
    "seats": [
        {
            "hand": {"walls": 1, "granary": 1, "colossus": 1, "commerce-3": 1, "red-2": 1, "archer": 1, "chariot": 1},
            "plots": [
                *(plot("mountains", 1, "forge"), plot("coast", 1, "library"), plot("hills", 0, "colosseum")),
                *(plot("grassland", 1), plot("forest")),
            ],
            "technologies": ["iron_working", "writing"],
            "protected": 0,
            "resources": {"food": 4, "production": 9, "commerce": 11},
        },
        {
            "hand": {"archer": 2, "axeman": 2, "food-3": 2},
            "plots": [
                *(plot("coast", 1, "market"), plot("river", 1, "great_library"), plot("grassland", 1)),
                plot("hills", 0, "walls"),
            ],
            "technologies": ["literature", "mining", "the_wheel"],
            "protected": 0,
            "resources": {"food": 2, "production": 3, "commerce": 4},
        },
        {
            "hand": {"spearman": 3, "temple": 2, "catapult": 1},
            "plots": [
                *(plot("grassland", 2, "granary"), plot("mountains", 1, "pyramids"), plot("forest", 0, "barracks")),
                *(plot("hills", 1), plot("coast")),
            ],
            "technologies": ["agriculture"],
            "protected": 0,
            "resources": {"food": 5, "production": 1, "commerce": 2},
        },
    ],
}
"""Three empires in the middle of a game; seat 0 may buy, build, use cards and attack."""
CROWD: Final[dict[str, Any]] = EMPIRES | {
    "deck": [],
    "discard": {},
    "seats": [
        EMPIRES["seats"][0]
        | {
            "hand": {"archer": 7, "axeman": 6, "spearman": 5, "swordsman": 5, "chariot": 7}
            | {"food-2": 4, "commerce-2": 5, "production-2": 5}
        },
        *(each | {"hand": {}} for each in EMPIRES["seats"][1:]),
    ],
}
"""The same with 44 cards in the hand of seat 0."""
SPRAWL: Final[dict[str, Any]] = CROWD | {
    "plots": {"deck": [], "open": ["grassland", "forest"]},
    "seats": [
        CROWD["seats"][0]
        | {
            "plots": [
                *(plot("forest", 2, "library"), plot("river", 2, "temple", "market"), plot("mountains", 4)),
                *(plot("grassland", 3), plot("coast", 3, "forge"), plot("hills", 4)),
                *(plot("forest", 2, "hanging_gardens"), plot("river", 7), plot("mountains", 4)),
                *(plot("grassland", 2), plot("coast", 1), plot("hills", 1)),
            ],
            "technologies": ["iron_working", "writing", "engineering"],
        },
        CROWD["seats"][1] | {"plots": EMPIRES["seats"][1]["plots"][:2]},
        CROWD["seats"][2] | {"plots": [plot("grassland", 2, "granary"), plot("hills", 1)]},
    ],
    "technologies": EMPIRES["technologies"] | {"deck": ["monotheism", "masonry", "sailing", "pottery", "astronomy"]},
}
"""Twelve plots, seven people on one and two buildings on another, and 44 cards in the hand of seat 0."""
LATE: Final[dict[str, Any]] = EMPIRES | {
    "seats": [
        EMPIRES["seats"][0]
        | {
            "hand": {"archer": 1, "axeman": 3, "spearman": 1, "swordsman": 2, "chariot": 1, "catapult": 1, "walls": 2}
            | {"temple": 1, "granary": 1, "barracks": 1, "monastery": 1, "production-2": 1},
            "plots": [
                *(plot("coast", 2, "colosseum"), plot("hills", 2), plot("mountains", 1), plot("mountains")),
                *(plot("river"), plot("river"), plot("grassland"), plot("hills"), plot("coast")),
            ],
        },
        EMPIRES["seats"][1],
    ],
}
"""Two empires late in a game: nine plots, and 16 cards in the hand of seat 0."""
