"""Viewpoints: whose eyes a finished game is looked through."""

from http import HTTPStatus
from typing import Final

from cartulary.kernel.visibility import EVERYTHING, SPECTATOR, Audience
from cartulary.match.state import Match
from cartulary_service.errors import Problem, bad_parameters

SEATS: Final = ("0", "1", "2", "3")
NAMES: Final = (*SEATS, "spectator", "everything")


def audience_of(name: str, match: Match) -> Audience:
    """Return the audience of a name. Raises Problem 422 for a seat that the match does not have."""
    if name == "everything":
        return EVERYTHING
    if name == "spectator":
        return SPECTATOR
    if (seat := int(name)) >= match.setup.seats:
        raise bad_parameters({"as": [f"The game has {match.setup.seats} seats; the first is 0."]})
    return seat


def choose_audience(name: str | None, match: Match, own: Audience) -> Audience:
    """Return the audience that a caller asks for, by default their own.

    Raises Problem 409 for what others see of a game that is not over.
    """
    if name is None:
        return own
    audience = audience_of(name, match)
    if match.result is None and audience not in (own, SPECTATOR):
        detail = "What another seat sees is open once the game is over. Until then `as` is your own seat, or spectator."
        raise Problem(HTTPStatus.CONFLICT, "not-over", detail)
    return audience
