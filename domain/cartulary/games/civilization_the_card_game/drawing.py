"""Sid Meier's Civilization: The Card Game in a picture: points, land with what stands on it, technologies."""

from collections.abc import Mapping
from typing import Any, Final

from cartulary.i18n.phrases import Localizer
from cartulary.kernel.seats import Seat
from cartulary.match.tableau import Land, Look, Mark, Tableau

GROUNDS: Final = {"unit": "bg-1", "building": "bg-2", "wonder": "bg-3", "bonus": "bg-3"}
LEADERS: Final = {"happiness": "happiness", "culture": "culture-point"}


def tableau(state: Mapping[str, Any], seat: Seat, description: Mapping[str, Any], words: Localizer) -> Tableau:
    """Return what a seat has by its view."""
    view, kinds = state["seats"][seat], {each["id"]: each for each in description["kinds"]}
    plots = [plot(each, kinds, words) for each in view["plots"]]
    technologies = [Look(words.name(each), "technology", each) for each in view["technologies"]]
    hand = [look(kinds[each], number, words) for each, number in (view["hand"] or {}).items() if number]
    return Tableau([*progress(state, seat)], [plots, technologies, hand])


def progress(state: Mapping[str, Any], seat: Seat) -> list[Mark]:
    """Return the points of a seat, what they come from, and the number of its cards."""
    view = state["seats"][seat]
    return [
        Mark("i-crown", (), str(view["points"])),
        Mark("i-tech", (), str(len(view["technologies"]))),
        Mark("population", ("token",), str(sum(plot["population"] for plot in view["plots"]))),
        *(Mark(sign, ("token",), led(state, seat, each)) for each, sign in LEADERS.items()),
        Mark("i-hand", (), str(view["hand_count"])),
    ]


def led(state: Mapping[str, Any], seat: Seat, each: str) -> str:
    """Return the points of happiness or culture, with a star for the leader."""
    star = " ★" if state["leaders"][each] == seat else ""
    return f"{state['seats'][seat][each]}{star}"


def plot(view: Mapping[str, Any], kinds: Mapping[str, Any], words: Localizer) -> Land:
    stands = [look(kinds[each], 1, words) for each in view["buildings"]]
    return Land(words.name(view["terrain"]), view["terrain"], view["population"], stands)


def look(kind: Mapping[str, Any], number: int, words: Localizer) -> Look:
    if kind["sort"] != "bonus":
        return Look(kind["name"], kind["sort"], kind["id"], GROUNDS[kind["sort"]], number=number)
    resource = kind["id"].partition("-")[0]
    sign = "any" if resource == "red" else resource
    return Look(kind["name"], f"bonus-{sign}", sign, GROUNDS["bonus"], number=number)
