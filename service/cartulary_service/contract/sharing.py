"""Parameters and responses that several operations have: each stands in the contract once."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

Json = dict[str, Any]

PARAMETERS: Final = "parameters"
RESPONSES: Final = "responses"


def share_parts(document: Json) -> None:
    """Move parameters, and responses without a body, that occur more than once to the components."""
    operations = [each for methods in document["paths"].values() for each in methods.values()]
    sent = [
        message["post"] for each in operations for one in each.get("callbacks", {}).values() for message in one.values()
    ]
    share_parameters([*operations, *sent], document["components"].setdefault(PARAMETERS, {}))
    share_responses(operations, document["components"][RESPONSES])


def share_parameters(operations: list[Json], shared: Json) -> None:
    often = occurring_often(each for operation in operations for each in operation[PARAMETERS])
    for operation in operations:
        operation[PARAMETERS] = [
            refer(PARAMETERS, each["in"].capitalize() + each["name"].title().replace("-", ""), each, shared)
            if text_of(each) in often
            else each
            for each in operation[PARAMETERS]
        ]
        if not operation[PARAMETERS]:
            del operation[PARAMETERS]


def share_responses(operations: list[Json], shared: Json) -> None:
    empty = [each for operation in operations for each in operation[RESPONSES].values() if "content" not in each]
    often = occurring_often(empty)
    for operation in operations:
        for status, each in operation[RESPONSES].items():
            if text_of(each) in often:
                operation[RESPONSES][status] = refer(RESPONSES, f"Empty{status}", each, shared)


def occurring_often(parts: Iterator[Json] | list[Json]) -> set[str]:
    """Return those that occur more than once and are no references yet, as texts."""
    counted = Counter(text_of(each) for each in parts if "$ref" not in each)
    return {text for text, number in counted.items() if number > 1}


def refer(kind: str, name: str, part: Json, shared: Json) -> Json:
    """Return a reference to a part among the components, where it is put under its name, or one with a number."""
    names = (name, *(f"{name}{number}" for number in range(2, len(shared) + 3)))
    free = next(each for each in names if each not in shared or shared[each] == part)
    shared[free] = part
    return {"$ref": f"#/components/{kind}/{free}"}


def text_of(part: Json) -> str:
    return json.dumps(part, sort_keys=True)
