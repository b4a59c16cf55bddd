"""The two verifiers, in Python and in JavaScript, say the same of good bundles, and both find every bad one."""

import json
import re
import subprocess
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.canonical import canonical
from cartulary.kernel.messages import Action
from cartulary.kernel.randomness import Chance
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR
from cartulary.match.decision import Decision, of_game
from cartulary.signing.notes import Signer
from cartulary_service import web
from cartulary_service.config import Config
from cartulary_service.subjects import SUBJECTS
from tests.domain.civilization_the_card_game.story import position as civilization_position
from tests.domain.civilization_the_card_game.story import seat
from tests.domain.notation import position as carta_position
from tests.domain.table import Table
from tests.web import verifiers
from tests.web.dishonest_operator import Stacked
from tests.web.otherwise import corrected_otherwise, left_otherwise, opened_otherwise, undone_otherwise
from tests.web.verifiers import (
    COMMITTING,
    SIGNER,
    Case,
    Said,
    bundle_of,
    by_first,
    by_second,
    needs_node,
    parts,
    played,
    receipt_of,
    resigned,
)

CARTA, CIVILIZATION = CATALOGUE
DOCUMENT = Path(__file__).parents[3] / "docs" / "verifiers.md"
RECORDED = sorted((Path(__file__).parents[2] / "games").glob("*/*.ndjson"))
EVERY_GAME = pytest.mark.parametrize("id", CATALOGUE)
OTHER = Signer(b"somebody else".ljust(32))
WRITING = civilization_position(
    seat(commerce=14),
    seat(hand="food-2 walls archer chariot chariot"),
    for_sale="writing mining astronomy",
    more_technologies="sailing",
    deck="archer walls",
    discard="temple walls archer food-2",
)
THEFTS = (1, 4, 8)
"""Seeds of games from there in which Writing is bought, and takes another card by another seed."""
MIDDLE = carta_position("A: hand W.2 R1, area C2 | B: hand S3, area W3 | C: area E2; deck W S.3; discard U2")


def published(family: str) -> int:
    """How many bad bundles of a family docs/verifiers.md says that both find."""
    found = re.search(rf"^\| {family} \| ([\d,]+) \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert found, family
    return int(found[1].replace(",", ""))


def require_agreement(first: Said, second: Said) -> None:
    """Both say the same, as far as both check it."""
    assert second.checks() == first.checks()
    for name in ("verified", "game", "version", "head", "status", "fairness", "corrections"):
        assert second.report[name] == first.report[name], name
    one, other = ({each["check"]: each["holds"] for each in said.report["checks"]} for said in (first, second))
    assert (other["deal"], other["rules"]) == (one["rules"], None)


def require_both_find(cases: Mapping[Any, Case]) -> None:
    """Neither verifies any of them."""
    missed = [name for name, case in cases.items() if by_first(case).verified]
    missed_too = [name for name, said in zip(cases, by_second(cases.values()), strict=True) if said.verified]
    assert (missed, missed_too) == ([], [])


# Good bundles


def finished(id: str) -> Iterator[Table]:
    """Games of either sort in which much happens."""
    for seats in (2, 3, 4):
        yield verifiers.table_of(id, seats=seats, seed=seats, plies=400)
        yield played(verifiers.seated(id, seats, seats, options=COMMITTING), 60)
        yield verifiers.corrected(verifiers.seated(id, seats, seats, options=COMMITTING), 120, 20)
    yield verifiers.undone(id)
    yield verifiers.gathered(id, leaves=True, fills=False)
    yield verifiers.cleared(id, fills=False)
    yield verifiers.starting(id)
    yield played(verifiers.cleared(id), 30)
    yield played(verifiers.gathered(id, leaves=True), 30)
    for given in (0, 1):
        yield verifiers.table_of(id, given=given)
    yield verifiers.voided(id)
    yield verifiers.forked(id)
    if id == CARTA:
        yield played(verifiers.seated(id, 4, 7, options={"deal": "draft"}), 300)
        yield played(verifiers.seated(id, 2, 7, edition="ko"), 300)
        yield played(verifiers.seated(id, 3, 7, position=MIDDLE), 60)
        yield verifiers.corrected(verifiers.seated(id, 3, 7, position=MIDDLE), 60, 7)
    else:
        yield from (played(verifiers.seated(id, 2, seed, position=WRITING), 60 + seed % 2, seed) for seed in range(8))
        yield from (verifiers.corrected(verifiers.seated(id, 2, seed, position=WRITING), 120, 7) for seed in range(8))


def good(id: str) -> Iterator[Case]:
    """Bundles of finished games, and of running ones as everybody gets them."""
    yield from (Case(bundle_of(table)) for table in finished(id))
    yield from (Case(verifiers.recorded(path)) for path in RECORDED if path.parent.name == id.replace("-", "_"))
    table = verifiers.table_of(id)
    corrected = verifiers.corrected(verifiers.seated(id, 3, 3, options=COMMITTING), 60, 20)
    for until in (1, 3, 4, 5, 20, 40):
        yield from (Case(bundle_of(table, until, audience)) for audience in (SPECTATOR, 0, EVERYTHING))
    for until in (2, 3, 7, 8, 9, 10, 20, 50):
        yield from (Case(bundle_of(corrected, until, audience)) for audience in (SPECTATOR, 0, EVERYTHING))
    receipt = receipt_of(table.rows, 10)
    line = canonical({"note": receipt}) + "\n"
    for kept in (receipt, receipt.rstrip(), receipt.replace("\n", "\r\n"), line):
        yield Case(bundle_of(table), SIGNER.public.text(), kept)


@needs_node
@EVERY_GAME
def test_both_verify_every_good_bundle_and_say_the_same(id: str) -> None:
    cases = list(good(id))
    for case, second in zip(cases, by_second(cases), strict=True):
        first = by_first(case)
        assert first.verified
        require_agreement(first, second)


@needs_node
def test_the_second_says_what_of_the_deal_it_has_compared() -> None:
    words = " ".join(
        each["words"]
        for id in CATALOGUE
        for said in by_second(Case(bundle_of(table)) for table in finished(id))
        for each in said.report["checks"]
        if each["check"] == "deal"
    )
    for what in ("decks", "first seats", "dealers", "hands dealt", "packets dealt", "draws", "plots", "technologies"):
        assert f"{what} " in words
    for what in ("packets passed", "cards exposed", "hands taken"):
        assert f"{what} " in words
    for what in ("reshuffles", "steals", "hands shown", "a position", "where the fork began"):
        assert f"{what}" in words


# Bad bundles


@needs_node
@EVERY_GAME
def test_both_find_every_byte_that_is_changed(id: str) -> None:
    case = Case(bundle_of(verifiers.table_of(id, seats=2, plies=0)))
    changes = list(verifiers.every_change(case.bundle, [1]))
    assert len(changes) == len(case.bundle) == published(f"a byte of a game of {id}")
    assert not [change for change in changes if by_first(Case(verifiers.changed(case.bundle, change))).verified]
    second = verifiers.by_second_changed(case, changes)
    assert not [change for change, each in zip(changes, second, strict=True) if each.verified]


def rearranged(id: str) -> Iterator[tuple[Any, Case]]:
    """Every event dropped, doubled, and swapped with the next."""
    lines = bundle_of(verifiers.table_of(id, plies=12)).decode().splitlines()
    for place in range(1, len(lines) - 1):
        before, line, after = lines[:place], lines[place], lines[place + 1 :]
        yield (id, "dropped", place), as_case([*before, *after])
        yield (id, "doubled", place), as_case([*before, line, line, *after])
        if place < len(lines) - 2:
            yield (id, "swapped", place), as_case([*before, after[0], line, *after[1:]])


def as_case(lines: Sequence[str]) -> Case:
    return Case("".join(f"{line}\n" for line in lines).encode())


@needs_node
def test_both_find_every_event_that_is_dropped_doubled_or_swapped() -> None:
    cases = dict(each for id in CATALOGUE for each in rearranged(id))
    assert len(cases) == published("an event dropped, doubled or swapped")
    require_both_find(cases)


class Loaded(Table):
    """A table at which the server draws from another seed once the game goes on: reshuffles, and what Writing takes."""

    only = ""
    """The action at which alone it does so, if not at each."""

    def act(self, seat: int, action: Action) -> Decision:
        if self.only and self.only != type(action).NAME:
            return super().act(seat, action)
        other = Chance(b"loaded".ljust(32), self.match.id, self.entropy)
        decision = of_game(self.match, self.match.game.apply(self.match.state, seat, action, other, self.match.version))
        self.goes_on(decision)
        return decision


def stacked() -> Iterator[tuple[Any, Case]]:
    """Games that were dealt from another seed."""
    for id, game in CATALOGUE.items():
        for seats in (2, 3, 4):
            entropy = [bytes([each] * 32) for each in range(seats)]
            table = Stacked(game, game.setup(None, seats, {}), bytes(32), entropy, rules=verifiers.RULES)
            yield (id, "stacked", seats), Case(bundle_of(played(table, 0)))


def dealt_otherwise() -> Iterator[tuple[Any, Case]]:
    """What an operator could do who commits, chains and signs all of it anew."""
    yield from stacked()
    game = CATALOGUE[CIVILIZATION]
    for only, seed in (("", 1), ("", 3), ("", 4), *(("buy_technology", seed) for seed in THEFTS)):
        entropy = [b"", b""]
        loaded = Loaded(
            game, game.setup(None, 2, {}), bytes([seed] * 32), entropy, rules=verifiers.RULES, position=WRITING
        )
        loaded.only = only
        yield ("loaded", only, seed), Case(bundle_of(played(loaded, 60, seed)))
    for id in CATALOGUE:
        yield from rewritten(id)


def rewritten(id: str) -> Iterator[tuple[Any, Case]]:
    """One event told otherwise, and everything after it chained and signed anew."""
    bundle = bundle_of(verifiers.table_of(id, plies=20))
    header, events = parts(bundle)
    drawn = "first" if id == CARTA else "dealer"
    started = next(place for place, (public, _) in enumerate(events) if public["type"] == "GameStarted")
    stranger = urlsafe_b64encode(b"stranger".ljust(32)).rstrip(b"=").decode()
    for name, place, data in (
        ("another first seat", started, {drawn: (events[started][0]["data"][drawn] + 1) % 3}),
        ("another seed disclosed", -1, {"server_seed": stranger}),
        ("another seed committed to", 0, {"server_commit": stranger}),
        ("another entropy", 1, {"entropy": stranger}),
        ("no entropy", 1, {"entropy": ""}),
        ("short entropy", 1, {"entropy": "AAAA"}),
        ("other rules", 0, {"rules_sha256": "1" * 64}),
        ("more seats", 0, {"seats": 4}),
    ):
        copy = json.loads(json.dumps(events))
        copy[place][0]["data"] |= data
        yield (id, name), Case(resigned(copy, header))
    for place, (_, hidden) in enumerate(events):
        for name in hidden:
            copy = json.loads(json.dumps(events))
            copy[place][1][name] = exchanged(hidden[name])
            yield (id, "another hidden value", place, name), Case(resigned(copy, header))
            del copy[place][1][name]
            if name != "server_seed":
                yield (id, "no hidden value", place, name), Case(resigned(copy, header))


def exchanged(value: Any) -> Any:
    """Another value of the same form."""
    if isinstance(value, list):
        return [*value[1:], value[0]] if len(set(value)) > 1 else [*value, *value]
    return {} if value is None else "A" * 43 if isinstance(value, str) and len(value) == 43 else f"{value}?"


@needs_node
def test_both_find_what_the_operator_deals_otherwise_though_all_is_signed_anew() -> None:
    cases = dict(dealt_otherwise())
    assert len(cases) == published("dealt or told otherwise, all signed anew")
    require_both_find(cases)


@needs_node
def test_both_find_what_is_opened_or_taken_back_otherwise_though_all_is_signed_anew() -> None:
    families = (opened_otherwise, corrected_otherwise, left_otherwise, undone_otherwise)
    cases = {(id, *name): case for id in CATALOGUE for family in families for name, case in family(id)}
    assert len(cases) == published("opened or taken back otherwise, all signed anew")
    require_both_find(cases)


def strangers() -> Iterator[tuple[Any, Case]]:
    """Whole bundles that are not what a receipt or a key says."""
    key = SIGNER.public.text()
    for id in CATALOGUE:
        table, other = verifiers.table_of(id), verifiers.table_of(id, seed=2)
        bundle = bundle_of(table)
        yield (id, "an older copy"), Case(bundle_of(table, 30), key, receipt_of(table.rows, 40))
        yield (id, "another history"), Case(bundle, key, receipt_of(other.rows, 20))
        yield (id, "a receipt of another key"), Case(bundle, key, receipt_of(table.rows, 20, OTHER))
        yield (id, "an unsigned receipt"), Case(bundle, key, receipt_of(table.rows, 20).split("\n\n")[0] + "\n")
        yield (id, "no receipt at all"), Case(bundle, key, "hello\n")
        yield (id, "another key"), Case(bundle, OTHER.public.text())
        yield (id, "no key at all"), Case(bundle, "hello")
        yield (id, "another signer"), Case(verifiers.signed(unsigned(bundle), OTHER), key)
        yield (id, "the note of another version"), with_note(bundle, receipt_of(table.rows, 20))
        yield (id, "the note of another history"), with_note(bundle, receipt_of(other.rows, len(other.rows)))


def unsigned(bundle: bytes) -> list[str]:
    """The lines of a bundle, its note without signature."""
    *lines, note = bundle.decode().splitlines()
    return [*lines, canonical({"note": json.loads(note)["note"].split("\n\n")[0] + "\n"})]


def with_note(bundle: bytes, note: str) -> Case:
    return as_case([*bundle.decode().splitlines()[:-1], canonical({"note": note})])


@needs_node
def test_both_find_an_older_copy_another_history_and_another_key() -> None:
    cases = dict(strangers())
    assert len(cases) == published("another key, receipt or note")
    require_both_find(cases)


def spelled_otherwise(id: str) -> Iterator[tuple[Any, Case]]:
    """What says the same, but not in the only way there is."""
    bundle = bundle_of(verifiers.table_of(id, seats=2, plies=0))
    text, lines = bundle.decode(), bundle.decode().splitlines()
    note = json.loads(lines[-1])["note"]
    signed, signature = note.split("\n\n")
    texts = {
        "CRLF": text.replace("\n", "\r\n"),
        "vertical tabs": text.replace("\n", "\v"),
        "an empty line": f"{text}\n",
        "a byte order mark": f"\ufeff{text}",
        "a space": text.replace('"format":', '"format": '),
        "a field twice": text.replace('{"edition"', '{"edition":"x","edition"'),
        "an order of its own": text.replace('{"private":{},', "{").replace('}"}\n', '}","private":{}}\n'),
        "an escape too many": text.replace("Seat", "\\\\u0053eat"),
        "a note twice": text + lines[-1] + "\n",
        "no note": "".join(f"{line}\n" for line in lines[:-1]),
        "no header": "".join(f"{line}\n" for line in lines[1:]),
        "nothing": "",
    }
    notes = {
        "a note that ends in CR": f"{note[:-1]}\r",
        "a note without end": note[:-1],
        "spare bits": f"{note[:-3]}{spare(note[-3])}=\n",
        "a line that is no signature": f"{note}hello\n",
        "no signature": f"{signed}\n",
        "a signature cut short": f"{signed}\n\n{signature[:40]}\n",
    }
    yield from ((name, Case(changed.encode())) for name, changed in texts.items())
    yield from ((name, with_note(bundle, changed)) for name, changed in notes.items())
    header, events = parts(bundle)
    for name, field, value in (
        ("a seat that is false", "seat", False),
        ("a seat that there is not", "seat", 9),
        ("a ply with a fraction", "ply", 2.0),
        ("a version past all", "v", 2**53),
        ("a commitment of its own", "secrets", {"x": "A" * 43}),
    ):
        yield name, Case(resigned([events[0], (events[1][0] | {field: value}, {}), *events[2:]], header))
    for name, hidden in (("nothing hidden", None), ("a list", []), ("zero", 0), ("what nobody committed to", {"x": 1})):
        yield name, Case(resigned([events[0], (events[1][0], hidden), *events[2:]], header))
        yield f"{name}, in a running game", Case(resigned([events[0], (events[1][0], hidden)], header))


def spare(letter: str) -> str:
    """The letter of base64 with the bit changed that no byte has."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return letters[letters.index(letter) ^ 1]


def every_spelling() -> dict[Any, Case]:
    return {(id, name): case for id in CATALOGUE for name, case in spelled_otherwise(id)}


def test_the_first_finds_whatever_is_spelled_otherwise() -> None:
    cases = every_spelling()
    assert len(cases) == published("spelled otherwise")
    assert not [name for name, case in cases.items() if by_first(case).verified]


@needs_node
def test_the_second_finds_whatever_is_spelled_otherwise() -> None:
    cases = every_spelling()
    assert not [name for name, said in zip(cases, by_second(cases.values()), strict=True) if said.verified]


@needs_node
def test_a_note_that_others_have_signed_too_holds() -> None:
    bundle = bundle_of(verifiers.table_of(CARTA))
    text, ours = json.loads(bundle.decode().splitlines()[-1])["note"].split("\n\n")
    theirs = OTHER.note(f"{text}\n").split("\n\n")[1]
    cases = [with_note(bundle, f"{text}\n\n{lines}") for lines in (ours + theirs, theirs + ours)]
    for case, second in zip(cases, by_second(cases), strict=True):
        require_agreement(by_first(case), second)


def one_fault() -> Iterator[tuple[str, Case]]:
    """Bundles with one thing wrong, and the check that is to find it."""
    table, other = verifiers.table_of(CARTA), verifiers.table_of(CARTA, seed=2)
    header, events = parts(bundle_of(table))

    def told(place: int, **fields: Any) -> Case:
        public, hidden = events[place]
        return Case(resigned([*events[:place], (public | fields, hidden), *events[place + 1 :]], header))

    yield "format", told(1, v=2**53)
    yield "positions", told(5, at="2025-12-31T00:00:00.000Z")
    yield "positions", told(5, ply=9)
    yield "positions", told(len(events) - 1, position=9)
    yield "heads", Case(resigned(events, header | {"edition": "uk"}))
    yield "note", with_note(bundle_of(table, 20), receipt_of(other.rows, 20))
    yield "receipt", Case(bundle_of(table, 20), None, receipt_of(table.rows, 21))
    yield "seats", told(1, seat=1)
    yield "seats", told(0, data=events[0][0]["data"] | {"seats": 4})
    yield "format", told(1, data=events[1][0]["data"] | {"entropy": events[1][0]["data"]["entropy"] + "=="})
    yield "seed", told(0, data=events[0][0]["data"] | {"server_commit": "A" * 43})
    yield "commitments", told(4, secrets={"deck": "A" * 43})
    yield "signature", Case(bundle_of(table), OTHER.public.text())
    yield from (("deal", case) for (name, *_), case in dealt_otherwise() if name == "loaded")
    yield from (("deal", case) for _, case in stacked())
    yield from (("seats", case) for (game, _), case in opened_otherwise(CARTA) if game == "void")
    yield from (("format" if name == "forward" else "deal", case) for (name, _), case in corrected_otherwise(CARTA))


@needs_node
def test_the_second_names_what_is_wrong() -> None:
    faults = list(one_fault())
    for (check, _), said in zip(faults, by_second(case for _, case in faults), strict=True):
        wrong = [each["check"] for each in said.report["checks"] if each["holds"] is False]
        assert check in wrong or (check, wrong) == ("seats", ["format"])
        assert len(wrong) == 1 or check in ("positions", "seats", "seed", "deal"), (check, wrong)


@needs_node
@EVERY_GAME
def test_a_winner_that_is_made_up_is_found_by_the_first_and_not_vouched_for_by_the_second(id: str) -> None:
    header, events = parts(bundle_of(verifiers.table_of(id)))
    events[-1][0]["data"]["winners"] = [(events[-1][0]["data"]["winners"][0] + 1) % 3]
    case = Case(resigned(events, header))
    (second,) = by_second([case])
    unchecked = {each["check"]: each["words"] for each in second.report["checks"] if each["holds"] is None}
    assert not by_first(case).verified
    assert (second.report["complete"], "who won" in unchecked["rules"]) == (False, True)


# Where it runs


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = ["node", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@needs_node
def test_the_command_line_says_it_by_its_exit_status_in_words_and_as_json(tmp_path: Path) -> None:
    table = verifiers.table_of(CARTA)
    path, receipt = tmp_path / "game.ndjson", tmp_path / "receipt.txt"
    path.write_bytes(bundle_of(table))
    receipt.write_text(receipt_of(table.rows, 10), encoding="utf-8")
    whole = run(web.VERIFIER, path, "--key", SIGNER.public.text(), "--receipt", receipt, "--json")
    assert (whole.returncode, whole.stderr) == (0, "")
    assert [each["check"] for each in json.loads(whole.stdout)["checks"] if each["holds"] is None] == ["rules"]
    assert json.loads(whole.stdout)["complete"] is False
    verdict = "Verified, resting on the operator's word for every ply, except for what was not checked: receipt, rules."
    assert run(web.VERIFIER, path).stdout.splitlines()[-1] == verdict
    other = run(web.VERIFIER, path, "--key", OTHER.public.text())
    assert (other.returncode, other.stdout.splitlines()[-1]) == (1, "NOT verified.")
    assert [run(web.VERIFIER, *arguments).returncode for arguments in ((), (tmp_path / "none",))] == [2, 2]


@needs_node
def test_either_of_several_keys_may_have_signed_note_and_receipt(tmp_path: Path) -> None:
    table = verifiers.table_of(CARTA)
    path, receipt = tmp_path / "game.ndjson", tmp_path / "receipt.txt"
    path.write_bytes(bundle_of(table))
    receipt.write_text(receipt_of(table.rows, 10, OTHER), encoding="utf-8")

    def wrong(*signers: Signer) -> list[str]:
        keys = (argument for signer in signers for argument in ("--key", signer.public.text()))
        report = json.loads(run(web.VERIFIER, path, "--receipt", receipt, "--json", *keys).stdout)
        return [each["check"] for each in report["checks"] if each["holds"] is False]

    assert wrong(OTHER, SIGNER) == wrong(SIGNER, OTHER) == []
    assert (wrong(OTHER), wrong(SIGNER), wrong()) == (["signature"], ["receipt"], ["receipt"])
    assert wrong(Signer(b"a third".ljust(32))) == ["receipt", "signature"]


@needs_node
def test_the_report_counts_the_corrections(tmp_path: Path) -> None:
    path = tmp_path / "game.ndjson"
    table = verifiers.seated(CARTA, 2, 1)
    for times, words in enumerate(("fairness B", "fairness B, corrected 1 time by the operator", "corrected 2 times")):
        if times:
            verifiers.take_back(table, verifiers.ends_of_plies(table)[0])
        verifiers.play_on(table, Random(1))
        path.write_bytes(bundle_of(table))
        assert words in run(web.VERIFIER, path).stdout.splitlines()[0]
        report = json.loads(run(web.VERIFIER, path, "--json").stdout)
        assert list(report)[6:8] == ["fairness", "corrections"]
        assert report["corrections"] == times


@needs_node
def test_it_needs_nothing_of_node_and_says_so_where_there_is_no_ed25519(tmp_path: Path) -> None:
    path = tmp_path / "game.ndjson"
    path.write_bytes(bundle_of(verifiers.table_of(CARTA)))
    browser = """
      const text = (await import('node:fs')).readFileSync(FILE, 'utf8');
      const imported = crypto.subtle.importKey.bind(crypto.subtle);
      crypto.subtle.importKey = async (form, key, how, ...more) => {
        if (how.name === 'Ed25519') throw new DOMException('no such algorithm', 'NotSupportedError');
        return imported(form, key, how, ...more);
      };
      const log = console.log;
      delete globalThis.process;
      const {verify} = await import(MODULE);
      log(JSON.stringify(await verify(text)));
    """.replace("FILE", json.dumps(str(path))).replace("MODULE", json.dumps(web.VERIFIER.as_uri()))
    done = run("--input-type=module", "-e", browser)
    report = json.loads(done.stdout)
    outcomes = {each["check"]: each for each in report["checks"]}
    assert (report["verified"], report["complete"]) == (True, False)
    assert outcomes["signature"]["holds"] is None
    assert outcomes["signature"]["words"].startswith("signature: not checked")


@needs_node
def test_without_ed25519_a_receipt_of_another_head_is_no_accusation(tmp_path: Path) -> None:
    bundle = tmp_path / "game.ndjson"
    bundle.write_bytes(bundle_of(verifiers.table_of(CARTA)))
    id = json.loads(bundle.read_text().splitlines()[0])["id"]
    receipt = tmp_path / "receipt.txt"
    receipt.write_text(SIGNER.note(f"cartulary-receipt/v1\n{id}\n1\n{'A' * 43}\n"))
    ours = json.loads(run(web.VERIFIER, bundle, "--receipt", receipt, "--json").stdout)
    assert next(each["holds"] for each in ours["checks"] if each["check"] == "receipt") is False
    lacking = """
      crypto.subtle.importKey = () => Promise.reject(new DOMException('no such algorithm', 'NotSupportedError'));
      const read = (await import('node:fs')).readFileSync;
      const {verify} = await import(MODULE);
      console.log(JSON.stringify(await verify(read(FILE, 'utf8'), {receipt: read(RECEIPT, 'utf8')})));
    """
    for name, value in (("FILE", str(bundle)), ("RECEIPT", str(receipt)), ("MODULE", web.VERIFIER.as_uri())):
        lacking = lacking.replace(name, json.dumps(value))
    report = json.loads(run("--input-type=module", "-e", lacking).stdout)
    found = next(each for each in report["checks"] if each["check"] == "receipt")
    assert found["holds"] is None
    assert found["words"].startswith("at version 1 the receipt has another head")


def test_it_is_served_as_a_module() -> None:
    app = Flask(__name__)
    app.extensions["cartulary"] = {"subjects": SUBJECTS, "config": Config(database_url="")}
    web.init_app(app)
    with app.test_client().get("/verify.js") as response:
        assert response.data == web.VERIFIER.read_bytes()
        assert response.mimetype == "text/javascript"
        imported = re.findall(
            r"^(?:import|export) .*from '\./([^']+)';$", response.get_data(as_text=True), re.MULTILINE
        )
        assert imported
        assert {f"/{each}" for each in imported} <= web.GAME_PARTS.keys()
