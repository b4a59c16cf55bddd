"""Matches as their audiences see them."""

from collections.abc import Sequence
from typing import Final

from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import SPECTATOR, Audience
from cartulary.match.evolve import follow
from cartulary.match.state import Match
from cartulary.record.decode import log_entries
from cartulary.record.event import RecordedEvent
from cartulary.record.redact import redact_row
from cartulary_service.errors import not_found
from cartulary_service.games import delegations, invitations
from cartulary_service.games.recording import Recording, was_anothers
from cartulary_service.games.state_cache import StateCache, can_follow, fold_record, last_known
from cartulary_service.store import events
from cartulary_service.store.database import Database
from cartulary_service.store.replica import Least, Replica

VERSION: Final = "version of this game"


class GameQueries:
    """Matches as they are now, and as they were, for whoever may look on."""

    def __init__(self, database: Database, capacity: int) -> None:
        self._database = database
        self._replica = Replica(database.replica)
        self._cache = StateCache(capacity)

    def read(
        self,
        game_id: str,
        player: str | None,
        invite: str | None = None,
        at_least: int | None = None,
    ) -> tuple[Match, Audience]:
        """Return the current match and the audience that the player, or anybody, belongs to.

        `at_least` lets a spectator of a public match be answered from the replica, at that version or a later one.
        Raises Problem 404 if the caller may not see the match.
        """
        if player is not None and (found := self._read_cached(game_id, player)):
            return found
        seat, holder, early = self._place(game_id, player)
        audience = SPECTATOR if seat is None else seat
        match = self.match(game_id, audience, at_least)
        if (early and match.status != "open") or (holder is not None and match.seat_of(holder) != seat):
            # The player sat down or left, or the table filled, between the two statements.
            return self.read(game_id, player, invite)
        if audience is SPECTATOR:
            self._require_admitted(match, player, invite)
        return match, audience

    def _read_cached(self, game_id: str, player: str) -> tuple[Match, Audience] | None:
        """The match for who is known to sit there, in one statement; None where more has to be asked."""
        seat = self._cache.seat_of(game_id, player)
        kept = None if seat is None else self._cache.get(game_id, seat)
        if kept is None or seat is None:
            return None
        rows = self._read(game_id, seat, last_known(kept))
        if not can_follow(kept, rows):
            return None
        match = follow(kept, log_entries(kept.game.event_types, rows[1:]), seat)
        self._cache.keep(seat, match)
        return (match, seat) if match.seat_of(player) == seat else None

    def read_at(self, game_id: str, player: str | None, version: int, replica: bool = False) -> tuple[Match, Audience]:
        """The match as it was at a version, for a spectator of a public one also by the replica. Raises Problem 404."""
        seat, holder, early = self._place(game_id, player)
        audience = SPECTATOR if seat is None else seat
        match = self.match_at(game_id, audience, version, replica=replica)
        if early and match.status != "open":
            return self.read_at(game_id, player, version)
        if seat is not None and was_anothers(match, seat, holder):
            audience, match = SPECTATOR, self.match_at(game_id, SPECTATOR, version, replica=replica)
        if seat is None:
            if replica and match.terms.private:
                return self.read_at(game_id, player, version)
            self._require_admitted(match, player, what=VERSION)
        return match, audience

    def recording(self, game_id: str, player: str | None, last: int) -> Recording:
        """Return the record up to a version as the player sees it. Raises Problem 404.

        Before the first card, where the seat was another's, the player is a spectator.
        """
        seat, holder, early = self._place(game_id, player)
        recording = self.recording_as(game_id, SPECTATOR if seat is None else seat, last)
        if seat is None:
            self._require_admitted(fold_record(game_id, recording.record[:1], SPECTATOR), player, what=VERSION)
            return recording
        if early and fold_record(game_id, recording.record, seat).status != "open":
            return self.recording(game_id, player, last)
        return recording._replace(holder=holder)

    def recording_as(self, game_id: str, audience: Audience, last: int) -> Recording:
        """Return the record up to a version as an audience sees it that the caller may be. Raises Problem 404."""
        record = self._read(game_id, audience, 0, last)
        if not record or record[-1].position != last:
            raise not_found(VERSION)
        return Recording(game_id, record, audience)

    def read_at_or_current(self, game_id: str, player: str | None, version: int) -> tuple[Match, Audience]:
        """The same, at little cost where the match has not gone on since. Raises Problem 404."""
        match, audience = self.read(game_id, player)
        return (match, audience) if match.version == version else self.read_at(game_id, player, version)

    def _require_admitted(
        self, match: Match, player: str | None, invite: str | None = None, what: str = "game"
    ) -> None:
        """Raise Problem 404 if the player may not look at the game.

        The newest version decides, whichever one the player asks for.
        """
        if not match.terms.private or self.match(match.id, SPECTATOR).admits(player):
            return
        if not invitations.is_invited(self._database, match.id, invite, player):
            raise not_found(what)

    def require_view(self, game_id: str, player: str, seat: Seat | None) -> None:
        """Raise Problem 404 unless the player now sees the game from that seat, or may look at it for None.

        What was written of the game for them is sent only then.
        """
        if seat is None:
            self.read(game_id, player)
        elif self._place(game_id, player)[0] != seat:
            raise not_found("game that you see from the seat for which this was written")

    def _place(self, game_id: str, player: str | None) -> tuple[Seat | None, str | None, bool]:
        """Return the seat that a player holds or acts for, and its owner; else None and the player.

        Last, whether a delegate looks before the first card.
        """
        if player is None:
            return None, None, False
        place = delegations.place(self._database, game_id, player, lambda: self.watch(game_id))
        return (None, player, False) if place is None else (place.seat, place.owner or player, place.is_early)

    def match(self, game_id: str, audience: Audience, at_least: int | None = None) -> Match:
        """Return the current match; for spectators the replica's, if it is at version `at_least` or later."""
        if audience is SPECTATOR and at_least is not None:
            match = self._read_replica(game_id, at_least)
            if match is not None:
                return match
        kept = self._cache.get(game_id, audience)
        if kept is not None:
            rows = self._read(game_id, audience, last_known(kept))
            if can_follow(kept, rows):
                return self._follow(game_id, audience, kept, rows)
            self._cache.forget(game_id)
        rows = self._read(game_id, audience, 0)
        if not rows:
            raise not_found("game")
        return self._follow(game_id, audience, None, rows)

    def watch(self, game_id: str) -> Match:
        """Return the current match as spectators see it."""
        return self.match(game_id, SPECTATOR)

    def _read_replica(self, game_id: str, at_least: int) -> Match | None:
        """A public match as the replica has it, if that is as new as what this worker has seen of it, and the same."""
        kept, newest = self._cache.get(game_id, SPECTATOR), self._cache.newest(game_id)
        if newest is not None and newest.terms.private:
            return None
        known = [] if newest is None else [Least(newest.version, newest.head)]
        rows = self._replica.read(game_id, last_known(kept), None, [Least(max(at_least, 1)), *known])
        if rows is None or (kept is not None and not can_follow(kept, rows)):
            return None
        match = self._follow(game_id, SPECTATOR, kept, rows)
        return None if match.terms.private else match

    def _follow(self, game_id: str, audience: Audience, kept: Match | None, rows: Sequence[RecordedEvent]) -> Match:
        if kept is None:
            match = fold_record(game_id, rows, audience)
        else:
            match = follow(kept, log_entries(kept.game.event_types, rows[1:]), audience)
        self._cache.keep(audience, match)
        return match

    def match_at(
        self, game_id: str, audience: Audience, version: int, head: bytes | None = None, replica: bool = False
    ) -> Match:
        """The match as it was at a version, of which the caller may know the head."""
        kept = self._cache.get(game_id, audience)
        if kept is not None and kept.version == version:
            if kept.head == (head or self._head(game_id, audience, version)):
                return kept
            self._cache.forget(game_id)
        rows = self._read(game_id, audience, 0, version, Least(version, head) if replica else None)
        if not rows or rows[-1].position != version:
            raise not_found(VERSION)
        match = fold_record(game_id, rows, audience)
        self._cache.keep(audience, match)
        return match

    def _head(self, game_id: str, audience: Audience, version: int) -> bytes | None:
        rows = self._read(game_id, audience, version - 1, version)
        return rows[0].hash if rows else None

    def rows(
        self, match: Match, audience: Audience, after: int, until: int, replica: bool = False
    ) -> list[RecordedEvent]:
        """Stored events as an audience may see them, spectators of a public match also by the replica."""
        least = Least(until, match.head if until == match.version else None)
        rows = self._read(match.id, audience, after, until, least if replica and not match.terms.private else None)
        return [redact_row(match.game.event_types, row, audience) for row in rows]

    def _read(
        self, game_id: str, audience: Audience, after: int, until: int | None = None, least: Least | None = None
    ) -> list[RecordedEvent]:
        """Events of a range; for spectators those of the replica will do if it has `least`."""
        if audience is not SPECTATOR:
            return events.read(self._database, game_id, after, until)
        rows = None if least is None else self._replica.read(game_id, after, until, [least])
        # Spectators are served by the role that has no right to read private parts.
        return events.read_public(self._database, game_id, after, until) if rows is None else rows
