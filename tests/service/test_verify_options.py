"""What `cartulary verify` says beside its checks: whose keys, by which policy, and what to do when one fails."""

import json
import subprocess
import sys
from pathlib import Path

from cartulary_service import web
from tests.commands import run
from tests.web.conformance import FOLDER
from tests.web.verifiers import SIGNER, needs_node

SIGNED = FOLDER / "carta-signed.ndjson"


def test_the_report_names_players_and_their_keys_and_says_that_it_does_not_prove_them() -> None:
    report = json.loads(run("verify", str(SIGNED), "--json").stdout)
    assert {each["seat"] for each in report["players"]} == {0, 1}
    words = run("verify", str(SIGNED)).stdout
    assert all(f'Seat {each["seat"]}: "{each["player"]}", key {each["key"]}' in words for each in report["players"])
    assert "the record alone does not prove" in words


def test_a_seat_that_signs_by_another_key_than_its_player_says_is_not_verified() -> None:
    first, second = json.loads(run("verify", str(SIGNED), "--json").stdout)["players"]
    assert run("verify", str(SIGNED), "--seat-key", f"{first['seat']}={first['key']}").returncode == 0
    swapped = run("verify", str(SIGNED), "--seat-key", f"{first['seat']}={second['key']}")
    assert (swapped.returncode, "What fails: keys." in swapped.stdout) == (1, True)
    assert run("verify", str(SIGNED), "--seat-key", "nonsense").returncode == 2


def test_a_verdict_that_fails_says_what_failed_what_it_means_and_what_to_do() -> None:
    cases = {
        "another-deck-shown": ("commitments", "They lie outside the chain"),
        "another-opening": ("seats", "The record in this file was changed"),
        "another-signer": ("signature", "No known key vouches"),
    }
    for name, (check, meaning) in cases.items():
        *_, verdict, means, keep = run(
            "verify", str(FOLDER / f"{name}.ndjson"), "--key", SIGNER.public.text()
        ).stdout.splitlines()
        assert check in verdict.removeprefix("NOT verified. What fails: ").rstrip(".").split(", ")
        assert (meaning in means, "Keep this file and your receipts." in keep) == (True, True)


@needs_node
def test_an_option_of_one_value_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    (policy := tmp_path / "policy").write_text(f"key {SIGNER.public.text()}\n", encoding="utf-8")
    for option, value in (("--policy", policy), ("--origin", SIGNED), ("--quorum", 1)):
        refused = run("verify", str(SIGNED), *[option, str(value)] * 2)
        assert (refused.returncode, f"{option} is given twice" in refused.stderr) == (2, True)
        if option != "--policy":
            command = ["node", str(web.VERIFIER), str(SIGNED), *[option, str(value)] * 2]
            second = subprocess.run(command, capture_output=True, text=True, check=False)
            assert (second.returncode, f"{option} is given twice" in second.stderr) == (2, True)
    for name, option in (("check-log", "--folder"), ("witness", "--name")):
        assert f"{option} is given twice" in run(name, "https://games.example", option, "a", option, "b").stderr


@needs_node
def test_a_key_of_a_seat_that_there_is_not_is_told_as_that() -> None:
    for program in (["node", str(web.VERIFIER)], [sys.executable, "-m", "cartulary", "verify"]):
        command = [*program, str(SIGNED), "--seat-key", f"9={'A' * 43}"]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (told.returncode, "there is no seat 9" in told.stdout) == (1, True)


@needs_node
def test_a_witness_whose_key_is_none_is_refused() -> None:
    for program in (["node", str(web.VERIFIER)], [sys.executable, "-m", "cartulary", "verify"]):
        refused = subprocess.run(
            [*program, str(SIGNED), "--witness", "none"], capture_output=True, text=True, check=False
        )
        assert (refused.returncode, "--witness: " in refused.stderr) == (2, True)


def test_what_is_asked_of_a_service_and_of_evidence_at_once_is_refused(tmp_path: Path) -> None:
    (file := tmp_path / "file").write_text("", encoding="utf-8")
    for words in (
        (),
        ("https://games.example", "--evidence", str(file)),
        ("--evidence", str(file), "--checkpoint", "a"),
    ):
        refused = run("check-log", *words, "--key", SIGNER.public.text())
        assert (refused.returncode, "Name either the URL" in refused.stderr) == (2, True)


def test_one_policy_names_keys_witnesses_and_quorum(tmp_path: Path) -> None:
    case = next(
        each
        for each in json.loads((FOLDER / "verdicts.json").read_text())["cases"]
        if each["name"] == "witness-under-two-names"
    )
    policy = tmp_path / "policy"
    lines = [f"key {case['keys'][0]}", *(f"witness {each}" for each in case["witnesses"]), "quorum 1  # of two"]
    policy.write_text("\n".join(lines), encoding="utf-8")
    bundle = str(FOLDER / case["bundle"])
    assert run("verify", bundle, "--policy", str(policy)).returncode == 0
    assert run("verify", bundle, "--policy", str(policy), "--quorum", "2").returncode == 2
    policy.write_text("\n".join([*lines, "quorum 1"]), encoding="utf-8")
    refused = run("verify", bundle, "--policy", str(policy))
    assert (refused.returncode, "Line 5 of" in refused.stderr) == (2, True)
