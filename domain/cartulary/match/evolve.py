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
from cartulary.match.history import counting, goes_back
from cartulary.match.snapshot import load_state
from cartulary.match.state import Match, TimeLoss, fork
from cartulary.match.terms import Terms
from cartulary.match.vacancies import FormerPlayer
from cartulary.record.decode import LogEntry, decode_all, log_entries
from cartulary.record.event import RecordedEvent, genesis
from cartulary.record.redact import redact_event


def fold(game: Game[Any], game_id: str, rows: Iterable[RecordedEvent], audience: Audience = EVERYTHING) -> Match:
    """Return the match that a record tells an audience, from its first event on."""
    record = list(rows)
    match = follow(begin(game, game_id), log_entries(game.event_types, counting(record)), audience)
    if goes_back(record):
        corrections = decode_all(game.event_types, (row for row in record if row.type == GameCorrected.NAME))
        match.corrections = tuple(each for each in corrections if isinstance(each, GameCorrected))
        restore_keys(match, record)
        stand_at(match, record[-1])
    return match


def begin(game: Game[Any], game_id: str) -> Match:
    """Return the match before its first event."""
    return Match(game_id, game, Setup("", 0, {}), genesis(game_id))


class Timeline:
    """A match that follows its record event by event, and stays known at every version since the start.

    So a record that goes back is not folded anew: it goes on from the match that it goes back to.
    """

    def __init__(self, start: Match, before: Sequence[RecordedEvent] = (), audience: Audience = EVERYTHING) -> None:
        """Begin at a match, which is the fold of the events `before`."""
        self._before = before[: start.version]
        self._audience = audience
        self._matches = [start]

    def at(self, version: int) -> Match:
        """Return the match at a version that the record has reached. Raises ValueError."""
        start = self._matches[0]
        if 0 <= version < start.version:
            return fold(start.game, start.id, self._before[:version], self._audience)
        if not 0 <= version < start.version + len(self._matches):
            raise ValueError("one goes back to an earlier version")
        return self._matches[version - start.version]

    def follow(self, row: RecordedEvent) -> Match:
        """Return the match after the next event of its record."""
        newest = self._matches[-1]
        entries = log_entries(newest.game.event_types, [row])
        if goes_back([row]):
            match = self._go_back(newest, row, entries[0].event)
        else:
            match = follow(newest, entries, self._audience)
        self._matches.append(match)
        return match

    def _go_back(self, newest: Match, row: RecordedEvent, event: Event) -> Match:
        """Return the match as it was, with all corrections so far, and the keys that seats have given since."""
        assert isinstance(event, GameCorrected | ActionsTakenBack)
        match = fork(self.at(event.back_to))
        match.corrections = (*newest.corrections, *([event] if isinstance(event, GameCorrected) else []))
        match.keys, match.delegates = newest.keys, newest.delegates
        stand_at(match, row)
        return match


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
    set_key(match, event.seat, None)
    match.vacancies = match.vacancies.fill(event.seat)
    for proposals in (match.takes_back, match.wants_end, match.agreed):
        proposals.pop(event.seat, None)


def key_given(match: Match, event: KeyGiven) -> None:
    set_key(match, event.seat, event.key)


def restore_keys(match: Match, record: Iterable[RecordedEvent]) -> None:
    """Set the keys that seats have given; a game that goes back keeps them, for players do not change their keys."""
    given = [row for row in record if row.type in (KeyGiven.NAME, DelegateNamed.NAME, SubstituteSeated.NAME)]
    match.keys, match.delegates = (None,) * match.setup.seats, {}
    for each in decode_all(match.game.event_types, given):
        if isinstance(each, DelegateNamed):
            delegate_named(match, each)
        elif isinstance(each, KeyGiven | SubstituteSeated):
            set_key(match, each.seat, each.key if isinstance(each, KeyGiven) else None)


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
