"""Strength and thinking time of bots: `python -m bench.bots GAME ONE OTHER [--games N] [--seats N]`.

Two strategies play games of the same deals twice, each seat once. With more than two seats the first plays alone
against the other at all other seats. Each game is a line on standard output; the sum comes last on standard error.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from domain.bots.strategies import STRATEGIES, choose_action
from domain.catalogue import CATALOGUE
from domain.match.game import Game
from tests.domain.table import Table

MOST_PLIES: Final = 10_000


def play(game: Game[Any], strategies: Sequence[str], seed: int) -> dict[str, Any]:
    """A whole game: who played, who won, and what the first seat of each strategy spent on its longest choice."""
    random = Random(seed)
    entropy = [random.randbytes(32) for _ in strategies]
    table = Table(game, game.setup(None, len(strategies), {}), random.randbytes(32), entropy)
    spent = {strategy: [0.0] for strategy in strategies}
    while table.match.status == "playing" and table.match.ply < MOST_PLIES:
        seat = table.match.to_act()[0]
        seen = table.as_seen(seat)
        elapsed = stopwatch()
        action = choose_action(seen, seat, strategies[seat], random, elapsed)
        spent[strategies[seat]].append(elapsed())
        table.act(seat, action)
    result = table.match.result
    return {
        "seed": seed,
        "seats": list(strategies),
        "winners": list(result.winners) if result else [],
        "plies": table.match.ply,
        "longest": {strategy: round(max(each), 3) for strategy, each in spent.items()},
        "mean": {strategy: round(sum(each) / max(1, len(each) - 1), 4) for strategy, each in spent.items()},
    }


def stopwatch() -> Callable[[], float]:
    """Seconds since now, whenever it is asked."""
    began = time.perf_counter()
    return lambda: time.perf_counter() - began


def games(one: str, other: str, seats: int, number: int) -> Iterator[tuple[int, list[str]]]:
    """Seeds and seatings: each deal once for every seat of the first strategy."""
    for game in range(number):
        strategies = [other] * seats
        strategies[game % seats] = one
        yield game // seats, strategies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=CATALOGUE)
    parser.add_argument("one", choices=STRATEGIES)
    parser.add_argument("other", choices=STRATEGIES)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seats", type=int, default=2)
    chosen_ones = parser.parse_args()
    won = shared = 0
    for seed, strategies in games(chosen_ones.one, chosen_ones.other, chosen_ones.seats, chosen_ones.games):
        told = play(CATALOGUE[chosen_ones.game], strategies, seed)
        won += told["winners"] == [strategies.index(chosen_ones.one)]
        shared += len(told["winners"]) != 1
        print(json.dumps(told), flush=True)
    print(f"{chosen_ones.one} won {won} of {chosen_ones.games}, {shared} without one winner", file=sys.stderr)


if __name__ == "__main__":
    main()
