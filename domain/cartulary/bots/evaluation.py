"""Evaluation of a seat's position against its rivals."""

from collections.abc import Iterable
from typing import Any, Final

from cartulary.kernel.seats import Seat
from cartulary.match.state import Match

PARTNERS: Final = 0.5
"""Weight of a partner's score."""
RIVALS: Final = 0.5
"""Weight of the strongest rival's score."""


class Standings:
    """Judges states of one match by the worth that its game gives each seat."""

    def __init__(self, match: Match) -> None:
        seats = range(match.setup.seats)
        teams = [match.game.team(match.setup, seat) for seat in seats]
        self._worth, self._remaining = match.game.worth, match.game.remaining
        self._partners = [
            {other for other in seats if other != seat and teams[other] is not None and teams[other] == teams[seat]}
            for seat in seats
        ]

    def of(self, state: Any, seat: Seat) -> float:
        """Evaluate a seat: its own score, plus part of its partner's, minus part of its strongest rival's."""
        partners, others = self._partners[seat], [each for each in self._remaining(state) if each != seat]
        against = self._most(state, (each for each in others if each not in partners))
        return self._worth(state, seat) + PARTNERS * self._most(state, partners) - RIVALS * against

    def _most(self, state: Any, seats: Iterable[Seat]) -> float:
        return max((self._worth(state, each) for each in seats), default=0)
