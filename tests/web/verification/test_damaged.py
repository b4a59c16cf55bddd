"""Whatever a bundle holds, either verifier comes to a verdict on it, and both come to the same."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cartulary.audit.bundles import Given, verify_export
from cartulary.kernel.canonical import canonical
from cartulary.signing.notes import Signer
from cartulary_service import web
from tests.commands import run
from tests.domain.table import Table
from tests.web.conformance import FOLDER
from tests.web.damaged import bases, damaged
from tests.web.damaged_at_random import damaged_at_random
from tests.web.dishonest_operator import dealt, last_note, play_signed, signing_table
from tests.web.verifiers import (
    GAME_ID,
    SIGNER,
    Case,
    Said,
    bundle_of,
    by_first,
    by_second,
    needs_node,
    parts,
    played,
    resigned,
    signed,
    with_more,
)

REFUSED = (
    "a note that is null",
    "a note that is a number",
    "a note nested deep",
    "a header nested deep",
    "a signature of three bytes",
    "a bad signature after a good one",
    "a bad signature before a good one",
    "junk for a key, another one being given",
    "event 1 at '2026-01-01T00:00:00.000Z '",
    "event 1 at '2026-01-01T00:00:00.000ZA'",
    "event 1 at '2026-02-30T00:00:00.000Z'",
    "event 1 at '2026-01-01T24:00:00.000Z'",
    "event 1: v True",
)


DOCUMENT = (Path(__file__).parents[3] / "docs" / "verifiers.md").read_text(encoding="utf-8")


def test_the_first_verifier_comes_to_a_verdict_on_every_damaged_bundle() -> None:
    for _, case in damaged():
        assert "checks" in by_first(case).report


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_bundle_as_described_is_not_verified(name: str) -> None:
    cases = [case for (_, each), case in damaged() if each == name]
    assert len(cases) == len(bases())
    assert not [case for case in cases if by_first(case).verified]


@needs_node
def test_both_verifiers_come_to_the_same_verdict_on_every_damaged_bundle() -> None:
    cases = dict(damaged())
    assert f"{len(cases):,} damaged bundles" in DOCUMENT
    first = {name: by_first(case) for name, case in cases.items()}
    second = dict(zip(cases, by_second(cases.values()), strict=True))
    for name in cases:
        assert agree(first[name], second[name]), name


@needs_node
def test_both_verifiers_come_to_the_same_verdict_on_bundles_damaged_at_random() -> None:
    cases = list(damaged_at_random(int(os.environ.get("SEED", "1")), int(os.environ.get("BUNDLES", "300"))))
    for case, second in zip(cases, by_second(cases), strict=True):
        first = by_first(case)
        assert agree(first, second), (first.report, second.report)


def agree(first: Said, second: Said) -> bool:
    """Whether both say the same, as far as the second claims to check it."""
    return (first.verified or only_by_rules(first)) if second.verified else not first.verified


def only_by_rules(said: Said) -> bool:
    """Whether it is the rules alone, or folding by them, that a bundle does not hold by; the second has neither."""
    wrong = [each for each in said.report["checks"] if each["holds"] is False]
    return all(each["check"] == "rules" or "cannot be folded" in each["words"] for each in wrong)


def test_a_deadline_past_the_end_of_time_is_a_verdict() -> None:
    cases = {base: case for (base, name), case in damaged() if name == "the last but one at the end of time"}
    assert not by_first(cases["timed"]).verified


def test_a_damaged_bundle_in_an_export_is_a_verdict_on_that_bundle_alone() -> None:
    honest = bases()["finished"].decode()
    spoilt = [case.bundle.decode() for (base, name), case in damaged() if base == "finished" and name in REFUSED]
    lines = [json.dumps({"bundle": text}) for text in (honest, *spoilt, honest)]
    lines[2:2] = ["{}", "7", "[" * 100_000, "", json.dumps({"bundle": 7}), json.dumps({"bundle": "\ud800"})]
    reports = [each for _, each in verify_export("".join(f"{line}\n" for line in lines), Given())]
    assert len(reports) == len(lines)
    assert [report.verified for report in reports] == [True, *[False] * (len(lines) - 2), True]


def test_a_key_of_a_seat_that_nobody_took_is_a_verdict_also_within_an_export(tmp_path: Path) -> None:
    header, events = parts((FOLDER / "carta-signed.ndjson").read_bytes())
    next(public for public, _ in events if public["type"] == "SeatTaken" and public["seat"] == 1)["seat"] = 0
    damaged_key, honest = resigned(events, header | {"id": GAME_ID.replace("1", "2")}), bundle_of(dealt())
    (file := tmp_path / "game.ndjson").write_bytes(damaged_key)
    told = run("verify", str(file))
    assert (told.returncode, "What fails: seats" in told.stdout) == (1, True)
    lines = [json.dumps({"bundle": each.decode()}, separators=(",", ":")) for each in (honest, damaged_key, honest)]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert run("verify", str(file)).stdout.endswith("games: 1 verified, 1 not.\n")


def test_an_export_is_told_by_a_bundle_in_its_first_line_wherever_it_stands(tmp_path: Path) -> None:
    line = json.dumps({"cursor": "c", "bundle": bundle_of(dealt()).decode(), "id": GAME_ID})
    (file := tmp_path / "export.ndjson").write_text(f"{line}\n", encoding="utf-8")
    told = run("verify", str(file))
    assert (told.returncode, told.stdout.endswith("1 game: 1 verified, 0 not.\n")) == (0, True)


@needs_node
def test_no_list_is_nested_deeper_than_the_record_says(tmp_path: Path) -> None:
    table, players = signing_table()
    play_signed(table, players, 4)
    header, events = parts(bundle_of(table))
    hidden = next(private for public, private in events if public["type"] == "ActionSigned")
    del hidden["signature"]
    for levels, verified in ((64, True), (65, False)):
        nested: Any = []
        for _ in range(levels - 4):
            nested = [nested]
        hidden["action"] = {"type": "x", "a": nested}
        (file := tmp_path / "game.ndjson").write_bytes(bundle := resigned(events, header))
        third = subprocess.run(
            [sys.executable, "examples/verify.py", file], capture_output=True, text=True, check=False
        )
        told = {each.verified for each in (by_first(Case(bundle)), *by_second([Case(bundle)]))}
        assert (told, "nested too deep" not in third.stdout) == ({verified}, verified)


def test_a_line_of_an_export_with_two_bundles_or_more_than_it_has_is_none(tmp_path: Path) -> None:
    bundle = json.dumps(bundle_of(dealt()).decode())
    (file := tmp_path / "export.ndjson").write_text(
        f'{{"bundle":{bundle},"bundle":{bundle}}}\n{{"bundle":{bundle},"also":1}}\n[["bundle",{bundle}]]\n',
        encoding="utf-8",
    )
    told = run("verify", str(file))
    assert (told.returncode, told.stdout.count("is no line of an export")) == (1, 3)


def test_two_signed_histories_of_a_game_in_an_export_are_no_two_verified_games(tmp_path: Path) -> None:
    first, second, other = (played(table, 12) for table in (dealt(), dealt(b"\5" * 32), dealt()))
    key = ("--key", SIGNER.public.text())
    for texts, verified in (
        ((bundle_of(first), bundle_of(second)), False),
        ((bundle_of(second), bundle_of(first, len(first.rows) - 2)), False),
        ((bundle_of(first), bundle_of(first, len(first.rows) - 2), bundle_of(other)), True),
    ):
        path = tmp_path / "export.ndjson"
        lines = [json.dumps({"bundle": each.decode()}, separators=(",", ":")) for each in texts]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        told = run("verify", str(path), *key)
        assert told.returncode == int(not verified)
        assert ("signed too, holds another history of this game" in told.stdout) == (not verified)
        assert ("Verified" in told.stdout) == verified
        assert told.stdout.endswith(f"1 game: {int(verified)} verified, {int(not verified)} not.\n")


def test_a_line_that_anybody_can_add_to_an_export_does_not_take_a_verified_game_from_the_count(tmp_path: Path) -> None:
    honest = bundle_of(played(dealt(), 12))
    *events, note = bundle_of(played(dealt(b"\5" * 32), 12)).decode().splitlines()
    text = canonical({"note": json.loads(note)["note"].partition("\n\n")[0] + "\n"})
    by_other = signed([*events, text], Signer(b"another key".ljust(32)))
    for more, words in (
        ([], "1 game: 1 verified, 0 not.\n"),
        ([by_other], "1 game: 1 verified, 0 not; beside these 1 line is not verified.\n"),
        ([by_other, by_other], "1 game: 1 verified, 0 not; beside these 2 lines are not verified.\n"),
    ):
        for texts in ([honest, *more], [*more, honest]):
            lines = [json.dumps({"bundle": each.decode()}, separators=(",", ":")) for each in texts]
            (path := tmp_path / "export.ndjson").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            told = run("verify", str(path), "--key", SIGNER.public.text())
            assert (told.returncode, told.stdout.endswith(words)) == (int(bool(more)), True)


def test_of_two_histories_in_an_export_by_two_keys_it_is_not_said_that_the_service_has_signed_both(
    tmp_path: Path,
) -> None:
    other = Signer(b"another key".ljust(32))
    path = tmp_path / "export.ndjson"
    *events, _ = bundle_of(played(dealt(b"\5" * 32), 12)).decode().splitlines()
    note = canonical({"note": last_note(bundle_of(played(dealt(b"\5" * 32), 12))).partition("\n\n")[0] + "\n"})
    texts = bundle_of(played(dealt(), 12)), signed([*events, note], other)
    lines = [json.dumps({"bundle": each.decode()}, separators=(",", ":")) for each in texts]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    keys = ("--key", SIGNER.public.text(), "--key", other.public.text())
    for given in (keys, ()):
        told = run("verify", str(path), *given).stdout
        assert told.count("WRONG  history: ") == len(texts)
        assert told.count("each was checked with the key that it names itself") == (0 if given else len(texts))
        assert "if by the service, both together prove it" in told
        assert "the service has signed" not in told.casefold()


def receipt_of(table: Table) -> str:
    """The receipt of version 5 of a game, as the last line of its bundle."""
    return bundle_of(table, 5).decode().splitlines()[-1]


def test_beside_an_export_a_receipt_is_held_against_the_game_that_it_names_alone(tmp_path: Path) -> None:
    first, second, absent = (played(dealt(game_id=GAME_ID[:-1] + each), 12) for each in "123")
    path, receipt = tmp_path / "export.ndjson", tmp_path / "receipt.txt"
    lines = [json.dumps({"bundle": bundle_of(each).decode()}, separators=(",", ":")) for each in (first, second)]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    command = ("verify", str(path), "--key", SIGNER.public.text())
    receipt.write_text(receipt_of(second), encoding="utf-8")
    told = run(*command, "--receipt", str(receipt))
    assert told.stdout.endswith("2 games: 2 verified, 0 not.\n")
    assert told.stdout.count("the receipt's head stands at version 5") == 1
    assert told.stdout.count("no earlier receipt was given") == 1
    receipt.write_text(receipt_of(absent), encoding="utf-8")
    told = run(*command, "--receipt", str(receipt))
    words = f"A receipt is of no game in the export, but of {absent.match.id}."
    assert (told.returncode, words in told.stderr, told.stdout) == (2, True, "")
    receipt.write_text(receipt_of(first).replace("cartulary", "other"), encoding="utf-8")
    assert run(*command, "--receipt", str(receipt)).returncode == 2


def test_from_a_pipe_a_bundle_and_an_export_are_checked_as_from_a_file() -> None:
    bundle = (FOLDER / "carta-level-a.ndjson").read_text(encoding="utf-8")
    command = [sys.executable, "-m", "cartulary", "verify", "/dev/stdin"]
    for text in (bundle, json.dumps({"bundle": bundle}) + "\n"):
        told = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        assert (told.returncode, "Verified" in told.stdout) == (0, True), told.stdout + told.stderr


def test_a_history_that_goes_on_after_the_end_is_another_one_in_an_export(tmp_path: Path) -> None:
    ended = bases()["finished"]
    on = with_more(ended, {"type": "SeatOffered", "seat": 0, "data": {}})
    path = tmp_path / "export.ndjson"
    for texts, status in (((ended, on), 1), ((bundle_of(played(dealt(), 12), 20), bundle_of(played(dealt(), 12))), 0)):
        path.write_text("".join(json.dumps({"bundle": each.decode()}) + "\n" for each in texts), encoding="utf-8")
        told = run("verify", str(path), "--key", SIGNER.public.text())
        assert (told.returncode, told.stdout.count("WRONG  history")) == (status, 2 * status), told.stdout
        assert told.stdout.splitlines()[-1].startswith("1 game: ")


def test_a_bundle_in_an_export_that_is_damaged_is_no_other_game(tmp_path: Path) -> None:
    honest = bases()["finished"].decode()
    path = tmp_path / "export.ndjson"
    damaged_one = honest.replace('\\"ply\\":2', '\\"ply\\":\\"2\\"', 1)
    path.write_text("".join(json.dumps({"bundle": each}) + "\n" for each in (honest, damaged_one)), encoding="utf-8")
    told = run("verify", str(path))
    assert told.stdout.endswith("1 game: 1 verified, 0 not; beside these 1 line is not verified.\n")


@needs_node
def test_of_an_export_the_verifiers_of_one_game_say_that_it_is_one(tmp_path: Path) -> None:
    path = tmp_path / "export.ndjson"
    path.write_text(json.dumps({"bundle": bases()["finished"].decode()}) + "\n", encoding="utf-8")
    for command in (["node", str(web.VERIFIER)], [sys.executable, "examples/verify.py"]):
        told = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
        assert (told.returncode, "an export of bundles" in told.stdout) == (1, True)


def test_what_is_about_one_game_is_refused_beside_an_export(tmp_path: Path) -> None:
    path = tmp_path / "export.ndjson"
    path.write_text('{"bundle":""}\n', encoding="utf-8")
    told = run("verify", str(path), "--entropy", f"0={'02' * 32}")
    assert (told.returncode, "are about one game" in told.stderr) == (2, True)


def test_a_verdict_has_words_that_can_be_printed() -> None:
    ((_, report),) = verify_export(json.dumps({"bundle": "\ud800\n\ud800"}) + "\n", Given())
    assert all(each.words.encode() for each in report.outcomes)
