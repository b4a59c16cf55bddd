"""The 104 cards: kinds, spheres, epochs, and zones, which are multisets of kinds."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import compress
from typing import Annotated, Final, NamedTuple

from cartulary.kernel.codec import Count, Keyed, Length, Named, Wire
from cartulary.kernel.zone_json import above_zero

SPHERES: Final[tuple[str, ...]] = ("military", "religion", "economy", "science", "culture", "utopia")
MILITARY, RELIGION, ECONOMY, SCIENCE, CULTURE, UTOPIA = range(6)
Sphere = Annotated[int, Named(SPHERES)]

EPOCHS: Final[tuple[int, ...]] = (1, 2, 3)
DISTRIBUTION: Final = ((8, 8, 4, 4, 4, 0), (8, 8, 4, 8, 4, 0), (4, 0, 8, 8, 8, 16))
"""Copies of each sphere's card in each epoch."""
SET_ASIDE: Final = 3
"""Cards of each epoch that stay out of a game of two or three seats (A-02)."""

PRINTED: Final = tuple((sphere, epoch) for sphere in range(6) for epoch in EPOCHS if DISTRIBUTION[epoch - 1][sphere])
KINDS: Final = tuple(f"{SPHERES[sphere]}-{epoch}" for sphere, epoch in PRINTED)
Kind = Annotated[int, Named(KINDS)]
Cards = tuple[Kind, ...]
One = Annotated[Cards, Length(1)]
Two = Annotated[Cards, Length(2)]

BACKS: Final = len(KINDS)
"""First index of the backs: after it a zone counts cards of which only the epoch, 1 to 3, is known."""
MOST_KEPT: Final = 4096
"""Number of card sets whose backs are cached."""
EVERY_KIND: Final = range(BACKS)
SPHERE_OF: Final = tuple(sphere for sphere, _ in PRINTED)
EPOCH_OF: Final = (*(epoch for _, epoch in PRINTED), *EPOCHS)
COPIES: Final = tuple(DISTRIBUTION[epoch - 1][sphere] for sphere, epoch in PRINTED)
KINDS_OF: Final = tuple(tuple(kind for kind in range(BACKS) if SPHERE_OF[kind] == sphere) for sphere in range(6))
Multiset = Annotated[Mapping[str, int], Keyed(KINDS)]
BySphere = Annotated[Mapping[str, int], Keyed(SPHERES)]
DEMOCRACY_CARD: Final = KINDS_OF[UTOPIA][0]

Zone = list[int]
"""Number of cards of each kind, followed by the number of unknown cards with each back."""


class Backs(NamedTuple):
    """Cards by what their backs show."""

    epoch_1: Annotated[Count, Wire("1")]
    epoch_2: Annotated[Count, Wire("2")]
    epoch_3: Annotated[Count, Wire("3")]


class Pile(NamedTuple):
    """Cards with the same back, lying together in the deck."""

    epoch: int
    size: Count


def empty() -> Zone:
    """A zone without cards."""
    return [0] * (BACKS + len(EPOCHS))


def zone(cards: Iterable[Kind]) -> Zone:
    """The zone of these cards."""
    counts = empty()
    add_all(counts, cards)
    return counts


def cards(counts: Zone) -> Cards:
    """The cards of a zone in ascending order, unknown ones as their backs."""
    return tuple(kind for kind, number in enumerate(counts) for _ in range(number))


def count_known(these: Cards) -> Cards | None:
    """The cards, or None where not all of them are known."""
    for kind in these:
        if kind >= BACKS:
            return None
    return these


def backs(counts: Zone) -> Backs:
    """Return the backs of a zone's cards."""
    shown = [0, 0, 0]
    for kind, number in enumerate(counts):
        if number:
            shown[EPOCH_OF[kind] - 1] += number
    return Backs(*shown)


@lru_cache(MOST_KEPT)
def backs_of(these: Cards) -> Backs:
    """Return the backs of these cards."""
    shown = [0, 0, 0]
    for kind in these:
        shown[EPOCH_OF[kind] - 1] += 1
    return Backs(*shown)


def count_backs(shown: Backs) -> Zone:
    """A zone of which only the backs are known."""
    return [0] * BACKS + list(shown)


def add(counts: Zone, more: Zone) -> None:
    """Put all cards of `more` into a zone."""
    for kind, number in enumerate(more):
        counts[kind] += number


def add_all(counts: Zone, these: Iterable[Kind]) -> None:
    """Put these cards into a zone."""
    for kind in these:
        counts[kind] += 1


def remove(counts: Zone, kind: Kind) -> None:
    """Take one card out of a zone; where it was not known to be there, it was one of those with its back."""
    if counts[kind]:
        counts[kind] -= 1
    else:
        counts[BACKS + EPOCH_OF[kind] - 1] -= 1


def remove_all(counts: Zone, these: Iterable[Kind]) -> None:
    """Take these cards out of a zone."""
    for kind in these:
        remove(counts, kind)


def separate(counts: Zone, leaving: Backs) -> Zone:
    """Take cards of which only the backs were seen out of a zone, and return them.

    Of each kind as many are known on either side as must be there however the unseen cards were chosen.
    """
    staying = Backs(*(have - gone for have, gone in zip(backs(counts), leaving, strict=True)))
    gone = certain(counts, staying, leaving)
    counts[:] = certain(counts, leaving, staying)
    return gone


def certain(counts: Zone, others: Backs, here: Backs) -> Zone:
    """Return the known cards of the part of a zone with the backs `here`; the rest has the backs `others`."""
    part = empty()
    unknown = list(here)
    for kind in range(BACKS):
        epoch = EPOCH_OF[kind] - 1
        part[kind] = max(0, counts[kind] - others[epoch])
        unknown[epoch] -= part[kind]
    part[BACKS:] = unknown
    return part


def sphere_counts(counts: Zone) -> list[int]:
    """Count the cards of each sphere in a zone."""
    return [sum([counts[kind] for kind in kinds]) for kinds in KINDS_OF]


def lowest(counts: Zone, sphere: Sphere) -> Kind:
    """The kind of a sphere with the lowest epoch that lies in a zone (section 0 of the rules)."""
    return next(kind for kind in KINDS_OF[sphere] if counts[kind])


def counts_of_known(counts: Zone) -> dict[Kind, int]:
    """The known kinds of a zone, with how many there are."""
    return {kind: counts[kind] for kind in compress(EVERY_KIND, counts)}


multiset: Final = above_zero(KINDS)
"""The known cards of a zone as kind -> count."""
by_sphere: Final = above_zero(SPHERES)
"""Counts above zero by their spheres."""
