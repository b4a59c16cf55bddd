"""The contract as it was released, kept in docs/api without words and examples, and what has changed since.

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
MAPS: Final = {"properties", "schemas", "paths", "responses", "content", "headers"}
"""In these, names are the contract's own."""


class Breaks(Exception):
    """The contract breaks clients that kept to the released one."""


def read(file: Path) -> dict[str, Any]:
    """A contract, as YAML or JSON."""
    contract: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return contract


def bare(value: Any, names: bool = False) -> Any:
    """What of a contract binds; `names` where the keys are names."""
    if isinstance(value, dict):
        return {key: bare(each, key in MAPS and not names) for key, each in value.items() if names or key not in WORDS}
    return [bare(each) for each in value] if isinstance(value, list) else value


def text(contract: dict[str, Any]) -> str:
    """The file: each path and each schema on a line."""
    paths, schemas = bare(contract["paths"], names=True), bare(contract["components"]["schemas"], names=True)
    return f'{{"paths": {lines(paths)},\n"components": {{"schemas": {lines(schemas)}}}}}\n'


def lines(members: dict[str, Any]) -> str:
    """An object with one member a line."""
    inner = ",\n".join(f"{json.dumps(name)}: {json.dumps(each, sort_keys=True)}" for name, each in members.items())
    return f"{{\n{inner}\n}}"


def require_compatible(found: Iterable[Change]) -> None:
    """Nothing breaks. Raises Breaks."""
    if breaking := [str(each) for each in found if each.breaks]:
        raise Breaks("\n".join(breaking))


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
    sys.exit(any(each.breaks for each in told))
