"""Records in which one card, or one other name, is told otherwise, committed to, chained and signed anew."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from cartulary.kernel.canonical import from_base64url
from tests.released.events import released
from tests.released.shapes import shape_of
from tests.web.forgeries import Event, commit
from tests.web.verifiers import Case, recorded, resigned
from tests.web.verifiers import parts as parts_of

GAMES: Final = Path(__file__).parents[1] / "games"
SOURCES: Final = (
    "carta_impera_victoria/ko-4-draft-majority-science.ndjson",
    "carta_impera_victoria/ru-3-basic-majority-utopia.ndjson",
    "civilization_the_card_game/3-technologies.ndjson",
)
HELD: Final = {
    "CardPlayed",
    "CardsPlayed",
    "PacketPassed",
    "InquisitionBegun",
    "InquisitionExchanged",
    "DraftKept",
    "CardExposed",
}
"""Events whose cards the second verifier once took at their word."""
Place = list[str | int]


def retold(source: str) -> Iterator[tuple[tuple[str, int, str], Case]]:
    """The record of a game with each name told otherwise in turn, by the event's type, number and member."""
    header, events = parts_of(recorded(GAMES / source))
    seed = from_base64url(events[-1][0]["data"]["server_seed"])
    schemas = released("every-game") | released(header["game"])
    for number, (public, private) in enumerate(events):
        _, shown, hidden, _ = shape_of(schemas[f"{public['type']}/{public['v']}"])
        for side, (part, shape) in enumerate(((public["data"], shown), (private, hidden))):
            for place, other in names_in(part, shape, []):
                copy: list[Event] = deepcopy(events)
                told = copy[number][side] if side else copy[number][0]["data"]
                put(told, place, other)
                if "backs" in public["data"]:
                    copy[number][0]["data"]["backs"] = backs_of(copy[number][1]["cards"])
                where = (public["type"], number + 1, ".".join(map(str, place)))
                yield where, Case(resigned(commit(header["id"], seed, copy), header))


def names_in(value: Any, shape: Any, place: Place) -> Iterator[tuple[Place, str]]:
    """Where a value holds one of some names, the first of each list, and another one of them."""
    if isinstance(shape, dict) and isinstance(value, dict):
        for key, inner in shape.items():
            name = key.removesuffix("?")
            if name in value:
                yield from names_in(value[name], inner, [*place, name])
    elif isinstance(shape, list) and shape[0] == "null":
        yield from names_in(value, shape[1], place)
    elif isinstance(shape, list) and shape[0] == "list" and value:
        yield from names_in(value[0], shape[1], [*place, 0])
    elif isinstance(shape, list) and shape[0] == "one of" and value is not None:
        names = shape[1:]
        yield place, names[(names.index(value) + 1) % len(names)]


def put(part: Any, place: Place, value: str) -> None:
    """Put a value there."""
    for step in place[:-1]:
        part = part[step]
    part[place[-1]] = value


def backs_of(cards: list[str]) -> dict[str, int]:
    """The backs that fit these cards."""
    return {epoch: sum(card.endswith(epoch) for card in cards) for epoch in "123"}
