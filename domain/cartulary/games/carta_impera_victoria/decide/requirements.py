"""Conditions that several actions share; each refuses with its rule."""

from collections.abc import Iterable
from typing import Final, Literal

from cartulary.games.carta_impera_victoria.cards import (
    KINDS,
    KINDS_OF,
    SPHERE_OF,
    SPHERES,
    Cards,
    Kind,
    Sphere,
    Zone,
    lowest,
)
from cartulary.games.carta_impera_victoria.effects import Effect
from cartulary.games.carta_impera_victoria.rules import THRESHOLDS, is_embargoed, is_unused, seats
from cartulary.games.carta_impera_victoria.state import Discarding, Exchange, State
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat

PLACES: Final = {"hand": "your hand", "area": "your area, face up", "discard": "the discard pile"}


def require_nothing_pending(state: State) -> None:
    """An effect half done comes first (A-30)."""
    if state.pending is None:
        return
    match state.pending:
        case Exchange():
            raise Rejected(
                "turn.effect_unfinished",
                "First give back the cards of your Inquisition: inquisition_exchange.",
                "A-30",
            )
        case Discarding():
            raise Rejected(
                "turn.effect_unfinished", "First discard for your Breakthrough: breakthrough_discard.", "A-30"
            )


def require_effects(state: State) -> None:
    """The second step: the play is done and nothing is half done (A-22, A-30)."""
    require_nothing_pending(state)
    if state.step != "effects":
        raise Rejected("turn.play_first", "First play a card; effects come after it.", "A-22")


def require_permanent_slot(state: State, effect: Effect, *, copies: bool) -> None:
    """Each sphere gives one permanent effect a turn; by option a copy of its other one besides (A-24, A-25, A-94)."""
    if not is_unused(state, effect, copies):
        raise Rejected(
            "effect.sphere_used",
            f"The sphere {SPHERES[effect.sphere]} has already given its permanent effect this turn.",
            "A-24",
        )


def require_discard_effect(state: State, sphere: Sphere) -> None:
    """A discard effect of a sphere that has given none this turn, and a face-up card to pay with (A-24, A-37)."""
    require_effects(state)
    if state.used_discard[sphere]:
        raise Rejected(
            "effect.sphere_used",
            f"The sphere {SPHERES[sphere]} has already given its discard effect this turn.",
            "A-24",
        )
    if not state.face_up[state.active][sphere]:
        raise Rejected(
            "discard_effect.nothing_to_pay",
            f"You have no {SPHERES[sphere]} card in your area to pay with.",
            "A-37",
        )


def require_level(state: State, seat: Seat, effect: Effect, ruling: Literal["A-26", "A-91"]) -> None:
    """Require enough cards of the effect's sphere right before it starts (A-26, A-27, A-28)."""
    needed, have = THRESHOLDS[seats(state)][effect.level - 1], state.face_up[seat][effect.sphere]
    if have < needed:
        raise Rejected(
            "effect.too_few_cards",
            f"{effect.name} needs {needed} {SPHERES[effect.sphere]} cards; seat {seat} has {have}.",
            ruling,
        )


def require_cards(cards: Zone, these: Cards, place: Literal["hand", "area", "discard"], ruling: str) -> None:
    """All of these must lie in that place."""
    for kind in these:
        if (number := these.count(kind)) > cards[kind]:
            name, have = KINDS[kind], cards[kind]
            raise Rejected(
                f"{place}.missing_card",
                f"You name {number} × {name}, and {have} of it lie in {PLACES[place]}.",
                ruling,
            )


def require_playable(state: State, these: Iterable[Kind]) -> None:
    """No Embargo may bar them (A-18, A-64)."""
    if not state.embargoes[state.active]:
        return
    for kind in these:
        sphere = SPHERE_OF[kind]
        if is_embargoed(state, state.active, sphere):
            raise Rejected("play.embargoed", f"An Embargo bars you from playing {SPHERES[sphere]} cards.", "A-64")


def require_seat(state: State, seat: Seat) -> None:
    """A seat that is still in the game."""
    if not 0 <= seat < seats(state):
        raise Rejected("target.no_such_seat", f"There is no seat {seat}; seats are 0 to {seats(state) - 1}.")
    if not state.present[seat]:
        raise Rejected("target.out", f"Seat {seat} has left the game.")


def paying(state: State, sphere: Sphere, named: Kind | None) -> Kind:
    """The card that a seat pays or gives up: the one it names, else the one of the lowest epoch."""
    area = state.areas[state.active]
    if named is None:
        return lowest(area, sphere)
    if named not in KINDS_OF[sphere] or not area[named]:
        raise Rejected(
            "area.missing_card", f"{KINDS[named]} is no {SPHERES[sphere]} card in your area, face up.", "A-36"
        )
    return named
