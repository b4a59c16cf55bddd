"""The event that ends a match."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from cartulary.kernel.messages import Event, event
from cartulary.kernel.seats import Seat

VOID: Final = "void"
"""The kind of end of a game that does not count."""
DRAW: Final = "draw"
"""The kind of end that all have agreed to without a winner among them."""


@event()
class EndAgreed(Event):
    """A seat would end the game: as a draw, without a result, or scored as it stands."""

    seat: Seat
    how: Literal["draw", "abort", "score"]


class SeatPoints(NamedTuple):
    """A seat's points at the end."""

    seat: Seat
    points: int


@event(reveals=True)
class GameEnded(Event):
    """The game is over; the server's seed is disclosed, from which all that was hidden follows."""

    kind: str
    winners: tuple[Seat, ...]
    points: tuple[SeatPoints, ...] | None
    decided_by: tuple[str, ...]
    """The spheres of a domination; the tie-breaks that a majority needed."""
    server_seed: bytes | None

    @property
    def won_by(self) -> tuple[Seat, ...]:
        """The seats that won; none in a draw, though `winners` has those that share it."""
        return () if self.kind == DRAW else self.winners


def end_game(
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
