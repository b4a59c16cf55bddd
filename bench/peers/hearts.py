"""OpenSpiel's hearts, in C++, played at random from Python: moves for each second of processor time."""

import random
import sys
import time

import pyspiel

GAME = pyspiel.load_game("hearts")


def playout() -> int:
    state, moves = GAME.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, chances)[0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            moves += 1
    return moves


def main(seconds: float) -> None:
    playout()
    moves, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        moves += playout()
    print(moves / (time.process_time() - began))


main(float(sys.argv[1]))
