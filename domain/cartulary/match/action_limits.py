"""A limit on repetition for actions that cost a seat no move, like taking back, proposing, or giving a key.

Without a limit one seat alone could make the record as long as it likes, and each take-back folds it anew. Every action
that is not the game's own is limited, unless its declaration says why not.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.actions import AgreeEnd, GiveTime, OfferSeat, Pause, SignWith, TakeBack
from cartulary.match.events import MATCH_EVENTS
from cartulary.match.events.fork import ForkBegan
from cartulary.match.events.signing import KeyGiven
from cartulary.match.history import History
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent

IN_A_ROW: Final = 30
"""Limit until another seat acts."""
IN_A_GAME: Final = 300
KEYS_IN_A_ROW: Final = 10
KEYS_IN_A_GAME: Final = 100
"""Limits of keys alone. Nothing else counts there: a seat that must sign and has lost its key can give another."""
NO_MOVE: Final = frozenset(each.NAME for each in MATCH_EVENTS) - {ForkBegan.NAME}
"""Events that are no part of a game's own moves, nor of its start."""


def is_limited(match: Match, action: Action) -> bool:
    """Whether an action costs no move, and does not say why it needs no limit."""
    return action.NAME not in match.game.action_types and action.UNLIMITED is None


def require_within_limits(match: Match, seat: Seat, action: Action, history: History) -> None:
    """Refuse what a seat has done too often. Raises Rejected."""
    least = KEYS_IN_A_ROW if isinstance(action, SignWith) else IN_A_ROW
    # A record of fewer plies cannot hold a limit's worth of them, and need not be read.
    if not is_limited(match, action) or match.ply < least or not has_reached_limit(history(), seat, action):
        return
    raise refusal_of(action)


def refusal_of(action: Action) -> Rejected:
    """Return why an action is refused of which a seat has done too much."""
    match action:
        case TakeBack():
            return Rejected(
                "undo.too_often",
                f"A seat takes back at most {IN_A_ROW} times until another seat acts, and {IN_A_GAME} times in a game. "
                "Go on from here.",
            )
        case AgreeEnd():
            return Rejected(
                "end.too_often",
                f"A seat proposes an end at most {IN_A_ROW} times until another seat acts, and {IN_A_GAME} times in a "
                "game.",
            )
        case OfferSeat():
            return Rejected(
                "seat.too_often",
                f"A seat is offered at most {IN_A_ROW} times until another seat acts, and {IN_A_GAME} times in a game.",
            )
        case Pause() | GiveTime():
            return Rejected(
                "clock.too_often",
                f"A seat proposes a pause or gives time at most {IN_A_ROW} times until another seat acts, and "
                f"{IN_A_GAME} times in a game.",
            )
        case SignWith():
            return Rejected(
                "key.too_often",
                f"A seat gives at most {KEYS_IN_A_ROW} keys until another seat acts, and {KEYS_IN_A_GAME} in a game. "
                "Sign with the last one.",
            )
        case _:
            return Rejected(
                "action.too_often",
                f"A seat does what costs no move at most {IN_A_ROW} times until another seat acts, and {IN_A_GAME} "
                "times in a game. Make a move.",
            )


def has_reached_limit(record: Sequence[RecordedEvent], seat: Seat, action: Action) -> bool:
    """Whether a seat has reached a limit of an action, by the whole record."""
    # The first event of a ply names who acted; others may be about other seats.
    actors = {row.ply: row.seat for row in reversed(record)}
    moves = {row.ply for row in record if row.type not in NO_MOVE}
    begun = min(moves, default=0)
    own = {ply for ply, actor in actors.items() if actor == seat and ply > begun and ply not in moves}
    since = takewhile(lambda ply: actors[ply] in (seat, None), actors)
    if isinstance(action, SignWith):
        own &= {row.ply for row in record if row.type == KeyGiven.NAME}
        return len(own) >= KEYS_IN_A_GAME or len(own.intersection(since)) >= KEYS_IN_A_ROW
    return len(own) >= IN_A_GAME or len(own.intersection(since)) >= IN_A_ROW
