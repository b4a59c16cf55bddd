"""Audit bundles over HTTP and from files: what was played is verified, what was changed is not."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cartulary.audit import bundles, report_text
from cartulary.signing import notes
from cartulary.signing.notes import BadNote, Signer
from cartulary_service.trust.keys import Keys
from tests.commands import run
from tests.service.client import CARTA, CIVILIZATION, Client, Table, body_of

NDJSON = "application/x-ndjson"


class Ended(NamedTuple):
    """A finished game's bundle, and a receipt from the middle of it."""

    table: Table
    bundle: str
    receipt: str


@pytest.fixture(scope="module", params=[CARTA, CIVILIZATION])
def ended(request: pytest.FixtureRequest, served: str) -> Ended:
    table = Table.of(served, game=request.param, edition=None)
    receipt = ""
    for ply in range(12):
        seat = table.see()["to_act"][0]
        table.act(seat, table.legal(seat)[-1])
        if ply == 6:
            receipt = json.loads(bundle_of(table.visitor, table.game).splitlines()[-1])["note"]
    table.act(0, {"type": "resign"})
    return Ended(table, bundle_of(table.visitor, table.game), receipt)


def bundle_of(client: Client, game: str) -> str:
    response = client.get(f"/games/{game}/audit")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == NDJSON
    return response.content.decode()


def verified(tmp_path: Path, bundle: str, *arguments: str) -> tuple[int, dict[str, Any]]:
    """What `cartulary verify` says, and its exit status."""
    path = tmp_path / "game.ndjson"
    path.write_text(bundle, encoding="utf-8")
    done = run("verify", str(path), "--json", *arguments)
    return done.returncode, json.loads(done.stdout)


def checks(report: dict[str, Any], holds: bool | None) -> set[str]:
    return {each["check"] for each in report["checks"] if each["holds"] is holds}


def test_a_finished_game_is_verified_against_the_services_key_and_an_earlier_receipt(
    ended: Ended, tmp_path: Path
) -> None:
    key = body_of(ended.table.visitor.get("/catalogue"), 200)["keys"][-1]
    receipt = tmp_path / "receipt"
    receipt.write_text(ended.receipt, encoding="utf-8")
    status, report = verified(tmp_path, ended.bundle, "--key", key["key"], "--receipt", str(receipt))
    assert (status, report["verified"], report["complete"]) == (0, True, True)
    assert (report["game"], report["head"]) == (ended.table.game, ended.table.see()["head"])


def test_without_a_receipt_or_key_it_says_what_was_not_checked(ended: Ended, tmp_path: Path) -> None:
    status, report = verified(tmp_path, ended.bundle)
    assert (status, checks(report, None), checks(report, False)) == (0, {"receipt"}, set())
    assert "nobody vouched for" in str(report["checks"])


def test_a_changed_event_is_found_with_exit_status_one(ended: Ended, tmp_path: Path) -> None:
    lines = ended.bundle.splitlines()
    lines[5] = lines[5].replace('\\"ply\\":', '\\"ply\\":1')
    status, report = verified(tmp_path, "\n".join(lines))
    assert status == 1
    assert not report["verified"]


def test_another_key_than_the_services_is_found(ended: Ended, tmp_path: Path) -> None:
    stranger = Signer(bytes(32)).public.text()
    status, report = verified(tmp_path, ended.bundle, "--key", stranger)
    assert (status, checks(report, False)) == (1, {"signature"})


def test_what_is_no_bundle_is_not_verified(tmp_path: Path) -> None:
    for text in ("", "{}", "hello", "\n\n"):
        status, report = verified(tmp_path, text)
        assert (status, report["verified"]) == (1, False)


def test_a_running_game_shows_everybody_only_what_he_may_see(served: str, tmp_path: Path) -> None:
    table = Table.of(served)
    bundles = [bundle_of(table.audience(seat), table.game) for seat in (0, 1, None)]
    public = [[json.loads(line)["public"] for line in bundle.splitlines()[1:-1]] for bundle in bundles]
    assert public[0] == public[1] == public[2]
    private = [[json.loads(line)["private"] for line in bundle.splitlines()[1:-1]] for bundle in bundles]
    assert not any(private[2])
    assert private[0] != private[1]
    assert "server_seed" not in str(private)
    for bundle in bundles:
        status, report = verified(tmp_path, bundle)
        assert (status, report["status"]) == (0, "playing")
        assert checks(report, None) == {"receipt", "seed", "commitments", "rules"}


def test_every_accepted_action_answers_with_the_head_that_the_audit_signs(served: str) -> None:
    table = Table.of(served)
    seat = table.see()["to_act"][0]
    head = table.act(seat, table.legal(seat)[0])["game"]["head"]
    assert head in json.loads(bundle_of(table.visitor, table.game).splitlines()[-1])["note"]


def test_there_is_no_bundle_of_a_game_that_there_is_not(served: str) -> None:
    assert Client(served).get("/games/00000000-0000-7000-8000-000000000000/audit").status_code == 404


# keys


def test_a_note_holds_for_its_key_and_text_alone() -> None:
    signer, other = Signer(bytes(32)), Signer(b"1" * 32)
    note = signer.note("one\ntwo\n")
    assert notes.open_note(note, [notes.public_key(signer.public.text())]) == ("one\ntwo\n", signer.public)
    for changed, key in ((note.replace("one", "eno"), signer.public), (note, other.public), ("one\n", signer.public)):
        with pytest.raises(BadNote):
            notes.open_note(changed, [key])


@pytest.mark.parametrize("text", ["", "cartulary", "cartulary+00000000+AAAA", "a+b+c", "cartulary+56e34f05+ATTc!"])
def test_a_malformed_idempotency_key_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        notes.public_key(text)


def test_a_new_key_signs_and_older_ones_are_still_shown(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "keys")
    keys.make_first()
    first = keys.active()
    keys.make()
    assert keys.active().public != first.public
    assert [each.public for each in Keys(tmp_path / "keys").signers()] == [first.public, keys.active().public]
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "keys").iterdir()} == {0o600}


def test_the_library_says_the_same_as_the_command(ended: Ended, tmp_path: Path) -> None:
    path = tmp_path / "game.ndjson"
    path.write_text(ended.bundle, encoding="utf-8")
    report = bundles.verify(path, bundles.Given())
    assert report_text.report_json(report) == verified(tmp_path, ended.bundle)[1]
    assert report_text.describe(report).endswith(
        "Verified, resting on the operator's word for every ply; some of it could not be checked."
    )
