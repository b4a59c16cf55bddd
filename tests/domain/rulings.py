"""Which rulings the tests of a game name."""

import importlib
from collections import Counter
from pathlib import Path
from types import FunctionType


def named_rulings(folder: Path) -> Counter[str]:
    """How many tests in a folder name each ruling."""
    found: Counter[str] = Counter()
    for path in sorted(folder.glob("test_*.py")):
        module = importlib.import_module(f"tests.domain.{folder.name}.{path.stem}")
        for name, value in vars(module).items():
            if name.startswith("test_") and isinstance(value, FunctionType):
                marks = getattr(value, "pytestmark", [])
                found.update(each for mark in marks if mark.name == "ruling" for each in mark.args)
    return found
