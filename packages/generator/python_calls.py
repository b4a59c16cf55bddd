"""The generated modules of the Python package that call operations: requests as values, and methods."""

import keyword
from typing import Any

from packages.generator.contract import JSON, Contract, Operation, Parameter
from packages.generator.dialect import last_part, type_of
from packages.generator.python_types import HEAD, Python, docstring


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
    given += [f'media_type="{operation.media_type}"'] if operation.media_type != JSON else []
    given += ["is_text=True"] if operation.is_text else []
    given += ["is_bytes=True"] if operation.is_bytes else []
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
        body = type_in(operation.body, prefix)
        first.append(f"body: {body}" if operation.body_required else f"body: {body} | None = None")
    named = [f"{word(each)}: {keyword_parameter(each)}" for each in (*operation.at("query"), *operation.at("header"))]
    return ", ".join([*first, *(["*"] if named else []), *named])


def word(parameter: Parameter) -> str:
    return f"{parameter.word}_" if keyword.iskeyword(parameter.word) else parameter.word


def of_parameter(parameter: Parameter) -> str:
    if parameter.name == "If-Match":
        return "int | str"
    return type_in(parameter.schema, "types.")


def keyword_parameter(parameter: Parameter) -> str:
    type = of_parameter(parameter)
    if parameter.required:
        return type
    return f"{type} = None" if type.endswith("| None") else f"{type} | None = None"


def type_in(schema: Any, prefix: str) -> str:
    """Write a type whose classes are those of the module `types`."""
    return type_of(schema, Python(), lambda each: prefix + last_part(each))


def answer(operation: Operation, prefix: str) -> str:
    return "None" if operation.answer is None else type_in(operation.answer, prefix)


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
    return f'''def iter_{operation.noun}({parameters}) -> {kind}[{type_in(item, "types.")}]:
    """Yield the items of `{operation.name}`, page after page."""
    return self.items(operations.{operation.name}({arguments(rest)}), "{member}")
'''


def arguments(operation: Operation) -> str:
    named = [f"{word(each)}={word(each)}" for each in (*operation.at("query"), *operation.at("header"))]
    return ", ".join([*map(word, operation.at("path")), *(["body"] if operation.body else []), *named])


def indent(text: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in text.splitlines()) + "\n"
