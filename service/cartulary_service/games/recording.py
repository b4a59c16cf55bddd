"""Recordings: a game's record as somebody may see it, to be played back without the database."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Audience, Spectator, Viewer
from cartulary.match.evolve import replay
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent
from cartulary.record.redact import redact_row
from cartulary_service.games.state_cache import game_of


class Recording(NamedTuple):
    """A record from its first event on, and whose eyes see it."""

    game_id: str
    record: Sequence[RecordedEvent]
    audience: Audience
    holder: str | None = None
    """The player who sees it because the seat is theirs; None for anybody else."""

    @property
    def head(self) -> bytes:
        return self.record[-1].hash

    def matches(self, first: int) -> Iterator[tuple[Match, Viewer]]:
        """Yield the match at each version from `first` on, and the eyes that see it there."""
        for match in replay(game_of(self.record[0]), self.game_id, self.record, self.audience, first):
            yield match, self._viewer(match)

    def rows(self, first: int) -> list[RecordedEvent]:
        """Return the events from a position on, redacted for the audience."""
        types = game_of(self.record[0]).event_types
        return [redact_row(types, row, self.audience) for row in self.record[first - 1 :]]

    def _viewer(self, match: Match) -> Viewer:
        if isinstance(self.audience, int) and self.holder is not None:
            return None if was_anothers(match, self.audience, self.holder) else self.audience
        return viewer_of(self.audience)


def viewer_of(audience: Audience) -> Viewer:
    return None if isinstance(audience, Spectator) else audience


def was_anothers(match: Match, seat: Seat, holder: str | None) -> bool:
    """Whether another player sat there before the first card. A substitute sees what the seat has seen since then."""
    return match.status == "open" and match.players[seat] not in (None, holder)
