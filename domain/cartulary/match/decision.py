"""Decisions about a match: events, and the match after them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.messages import Action, Event
from cartulary.kernel.seats import Seat
from cartulary.match.evolve import advance, continue_with
from cartulary.match.state import Match, chance_of, require_playing


class Decision(NamedTuple):
    """A decision that is not recorded yet: its events, and the match after them.

    The version of that match, and its clocks, come with `record_ply`.
    """

    events: Sequence[Event]
    after: Match

    def then(self, later: "Decision") -> "Decision":
        """Join a decision that was made on the match after this one."""
        return Decision([*self.events, *later.events], later.after)


def happen(match: Match, *events: Event) -> Decision:
    """Decide that these events happen, which no rule of the game has to follow."""
    return Decision(events, advance(match, events))


def decide_in_game(match: Match, seat: Seat, action: Action) -> Decision:
    """Decide an action by the rules of the game. Raises Rejected."""
    require_playing(match)
    return of_game(match, match.game.apply(match.state, seat, action, chance_of(match), match.version))


def of_game(match: Match, decided: GameDecision[Any]) -> Decision:
    """Take over a decision of the game, with the state that it has worked out."""
    return Decision(decided.events, continue_with(match, decided.state, decided.events))
