"""Events before the first card: the table, its seats, their entropy."""

from typing import Any

from cartulary.kernel.codec import Count
from cartulary.kernel.messages import Event, event
from cartulary.kernel.seats import Seat
from cartulary.kernel.times import Time
from cartulary.kernel.visibility import Hidden, Seed
from cartulary.match.clock.settings import Clock
from cartulary.match.events.fork import Origin


@event()
class GameCreated(Event):
    """A table stands open, and the server has committed to its seed."""

    game: str
    edition: str
    seats: Count
    options: dict[str, Any]
    sandbox: bool
    """Whether it begins from a position."""
    server_commit: bytes
    server_seed: Seed
    position: Hidden[dict[str, Any]]
    """The position to begin from; null for an ordinary game."""
    rules_sha256: str | None
    """Digest of the rules at creation."""
    revision: int
    """Revision of the rules."""
    creator: str | None
    """The player who opened the table."""
    private: bool
    """Whether only who is invited may look and sit down."""
    reserved: tuple[str, ...]
    """For a rematch: the player for whom each seat is reserved."""
    rematch_of: str | None
    """The game that it is a rematch of."""
    open_until: Time | None
    """Before this time all seats are to be taken, or the game is void."""
    clock: Clock | None
    forked_from: Origin | None
    """For a fork: the game and version it continues; `position` then holds the state there."""


@event()
class SeatTaken(Event):
    """A player sits down and adds 32 random bytes, or none, to the shuffle."""

    seat: Seat
    player: str
    entropy: bytes | None
    bot: str | None
    """Strategy of the bot in this seat; null for a person."""


@event()
class EntropyCommitted(Event):
    """A seat commits to 32 random bytes for the shuffle, which it opens once all sit."""

    seat: Seat
    commitment: bytes


@event()
class SeatLeft(Event):
    """A player leaves the table before the game has begun. Their contribution to the shuffle is dropped."""

    seat: Seat


@event()
class SeatCleared(Event):
    """The creator of the table removes a player or a bot before the game has begun, as if nobody had sat there."""

    seat: Seat


@event()
class TableClosed(Event):
    """The table is closed before its game begins: by its creator, or because a player is gone or nobody sits there."""


@event()
class TableExpired(Event):
    """The table did not fill in time."""

    until: Time


@event()
class StartAwaited(Event):
    """All sit; the game begins at this time."""

    until: Time


@event()
class StartReached(Event):
    """The time has come at which the game was to begin."""

    until: Time


@event()
class OpeningsAwaited(Event):
    """All sit; what each has committed to is to be opened before this time, or the game is void."""

    until: Time


@event()
class EntropyOpened(Event):
    """A seat shows the bytes that it committed to; they go into the shuffle."""

    seat: Seat
    entropy: bytes


@event()
class OpeningsExpired(Event):
    """The deadline has passed, and these seats have not opened."""

    until: Time
    seats: tuple[Seat, ...]
