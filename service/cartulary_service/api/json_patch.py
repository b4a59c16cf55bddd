"""JSON Patch (RFC 6902): the changes that lead from one JSON document to another."""

from collections.abc import Iterator
from typing import Any

Change = dict[str, Any]


def changes(before: Any, after: Any, path: str = "") -> Iterator[Change]:
    """Yield the changes, by the pointer of each. A list of another length is replaced as a whole."""
    if isinstance(before, dict) and isinstance(after, dict):
        yield from member_changes(before, after, path)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changes(old, new, f"{path}/{index}")
    elif type(before) is not type(after) or before != after:
        yield {"op": "replace", "path": path, "value": after}


def member_changes(before: dict[str, Any], after: dict[str, Any], path: str) -> Iterator[Change]:
    """Yield the changes of an object."""
    for name, old in before.items():
        place = f"{path}/{escape(name)}"
        if name in after:
            yield from changes(old, after[name], place)
        else:
            yield {"op": "remove", "path": place}
    # In the order of the view: of a set each process would have another.
    for name, new in after.items():
        if name not in before:
            yield {"op": "add", "path": f"{path}/{escape(name)}", "value": new}


def escape(name: str) -> str:
    """A name as part of a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")
