"""Games in which an audience cannot know which of two worlds it is in, and those in which it can."""

from itertools import islice
from random import Random
from typing import Final, NamedTuple

from tests.secrecy.dealt import Swap
from tests.secrecy.transcript import Scene
from tests.secrecy.worlds import World, drawn_deal, drawn_swap, may_follow, played_on

STANDS_IN: Final = 0.25
"""How often who looks acts for somebody else."""
FEWEST: Final = 8
MOST: Final = 16
"""Plies of a scene."""


class Pair(NamedTuple):
    """A scene, and what changes places in the second of its two worlds."""

    scene: Scene
    swap: Swap


def drawn_pair(game: str, random: Random, *, spectator: bool, told_apart: bool = False, in_hands: bool = False) -> Pair:
    """A pair whose audience is entitled to know which world it is in, or is not.

    Then what differs lies anywhere, or at the end in another's hand.
    """
    while True:
        deal = drawn_deal(game, random)
        acts = list(islice(played_on(World(deal, bytes(32)), random), random.randint(FEWEST, MOST)))
        swap = drawn_swap(game, random, early=in_hands)
        audience = None if spectator else random.randrange(deal.setup.seats)
        pair = Pair(Scene(deal, acts, audience), swap)
        if (known := first_known(pair, in_hands=in_hands)) is not None and (known <= len(acts)) == told_apart:
            return Pair(Scene(deal, acts[:known], audience, not spectator and random.random() < STANDS_IN), swap)


def first_known(pair: Pair, *, in_hands: bool) -> int | None:
    """After how many plies the audience may know the difference, one more than there are if it never may.

    None where what is done in one world cannot be done in the other, or where there is no difference left.
    """
    deal, acts, audience = pair.scene[:3]
    here, there = World(deal, bytes(32)), World(deal, bytes(32), [pair.swap])
    for number, acted in enumerate([None, *acts]):
        if acted is not None:
            here.act(*acted)
            if not may_follow(there, acted):
                return None
        if here.entitled()[audience] != there.entitled()[audience]:
            return number
    states = (each.knowledge.hands() if in_hands else each.knowledge.everything() for each in (here, there))
    return None if len({*states}) == 1 else len(acts) + 1
