"""How often a seat may do what costs it no move: take back, propose a pause, give time.

Without a limit one seat alone could make a record, which each take-back folds anew, as long as it likes. The limit is
checked when an action is decided and not when a record is verified, so that records from before it stay valid.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from domain.kernel.rejected import Rejected
from domain.kernel.seats import Seat
from domain.match.actions import GiveTime, Pause, TakeBack
from domain.match.events.clock import PauseAgreed, TimeGiven
from domain.match.events.undo import ActionsTakenBack, TakeBackAgreed
from domain.record.event import Recorded

IN_A_ROW: Final = 30
"""Until another seat acts."""
IN_A_GAME: Final = 300
COUNTED: Final = frozenset(each.NAME for each in (ActionsTakenBack, TakeBackAgreed, PauseAgreed, TimeGiven))

Limited = TakeBack | Pause | GiveTime


def require_moderation(record: Sequence[Recorded], seat: Seat, action: Limited) -> None:
    """Raise Rejected if a seat has done such things too often, by the whole record."""
    if not is_immoderate(record, seat):
        return
    match action:
        case TakeBack():
            raise Rejected(
                "undo.too_often",
                f"A seat takes back at most {IN_A_ROW} times until another seat acts, and {IN_A_GAME} times in a game. "
                "Go on from here.",
            )
        case Pause() | GiveTime():
            raise Rejected(
                "clock.too_often",
                f"A seat proposes a pause or gives time at most {IN_A_ROW} times until another seat acts, and "
                f"{IN_A_GAME} times in a game.",
            )


def is_immoderate(record: Sequence[Recorded], seat: Seat) -> bool:
    """Whether a seat has reached a limit."""
    # The first event of a ply names who acted; others may be about other seats.
    actors = {row.ply: row.seat for row in reversed(record)}
    own = {row.ply for row in record if row.type in COUNTED and actors[row.ply] == seat}
    since = takewhile(lambda ply: actors[ply] in (seat, None), actors)
    return len(own) >= IN_A_GAME or len(own.intersection(since)) >= IN_A_ROW
