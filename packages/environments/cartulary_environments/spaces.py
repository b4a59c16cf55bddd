"""Observations with their mask of actions, as spaces of Gymnasium."""

from typing import Any

import numpy as np
from gymnasium import spaces

from cartulary_environments.action_space import action_space
from cartulary_environments.observation import MOST, observer
from cartulary_environments.table import GameTable


def space_of_observations(game: str) -> spaces.Dict:
    """Return the space of an observation with its mask of actions."""
    space = action_space(game)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, MOST, (observer(game).size(),), np.int16),
            "action_mask": spaces.Box(0, 1, (space.size,), np.int8),
        }
    )


def observe(table: GameTable, seat: int) -> dict[str, Any]:
    """Return what a seat sees; the mask is empty while others act."""
    acts = not table.is_over() and table.seat() == seat
    mask = table.mask() if acts else np.zeros(table.space.size, np.int8)
    return {"observation": table.observation(seat), "action_mask": mask}
