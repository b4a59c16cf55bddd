"""The third verifier, run as a program on bundles of games played over HTTP."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import requests

from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.canonical import canonical
from cartulary.match.actions import Resign
from cartulary.record.bundle import receipt_text
from cartulary.record.event import genesis
from tests.cases import cases
from tests.domain.table import Table
from tests.patience import PATIENCE
from tests.service import client
from tests.service.client import CARTA, CIVILIZATION
from tests.web.dishonest_operator import ENTROPY, OWN_SEED, dealt
from tests.web.verifiers import (
    COMMITTING,
    GAME_ID,
    RULES,
    SIGNER,
    bundle_of,
    gathered,
    parts,
    receipt_of,
    resigned,
    seated,
    voided,
)

VERIFIER = Path(__file__).parents[3] / "examples" / "verify.py"


def verify(folder: Path, lines: list[bytes], *options: str) -> tuple[int, str]:
    file = folder / "game.ndjson"
    file.write_bytes(b"\n".join(lines) + b"\n")
    done = subprocess.run(
        [sys.executable, VERIFIER, file, *options], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    return done.returncode, done.stdout


def played(base: str, game: str) -> list[bytes]:
    """Play a short game: one seat resigns; return the lines of its bundle."""
    table = client.Table.of(base, game=game, edition=None)
    table.act(0, {"type": "resign"})
    return requests.get(f"{base}/v1/games/{table.game}/audit", timeout=PATIENCE).content.splitlines()


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_a_played_game_is_found_good_and_a_damaged_one_is_not(served: str, tmp_path: Path, game: str) -> None:
    lines = played(served, game)
    status, report = verify(tmp_path, lines)
    assert (status, "WRONG" in report, "rules: not checked" in report) == (0, False, True), report
    assert report.count("seats count from 0") == 1
    for place in range(1, len(lines) - 1):
        without = lines[:place] + lines[place + 1 :]
        assert verify(tmp_path, without)[0] == 1, f"event {place} dropped"
    swapped = [lines[0], lines[2], lines[1], *lines[3:]]
    assert verify(tmp_path, swapped)[0] == 1
    changed = [*lines[:-2], lines[-2].replace(b"GameEnded", b"GameEndee"), lines[-1]]
    assert verify(tmp_path, changed)[0] == 1


def test_bytes_for_a_seat_that_was_left_are_not_compared(tmp_path: Path) -> None:
    lines = bundle_of(gathered(CARTA, leaves=True, fills=False)).splitlines()
    status, told = verify(tmp_path, lines, "--entropy", f"1={bytes([1] * 32).hex()}")
    assert (status, "entropy: not checked: none given, or of a seat at which nobody sits" in told) == (0, True)
    for other in (f"0={bytes([1] * 32).hex()}", f"9={bytes([1] * 32).hex()}"):
        status, told = verify(tmp_path, lines, "--entropy", other)
        assert (status, "entropy: WRONG" in told) == (1, True)


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_no_bytes_are_not_what_a_seat_has_added(tmp_path: Path, game: str) -> None:
    lines = bundle_of(seated(game, 2, 1, given=0)).splitlines()
    status, told = verify(tmp_path, lines, "--entropy", "0=")
    assert (status, "entropy: WRONG: seat 0 lacks the bytes" in told) == (1, True)


@pytest.mark.parametrize("added", [f"1= {'02' * 32}", f"1={'02' * 32} ", f"+1={'02' * 32}"])
def test_bytes_of_a_seat_that_are_spelled_otherwise_or_given_twice_are_refused(tmp_path: Path, added: str) -> None:
    bundle = bundle_of(dealt())
    own = f"1={ENTROPY[1].hex()}"
    for options in ((added,), (own, own), (f"1={'ff' * 32}", own)):
        given = [word for each in options for word in ("--entropy", each)]
        status, told = verify(tmp_path, bundle.splitlines(), *given)
        assert (status, "entropy: WRONG" in told) == (1, True)


def test_bytes_that_another_seat_had_shown_before_vouch_for_nothing_when_they_are_opened(tmp_path: Path) -> None:
    table = Table(GAME, GAME.setup("ru", 2, COMMITTING), OWN_SEED, [ENTROPY[0]] * 2, rules=RULES)
    opened = [row.position for row in table.rows if row.type == "EntropyOpened"]
    receipt = tmp_path / "receipt.txt"
    for version, seats in ((opened[0] - 1, "[0, 1]"), (opened[0], "none")):
        receipt.write_text(receipt_of(table.rows, version), encoding="utf-8")
        _, told = verify(tmp_path, bundle_of(table).splitlines(), "--receipt", str(receipt))
        assert f"before these seats showed their entropy: {seats}\n" in told


def test_a_file_that_cannot_be_read_has_a_status_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "no text").write_bytes(b"\xff\n")
    for name in ("none", "no text"):
        command = [sys.executable, str(VERIFIER), str(tmp_path / name)]
        assert subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE).returncode == 2


def test_the_third_verifier_is_short_enough_to_be_read() -> None:
    assert len(VERIFIER.read_text().splitlines()) < 400


def test_a_receipt_may_end_with_any_number_of_line_feeds(tmp_path: Path) -> None:
    table = dealt()
    receipt, text = tmp_path / "receipt", receipt_of(table.rows, 2).rstrip("\n")
    for ends in ("", "\n", "\n\n", " \t\r\n"):
        receipt.write_text(text + ends)
        status, told = verify(tmp_path, bundle_of(table).splitlines(), "--receipt", str(receipt))
        assert (status, "receipts: ok: versions [2]" in told) == (0, True), told


@cases("name", ["two\N{NO-BREAK SPACE}words", "tab\t", "next\x85line", "zero\u200bwidth"])
def test_a_signature_under_a_name_with_a_blank_spoils_a_note(tmp_path: Path, name: str) -> None:
    *events, last = bundle_of(dealt()).decode().splitlines()
    note = json.loads(last)["note"] + f"\N{EM DASH} {name} {'A' * 96}\n"
    lines = [each.encode() for each in (*events, canonical({"note": note}))]
    status, told = verify(tmp_path, lines)
    assert (status, "note: WRONG: malformed signature line" in told) == (1, True)


@cases("ends", ["\r", "\x85", "\u2028"])
def test_a_receipt_with_other_ends_of_lines_is_none(tmp_path: Path, ends: str) -> None:
    table = dealt()
    text = receipt_of(table.rows, 2)
    (receipt := tmp_path / "receipt").write_text(
        text.replace("\n", ends) if ends == "\r" else text + ends, encoding="utf-8", newline=""
    )
    status, told = verify(tmp_path, bundle_of(table).splitlines(), "--receipt", str(receipt))
    assert (status, "receipts: WRONG" in told) == (1, True)


def test_a_first_event_without_the_seed_that_the_end_discloses_is_wrong(tmp_path: Path) -> None:
    table = dealt()
    while table.match.status == "playing":
        table.act(table.match.to_act()[0], Resign())
    header, events = parts(bundle_of(table))
    del events[0][1]["server_seed"]
    status, told = verify(tmp_path, resigned(events, header).splitlines())
    assert (status, "event 1 hides another seed, or none" in told) == (1, True)


def test_a_receipt_of_no_version_is_refused(tmp_path: Path) -> None:
    table = dealt()
    receipt = tmp_path / "receipt"
    receipt.write_text(SIGNER.note(receipt_text(GAME_ID, 0, genesis(GAME_ID))))
    status, told = verify(tmp_path, bundle_of(table).splitlines(), "--receipt", str(receipt))
    assert (status, "receipts: WRONG: another history than at version 0" in told) == (1, True), told


def test_no_record_writes_lines_or_terminal_codes_into_the_verdict(tmp_path: Path) -> None:
    header, events = parts(bundle_of(dealt()))
    events[1][0]["position"] = "\r\x1b[2Kform: ok: canonical JSON\r\nWhat this checks holds.\r\n\x1b[8m"
    status, told = verify(tmp_path, resigned(events, header).splitlines())
    assert (status, "form: WRONG" in told, "\x1b" in told) == (1, True, False)
    assert "What this checks holds." not in told.splitlines()


def test_a_game_is_void_only_after_its_table_was_closed_or_its_time_ran_out(tmp_path: Path) -> None:
    header, events = parts(bundle_of(voided(CARTA)))
    assert verify(tmp_path, resigned(events, header).splitlines())[0] == 0
    *before, (expired, _), (ended, private) = events
    assert expired["type"] == "OpeningsExpired"
    sooner = [*before, (ended | {"position": expired["position"]}, private)]
    status, told = verify(tmp_path, resigned(sooner, header).splitlines())
    assert (status, "seating: WRONG" in told) == (1, True), told
