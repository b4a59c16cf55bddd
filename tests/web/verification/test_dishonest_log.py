"""What an operator can do to a log of games, how witnesses find it, and that it is not found without them."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from cartulary.audit.log_proofs import seconds_of
from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.canonical import base64url, canonical
from cartulary.record.bundle import bundle_of as read_bundle
from cartulary.record.event import time_of
from cartulary.signing.cosignatures import COSIGNATURE, cosign
from cartulary.signing.notes import Signer
from cartulary.transparency import merkle_tree
from cartulary.transparency.checkpoint import Checkpoint
from cartulary.transparency.inclusion import InclusionProof
from cartulary.transparency.leaf import Leaf
from cartulary.witness.witness import Refused
from cartulary_service import web
from tests.commands import run
from tests.domain.table import AT, Table
from tests.web.conformance import case_of, verdicts
from tests.web.conformance_games import CARTA, short
from tests.web.operator_log import ORIGIN, OperatorLog, witness_of
from tests.web.verifiers import (
    GAME_ID,
    RULES,
    SIGNER,
    Case,
    Said,
    bundle_of,
    by_first,
    by_second,
    parts,
    played,
    resigned,
)

NOW = seconds_of(AT) + 30
WEEK = 7 * 86_400
OTHERS = [Leaf(f"00000000-0000-7000-8000-0000000000{number}", 1, bytes([number] * 32)) for number in range(11, 16)]


def game_of(seed: bytes, plies: int = 6) -> Table:
    return played(Table(GAME, GAME.setup("ru", 2, {}), seed, [b"\1" * 32, b"\2" * 32], rules=RULES), plies)


def ends(table: Table) -> list[int]:
    """The versions of a game that the log is to hold."""
    taken = max(row.position for row in table.rows if row.type == "SeatTaken")
    return [1, taken, len(table.rows)]


def logged(table: Table) -> OperatorLog:
    log = OperatorLog(OTHERS)
    log.add(table, *ends(table))
    return log


def told_of(case: Case) -> list[Said]:
    """What each of the verifiers says."""
    return [by_first(case), *by_second([case])]


def words_of(said: Said, check: str) -> str:
    """What a verifier says of a check."""
    return "".join(each["words"] for each in said.report["checks"] if each["check"] == check)


def fails(case: Case, check: str) -> bool:
    """Whether both verifiers refuse a bundle, for this check alone."""
    told = told_of(case)
    wrong = [{name for name, holds in said.checks().items() if holds is False} for said in told]
    assert len({said.verified for said in told}) == 1
    return wrong == [{check}] * len(told)


def holds(case: Case) -> bool:
    """Whether both verify a bundle."""
    return all(said.verified for said in told_of(case))


def test_a_log_that_only_grows_is_cosigned_and_both_verifiers_say_so(tmp_path: Path) -> None:
    log, witness = OperatorLog(OTHERS), witness_of(tmp_path / "witness", NOW)
    witness.add(log.submission(0))
    table = game_of(b"\7" * 32)
    log.add(table, *ends(table))
    line = witness.add(log.submission(len(OTHERS)))
    case = Case(log.bundle(bundle_of(table), line), witnesses=[witness.key.text()], quorum=1)
    for said in told_of(case):
        assert said.verified
        assert (said.checks()["log"], said.checks()["witnesses"]) == (True, True)


def test_a_history_that_was_rewritten_after_a_checkpoint_is_not_in_the_log() -> None:
    log, rewritten = logged(game_of(b"\7" * 32)), game_of(b"\7" * 32, plies=5)
    assert fails(Case(log.bundle(bundle_of(rewritten))), "log")


def test_without_the_proofs_of_the_log_the_rewritten_history_is_not_found() -> None:
    assert holds(Case(bundle_of(game_of(b"\7" * 32, plies=5))))


def test_a_history_that_was_rewritten_before_the_first_checkpoint_is_not_found_by_the_log() -> None:
    rewritten = game_of(b"\7" * 32, plies=5)
    assert holds(Case(logged(rewritten).bundle(bundle_of(rewritten))))


def test_another_history_shown_to_one_reader_lacks_the_witness(tmp_path: Path) -> None:
    witness = witness_of(tmp_path / "witness", NOW)
    shown, other = game_of(b"\7" * 32), game_of(b"\7" * 32, plies=5)
    line = witness.add(logged(shown).submission(0))
    key = [witness.key.text()]
    assert holds(Case(logged(shown).bundle(bundle_of(shown), line), witnesses=key, quorum=1))
    assert fails(Case(logged(other).bundle(bundle_of(other)), witnesses=key, quorum=1), "witnesses")


def test_without_a_witness_each_reader_is_satisfied_with_a_log_of_its_own() -> None:
    for table in (game_of(b"\7" * 32), game_of(b"\7" * 32, plies=5)):
        assert holds(Case(logged(table).bundle(bundle_of(table))))


def test_a_cosignature_of_another_checkpoint_is_none_of_the_forked_one(tmp_path: Path) -> None:
    witness = witness_of(tmp_path / "witness", NOW)
    shown, other = game_of(b"\7" * 32), game_of(b"\7" * 32, plies=5)
    line = witness.add(logged(shown).submission(0))
    forked = Case(logged(other).bundle(bundle_of(other), line), witnesses=[witness.key.text()], quorum=1)
    assert fails(forked, "witnesses")


def test_a_witness_does_not_cosign_a_forked_checkpoint(tmp_path: Path) -> None:
    witness = witness_of(tmp_path / "witness", NOW)
    log = logged(game_of(b"\7" * 32))
    witness.add(log.submission(0))
    forked = OperatorLog([*OTHERS[::-1], *log.leaves[len(OTHERS) :]])
    with pytest.raises(Refused) as refused:
        witness.add(forked.submission(len(log.leaves)))
    assert refused.value.status == HTTPStatus.CONFLICT
    forked.leaves.append(OTHERS[0])
    with pytest.raises(Refused) as refused:
        witness.add(forked.submission(len(log.leaves)))
    assert refused.value.status == HTTPStatus.UNPROCESSABLE_ENTITY


def test_a_witness_does_not_sign_backwards(tmp_path: Path) -> None:
    witness = witness_of(tmp_path / "witness", NOW)
    log = logged(game_of(b"\7" * 32))
    witness.add(log.submission(0))
    shorter = OperatorLog(log.leaves[:-1])
    for old in (0, len(shorter.leaves)):
        with pytest.raises(Refused) as refused:
            witness.add(shorter.submission(old))
        assert (refused.value.status, refused.value.size) == (HTTPStatus.CONFLICT, len(log.leaves))
    again = witness_of(tmp_path / "witness", NOW)
    with pytest.raises(Refused):
        again.add(shorter.submission(0))


def test_a_signer_that_remembers_nothing_signs_backwards_and_forks() -> None:
    careless = Signer(b"careless".ljust(32), "careless", b"\x04")
    for table in (game_of(b"\7" * 32), game_of(b"\7" * 32, plies=5)):
        log = logged(table)
        line = cosign(careless, log.checkpoint(), NOW)
        case = Case(log.bundle(bundle_of(table), line), witnesses=[careless.public.text()], quorum=1)
        assert holds(case)


def test_a_game_that_was_dated_back_is_found_by_the_time_of_the_witnesses(tmp_path: Path) -> None:
    table = game_of(b"\7" * 32)
    log, witness = logged(table), witness_of(tmp_path / "witness", NOW + WEEK)
    bundle = log.bundle(bundle_of(table), witness.add(log.submission(0)))
    assert fails(Case(bundle, witnesses=[witness.key.text()], quorum=1), "witnesses")
    assert holds(Case(bundle))


def test_a_clock_that_was_set_forward_is_found_by_the_time_of_the_witnesses(tmp_path: Path) -> None:
    table = game_of(b"\7" * 32)
    log, witness = logged(table), witness_of(tmp_path / "witness", NOW - WEEK)
    bundle = log.bundle(bundle_of(table), witness.add(log.submission(0)))
    assert fails(Case(bundle, witnesses=[witness.key.text()], quorum=1), "witnesses")


def test_as_many_witnesses_as_are_asked_for_must_have_cosigned(tmp_path: Path) -> None:
    table = game_of(b"\7" * 32)
    log = logged(table)
    witnesses = [witness_of(tmp_path / name, NOW, name) for name in ("one", "two", "three")]
    lines = "".join(each.add(log.submission(0)) for each in witnesses[:2])
    keys = [each.key.text() for each in witnesses]
    bundle = log.bundle(bundle_of(table), lines)
    assert holds(Case(bundle, witnesses=keys, quorum=2))
    assert fails(Case(bundle, witnesses=keys, quorum=3), "witnesses")
    assert fails(Case(bundle, witnesses=[keys[0], keys[0]], quorum=2), "witnesses")


def test_a_witness_that_cosigned_before_the_time_stated_is_not_counted_among_those_that_saw_it() -> None:
    table = game_of(b"\7" * 32)
    log = logged(table)
    signers = [Signer(name.encode().ljust(32), name, COSIGNATURE) for name in ("one", "two", "three")]
    keys = [each.public.text() for each in signers]
    lines = [
        cosign(each, log.checkpoint(), time) for each, time in zip(signers, (NOW - WEEK, NOW, NOW + 1), strict=True)
    ]
    two = Case(log.bundle(bundle_of(table), "".join(lines[:2])), witnesses=keys, quorum=2)
    assert fails(two, "witnesses")
    assert {said.report["witnessed"] for said in told_of(two)} == {0}
    three = Case(log.bundle(bundle_of(table), "".join(lines)), witnesses=keys, quorum=2)
    assert holds(three)
    assert {said.report["witnessed"] for said in told_of(three)} == {2}


def test_who_asks_for_witnesses_is_not_content_without_proofs(tmp_path: Path) -> None:
    table = game_of(b"\7" * 32)
    key = [witness_of(tmp_path / "witness", NOW).key.text()]
    assert fails(Case(bundle_of(table), witnesses=key, quorum=1), "witnesses")
    log = OperatorLog(OTHERS)
    log.add(table, 1)
    line = witness_of(tmp_path / "witness", NOW).add(log.submission(0))
    assert fails(Case(log.bundle(bundle_of(table), line), witnesses=key, quorum=1), "witnesses")


@pytest.mark.parametrize("more", [0, 1])
def test_proofs_of_two_logs_of_one_name_are_of_no_log(more: int) -> None:
    table = game_of(b"\7" * 32)
    one, middle, end = (Leaf(GAME_ID, each, table.rows[each - 1].hash) for each in ends(table))
    first, second = OperatorLog([one, middle, end]), OperatorLog([middle, one, end, *OTHERS[:more]])
    *events, note = first.bundle(bundle_of(table)).decode().splitlines()
    said, other = json.loads(note), json.loads(second.bundle(bundle_of(table)).decode().splitlines()[-1])
    said["log"][1] = next(each for each in other["log"] if each["version"] == middle.version)
    case = Case("\n".join([*events, canonical(said), ""]).encode())
    assert fails(case, "log")
    words = {words_of(told, "log") for told in told_of(case)}
    assert len(words) == 1
    assert words.pop().startswith("the proofs are not of one log: ")


def place(tree: Mapping[int, bytes], entry: Leaf, at: int, size: int) -> dict[str, Any]:
    """A proof for an entry in a tree of so many, with these hashes of entries and one hash for all subtrees else."""

    def node(start: int, count: int) -> bytes:
        if start > max(tree):
            return bytes(32)
        left = 0 if count == 1 else merkle_tree.split(count)
        return tree[start] if count == 1 else merkle_tree.hash_node(node(start, left), node(start + left, count - left))

    def path(start: int, count: int) -> list[bytes]:
        if count == 1:
            return []
        left = merkle_tree.split(count)
        if at < start + left:
            return [*path(start, left), node(start + left, count - left)]
        return [*path(start + left, count - left), node(start, left)]

    note = SIGNER.called(ORIGIN).note(Checkpoint(ORIGIN, size, node(0, size)).text())
    salt = {} if entry.salt is None else {"salt": base64url(entry.salt)}
    return {"version": entry.version, "proof": InclusionProof(at, path(0, size), note).text(), **salt}


def with_proofs(bundle: bytes, proofs: Sequence[Mapping[str, Any]]) -> bytes:
    """A bundle with these proofs in its last line."""
    *events, note = bundle.decode().splitlines()
    return "\n".join([*events, canonical({**json.loads(note), "log": proofs}), ""]).encode()


def hashes_of(*entries: Leaf) -> dict[int, bytes]:
    return {at: merkle_tree.hash_leaf(each.entry()) for at, each in enumerate(entries)}


@pytest.mark.parametrize("entry", ["of another game", "of the same version, under another salt"])
def test_proofs_of_trees_that_contradict_each_other_anywhere_are_of_no_log(entry: str) -> None:
    header, events = parts(bundle_of(game_of(b"\7" * 32)))
    events[0][0]["data"]["private"] = is_private = entry != "of another game"
    bundle = resigned(events, header)
    heads, salts = fold_heads(bundle), [bytes([each]) * 32 if is_private else None for each in range(4)]
    versions = ends(game_of(b"\7" * 32))
    first, taken, end = (Leaf(GAME_ID, each, heads[each - 1], salts[0]) for each in versions)
    other = first._replace(salt=salts[1]) if is_private else OTHERS[0]
    tree = hashes_of(other, taken, end)
    proofs = [place(hashes_of(first), first, 0, 1), place(tree, taken, 1, 3), place(tree, end, 2, 3)]
    if is_private:
        proofs.append(place(tree, other, 0, 3))
    case = Case(with_proofs(bundle, proofs))
    assert fails(case, "log")
    words = {words_of(told, "log") for told in told_of(case)}
    assert words == {"the proofs are not of one log: two entries stand at its place 0"}


@pytest.mark.parametrize("size", [2**50 + 1, 2**53 + 2, 10**17, 2**63 + 1])
def test_a_log_of_any_size_is_proven_as_it_is(size: int) -> None:
    table = game_of(b"\7" * 32)
    entries = [Leaf(GAME_ID, each, table.rows[each - 1].hash) for each in ends(table)]
    proofs = [place(hashes_of(*entries), each, at, size) for at, each in enumerate(entries)]
    for told in told_of(Case(with_proofs(bundle_of(table), proofs))):
        assert told.verified
    false = [*proofs[:2], {**proofs[2], "proof": proofs[2]["proof"].replace("index 2", "index 3")}]
    assert fails(Case(with_proofs(bundle_of(table), false)), "log")


@pytest.mark.parametrize("log", [{}, "", None, 7])
def test_proofs_that_are_no_list_are_no_bundle(tmp_path: Path, log: Any) -> None:
    bundle = with_proofs(bundle_of(game_of(b"\7" * 32)), log)
    assert fails(Case(bundle), "format")
    (file := tmp_path / "game.ndjson").write_bytes(bundle)
    third = subprocess.run([sys.executable, "examples/verify.py", file], capture_output=True, text=True, check=False)
    assert (third.returncode, "form: WRONG" in third.stdout) == (1, True)


def test_a_proof_that_stands_twice_counts_a_version_once() -> None:
    table, signer = game_of(b"\7" * 32), Signer(b"witness".ljust(32), "witness", COSIGNATURE)
    log = logged(table)
    bundle = log.bundle(bundle_of(table), cosign(signer, log.checkpoint(), NOW))
    proofs = json.loads(bundle.splitlines()[-1])["log"]
    case = Case(with_proofs(bundle, [proofs[0], *proofs]), witnesses=[signer.public.text()], quorum=1)
    assert len({words_of(told, "witnesses") for told in told_of(case)}) == 1


def test_of_witnesses_that_saw_a_version_each_it_is_not_said_that_one_saw_all() -> None:
    table = game_of(b"\7" * 32)
    log, signers = OperatorLog(OTHERS), [Signer(name.encode().ljust(32), name, COSIGNATURE) for name in ("one", "two")]
    log.add(table, *ends(table)[:1])
    said = json.loads(log.bundle(bundle_of(table), cosign(signers[0], log.checkpoint(), NOW)).splitlines()[-1])
    log.add(table, *ends(table)[1:])
    *events, note = log.bundle(bundle_of(table), cosign(signers[1], log.checkpoint(), NOW)).decode().splitlines()
    whole = canonical({**json.loads(note), "log": [*said["log"], *json.loads(note)["log"][1:]]})
    bundle = "\n".join([*events, whole, ""]).encode()
    for told in told_of(Case(bundle, witnesses=[each.public.text() for each in signers], quorum=1)):
        assert told.verified
        assert "1 of the witnesses given, of each perhaps others, saw versions" in words_of(told, "witnesses")


def test_a_private_game_that_the_log_names_is_said_to_be_shown(tmp_path: Path) -> None:
    header, events = parts(bundle_of(game_of(b"\7" * 32)))
    events[0][0]["data"]["private"] = True
    bundle = resigned(events, header)
    heads = fold_heads(bundle)
    log = OperatorLog([Leaf(GAME_ID, each, heads[each - 1]) for each in (1, len(heads))])
    (file := tmp_path / "game.ndjson").write_bytes(log.bundle(bundle))
    told = run("verify", str(file), "--key", SIGNER.public.text()).stdout
    assert ("names its game, which the record says is private" in told, "do not show this history" in told) == (
        True,
        False,
    )


def fold_heads(bundle: bytes) -> list[bytes]:
    """The heads of a bundle, after each event."""
    return [row.hash for row in read_bundle(bundle.decode().splitlines()).rows]


def test_a_false_cosignature_or_checkpoint_is_found(tmp_path: Path) -> None:
    table = game_of(b"\7" * 32)
    log, witness = logged(table), witness_of(tmp_path / "witness", NOW)
    line = witness.add(log.submission(0))
    false = f"{line[:-8]}AAAAAA=\n"
    bundle = log.bundle(bundle_of(table), false)
    assert fails(Case(bundle, witnesses=[witness.key.text()], quorum=1), "witnesses")
    bundle = log.bundle(bundle_of(table), line).replace(f"\\n{len(log.leaves)}\\n".encode(), b"\\n9\\n")
    assert fails(Case(bundle), "log")


def test_a_checkpoint_whose_size_is_spelled_otherwise_is_none_and_nobody_saw_it(tmp_path: Path) -> None:
    table = game_of(b"\7" * 32)
    log, witness = logged(table), witness_of(tmp_path / "witness", NOW)
    bundle = log.bundle(bundle_of(table), witness.add(log.submission(0)))
    spelled = bundle.replace(f"\\n{len(log.leaves)}\\n".encode(), f"\\n0{len(log.leaves)}\\n".encode())
    for said in told_of(Case(spelled, witnesses=[witness.key.text()], quorum=1)):
        assert (said.checks()["log"], said.checks()["witnesses"]) == (False, False)
        assert "a checkpoint of the log is none" in words_of(said, "log")


def test_a_witness_that_is_named_twice_or_under_two_names_is_one(tmp_path: Path) -> None:
    table = game_of(b"\7" * 32)
    log, witness = logged(table), witness_of(tmp_path / "witness", NOW)
    bundle, key = log.bundle(bundle_of(table), witness.add(log.submission(0))), witness.key
    (file := tmp_path / "game.ndjson").write_bytes(bundle)
    other = key._replace(name="another").text()
    for names in ([key.text()] * 2, [key.text(), other], [other, key.text()]):
        given = [word for each in names for word in ("--witness", each)]
        for quorum in ([], ["--quorum", "1"]):
            first = run("verify", str(file), *given, *quorum)
            command = ["node", str(web.VERIFIER), str(file), *given, *quorum]
            second = subprocess.run(command, capture_output=True, text=True, check=False)
            assert (first.returncode, second.returncode) == (0, 0), first.stdout + second.stdout


def test_the_name_of_a_log_is_told_from_the_words_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "log\u3164(cosigned\u3164by\u3164all)"
    monkeypatch.setattr("tests.web.operator_log.ORIGIN", name)
    table = game_of(b"\7" * 32)
    for said in told_of(Case(logged(table).bundle(bundle_of(table)))):
        assert f"the log {json.dumps(name)} holds" in words_of(said, "log")


@pytest.mark.parametrize(("seen", "when"), [(2**63 + 1, "after"), (0, "before")])
def test_a_cosignature_of_any_time_is_read_as_it_was_signed_and_no_clock_is_blamed(
    tmp_path: Path, seen: int, when: str
) -> None:
    table = game_of(b"\7" * 32)
    log, witness = logged(table), witness_of(tmp_path / "witness", seen)
    case = Case(log.bundle(bundle_of(table), witness.add(log.submission(0))), witnesses=[witness.key.text()], quorum=1)
    first, second = (words_of(said, "witnesses") for said in told_of(case))
    assert first == second
    assert f"was seen {abs(seen - seconds_of(AT))} s {when} the time stated" in first
    assert "one of these clocks" in first


def test_the_service_is_no_witness_of_its_own() -> None:
    table = game_of(b"\7" * 32)
    log = logged(table)
    own = Signer(b"operator".ljust(32), "independent", COSIGNATURE)
    bundle = log.bundle(bundle_of(table), cosign(own, log.checkpoint(), NOW))
    for key in (SIGNER.public.text(), ""):
        case = Case(bundle, key=key or None, witnesses=[own.public.text()], quorum=1)
        assert fails(case, "witnesses")
        assert {said.report["witnessed"] for said in told_of(case)} == {0}
        assert all("key of the service" in words_of(said, "witnesses") for said in told_of(case))


def test_a_public_game_whose_entries_hide_it_from_those_who_read_the_log_is_wrong() -> None:
    table = game_of(b"\7" * 32)
    hidden = [Leaf(GAME_ID, version, table.rows[version - 1].hash, b"salt" * 8) for version in ends(table)]
    case = Case(OperatorLog([*OTHERS, *hidden]).bundle(bundle_of(table)))
    assert fails(case, "log")
    assert all("hides its game" in words_of(said, "log") for said in told_of(case))


@pytest.mark.parametrize("version", ['"1"', "true"])
def test_a_proof_whose_version_is_no_number_makes_no_bundle(version: str) -> None:
    table = game_of(b"\7" * 32)
    bundle = logged(table).bundle(bundle_of(table)).replace(b'"version":1}', f'"version":{version}}}'.encode())
    assert [said.checks()["format"] for said in told_of(Case(bundle))] == [False, False]


def test_a_salt_that_is_no_text_makes_no_proof_of_a_public_game() -> None:
    table = game_of(b"\7" * 32)
    bundle = logged(table).bundle(bundle_of(table)).replace(b'"version":1}', b'"salt":null,"version":1}')
    assert b"salt" in bundle
    assert not any(said.verified for said in told_of(Case(bundle)))


@pytest.mark.parametrize("table", [game_of(b"\7" * 32), short(CARTA)], ids=["running", "ended"])
def test_a_game_that_the_log_leaves_out_is_told_of_and_wrong_a_day_later(table: Table) -> None:
    bundle = bundle_of(table)
    assert all("log" not in said.checks() for said in told_of(Case(bundle))), "nobody asked for it"
    soon = Case(bundle, asked_at=NOW + 600)
    assert [said.checks()["log"] for said in told_of(soon)] == [None, None]
    assert holds(soon)
    assert fails(Case(bundle, asked_at=NOW + WEEK), "log")


def test_an_entry_is_late_by_the_clock_of_the_reader_which_is_named(tmp_path: Path) -> None:
    table = short(CARTA)
    (file := tmp_path / "game.ndjson").write_bytes(bundle_of(table))
    told = run("verify", str(file), "--log").stdout
    assert "more than a day after its time by the clock of this machine" in told
    assert "Look at the clock of this machine" in told


def test_an_event_that_is_yet_to_come_is_wrong_by_the_clock_of_the_reader() -> None:
    table = short(CARTA)
    then = seconds_of(time_of(table.rows[-1]))
    assert holds(Case(bundle_of(table), asked_at=then - 30))
    early = Case(bundle_of(table), asked_at=then - 90)
    assert fails(early, "log")
    for said in told_of(early):
        told = next(each["words"] for each in said.report["checks"] if each["check"] == "log")
        assert "by the clock of this machine its time is yet to come" in told


@pytest.mark.parametrize("missing", range(3), ids=["creation", "seats", "end"])
def test_a_log_that_has_all_but_one_entry_of_a_game_is_wrong_a_day_later(missing: int) -> None:
    table, log = short(CARTA), OperatorLog(OTHERS)
    log.add(table, *(version for place, version in enumerate(ends(table)) if place != missing))
    bundle = log.bundle(bundle_of(table))
    assert holds(Case(bundle, asked_at=NOW + 600))
    assert fails(Case(bundle, asked_at=NOW + WEEK), "log")


def test_a_log_without_the_full_seats_of_a_running_game_is_wrong_a_day_later() -> None:
    table = Table(GAME, GAME.setup("ru", 2, {}), bytes(32), [b"\1" * 32, b"\2" * 32], rules=RULES)
    log = OperatorLog(OTHERS)
    log.add(table, 1)
    bundle = log.bundle(bundle_of(table))
    assert holds(Case(bundle, asked_at=NOW + 600))
    assert fails(Case(bundle, asked_at=NOW + WEEK), "log")


def test_of_heads_without_a_proof_it_is_said_that_the_file_has_none_and_nothing_of_the_log() -> None:
    table, log = short(CARTA), OperatorLog(OTHERS)
    log.add(table, 1)
    bundle, (creation, seats, end) = bundle_of(table), ends(table)
    cases = {
        "the file has no proofs of the log": (Case(bundle, asked_at=NOW + 600), f"{creation}, {seats}, {end}"),
        "holds the head of version 1": (Case(log.bundle(bundle)), f"{seats}, {end}"),
    }
    for words, (case, lacking) in cases.items():
        for said in told_of(case):
            told = next(each["words"] for each in said.report["checks"] if each["check"] == "log")
            assert words in told
            assert told.endswith(f"of version {lacking} the file has none")
            assert "yet" not in told


def test_a_salt_that_somebody_added_to_a_proof_is_no_entry_that_hides_its_game() -> None:
    verdict = next(each for each in verdicts() if each["name"] == "in-the-log")
    case = case_of(verdict)
    *lines, last = case.bundle.decode().splitlines()
    said = json.loads(last)
    said["log"][0]["salt"] = base64url(bytes(32))
    forged = "".join(f"{line}\n" for line in (*lines, canonical(said))).encode()
    for told in told_of(case._replace(bundle=forged)):
        assert "does not show this head in the log" in words_of(told, "log")
