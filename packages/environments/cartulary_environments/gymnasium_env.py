"""Games for Gymnasium: one seat learns, the others are bots."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

import gymnasium
from gymnasium import spaces

from cartulary.bots.strategies import STRATEGIES, choose_action
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.messages import Action
from cartulary.match.state import Match
from cartulary.record.event import genesis
from cartulary_environments.action_space import action_space
from cartulary_environments.spaces import observe, space_of_observations
from cartulary_environments.table import GameTable

MATCH_ID: Final = "00000000-0000-7000-8000-000000000001"
Opponent = Callable[[GameTable, Random], Action]
"""Chooses a complete action for the seat that acts next."""


def choose(strategy: str, table: GameTable, random: Random) -> Action:
    """Choose as a bot of the service does, from what its seat sees."""
    seat = table.seat()
    if strategy == "random":
        forms = table.game.legal_actions(table.state, seat)
        return forms[int(random.random() * len(forms))].any_action(random)
    seen = table.game.mask(table.state, seat)
    head = genesis(MATCH_ID)
    match = Match(MATCH_ID, table.game, table.setup, head, status="playing", state=seen)
    return choose_action(match, seat, strategy, random, lambda: 0.0)


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """A seat at a table of bots. A step lasts until the seat has to act again. The reward comes at the end."""

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int = 2,
        seat: int = 0,
        opponents: str | Opponent = "random",
        options: Mapping[str, Any] | None = None,
        edition: str | None = None,
    ) -> None:
        CATALOGUE[game].setup(edition, seats, options or {})
        if isinstance(opponents, str) and opponents not in STRATEGIES:
            raise ValueError(f"There is no bot {opponents!r}; there are {', '.join(STRATEGIES)}.")
        self._game, self._options, self._edition = game, options, edition
        self._number_of_seats, self._seat = seats, seat
        self._opponents = partial(choose, opponents) if isinstance(opponents, str) else opponents
        space = action_space(game)
        self.action_space = spaces.Discrete(space.size)
        self.observation_space = space_of_observations(game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._random = Random(int(self.np_random.integers(1 << 62)))
        deal = self._random.getrandbits(62)
        self.table = GameTable(self._game, self._number_of_seats, deal, self._options, self._edition)
        self._wait()
        return self._observe(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take a token; one that may not follow ends the game, and costs 1. `info` has it then as `illegal`."""
        try:
            self.table.take(int(action))
        except ValueError:
            return self._observe(), -1.0, True, False, {"illegal": int(action)}
        self._wait()
        terminated = self.table.result is not None
        truncated = self.table.is_over() and not terminated
        return self._observe(), self.table.rewards()[self._seat], terminated, truncated, {}

    def action_masks(self) -> Any:
        """Return which tokens may follow, as sb3-contrib's MaskablePPO asks."""
        return self.table.mask().astype(bool)

    def _wait(self) -> None:
        """Play the other seats until this one has to act."""
        while not self.table.is_over() and self.table.seat() != self._seat:
            self.table.act(self._opponents(self.table, self._random))

    def _observe(self) -> dict[str, Any]:
        return observe(self.table, self._seat)
