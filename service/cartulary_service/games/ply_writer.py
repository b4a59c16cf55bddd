"""Writing a ply: load the match, decide, append; a lost race is tried again."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

import psycopg
from marshmallow import ValidationError

from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import EVERYTHING
from cartulary.match.decision import Decision
from cartulary.match.evolve import follow
from cartulary.match.history import History
from cartulary.match.ply import Ply, record_ply
from cartulary.match.state import Match
from cartulary.record.decode import log_entries
from cartulary.record.event import RecordedEvent, time_of
from cartulary.record.redact import redact_row
from cartulary_service import metrics
from cartulary_service.config import Config
from cartulary_service.errors import Problem, key_reused, not_found
from cartulary_service.games.game_row import game_row, seats_left, seats_taken
from cartulary_service.games.preconditions import too_many_conflicts
from cartulary_service.games.queries import GameQueries
from cartulary_service.games.state_cache import can_follow, fold_record, last_known
from cartulary_service.store import append, events
from cartulary_service.store.append import ConcurrencyConflict, IdempotencyKey, Stored
from cartulary_service.store.coalescer import Coalescer
from cartulary_service.store.database import Blocked, Database
from cartulary_service.store.database_time import DatabaseTime
from cartulary_service.store.events import Repeat

TRIES = 8
"""Number of attempts after concurrency conflicts."""
UNDONE: Final = (psycopg.Error, Blocked)
"""After these PostgreSQL has certainly undone a statement."""

REFUSALS: Final = (Problem, Rejected, ValidationError)

TellsOfVersion = Callable[[str, int], None]
"""Is told of each match that goes on here, and of its new version."""


class Accepted(NamedTuple):
    """An accepted ply as its seat sees it: its events, and the match after them."""

    rows: list[RecordedEvent]
    match: Match
    seat: Seat


class Standing(NamedTuple):
    """A match to decide on, the time, and what the caller's key was used for."""

    match: Match
    at: str
    repeat: Repeat | None
    is_assumed: bool
    """Whether the append has to verify the match and the time, since the database has not been asked."""


class RequestRepeated(Exception):
    """A request came again under its idempotency key: the match as it is now, and what the key was used for."""

    def __init__(self, match: Match, key: IdempotencyKey, repeat: Repeat) -> None:
        super().__init__(key.value)
        self.match, self.key, self.repeat = match, key, repeat


class PlyWriter(GameQueries):
    """The two ends of each command: the match to decide on, and the append of what was decided."""

    def __init__(self, database: Database, config: Config, appended: TellsOfVersion = lambda *_: None) -> None:
        super().__init__(database, config.fold_cache)
        self._appended = appended
        self._opening_seconds = config.opening_seconds
        self._time = DatabaseTime()
        self._group_commit: Coalescer[append.NewPly, Stored | None] = Coalescer(
            partial(append.append_each, database), UNDONE
        )

    def history(self, match: Match) -> History:
        """Return what reads the whole record of a match."""
        return lambda: self.rows(match, EVERYTHING, 0, match.version)

    def load(
        self,
        game_id: str,
        player: str | None = None,
        key: IdempotencyKey | None = None,
    ) -> tuple[Match, str, Repeat | None]:
        kept = self._cache.get(game_id, EVERYTHING)
        loaded = events.load(self._database, game_id, last_known(kept), player, key.value if key else None)
        if kept is None and not loaded.rows:
            raise not_found("game")
        if kept is not None and not can_follow(kept, loaded.rows):
            self._cache.forget(game_id)
            return self.load(game_id, player, key)
        self._time.note(loaded.at)
        rows = loaded.rows
        with metrics.FOLD.time():
            if kept is None:
                match = fold_record(game_id, rows, EVERYTHING)
            else:
                entries = log_entries(kept.game.event_types, rows[1:])
                match = follow(kept, entries)
                self._cache.advance(kept, entries)
        self._cache.keep(EVERYTHING, match)
        # The clock of the database may have been set back; times in a record never go back.
        return match, max(loaded.at, time_of(rows[-1])), loaded.repeat

    def ply(
        self,
        game_id: str,
        act: Callable[[Match, str], Decision],
        key: IdempotencyKey | None = None,
        actor: str | None = None,
    ) -> tuple[Match, Ply]:
        """Record a decision; a lost race is tried again on the new state.

        If the worker knows the match and that the `actor` sits there, it first lets them act by what it knows. Returns
        the match before, and the ply. Raises RequestRepeated if the key was used before.
        """
        for match, at, repeat, is_assumed in self._standings(game_id, key, actor):
            if key and repeat:
                raise RequestRepeated(match, key, repeat)
            try:
                ply = record_ply(match, act(match, at), at)
            except REFUSALS:
                if is_assumed:
                    continue
                raise
            with suppress(ConcurrencyConflict):
                repeat = self._append(match, ply, key, at if is_assumed else None)
                if key and repeat:
                    raise RequestRepeated(match, key, repeat)
                return match, ply
        raise too_many_conflicts()

    def _standings(self, game_id: str, key: IdempotencyKey | None, actor: str | None) -> Iterator[Standing]:
        """Yield the states to decide on, one after the other: first as this worker has it cached, then as it is stored.

        On the cached state an action can only be accepted; refusals are decided on the stored one.
        """
        kept, at = self._cache.get(game_id, EVERYTHING), self._time.now()
        if actor is not None and kept is not None and at is not None and kept.seat_of(actor) is not None:
            yield Standing(kept, at, None, is_assumed=True)
            self._time.doubt()
        for _ in range(TRIES):
            yield Standing(*self.load(game_id, key and key.player, key), is_assumed=False)

    def _append(self, match: Match, ply: Ply, key: IdempotencyKey | None, assumed: str | None = None) -> Repeat | None:
        """Append a ply that was decided at an `assumed` time, or at one that the database has told.

        Raises ConcurrencyConflict.
        """
        row = game_row(ply.after, match)
        seats = append.Seats(seats_taken(ply.events), seats_left(ply.events))
        with metrics.APPEND.time():
            stored = self._group_commit.submit(append.NewPly(match.id, match.head, ply.rows, row, key, seats, assumed))
        if stored is None:
            metrics.LOST_RACES.inc()
            raise ConcurrencyConflict
        self._time.note(stored.at)
        if stored.repeat is None:
            self._cache.keep(EVERYTHING, ply.after)
            self._appended(match.id, ply.after.version)
        return stored.repeat

    def accept(self, match: Match, seat: Seat, ply: Ply) -> Accepted:
        """Return a ply as its seat sees it."""
        visible = [redact_row(match.game.event_types, row, seat) for row in ply.rows]
        self._cache.advance(match, ply.entries)
        return Accepted(visible, self.match_at(match.id, seat, ply.after.version, ply.after.head), seat)

    def answer_again(self, match: Match, seat: Seat, key: IdempotencyKey, repeat: Repeat) -> Accepted:
        """The same answer again: what was stored then, as it was then."""
        require_same(key, repeat)
        append.note_repeat(self._database, match.id, key)
        until = self.match_at(match.id, seat, repeat.version)
        rows = self.rows(until, seat, 0, repeat.version)
        return Accepted([row for row in rows if row.ply == repeat.ply], until, seat)


def require_same(key: IdempotencyKey, repeat: Repeat) -> None:
    """Raise Problem 422 if a key was used for another request."""
    if repeat.fingerprint != key.fingerprint:
        raise key_reused("action")
