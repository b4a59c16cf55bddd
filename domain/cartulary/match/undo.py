"""Taking back what one has done: freely until something hidden was shown or it is another's turn, else by consent."""

from collections.abc import Sequence
from typing import Final

from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.decision import Decision, happen
from cartulary.match.events.clock import (
    GamePaused,
    GameResumed,
    SeatReturned,
    TimeClaimed,
    TimeExpired,
    TimeGiven,
    TimeRestored,
    VacationTaken,
)
from cartulary.match.events.undo import ActionsTakenBack, TakeBackAgreed
from cartulary.match.rules_change import MatchAt, earlier_end, go_back
from cartulary.match.state import Match, require_playing
from cartulary.record.event import RecordedEvent

OF_TIME: Final = (
    GamePaused,
    GameResumed,
    VacationTaken,
    TimeGiven,
    TimeRestored,
    TimeExpired,
    TimeClaimed,
    SeatReturned,
)
"""Clock events: undone by consent only."""


def take_back(
    match: Match,
    record: Sequence[RecordedEvent],
    seat: Seat,
    version: int | None,
    at: str,
    match_at: MatchAt | None = None,
) -> Decision:
    """A seat takes a match, whose whole record is given, back to a version, by default by one ply. Raises Rejected."""
    require_playing(match)
    if seat not in match.game.remaining(match.state):
        raise Rejected("undo.left", "You have left this game.")
    back_to = before_last_ply(record) if version is None else version
    then = earlier_end(match, record, back_to, match_at)
    if set(match.game.remaining(then.state)) != set(match.game.remaining(match.state)):
        raise Rejected("undo.resigned", "Somebody has resigned since; that is not taken back.")
    if is_free(match, then, record[back_to:], seat, at):
        return go_back(match, then, [ActionsTakenBack(seat=seat, back_to=back_to)], at, clocks_restart=False)
    return agree(match, then, seat, back_to, at)


def before_last_ply(record: Sequence[RecordedEvent]) -> int:
    """The version before the last ply."""
    return next(row.position for row in reversed(record) if row.ply < record[-1].ply)


def is_free(match: Match, then: Match, undone: Sequence[RecordedEvent], seat: Seat, at: str) -> bool:
    """Whether all that is undone is the seat's own, showed nothing hidden, and made the game wait for nobody else.

    Clocks run on as they ran then: no time may have been stopped or given since, and no deadline of then have passed.
    """
    types = match.game.event_types
    plies = {row.ply: row.seat for row in reversed(undone)}
    own = all(actor == seat for actor in plies.values())
    hidden = not any(types[row.type, row.v].REVEALS for row in undone)
    untimed = not any(issubclass(types[row.type, row.v], OF_TIME) for row in undone)
    in_time = then.clocks is None or then.clocks.overdue(at) is None
    return own and hidden and untimed and in_time and set(match.to_act()) - {seat} <= set(then.to_act())


def agree(match: Match, then: Match, seat: Seat, back_to: int, at: str) -> Decision:
    """A seat would go back there; once all would, the match does, and the clocks that ran there run anew."""
    for_it = {other for other, version in match.takes_back.items() if version == back_to}
    all_agree = for_it | {seat} >= match.people()
    if seat in for_it and not all_agree:
        missing = ", ".join(str(other) for other in sorted(match.people() - for_it))
        raise Rejected("undo.agreed_already", f"You have agreed; the game still waits for seats {missing}.")
    consent = TakeBackAgreed(seat=seat, back_to=back_to)
    if not all_agree:
        return happen(match, consent)
    return go_back(match, then, [consent, ActionsTakenBack(seat=seat, back_to=back_to)], at)
