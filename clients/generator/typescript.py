"""The generated modules of the TypeScript package."""

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from clients.generator.contract import ACTION, UNION_OF_EVENTS, Contract, Event, Operation, Parameter
from clients.generator.dialect import Name, last_part, type_of

HEAD: Final = "// {}\n// Made from the contract by `make openapi`.\n"
PRIMITIVES: Final = {
    "string": "string",
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


def write(contract: Contract) -> dict[str, str]:
    """Return the modules by their names."""
    return {
        "types.ts": types(contract),
        "events.ts": events(contract),
        "operations.ts": operations(contract),
        "methods.ts": methods(contract),
    }


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
    lines = [f"{text}export interface {name} {{"]
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


EVENT_HEAD: Final = """/** What the open part of every event has. */
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


def operations(contract: Contract) -> str:
    """The module with a function for each operation that builds its request."""
    parts = [HEAD.format("Every operation of the API as a function that builds the request.")]
    parts += ['import { Request, entityTag, newKey, segment } from "./request.js";']
    parts += ['import type * as types from "./types.js";\n']
    return "\n".join([*parts, *(text for each in contract.operations() for text in builder(each))])


def builder(operation: Operation) -> list[str]:
    """Write an operation, and before it the options that it takes."""
    path = operation.path
    for each in operation.at("path"):
        path = path.replace(f"{{{each.name}}}", f"${{segment({camel(each.word)})}}")
    query = [f"{each.word}: options.{each.word}" for each in operation.at("query")]
    query += [f'{name}: "{value}"' for name, value in operation.fixed.items()]
    headers = [f'"{each.name}": {header(each)}' for each in operation.at("header")]
    parts = [f"query: {{ {', '.join(query)} }}"] if query else []
    parts += [f"headers: {{ {', '.join(headers)} }}"] if headers else []
    parts += ["body"] if operation.body else []
    parts += ["isText: true"] if operation.is_text else []
    rest = f", {{ {', '.join(parts)} }}" if parts else ""
    name = camel(operation.name)
    function = f"""{comment(operation.summary)}export function {name}({signature(operation)}): {request(operation)} {{
  return new Request("{operation.method}", `{path}`{rest});
}}
"""
    return [*options(operation), function]


def request(operation: Operation) -> str:
    return f"Request<{answer(operation)}>"


def options(operation: Operation) -> list[str]:
    """Write the interface of what can be said by name."""
    lines = [
        f"{comment(each.description, '  ')}  {each.word}{'' if each.required else '?'}: {of_parameter(each)};"
        for each in named(operation)
    ]
    return ["\n".join([f"export interface {options_name(operation)} {{", *lines, "}\n"])] if lines else []


def options_name(operation: Operation) -> str:
    name = camel(operation.name)
    return f"{name[0].upper()}{name[1:]}Options"


def named(operation: Operation) -> list[Parameter]:
    return [*operation.at("query"), *operation.at("header")]


def header(parameter: Parameter) -> str:
    """Write the value of a header."""
    if parameter.name == "Idempotency-Key":
        return f"options.{parameter.word} ?? newKey()"
    return f"entityTag(options.{parameter.word})" if parameter.name == "If-Match" else f"options.{parameter.word}"


def signature(operation: Operation, place: str = "") -> str:
    """Write the parameters: those of the path, the body, and by name what else can be said."""
    parts = [f"{camel(each.word)}: {of_parameter(each)}" for each in operation.at("path")]
    if operation.body:
        parts.append(f"body: {in_types(operation.body)}{'' if operation.body_required else ' = {}'}")
    if named(operation):
        default = "" if any(each.required for each in named(operation)) else " = {}"
        parts.append(f"options: {place}{options_name(operation)}{default}")
    return ", ".join(parts)


def of_parameter(parameter: Parameter) -> str:
    return "number | string" if parameter.name == "If-Match" else in_types(parameter.schema)


def in_types(schema: Any) -> str:
    """Write a type whose names are those of the module `types`."""
    return type_of(schema, TypeScript(), lambda each: f"types.{last_part(each)}")


def answer(operation: Operation) -> str:
    return "void" if operation.answer is None else in_types(operation.answer)


def methods(contract: Contract) -> str:
    """The module with the methods of the client."""
    parts = [HEAD.format("The methods of the client: every operation of the API, and an iterator for each list.")]
    parts += ['import * as operations from "./operations.js";', 'import type { Request } from "./request.js";']
    parts += ['import type * as types from "./types.js";\n', METHODS_HEAD]
    for operation in contract.operations():
        parts += [method(operation), *([iterator(operation)] if operation.items else [])]
    return "\n".join(parts).rstrip() + "\n}\n"


METHODS_HEAD: Final = """/** Every operation of the API as a method. */
export abstract class Methods {
  /** Send a request, again where that is safe, and return the answer. Throws Problem, NoAnswer. */
  abstract send<Answer>(request: Request<Answer>): Promise<Answer>;

  /** Yield the items of a list, page after page. */
  abstract items<Item>(request: Request<unknown>, member: string): AsyncGenerator<Item>;
"""


def method(operation: Operation) -> str:
    name = camel(operation.name)
    parameters = signature(operation, "operations.")
    return f"""{comment(operation.summary, "  ")}  {name}({parameters}): Promise<{answer(operation)}> {{
    return this.send(operations.{name}({arguments(operation)}));
  }}
"""


def iterator(operation: Operation) -> str:
    """A method that yields the items of a list, page after page."""
    assert operation.items is not None
    member, item = operation.items
    name, noun = camel(operation.name), camel(f"iter_{operation.noun}")
    parameters = signature(operation, "operations.")
    text = comment(f"Yield the items of `{name}`, page after page.", "  ")
    return f"""{text}  {noun}({parameters}): AsyncGenerator<{in_types(item)}> {{
    return this.items(operations.{name}({arguments(operation)}), "{member}");
  }}
"""


def arguments(operation: Operation) -> str:
    first = [camel(each.word) for each in operation.at("path")]
    return ", ".join([*first, *(["body"] if operation.body else []), *(["options"] if named(operation) else [])])


def camel(name: str) -> str:
    """`read_game` as `readGame`."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)
