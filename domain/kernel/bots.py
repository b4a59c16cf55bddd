"""Bots: they see what their seat sees, and choose among what is legal."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from domain.kernel.game import Game
from domain.kernel.match import Match
from domain.kernel.messages import Action
from domain.kernel.seats import Seat

MOST_CONSIDERED: Final = 300
"""Complete actions among which a bot chooses."""
RIVALS: Final = 0.5
"""What the strongest rival's standing counts beside one's own."""

Strategy = Callable[[Match, Seat, Sequence[Action], Random], Action]


def chosen(seen: Match, seat: Seat, strategy: str, random: Random) -> Action:
    """What a bot does at that seat, from the match as the seat sees it. Raises LookupError where it can do nothing."""
    actions, _ = seen.game.expanded(seen.state, seat, MOST_CONSIDERED)
    return STRATEGIES[strategy](seen, seat, actions, random)


def by_chance(_seen: Match, _seat: Seat, actions: Sequence[Action], random: Random) -> Action:
    """Any of them."""
    return random.choice(actions)


def greedily(seen: Match, seat: Seat, actions: Sequence[Action], random: Random) -> Action:
    """The one after which the seat stands best at once; of equal ones one that passes the turn on, then any."""
    worths = [(standing_after(seen, seat, action), random.random(), action) for action in actions]
    return max(worths, key=lambda each: each[:2])[2]


def standing_after(seen: Match, seat: Seat, action: Action) -> tuple[float, bool]:
    """How the seat stands after an action as far as it can know, and whether the turn has passed on."""
    after = seen.game.apply(seen.state, seat, action, None, seen.version).state
    return standing(seen.game, after, seat), seat not in seen.game.to_act(after)


def standing(game: Game[Any], state: Any, seat: Seat) -> float:
    """A seat's own worth, and what it is ahead of its strongest rival."""
    rivals = [game.worth(state, other) for other in game.remaining(state) if other != seat]
    return game.worth(state, seat) - RIVALS * max(rivals, default=0)


STRATEGIES: Final[Mapping[str, Strategy]] = {"random": by_chance, "greedy": greedily}
