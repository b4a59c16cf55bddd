"""What happens before the first card and after the last. The stored format: add, never rename or remove."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.kernel.messages import Action, Event, action, event
from domain.kernel.seats import Seat
from domain.kernel.visibility import Hidden, Seed


class SeatPoints(NamedTuple):
    """A seat's points at the end."""

    seat: Seat
    points: int


@event()
class GameCreated(Event):
    """A table stands open, and the server has committed to its seed."""

    game: str
    edition: str
    seats: int
    options: dict[str, Any]
    sandbox: bool
    """Whether it begins from a position."""
    server_commit: bytes
    server_seed: Seed
    position: Hidden[dict[str, Any]]
    """The position to begin from; null for an ordinary game."""
    rules_sha256: str | None = None
    """Which rules it is played by, as a digest of the program that holds them."""


@event()
class SeatTaken(Event):
    """A player sits down and adds 32 random bytes, or none, to the shuffle."""

    seat: Seat
    player: str
    entropy: bytes | None


@event(reveals=True)
class GameEnded(Event):
    """The game is over; the server's seed is disclosed, from which all that was hidden follows."""

    kind: str
    winners: tuple[Seat, ...]
    points: tuple[SeatPoints, ...] | None
    decided_by: tuple[str, ...]
    """The spheres of a domination; the tie-breaks that a majority needed."""
    server_seed: bytes | None


def ended(
    kind: str, winners: Sequence[Seat], points: Mapping[Seat, int] | None = None, decided_by: Sequence[str] = ()
) -> GameEnded:
    """The end of a game; the seed is disclosed when it is recorded."""
    return GameEnded(
        kind=kind,
        winners=tuple(winners),
        points=None if points is None else tuple(SeatPoints(*each) for each in sorted(points.items())),
        decided_by=tuple(decided_by),
        server_seed=None,
    )


@action
class Resign(Action):
    """Leave the game for good."""


LIFECYCLE = (GameCreated, SeatTaken, GameEnded)
