"""The permanent effects: the sphere and the level that give each."""

from typing import Final, NamedTuple

from cartulary.games.carta_impera_victoria.actions import (
    Assassination,
    Development,
    DivineRight,
    Experiment,
    HolyBook,
    Monopoly,
    Oligarchy,
    PermanentEffect,
    Purge,
    Republic,
    Research,
)
from cartulary.games.carta_impera_victoria.cards import ECONOMY, MILITARY, RELIGION, SCIENCE, UTOPIA, Sphere


class Effect(NamedTuple):
    """A permanent effect, which moves as many cards as its level says."""

    name: str
    sphere: Sphere
    level: int


LADDER: Final[tuple[tuple[Sphere, type[PermanentEffect], type[PermanentEffect]], ...]] = (
    (MILITARY, Assassination, Purge),
    (RELIGION, HolyBook, DivineRight),
    (ECONOMY, Development, Monopoly),
    (SCIENCE, Experiment, Research),
    (UTOPIA, Oligarchy, Republic),
)
"""Level 1 and level 2 of each sphere; Culture has Inspiration instead."""

EFFECT_OF: Final[dict[type[PermanentEffect], Effect]] = {
    kind: Effect(kind.NAME, sphere, level) for sphere, *levels in LADDER for level, kind in enumerate(levels, 1)
}
EFFECTS: Final = {effect.name: effect for effect in EFFECT_OF.values()}
DISCARD_EFFECTS: Final = ("attack", "inquisition", "embargo", "breakthrough", None, "democracy")
"""The discard effect of each sphere."""
