"""Bytes that a player sent for a seat, held against a record in which the seat was left since."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.canonical import base64url
from cartulary.match.seating import Sitting, clear_seat, leave, open_entropy, seat_commitment, sit_down
from tests.domain.table import AT, UNTIL, Table
from tests.web.verifiers import RULES, Case, Said, bundle_of, by_first, by_second, needs_node, played

OWN, OTHERS = bytes([1]) * 32, bytes([2]) * 32
COMMITTING = {"fairness": "commit"}


def sits(table: Table, player: str, seat: int, entropy: bytes) -> None:
    commitment = seat_commitment(table.match.id, seat, entropy)
    sitting = Sitting(player, seat, None, commitment) if table.match.committing else Sitting(player, seat, entropy)
    table.goes_on(sit_down(table.match, sitting, UNTIL))


def left_and_taken(leaves: Callable[..., Any] | None, options: dict[str, str]) -> bytes:
    """The bundle of a game at whose first seat Boris added bytes of his own, and another sits, or is said to."""
    table = Table(GAME, GAME.setup(None, 2, options), b"g" * 32, [], rules=RULES, open_until=UNTIL)
    if leaves:
        sits(table, "Boris", 0, OWN)
        table.goes_on(leaves(table.match, 0))
    sits(table, "Carl", 0, OTHERS)
    sits(table, "Ada", 1, bytes([3]) * 32)
    if options:
        for seat, entropy in ((0, OTHERS), (1, bytes([3]) * 32)):
            table.goes_on(open_entropy(table.match, seat, entropy, AT))
    return bundle_of(played(table, 4))


def outcome(said: Said) -> tuple[bool, bool | None, str]:
    (found,) = [each for each in said.report["checks"] if each["check"] == "entropy"]
    return said.verified, found["holds"], found["words"]


@needs_node
@pytest.mark.parametrize("leaves", [leave, clear_seat])
@pytest.mark.parametrize("options", [{}, COMMITTING])
def test_who_got_up_or_had_to_is_not_told_that_the_record_is_wrong(
    tmp_path: Path, leaves: Callable[..., Any], options: dict[str, str]
) -> None:
    bundle = left_and_taken(leaves, options)
    case = Case(bundle, entropy={0: OWN})
    left = 4 if options else 3
    words = f"seat 0, which had the bytes given, was left at event {left}, and taken without them"
    assert [outcome(each) for each in (by_first(case), *by_second([case]))] == [(True, None, words)] * 2
    (file := tmp_path / "bundle.ndjson").write_bytes(bundle)
    third = [sys.executable, "examples/verify.py", str(file), "--entropy", f"0={OWN.hex()}"]
    told = subprocess.run(third, capture_output=True, text=True, check=False)
    assert (told.returncode, "or that was left" in told.stdout) == (0, True), told.stdout


@needs_node
@pytest.mark.parametrize("options", [{}, COMMITTING])
def test_bytes_that_never_were_at_a_seat_are_missing_there(options: dict[str, str]) -> None:
    case = Case(left_and_taken(None, options), entropy={0: OWN})
    for said in (by_first(case), *by_second([case])):
        assert outcome(said)[:2] == (False, False)


def test_where_the_bytes_stood_twice_the_last_leaving_counts() -> None:
    table = Table(GAME, GAME.setup(None, 2, {}), b"g" * 32, [], rules=RULES, open_until=UNTIL)
    for _ in range(2):
        sits(table, "Boris", 0, OWN)
        table.goes_on(leave(table.match, 0))
    sits(table, "Carl", 0, OTHERS)
    sits(table, "Ada", 1, bytes([3]) * 32)
    case = Case(bundle_of(played(table, 4)), entropy={0: OWN})
    for said in (by_first(case), *by_second([case])):
        assert "was left at event 5, " in outcome(said)[2]


def test_bytes_that_stand_elsewhere_in_an_event_of_the_seat_were_not_added(tmp_path: Path) -> None:
    table = Table(GAME, GAME.setup(None, 2, {}), b"g" * 32, [], rules=RULES, open_until=UNTIL)
    sits(table, base64url(OWN), 0, OTHERS)
    sits(table, "Ada", 1, bytes([3]) * 32)
    (file := tmp_path / "bundle.ndjson").write_bytes(bundle_of(played(table, 4)))
    third = [sys.executable, "examples/verify.py", str(file), "--entropy", f"0={OWN.hex()}"]
    told = subprocess.run(third, capture_output=True, text=True, check=False)
    assert (told.returncode, "entropy: WRONG: seat 0 lacks the bytes" in told.stdout) == (1, True)
