"""Bots: they see what their seat sees, and choose among what is legal."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from random import Random
from typing import Final, NamedTuple

from cartulary.bots.evaluation import Standings
from cartulary.bots.ismcts import Budget, search
from cartulary.kernel.messages import Action
from cartulary.kernel.seats import Seat
from cartulary.match.events.ending import GameEnded
from cartulary.match.state import Match

MOST_CONSIDERED: Final = 300
"""Complete actions among which a bot chooses."""
WON: Final = inf
LOST: Final = -inf
"""Evaluations of a game that is over."""

Seconds = Callable[[], float]
"""Returns the seconds since the bot began to think."""


class Turn(NamedTuple):
    """Input of a strategy."""

    seen: Match
    """The match as its seat sees it."""
    seat: Seat
    actions: Sequence[Action]
    random: Random
    elapsed: Seconds


def choose_action(seen: Match, seat: Seat, strategy: str, random: Random, elapsed: Seconds) -> Action:
    """Choose an action from the match as the seat sees it. Raises LookupError if the seat has none."""
    actions, _ = seen.game.expand(seen.state, seat, MOST_CONSIDERED)
    if not actions:
        raise LookupError(seat)
    return STRATEGIES[strategy](Turn(seen, seat, actions, random, elapsed))


def by_chance(turn: Turn) -> Action:
    """Any of them."""
    return turn.random.choice(turn.actions)


def greedily(turn: Turn) -> Action:
    """Choose the action that leads to the best position at once; among equals one that ends the turn, then any.

    What ends the turn counts no less than the position as it is: rivals go on sooner or later, and to put that off by
    actions that cost something is no gain.
    """
    standings = Standings(turn.seen)
    now = standings.of(turn.seen.state, turn.seat)

    def preference(action: Action) -> tuple[float, bool, float, float]:
        after, is_over = standing_after(turn, standings, action)
        return max(after, now) if is_over and after > LOST else after, is_over, after, turn.random.random()

    return max(turn.actions, key=preference)


def standing_after(turn: Turn, standings: Standings, action: Action) -> tuple[float, bool]:
    """Evaluate the seat after an action, as far as the seat can know; also say whether its turn is over."""
    game, seat = turn.seen.game, turn.seat
    decision = game.apply(turn.seen.state, seat, action, None, turn.seen.version)
    if isinstance(end := decision.events[-1], GameEnded):
        return WON if seat in end.winners else LOST, True
    return standings.of(decision.state, seat), seat not in game.to_act(decision.state)


def by_search(budget: Budget, turn: Turn) -> Action:
    """The one that does best in many worlds that are possible, each played on for a while."""
    return search(turn.seen, turn.seat, turn.actions, turn.random, budget, turn.elapsed)


SEARCHES: Final[Mapping[str, Budget]] = {
    "search-1": Budget(iterations=16, seconds=0.5),
    "search-2": Budget(iterations=64, seconds=2),
    "search-3": Budget(iterations=256, seconds=6),
}
"""Limits of the strategies that search, which think for seconds; the others are cheap."""
STRATEGIES: Final[Mapping[str, Callable[[Turn], Action]]] = {
    "random": by_chance,
    "greedy": greedily,
    **{name: partial(by_search, budget) for name, budget in SEARCHES.items()},
}
"""Strategies by name, weakest first."""
