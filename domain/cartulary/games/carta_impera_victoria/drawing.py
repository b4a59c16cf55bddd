"""CIV: Carta Impera Victoria in a picture: how far each row is, and the cards of it."""

from collections.abc import Mapping
from typing import Any, Final

from cartulary.i18n.phrases import Localizer
from cartulary.kernel.seats import Seat
from cartulary.match.tableau import Look, Mark, Tableau

ROMAN: Final = {1: "I", 2: "II", 3: "III"}


def tableau(state: Mapping[str, Any], seat: Seat, description: Mapping[str, Any], words: Localizer) -> Tableau:
    """Return what a seat has by its view."""
    view, kinds = state["seats"][seat], description["kinds"]
    numbers = {each["id"]: 0 for each in description["spheres"]}
    for kind in kinds:
        numbers[kind["sphere"]] += view["area"].get(kind["id"], 0)
    progress = [
        Mark(f"b-{sphere}", (sphere, "badge"), f"{number}/{view['wins_at'][sphere]}")
        for sphere, number in numbers.items()
    ]
    held = sum(view["backs"].values())
    progress.append(Mark("i-hand", (), str(held)))
    return Tableau(progress, [cards(zone, kinds, words) for zone in (view["area"], view["hand"] or {})])


def cards(zone: Mapping[str, int], kinds: list[dict[str, Any]], words: Localizer) -> list[Look]:
    """Return the cards of a zone in the order of the catalogue."""
    return [look(kind, zone[kind["id"]], words) for kind in kinds if zone.get(kind["id"])]


def look(kind: Mapping[str, Any], number: int, words: Localizer) -> Look:
    sphere, epoch = kind["sphere"], kind["epoch"]
    badge = (f"b-{sphere}", sphere)
    return Look(words.name(sphere), sphere, f"{sphere}-{epoch}", f"bg-{epoch}", badge, ROMAN[epoch], number)
