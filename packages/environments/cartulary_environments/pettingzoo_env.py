"""Games for PettingZoo: one agent for each seat, turn by turn (AEC)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cartulary.catalogue import CATALOGUE
from cartulary_environments.action_space import action_space
from cartulary_environments.spaces import observe, space_of_observations
from cartulary_environments.table import GameTable


def env(
    game: str,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    edition: str | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Any, int]:
    """Return the environment that refuses calls in the wrong order; an illegal action ends the game, and costs 1."""
    refusing = wrappers.TerminateIllegalWrapper(TableEnv(game, seats, options, edition, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(refusing))


class TableEnv(AECEnv[str, Any, int]):
    """A table. Agents are `seat_0` and so on; the rewards come with the end of the game."""

    metadata = {"render_modes": ["ansi"], "name": "cartulary_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Mapping[str, Any] | None = None,
        edition: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        CATALOGUE[game].setup(edition, seats, options or {})
        self._game, self._options, self._edition, self.render_mode = game, options, edition, render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents = self.possible_agents[:]
        self._seats = {agent: seat for seat, agent in enumerate(self.agents)}
        space = action_space(game)
        self.observation_spaces = {agent: space_of_observations(game) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(space.size) for agent in self.agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        deal = int(self._random.integers(1 << 62))
        self.table = GameTable(self._game, len(self.possible_agents), deal, self._options, self._edition)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self.agent_selection = self.agents[self.table.seat()]

    def observe(self, agent: str) -> dict[str, Any]:
        return observe(self.table, self._seats[agent])

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.table.take(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self.table.is_over():
            self._end()
        else:
            self.agent_selection = self.possible_agents[self.table.seat()]

    def render(self) -> str | None:
        """Return the table as a text: whose turn it is, and what may follow."""
        if self.render_mode is None:
            return None
        if self.table.is_over():
            return f"over: {self.table.rewards()}"
        tokens = ", ".join(map(self.table.space.label, self.table.tokens()))
        return f"{self.agent_selection}: {tokens}"

    def close(self) -> None:
        """Do nothing: no window is open."""

    def _end(self) -> None:
        over = self.table.result is not None
        self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]
