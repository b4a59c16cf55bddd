"""Pairs of worlds by the thousand: what an audience may not know changes nothing that it is told."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from cartulary.i18n.catalogues import LANGUAGES
from tests.secrecy.letters import letters
from tests.secrecy.worlds import Acted, Audience, Deal, World, drawn_deal, drawn_swap, may_follow, played_on

SWAPS_PER_GAME: Final = 12
PLIES: Final = {"carta-impera-victoria": (40, 160), "civilization-the-card-game": (60, 400)}
"""How long a game is followed: mostly, and one time in eight."""
TRIED: Final = 3
Told = dict[Audience, dict[str, str]]


class Leak(AssertionError):
    """An audience was told what it may not know."""


class Step(NamedTuple):
    """What was known and said after a ply."""

    acted: Acted | None
    since: int
    tried: list[Acted]
    language: str
    entitled: dict[Audience, str]
    everything: str
    told: Told


def count_pairs(game: str, random: Random, wanted: int) -> Counter[str]:
    """Compare so many pairs at least. Raises Leak, also where what does differ by right is told alike."""
    seen: Counter[str] = Counter()
    while seen["pairs"] < wanted:
        deal, seed = drawn_deal(game, random), random.randbytes(32)
        story = list(told_story(deal, seed, random))
        for _ in range(SWAPS_PER_GAME):
            swap = drawn_swap(game, random)
            seen += compare(story, World(deal, random.randbytes(32), [swap]))
        seen["games"] += 1
    return seen


def told_story(deal: Deal, seed: bytes, random: Random) -> Iterator[Step]:
    """A game played by chance, and what was said to whom after each ply."""
    usual, long = PLIES[deal.game.id]
    world, earlier = World(deal, seed), [(0, deal.game.action_types["resign"]())]
    yield step(world, None, 0, [], LANGUAGES[0])
    since = world.table.match.version
    for acted in islice(played_on(world, random), long if random.random() < 1 / 8 else usual):
        tried = random.sample(earlier, min(TRIED, len(earlier)))
        yield step(world, acted, since, tried, random.choice(LANGUAGES))
        since = world.table.match.version
        earlier.append(acted)


def step(world: World, acted: Acted | None, since: int, tried: list[Acted], language: str) -> Step:
    """How things are in a world, and what everybody is told."""
    told = {each: letters(world.table, each, since, tried, language) for each in world.audiences}
    return Step(acted, since, tried, language, world.entitled(), world.knowledge.everything(), told)


def compare(story: list[Step], other: World) -> Counter[str]:
    """The same game in another world, as long as it can be the same there. Raises Leak."""
    seen: Counter[str] = Counter()
    unaware = other.audiences
    for each in story:
        if each.acted is not None and not may_follow(other, each.acted):
            break
        entitled = other.entitled()
        aware = [audience for audience in unaware if entitled[audience] != each.entitled[audience]]
        unaware = [audience for audience in unaware if audience not in aware]
        for audience in aware:
            require_told_apart(each, other, audience)
        seen["told apart"] += len(aware)
        if not unaware or other.over:
            break
        if other.knowledge.everything() != each.everything:
            for audience in unaware:
                require_told_alike(each, other, audience)
            seen["pairs"] += len(unaware)
    return seen


def require_told_alike(one: Step, other: World, audience: Audience) -> None:
    """The audience cannot know in which world it is. Raises Leak."""
    there = letters(other.table, audience, one.since, one.tried, one.language)
    here = one.told[audience]
    for name in here.keys() | there.keys():
        if here.get(name) != there.get(name):
            raise Leak(f"{other.swaps} shows to {audience} in {name}:\n{here.get(name)}\n{there.get(name)}")


def require_told_apart(one: Step, other: World, audience: Audience) -> None:
    """The audience may know in which world it is, and does: the comparison is not blind. Raises Leak."""
    if letters(other.table, audience, one.since, one.tried, one.language) == one.told[audience]:
        raise Leak(f"{other.swaps} does not show to {audience}, who may know it")
