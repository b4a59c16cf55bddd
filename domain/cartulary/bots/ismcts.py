"""A determinised search: one tree over many worlds that look the same to a seat (ISMCTS, with one observer)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt, tanh
from random import Random
from typing import Any, Final, NamedTuple

from cartulary.bots.evaluation import Standings
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.messages import Action
from cartulary.kernel.randomness import Chance
from cartulary.kernel.seats import Seat
from cartulary.match.events.ending import GameEnded
from cartulary.match.state import Match

MOST_WEIGHED: Final = 40
"""Actions among which a seat chooses below the root."""
TRIED: Final = 3
"""In a playout a seat takes the best of so many actions at random."""
PLAYOUT: Final = 4
"""Actions in a playout."""
EXPLORATION: Final = 0.3
PRIOR_VISITS: Final = 2
"""Number of visits that outweigh a branch's prior."""
SCALE: Final = 40
"""Lead in evaluation that makes a win rather certain."""
SEED_BYTES: Final = 8


class Budget(NamedTuple):
    """Limits of a search; the first one that is reached ends it."""

    iterations: int
    seconds: float


@dataclass(slots=True)
class Branch:
    """An action at a place in the tree, and what came of it."""

    prior: float
    """Prior value of the branch, from 0 to 1."""
    visits: int = 0
    available: int = 0
    """Number of visited worlds in which the action was legal."""
    reward: float = 0.0
    """For the seat that acts, over all visits."""
    branches: dict[Action, "Branch"] = field(default_factory=dict)

    def promise(self) -> float:
        """Return the UCB1 score of the branch."""
        weight = self.visits + PRIOR_VISITS
        expected = (self.reward + PRIOR_VISITS * self.prior) / weight
        return expected + EXPLORATION * sqrt(log(self.available + 1) / weight)


Branches = dict[Action, Branch]


def search(
    seen: Match, seat: Seat, actions: Sequence[Action], random: Random, budget: Budget, elapsed: Callable[[], float]
) -> Action:
    """The action that was visited most; where there is only one, that without a search."""
    if len(actions) == 1:
        return actions[0]
    search = Search(seen, random)
    root: Branches = {}
    search.grow(root, seen.state, seat, actions)
    for _ in range(budget.iterations):
        if elapsed() >= budget.seconds:
            break
        search.visit(root, seat, actions)
    return max(root, key=lambda action: (root[action].visits, root[action].promise()))


class World:
    """A determinized state, played on by the game's own rules."""

    def __init__(self, seen: Match, random: Random) -> None:
        self.game = seen.game
        self.state: Any = seen.game.determinize(seen.state, random)
        self.result: GameEnded | None = None
        chance = Chance(random.randbytes(SEED_BYTES), "", ())
        self._unfolding = GameDecision(self.state, seen.game.evolutions, chance, seen.version)

    def next_seat(self) -> Seat:
        """Return the seat that acts next; if several may, the first of them."""
        return self.game.to_act(self.state)[0]

    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return self.result is not None

    def act(self, seat: Seat, action: Action) -> None:
        """Apply a legal action of a seat."""
        self.game.decide(self._unfolding, seat, action)
        last = self._unfolding.events[-1]
        self.result = last if isinstance(last, GameEnded) else None


class Search:
    """Visits the tree, each time in another world."""

    def __init__(self, seen: Match, random: Random) -> None:
        self._seen, self._game, self._random = seen, seen.game, random
        self._standings = Standings(seen)

    def grow(self, branches: Branches, state: Any, seat: Seat, actions: Sequence[Action]) -> None:
        """Add branches for the actions that are new here."""
        for action in actions:
            if action not in branches:
                branches[action] = Branch(certainty(self._standing_after(state, seat, action)))

    def visit(self, root: Branches, seat: Seat, actions: Sequence[Action]) -> World:
        """Go down the tree in a new world to a branch that was not visited yet, play on, and tell it the way up.

        Return the world as it stands then.
        """
        world, path = World(self._seen, self._random), list[tuple[Branch, Seat]]()
        branches, actor, legal = root, seat, actions
        while not world.is_over():
            action, branch = self._take(branches, legal)
            world.act(actor, action)
            path.append((branch, actor))
            if not branch.visits or world.is_over():
                break
            branches, actor = branch.branches, world.next_seat()
            legal, _ = self._game.expand(world.state, actor, MOST_WEIGHED)
            self.grow(branches, world.state, actor, legal)
        self._play_on(world)
        for branch, actor in path:
            branch.visits += 1
            branch.reward += self.reward(world, actor)
        return world

    def _take(self, branches: Branches, legal: Sequence[Action]) -> tuple[Action, Branch]:
        """Return the legal action with the highest UCB1 score, and its branch."""
        possible = [(action, branches[action]) for action in legal]
        for _, branch in possible:
            branch.available += 1
        return max(possible, key=lambda each: each[1].promise())

    def _play_on(self, world: World) -> None:
        """A few actions more, each the best at once of some that are tried."""
        for _ in range(PLAYOUT):
            if world.is_over():
                return
            seat = world.next_seat()
            forms = [*self._game.legal_actions(world.state, seat)]
            tried = [self._random.choice(forms).any_action(self._random) for _ in range(TRIED)]
            world.act(seat, max(tried, key=lambda action: self._standing_after(world.state, seat, action)))

    def _standing_after(self, state: Any, seat: Seat, action: Action) -> float:
        return self._standings.of(self._game.apply(state, seat, action, None, self._seen.version).state, seat)

    def reward(self, world: World, seat: Seat) -> float:
        """Return the worth of a world to a seat, from 0 for lost to 1 for won."""
        if world.result is not None:
            return float(seat in world.result.winners)
        return certainty(self._standings.of(world.state, seat))


def certainty(standing: float) -> float:
    """A standing as something like the chance to win."""
    return 0.5 + 0.5 * tanh(standing / SCALE)
