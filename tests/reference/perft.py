"""Numbers of lines of play from fixed deals and positions, by the engine and by the reference.

`python -m tests.reference.perft` writes perft.json anew, counted by the engine.
"""

import json
import pickle
from pathlib import Path
from random import Random
from typing import Any

from domain.carta_impera_victoria.state import State
from domain.kernel.decider import Unfolding
from tests.reference.carta_impera_victoria import Reference
from tests.reference.pair import begun, engine_act, engine_legal, set_up, setup_for
from tests.reference.test_differential import SETUPS, random_position

FILE = Path(__file__).with_name("perft.json")
NODES = 1_500
"""So many states at most are looked at for the deepest count."""
POSITIONS = 12
Json = dict[str, Any]


def start(entry: Json) -> tuple[Unfolding[State], Reference]:
    """The deal of a seed, or the position."""
    setup = setup_for(entry["seats"], entry["edition"], entry["deal"], entry["teams"])
    if "position" in entry:
        return set_up(setup, entry["position"])
    return begun(setup, bytes.fromhex(entry["seed"]))


def by_engine(state: State, depth: int) -> int:
    """Sequences of that many actions, of whichever seats may act."""
    legal = [(seat, action) for seat in range(len(state.present)) for action in engine_legal(state, seat)]
    if depth == 1:
        return len(legal)
    return sum(by_engine(engine_act(state, seat, json.loads(each)).state, depth - 1) for seat, each in legal)


def by_reference(reference: Reference, depth: int) -> int:
    """The same."""
    legal = [(seat, action) for seat in range(reference.seats) for action in reference.legal(seat)]
    if depth == 1:
        return len(legal)
    total = 0
    frozen = pickle.dumps(reference)
    for seat, action in legal:
        after: Reference = pickle.loads(frozen)
        after.act(seat, json.loads(action))
        total += by_reference(after, depth - 1)
    return total


def counted(entry: Json) -> Json:
    """The entry with its counts, as deep as is cheap."""
    counts: list[int] = []
    while not counts or sum(counts) <= NODES:
        counts.append(by_engine(start(entry)[0].state, len(counts) + 1))
    return {**entry, "counts": counts}


def entries() -> list[Json]:
    """Every edition, number of seats, deal and teams once; then positions."""
    random = Random("perft")
    out: list[Json] = []
    for setup in SETUPS:
        entry = {"edition": setup.edition, "seats": setup.seats, **setup.options}
        out.append({**entry, "seed": random.randbytes(32).hex()})
    for number in range(POSITIONS):
        setup = SETUPS[number * 5 % len(SETUPS)]
        entry = {"edition": setup.edition, "seats": setup.seats, **setup.options, "deal": "basic"}
        out.append({**entry, "position": random_position(random, setup)})
    return out


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(counted(entry)) for entry in entries())
    FILE.write_text(f"[\n{lines}\n]\n")
