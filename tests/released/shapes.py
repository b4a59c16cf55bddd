"""The released schemas as the second verifier carries them: a module for each owner, one line for each event."""

from collections.abc import Mapping
from json import dumps
from pathlib import Path
from typing import Any, Final

from cartulary_service import web
from tests.released.events import DECLARED, Schemas, released

FOLDER: Final = web.STATIC / "verifier"
SHARED: Final = "every-game"
SAID: Final = "/** Shapes of events, made of docs/events by `make released`. */\n\n"
Defs = Mapping[str, Any]


def modules() -> dict[Path, str]:
    """The modules of shapes, and where they stand: those of a game in its folder."""
    places = {owner: FOLDER / (f"{owner}.js" if owner == SHARED else f"games/{owner}/shapes.js") for owner in DECLARED}
    return {path: f"{SAID}export const SHAPES = {{\n{lines(released(owner))}}};\n" for owner, path in places.items()}


def lines(schemas: Schemas) -> str:
    """The shapes of an owner's events, a line each."""
    return "".join(f"  {dumps(name)}: {dumps(shape_of(schemas[name]))},\n" for name in sorted(schemas))


def shape_of(schema: Mapping[str, Any]) -> list[Any]:
    """Whether an event is about a seat, the shapes of its open and of its hidden members, and what it commits to."""
    parts, defs = schema["properties"], schema.get("$defs", {})
    public = parts["public"]["properties"]
    seated = public["seat"]["type"] != "null"
    committed = sorted(public["secrets"]["properties"])
    return [seated, members_of(public["data"], defs), members_of(parts["private"], defs), committed]


def members_of(schema: Mapping[str, Any], defs: Defs) -> dict[str, Any]:
    """The shapes of an object's members; the name of one that may be missing ends in a question mark."""
    required = schema.get("required", ())
    members = schema["properties"].items()
    return {name if name in required else f"{name}?": value_shape(each, defs) for name, each in members}


def value_shape(schema: Mapping[str, Any], defs: Defs) -> Any:
    """The shape of a value."""
    if "anyOf" in schema:
        return ["null", value_shape(schema["anyOf"][0], defs)]
    if "$ref" in schema:
        return members_of(defs[schema["$ref"].rpartition("/")[2]], defs)
    kinds = schema["type"]
    if isinstance(kinds, list):
        return ["null", value_shape(dict(schema) | {"type": kinds[0]}, defs)]
    if kinds == "array":
        return ["list", value_shape(schema["items"], defs)]
    if kinds == "object":
        return "amounts" if schema["additionalProperties"] else "object"
    return ["one of", *schema["enum"]] if "enum" in schema else kinds


def write() -> None:
    """Put the shapes into the second verifier."""
    for path, text in modules().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
