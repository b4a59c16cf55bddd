"""The generated modules of the Python package that say what things are: types and events."""

import json
import keyword
from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter
from typing import Any, Final

from packages.generator.contract import ACTION, UNION_OF_EVENTS, Contract, Event
from packages.generator.dialect import Name, last_part, type_of

HEAD: Final = '"""{}\n\nMade from the contract by `make openapi`.\n"""\n'
IMPORTS: Final = "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n"
PRIMITIVES: Final = {
    "string": "str",
    "binary": "bytes",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
    "any": "Any",
}


class Python:
    """Types as annotations."""

    def primitive(self, name: str) -> str:
        return PRIMITIVES[name]

    def literal(self, values: Sequence[Any]) -> str:
        return f"Literal[{', '.join(json.dumps(each, ensure_ascii=False) for each in values)}]"

    def open_literal(self, values: Sequence[str]) -> str:
        return "str"

    def array(self, item: str) -> str:
        return f"list[{item}]"

    def record(self, value: str) -> str:
        return f"dict[str, {value}]"

    def union(self, parts: Sequence[str]) -> str:
        return " | ".join(dict.fromkeys(parts))


def types(contract: Contract) -> str:
    """The module with a class for each object of the contract, and a name for each union and enumeration."""
    parts = [HEAD.format("Objects of the API: what requests carry and responses hold.")]
    parts += [f"{IMPORTS}\nfrom cartulary_client.events import {UNION_OF_EVENTS} as {UNION_OF_EVENTS}\n"]
    schemas = {name: each for name, each in contract.schemas.items() if name != UNION_OF_EVENTS}
    schemas[ACTION] = {"description": "Any action, of a game or of the table.", **contract.actions()}
    return "\n\n".join([*parts, *(class_of(name, each) for name, each in in_order(schemas))])


def in_order(schemas: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield schemas, each after those that it refers to, in the same order each time."""
    graph = {name: sorted(references(each) & schemas.keys()) for name, each in schemas.items()}
    for name in TopologicalSorter(graph).static_order():
        yield name, schemas[name]


def references(part: Any) -> set[str]:
    """Return the names of the schemas to which a part refers."""
    if isinstance(part, list):
        return {name for each in part for name in references(each)}
    if not isinstance(part, dict):
        return set()
    own = {last_part(part)} if isinstance(part.get("$ref"), str) else set()
    return own | references([*part.values()])


def plain(schema: Any) -> str:
    return type_of(schema, Python())


def class_of(name: str, schema: Any, write: Name = plain) -> str:
    """Write an object as a class, in the functional form where the name of a member is none in Python.

    What is no object becomes another name of its type.
    """
    if schema.get("type") != "object" or not schema.get("properties"):
        return "\n".join([f"{name}: TypeAlias = {write(schema)}", *description_of(schema)])
    properties, required = schema.get("properties", {}), schema.get("required", [])
    members = {
        each: write(value) if each in required else f"NotRequired[{write(value)}]" for each, value in properties.items()
    }
    text = description_of(schema)
    if any(keyword.iskeyword(each) or not each.isidentifier() for each in members):
        fields = ", ".join(f"{json.dumps(each)}: {json.dumps(type)}" for each, type in members.items())
        return "\n".join([f'{name} = TypedDict("{name}", {{{fields}}})', *text])
    bases = ", ".join(last_part(each) for each in schema.get("allOf", ())) or "TypedDict"
    lines = [f"class {name}({bases}):", *text]
    for each, type in members.items():
        lines += [f"{each}: {type}", *description_of(properties[each])]
    return "\n    ".join(lines if len(lines) > 1 else [*lines, "pass"])


def description_of(schema: Any) -> list[str]:
    return [docstring(schema["description"])] if "description" in schema else []


def docstring(text: str) -> str:
    """Write a text as a docstring on one line."""
    text = " ".join(text.replace("\\", "\\\\").split())
    return f'"""{text}"""'.replace('""""', '"\\""') if text.startswith('"') else f'"""{text}"""'


def events(contract: Contract) -> str:
    """The module with the open part of each event."""
    parts = [HEAD.format("The open parts of events, by their types; `data` holds what happened.")]
    parts += [IMPORTS, EVENT_HEAD]
    parts += [text for event in contract.events for text in classes_of_event(event)]
    names = " | ".join(event.name for event in contract.events)
    parts += [f'{UNION_OF_EVENTS}: TypeAlias = {names}\n"""The open part of any event; `type` tells which one."""']
    return "\n\n".join(parts)


EVENT_HEAD: Final = '''class EventHead(TypedDict):
    """Members of the open part of every event."""

    at: str
    """Time in UTC, RFC 3339 to the millisecond."""
    ply: int
    """Number of the action that caused the event, counted from 1."""
    position: int
    """Position of the event in its game, counted from 1."""
    seat: int | None
    """Seat that acts, counted from 0; null where the event belongs to none."""
    secrets: dict[str, str]
    """Commitments to the hidden fields, by name."""
'''


def classes_of_event(event: Event) -> Iterator[str]:
    """Yield a class for the open part of an event, one for its data, and one for each object in them."""
    found: list[str] = []

    def reference(schema: Any) -> str:
        return f"{event.name}{schema['$ref'].rpartition('/')[2]}"

    def inline(schema: Any) -> str:
        name = f"{event.name}Part{len(found)}"
        found.append(class_of(name, schema, in_event))
        return name

    def in_event(schema: Any) -> str:
        return type_of(schema, Python(), reference, inline)

    definitions = [class_of(f"{event.name}{name}", each, in_event) for name, each in in_order(event.definitions)]
    data = class_of(f"{event.name}Data", event.data, in_event)
    yield from (*found, *definitions, data)
    yield f'''class {event.name}(EventHead):
    type: Literal["{event.type}"]
    v: Literal[{event.version}]
    data: {event.name}Data'''
