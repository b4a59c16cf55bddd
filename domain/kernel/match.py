"""One playing of a game: what the fold of its record gives, for whoever the record was redacted for."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Literal

from domain.kernel.decider import Unfolding
from domain.kernel.game import Game, Setup
from domain.kernel.lifecycle import GameCreated, GameEnded, SeatTaken
from domain.kernel.messages import Action, Event
from domain.kernel.randomness import Chance
from domain.kernel.record import Place, Recorded, genesis, read, record, seed_commitment
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
    status: Status = "open"
    version: int = 0
    ply: int = 0
    players: list[str | None] = field(default_factory=list)
    entropy: list[bytes] = field(default_factory=list)
    state: Any = None
    result: GameEnded | None = None

    def to_act(self) -> list[Seat]:
        """The seats that the game waits for."""
        return list(self.game.to_act(self.state)) if self.status == "playing" else []

    def seat_of(self, player: str) -> Seat | None:
        """Where that player sits."""
        return self.players.index(player) if player in self.players else None

    def free_seats(self) -> list[Seat]:
        """The seats that nobody has taken."""
        return [seat for seat, player in enumerate(self.players) if player is None]


def create(
    game: Game[Any],
    game_id: str,
    setup: Setup,
    position: Mapping[str, Any] | None,
    seed: bytes,
    at: str,
    rules_sha256: str | None = None,
) -> list[Recorded]:
    """The first event of a new match. Raises Rejected for an impossible position."""
    if position is not None:
        game.begin_from(setup, position)
    created = GameCreated(
        game=game.id,
        edition=setup.edition,
        seats=setup.seats,
        options=dict(setup.options),
        sandbox=position is not None,
        server_commit=seed_commitment(game_id, seed),
        server_seed=seed,
        position=None if position is None else dict(position),
        rules_sha256=rules_sha256,
    )
    return record(Place(game_id, seed, 0, 1, genesis(game_id)), at, [created])


def sit_down(match: Match, player: str, seat: Seat | None, entropy: bytes | None) -> tuple[SeatTaken, list[Event]]:
    """What happens when a player takes a seat, and what follows when it was the last one. Raises Rejected."""
    if match.status != "open":
        raise Rejected("seat.game_started", "Every seat of this game has been taken.")
    if (held := match.seat_of(player)) is not None:
        raise Rejected("seat.already_seated", f"You sit at this table already, on seat {held}.")
    free = match.free_seats()
    chosen = free[0] if seat is None else seat
    if chosen not in free:
        raise Rejected("seat.taken", f"Seat {chosen} is not free; free are {', '.join(map(str, free))}.")
    taken = SeatTaken(seat=chosen, player=player, entropy=entropy)
    return taken, first_events(advanced(match, [taken])) if len(free) == 1 else []


def first_events(match: Match) -> list[Event]:
    """The deal, or the setting up of the position, once all sit."""
    if match.position is not None:
        return match.game.begin_from(match.setup, match.position).events
    chance = chance_of(match)
    assert chance is not None
    return match.game.begin(match.setup, chance).events


def act(match: Match, seat: Seat, action: Action) -> Unfolding[Any]:
    """What an action causes. Raises Rejected."""
    if match.status == "open":
        raise Rejected("game.not_started", "The game begins when every seat is taken.")
    if match.status != "playing":
        raise Rejected("game.over", "The game is over.")
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
    return followed(Match(game_id, game, Setup("", 0, {}), genesis(game_id)), rows)


def followed(match: Match, rows: Iterable[Recorded]) -> Match:
    """The match after more of its record; the one given stays as it is."""
    after = forked(match)
    for row in rows:
        evolve(after, read(match.game.event_types, row.public, row.private))
        after.version, after.ply, after.head = row.position, row.ply, row.hash
    return after


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
        case _:
            game_event(match, event)


def game_created(match: Match, event: GameCreated) -> None:
    """The table stands open."""
    match.setup = Setup(event.edition, event.seats, event.options)
    match.sandbox = event.sandbox
    match.server_commit, match.rules_sha256 = event.server_commit, event.rules_sha256
    match.seed, match.position = event.server_seed, event.position
    match.players, match.entropy = [None] * event.seats, [b""] * event.seats


def game_event(match: Match, event: Event) -> None:
    """The game itself goes on, or ends."""
    if match.state is None:
        match.state, match.status = match.game.initial(match.setup), "playing"
    match.game.evolve(match.state, event)
    if isinstance(event, GameEnded):
        match.status, match.result = "finished", event
