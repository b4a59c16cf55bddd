"""The fold: a match from the events of its record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from cartulary.kernel.game_decision import Evolutions
from cartulary.kernel.messages import Event
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import EVERYTHING, Audience
from cartulary.match.clock.state import CLOCK_EVENTS, Clocks
from cartulary.match.events.administration import DelegateActed, GameCorrected, OrderFired, RulesAgreed, RulesMoved
from cartulary.match.events.clock import TimeClaimed, TimeExpired
from cartulary.match.events.ending import VOID, EndAgreed, GameEnded
from cartulary.match.events.fork import ForkBegan, SeatSaw
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
from cartulary.match.events.substitution import FreeingAgreed, SeatFreed, SeatKept, SeatOffered, SubstituteSeated
from cartulary.match.events.undo import ActionsTakenBack, TakeBackAgreed
from cartulary.match.game import Game, Setup
from cartulary.match.history import goes_back, stretches
from cartulary.match.snapshot import load_state
from cartulary.match.state import Match, TimeLoss, fork
from cartulary.match.terms import Terms
from cartulary.match.vacancies import FormerPlayer
from cartulary.record.decode import LogEntry, log_entries
from cartulary.record.event import RecordedEvent, genesis, time_of
from cartulary.record.redact import redact_event


def fold(game: Game[Any], game_id: str, rows: Iterable[RecordedEvent], audience: Audience = EVERYTHING) -> Match:
    """Return the match that a record tells an audience, from its first event on."""
    timeline = Timeline(begin(game, game_id), audience=audience)
    for stretch in stretches(list(rows)):
        timeline.follow(*stretch)
    return timeline.newest


def begin(game: Game[Any], game_id: str) -> Match:
    """Return the match before its first event."""
    return Match(game_id, game, Setup("", 0, {}), genesis(game_id))


class Timeline:
    """A match that follows its record, and stays known at every version up to which it was led.

    So a record that goes back is not folded anew: it goes on from the match that it goes back to.
    """

    def __init__(self, start: Match, before: Sequence[RecordedEvent] = (), audience: Audience = EVERYTHING) -> None:
        """Begin at a match, which is the fold of the events `before`."""
        self._before = before[: start.version]
        self._audience = audience
        self._start, self._matches = start.version, {start.version: start}
        self.newest = start

    def at(self, version: int) -> Match:
        """Return the match at a version that the record has reached. Raises ValueError."""
        if not 0 <= version <= self.newest.version:
            raise ValueError("one goes back to an earlier version")
        if version < self._start:
            return fold(self.newest.game, self.newest.id, self._before[:version], self._audience)
        return self._matches[version]

    def follow(self, *rows: RecordedEvent) -> Match:
        """Return the match after the next event of its record, or after several of which none goes back."""
        newest = self.newest
        entries = log_entries(newest.game.event_types, rows)
        if goes_back(rows):
            self.newest = self._go_back(newest, rows[-1], entries[-1].event)
        else:
            self.newest = follow(newest, entries, self._audience)
        self._matches[self.newest.version] = self.newest
        return self.newest

    def _go_back(self, newest: Match, row: RecordedEvent, event: Event) -> Match:
        """Return the match as it was, but for what is not taken back."""
        assert isinstance(event, GameCorrected | ActionsTakenBack)
        match = fork(self.at(event.back_to))
        carry_over(match, newest, [event], time_of(row))
        stand_at(match, row)
        return match


def carry_over(match: Match, newest: Match, events: Sequence[Event], at: str) -> None:
    """Give a match that goes back `at` a time what stands whatever is taken back: keys, delegates, offers, consents.

    `events` say that it goes back. So none comes back that had lapsed or been withdrawn. Nobody has to answer any more
    what was proposed about a position. Players who take back do not gain time by it.
    """
    match.corrections = (*newest.corrections, *(each for each in events if isinstance(each, GameCorrected)))
    match.keys, match.delegates = newest.keys, newest.delegates
    match.vacancies, match.agreed = newest.vacancies, dict(newest.agreed)
    if match.clocks is not None and newest.clocks is not None:
        match.clocks.wants_pause = set(newest.clocks.wants_pause)
        if any(isinstance(each, ActionsTakenBack) for each in events):
            match.clocks.keep_used_time(newest.clocks, at)
    forget_proposals(match)


def replay(
    game: Game[Any], game_id: str, record: Sequence[RecordedEvent], audience: Audience, first: int
) -> Iterator[Match]:
    """Yield the match as a record tells it to an audience, at each version from `first` on."""
    timeline = Timeline(begin(game, game_id), audience=audience)
    for row in record:
        match = timeline.follow(row)
        if match.version >= first:
            yield match


def follow(match: Match, entries: Sequence[LogEntry], audience: Audience = EVERYTHING) -> Match:
    """Return the match after more of its record, as an audience may see it; `entries` must not go back."""
    if not entries:
        return match
    after = advance(match, [redact_event(each.event, audience) for each in entries])
    stand_at(after, entries[-1].row)
    return after


def stand_at(match: Match, row: RecordedEvent) -> None:
    """Set the match to the version of this row."""
    match.version, match.ply, match.head = row.position, row.ply, row.hash


def advance(match: Match, events: Iterable[Event]) -> Match:
    """Return the match after events that are not recorded yet."""
    after = fork(match)
    evolve(after, events)
    return after


def continue_with(match: Match, state: Any, events: Iterable[Event]) -> Match:
    """Return the match after a decision of its game, which has worked out `state` already."""
    after = fork(match, state)
    after.status = "playing"
    for event in events:
        if isinstance(event, GameEnded):
            conclude(after, event)
        else:
            forget_proposals(after)
    return after


def evolve(match: Match, events: Iterable[Event]) -> None:
    """Apply events to a match; those that are not about the match are the game's own."""
    about_the_match, evolutions = EVOLUTIONS.get, match.game.evolutions
    for event in events:
        if (apply := about_the_match(type(event))) is not None:
            apply(match, event)
            continue
        if match.state is None:
            match.state, match.status = match.game.initial(match.setup), "playing"
        forget_proposals(match)
        evolutions[type(event)](match.state, event)


def forget_proposals(match: Match) -> None:
    """The game goes on: nobody has to answer what was proposed before."""
    # Two tests cost less than two new dictionaries for each event.
    if match.takes_back:
        match.takes_back = {}
    if match.wants_end:
        match.wants_end = {}


def game_created(match: Match, event: GameCreated) -> None:
    """The table stands open."""
    match.setup = Setup(event.edition, event.seats, event.options, event.revision)
    match.sandbox = event.sandbox
    match.server_commit, match.seed = event.server_commit, event.server_seed
    match.terms = Terms(
        event.position,
        event.rules_sha256,
        event.creator,
        event.private,
        event.reserved,
        event.rematch_of,
        event.open_until,
        event.clock,
        event.forked_from,
    )
    match.clocks = None if event.clock is None else Clocks.for_seats(event.clock, event.seats)
    match.players, match.entropy = [None] * event.seats, [b""] * event.seats
    match.commitments = [b""] * event.seats
    match.keys = (None,) * event.seats


def seat_taken(match: Match, event: SeatTaken) -> None:
    match.players[event.seat] = event.player
    match.entropy[event.seat] = event.entropy or b""
    if event.bot is not None:
        match.bots[event.seat] = event.bot
        if match.clocks is not None:
            match.clocks.bots.add(event.seat)


def stand_as(match: Match, told: Mapping[str, Any] | None) -> None:
    """Set the game's state from its JSON, unless that is None."""
    if told is not None:
        match.state = load_state(match.game, match.setup, told)


def rules_moved(match: Match, event: RulesMoved) -> None:
    """The game goes on by another revision of the rules."""
    match.setup = match.setup._replace(revision=event.revision)
    match.agreed = {}
    match.game.adopt(match.state, match.setup)


def conclude(match: Match, event: GameEnded) -> None:
    """Finish the match, or make it void."""
    match.status, match.result = "abandoned" if event.kind == VOID else "finished", event


def game_ended(match: Match, event: GameEnded) -> None:
    conclude(match, event)
    if match.state is not None:
        match.game.evolutions[GameEnded](match.state, event)


def seat_left(match: Match, event: SeatLeft | SeatCleared) -> None:
    """A seat is free again, as if nobody had taken it."""
    match.players[event.seat] = None
    match.bots.pop(event.seat, None)
    if match.clocks is not None:
        match.clocks.bots.discard(event.seat)
    match.entropy[event.seat] = match.commitments[event.seat] = b""


def entropy_committed(match: Match, event: EntropyCommitted) -> None:
    """A seat says what it will open."""
    match.commitments[event.seat] = event.commitment


def openings_awaited(match: Match, event: OpeningsAwaited) -> None:
    """All sit; now they open."""
    match.openings_until = event.until


def start_awaited(match: Match, event: StartAwaited) -> None:
    """All sit; the game begins later."""
    match.starts_at = event.until


def start_reached(match: Match, _event: StartReached) -> None:
    match.starts_at = None


def entropy_opened(match: Match, event: EntropyOpened) -> None:
    """A seat opens what it committed to."""
    match.entropy[event.seat] = event.entropy


def seat_saw(match: Match, event: SeatSaw) -> None:
    """A fork begins with what its seats have seen."""
    stand_as(match, event.state)


def fork_began(match: Match, event: ForkBegan) -> None:
    """A fork is played from here."""
    stand_as(match, event.whole or (event.state if match.state is None else None))
    match.status = "playing"


def rules_agreed(match: Match, event: RulesAgreed) -> None:
    """A seat would go on by another revision."""
    match.agreed[event.seat] = event.revision


def take_back_agreed(match: Match, event: TakeBackAgreed) -> None:
    """A seat would go back."""
    match.takes_back[event.seat] = event.back_to


def end_agreed(match: Match, event: EndAgreed) -> None:
    """A seat would end the game."""
    match.wants_end[event.seat] = event.how


def clock_event(match: Match, event: Event) -> None:
    """The clocks go on."""
    if match.clocks is not None:
        match.clocks.evolve(event)


def time_expired(match: Match, event: TimeExpired) -> None:
    clock_event(match, event)
    match.vacancies = match.vacancies.renew(event.seat)
    if match.clocks is not None and match.clocks.settings.on_expiry == "forfeit":
        note_time_loss(match, event.seat)


def time_claimed(match: Match, event: TimeClaimed) -> None:
    clock_event(match, event)
    note_time_loss(match, event.expired)


def note_time_loss(match: Match, seat: Seat) -> None:
    match.time_loss = TimeLoss(seat, frozenset(match.game.remaining(match.state)))


def seat_offered(match: Match, event: SeatOffered) -> None:
    match.vacancies = match.vacancies.offer(event.seat)


def seat_kept(match: Match, event: SeatKept) -> None:
    match.vacancies = match.vacancies.keep(event.seat)


def freeing_agreed(match: Match, event: FreeingAgreed) -> None:
    match.vacancies = match.vacancies.vote(event.seat, event.freed)


def seat_freed(match: Match, event: SeatFreed) -> None:
    match.vacancies = match.vacancies.free(event.seat)


def substitute_seated(match: Match, event: SubstituteSeated) -> None:
    """Another player sits there, whom nothing binds that the one before had proposed or agreed to."""
    clock_event(match, event)
    before = match.players[event.seat]
    assert before is not None
    match.former = (*match.former, FormerPlayer(event.seat, before))
    match.players[event.seat] = event.player
    match.bots.pop(event.seat, None)
    set_key(match, event.seat, None)
    match.vacancies = match.vacancies.fill(event.seat)
    for proposals in (match.takes_back, match.wants_end, match.agreed):
        proposals.pop(event.seat, None)


def key_given(match: Match, event: KeyGiven) -> None:
    set_key(match, event.seat, event.key)


def set_key(match: Match, seat: Seat, key: bytes | None) -> None:
    """Set the key of a seat, which ends what its earlier key has signed."""
    match.keys = (*match.keys[:seat], key, *match.keys[seat + 1 :])
    match.delegates = {named: each for named, each in match.delegates.items() if named[0] != seat}


def delegate_named(match: Match, event: DelegateNamed) -> None:
    match.delegates[event.seat, event.delegate] = event.key


def nothing(_match: Match, _event: Event) -> None:
    """Do nothing: the event is only for readers of the record."""


def refuse_to_follow(_match: Match, event: Event) -> None:
    """Raise ValueError: a match that goes back is folded from its whole record."""
    raise ValueError(f"what {event.NAME} takes back, the whole record tells")


EVOLUTIONS: Final[Evolutions[Match]] = {
    **dict.fromkeys(CLOCK_EVENTS, clock_event),
    **dict.fromkeys((OpeningsExpired, TableClosed, TableExpired), nothing),
    **dict.fromkeys((DelegateActed, OrderFired, ActionSigned, OrderSigned), nothing),
    **dict.fromkeys((GameCorrected, ActionsTakenBack), refuse_to_follow),
    TimeExpired: time_expired,
    TimeClaimed: time_claimed,
    GameCreated: game_created,
    SeatTaken: seat_taken,
    SeatLeft: seat_left,
    SeatCleared: seat_left,
    EntropyCommitted: entropy_committed,
    StartAwaited: start_awaited,
    StartReached: start_reached,
    OpeningsAwaited: openings_awaited,
    EntropyOpened: entropy_opened,
    SeatSaw: seat_saw,
    ForkBegan: fork_began,
    RulesAgreed: rules_agreed,
    RulesMoved: rules_moved,
    TakeBackAgreed: take_back_agreed,
    EndAgreed: end_agreed,
    SeatOffered: seat_offered,
    SeatKept: seat_kept,
    FreeingAgreed: freeing_agreed,
    SeatFreed: seat_freed,
    SubstituteSeated: substitute_seated,
    KeyGiven: key_given,
    DelegateNamed: delegate_named,
    GameEnded: game_ended,
}
"""Functions that apply events about the match; all other events are the game's own."""
