"""Folded matches that a worker keeps; every one can be thrown away and folded again."""

from collections import OrderedDict
from collections.abc import Sequence
from json import loads
from typing import Any, Final

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Audience
from cartulary.match.evolve import fold, follow
from cartulary.match.game import Game
from cartulary.match.history import goes_back
from cartulary.match.state import Match
from cartulary.record.bundle import WRONG
from cartulary.record.decode import LogEntry
from cartulary.record.event import RecordedEvent
from cartulary_service.errors import UnreadableRecord

ENTRIES_KEPT: Final = 20


class CachedGame:
    """The cached folds of a match, and the events that some of them have still to follow."""

    def __init__(self) -> None:
        self.folds: dict[Audience, Match] = {}
        self._before = b""
        """The head that the first of these rows follows."""
        self._entries: list[LogEntry] = []

    def fold(self, audience: Audience) -> Match | None:
        """The fold for an audience, after all that is known to have happened since."""
        match = self.folds.get(audience)
        if match is not None and (entries := self._after(match)):
            match = self.folds[audience] = follow(match, entries, audience)
        return match

    def goes_on(self, head: bytes, entries: Sequence[LogEntry]) -> None:
        """Note what happened after a head; whoever is not asked for follows it later, much at once."""
        if not self._entries or self._entries[-1].row.hash != head:
            self._before, self._entries = head, []
        self._entries.extend(entries)
        if len(self._entries) > ENTRIES_KEPT:
            for audience in self.folds:
                self.fold(audience)
            self._entries = []

    def goes_back(self) -> None:
        """Drop the buffered events: the record went back, and they are no longer all that happened."""
        self._entries = []

    def _after(self, match: Match) -> list[LogEntry]:
        """The entries that a match has still to follow; none unless it stands within them, or right before."""
        if not self._entries or match.version < (first := self._entries[0].row.position) - 1:
            return []
        done = match.version - first + 1
        head = self._entries[done - 1].row.hash if 0 < done <= len(self._entries) else self._before
        return self._entries[done:] if head == match.head else []


class StateCache:
    """The matches used last, each as seen by the audiences that asked for it."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._matches: OrderedDict[str, CachedGame] = OrderedDict()

    def get(self, game_id: str, audience: Audience) -> Match | None:
        """The newest fold that there can be for an audience."""
        if game_id not in self._matches:
            return None
        self._matches.move_to_end(game_id)
        return self._matches[game_id].fold(audience)

    def newest(self, game_id: str) -> Match | None:
        """The fold that is kept of the newest version, for whatever audience."""
        folds = self._matches[game_id].folds if game_id in self._matches else {}
        return max(folds.values(), key=lambda each: each.version, default=None)

    def keep(self, audience: Audience, match: Match) -> None:
        """Keep a fold; the match that was not asked for the longest goes."""
        folds = self._matches.setdefault(match.id, CachedGame()).folds
        known = folds.get(audience)
        if known is None or known.version < match.version:
            folds[audience] = match
        self._matches.move_to_end(match.id)
        while len(self._matches) > self._capacity:
            self._matches.popitem(last=False)

    def forget(self, game_id: str) -> None:
        """Keep nothing of a match."""
        self._matches.pop(game_id, None)

    def seat_of(self, game_id: str, player: str) -> Seat | None:
        """Return the seat of a player in a cached match, if known."""
        newest = self.newest(game_id)
        return newest.seat_of(player) if newest else None

    def advance(self, match: Match, entries: Sequence[LogEntry]) -> None:
        """Note what happened after a match: folds that stand there follow it, redacted, when they are asked for."""
        kept = self._matches.get(match.id)
        if kept is None or not entries:
            return
        if goes_back(each.row for each in entries):
            kept.goes_back()
        else:
            kept.goes_on(match.head, entries)


def last_known(kept: Match | None) -> int:
    """After which position to read, so that the last event that is known comes again."""
    return kept.version - 1 if kept else 0


def can_follow(kept: Match, rows: Sequence[RecordedEvent]) -> bool:
    """Whether a fold can go on to these events, read after `last_known`: the record may have gone back.

    By an event that says so; or because the end of what was stored was lost, as in a failover.
    """
    return bool(rows) and rows[0].hash == kept.head and not goes_back(rows[1:])


def fold_record(game_id: str, rows: Sequence[RecordedEvent], audience: Audience) -> Match:
    """Return the match that a whole record tells an audience. Raises UnreadableRecord."""
    try:
        return fold(game_of(rows[0]), game_id, rows, audience)
    except WRONG as error:
        raise UnreadableRecord(game_id) from error


def game_of(created: RecordedEvent) -> Game[Any]:
    """The game that a match's first event names."""
    return CATALOGUE[loads(created.public)["data"]["game"]]
