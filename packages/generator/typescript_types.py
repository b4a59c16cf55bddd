"""The generated modules of the TypeScript package that say what things are: types and events."""

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from packages.generator.contract import ACTION, UNION_OF_EVENTS, Contract, Event
from packages.generator.dialect import Name, last_part, type_of

HEAD: Final = "// {}\n// Made from the contract by `make openapi`.\n"
PRIMITIVES: Final = {
    "string": "string",
    "binary": "Uint8Array<ArrayBuffer>",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
    "any": "unknown",
}


class TypeScript:
    """Types as TypeScript has them."""

    def primitive(self, name: str) -> str:
        return PRIMITIVES[name]

    def literal(self, values: Sequence[Any]) -> str:
        return " | ".join(json.dumps(each, ensure_ascii=False) for each in values)

    def open_literal(self, values: Sequence[str]) -> str:
        # Editors complete the known values, and any other text is allowed.
        return f"{self.literal(values)} | (string & {{}})"

    def array(self, item: str) -> str:
        return f"Array<{item}>"

    def record(self, value: str) -> str:
        return f"Record<string, {value}>"

    def union(self, parts: Sequence[str]) -> str:
        return " | ".join(dict.fromkeys(parts))


def types(contract: Contract) -> str:
    """The module with an interface for each object of the contract, and a name for each union and enumeration."""
    parts = [HEAD.format("Objects of the API: what requests carry and responses hold.")]
    parts += [f'import type {{ {UNION_OF_EVENTS} }} from "./events.js";\n\nexport type {{ {UNION_OF_EVENTS} }};\n']
    schemas = {name: each for name, each in contract.schemas.items() if name != UNION_OF_EVENTS}
    schemas[ACTION] = {"description": "Any action, of a game or of the table.", **contract.actions()}
    return "\n".join([*parts, *(declaration(name, each, plain) for name, each in schemas.items())])


def plain(schema: Any) -> str:
    return type_of(schema, TypeScript(), inline=members)


def members(schema: Any, write: Name | None = None) -> str:
    """Write an object that is described in place."""
    required = schema.get("required", [])
    parts = [
        f"{property_name(name)}{'' if name in required else '?'}: {(write or plain)(each)}"
        for name, each in schema["properties"].items()
    ]
    return f"{{ {'; '.join(parts)} }}"


def declaration(name: str, schema: Any, write: Name) -> str:
    """Write an object as an interface, and anything else as a name of its type."""
    text = comment(schema.get("description", ""))
    if schema.get("type") != "object" or not schema.get("properties"):
        return f"{text}export type {name} = {write(schema)};\n"
    extended = "".join(f" extends {last_part(each)}" for each in schema.get("allOf", ()))
    lines = [f"{text}export interface {name}{extended} {{"]
    required = schema.get("required", [])
    for member, each in schema["properties"].items():
        mark = "" if member in required else "?"
        lines.append(f"{comment(each.get('description', ''), '  ')}  {property_name(member)}{mark}: {write(each)};")
    return "\n".join([*lines, "}\n"])


def property_name(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


def comment(text: str, indentation: str = "") -> str:
    text = " ".join(text.split()).replace("*/", "*\\/")
    return f"{indentation}/** {text} */\n" if text else ""


def events(contract: Contract) -> str:
    """The module with the open part of each event."""
    parts = [HEAD.format("The open parts of events, by their types; `data` holds what happened."), EVENT_HEAD]
    parts += [text for event in contract.events for text in of_event(event)]
    names = "".join(f"\n  | {event.name}" for event in contract.events)
    parts += [f"/** The open part of any event; `type` tells which one. */\nexport type {UNION_OF_EVENTS} ={names};\n"]
    return "\n".join(parts)


EVENT_HEAD: Final = """/** Members of the open part of every event. */
export interface EventHead {
  /** Time in UTC, RFC 3339 to the millisecond. */
  at: string;
  /** Number of the action that caused the event, counted from 1. */
  ply: number;
  /** Position of the event in its game, counted from 1. */
  position: number;
  /** Seat that acts, counted from 0; null where the event belongs to none. */
  seat: number | null;
  /** Commitments to the hidden fields, by name. */
  secrets: Record<string, string>;
}
"""


def of_event(event: Event) -> list[str]:
    """Return an interface for the open part of an event, and one for each object of its own that it names."""

    def in_event(schema: Any) -> str:
        return type_of(schema, TypeScript(), lambda each: event.name + last_part(each), inline)

    def inline(schema: Any) -> str:
        return members(schema, in_event)

    definitions = [declaration(f"{event.name}{name}", each, in_event) for name, each in event.definitions.items()]
    head = f"export interface {event.name} extends EventHead {{"
    lines = [f'type: "{event.type}";', f"v: {event.version};", f"data: {in_event(event.data)};"]
    return [*definitions, "\n  ".join([head, *lines]) + "\n}\n"]
