"""`make trace`: which of our files and functions a warm action passes; how many, and a look, into CONTRIBUTING.md.

An action is warm if its worker knows the game; the game stands at a position, so that each trace is the same.
"""

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final

from tests.conftest import clone, migrate, server
from tests.domain.notation import position
from tests.service.conftest import worker
from tests.service.in_process import Seated

ROOT: Final = Path(__file__).parents[1]
OURS: Final = ("service", "domain")
GUIDE: Final = ROOT / "CONTRIBUTING.md"
SECTION: Final = re.compile(r"(<!-- trace -->\n).*?(<!-- /trace -->)", re.DOTALL)
MIDDLE: Final = position("A: hand W1 R1, area W3 R1 E1 | B: hand R1 C1, area R2 C2")
ATTACK: Final = {"type": "attack", "sphere": "military"}
Passed = Mapping[str, list[str]]
"""The functions of each file, both in the order of their first calls."""


def trace(act: Callable[[], object]) -> Passed:
    """Return what of ours is called in the meantime."""
    found: dict[str, list[str]] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        path = Path(frame.f_code.co_filename)
        name = frame.f_code.co_qualname
        # Comprehensions and lambdas belong to the function that they stand in.
        if event != "call" or not path.is_relative_to(ROOT) or name.endswith(">"):
            return
        file = path.relative_to(ROOT)
        if file.parts[0] in OURS and name not in found.setdefault(str(file), []):
            found[str(file)].append(name)

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return found


def trace_both(database: str, keys: Path) -> tuple[Passed, Passed]:
    """Return what a warm action passes, and what a look does."""
    with worker(database, keys) as client:
        seated = Seated(client, position=MIDDLE)
        path, headers = f"/v1/games/{seated.game}/actions", seated.headers[0]
        client.post(f"{path}?dry_run=true", json=ATTACK, headers=headers)
        look = trace(lambda: seated.look(headers))
        return trace(lambda: client.post(path, json=ATTACK, headers=headers)), look


def count(passed: Passed) -> str:
    return f"{len(passed)} files and {sum(map(len, passed.values()))} functions"


if __name__ == "__main__":
    with server() as url, clone(url) as database, TemporaryDirectory() as keys:
        migrate(database)
        action, look = trace_both(database, Path(keys))
    written = f"An action passes {count(action)} of ours, a look {count(look)}."
    GUIDE.write_text(SECTION.sub(lambda found: f"{found[1]}{written}\n{found[2]}", GUIDE.read_text()))
    for path, names in action.items():
        print(path, *names)
    print(written)
