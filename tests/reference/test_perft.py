"""As many lines of play as were counted before, by both implementations."""

import json
from typing import Any

import pytest

from tests.reference.perft import FILE, by_engine, by_reference, start

ENTRIES = json.loads(FILE.read_text())


def name(entry: dict[str, Any]) -> str:
    """What a count is from."""
    start_from = "position" if "position" in entry else entry.get("deal", "deal")
    return f"{entry['edition']}-{entry['seats']}{'-teams' if entry['teams'] else ''}-{start_from}"


@pytest.mark.parametrize("entry", ENTRIES, ids=map(name, ENTRIES))
def test_lines_of_play(entry: dict[str, Any]) -> None:
    depths = range(1, len(entry["counts"]) + 1)
    decision, reference = start(entry)
    assert [by_engine(entry["game"], decision.state, depth) for depth in depths] == entry["counts"]
    assert [by_reference(entry["game"], reference, depth) for depth in depths] == entry["counts"]
