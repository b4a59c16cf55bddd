"""The generated modules of the TypeScript package that call operations: requests as values, and methods."""

from typing import Any, Final

from packages.generator.contract import JSON, Contract, Operation, Parameter
from packages.generator.dialect import last_part, type_of
from packages.generator.typescript_types import HEAD, TypeScript, comment


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
    parts += [f'mediaType: "{operation.media_type}"'] if operation.media_type != JSON else []
    parts += ["isText: true"] if operation.is_text else []
    parts += ["isBytes: true"] if operation.is_bytes else []
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
        for each in keyword_parameters(operation)
    ]
    return ["\n".join([f"export interface {options_name(operation)} {{", *lines, "}\n"])] if lines else []


def options_name(operation: Operation) -> str:
    name = camel(operation.name)
    return f"{name[0].upper()}{name[1:]}Options"


def keyword_parameters(operation: Operation) -> list[Parameter]:
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
    if keyword_parameters(operation):
        default = "" if any(each.required for each in keyword_parameters(operation)) else " = {}"
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
    return ", ".join(
        [*first, *(["body"] if operation.body else []), *(["options"] if keyword_parameters(operation) else [])]
    )


def camel(name: str) -> str:
    """`read_game` as `readGame`."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)
