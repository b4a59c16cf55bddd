"""Load, decide, append: the one place where rules and storage meet."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

from domain.kernel.forms import Form
from domain.kernel.match import Match, act, continued, followed, sit_down
from domain.kernel.messages import Action, Event
from domain.kernel.record import Recorded, redacted
from domain.kernel.rejected import Rejected
from domain.kernel.seats import Seat
from domain.kernel.visibility import EVERYTHING, SPECTATOR, Audience
from service import event_store
from service.database import Database, connection
from service.event_store import Headline, Key, LostRace, Repeat
from service.folds import Folds, from_the_start, seen
from service.problems import Problem, illegal, not_found

TRIES = 8
"""How often a lost race is tried again on the new state."""

Versions = frozenset[int]
ReadsAction = Callable[[Match], Action]


class Accepted(NamedTuple):
    """An accepted ply as its seat sees it: its events, and the match after them."""

    rows: list[Recorded]
    match: Match
    seat: Seat


class DryRun(NamedTuple):
    """What an action would cause, as far as its seat can know beforehand."""

    match: Match
    events: list[Event]


class Table:
    """Matches as their audiences see them, and what players do in them."""

    def __init__(self, database: Database, capacity: int) -> None:
        self._database = database
        self._folds = Folds(capacity)

    def audience(self, game_id: str, player: str | None) -> Audience:
        """The seat that a player holds in a match, else a spectator."""
        if player is None:
            return SPECTATOR
        with connection(self._database.public) as c:
            row = c.execute(
                "select seat from game_seats where game_id = %s and player_id = %s", (game_id, player)
            ).fetchone()
        return SPECTATOR if row is None else int(row[0])

    def match(self, game_id: str, audience: Audience) -> Match:
        """The match as it is now."""
        kept = self._folds.get(game_id, audience)
        rows = self._read(game_id, audience, kept.version if kept else 0)
        if kept is None and not rows:
            raise not_found("game")
        match = seen(kept, rows, audience) if kept else from_the_start(game_id, rows, audience)
        self._folds.keep(audience, match)
        return match

    def match_at(self, game_id: str, audience: Audience, version: int) -> Match:
        """The match as it was at a version."""
        kept = self._folds.get(game_id, audience)
        if kept is not None and kept.version == version:
            return kept
        rows = self._read(game_id, audience, 0, version)
        if not rows or rows[-1].position != version:
            raise not_found("version of this game")
        match = from_the_start(game_id, rows, audience)
        self._folds.keep(audience, match)
        return match

    def rows(self, match: Match, audience: Audience, after: int, until: int) -> list[Recorded]:
        """Stored events as an audience may see them."""
        rows = self._read(match.id, audience, after, until)
        return [redacted(match.game.event_types, row, audience) for row in rows]

    def _read(self, game_id: str, audience: Audience, after: int, until: int | None = None) -> list[Recorded]:
        # Spectators are served by the role that has no right to read private parts.
        read = event_store.read_public if audience is SPECTATOR else event_store.read
        return read(self._database, game_id, after, until)

    def act(
        self, game_id: str, player: str, action: ReadsAction, expected: Versions | None, key: Key | None
    ) -> Accepted:
        """Let a player act, once for each key; only at one of the versions expected, if any are.

        Raises Problem: 403 without a seat, 409 after too many lost races, 412 when stale, 422 when illegal.
        """
        for _ in range(TRIES):
            match, at, repeat = self._load(game_id, player, key)
            seat = seat_held(match, player)
            if key and repeat:
                return self._again(match, seat, key, repeat)
            require_version(match, expected)
            rows = continued(match, at, decided(match, seat, action(match)))
            try:
                repeat = self._append(match, rows, key)
            except LostRace:
                continue
            if key and repeat:
                return self._again(match, seat, key, repeat)
            return self._accepted(match, seat, rows)
        raise lost_race()

    def sit(self, game_id: str, player: str, seat: Seat | None, entropy: bytes | None) -> Accepted:
        """Let a player take a seat; the last one starts the game. Raises Problem 409."""
        for _ in range(TRIES):
            match, at, _repeat = self._load(game_id)
            try:
                taken, more = sit_down(match, player, seat, entropy)
            except Rejected as error:
                raise Problem(HTTPStatus.CONFLICT, "seat-not-free", error.reason, rule=error.rule) from error
            rows = continued(match, at, [taken, *more])
            try:
                self._append(match, rows, None, (taken.seat, player))
            except LostRace:
                continue
            return self._accepted(match, taken.seat, rows)
        raise lost_race()

    def dry_run(self, game_id: str, player: str, action: ReadsAction) -> DryRun:
        """What an action would cause, decided on what its seat sees: what it does not know cannot show."""
        audience = self.audience(game_id, player)
        match = self.match(game_id, audience)
        return DryRun(match, decided(match, seat_held(match, player), action(match)))

    def _load(
        self, game_id: str, player: str | None = None, key: Key | None = None
    ) -> tuple[Match, str, Repeat | None]:
        kept = self._folds.get(game_id, EVERYTHING)
        loaded = event_store.load(
            self._database, game_id, kept.version if kept else 0, player, key.value if key else None
        )
        if kept is None and not loaded.rows:
            raise not_found("game")
        match = followed(kept, loaded.rows) if kept else from_the_start(game_id, loaded.rows, EVERYTHING)
        self._folds.keep(EVERYTHING, match)
        self._folds.advance(game_id, loaded.rows)
        return match, loaded.at, loaded.repeat

    def _append(
        self, match: Match, rows: Sequence[Recorded], key: Key | None, seated: tuple[Seat, str] | None = None
    ) -> Repeat | None:
        after = followed(match, rows)
        headline = Headline(after.status, result_json(after))
        return event_store.append(self._database, match.id, rows, headline, key, seated)

    def _accepted(self, match: Match, seat: Seat, rows: list[Recorded]) -> Accepted:
        self._folds.advance(match.id, rows)
        visible = [redacted(match.game.event_types, row, seat) for row in rows]
        return Accepted(visible, self.match_at(match.id, seat, rows[-1].position), seat)

    def _again(self, match: Match, seat: Seat, key: Key, repeat: Repeat) -> Accepted:
        """The same answer again: what was stored then, as it was then."""
        if repeat.fingerprint != key.fingerprint:
            detail = "This Idempotency-Key was used with another body. Take a new key for a new action."
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "key-reused", detail)
        event_store.repeated(self._database, match.id, key)
        until = self.match_at(match.id, seat, repeat.version)
        rows = self.rows(until, seat, 0, repeat.version)
        return Accepted([row for row in rows if row.ply == repeat.ply], until, seat)


def seat_held(match: Match, player: str) -> Seat:
    """The seat that the player acts for; it comes from the token, never from the body."""
    seat = match.seat_of(player)
    if seat is None:
        raise Problem(HTTPStatus.FORBIDDEN, "no-seat", "You hold no seat in this game, so you cannot act in it.")
    return seat


def require_version(match: Match, expected: Versions | None) -> None:
    """The caller has seen the match as it is."""
    if expected is not None and match.version not in expected:
        detail = f"The game has gone on to version {match.version}. Read it again, then decide."
        raise Problem(HTTPStatus.PRECONDITION_FAILED, "stale", detail, version=match.version)


def decided(match: Match, seat: Seat, action: Action) -> list[Event]:
    """What the action causes; a refusal says what is legal instead."""
    try:
        return act(match, seat, action).events
    except Rejected as error:
        raise illegal(error, legal=[form.json() for form in legal_forms(match, seat)]) from error


def legal_forms(match: Match, seat: Seat) -> list[Form]:
    """What a seat may do now, as forms."""
    return list(match.game.legal_actions(match.state, seat)) if match.status == "playing" else []


def lost_race() -> Problem:
    detail = "Others acted at the same moment, again and again. Nothing of yours was stored; try again."
    return Problem(HTTPStatus.CONFLICT, "lost-race", detail)


def result_json(match: Match) -> dict[str, Any] | None:
    """How the match ended."""
    ended = match.result
    if ended is None:
        return None
    points = None if ended.points is None else {str(each.seat): each.points for each in ended.points}
    return {"kind": ended.kind, "winners": [*ended.winners], "points": points, "decided_by": [*ended.decided_by]}
