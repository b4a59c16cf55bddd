"""The end of the game by majority: points, tie-breaks, teams."""

from typing import Final, NamedTuple

from cartulary.games.carta_impera_victoria.cards import (
    CULTURE,
    ECONOMY,
    MILITARY,
    RELIGION,
    SCIENCE,
    SPHERES,
    UTOPIA,
    Sphere,
)
from cartulary.games.carta_impera_victoria.rules import remaining, sides, wins_at
from cartulary.games.carta_impera_victoria.state import State
from cartulary.kernel.seats import Seat

TIE_BREAKS: Final = (UTOPIA, CULTURE, SCIENCE, ECONOMY, RELIGION, MILITARY)
"""Most face-up cards of these spheres in turn (A-117)."""


class Majority(NamedTuple):
    """Winners by majority, the spheres of their majority, and the tie-breaks that were needed."""

    winners: list[Seat]
    points: dict[Seat, int]
    tie_breaks: list[str]


def leaders(state: State, sphere: Sphere) -> list[Seat]:
    """The seats with the most cards of a sphere, if anybody has one (A-114, A-115)."""
    most = max(state.face_up[seat][sphere] for seat in remaining(state))
    return [seat for seat in remaining(state) if most and state.face_up[seat][sphere] == most]


def worth(state: State, seat: Seat) -> float:
    """Score a seat's position: closeness of its best sphere to domination, then cards in its area and hand."""
    if not state.present[seat]:
        return 0
    progress = max(cards / wanted for cards, wanted in zip(state.face_up[seat], wins_at(state, seat), strict=True))
    return 100 * progress**2 + 2 * sum(state.areas[seat]) + sum(state.hands[seat])


def points(state: State, side: list[Seat]) -> int:
    """A point for each sphere that a member of the side leads; partners' cards are not added (A-119)."""
    return sum(any(seat in side for seat in leaders(state, sphere)) for sphere in range(6))


def compare_scores(state: State, side: list[Seat], sphere: Sphere) -> int:
    """The cards of a sphere by which a side is compared: its best single member's, or the sum of both (A-120)."""
    counts = [state.face_up[seat][sphere] for seat in side]
    return sum(counts) if state.rules.team_tiebreak == "sum" else max(counts)


def majority(state: State) -> Majority:
    """Return the sides with the most points; ties go by Utopia, then other spheres, then are shared.

    Rulings A-116, A-117, A-118, A-119, A-120.
    """
    scored = {tuple(side): points(state, side) for side in sides(state)}
    tied = [list(side) for side, score in scored.items() if score == max(scored.values())]
    needed: list[str] = []
    for sphere in TIE_BREAKS:
        if len(tied) == 1:
            break
        most = max(compare_scores(state, side, sphere) for side in tied)
        needed.append(SPHERES[sphere])
        tied = [side for side in tied if compare_scores(state, side, sphere) == most]
    return Majority(
        winners=sorted(seat for side in tied for seat in side),
        points={seat: score for side, score in scored.items() for seat in side},
        tie_breaks=needed,
    )
