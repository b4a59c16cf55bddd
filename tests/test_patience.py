"""No test fails because its machine is slow: all wait with one patience."""

import ast
from pathlib import Path

FOLDER = Path(__file__).parent
SUITE = sorted(set(FOLDER.rglob("*.py")) - set((FOLDER / "faults").rglob("*.py")))
"""What pytest runs; programs under `faults` measure how long things take."""


def own_limits(source: str) -> list[int]:
    """Lines with a limit of time that is a number."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    limits = (keyword.value for call in calls for keyword in call.keywords if keyword.arg == "timeout")
    return [limit.lineno for limit in limits if isinstance(limit, ast.Constant) and limit.value is not None]


def test_no_test_waits_for_less_than_the_patience_of_all() -> None:
    found = {path.relative_to(FOLDER): own_limits(path.read_text()) for path in SUITE}
    assert {path: lines for path, lines in found.items() if lines} == {}
