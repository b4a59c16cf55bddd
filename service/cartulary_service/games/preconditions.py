"""Preconditions of an action: the seat, the version, and what is legal."""

from http import HTTPStatus

from cartulary.kernel.forms import Form, forms_json
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.decide import decide
from cartulary.match.decision import Decision
from cartulary.match.events.administration import DelegateActed
from cartulary.match.events.signing import ActionSigned
from cartulary.match.history import History
from cartulary.match.state import Match
from cartulary_service.errors import Problem, illegal, not_found

Versions = frozenset[int]


def seat_held(match: Match, player: str) -> Seat:
    """The seat that the player acts for; it comes from the token, never from the body."""
    seat = match.seat_of(player)
    if seat is None and not match.admits(player):
        raise not_found("game")
    if seat is None:
        raise Problem(HTTPStatus.FORBIDDEN, "no-seat", "You hold no seat in this game, so you cannot act in it.")
    return seat


def require_creator(match: Match, player: str) -> None:
    """Raise Problem 403 unless the player has opened the table, 404 if they may not even look."""
    if player != match.terms.creator:
        detail = "Only the player who has opened this table can change or close it."
        raise not_found("game") if not match.admits(player) else Problem(HTTPStatus.FORBIDDEN, "not-creator", detail)


def require_version(match: Match, expected: Versions | None) -> None:
    """The caller has seen the match as it is."""
    if expected is not None and match.version not in expected:
        detail = f"The game has gone on to version {match.version}. Read it again, then decide."
        raise Problem(HTTPStatus.PRECONDITION_FAILED, "stale", detail, version=match.version)


def decide_or_refuse(
    match: Match,
    seat: Seat,
    action: Action,
    at: str,
    history: History,
    delegate: DelegateActed | None = None,
    signed: ActionSigned | None = None,
) -> Decision:
    """Decide an action. Raises Problem 422, which lists what is legal instead."""
    try:
        return decide(match, seat, action, at, history, delegate, signed)
    except Rejected as error:
        raise illegal(error, legal=forms_json(legal_forms(match, seat))) from error


def legal_forms(match: Match, seat: Seat) -> list[Form]:
    """Return the legal actions of a seat as forms."""
    return list(match.game.legal_actions(match.state, seat)) if match.status == "playing" else []


def too_many_conflicts() -> Problem:
    detail = "Others acted at the same time, again and again. Your action was not stored. Try again."
    return Problem(HTTPStatus.CONFLICT, "lost-race", detail)
