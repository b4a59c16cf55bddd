"""Texts of the contracts: of the core here, of each game and each subject in its folder."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from cartulary.catalogue import CATALOGUE
from cartulary.match.game import Game

OF_SERVICE: Final = (Path(__file__).parent, *sorted(Path(__file__).parents[1].glob("subjects/*/")))
"""Folders with what stands in the contract for the core, and for each subject: `texts.yaml` and `examples.yaml`."""
SERVICE: Final = "service"
Described = dict[str, Any]
"""A `description`, and an `example` where the form is not obvious."""


@cache
def texts(name: str) -> dict[str, Any]:
    """The texts of a game, or of the service, by section."""
    if name in CATALOGUE:
        return load(contract_folder(CATALOGUE[name]) / "texts.yaml")
    return load_all("texts.yaml")


@cache
def examples() -> dict[str, dict[str, Any]]:
    """Examples by game, and of the service: of every operation what is sent, and what is answered by status."""
    of_games = {game.id: load(contract_folder(game) / "examples.yaml") for game in CATALOGUE.values()}
    return {SERVICE: load_all("examples.yaml")} | of_games


def load_all(name: str) -> dict[str, Any]:
    """Read the files of that name of the core and of all subjects as one. Raises ValueError if a text stands twice."""
    found: dict[str, Any] = {}
    for folder in OF_SERVICE:
        if (path := folder / name).exists():
            merge(found, load(path), path)
    return found


def merge(known: dict[str, Any], new: Mapping[str, Any], place: Path) -> None:
    """Add what another file has, in whatever depth. Raises ValueError if a text stands twice."""
    for key, value in new.items():
        if isinstance(value, dict) and isinstance(known.setdefault(key, {}), dict):
            merge(known[key], value, place)
        else:
            require_new([key], known, str(place))
            known[key] = value


def contract_folder(game: Game[Any]) -> Path:
    """Return the folder of what a game adds to the contract: texts and examples."""
    return game.locale.with_name("contract")


def require_new(names: Iterable[str], known: Iterable[str], place: str) -> None:
    """Raise ValueError if a text stands twice, for only one of them would be served."""
    if twice := sorted({*names} & {*known}):
        raise ValueError(f"{', '.join(twice)} stands twice, the second time in {place}; keep one of them.")


class TextLoader(yaml.CSafeLoader):
    """A loader that refuses a mapping in which a key stands twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        known: set[str] = set()
        for key, _ in node.value:
            require_new([key.value], known, str(key.start_mark).strip())
            known.add(key.value)
        return super().construct_mapping(node, deep)


def load(path: Path) -> dict[str, Any]:
    """Read a file of YAML. Raises ValueError for a text that stands twice."""
    found: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), TextLoader)
    return found


def prefix(game: str) -> str:
    """The prefix of a game's schemas."""
    return "".join(word.capitalize() for word in game.split("-"))


def files_for(schema: str) -> Iterator[tuple[str, str]]:
    """The files that may describe a schema, and its name in each: first that of its game."""
    for game in CATALOGUE:
        if schema.startswith(prefix(game)):
            yield game, schema.removeprefix(prefix(game))
    yield SERVICE, schema


def property_text(schema: str, name: str) -> Described:
    """Return the text of a property: the entry for its schema, else the one for its name. Empty if there is none."""
    for file, short in files_for(schema):
        known = texts(file)
        found = known["schemas"].get(short, {}).get(name) or known["fields"].get(name)
        if found:
            return read(found)
    return {}


def parameter_text(place: str, name: str, operation: str) -> Described:
    """Return the text of a parameter in `path` or `query`: the entry for the operation, else the one for its name."""
    known = texts(SERVICE)["parameters"]
    found = known["operations"].get(operation, {}).get(name) or known[place].get(name)
    return read(found) if found else {}


def part_text(name: str) -> str:
    """Return the text of an enumeration or an object that has a name of its own."""
    return next(str(known[short]) for file, short in files_for(name) if short in (known := texts(file)["parts"]))


def tag_texts() -> Mapping[str, str]:
    return dict(texts(SERVICE)["tags"])


def response_text(status: int) -> str:
    return str(texts(SERVICE)["responses"][status])


def statuses_with_text() -> list[int]:
    return sorted(texts(SERVICE)["responses"])


def header_texts() -> Mapping[str, Described]:
    return {name: read(found) for name, found in texts(SERVICE)["headers"].items()}


def read(found: Any) -> Described:
    """An entry, which is a description alone or a mapping."""
    return {"description": found} if isinstance(found, str) else dict(found)


def describe_properties(schemas: dict[str, Any]) -> None:
    """Add a text to every property of these schemas, by their names."""
    for name, schema in schemas.items():
        for member, kind in own_properties(schema).items():
            text = property_text(name, member)
            if "example" in text:
                text = {"description": text["description"], "examples": [text["example"]]}
            kind.update(text)


def own_properties(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the properties of a schema without those of one that it extends."""
    parts = [schema, *(each for each in schema.get("allOf", ()) if "$ref" not in each)]
    return {member: kind for part in parts for member, kind in part.get("properties", {}).items()}
