"""Games for OpenSpiel; importing this module registers them.

The seed of the deal is drawn by chance nodes, byte by byte. Whatever is random later follows from it.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from cartulary.catalogue import CATALOGUE
from cartulary_environments.action_space import action_space
from cartulary_environments.observation import observer
from cartulary_environments.table import MOST_STEPS, GameTable

SEED_BYTES: Final = 4
NAMES: Final = {f"cartulary_{game.replace('-', '_')}": game for game in CATALOGUE}
"""Names in OpenSpiel, and our games."""
BYTE: Final = [(value, 1 / 256) for value in range(256)]


def game_type(name: str) -> Any:
    """The declaration of a game."""
    seats = CATALOGUE[NAMES[name]].seats
    return pyspiel.GameType(
        short_name=name,
        long_name=CATALOGUE[NAMES[name]].describe("en")["name"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": seats[0]},
    )


class TableGame(pyspiel.Game):
    """A game with `players` seats and default options."""

    def __init__(self, kind: Any, parameters: Mapping[str, Any] | None = None) -> None:
        self.id = NAMES[kind.short_name]
        self.seats = int((parameters or {}).get("players", kind.min_num_players))
        info = pyspiel.GameInfo(
            num_distinct_actions=action_space(self.id).size,
            max_chance_outcomes=len(BYTE),
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=float(self.seats - 1),
            utility_sum=0.0,
            max_game_length=MOST_STEPS,
        )
        super().__init__(kind, info, dict(parameters or {}))

    def new_initial_state(self) -> "TableState":
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TableObserver":
        return TableObserver(self.id, params)


class TableState(pyspiel.State):
    """A state; before the deal, the bytes of the seed that were drawn."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.game_id, self.seats = game.id, game.seats
        self.seed = b""
        self.table: GameTable | None = None

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.is_over() else self.table.seat()

    def _legal_actions(self, player: int) -> list[int]:
        table = self.require_table()
        return table.tokens() if not table.is_over() and table.seat() == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return BYTE

    def _apply_action(self, action: int) -> None:
        if self.table is not None:
            self.table.take(action)
            return
        self.seed += bytes((action,))
        if len(self.seed) == SEED_BYTES:
            self.table = GameTable(self.game_id, self.seats, int.from_bytes(self.seed, "big"))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"byte {action}" if player == pyspiel.PlayerId.CHANCE else action_space(self.game_id).label(action)

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.is_over()

    def returns(self) -> list[float]:
        return self.table.rewards() if self.table is not None else [0.0] * self.seats

    def require_table(self) -> GameTable:
        """The table, once cards have been dealt."""
        assert self.table is not None
        return self.table

    def resample_from_infostate(self, player: int, sampler: Any) -> "TableState":
        """Return a state that looks the same to a player; what it cannot see is drawn anew."""
        state: TableState = self.clone()
        state.table = self.require_table().determinize(player, Random(int(sampler() * (1 << 53))))
        return state

    def __str__(self) -> str:
        if self.table is None:
            return f"seed {self.seed.hex()}"
        return " ".join(self.table.observation(seat).tobytes().hex() for seat in range(self.seats))


class TableObserver:
    """Observes a state as OpenSpiel asks: what the player sees now, without recall of what it saw before."""

    def __init__(self, game: str, params: Any) -> None:
        if params:
            raise ValueError(f"There are no parameters of an observation; given {params}.")
        self.tensor = np.zeros(observer(game).size(), np.float32)
        self.dict = {part.name: self.tensor[part.first : part.first + part.size] for part in observer(game).parts()}

    def set_from(self, state: TableState, player: int) -> None:
        """Write what a player sees into the tensor."""
        if state.table is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.table.observation(player)

    def string_from(self, state: TableState, player: int) -> str:
        """Return what a player sees, as a text."""
        return "" if state.table is None else state.table.observation(player).tobytes().hex()


def register(name: str) -> None:
    """Make a game known to `pyspiel.load_game`."""
    kind = game_type(name)

    # A class, because OpenSpiel lets go of what it was given when Python is gone; a function would be freed then.
    class NamedGame(TableGame):
        def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
            super().__init__(kind, parameters)

    pyspiel.register_game(kind, NamedGame)


for each in NAMES:
    register(each)
