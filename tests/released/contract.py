"""The contract as it was released, kept in docs/api without words and examples, and what has changed since.

It is what openapi.yaml says, and what asyncapi.yaml beside it says of streams and webhooks.

python -m tests.released.contract OLD NEW
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import yaml

from tests.released.changes import Change, changes

ROOT: Final = Path(__file__).parents[2]
CURRENT: Final = ROOT / "openapi.yaml"
RELEASED: Final = ROOT / "docs" / "api" / "v1.json"
WORDS: Final = {"description", "summary", "example", "examples", "links", "tags"}
MAPS: Final = {"properties", "schemas", "paths", "responses", "content", "headers", "channels", "messages"}
"""In these, names are the contract's own."""


class Breaks(Exception):
    """The contract breaks clients that kept to the released one."""


def read(file: Path) -> dict[str, Any]:
    """A contract, as YAML with that of streams and webhooks beside it, or as JSON."""
    contract = with_shared_parts(parsed(file))
    if file.suffix == ".yaml" and (told := file.with_name("asyncapi.yaml")).exists():
        streams = parsed(told)
        contract["channels"] = streams["channels"]
        contract["components"]["schemas"] |= streams["components"]["schemas"]
    return contract


def with_shared_parts(contract: dict[str, Any]) -> dict[str, Any]:
    """A contract in which operations hold the parameters and responses that they share."""
    shared = contract["components"]

    def part(kind: str, each: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = shared[kind][each["$ref"].rpartition("/")[2]] if "$ref" in each else each
        return found

    for each in (operation for methods in contract["paths"].values() for operation in methods.values()):
        each["parameters"] = [part("parameters", value) for value in each.get("parameters", ())]
        each["responses"] = {status: part("responses", value) for status, value in each["responses"].items()}
    return contract


def parsed(file: Path) -> dict[str, Any]:
    """A file of YAML, of which JSON is a part."""
    found: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return found


def bare(value: Any, names: bool = False) -> Any:
    """What of a contract binds; `names` where the keys are names."""
    if isinstance(value, dict):
        return {key: bare(each, key in MAPS and not names) for key, each in value.items() if names or key not in WORDS}
    return [bare(each) for each in value] if isinstance(value, list) else value


def text(contract: dict[str, Any]) -> str:
    """The file: each path, channel and schema on a line."""
    parts = (contract["paths"], contract["channels"], contract["components"]["schemas"])
    paths, channels, schemas = (lines(bare(each, names=True)) for each in parts)
    return f'{{"paths": {paths},\n"channels": {channels},\n"components": {{"schemas": {schemas}}}}}\n'


def lines(members: dict[str, Any]) -> str:
    """An object with one member a line."""
    inner = ",\n".join(f"{json.dumps(name)}: {json.dumps(each, sort_keys=True)}" for name, each in members.items())
    return f"{{\n{inner}\n}}"


NEVER_TAKEN: Final = frozenset(
    f"**breaking** GET /v1/{where}: minLength was None, is 1"
    for where in ("games, query cursor", "archive, query cursor", "export, query after", "feed, query after")
)
"""Values that the released contract allowed and the service has always refused: an empty cursor was a 400."""


def breaking(found: Iterable[Change]) -> list[str]:
    """List the changes that break a client."""
    return [str(each) for each in found if each.breaks and str(each) not in NEVER_TAKEN]


def require_compatible(found: Iterable[Change]) -> None:
    """Nothing breaks. Raises Breaks."""
    if broken := breaking(found):
        raise Breaks("\n".join(broken))


def release() -> list[Change]:
    """Keep the contract as released; what has changed. Raises Breaks."""
    current = read(CURRENT)
    found = changes(read(RELEASED), current) if RELEASED.exists() else []
    require_compatible(found)
    RELEASED.write_text(text(current), encoding="utf-8")
    return found


if __name__ == "__main__":
    told = changes(*(read(Path(name)) for name in sys.argv[1:3]))
    print("\n".join(f"- {each}" for each in told) or "Nothing has changed.")
    sys.exit(bool(breaking(told)))
