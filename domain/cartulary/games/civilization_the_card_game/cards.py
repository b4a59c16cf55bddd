"""The printed data: playing cards, technologies and plots, and the arithmetic of zones and resources."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, NamedTuple

from cartulary.kernel.codec import Keyed, Named, Tally
from cartulary.kernel.zone_json import above_zero

RESOURCES: Final = ("food", "production", "commerce")
FOOD, PRODUCTION, COMMERCE = range(3)


class Unit(NamedTuple):
    """A unit: how many there are, what it does when it gets through, and what it stops in defence."""

    name: str
    copies: int
    takes: int
    """Population that it takes."""
    destroys: int
    """Buildings that it destroys."""
    stops: tuple[str, ...]


UNITS: Final = (
    Unit("archer", 7, 0, 0, ("axeman", "spearman", "swordsman", "chariot")),
    Unit("axeman", 6, 0, 1, ("axeman", "swordsman", "spearman")),
    Unit("spearman", 5, 1, 0, ("chariot",)),
    Unit("swordsman", 5, 1, 1, ()),
    Unit("chariot", 7, 1, 1, ()),
    Unit("catapult", 4, 0, 0, ()),
)


class Building(NamedTuple):
    """A building or wonder: how many there are, its cost in production, its points, its discount on technologies."""

    name: str
    copies: int
    cost: int
    happiness: int
    culture: int
    discount: int
    wonder: bool


BUILDINGS: Final = (
    Building("walls", 3, 4, 0, 0, 0, False),
    Building("temple", 3, 4, 1, 1, 0, False),
    Building("colosseum", 2, 4, 2, 0, 0, False),
    Building("barracks", 2, 4, 0, 0, 0, False),
    Building("granary", 2, 6, 0, 0, 0, False),
    Building("forge", 2, 6, 0, 0, 0, False),
    Building("market", 2, 6, 0, 0, 0, False),
    Building("monastery", 2, 6, 0, 2, 1, False),
    Building("library", 3, 8, 0, 1, 2, False),
    Building("hanging_gardens", 1, 12, 3, 1, 0, True),
    Building("colossus", 1, 12, 0, 1, 0, True),
    Building("great_library", 1, 16, 0, 1, 3, True),
    Building("great_wall", 1, 16, 0, 0, 0, True),
    Building("pyramids", 1, 20, 0, 0, 0, True),
)


class Bonus(NamedTuple):
    """A bonus card: how many there are, what it is worth, in which resource; a red one in any."""

    name: str
    copies: int
    value: int
    resource: int | None


BONUSES: Final = (
    Bonus("commerce-2", 5, 2, COMMERCE),
    Bonus("commerce-3", 2, 3, COMMERCE),
    Bonus("production-2", 5, 2, PRODUCTION),
    Bonus("production-3", 3, 3, PRODUCTION),
    Bonus("food-2", 4, 2, FOOD),
    Bonus("food-3", 4, 3, FOOD),
    Bonus("red-1", 4, 1, None),
    Bonus("red-2", 3, 2, None),
)


class Technology(NamedTuple):
    """A technology: its cost in commerce, and the culture that it gives."""

    name: str
    cost: int
    culture: int = 0


TECHNOLOGIES: Final = (
    Technology("agriculture", 12),
    Technology("mining", 12),
    Technology("monotheism", 12),
    Technology("literature", 12, culture=3),
    Technology("the_wheel", 14),
    Technology("writing", 14),
    Technology("mathematics", 14),
    Technology("iron_working", 14),
    Technology("sailing", 16),
    Technology("pottery", 16),
    Technology("masonry", 16),
    Technology("currency", 16),
    Technology("engineering", 20),
    Technology("code_of_laws", 20),
    Technology("astronomy", 24),
)
TECHNOLOGY_NAMES: Final = tuple(each.name for each in TECHNOLOGIES)
(
    AGRICULTURE,
    MINING,
    MONOTHEISM,
    LITERATURE,
    THE_WHEEL,
    WRITING,
    MATHEMATICS,
    IRON_WORKING,
    SAILING,
    POTTERY,
    MASONRY,
    CURRENCY,
    ENGINEERING,
    CODE_OF_LAWS,
    ASTRONOMY,
) = range(len(TECHNOLOGIES))


class Land(NamedTuple):
    """A terrain and what a plot of it yields."""

    name: str
    food: int
    production: int
    commerce: int


LANDS: Final = (
    Land("grassland", 2, 0, 0),
    Land("mountains", 0, 2, 0),
    Land("coast", 0, 0, 2),
    Land("hills", 1, 1, 0),
    Land("river", 1, 0, 1),
    Land("forest", 0, 1, 1),
)
PLOTS_OF_EACH: Final = 5
TERRAINS: Final = tuple(each.name for each in LANDS)
GRASSLAND, MOUNTAINS, COAST, HILLS, RIVER, FOREST = range(len(LANDS))
YIELDS: Final = tuple(land[1:] for land in LANDS)
TYPES: Final = tuple(tuple(resource for resource in range(3) if printed[resource]) for printed in YIELDS)
"""The resources printed on each terrain."""

KINDS: Final = tuple(each.name for each in (*UNITS, *BUILDINGS, *BONUSES))
COPIES: Final = tuple(each.copies for each in (*UNITS, *BUILDINGS, *BONUSES))
ARCHER, AXEMAN, SPEARMAN, SWORDSMAN, CHARIOT, CATAPULT = range(len(UNITS))
WALLS, TEMPLE, COLOSSEUM, BARRACKS, GRANARY, FORGE, MARKET, MONASTERY, LIBRARY = range(6, 15)
HANGING_GARDENS, COLOSSUS, GREAT_LIBRARY, GREAT_WALL, PYRAMIDS = range(15, 20)
BUILDABLE: Final = range(WALLS, PYRAMIDS + 1)
BONUS_CARDS: Final = range(PYRAMIDS + 1, len(KINDS))
BUILDING: Final = dict(zip(BUILDABLE, BUILDINGS, strict=True))
WONDERS: Final = tuple(kind for kind, building in BUILDING.items() if building.wonder)
BONUS: Final = dict(zip(BONUS_CARDS, BONUSES, strict=True))
STOPS: Final = tuple(frozenset(map(KINDS.index, unit.stops)) for unit in UNITS)
"""The units that each unit stops in defence (C-47)."""
STRENGTHENED: Final = (SWORDSMAN, CHARIOT)
"""The units that Barracks make take more (C-49)."""
MULTIPLIERS: Final = (GRANARY, FORGE, MARKET)
"""The building that gives each printed resource once more (C-12)."""
BOOSTS: Final = (AGRICULTURE, IRON_WORKING, CURRENCY)
"""The technology that adds one for each of these buildings (C-13)."""

BACK: Final = len(KINDS)
"""A card of which only the back is known; all backs are alike."""

Kind = Annotated[int, Named(KINDS)]
Cards = tuple[Kind, ...]
UnitKind = Annotated[int, Named(KINDS[: len(UNITS)])]
Units = tuple[UnitKind, ...]
BuildingKind = Annotated[int, Named(KINDS[WALLS : PYRAMIDS + 1], WALLS)]
BonusKind = Annotated[int, Named(KINDS[PYRAMIDS + 1 :], PYRAMIDS + 1)]
TerrainKind = Annotated[int, Named(TERRAINS)]
TechnologyKind = Annotated[int, Named(TECHNOLOGY_NAMES)]
Resource = Annotated[int, Named(RESOURCES)]
Amounts = Annotated[tuple[int, ...], Tally(RESOURCES)]
"""Resources one by one, in ascending order."""
MOST_PLOTS: Final = PLOTS_OF_EACH * len(LANDS)
PlotCounts = Annotated[tuple[int, ...], Tally(tuple(map(str, range(MOST_PLOTS))))]
"""Plots by their number on the wire, each as often as it is meant."""
Multiset = Annotated[Mapping[str, int], Keyed(KINDS)]
ByResource = Annotated[Mapping[str, int], Keyed(RESOURCES)]
ByTechnology = Annotated[Mapping[str, int], Keyed(TECHNOLOGY_NAMES)]
ByBuilding = Annotated[Mapping[str, int], Keyed(KINDS[WALLS : PYRAMIDS + 1])]

Zone = list[int]
"""Number of cards of each kind, followed by the number of backs."""


def empty() -> Zone:
    """A zone without cards."""
    return [0] * (BACK + 1)


def zone(cards: Iterable[Kind]) -> Zone:
    """The zone of these cards."""
    counts = empty()
    for kind in cards:
        counts[kind] += 1
    return counts


def one_by_one(counts: Sequence[int]) -> tuple[int, ...]:
    """Return each index as often as it is counted, in ascending order."""
    return tuple([index for index, number in enumerate(counts) for _ in range(number)])


def cards(counts: Zone) -> Cards:
    """The cards of a zone in ascending order, unknown ones as their backs."""
    return one_by_one(counts)


def cards_if_known(these: Cards) -> Cards | None:
    """The cards, or None where not all of them are known."""
    return None if BACK in these else these


def cards_or_backs(count: int, these: Cards | None) -> Cards:
    """The cards that came, or as many backs."""
    return (BACK,) * count if these is None else these


def put(counts: Zone, these: Iterable[Kind]) -> None:
    """Put cards into a zone."""
    for kind in these:
        counts[kind] += 1


def remove(counts: Zone, these: Iterable[Kind]) -> None:
    """Take cards out of a zone; one that was not known to be there was one of the unknown ones."""
    for kind in these:
        counts[kind if counts[kind] else BACK] -= 1


def separate(counts: Zone) -> Kind:
    """Take a card that nobody saw out of a zone; what can no longer be known to be left there becomes unknown."""
    size = sum(counts)
    if size in counts:
        gone = counts.index(size)
    else:
        gone = BACK
        known_now = [max(0, number - 1) for number in counts[:BACK]]
        counts[:] = [*known_now, size - sum(known_now)]
    counts[gone] -= 1
    return gone


multiset: Final = above_zero(KINDS)
"""The known cards of a zone as kind -> count."""
