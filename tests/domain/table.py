"""One playing of a game through its record, followed by everybody who may look on."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cartulary.kernel.messages import Action, Event
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import SPECTATOR, Audience
from cartulary.match.clock.settings import Clock
from cartulary.match.decision import Decision, decide_in_game, happen
from cartulary.match.events.fork import Origin
from cartulary.match.evolve import fold, follow
from cartulary.match.game import Game, Setup
from cartulary.match.history import goes_back
from cartulary.match.ply import record_ply
from cartulary.match.seating import Sitting, create, open_entropy, seat_commitment, sit_down
from cartulary.match.state import Match
from cartulary.match.terms import Terms
from cartulary.record.decode import log_entries
from cartulary.record.event import RecordedEvent
from cartulary.record.redact import redact_row

AT: Final = "2026-01-01T00:00:00.000Z"
UNTIL: Final = "2026-01-02T00:00:00.000Z"
"""Until when what was committed to is to be opened."""


def decision_of(match: Match, decided: Decision | Sequence[Event]) -> Decision:
    """A decision, or that these events happen."""
    return decided if isinstance(decided, Decision) else happen(match, *decided)


class Table:
    """A match: its whole record, what that folds to, and what each audience's part of it folds to when asked."""

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        seed: bytes,
        entropy: Sequence[bytes],
        *,
        game_id: str = "00000000-0000-7000-8000-000000000001",
        position: Mapping[str, Any] | None = None,
        rules: str | None = None,
        open_until: str | None = None,
        forked_from: Origin | None = None,
        clock: Clock | None = None,
        at: str = AT,
    ) -> None:
        self.game = game
        self.seed, self.entropy, self.at = seed, entropy, at
        terms = Terms(position, rules, open_until=open_until, forked_from=forked_from, clock=clock)
        self.rows: list[RecordedEvent] = create(game, game_id, setup, seed, at, terms)
        self.match: Match = fold(game, game_id, self.rows)
        self.audiences: tuple[Audience, ...] = (SPECTATOR, *range(setup.seats))
        self._views: dict[Audience, list[Match]] = {}
        for seat, each in enumerate(entropy):
            self.sit(seat, each)
        for seat, each in enumerate(entropy if self.match.committing else ()):
            self.goes_on(open_entropy(self.match, seat, each, at))

    def sit(self, seat: Seat, entropy: bytes) -> None:
        """Let a player sit down with that entropy, or commit to it where that is asked for."""
        player, committing = f"player {seat}", self.match.committing
        commitment = seat_commitment(self.match.id, seat, entropy)
        sitting = Sitting(player, seat, None, commitment) if committing else Sitting(player, seat, entropy or None)
        self.goes_on(sit_down(self.match, sitting, UNTIL))

    def part(self, rows: Sequence[RecordedEvent], audience: Audience) -> list[RecordedEvent]:
        """The rows as that audience gets them."""
        return [redact_row(self.game.event_types, row, audience) for row in rows]

    def goes_on(self, decided: Decision | Sequence[Event]) -> list[RecordedEvent]:
        """Record a decision, or events, as one ply; the match that it carries is what its record tells."""
        ply = record_ply(self.match, decision_of(self.match, decided), self.at)
        self.rows += ply.rows
        told = fold(self.game, self.match.id, self.rows) if goes_back(ply.rows) else self.followed_by(ply.rows)
        assert ply.after == told
        self.match = ply.after
        return ply.rows

    def followed_by(self, rows: Sequence[RecordedEvent]) -> Match:
        """The match after rows, read back as they are stored."""
        return follow(self.match, log_entries(self.game.event_types, rows))

    @property
    def seen(self) -> dict[Audience, list[RecordedEvent]]:
        """Each audience's part of the record."""
        return {each: self.part(self.rows, each) for each in self.audiences}

    def as_seen(self, audience: Audience, version: int | None = None) -> Match:
        """What an audience's part of the record folds to, now or at a version."""
        until = self.match.version if version is None else version
        known = self._views.setdefault(audience, [])
        kept = next((each for each in known if each.version <= until), None)
        if kept is not None and kept.version == until:
            return kept
        if kept is None:
            kept = fold(self.game, self.match.id, self.part(self.rows[:until], audience))
        else:
            kept = follow(
                kept, log_entries(kept.game.event_types, self.part(self.rows[kept.version : until], audience))
            )
        # The two that were asked for last: before a move, and after it.
        known[:] = [kept, *known[:1]]
        return kept

    def act(self, seat: Seat, action: Action) -> Decision:
        """Let a seat act. Raises Rejected."""
        decision = decide_in_game(self.match, seat, action)
        self.goes_on(decision)
        return decision

    def dry_run(self, seat: Seat, action: Action) -> Decision:
        """What the action would cause, decided on what the seat itself sees."""
        return decide_in_game(self.as_seen(seat), seat, action)

    def view(self, audience: Audience) -> dict[str, Any]:
        """What that audience is shown, from its own part of the record alone."""
        return self.game.view(self.as_seen(audience).state, audience if isinstance(audience, int) else None)

    def whole_view(self, audience: Audience) -> dict[str, Any]:
        """The same, computed from the whole state."""
        return self.game.view(self.match.state, audience if isinstance(audience, int) else None)

    def actions(self, seat: Seat, limit: int = 1000) -> list[Action]:
        """Complete legal actions of a seat, resigning aside."""
        return self.game.expand(self.match.state, seat, limit)[0]
