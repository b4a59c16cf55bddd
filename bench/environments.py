"""Environments for learning, played at random: steps for each second of processor time.

`python -m bench.environments pettingzoo|openspiel|table GAME SECONDS`
"""

import random
import sys
from typing import Any, Final

import pyspiel

from bench.engine import Work, rate
from cartulary_environments.openspiel_game import NAMES
from cartulary_environments.pettingzoo_env import TableEnv
from cartulary_environments.table import GameTable


def choose(tokens: Any) -> int:
    """Choose one of the tokens at random."""
    return int(tokens[int(random.random() * len(tokens))])


def pettingzoo(game: str) -> Work:
    """Games through PettingZoo, with an observation and a mask at each step. Units: steps."""
    table = TableEnv(game)

    def play() -> int:
        steps = 0
        table.reset(seed=random.randrange(1 << 30))
        for _ in table.agent_iter():
            observed, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
                continue
            table.step(choose(observed["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return play


def openspiel(game: str) -> Work:
    """Games through OpenSpiel, without observations. Units: actions of players."""
    name = next(name for name, each in NAMES.items() if each == game)
    loaded = pyspiel.load_game(name)

    def play() -> int:
        state, steps = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.randrange(256))
            else:
                state.apply_action(choose(state.legal_actions()))
                steps += 1
        return steps

    return play


def table(game: str) -> Work:
    """Games at the table itself, without observations. Units: steps."""

    def play() -> int:
        table = GameTable(game, seed=random.randrange(1 << 30))
        while not table.is_over():
            table.take(choose(table.tokens()))
        return table.steps

    return play


WORK: Final = {"pettingzoo": pettingzoo, "openspiel": openspiel, "table": table}


if __name__ == "__main__":
    what, game_id, seconds = sys.argv[1:]
    print(rate(WORK[what](game_id), float(seconds)))
