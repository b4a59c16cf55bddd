"""Tests that a document names as evidence are there."""

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
DOCUMENTS: Final = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
NAME: Final = re.compile(r"`(?:[\w/.]*(?:\.py|::))?(test_\w+)(?:\.py)?`")
PATH: Final = re.compile(r"`(tests/[\w/]+\.py)\b")


@pytest.fixture(scope="module")
def there() -> set[str]:
    """Modules and functions of tests."""
    files = [*(ROOT / "tests").rglob("test_*.py")]
    functions = (re.findall(r"^(?:async )?def (test_\w+)", path.read_text("utf-8"), re.MULTILINE) for path in files)
    return {path.stem for path in files} | {name for each in functions for name in each}


def test_every_test_that_a_document_names_is_there(there: set[str]) -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in DOCUMENTS}
    named = {(where, name) for where, text in texts.items() for name in NAME.findall(text)}
    paths = {(where, path) for where, text in texts.items() for path in PATH.findall(text)}
    assert len(named) >= 20
    assert {each for each in named if each[1] not in there} == set()
    assert {each for each in paths if not (ROOT / each[1]).exists()} == set()
