"""A card game of PettingZoo, whose module is named by `GAME`, at random: steps for each second of processor time."""

import importlib
import os
import random
import sys
import time
import warnings

warnings.simplefilter("ignore")


def main(seconds: float, name: str) -> None:
    table = importlib.import_module(f"pettingzoo.classic.{name}").raw_env()

    def play() -> int:
        steps = 0
        table.reset(seed=random.randrange(1 << 30))
        for _ in table.agent_iter():
            observed, _, terminated, truncated, info = table.last()
            if terminated or truncated:
                table.step(None)
                continue
            mask = observed["action_mask"] if "action_mask" in observed else info["action_mask"]
            legal = mask.nonzero()[0]
            table.step(int(legal[int(random.random() * len(legal))]))
            steps += 1
        return steps

    play()
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        steps += play()
    print(steps / (time.process_time() - began))


main(float(sys.argv[1]), os.environ["GAME"])
