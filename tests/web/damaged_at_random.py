"""Bundles that are damaged at random places with random values, chained and signed anew."""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any, Final

from cartulary.catalogue import CATALOGUE
from tests.web import verifiers
from tests.web.damaged import bases
from tests.web.verifiers import Case, bundle_of, parts, resigned

VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 7, 10**6, 2**53 - 1, 2**53, 1.5),
    *("", "x", "\0", "\ud7ff", "A" * 43, "2026-01-01T00:00:00.000Z", "military-1", "archer", "GameEnded", "__proto__"),
    *([], {}, [1], [None], {"a": 1}, {"food": 1}, {"food": 0}, {"food": -1}, {"__proto__": 1}, {"toString": None}),
)
NAMES: Final = ("more", "server_seed", "cards", "seat", "is")


@cache
def every_base() -> tuple[bytes, ...]:
    """Honest bundles of every kind."""
    carta, civilization = CATALOGUE
    forks = [verifiers.forked(id, 4) for id in (carta, civilization)]
    tables = [*forks, verifiers.voided(carta), verifiers.undone(carta, 20)]
    return (*bases().values(), *map(bundle_of, tables), bundle_of(forks[0], 40))


def damaged_at_random(seed: int, number: int) -> Iterator[Case]:
    """So many bundles, each with an event or its header told otherwise, or with events moved or missing."""
    random = Random(seed)
    while number:
        header, events = deepcopy(parts(random.choice(every_base())))
        place = random.randrange(len(events))
        if random.random() < 0.1:
            mutate(random, header)
        elif random.random() < 0.1:
            events.insert(random.randrange(len(events)), events.pop(place))
        else:
            mutate(random, events[place][random.random() < 0.3])
        if "id" in header and isinstance(header["id"], str):
            number -= 1
            yield Case(resigned(events, header))


def mutate(random: Random, value: Any) -> None:
    """Put something else, or nothing, somewhere into a value, or something more."""
    while True:
        steps = [*value] if isinstance(value, dict) else [*range(len(value))]
        if not steps:
            return
        step = random.choice(steps)
        if isinstance(value[step], dict | list) and random.random() < 0.7:
            value = value[step]
        elif random.random() < 0.8:
            value[step] = deepcopy(random.choice(VALUES))
            return
        elif isinstance(value, dict) and random.random() < 0.5:
            value[random.choice(NAMES)] = deepcopy(random.choice(VALUES))
            return
        else:
            del value[step]
            return
