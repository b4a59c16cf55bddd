"""Decisions about time: pauses, vacations, time that is given, and deadlines that have passed."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from cartulary.kernel.declarations import require_declared
from cartulary.kernel.messages import Action, Event
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.kernel.times import moment, stamp
from cartulary.match.actions import ClaimTime, ComeBack, GiveTime, Pause, Resign, Resume, TakeVacation
from cartulary.match.clock.settings import LONGEST, running_seconds
from cartulary.match.clock.state import Clocks
from cartulary.match.decision import Decision, decide_in_game, happen
from cartulary.match.events.clock import (
    BotTookOver,
    ClockStopped,
    GamePaused,
    GameResumed,
    PauseAgreed,
    SeatReturned,
    TimeClaimed,
    TimeExpired,
    TimeGiven,
    TimeRestored,
    VacationTaken,
)
from cartulary.match.seating import expire as expire_gathering
from cartulary.match.state import Match, require_playing

MOST_GIVEN: Final = 30 * 86_400
"""Seconds that a seat may give at once."""


def decide_clock_action(match: Match, seat: Seat, action: Action, at: str) -> Decision:
    """Decide an action that concerns the clock. Raises Rejected."""
    require_declared(action)
    require_playing(match)
    clocks = match.clocks
    if clocks is None:
        raise Rejected("clock.none", "This game has no clock.")
    if seat not in match.game.remaining(match.state):
        raise Rejected("clock.left", "You have left this game.")
    match action:
        case Pause():
            return pause(match, clocks, seat, at)
        case Resume():
            return resume(match, clocks, seat)
        case TakeVacation(days=days):
            return take_vacation(match, clocks, seat, days, at)
        case GiveTime(seat=to, seconds=seconds):
            return give_time(match, clocks, seat, to, seconds, at)
        case ClaimTime(seat=expired):
            return claim_time(match, clocks, seat, expired)
        case ComeBack():
            return come_back(match, clocks, seat)
        case _:
            raise LookupError(action)


def pause(match: Match, clocks: Clocks, seat: Seat, at: str) -> Decision:
    """The last to agree stops all clocks where they stand."""
    if clocks.paused:
        raise Rejected("clock.paused", "The game is paused already.")
    all_agree = clocks.wants_pause | {seat} >= match.people()
    if seat in clocks.wants_pause and not all_agree:
        raise Rejected("clock.agreed_already", "You have agreed to a pause; it begins once all have.")
    agreed = PauseAgreed(seat=seat)
    if not all_agree:
        return happen(match, agreed)
    stopped = [ClockStopped(seat=each, left=clocks.remaining(each, at)) for each in sorted(clocks.running)]
    return happen(match, agreed, *stopped, GamePaused())


def resume(match: Match, clocks: Clocks, seat: Seat) -> Decision:
    """End a pause; one seat is enough."""
    if not clocks.paused:
        raise Rejected("clock.not_paused", "The game is not paused.")
    return happen(match, GameResumed(seat=seat))


def take_vacation(match: Match, clocks: Clocks, seat: Seat, days: int, at: str) -> Decision:
    """The seat's clock runs on after so many days, or starts after them."""
    if not 1 <= days <= clocks.vacation[seat]:
        raise Rejected("clock.vacation", f"You have {clocks.vacation[seat]} days of vacation left.")
    away = max(at, clocks.away_until[seat] or at)
    until = stamp(moment(away) + timedelta(days=days))
    taken = VacationTaken(seat=seat, days=days, until=until)
    return happen(match, taken, *restart(clocks, seat, until, clocks.remaining(seat, at)))


def give_time(match: Match, clocks: Clocks, seat: Seat, to: Seat, seconds: int, at: str) -> Decision:
    """Another seat gets more time, whether its clock runs or not."""
    if to == seat or to not in match.game.remaining(match.state):
        raise Rejected("clock.no_such_seat", "Time is given to another seat that is still in the game.")
    team = match.game.team(match.setup, seat)
    if team is not None and team == match.game.team(match.setup, to):
        raise Rejected("clock.partner", "Time is given to opponents; partners could make it endless.")
    if not 1 <= seconds <= MOST_GIVEN:
        raise Rejected("clock.seconds", f"1 to {MOST_GIVEN} seconds can be given at once.")
    given = TimeGiven(seat=seat, to=to, seconds=seconds)
    return happen(match, given, *restart(clocks, to, at, clocks.remaining(to, at) + seconds))


def restore_time(match: Match, seats: Sequence[Seat], seconds: int, by: str | None, reason: str, at: str) -> Decision:
    """The deadlines of seats whose clocks run come later. Raises Rejected where one of them has no such clock."""
    require_playing(match)
    if match.clocks is None or not seats or not match.clocks.running.keys() >= set(seats):
        raise Rejected("clock.not_running", "Time is given back only to seats whose clocks run.")
    if not 1 <= seconds <= LONGEST:
        raise Rejected("clock.seconds", f"1 to {LONGEST} seconds can be given at once.")
    restored = TimeRestored(seats=tuple(seats), seconds=seconds, by=by, reason=reason)
    return happen(match, restored, *(match.clocks.extend(seat, at, seconds) for seat in seats))


def make_up_for(match: Match, began: str, ended: str, until: str, at: str) -> Decision:
    """Give back the time between two moments to the clocks that have run since then and would expire by `until`.

    Raises Rejected if there is none.
    """
    require_playing(match)
    if match.clocks is None:
        raise Rejected("clock.none", "This game has no clock.")
    lost = running_seconds(match.clocks.settings, began, ended)
    running = sorted(match.clocks.running.items())
    seats = [seat for seat, each in running if each.since < ended and began <= each.until <= until]
    return restore_time(match, seats, lost, None, f"The service did not run from {began} to {ended}.", at)


def restart(clocks: Clocks, seat: Seat, at: str, left: int) -> list[Event]:
    """A clock that runs starts again, with so many seconds."""
    return [clocks.start(seat, at, left)] if seat in clocks.running else []


def claim_time(match: Match, clocks: Clocks, seat: Seat, expired: Seat) -> Decision:
    """A seat whose time has run out resigns when another asks for it."""
    if seat == expired or expired not in clocks.expired or expired not in match.to_act():
        raise Rejected("clock.not_expired", "The game does not wait for a seat of that number whose time has run out.")
    claimed = happen(match, TimeClaimed(seat=seat, expired=expired))
    return claimed.then(decide_in_game(claimed.after, expired, Resign()))


def come_back(match: Match, clocks: Clocks, seat: Seat) -> Decision:
    """A player takes over from the bot."""
    if seat not in clocks.bots:
        raise Rejected("clock.no_bot", "No bot plays for you.")
    return happen(match, SeatReturned(seat=seat))


def expire(match: Match, at: str) -> Decision:
    """Decide the consequences of the first deadline that has passed. Raises Rejected if none has."""
    if match.status != "playing" or match.clocks is None:
        return expire_gathering(match, at)
    seat = match.clocks.overdue(at)
    if seat is None:
        raise Rejected("deadline.not_passed", "No deadline of this game has passed.")
    expired = happen(match, TimeExpired(seat=seat, until=match.clocks.running[seat].until))
    match match.clocks.settings.on_expiry:
        case "forfeit":
            return expired.then(decide_in_game(expired.after, seat, Resign()))
        case "bot":
            return expired.then(happen(expired.after, BotTookOver(seat=seat)))
        case "claim":
            return expired
