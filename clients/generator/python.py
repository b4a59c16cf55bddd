"""The generated modules of the Python package."""

import json
import keyword
import subprocess
import sys
from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter
from typing import Any, Final

from clients.generator.contract import ACTION, UNION_OF_EVENTS, Contract, Event, Operation, Parameter
from clients.generator.dialect import Name, last_part, type_of

HEAD: Final = '"""{}\n\nMade from the contract by `make openapi`.\n"""\n'
IMPORTS: Final = "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n"
PRIMITIVES: Final = {
    "string": "str",
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


def write(contract: Contract) -> dict[str, str]:
    """Return the modules by their names, formatted."""
    modules = {
        "types.py": types(contract),
        "events.py": events(contract),
        "operations.py": operations(contract),
        "methods.py": methods(contract),
    }
    return {name: format_code(text) for name, text in modules.items()}


def format_code(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--quiet", "--line-length", "120", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def types(contract: Contract) -> str:
    """The module with a class for each object of the contract, and a name for each union and enumeration."""
    parts = [HEAD.format("Objects of the API: what requests carry and responses hold.")]
    parts += [f"{IMPORTS}\nfrom cartulary_client.events import {UNION_OF_EVENTS} as {UNION_OF_EVENTS}\n"]
    schemas = {name: each for name, each in contract.schemas.items() if name != UNION_OF_EVENTS}
    schemas[ACTION] = {"description": "Any action, of a game or of the table.", **contract.actions()}
    return "\n\n".join([*parts, *(class_of(name, each) for name, each in in_order(schemas))])


def in_order(schemas: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield schemas, each after those that it refers to."""
    graph = {name: references(each) & schemas.keys() for name, each in schemas.items()}
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
        return "\n".join([f"{name}: TypeAlias = {write(schema)}", *documented(schema)])
    properties, required = schema.get("properties", {}), schema.get("required", [])
    members = {
        each: write(value) if each in required else f"NotRequired[{write(value)}]" for each, value in properties.items()
    }
    text = documented(schema)
    if any(keyword.iskeyword(each) or not each.isidentifier() for each in members):
        fields = ", ".join(f"{json.dumps(each)}: {json.dumps(type)}" for each, type in members.items())
        return "\n".join([f'{name} = TypedDict("{name}", {{{fields}}})', *text])
    lines = [f"class {name}(TypedDict):", *text]
    for each, type in members.items():
        lines += [f"{each}: {type}", *documented(properties[each])]
    return "\n    ".join(lines if len(lines) > 1 else [*lines, "pass"])


def documented(schema: Any) -> list[str]:
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
    """What the open part of every event has."""

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


def operations(contract: Contract) -> str:
    """The module with a function for each operation that builds its request."""
    parts = [HEAD.format("Every operation of the API as a function that builds the request.")]
    parts += ["from typing import Literal\n", "from cartulary_client import types"]
    parts += ["from cartulary_client.request import Request, entity_tag, new_key, segment\n"]
    return "\n".join([*parts, *map(builder, contract.operations())])


def builder(operation: Operation) -> str:
    path = operation.path
    for each in operation.at("path"):
        path = path.replace(f"{{{each.name}}}", f"{{segment({word(each)})}}")
    given = [f'"{operation.method}"', f'{"f" if "{" in path else ""}"{path}"']
    query = [f'"{each.name}": {word(each)}' for each in operation.at("query")]
    query += [f'"{name}": "{value}"' for name, value in operation.fixed.items()]
    headers = [f'"{each.name}": {header(each)}' for each in operation.at("header")]
    given += [f"query={{{', '.join(query)}}}"] if query else []
    given += [f"headers={{{', '.join(headers)}}}"] if headers else []
    given += ["body=body"] if operation.body and operation.body_required else []
    given += ["body=body or {}"] if operation.body and not operation.body_required else []
    given += ["is_text=True"] if operation.is_text else []
    return f"""def {operation.name}({signature(operation, "types.")}) -> Request[{answer(operation, "types.")}]:
    {docstring(operation.summary)}
    return Request({", ".join(given)})
"""


def header(parameter: Parameter) -> str:
    """Write the value of a header."""
    if parameter.name == "Idempotency-Key":
        return f"{word(parameter)} or new_key()"
    return f"entity_tag({word(parameter)})" if parameter.name == "If-Match" else word(parameter)


def signature(operation: Operation, prefix: str) -> str:
    """Write the parameters: those of the path, the body, and by name what else can be said."""
    first = [f"{word(each)}: {of_parameter(each)}" for each in operation.at("path")]
    if operation.body:
        body = prefixed(operation.body, prefix)
        first.append(f"body: {body}" if operation.body_required else f"body: {body} | None = None")
    named = [f"{word(each)}: {named_parameter(each)}" for each in (*operation.at("query"), *operation.at("header"))]
    return ", ".join([*first, *(["*"] if named else []), *named])


def word(parameter: Parameter) -> str:
    return f"{parameter.word}_" if keyword.iskeyword(parameter.word) else parameter.word


def of_parameter(parameter: Parameter) -> str:
    if parameter.name == "If-Match":
        return "int | str"
    return prefixed(parameter.schema, "types.")


def named_parameter(parameter: Parameter) -> str:
    type = of_parameter(parameter)
    if parameter.required:
        return type
    return f"{type} = None" if type.endswith("| None") else f"{type} | None = None"


def prefixed(schema: Any, prefix: str) -> str:
    """Write a type whose classes are those of the module `types`."""
    return type_of(schema, Python(), lambda each: prefix + each["$ref"].rpartition("/")[2])


def answer(operation: Operation, prefix: str) -> str:
    return "None" if operation.answer is None else prefixed(operation.answer, prefix)


def methods(contract: Contract) -> str:
    """The module with the methods of both clients."""
    parts = [HEAD.format("The methods of both clients: every operation of the API, and an iterator for each list.")]
    parts += ["from abc import ABC, abstractmethod", "from collections.abc import AsyncIterator, Iterator"]
    parts += ["from typing import Any, Literal, TypeVar\n", "from cartulary_client import operations, types"]
    parts += ["from cartulary_client.request import Request", 'Answer = TypeVar("Answer")\n']
    for name, is_async in (("Methods", False), ("AsyncMethods", True)):
        parts.append(methods_head(name, is_async))
        for operation in contract.operations():
            parts += [indent(method(operation, is_async))]
            parts += [indent(iterator(operation, is_async))] if operation.items else []
    return "\n".join(parts)


def methods_head(name: str, is_async: bool) -> str:
    way, iterator = ("async ", "AsyncIterator") if is_async else ("", "Iterator")
    return f'''
class {name}(ABC):
    """Every operation of the API as a method{" to await" if is_async else ""}."""

    @abstractmethod
    {way}def send(self, request: Request[Answer]) -> Answer:
        """Send a request, again where that is safe, and return the answer. Raises Problem, NoAnswer."""

    @abstractmethod
    def items(self, request: Request[Any], member: str) -> {iterator}[Any]:
        """Yield the items of a list, page after page."""
'''


def method(operation: Operation, is_async: bool) -> str:
    way, wait = ("async ", "await ") if is_async else ("", "")
    parameters = ", ".join(["self", *filter(None, [signature(operation, "types.")])])
    given = answer(operation, "types.")
    call = f"{wait}self.send(operations.{operation.name}({arguments(operation)}))"
    return f"""{way}def {operation.name}({parameters}) -> {given}:
    {docstring(operation.summary)}
    {call if given == "None" else f"return {call}"}
"""


def iterator(operation: Operation, is_async: bool) -> str:
    """A method that yields the items of a list, page after page."""
    assert operation.items is not None
    member, item = operation.items
    rest = operation._replace(parameters=tuple(each for each in operation.parameters if each.name != "cursor"))
    parameters = ", ".join(["self", *filter(None, [signature(rest, "types.")])])
    kind = "AsyncIterator" if is_async else "Iterator"
    return f'''def iter_{operation.noun}({parameters}) -> {kind}[{prefixed(item, "types.")}]:
    """Yield the items of `{operation.name}`, page after page."""
    return self.items(operations.{operation.name}({arguments(rest)}), "{member}")
'''


def arguments(operation: Operation) -> str:
    named = [f"{word(each)}={word(each)}" for each in (*operation.at("query"), *operation.at("header"))]
    return ", ".join([*map(word, operation.at("path")), *(["body"] if operation.body else []), *named])


def indent(text: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in text.splitlines()) + "\n"
