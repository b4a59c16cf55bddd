"""One playing of a game: what the fold of its record gives, for whoever the record was redacted for."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from json import loads
from typing import Any, Literal

from domain.kernel.decider import Unfolding
from domain.kernel.game import FAIRNESS, Game, Setup
from domain.kernel.lifecycle import (
    VOID,
    EntropyCommitted,
    EntropyOpened,
    GameCorrected,
    GameCreated,
    GameEnded,
    OpeningsAwaited,
    OpeningsExpired,
    RulesAgreed,
    RulesMoved,
    SeatLeft,
    SeatTaken,
    TableExpired,
)
from domain.kernel.messages import Action, Event
from domain.kernel.randomness import Chance
from domain.kernel.record import Place, Recorded, genesis, read, record
from domain.kernel.rejected import Rejected
from domain.kernel.seats import Seat

Status = Literal["open", "playing", "finished", "abandoned"]


@dataclass(slots=True)
class Match:
    """A match at one version. Once handed out it is not changed any more."""

    id: str
    game: Game[Any]
    setup: Setup
    head: bytes
    server_commit: bytes = b""
    rules_sha256: str | None = None
    seed: bytes | None = None
    position: Mapping[str, Any] | None = None
    sandbox: bool = False
    creator: str | None = None
    private: bool = False
    reserved: tuple[str, ...] = ()
    rematch_of: str | None = None
    open_until: str | None = None
    status: Status = "open"
    version: int = 0
    ply: int = 0
    players: list[str | None] = field(default_factory=list)
    entropy: list[bytes] = field(default_factory=list)
    commitments: list[bytes] = field(default_factory=list)
    openings_until: str | None = None
    """Before this time what was committed to is to be opened; None where that is not awaited, or not yet."""
    agreed: dict[Seat, int] = field(default_factory=dict)
    """To which revision of the rules a seat would go on."""
    corrections: tuple[GameCorrected, ...] = ()
    state: Any = None
    result: GameEnded | None = None

    def to_act(self) -> list[Seat]:
        """The seats that the game waits for."""
        if self.status == "open" and self.openings_until is not None:
            return self.unopened()
        return list(self.game.to_act(self.state)) if self.status == "playing" else []

    @property
    def deadline(self) -> str | None:
        """When the clock ends something unless players act before."""
        if self.status == "open":
            return self.open_until if self.openings_until is None else self.openings_until
        return None

    def admits(self, player: str | None) -> bool:
        """Whether that player may look on without an invitation."""
        return not self.private or player in {self.creator, *self.players, *self.reserved} - {None}

    @property
    def committing(self) -> bool:
        """Whether seats commit to their entropy, and open it when all sit."""
        return self.setup.options.get(FAIRNESS.name) == "commit"

    def unopened(self) -> list[Seat]:
        """The seats that have not opened what they committed to."""
        return [seat for seat, opened in enumerate(self.entropy) if not opened]

    def seat_of(self, player: str) -> Seat | None:
        """Where that player sits."""
        return self.players.index(player) if player in self.players else None

    def free_seats(self) -> list[Seat]:
        """The seats that nobody has taken."""
        return [seat for seat, player in enumerate(self.players) if player is None]

    def free_to(self, player: str) -> list[Seat]:
        """The free seats that are not kept for somebody else."""
        return [seat for seat in self.free_seats() if not self.reserved or self.reserved[seat] == player]


def act(match: Match, seat: Seat, action: Action) -> Unfolding[Any]:
    """What an action causes. Raises Rejected."""
    if match.status == "open":
        raise Rejected("game.not_started", "The game begins when every seat is taken.")
    if match.status != "playing":
        raise Rejected("game.over", "The game is over.")
    if match.setup.revision > match.game.revision:
        raise Rejected("rules.unknown", "This program has no rules as new as those that the game is played by.")
    return match.game.apply(match.state, seat, action, chance_of(match), match.version)


def chance_of(match: Match) -> Chance | None:
    """What the match draws from; None for whoever may not know its seed."""
    return None if match.seed is None else Chance(match.seed, match.id, match.entropy)


def continued(match: Match, at: str, events: Iterable[Event]) -> list[Recorded]:
    """The events as the match's next ply."""
    assert match.seed is not None
    return record(Place(match.id, match.seed, match.version, match.ply + 1, match.head), at, events)


def folded(game: Game[Any], game_id: str, rows: Iterable[Recorded]) -> Match:
    """The match that a record tells, from its first event on."""
    record = list(rows)
    corrections = [row for row in record if row.type == GameCorrected.NAME]
    match = followed(Match(game_id, game, Setup("", 0, {}), genesis(game_id)), counting(record))
    for row in corrections:
        correction = read(game.event_types, row.public, row.private)
        assert isinstance(correction, GameCorrected)
        match.corrections += (correction,)
    if record:
        stand_at(match, record[-1])
    return match


def counting(record: Sequence[Recorded]) -> list[Recorded]:
    """The events that count at the end of a record: those that no correction has taken back."""
    rows: list[Recorded] = []
    version = len(record)
    while version:
        row = record[version - 1]
        if row.type == GameCorrected.NAME:
            back_to = loads(row.public)["data"]["back_to"]
            if not 0 <= back_to < version:
                raise ValueError("a correction goes back to an earlier version")
            version = back_to
        else:
            rows.append(row)
            version -= 1
    return rows[::-1]


def goes_back(rows: Iterable[Recorded]) -> bool:
    """Whether what the match is after these rows takes its whole record to tell."""
    return any(row.type == GameCorrected.NAME for row in rows)


def followed(match: Match, rows: Iterable[Recorded]) -> Match:
    """The match after more of its record that does not go back; the one given stays as it is."""
    after = forked(match)
    for row in rows:
        evolve(after, read(match.game.event_types, row.public, row.private))
        stand_at(after, row)
    return after


def stand_at(match: Match, row: Recorded) -> None:
    """Let the match be at the version of this row."""
    match.version, match.ply, match.head = row.position, row.ply, row.hash


def advanced(match: Match, events: Iterable[Event]) -> Match:
    """The match after events that are not recorded yet."""
    after = forked(match)
    for event in events:
        evolve(after, event)
    return after


def forked(match: Match) -> Match:
    """A copy that can be changed."""
    after = copy(match)
    after.players, after.entropy = list(match.players), list(match.entropy)
    after.commitments, after.agreed = list(match.commitments), dict(match.agreed)
    if match.state is not None:
        after.state = match.game.fork(match.state)
    return after


def evolve(match: Match, event: Event) -> None:
    """Let one event take effect."""
    match event:
        case GameCreated():
            game_created(match, event)
        case SeatTaken():
            match.players[event.seat] = event.player
            match.entropy[event.seat] = event.entropy or b""
        case SeatLeft():
            match.players[event.seat] = None
            match.entropy[event.seat] = match.commitments[event.seat] = b""
        case EntropyCommitted():
            match.commitments[event.seat] = event.commitment
        case OpeningsAwaited():
            match.openings_until = event.until
        case EntropyOpened():
            match.entropy[event.seat] = event.entropy
        case OpeningsExpired() | TableExpired():
            pass
        case RulesAgreed():
            match.agreed[event.seat] = event.revision
        case RulesMoved():
            rules_moved(match, event)
        case GameCorrected():
            raise ValueError("what a correction takes back, the whole record tells")
        case GameEnded():
            game_ended(match, event)
        case _:
            game_event(match, event)


def game_created(match: Match, event: GameCreated) -> None:
    """The table stands open."""
    match.setup = Setup(event.edition, event.seats, event.options, event.revision)
    match.sandbox = event.sandbox
    match.server_commit, match.rules_sha256 = event.server_commit, event.rules_sha256
    match.seed, match.position = event.server_seed, event.position
    match.creator, match.private = event.creator, event.private
    match.reserved, match.rematch_of, match.open_until = event.reserved, event.rematch_of, event.open_until
    match.players, match.entropy = [None] * event.seats, [b""] * event.seats
    match.commitments = [b""] * event.seats


def rules_moved(match: Match, event: RulesMoved) -> None:
    """The game goes on by another revision of the rules."""
    match.setup = match.setup._replace(revision=event.revision)
    match.agreed = {}
    match.game.adopt(match.state, match.setup)


def game_event(match: Match, event: Event) -> None:
    """The game itself goes on."""
    if match.state is None:
        match.state, match.status = match.game.initial(match.setup), "playing"
    match.game.evolve(match.state, event)


def game_ended(match: Match, event: GameEnded) -> None:
    """The game is over, or void without having begun."""
    match.status, match.result = "abandoned" if event.kind == VOID else "finished", event
    if match.state is not None:
        match.game.evolve(match.state, event)
