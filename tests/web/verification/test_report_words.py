"""What both programs say beside their checks: what fails, by whose keys, where to look, and how seats are counted."""

import json
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.canonical import base64url, canonical
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR
from cartulary.match.actions import OfferSeat, Resign
from cartulary.match.clock.settings import Clock
from cartulary.match.substitution import take_over
from cartulary.record.bundle import RECEIPT, receipt_text
from cartulary.signing.notes import Signer
from cartulary_service import web
from tests.commands import run
from tests.web import verifiers
from tests.web.conformance import FOLDER
from tests.web.dishonest_operator import (
    ENTROPY,
    act_signed,
    acted,
    dealt,
    ended,
    first_action,
    forge,
    give_key,
    invent_move,
    last_note,
    play_signed,
    put_under_signature,
    signing_table,
    take_over_by_bot,
)
from tests.web.operator_log import OperatorLog
from tests.web.verifiers import GAME_ID, SIGNER, bundle_of, needs_node, parts, played, receipt_of, resigned, with_more

pytestmark = needs_node
SIGNED = str(FOLDER / "carta-signed.ndjson")
OWN_KEY = ("--key", SIGNER.public.text())
OTHER = Signer(b"another key".ljust(32))
KEEP = "Ask for the bundle once more"
LOOK = "Look again at what you gave"
CHANGED = "The record in this file was changed"
DAMAGED = "The file is damaged"


def node(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["node", str(web.VERIFIER), *arguments], capture_output=True, text=True, check=False)


def by_node(*arguments: str) -> str:
    done = node(*arguments)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def told_by_both(*arguments: str) -> list[str]:
    """What each of the programs prints."""
    return [run("verify", *arguments).stdout, by_node(*arguments)]


def put(path: Path, content: str | bytes) -> str:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def two_stories(folder: Path, signer: Signer = SIGNER) -> list[str]:
    """Arguments: the bundle of a running game, and a receipt of its last version with another head."""
    table, other = dealt(options={}), dealt(bytes(32), {})
    until = min(len(table.rows), len(other.rows))
    receipt = put(folder / "receipt.txt", receipt_of(other.rows, until, signer))
    return [put(folder / "game.ndjson", bundle_of(table, until)), "--receipt", receipt]


def test_two_signed_histories_are_printed_as_proof_and_never_verified(tmp_path: Path) -> None:
    stories = two_stories(tmp_path)
    own, other = last_note(Path(stories[0]).read_bytes()), Path(stories[2]).read_text(encoding="utf-8")
    for told in told_by_both(*stories, *OWN_KEY):
        assert "NOT verified." in told
        assert "The service has signed two histories of this game." in told
        assert own in told
        assert other in told
    for told in told_by_both(*stories):
        assert "two histories of this game" not in told, "the bundle itself named the key"


def test_two_receipts_that_contradict_each_other_are_proof_without_the_note_of_the_file(tmp_path: Path) -> None:
    table, other = dealt(options={}), dealt(bytes(32), {})
    receipts = [
        put(tmp_path / f"{place}.txt", receipt_of(rows, 2)) for place, rows in enumerate((table.rows, other.rows))
    ]
    bundle = put(tmp_path / "game.ndjson", bundle_of(table))
    for told in told_by_both(bundle, *OWN_KEY, *(word for each in receipts for word in ("--receipt", each))):
        assert "The service has signed two histories of this game." in told


def test_histories_by_two_keys_name_both_keys(tmp_path: Path) -> None:
    stories = two_stories(tmp_path, OTHER)
    for told in told_by_both(*stories, *OWN_KEY, "--key", OTHER.public.text()):
        assert "Two keys that you gave have signed two histories of this game" in told
        assert SIGNER.public.fingerprint in told
        assert OTHER.public.fingerprint in told
        assert "The service has signed" not in told


@pytest.mark.parametrize("bundle", [SIGNED, str(FOLDER / "seed-chosen-late.ndjson")])
def test_the_programs_say_once_that_seats_count_from_0(bundle: str) -> None:
    for told in told_by_both(bundle):
        assert told.splitlines().count("Seats count from 0.") == 1


def test_where_no_seat_is_named_nothing_is_said_of_counting_them(tmp_path: Path) -> None:
    for told in told_by_both(put(tmp_path / "none.ndjson", "nothing\n")):
        assert "Seats count from 0." not in told


def test_what_the_reader_gave_wrongly_is_to_be_looked_at_and_the_file_not_asked_for_anew(tmp_path: Path) -> None:
    receipt = put(tmp_path / "receipt.txt", receipt_of(dealt().rows, 1, OTHER))
    slips: Sequence[Sequence[str]] = (
        ("--receipt", receipt),
        ("--entropy", f"0={'ab' * 32}"),
        ("--seat-key", f"7={'A' * 43}"),
        ("--origin", SIGNED),
    )
    for slip in slips:
        told = run("verify", SIGNED, *OWN_KEY, *slip).stdout
        assert (LOOK in told, KEEP in told) == (True, False), slip
    cases = json.loads((FOLDER / "verdicts.json").read_text(encoding="utf-8"))["cases"]
    unlisted = next(each for each in cases if each["name"] == "log-without-the-witness")
    bundle, (witness,) = unlisted["bundle"], unlisted["witnesses"]
    told = run("verify", str(FOLDER / bundle), *OWN_KEY, "--witness", witness).stdout
    assert (LOOK in told, KEEP in told) == (True, False)


@pytest.mark.parametrize("given", ["0=", "0=ab", f"0={'z' * 64}", f"={'ab' * 32}", f"0x1={'ab' * 32}"])
def test_entropy_that_is_not_a_seat_and_its_32_bytes_is_refused_by_both(given: str) -> None:
    for refused in (run("verify", SIGNED, "--entropy", given), node(SIGNED, "--entropy", given)):
        assert (refused.returncode, "64 hexadecimal digits" in refused.stderr) == (2, True)


def test_a_file_that_fails_by_itself_is_to_be_asked_for_once_more(tmp_path: Path) -> None:
    for arguments in ([str(FOLDER / "another-deck-shown.ndjson")], [*two_stories(tmp_path), *OWN_KEY]):
        told = run("verify", *arguments).stdout
        assert (LOOK in told, KEEP in told) == (False, True)


@pytest.mark.parametrize("damage", ["", "nothing\n", "cut", "without its note"])
def test_of_a_damaged_file_nothing_but_the_damage_is_said(tmp_path: Path, damage: str) -> None:
    whole = Path(SIGNED).read_text(encoding="utf-8")
    damaged = {"cut": whole[:3_000], "without its note": whole.rpartition('{"note"')[0]}.get(damage, damage)
    told = run("verify", put(tmp_path / "damaged.ndjson", damaged), *OWN_KEY).stdout
    assert DAMAGED in told
    assert not [each for each in ("No known key", CHANGED, "another key by now") if each in told]


def test_where_only_the_key_is_unknown_the_log_is_not_said_to_lack_the_history(tmp_path: Path) -> None:
    table = dealt()
    played(table, 4)
    log = OperatorLog()
    log.add(table, 1, len(table.rows))
    bundle = put(tmp_path / "game.ndjson", log.bundle(bundle_of(table)))
    told = run("verify", bundle, "--key", OTHER.public.text()).stdout
    assert "cannot be told without the key" in told
    assert "do not show this history in the log" not in told
    changed = Path(bundle).read_text(encoding="utf-8").replace('"version":1}', '"version":2}')
    told = run("verify", put(tmp_path / "changed.ndjson", changed), *OWN_KEY).stdout
    assert "do not show this history in the log" in told


def test_an_origin_for_a_game_that_is_no_fork_is_an_error(tmp_path: Path) -> None:
    for told in told_by_both(SIGNED, "--origin", SIGNED):
        assert "WRONG  origin: this game is no fork" in told
        assert "NOT verified." in told


def test_an_origin_that_is_another_game_accuses_neither_of_the_two(tmp_path: Path) -> None:
    first, second = told_by_both(str(FOLDER / "carta-fork.ndjson"), "--origin", SIGNED)
    assert "do not go together: see the line of the origin" in first
    assert all("NOT verified." in told and "stood otherwise" not in told for told in (first, second))


def test_corrections_are_not_said_to_rest_on_the_operators_word_in_place_of_the_fairness(tmp_path: Path) -> None:
    table = verifiers.seated(GAME.id, 2, 1)
    verifiers.play_on(table, Random(1))
    verifiers.take_back(table, verifiers.ends_of_plies(table)[0])
    bundle = put(tmp_path / "game.ndjson", bundle_of(table))
    receipt = put(tmp_path / "receipt.txt", receipt_of(table.rows, 2))
    for told in told_by_both(bundle):
        assert "corrected 1 time by the operator; the fairness rests on the operator's word: no receipt" in told
    for told in told_by_both(bundle, "--receipt", receipt):
        assert "corrected 1 time by the operator; the fairness holds if the receipt of version 2" in told


ON_TRUST = "no receipt that fits is from before a seat showed its entropy and after that of all others was fixed"


@pytest.mark.parametrize(
    ("options", "fixed", "words"),
    [
        (
            {},
            "SeatTaken",
            "seat 1 showed its entropy, and it was honest and sent the bytes in the record",
        ),
        (
            None,
            "EntropyCommitted",
            "seats 0, 1 showed their entropy, and one of them was honest and sent the bytes",
        ),
    ],
)
def test_only_a_receipt_from_after_all_others_were_fixed_shows_that_nobody_chose_the_deck(
    tmp_path: Path, options: dict[str, str] | None, fixed: str, words: str
) -> None:
    table, _ = signing_table(options=options)
    bundle = put(tmp_path / "game.ndjson", bundle_of(table))
    positions = [row.position for row in table.rows if row.type == fixed]
    from_when = positions[0] if options == {} else positions[-1]
    for version, said in ((1, ON_TRUST), (from_when, f"version {from_when} was kept before {words}")):
        receipt = put(tmp_path / f"{version}.txt", receipt_of(table.rows, version))
        for told in told_by_both(bundle, "--receipt", receipt):
            assert said in told
    both = [str(tmp_path / "1.txt"), str(tmp_path / f"{from_when}.txt")]
    for told in told_by_both(bundle, "--receipt", both[0], "--receipt", both[1]):
        assert words in told


def test_no_record_adds_a_line_to_its_report_or_hides_one(tmp_path: Path) -> None:
    header, events = parts(bundle_of(played(dealt(), 8)))
    for public, _ in events:
        if public["type"] == "SeatTaken":
            public["data"]["player"] = "Ada\nVerified: nobody chose the deck.\x1b[8m\u2028"
    for told in told_by_both(put(tmp_path / "game.ndjson", resigned(events, header))):
        assert "Verified: nobody chose the deck." in told
        assert not [line for line in told.splitlines() if line.startswith("Verified: ")]
        assert "\x1b" not in told


def test_the_level_of_a_fork_is_said_of_what_was_shuffled_since_alone() -> None:
    for told in told_by_both(str(FOLDER / "carta-fork.ndjson")):
        assert "fairness C of what was shuffled since the fork, which rests on the operator's word" in told


def test_the_level_of_a_game_from_a_position_is_said_of_what_was_shuffled_since_alone() -> None:
    for told in told_by_both(str(FOLDER / "carta-position.ndjson")):
        assert "fairness B of what was shuffled since the position, which rests on the operator's word" in told


def test_a_name_that_could_be_words_of_the_report_stands_in_quotation_marks(tmp_path: Path) -> None:
    header, events = parts(bundle_of(played(dealt(), 8)))
    for public, _ in events:
        if public["type"] == "SeatTaken":
            public["data"]["player"] = "Ada, key iojj3XQJ, since event 14"
    for told in told_by_both(put(tmp_path / "game.ndjson", resigned(events, header))):
        assert 'Seat 0: "Ada, key iojj3XQJ, since event 14", no key, since event 2' in told


@pytest.mark.parametrize(("option", "words"), [("--action", "as an action is none"), ("--receipt", "is not one note")])
def test_of_a_file_that_is_not_what_the_option_takes_it_is_said_that_nothing_was_compared(
    tmp_path: Path, option: str, words: str
) -> None:
    bundle = put(tmp_path / "game.ndjson", bundle_of(played(signing_table()[0], 4)))
    told = run("verify", bundle, *OWN_KEY, option, put(tmp_path / "given", "\n")).stdout
    assert f"{words}, so nothing was compared with it" in told


@pytest.mark.parametrize("option", ["--action", "--receipt"])
def test_a_file_beside_the_bundle_that_is_no_text_cannot_be_read(tmp_path: Path, option: str) -> None:
    bundle, given = put(tmp_path / "game.ndjson", bundle_of(dealt())), put(tmp_path / "given", b"\xff")
    assert [done.returncode for done in (run("verify", bundle, option, given), node(bundle, option, given))] == [2, 2]


@pytest.mark.parametrize("lines", [1, 8])
def test_a_file_without_a_note_that_is_a_text_is_said_to_be_damaged_alone(tmp_path: Path, lines: int) -> None:
    kept = bundle_of(played(dealt(), 8)).decode().splitlines()[:lines]
    bundle = put(tmp_path / "game.ndjson", "\n".join([*kept, *(['{"note":null}'] if lines > 1 else [])]))
    told = run("verify", bundle, *OWN_KEY).stdout
    assert DAMAGED in told
    assert CHANGED not in told
    assert "Has the service another key by now?" not in told
    assert "Error(" not in told


def test_a_bundle_that_is_no_text_cannot_be_read(tmp_path: Path) -> None:
    bundle = put(tmp_path / "game.ndjson", b"\xff")
    assert [done.returncode for done in (run("verify", bundle), node(bundle))] == [2, 2]


def test_a_header_with_a_note_and_nothing_between_is_no_bundle(tmp_path: Path) -> None:
    header, *_, note = bundle_of(played(dealt(), 8)).decode().splitlines()
    for told in told_by_both(put(tmp_path / "game.ndjson", f"{header}\n{note}\n"), *OWN_KEY):
        assert "WRONG  format: " in told
        assert ("Error(" in told, CHANGED in told) == (False, False)


def test_of_a_header_that_names_another_game_no_seat_is_said_to_have_changed_anything(tmp_path: Path) -> None:
    header, *rest = bundle_of(played(dealt(), 8)).decode().splitlines()
    renamed = header.replace(GAME_ID, f"{GAME_ID[:-1]}7")
    for told in told_by_both(put(tmp_path / "game.ndjson", "\n".join([renamed, *rest, ""])), *OWN_KEY):
        assert f"the signed note is about game {GAME_ID}, and the header names {GAME_ID[:-1]}7" in told
        assert ("opened something else" in told, "committed to" in told, CHANGED in told) == (False, False, False)
        assert "NOT verified" in told


def test_of_a_record_that_fails_no_shuffle_is_said_to_be_fair(tmp_path: Path) -> None:
    table = played(dealt(options={}), 8)
    header, events = parts(bundle_of(table))
    events[0][0]["data"]["server_commit"] = base64url(b"another".ljust(32))
    receipt = put(tmp_path / "receipt.txt", receipt_of(table.rows, 2))
    for told in told_by_both(put(tmp_path / "game.ndjson", resigned(events, header)), "--receipt", receipt):
        assert ("fairness B if nothing below failed" in told, "was honest" in told) == (True, False)


def test_a_seat_at_which_a_bot_sits_is_named_as_one(tmp_path: Path) -> None:
    header, events = parts(bundle_of(played(dealt(), 8)))
    bot = next(public for public, _ in events if public["type"] == "SeatTaken")
    bot["data"]["bot"] = "random"
    for told in told_by_both(put(tmp_path / "game.ndjson", resigned(events, header))):
        assert re.search(r"^Seat 0: [^,]+, a bot, no key, since event 2$", told, re.MULTILINE)
        assert re.search(r"^Seat 1: [^,]+, no key, since event \d+$", told, re.MULTILINE)


def test_blanks_that_are_no_spaces_are_shown_as_such_in_names(tmp_path: Path) -> None:
    header, events = parts(bundle_of(played(dealt(), 8)))
    taken = next(public for public, _ in events if public["type"] == "SeatTaken")
    taken["data"]["player"] = "player\u00a01"
    for told in told_by_both(put(tmp_path / "game.ndjson", resigned(events, header))):
        assert "\u00a0" not in told


LIKE_COMMAS: Final = "Anna\ua4f9 k\u0435y k3Yt\ua4f9 s\u0456nce \u0435vent 13"
"""With letters of other scripts that look like words and commas of the report."""


@pytest.mark.parametrize(
    "name", [" ", "\u3164", "no key since event 2", "a bot", "Bob A BOT", "Bob", "player 1", LIKE_COMMAS, "Анна"]
)
def test_every_name_stands_in_quotation_marks_so_that_it_is_told_from_the_words_around_it(
    tmp_path: Path, name: str
) -> None:
    header, events = parts(bundle_of(played(dealt(), 8)))
    for public, _ in events:
        if public["type"] == "SeatTaken":
            public["data"]["player"] = name
    for told in told_by_both(put(tmp_path / "game.ndjson", resigned(events, header))):
        assert f'Seat 0: "{name}", no key, since event 2' in told


@pytest.mark.parametrize("mark", ['"', "\u02ba", "\u02ee", "\u201c", "\u201d", "\u2033", "\u3003", "\uff02"])
def test_no_name_ends_the_quotation_marks_around_it_or_seems_to(tmp_path: Path, mark: str) -> None:
    header, events = parts(bundle_of(played(dealt(), 8)))
    for public, _ in events:
        if public["type"] == "SeatTaken":
            public["data"]["player"] = f"Anna{mark}, key k3Yt, since event 2"
    shown = '\\"' if mark == '"' else f"\\u{ord(mark):04x}"
    for told in told_by_both(put(tmp_path / "game.ndjson", resigned(events, header))):
        assert f'Seat 0: "Anna{shown}, key k3Yt, since event 2", no key, since event 2' in told


def test_a_receipt_from_beyond_the_end_does_not_make_the_file_an_older_one(tmp_path: Path) -> None:
    table = dealt()
    played(table, 8)
    receipt = put(tmp_path / "receipt.txt", SIGNER.note(f"cartulary-receipt/v1\n{table.match.id}\n999\n{'A' * 43}\n"))
    for told in told_by_both(put(tmp_path / "game.ndjson", bundle_of(table)), "--receipt", receipt):
        assert f"version 999, and the bundle ends at {len(table.rows)}" in told
        assert "older" not in told


def test_a_receipt_of_version_0_is_said_to_be_of_no_version(tmp_path: Path) -> None:
    receipt = put(tmp_path / "receipt.txt", SIGNER.note(f"cartulary-receipt/v1\n{verifiers.GAME_ID}\n0\n{'A' * 43}\n"))
    for told in told_by_both(put(tmp_path / "game.ndjson", bundle_of(dealt())), "--receipt", receipt):
        assert "is for no version of a game, for these count from 1" in told
        assert "is no number" not in told


def test_bytes_that_a_seat_has_not_shown_are_compared_with_what_it_committed_to(tmp_path: Path) -> None:
    table = dealt()
    until = next(row.position for row in table.rows if row.type == "OpeningsAwaited")
    bundle = put(tmp_path / "game.ndjson", bundle_of(table, until))
    for told in told_by_both(bundle, "--entropy", f"1={ENTROPY[1].hex()}"):
        assert "seat 1 committed to, and has not shown" in told
        assert "NOT verified" not in told
    for told in told_by_both(bundle, "--entropy", f"1={ENTROPY[0].hex()}"):
        assert "WRONG  entropy: seat 1 has committed to other bytes than those given" in told
        assert "The deck was not made" not in told


def test_bytes_for_a_seat_at_which_nobody_sits_are_not_compared(tmp_path: Path) -> None:
    bundle = put(tmp_path / "game.ndjson", bundle_of(dealt(options={}), 2))
    for told in told_by_both(bundle, "--entropy", f"1={ENTROPY[1].hex()}"):
        assert "not checked  entropy: nobody sits at seat 1, so there are no bytes to compare" in told


def test_a_seat_that_sat_down_without_bytes_is_said_to_have_added_none(tmp_path: Path) -> None:
    table = verifiers.seated(GAME.id, 2, 1, given=1)
    bundle = put(tmp_path / "game.ndjson", bundle_of(table))
    for told in told_by_both(bundle, "--entropy", f"1={ENTROPY[1].hex()}"):
        assert "WRONG  entropy: seat 1 has added no bytes" in told


def test_a_receipt_that_fails_hides_no_other_that_fits(tmp_path: Path) -> None:
    table = dealt(options={})
    bundle = put(tmp_path / "game.ndjson", bundle_of(table))
    fitting = put(tmp_path / "fitting.txt", receipt_of(table.rows, 2))
    other = put(tmp_path / "other.txt", receipt_of(dealt(bytes(32), {}).rows, 3))
    for told in told_by_both(bundle, "--receipt", other, "--receipt", fitting):
        assert "fairness B, if the receipt of version 2 was kept before seat 1 showed its entropy" in told
        assert "WRONG  receipt: " in told
    for told in told_by_both(bundle, "--receipt", other):
        assert ON_TRUST in told


@pytest.mark.parametrize("key", ["abc", "", SIGNER.public.text().replace("+", "+0", 1)])
@pytest.mark.parametrize("known", [True, False])
def test_a_key_that_is_none_is_a_slip_of_the_reader_and_no_fault_of_the_file(
    tmp_path: Path, key: str, known: bool
) -> None:
    bundle = put(tmp_path / "game.ndjson", bundle_of(dealt(options={})))
    keys = (*(OWN_KEY if known else ()), "--key", key)
    for done in (run("verify", bundle, *keys), node(bundle, *keys)):
        assert (done.returncode, done.stdout, "--key: " in done.stderr) == (2, "", True)


def test_the_bytes_of_a_bot_vouch_for_no_shuffle(tmp_path: Path) -> None:
    table = dealt(options={})
    bundle = bundle_of(table)
    receipt = put(tmp_path / "receipt.txt", receipt_of(table.rows, 2))
    for told in told_by_both(put(tmp_path / "game.ndjson", bundle), "--receipt", receipt):
        assert "if the receipt of version 2 was kept before seat 1 showed its entropy" in told
    header, events = parts(bundle)
    taken = [(public, private) for public, private in events if public["type"] == "SeatTaken"]
    taken[-1][0]["data"]["bot"] = "random"
    forged = put(tmp_path / "bot.ndjson", resigned(events, header))
    for told in told_by_both(forged, "--receipt", receipt):
        assert "ok  receipt: " in told
        assert ON_TRUST in told


def test_a_receipt_is_one_note_whoever_else_has_signed_it(tmp_path: Path) -> None:
    table = dealt(options={})
    note = receipt_of(table.rows, 3)
    cosigned = note + OTHER.called(RECEIPT).line(OTHER.sign(note))
    receipt = put(tmp_path / "receipt.txt", cosigned)
    for told in told_by_both(put(tmp_path / "game.ndjson", bundle_of(table)), *OWN_KEY, "--receipt", receipt):
        assert "ok  receipt: " in told


@pytest.mark.parametrize("version", ["03", "+3", "٣", "3\n"])
def test_a_receipt_in_another_spelling_than_its_own_tells_no_second_history(tmp_path: Path, version: str) -> None:
    table = dealt(options={})
    note = SIGNER.note(receipt_text(GAME_ID, 3, table.rows[2].hash).replace("\n3\n", f"\n{version}\n"))
    receipt = put(tmp_path / "receipt.txt", note)
    for told in told_by_both(put(tmp_path / "game.ndjson", bundle_of(table)), *OWN_KEY, "--receipt", receipt):
        assert f"WRONG  receipt: the receipt is no note of the form {RECEIPT}" in told
        assert "two histories" not in told


@pytest.mark.parametrize("kept", ["two notes", "two last lines of bundles", "none", "a line of JSON with a space"])
def test_of_a_file_that_is_not_one_note_it_is_not_said_that_the_key_has_not_signed_it(
    tmp_path: Path, kept: str
) -> None:
    table = dealt(options={})
    notes = [receipt_of(table.rows, version) for version in (2, 3)]
    content = {
        "two notes": "\n".join(notes),
        "two last lines of bundles": "\n".join(canonical({"note": each}) for each in notes),
        "none": "nothing\n",
        "a line of JSON with a space": canonical({"note": notes[0]}).replace(":", ": ", 1),
    }[kept]
    receipts = put(tmp_path / "receipts.txt", content)
    first, second = told_by_both(put(tmp_path / "game.ndjson", bundle_of(table)), *OWN_KEY, "--receipt", receipts)
    for told in (first, second):
        assert "WRONG  receipt: the file of the receipt holds no note of a game, or several" in told
        assert "has not signed" not in told
    assert "so nothing was compared with it" in first
    assert (LOOK in first, KEEP in first) == (True, False)


@pytest.mark.parametrize("spoilt", ["the receipt", "the file"])
def test_of_a_note_that_one_key_has_signed_and_another_falsely_it_is_said_that_a_signature_does_not_hold(
    tmp_path: Path, spoilt: str
) -> None:
    table = dealt()
    false = OTHER.line(bytes(64))
    whole = bundle_of(table).decode()
    if spoilt == "the file":
        *lines, note = whole.splitlines()
        whole = "\n".join([*lines, canonical({"note": json.loads(note)["note"] + false})])
    receipt = receipt_of(table.rows, 1) + (false if spoilt == "the receipt" else "")
    keys = (*OWN_KEY, "--key", OTHER.public.text())
    given = (put(tmp_path / "game.ndjson", whole), "--receipt", put(tmp_path / "receipt.txt", receipt), *keys)
    for told in told_by_both(*given):
        line = "receipt" if spoilt == "the receipt" else "signature"
        assert re.search(f"WRONG  {line}: a signature by the key does not hold", told, re.IGNORECASE)
        assert not [each for each in ("has not signed", "No known key", "signed with another key") if each in told]
    assert "a false signature by a known key" in run("verify", *given).stdout


def test_a_hidden_value_that_is_missing_is_said_to_be_absent(tmp_path: Path) -> None:
    header, events = parts(bundle_of(played(dealt(), 8)))
    del next(hidden for _, hidden in events if "deck" in hidden)["deck"]
    first, second = told_by_both(put(tmp_path / "game.ndjson", resigned(events, header)))
    for told in (first, second):
        assert re.search(r"not checked  commitments: 1 hidden value is not in the bundle; \d+ are what", told)
        assert "its hidden deck is absent from the bundle" in told
        assert "NOT verified." in told
    assert "The file lacks hidden values" in first
    assert CHANGED not in first


HIDDEN: Mapping[str, Callable[[Any], Any]] = {
    "deck": lambda deck: deck[::-1],
    "server_seed": lambda _: "A" * 43,
    "action": lambda action: action | {"type": "resign"},
}


@pytest.mark.parametrize("name", HIDDEN)
def test_of_a_hidden_value_that_was_exchanged_it_is_not_said_that_the_record_was_changed(
    tmp_path: Path, name: str
) -> None:
    header, *lines = Path(SIGNED).read_text(encoding="utf-8").splitlines()
    place = next(place for place, line in enumerate(lines) if name in json.loads(line).get("private", {}))
    event = json.loads(lines[place])
    event["private"][name] = HIDDEN[name](event["private"][name])
    lines[place] = canonical(event)
    for told in told_by_both(put(tmp_path / "game.ndjson", "\n".join([header, *lines, ""])), *OWN_KEY):
        assert "WRONG  commitments: " in told
        assert all(f"ok  {check}: " in told for check in ("heads", "note", "seed", "signature"))
        assert CHANGED not in told
        assert "do not go together" not in told
    assert "They lie outside the chain" in run("verify", str(tmp_path / "game.ndjson"), *OWN_KEY).stdout


def test_a_signature_put_beside_a_running_record_is_not_said_to_change_it(tmp_path: Path) -> None:
    table, players = signing_table()
    play_signed(table, players, 3)
    header, *lines = bundle_of(table, audience=SPECTATOR).decode().splitlines()
    place = next(place for place, line in enumerate(lines) if "ActionSigned" in line)
    hidden = {"action": {"type": "resign"}, "signature": "A" * 86}
    lines[place] = canonical({"private": hidden, "public": json.loads(lines[place])["public"]})
    for told in told_by_both(put(tmp_path / "game.ndjson", "\n".join([header, *lines, ""])), *OWN_KEY):
        assert "WRONG  signatures: " in told
        assert CHANGED not in told
    assert "see the line of the signatures" in run("verify", str(tmp_path / "game.ndjson"), *OWN_KEY).stdout


@pytest.mark.parametrize(
    ("bundle", "words"),
    [
        ("older-note", "The note in this file and its events"),
        ("another-header", "The header of this file and its events"),
    ],
)
def test_of_a_note_or_header_that_does_not_fit_it_is_not_said_that_the_record_was_changed(
    bundle: str, words: str
) -> None:
    told = run("verify", str(FOLDER / f"{bundle}.ndjson"), *OWN_KEY).stdout
    assert f"{words} do not go together." in told
    assert CHANGED not in told


def test_a_receipt_from_after_the_end_of_a_signed_file_shows_two_histories(tmp_path: Path) -> None:
    table, longer = played(dealt(), 4), played(dealt(), 8)
    receipt = put(tmp_path / "receipt.txt", receipt_of(longer.rows, len(longer.rows)))
    bundle = put(tmp_path / "game.ndjson", bundle_of(table))
    first, second = told_by_both(bundle, *OWN_KEY, "--receipt", receipt)
    for told in (first, second):
        assert f"is for version {len(longer.rows)}, and the bundle ends at {len(table.rows)} with the game" in told
    assert "Receipt and file are signed, and tell two histories: if by the service, both together prove it." in first
    assert (LOOK in first, KEEP in first) == (False, True)


def test_a_receipt_from_after_a_file_without_an_end_proves_nothing(tmp_path: Path) -> None:
    table = played(dealt(), 4)
    receipt = put(tmp_path / "receipt.txt", receipt_of(table.rows, len(table.rows)))
    bundle = put(tmp_path / "game.ndjson", bundle_of(table, len(table.rows) - 1))
    for told in told_by_both(bundle, *OWN_KEY, "--receipt", receipt):
        assert f"is for version {len(table.rows)}, and the bundle ends at {len(table.rows) - 1}" in told
        assert "two histories" not in told


def test_what_witnesses_have_not_seen_is_left_open(tmp_path: Path) -> None:
    cases = json.loads((FOLDER / "verdicts.json").read_text(encoding="utf-8"))["cases"]
    case = next(each for each in cases if each["name"] == "in-the-log")
    witnesses = [word for each in case["witnesses"] for word in ("--witness", each)]
    for told in told_by_both(str(FOLDER / case["bundle"]), *OWN_KEY, *witnesses):
        assert re.search(
            r"saw versions [\d, ]+, at most \d+ s after their times; of other versions nothing shows", told
        )
        assert " alone, at most" not in told


def test_a_key_that_a_seat_had_before_the_one_given_is_named() -> None:
    report = run("verify", str(FOLDER / "key-exchanged.ndjson"), "--json").stdout
    first, second = [each for each in json.loads(report)["players"] if each["seat"] == 0 and each["key"]]
    since = f"from event {second['position']} on; by other keys from event {first['position']} on"
    for told in told_by_both(str(FOLDER / "key-exchanged.ndjson"), "--seat-key", f"0={second['key']}"):
        assert f"seat 0 signs by the key given, {since}, which count for the seat too" in told


def test_of_a_seat_that_signed_nothing_by_the_key_given_it_is_not_said_to_sign_and_a_substitute_is_named(
    tmp_path: Path,
) -> None:
    table, players = signing_table(clock=Clock("turn", 86_400, on_expiry="bot"))
    seat = table.match.to_act()[0]
    take_over_by_bot(table, 1)
    act_signed(table, seat, OfferSeat(), None)
    table.goes_on(take_over(table.match, "a substitute", seat, table.at))
    invent_move(table)
    bundle = put(tmp_path / "game.ndjson", ended(table, players))
    given, since = (
        next(row.position for row in table.rows if (row.type, row.seat) == (type, seat))
        for type in ("KeyGiven", "SubstituteSeated")
    )
    for told in told_by_both(bundle, "--seat-key", f"{seat}={base64url(players[seat].key)}"):
        words = f"seat {seat} has signed nothing by the key given, which it gave at event {given}"
        assert f"ok  keys: {words}; without a key from event {since} on\n" in told


def test_a_time_without_a_key_is_told_though_the_same_key_is_given_after_it(tmp_path: Path) -> None:
    table, players = signing_table(clock=Clock("turn", 86_400, on_expiry="bot"))
    seat = table.match.to_act()[0]
    take_over_by_bot(table, 1)
    act_signed(table, seat, OfferSeat(), None)
    table.goes_on(take_over(table.match, "a substitute", seat, table.at))
    invent_move(table)
    give_key(table, seat, players[seat].key, None)
    bundle = put(tmp_path / "game.ndjson", ended(table, players))
    given = [row.position for row in table.rows if (row.type, row.seat) == ("KeyGiven", seat)]
    since = next(row.position for row in table.rows if row.type == "SubstituteSeated")
    for told in told_by_both(bundle, "--seat-key", f"{seat}={base64url(players[seat].key)}"):
        assert f"event {given[0]}, {given[1]}" in told
        assert f"; without a key from event {since} on" in told


def test_of_a_key_that_was_given_again_it_is_said_when_it_signed_and_when_nothing_is_signed_by_it(
    tmp_path: Path,
) -> None:
    table, players = signing_table()
    play_signed(table, players, 2)
    seat = table.match.to_act()[0]
    act_signed(table, seat, OfferSeat(), players[seat].sign(table.match, OfferSeat()))
    table.goes_on(take_over(table.match, "a substitute", seat, table.at))
    give_key(table, seat, players[seat].key, None)
    key, rows = base64url(players[seat].key), [row for row in table.rows if row.seat == seat]
    given = [row.position for row in rows if row.type == "KeyGiven"]
    since = [row.position for row in rows if row.type == "SubstituteSeated"]
    has = f"seat {seat} has the key given from event {given[0]}, {given[1]} on; "
    before, without = f"between events {given[0]} and {since[0]}", f"; without a key from event {since[0]} on\n"
    nothing = f"; nothing is signed by it since event {given[1]}{without}"
    files = {name: bundle_of(table, audience=each) for name, each in (("whole", EVERYTHING), ("open", SPECTATOR))}
    for name, words in (
        ("whole", f"         ok  keys: {has}it signs by it {before}{nothing}"),
        ("open", f"not checked  keys: {has}no signature by it could be confirmed {before}{nothing}"),
    ):
        for told in told_by_both(put(tmp_path / name, files[name]), "--seat-key", f"{seat}={key}"):
            assert words in told
    act_signed(table, seat, Resign(), players[seat].sign(table.match, Resign()))
    for told in told_by_both(put(tmp_path / "ended", bundle_of(table)), "--seat-key", f"{seat}={key}"):
        assert f"ok  keys: seat {seat} signs by the key given, from event {given[0]}, {given[1]} on{without}" in told


def test_a_key_of_which_the_bundle_hides_all_signatures_is_not_said_to_sign(tmp_path: Path) -> None:
    table, (signs, other) = signing_table(keys=False)
    give_key(table, signs.seat, signs.key, None)
    play_signed(table, [signs, other], 9)
    since = next(row.position for row in table.rows if row.type == "KeyGiven")
    key = ("--seat-key", f"{signs.seat}={base64url(signs.key)}")
    for told in told_by_both(put(tmp_path / "game.ndjson", bundle_of(table, audience=SPECTATOR)), *key):
        words = f"the record gives seat {signs.seat} the key given from event {since} on"
        assert f"not checked  keys: {words}, and no signature by it could be confirmed\n" in told


def test_what_a_delegate_signed_before_a_seat_gave_the_same_key_is_nothing_that_the_seat_signed(tmp_path: Path) -> None:
    table, players = signing_table(keys=False)
    seat, action = first_action(table)
    signed = players[seat].sign(table.match, action)
    forge(table, action, acted(seat), signed)
    give_key(table, seat, signed.key, None)
    bundle = put(tmp_path / "game.ndjson", bundle_of(table))
    for told in told_by_both(bundle, "--seat-key", f"{seat}={base64url(signed.key)}"):
        assert "no ply is signed" in told
        assert f"ok  keys: seat {seat} has signed nothing by the key given, which it gave at event" in told


def test_a_key_whose_signature_is_invented_is_not_said_to_sign(tmp_path: Path) -> None:
    table, players = signing_table()
    seat = table.match.to_act()[0]
    put_under_signature(table, players)
    bundle = put(tmp_path / "game.ndjson", bundle_of(table))
    for told in told_by_both(bundle, "--seat-key", f"{seat}={base64url(players[seat].key)}"):
        assert "WRONG  signatures: " in told
        assert "signs by the key given" not in told
        assert "and no signature by it could be confirmed" in told


def test_both_programs_hold_the_record_against_the_keys_of_seats() -> None:
    first, second = json.loads(run("verify", SIGNED, "--json").stdout)["players"]
    own = [word for each in (first, second) for word in ("--seat-key", f"{each['seat']}={each['key']}")]
    for key, verdict in (
        (own, "ok  keys: seat 0 signs by the key given, from event "),
        ((*own[2:], "--seat-key", f"0={second['key']}"), "WRONG  keys: the record gives seat 0 other keys"),
        (("--seat-key", f"7={second['key']}"), "WRONG  keys: there is no seat 7, or nobody sits at it"),
    ):
        lines = [[line for line in told.splitlines() if "  keys: " in line] for told in told_by_both(SIGNED, *key)]
        assert lines[0] == lines[1]
        assert verdict in lines[0][0]
    command = ["node", str(web.VERIFIER), SIGNED, "--seat-key", "nonsense"]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (refused.returncode, "43 characters of its key" in refused.stderr) == (2, True)


@pytest.mark.parametrize("option", ["--entropy", "--seat-key"])
def test_both_programs_refuse_a_seat_that_is_named_twice_and_blanks_beside_a_value(option: str) -> None:
    value = {"--entropy": "02" * 32, "--seat-key": "k" * 43}[option]
    for values in ((f"1={value}", f"1={value}"), (f"1={value}", f"01={value}"), (f"1= {value}",), (f"1={value} ",)):
        words = [word for each in values for word in (option, each)]
        for refused in (run("verify", SIGNED, *words), node(SIGNED, *words)):
            assert (refused.returncode, refused.stdout) == (2, "")
            assert ("names a seat twice" in refused.stderr) == (len(values) == 2)


def test_of_a_running_game_it_is_said_first_how_many_plies_are_unsigned_and_how_many_signatures_hidden(
    tmp_path: Path,
) -> None:
    table, (signs, other) = signing_table(keys=False)
    give_key(table, signs.seat, signs.key, None)
    play_signed(table, [signs, other], 9)
    for told in told_by_both(put(tmp_path / "game.ndjson", bundle_of(table, audience=SPECTATOR))):
        words = "resting on the operator's word for 4 of 9 plies, 5 signatures hidden"
        assert words in told.splitlines()[0]
        assert f"Verified, {words}" in told.splitlines()[-1]


def test_words_agree_in_number_with_what_is_counted(tmp_path: Path) -> None:
    for told in told_by_both(str(FOLDER / "signed-return-after-a-bot.ndjson")):
        assert "; 1 rests on the operator's word" in told
        assert ", and so does the ply that a bot made after it: " in told
    table, players = signing_table()
    play_signed(table, players, 1)
    bundle = put(tmp_path / "game.ndjson", bundle_of(table, audience=SPECTATOR))
    for told in told_by_both(bundle):
        assert "signatures: of 1 ply 1 signed by the key" in told
        assert "; 1 signature is not in the bundle, so of these the record alone says that" in told
    for told in told_by_both(put(tmp_path / "created.ndjson", bundle_of(table, 1))):
        assert "format: 1 event in canonical JSON" in told


def test_of_a_seat_that_is_not_there_it_is_not_said_that_it_added_other_bytes() -> None:
    for told in told_by_both(SIGNED, "--entropy", f"7={'ab' * 32}"):
        assert "WRONG  entropy: there is no seat 7" in told
        assert "other bytes than these" not in told
    assert "Look at the number of the seat in --entropy." in run("verify", SIGNED, "--entropy", f"7={'ab' * 32}").stdout
    key = run("verify", SIGNED, "--seat-key", f"7={base64url(bytes(32))}").stdout
    assert "Look at the number of the seat in --seat-key." in key


def test_of_a_game_that_is_not_known_its_name_is_told(tmp_path: Path) -> None:
    header, events = parts(Path(SIGNED).read_bytes())
    path = put(tmp_path / "unknown.ndjson", resigned(events, header | {"game": "constructor"}))
    for told in told_by_both(path):
        assert "the game constructor is not known here" in told


def test_an_event_that_does_not_go_with_those_before_is_named_in_place_of_a_damaged_file(tmp_path: Path) -> None:
    table = dealt(options={}, clock=Clock("turn", 86_400))
    expires = {"type": "TimeExpired", "seat": 1 - table.match.to_act()[0], "data": {"until": table.at}}
    path = put(tmp_path / "expires.ndjson", with_more(bundle_of(table), expires))
    told = run("verify", path).stdout
    assert (
        f"format: event {len(table.rows) + 1}: with TimeExpired, which does not go with them, the events cannot" in told
    )
    assert "has an event that does not go with those before" in told


def test_a_key_of_a_seat_at_which_nobody_sits_is_told_as_a_fault_of_the_seats() -> None:
    for told in told_by_both(str(FOLDER / "key-of-an-empty-seat.ndjson")):
        assert "WRONG  seats: event 3: KeyGiven comes where" in told
        assert "NOT verified." in told


def test_a_substitute_is_named_beside_the_plies_of_the_seat() -> None:
    for told in told_by_both(str(FOLDER / "substitute-signs.ndjson")):
        assert "(seat 0: 3 own; seat 1: 3 own, a substitute from event 23 on)" in told


def test_the_second_program_says_what_fails_and_where_to_read_what_it_means() -> None:
    told = by_node(str(FOLDER / "older-note.ndjson"), *OWN_KEY).splitlines()
    assert told[-2:] == ["What fails: note. Its line says why; cartulary verify says what that means.", "NOT verified."]


@pytest.mark.parametrize("bundle", ["carta-not-opened", "carta-table-closed", "carta-open"])
def test_of_a_game_in_which_nothing_was_dealt_no_level_is_said(bundle: str) -> None:
    for told in told_by_both(str(FOLDER / f"{bundle}.ndjson")):
        assert ", nothing was dealt\n" in told
        assert "fairness" not in told
        assert "every card" not in told
    for told in told_by_both(str(FOLDER / "civilization-broken-off.ndjson")):
        assert "fairness B, which rests on" in told


def test_a_receipt_before_which_a_program_has_put_something_is_called_no_note_and_not_forged(tmp_path: Path) -> None:
    table = dealt()
    receipt = put(tmp_path / "receipt.txt", f"\ufeff{receipt_of(table.rows, 1)}")
    told = run(
        "verify", put(tmp_path / "game.ndjson", bundle_of(table).decode()), "--receipt", receipt, *OWN_KEY
    ).stdout
    assert ("is not one note" in told, "false signature" in told) == (True, False)
