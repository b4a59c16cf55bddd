"""Numbers of lines of play from fixed deals and positions, by the engine and by the reference.

In Civilization: The Card Game a form is one move, completed in one way: as much as there may be, in alphabetical order.
`python -m tests.reference.perft` writes perft.json anew, counted by the engine.
"""

import json
import pickle
from pathlib import Path
from random import Random
from typing import Any

from cartulary.kernel.game_decision import GameDecision
from cartulary.match.game import Setup
from tests.reference import pair_carta, pair_civilization
from tests.reference.pair import engine_act

FILE = Path(__file__).with_name("perft.json")
PAIRS = {pair.GAME.id: pair for pair in (pair_carta, pair_civilization)}
NODES = 1_500
"""So many states at most are looked at for the deepest count."""
POSITIONS = 12
NAMED_APART = ("game", "seats", "edition", "seed", "position", "counts")
Json = dict[str, Any]


def start(entry: Json) -> tuple[GameDecision[Any], Any]:
    """The deal of a seed, or the position."""
    pair: Any = PAIRS[entry["game"]]
    options = {name: value for name, value in entry.items() if name not in NAMED_APART}
    setup = pair.GAME.setup(entry["edition"], entry["seats"], options)
    if "position" in entry:
        decision, reference = pair.set_up(setup, entry["position"])
    else:
        decision, reference = pair.begun(setup, bytes.fromhex(entry["seed"]))
    return decision, reference


def by_engine(game: str, state: Any, depth: int) -> int:
    """Sequences of that many moves, of whichever seats may act."""
    pair: Any = PAIRS[game]
    moves = [(seat, move) for seat in range(len(state.present)) for move in pair.engine_moves(state, seat)]
    if depth == 1:
        return len(moves)
    return sum(by_engine(game, engine_act(pair.GAME, state, seat, move).state, depth - 1) for seat, move in moves)


def by_reference(game: str, reference: Any, depth: int) -> int:
    """The same."""
    pair: Any = PAIRS[game]
    moves = [(seat, move) for seat in range(reference.seats) for move in pair.reference_moves(reference, seat)]
    if depth == 1:
        return len(moves)
    total = 0
    frozen = pickle.dumps(reference)
    for seat, move in moves:
        after = pickle.loads(frozen)
        after.act(seat, move)
        total += by_reference(game, after, depth - 1)
    return total


def counted(entry: Json) -> Json:
    """The entry with its counts, as deep as is cheap."""
    counts: list[int] = []
    while not counts or sum(counts) <= NODES:
        counts.append(by_engine(entry["game"], start(entry)[0].state, len(counts) + 1))
    return {**entry, "counts": counts}


def entries() -> list[Json]:
    """Of each game its setups from a deal, then positions."""
    random = Random("perft")
    out = [{**entry_of(pair_carta.GAME.id, setup), "seed": random.randbytes(32).hex()} for setup in pair_carta.SETUPS]
    for number in range(POSITIONS):
        setup = pair_carta.with_options(random, pair_carta.SETUPS[number * 5 % len(pair_carta.SETUPS)])
        entry = {**entry_of(pair_carta.GAME.id, setup), "deal": "basic"}
        out.append({**entry, "position": pair_carta.random_position(random, setup)})
    random = Random("perft of civilization")
    for number in range(POSITIONS // 2):
        setup = pair_civilization.random_setup(random, number)
        out.append({**entry_of(pair_civilization.GAME.id, setup), "seed": random.randbytes(32).hex()})
    for number in range(POSITIONS + POSITIONS // 2):
        setup = pair_civilization.random_setup(random, number)
        position = pair_civilization.random_position(random, setup)
        while not without_chance(position):
            position = pair_civilization.random_position(random, setup)
        out.append({**entry_of(pair_civilization.GAME.id, setup), "position": position})
    return out


def entry_of(game: str, setup: Setup) -> Json:
    """What a setup is counted under."""
    return {"game": game, "edition": setup.edition, "seats": setup.seats, **setup.options}


def without_chance(position: Json) -> bool:
    """Whether neither a reshuffle nor Writing can come up soon."""
    technologies = position["technologies"]
    return len(position["deck"]) >= 20 and "writing" not in [*technologies["open"], *technologies["deck"]]


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(counted(entry)) for entry in entries())
    FILE.write_text(f"[\n{lines}\n]\n")
