"""What `cartulary verify` says beside its checks: whose keys, by which policy, and what to do when one fails."""

import json
from pathlib import Path

from tests.commands import run
from tests.web.conformance import FOLDER
from tests.web.verifiers import SIGNER

SIGNED = FOLDER / "carta-signed.ndjson"


def test_the_report_names_players_and_their_keys_and_says_that_it_does_not_prove_them() -> None:
    report = json.loads(run("verify", str(SIGNED), "--json").stdout)
    assert {each["seat"] for each in report["players"]} == {0, 1}
    words = run("verify", str(SIGNED)).stdout
    assert all(f"Seat {each['seat']}: {each['player']}, key {each['key']}" in words for each in report["players"])
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
