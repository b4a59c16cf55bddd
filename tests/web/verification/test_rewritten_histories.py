"""Histories that an operator tells otherwise, to one reader or to all, and times that the operator sets back."""

import subprocess
import sys
from pathlib import Path

from cartulary.audit.report import Report
from cartulary.audit.report_text import describe
from tests.web.dishonest_operator import dated_back, dealt, last_note, set_back
from tests.web.verifiers import SIGNER, Case, Said, bundle_of, by_first, by_second, parts, played, receipt_of


def told_of(case: Case) -> list[Said]:
    """What each of the verifiers says."""
    return [by_first(case), *by_second([case])]


def require(case: Case, *wrong: str) -> None:
    """Both find these checks wrong and no others; without any both verify."""
    for said in told_of(case):
        assert {name for name, holds in said.checks().items() if holds is False} == {*wrong}
        assert said.verified == (not wrong)


def two_histories() -> tuple[bytes, bytes]:
    """The bundles of one running game that two readers are shown, of one length."""
    table, other = dealt(options={}), dealt(bytes(32), {})
    until = min(len(table.rows), len(other.rows))
    return bundle_of(table, until), bundle_of(other, until)


def test_another_history_shown_to_one_reader_is_found_by_the_receipt_of_the_other() -> None:
    for shown, other in (two_histories(), two_histories()[::-1]):
        require(Case(shown, receipts=[last_note(shown), last_note(other)]), "receipt")


def test_with_their_own_receipts_neither_reader_finds_it() -> None:
    for shown in two_histories():
        require(Case(shown, receipts=[last_note(shown)]))


def command(folder: Path, bundle: bytes, receipt: str) -> str:
    """What the command prints of a bundle that does not verify, given the service's key and a receipt."""
    (folder / "game.ndjson").write_bytes(bundle)
    (folder / "other.txt").write_text(receipt, encoding="utf-8")
    arguments = [sys.executable, "-m", "cartulary", "verify", "game.ndjson", "--receipt", "other.txt"]
    done = subprocess.run(
        [*arguments, "--key", SIGNER.public.text()],
        cwd=folder,
        env={"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    return done.stdout


def test_the_two_notes_are_printed_as_proof(tmp_path: Path) -> None:
    shown, other = two_histories()
    told = command(tmp_path, shown, last_note(other))
    assert "has signed two histories" in told
    for note in (last_note(shown), last_note(other)):
        assert note in told


def test_of_a_receipt_that_contradicts_the_file_it_is_said_whether_that_is_proof_and_else_what_lacks_a_signature(
    tmp_path: Path,
) -> None:
    shown, other = two_histories()
    receipt, proof = last_note(other), "both together prove it"
    assert proof in command(tmp_path, shown, receipt)
    lacks = "The key by which this was checked has not signed your receipt."
    told = command(tmp_path, shown, receipt.replace("\u2014 cartulary ", "\u2014 somebody "))
    assert (lacks in told, proof in told) == (True, False)
    lacks = "No known key has signed this file as it is, so it proves nothing"
    told = command(tmp_path, shown.replace("\u2014 cartulary ".encode(), "\u2014 somebody ".encode()), receipt)
    assert (lacks in told, proof in told) == (True, False)


def test_notes_by_another_key_are_no_proof_against_the_operator() -> None:
    shown, other = two_histories()
    forged = last_note(other).replace("\u2014 cartulary ", "\u2014 somebody ")
    said = by_first(Case(shown, SIGNER.public.text(), receipts=[last_note(shown), forged]))
    assert said.report["proof"] is None
    unknown = by_first(Case(shown, receipts=[last_note(other)]))
    assert (unknown.verified, unknown.report["proof"]) == (False, None), "the bundle itself named the key"
    honest = by_first(Case(shown, SIGNER.public.text(), receipts=[last_note(shown)]))
    assert honest.report["proof"] is None


def test_a_history_that_is_rewritten_after_a_receipt_has_left_is_found() -> None:
    before, anew = dealt(), played(dealt(bytes(32)), 8)
    require(Case(bundle_of(anew), receipt=receipt_of(before.rows, 2)), "receipt")


def test_a_history_that_is_rewritten_before_the_first_receipt_has_left_is_found_by_nothing() -> None:
    anew = played(dealt(bytes(32)), 8)
    require(Case(bundle_of(anew), receipt=receipt_of(anew.rows, 1)))


def test_a_time_before_the_one_before_it_is_found() -> None:
    bundle = bundle_of(played(dealt(options={}), 8))
    last = len(parts(bundle)[1])
    for position in (2, last // 2, last):
        require(Case(set_back(bundle, position)), "positions")


def test_a_whole_record_that_is_dated_back_is_not_found_without_the_log() -> None:
    require(Case(dated_back(bundle_of(played(dealt(options={}), 8)))))


def test_of_keys_nothing_is_said_where_the_players_have_none() -> None:
    assert "That these keys are the players'" not in describe(Report())
    keyed = Report(players=[{"seat": 0, "player": "x", "key": "k", "position": 2}])
    assert "That these keys are the players'" in describe(keyed)
    assert "when it all happened" in describe(Report()).lower()
