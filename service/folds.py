"""Folded matches that a worker keeps; every one can be thrown away and folded again."""

from collections import OrderedDict
from collections.abc import Sequence
from json import loads
from typing import Any

from domain.catalogue import CATALOGUE
from domain.kernel.game import Game
from domain.kernel.lineage import goes_back
from domain.kernel.match import Match, folded, followed, gone_on
from domain.kernel.record import Recorded, Told, redacted
from domain.kernel.seats import Seat
from domain.kernel.visibility import Audience


class Folds:
    """The matches used last, each as seen by the audiences that asked for it."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._matches: OrderedDict[str, dict[Audience, Match]] = OrderedDict()

    def get(self, game_id: str, audience: Audience) -> Match | None:
        """The newest fold that is kept for an audience."""
        if game_id not in self._matches:
            return None
        self._matches.move_to_end(game_id)
        return self._matches[game_id].get(audience)

    def newest(self, game_id: str) -> Match | None:
        """The fold that is kept of the newest version, for whatever audience."""
        folds = self._matches.get(game_id, {})
        return max(folds.values(), key=lambda each: each.version, default=None)

    def keep(self, audience: Audience, match: Match) -> None:
        """Keep a fold; the match that was not asked for the longest goes."""
        folds = self._matches.setdefault(match.id, {})
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
        """Where a player sits in a match that is kept, as far as is known."""
        folds = self._matches.get(game_id)
        return next(iter(folds.values())).seat_of(player) if folds else None

    def advance(self, match: Match, rows: Sequence[Recorded]) -> None:
        """Follow the events after a match, with private parts, in every fold that stands right there."""
        if not rows or goes_back(rows):
            return
        told = Told(match.game.event_types, rows)
        for audience, kept in list(self._matches.get(match.id, {}).items()):
            if kept.head == match.head:
                self.keep(audience, gone_on(kept, told.to(audience), rows[-1]))


def last_known(kept: Match | None) -> int:
    """After which position to read, so that the last event that is known comes again."""
    return kept.version - 1 if kept else 0


def holds(kept: Match, rows: Sequence[Recorded]) -> bool:
    """Whether a fold can go on to these events, read after `last_known`: the record may have gone back.

    By an event that says so; or because the end of what was stored was lost, as in a failover.
    """
    return bool(rows) and rows[0].hash == kept.head and not goes_back(rows[1:])


def seen(match: Match, rows: Sequence[Recorded], audience: Audience) -> Match:
    """The match after these events as that audience sees them."""
    return followed(match, [redacted(match.game.event_types, row, audience) for row in rows]) if rows else match


def from_the_start(game_id: str, rows: Sequence[Recorded], audience: Audience) -> Match:
    """The match that a whole record tells that audience."""
    game = game_of(rows[0])
    return folded(game, game_id, [redacted(game.event_types, row, audience) for row in rows])


def game_of(created: Recorded) -> Game[Any]:
    """The game that a match's first event names."""
    return CATALOGUE[loads(created.public)["data"]["game"]]
