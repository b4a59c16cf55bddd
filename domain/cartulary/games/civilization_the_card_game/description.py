"""The description of the game in the catalogue, in each language."""

from pathlib import Path
from typing import Any, Final

from cartulary.games.civilization_the_card_game.cards import (
    BONUSES,
    BUILDING,
    MULTIPLIERS,
    PLOTS_OF_EACH,
    RESOURCES,
    TECHNOLOGIES,
    TERRAINS,
    UNITS,
    YIELDS,
)
from cartulary.games.civilization_the_card_game.editions import EDITIONS, HOUSE_RULES, OPTIONS
from cartulary.i18n.catalogues import load_catalogue

LOCALE: Final = Path(__file__).parent / "locale"
"""The game's message catalogues."""


def name(key: str, language: str) -> str:
    return load_catalogue(LOCALE, language)["names"][key]


def describe(language: str) -> dict[str, Any]:
    """Return the game's entry in the catalogue."""
    return {
        "name": name("civilization-the-card-game", language),
        "editions": [
            {"id": each, "name": name(each, language), "rules": {"house_rules": house_rules(language)}}
            for each in EDITIONS
        ],
        "kinds": [*unit_entries(language), *building_entries(language), *bonus_entries(language)],
        "technologies": [
            {"id": each.name, "name": name(each.name, language), "cost": each.cost, "culture": each.culture}
            for each in TECHNOLOGIES
        ],
        "plots": [
            {
                "id": terrain,
                "name": name(terrain, language),
                "count": PLOTS_OF_EACH,
                "yield": dict(zip(RESOURCES, printed, strict=True)),
            }
            for terrain, printed in zip(TERRAINS, YIELDS, strict=True)
        ],
        "names": dict(load_catalogue(LOCALE, language)["names"]),
    }


def house_rules(language: str) -> list[dict[str, Any]]:
    """Return the options for questions that no publication settles, with their defaults."""
    return [
        {"option": each.name, "name": name(each.name, language), "default": each.values[0]}
        for each in OPTIONS
        if each.name in HOUSE_RULES
    ]


def unit_entries(language: str) -> list[dict[str, Any]]:
    return [
        {
            "id": each.name,
            "name": name(each.name, language),
            "sort": "unit",
            "count": each.copies,
            "takes": each.takes,
            "destroys": each.destroys,
            "stops": list(each.stops),
        }
        for each in UNITS
    ]


def building_entries(language: str) -> list[dict[str, Any]]:
    return [
        {
            "id": each.name,
            "name": name(each.name, language),
            "sort": "wonder" if each.wonder else "building",
            "count": each.copies,
            "cost": each.cost,
            "happiness": each.happiness,
            "culture": each.culture,
            "discount": each.discount,
            "multiplies": RESOURCES[MULTIPLIERS.index(kind)] if kind in MULTIPLIERS else None,
        }
        for kind, each in BUILDING.items()
    ]


def bonus_entries(language: str) -> list[dict[str, Any]]:
    resources = ["red" if each.resource is None else RESOURCES[each.resource] for each in BONUSES]
    return [
        {
            "id": each.name,
            "name": f"{name(resource, language)} {each.value}",
            "sort": "bonus",
            "count": each.copies,
            "value": each.value,
            "resource": None if each.resource is None else resource,
        }
        for each, resource in zip(BONUSES, resources, strict=True)
    ]
