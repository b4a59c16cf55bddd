"""The end of the game: points, tie-breaks, teams."""

from collections.abc import Sequence
from typing import NamedTuple

from cartulary.games.civilization_the_card_game.rules.empire import population, standing, wonders
from cartulary.games.civilization_the_card_game.rules.seats import sides
from cartulary.games.civilization_the_card_game.state import Plot, State
from cartulary.kernel.seats import Seat

TIE_BREAKS = ("technologies", "population", "wonders")


class Score(NamedTuple):
    """Score of a seat or side, in the order of the tie-breaks (C-82)."""

    technologies: int
    population: int
    wonders: int


class Result(NamedTuple):
    """Winners, their score, and the tie-breaks that were needed."""

    winners: list[Seat]
    points: dict[Seat, int]
    tie_breaks: list[str]


def score(state: State, seat: Seat) -> Score:
    """Return a seat's score; each item is worth a point (C-81)."""
    return score_from(state.plots[seat], state.technologies[seat])


def score_from(plots: Sequence[Plot], technologies: Sequence[bool]) -> Score:
    """Return the score of plots and technologies."""
    return Score(sum(technologies), population(plots), wonders(plots))


def worth(state: State, seat: Seat) -> float:
    """Score a seat's position: its points first, then plots, buildings, resources and cards.

    A plot or a building is worth more than most of them cost in resources, since it brings in others each turn.
    """
    if not state.present[seat]:
        return 0
    has = 20 * sum(score(state, seat)) + 6 * len(standing(state, seat)) + 16 * len(state.plots[seat])
    return has + 0.3 * sum(state.resources[seat]) + 0.2 * sum(state.hands[seat])


def score_of_side(state: State, side: list[Seat]) -> Score:
    """Return the joint score of partners (C-96)."""
    return Score(*map(sum, zip(*(score(state, seat) for seat in side), strict=True)))


def technologies_result(state: State) -> Result:
    """The sides with the most points; ties go by technologies, population, wonders, then are shared (C-82)."""
    scores = {tuple(side): score_of_side(state, side) for side in sides(state)}
    points = {side: sum(each) for side, each in scores.items()}
    tied = [side for side in scores if points[side] == max(points.values())]
    needed: list[str] = []
    for place, name in enumerate(TIE_BREAKS):
        if len(tied) == 1:
            break
        needed.append(name)
        most = max(scores[side][place] for side in tied)
        tied = [side for side in tied if scores[side][place] == most]
    return Result(
        winners=sorted(seat for side in tied for seat in side),
        points={seat: points[side] for side in scores for seat in side},
        tie_breaks=needed,
    )
