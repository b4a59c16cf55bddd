"""A whole record, played again by the rules as they are."""

from collections.abc import Sequence
from itertools import groupby
from json import loads
from typing import Any, Final

from cartulary.kernel.canonical import base64url, canonical
from cartulary.kernel.codec import action_json, decode_action
from cartulary.kernel.declarations import find_undeclared_field, require_declared
from cartulary.kernel.messages import Action, Event
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.actions import (
    AgreeEnd,
    ClaimTime,
    ComeBack,
    FreeSeat,
    GiveTime,
    KeepSeat,
    NameDelegate,
    OfferSeat,
    Pause,
    Resume,
    SignWith,
    TakeBack,
    TakeVacation,
)
from cartulary.match.clock.decide import expire, restore_time
from cartulary.match.clock.state import CLOCK_EVENTS
from cartulary.match.decide import decide
from cartulary.match.decision import Decision
from cartulary.match.events.administration import DelegateActed, GameCorrected, OrderFired, RulesAgreed
from cartulary.match.events.clock import (
    ClockStarted,
    ClockStopped,
    GameResumed,
    PauseAgreed,
    SeatReturned,
    TimeClaimed,
    TimeExpired,
    TimeGiven,
    TimeRestored,
    VacationTaken,
)
from cartulary.match.events.ending import EndAgreed
from cartulary.match.events.seating import (
    EntropyCommitted,
    EntropyOpened,
    GameCreated,
    OpeningsAwaited,
    OpeningsExpired,
    SeatCleared,
    SeatLeft,
    SeatTaken,
    StartAwaited,
    StartReached,
    TableClosed,
    TableExpired,
)
from cartulary.match.events.signing import ActionSigned, DelegateNamed, KeyGiven, OrderSigned
from cartulary.match.events.substitution import FreeingAgreed, SeatKept, SeatOffered, SubstituteSeated
from cartulary.match.events.undo import ActionsTakenBack, TakeBackAgreed
from cartulary.match.evolve import Timeline, begin, fold
from cartulary.match.game import Game
from cartulary.match.ply import record_ply
from cartulary.match.rules_change import MatchAt, agree, correct
from cartulary.match.seating import Sitting, clear_seat, close_table, create, leave, open_entropy, sit_down
from cartulary.match.signing import is_same_order
from cartulary.match.standing_orders import require_due
from cartulary.match.state import Match
from cartulary.match.substitution import take_over
from cartulary.match.undo import take_back
from cartulary.record.bundle import WRONG, Broken
from cartulary.record.decode import decode, decode_all, upcast
from cartulary.record.event import RecordedEvent, time_of

PLACE: Final = ("at", "ply", "position", "seat", "type")
"""Members of a stored event that no version of its type changes."""


def replay(game: Game[Any], game_id: str, record: Sequence[RecordedEvent], seed: bytes) -> int:
    """Play a whole record again by the rules as they are; the number of plies. Raises Broken where they part."""
    plies = [list(rows) for _, rows in groupby(record, key=lambda row: row.ply)]
    timeline = Timeline(begin(game, game_id))
    for rows in plies:
        earlier = record[: rows[0].position - 1]
        expected = play_again(game, timeline, earlier, rows, seed)
        for row, again in zip(rows, expected, strict=False):
            if not tells_the_same(game, row, again):
                raise Broken(f"the rules would have {again.type} here, otherwise than recorded", row.position)
        if len(rows) != len(expected):
            raise Broken(f"this ply has {len(rows)} events, the rules make {len(expected)}", rows[0].position)
        for row in rows:
            timeline.follow(row)
    return len(plies)


def tells_the_same(game: Game[Any], row: RecordedEvent, again: RecordedEvent) -> bool:
    """Whether an event is the one that is made again, in whatever version."""
    if (row.public, row.private) == (again.public, again.private):
        return True
    if row.v == again.v:
        return False
    said, made = loads(row.public), loads(again.public)
    _, told = upcast(game.event_types, row)
    _, expected = upcast(game.event_types, again)
    return all(said[name] == made[name] for name in PLACE) and canonical(told) == canonical(expected)


def play_again(
    game: Game[Any],
    timeline: Timeline,
    earlier: Sequence[RecordedEvent],
    rows: list[RecordedEvent],
    seed: bytes,
) -> list[RecordedEvent]:
    """Decide a ply again. Raises Broken if the rules refuse it, or if no action causes such events."""
    so_far = timeline.at(len(earlier))
    try:
        if not earlier:
            return create_again(game, so_far.id, rows[0], seed)
        events = decode_all(game.event_types, rows)
        require_declared_events(rows, events)
        at = time_of(rows[0])
        return record_ply(so_far, decide_as_recorded(so_far, earlier, at, events, timeline.at), at).rows
    except Rejected as error:
        raise Broken(f"the rules refuse what happened: {error}", rows[0].position, illegal=True) from error
    except WRONG as error:
        raise Broken("no action of a seat causes this", rows[0].position) from error


def require_declared_events(rows: Sequence[RecordedEvent], events: Sequence[Event]) -> None:
    """Check that each event holds values that it declares. Raises Broken."""
    for row, event in zip(rows, events, strict=True):
        if wrong := find_undeclared_field(event):
            raise Broken(f"its {wrong} is not as {row.type} declares it", row.position, illegal=True)


def create_again(game: Game[Any], game_id: str, row: RecordedEvent, seed: bytes) -> list[RecordedEvent]:
    """The creation of the game, from what it says."""
    created = decode(game.event_types, row)
    assert isinstance(created, GameCreated)
    require_declared_events([row], [created])
    setup = game.setup(created.edition, created.seats, created.options, created.revision)
    terms = fold(game, game_id, [row]).terms
    return create(game, game_id, setup, seed, time_of(row), terms)


def decide_as_recorded(
    match: Match, earlier: Sequence[RecordedEvent], at: str, events: Sequence[Event], match_at: MatchAt
) -> Decision:
    """Decide a ply again, from what its events tell."""
    match events[0]:
        case SeatTaken(seat=seat, player=player, entropy=entropy, bot=bot):
            committed = next((each.commitment for each in events if isinstance(each, EntropyCommitted)), None)
            until = next((each.until for each in events if isinstance(each, OpeningsAwaited)), at)
            start = next((each.until for each in events if isinstance(each, StartAwaited)), None)
            return sit_down(match, Sitting(player, seat, entropy, committed, bot), until, start)
        case EntropyOpened(seat=seat, entropy=entropy):
            return open_entropy(match, seat, entropy, at)
        case SeatLeft(seat=seat):
            return leave(match, seat)
        case SeatCleared(seat=seat):
            return clear_seat(match, seat)
        case TableClosed():
            return close_table(match)
        case OpeningsExpired() | TableExpired() | StartReached() | TimeExpired():
            return expire(match, at)
        case TimeRestored(seats=seats, seconds=seconds, by=by, reason=reason):
            return restore_time(match, seats, seconds, by, reason, at)
        case ActionsTakenBack(seat=seat, back_to=back_to) | TakeBackAgreed(seat=seat, back_to=back_to):
            parse_action(match, TakeBack(version=back_to))
            return take_back(match, earlier, seat, back_to, at, match_at)
        case SubstituteSeated(seat=seat, player=player):
            return take_over(match, player, seat, at)
        case RulesAgreed(seat=seat, revision=revision, rules_sha256=rules):
            return agree(match, seat, revision, rules)
        case GameCorrected(by=by, reason=reason, back_to=back_to):
            return correct(match, earlier, by, reason, back_to, at, match_at)
        case _:
            return decide_action(match, earlier, at, events, match_at)


def decide_action(
    match: Match, earlier: Sequence[RecordedEvent], at: str, events: Sequence[Event], match_at: MatchAt
) -> Decision:
    """Decide the action of a seat again, by the authority that the ply begins with."""
    acting_for = events[0] if isinstance(events[0], DelegateActed | OrderFired) else None
    rest = events[0 if acting_for is None else 1 :]
    signed = rest[0] if isinstance(rest[0], ActionSigned | OrderSigned) else None
    rest = rest[0 if signed is None else 1 :]
    seat, action = read_action(match, signed, rest)
    if isinstance(acting_for, OrderFired):
        order = signed if isinstance(signed, OrderSigned) else None
        if order is not None and not is_same_order(acting_for, order):
            raise ValueError("another order was signed")
        require_due(match, earlier, acting_for, action, None if order is None else order.version, match_at)
    return decide(match, seat, action, at, lambda: earlier, acting_for, signed)


def read_action(match: Match, signed: ActionSigned | OrderSigned | None, rest: Sequence[Event]) -> tuple[Seat, Action]:
    """Return the seat and the action that was signed; else those that the events tell of."""
    said = None
    if isinstance(signed, ActionSigned):
        said = signed.action
    elif signed is not None and signed.order is not None:
        said = signed.order.get("action")
    if signed is not None and said is not None:
        return signed.seat, decode_action(dict(match.action_types()), said)
    seat, action = infer_action(match, rest)
    return seat, parse_action(match, action)


def infer_action(match: Match, events: Sequence[Event]) -> tuple[Seat, Action]:
    """Infer the action of a seat from the events that it caused."""
    match events[0]:
        case ActionsTakenBack(seat=seat, back_to=back_to) | TakeBackAgreed(seat=seat, back_to=back_to):
            return seat, TakeBack(version=back_to)
        case EndAgreed(seat=seat, how=how):
            return seat, AgreeEnd(how=how)
        case KeyGiven(seat=seat, key=key):
            return seat, SignWith(key=base64url(key))
        case DelegateNamed(seat=seat, delegate=delegate, key=named):
            return seat, NameDelegate(delegate=delegate, key=None if named is None else base64url(named))
        case SeatOffered(seat=seat):
            return seat, OfferSeat()
        case SeatKept(seat=seat):
            return seat, KeepSeat()
        case FreeingAgreed(seat=seat, freed=freed):
            return seat, FreeSeat(seat=freed)
        case _ if isinstance(events[0], CLOCK_EVENTS):
            return clock_action(events[0])
        case _:
            own = [event for event in events if not isinstance(event, ClockStarted | ClockStopped)]
            return match.game.infer_action(match.state, own)


def parse_action(match: Match, inferred: Action) -> Action:
    """Decode an inferred action from its name and JSON, as the API decodes a posted one. Raises Rejected."""
    require_declared(inferred)
    return decode_action(dict(match.action_types()), action_json(inferred))


def clock_action(event: Event) -> tuple[Seat, Action]:
    """The action that has to do with the clock and that begins with this event."""
    match event:
        case PauseAgreed(seat=seat):
            return seat, Pause()
        case GameResumed(seat=seat):
            return seat, Resume()
        case VacationTaken(seat=seat, days=days):
            return seat, TakeVacation(days=days)
        case TimeGiven(seat=seat, to=to, seconds=seconds):
            return seat, GiveTime(seat=to, seconds=seconds)
        case TimeClaimed(seat=seat, expired=expired):
            return seat, ClaimTime(seat=expired)
        case SeatReturned(seat=seat):
            return seat, ComeBack()
        case _:
            raise LookupError(event)
