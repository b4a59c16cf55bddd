"""A table in memory: a whole match, and what each of its seats sees of it."""

from collections.abc import Sequence
from typing import Any, Final

from cartulary.kernel.messages import Action
from cartulary.kernel.seats import Seat
from cartulary.match.decision import Decision, decide_in_game
from cartulary.match.evolve import fold, follow
from cartulary.match.game import Game, Setup
from cartulary.match.ply import record_ply
from cartulary.match.seating import Sitting, create, sit_down
from cartulary.match.state import Match
from cartulary.match.terms import Terms
from cartulary.record.decode import log_entries
from cartulary.record.event import RecordedEvent
from cartulary.record.redact import redact_row

ID: Final = "00000000-0000-7000-8000-000000000001"
AT: Final = "2026-01-01T00:00:00.000Z"
"""Nothing waits at such a table, so time stands still."""


class MemoryTable:
    """A match that is stored nowhere. Its deal follows from the seed and the seats' entropy."""

    def __init__(self, game: Game[Any], setup: Setup, seed: bytes, entropy: Sequence[bytes]) -> None:
        self._rows = create(game, ID, setup, seed, AT, Terms())
        self.match: Match = fold(game, ID, self._rows)
        self._seen: dict[Seat, Match] = {}
        for seat, each in enumerate(entropy):
            self._record(sit_down(self.match, Sitting(f"seat {seat}", seat, each), AT))

    def as_seen(self, seat: Seat) -> Match:
        """Return the match as folded from the seat's part of the record."""
        types, seen = self.match.game.event_types, self._seen.get(seat)
        begun = 0 if seen is None else seen.version
        part = [redact_row(types, row, seat) for row in self._rows[begun:]]
        if seen is None:
            seen = fold(self.match.game, ID, part)
        elif part:
            seen = follow(seen, log_entries(types, part))
        self._seen[seat] = seen
        return seen

    def act(self, seat: Seat, action: Action) -> Sequence[RecordedEvent]:
        """Take an action for a seat; return what happened. Raises Rejected."""
        return self._record(decide_in_game(self.match, seat, action))

    def _record(self, decision: Decision) -> Sequence[RecordedEvent]:
        ply = record_ply(self.match, decision, AT)
        self._rows += ply.rows
        self.match = ply.after
        return ply.rows
