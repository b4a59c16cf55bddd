"""Bytes that Atheris makes up, read as JSON or as a position: `python -m tests.hostile.readers json|GAME`."""

import sys
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, Final

import atheris

with atheris.instrument_imports(include=["domain", "cartulary_service.http.json_input"]):
    from cartulary.catalogue import CATALOGUE
    from cartulary.kernel.canonical import canonical
    from cartulary.kernel.rejected import Rejected
    from cartulary_service.api.schemas.message_schemas import record_schema
    from cartulary_service.http.json_input import BadJson, loads
    from tests.reference import pair_carta, pair_civilization

POSITIONS: Final[dict[str, Any]] = {
    "carta-impera-victoria": pair_carta.random_position,
    "civilization-the-card-game": pair_civilization.random_position,
}
DEEPER: Final = 0.8


def read_json(data: bytes) -> None:
    """What is read can be written, and is the same when it is read again; all else is refused."""
    try:
        value = loads(data)
    except BadJson:
        return
    again = canonical(value) if is_ours(value) else None
    assert again is None or loads(again.encode()) == value


def is_ours(value: Any) -> bool:
    """Whether all keys are of the kind that a record has."""
    if isinstance(value, dict):
        return all(key.isascii() and key.isprintable() for key in value) and all(map(is_ours, value.values()))
    return all(map(is_ours, value)) if isinstance(value, list) else True


def reader_of_positions(game_id: str) -> Callable[[bytes], None]:
    """What is no position of a game is refused; what is one can be played from."""
    game = CATALOGUE[game_id]
    schema = record_schema(game.position, "")()
    setup = game.setup(None, 2, {})
    values: list[Any] = [None, True, -1, 0, 1, 40, 2**53, "", [], {}, *game.phrases("en").names]

    def read(data: bytes) -> None:
        chosen = atheris.FuzzedDataProvider(data)
        value = POSITIONS[game_id](Random(chosen.ConsumeInt(2)), setup)
        for _ in range(chosen.ConsumeIntInRange(0, 5)):
            change(value, chosen, values)
        if schema.validate(value):
            return
        try:
            state = game.begin_from(setup, value).state
        except Rejected:
            return
        for seat in range(setup.seats):
            game.view(state, seat)
            game.expand(state, seat, 100)

    return read


def change(value: Any, chosen: Any, values: list[Any]) -> None:
    """Put something else, or nothing, somewhere into a position."""
    places = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not places:
        return
    place = chosen.PickValueInList(places)
    if isinstance(value[place], dict | list) and chosen.ConsumeProbability() < DEEPER:
        change(value[place], chosen, values)
    elif chosen.ConsumeBool():
        value[place] = deepcopy(chosen.PickValueInList(values))
    else:
        del value[place]


def main() -> None:
    reader = read_json if sys.argv[1] == "json" else reader_of_positions(sys.argv[1])
    atheris.Setup([sys.argv[0], *sys.argv[2:]], reader)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
