"""Views on the wire, made of states that are folded from an audience's events."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from typing import Any, Final, Literal, TypedDict

from cartulary.games.carta_impera_victoria.cards import (
    EPOCH_OF,
    SPHERES,
    BySphere,
    Multiset,
    Sphere,
    Zone,
    add,
    backs,
    by_sphere,
    empty,
    multiset,
)
from cartulary.games.carta_impera_victoria.rules import hand_limit, wins_at
from cartulary.games.carta_impera_victoria.state import Discarding, Draft, Embargoed, Exchange, State
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import EVERYTHING, Viewer
from cartulary.kernel.zone_json import KEPT


class Pending(TypedDict):
    """An effect half done: the action that finishes it, of which seat, with how many cards."""

    type: Literal["inquisition_exchange", "breakthrough_discard"]
    seat: Seat
    target: Seat | None
    count: int


class DraftView(TypedDict):
    """The draft; packet and kept are one's own, null for a spectator, the packet also once one has chosen."""

    round: Literal[1, 2, 3, "centre"]
    packet: Multiset | None
    kept: Multiset | None
    centre: Multiset


class Deck(TypedDict):
    """Number of cards left, and the back of the top one."""

    count: int
    top_back: int | None


class On(TypedDict):
    """The sphere on which the culture token lies."""

    seat: Seat
    sphere: Sphere


class TokenView(TypedDict):
    """Holder and place of the culture token."""

    seat: Seat
    on: On | None


Backs = TypedDict("Backs", {"1": int, "2": int, "3": int})
Backs.__doc__ = "Number of cards with each back."


class UsedView(TypedDict):
    """The spheres whose effects the active seat has used this turn."""

    permanent: tuple[Sphere, ...]
    discard: tuple[Sphere, ...]


class SeatView(TypedDict):
    """A seat in a view: of another seat's hand only the backs, and cards that were shown."""

    hand: Multiset | None
    known: Multiset
    backs: Backs
    hand_limit: int
    area: Multiset
    democracy: BySphere
    embargo: BySphere
    wins_at: BySphere
    used: UsedView
    present: bool


class StateView(TypedDict):
    """The state of a game as a seat or a spectator sees it."""

    turn: int
    active: Seat
    first: Seat
    step: Literal["draft", "play", "effects", "over"]
    pending: Pending | None
    draft: DraftView | None
    deck: Deck
    discard: Multiset
    final_round: bool
    culture_token: TokenView | None
    seats: tuple[SeatView, ...]


def public_view(state: State) -> dict[str, Any]:
    """Return the public part of a view."""
    return {
        "turn": state.turn,
        "active": state.active,
        "first": state.first,
        "step": state.step,
        "pending": pending_view(state),
        "deck": {"count": len(state.deck), "top_back": EPOCH_OF[state.deck[-1]] if state.deck else None},
        "discard": multiset(state.discard),
        "final_round": state.final_round,
        "culture_token": token_view(state),
        "seats": [public_seat_view(state, seat) for seat in range(len(state.present))],
    }


def own_view(state: State, viewer: Viewer) -> dict[str, Any]:
    """The draft and the hands for a viewer; hands are open once the game is over."""
    is_open, hands = state.step == "over" or viewer is EVERYTHING, enumerate(state.hands)
    return {
        "draft": draft_view(state.draft, viewer) if state.draft else None,
        "seats": [hand_view(tuple(hand), is_open or seat == viewer) for seat, hand in hands],
    }


def pending_view(state: State) -> dict[str, Any] | None:
    """The effect half done, by the action that finishes it."""
    match state.pending:
        case Exchange(seat, target, taken):
            return {"type": "inquisition_exchange", "seat": seat, "target": target, "count": sum(taken)}
        case Discarding(seat, number):
            return {"type": "breakthrough_discard", "seat": seat, "target": None, "count": number}
        case None:
            return None


def draft_view(draft: Draft, viewer: Viewer) -> dict[str, Any]:
    """The draft: one's own packet while one has still to choose from it, what one has kept, and the open centre."""
    packet = kept = None
    if isinstance(viewer, int):
        waiting = draft.picks is None and draft.chosen[viewer] is None
        packet = multiset(draft.packets[viewer]) if waiting else None
        kept = multiset(kept_by(draft, viewer))
    return {
        "round": draft.round if draft.picks is None else "centre",
        "packet": packet,
        "kept": kept,
        "centre": multiset(draft.centre),
    }


def kept_by(draft: Draft, seat: Seat) -> Zone:
    """Return the cards that a seat has set aside in the draft, this round's choice included."""
    kept, chosen = empty(), draft.chosen[seat]
    add(kept, draft.kept[seat])
    if chosen is not None:
        kept[chosen] += 1
    return kept


def token_view(state: State) -> dict[str, Any] | None:
    """Holder and place of the culture token."""
    token = state.token
    if token is None:
        return None
    lies = (
        None
        if token.target is None or token.sphere is None
        else {"seat": token.target, "sphere": SPHERES[token.sphere]}
    )
    return {"seat": token.holder, "on": lies}


def public_seat_view(state: State, seat: Seat) -> dict[str, Any]:
    """Return the public part of a seat."""
    return {
        "backs": backs_view(tuple(state.hands[seat])),
        "hand_limit": hand_limit(state, seat),
        "area": multiset(state.areas[seat]),
        "democracy": by_sphere(state.democracy[seat]),
        "embargo": mark_known(state.embargoes[seat]),
        "wins_at": by_sphere(wins_at(state, seat)),
        "used": used_view(state, seat),
        "present": state.present[seat],
    }


@lru_cache(maxsize=KEPT)
def hand_view(hand: tuple[int, ...], is_open: bool) -> Mapping[str, Any]:
    """A hand that one sees, or what one was shown of it."""
    return {"hand": multiset(hand), "known": {}} if is_open else {"hand": None, "known": multiset(hand)}


@lru_cache(maxsize=KEPT)
def backs_view(hand: tuple[int, ...]) -> Mapping[str, int]:
    """Return the number of cards with each back in a hand."""
    return dict(zip("123", backs([*hand]), strict=True))


@lru_cache(maxsize=KEPT)
def mark_known(lying: tuple[Embargoed, ...]) -> Mapping[str, int]:
    """Return the number of markers on each sphere."""
    spheres = [marker.sphere for marker in lying]
    return {SPHERES[sphere]: spheres.count(sphere) for sphere in sorted({*spheres})}


NONE_USED: Final[Mapping[str, list[str]]] = {"permanent": [], "discard": []}


def used_view(state: State, seat: Seat) -> Mapping[str, list[str]]:
    """The spheres whose effects the active seat has used this turn."""
    if seat != state.active:
        return NONE_USED
    return {
        "permanent": [*compress(SPHERES, state.used_permanent)],
        "discard": [*compress(SPHERES, state.used_discard)],
    }
