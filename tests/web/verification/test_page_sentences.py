"""What /verify and /replay say of a record is said of a conformance case, or a test that is named holds it."""

import json
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Route, expect

from cartulary.audit.receipts import list_deciding_seats, list_vouched_seats
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.seats import Seat
from cartulary.match.seating import Sitting, sit_down
from tests.domain.table import UNTIL, Table
from tests.message_catalogues import PAGES, read
from tests.web import conformance
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
VERDICTS: Final = {each["name"]: each for each in conformance.verdicts()}
DONE: Final = re.compile(r"\b(good|partly|bad|open)\b")
MARK: Final = re.compile("⟦(.+?)⟧")
KEEP: Final = "([game, kept]) => localStorage.setItem('cartulary-receipts', JSON.stringify({[game]: kept}))"
PIN: Final = "keys => localStorage.setItem('cartulary-keys', JSON.stringify(keys))"
SAID_OF: Final = {
    "another-deck-shown": {"not-verified", "means.hidden", "keep", "holds.false"},
    "another-header": {"means.heads"},
    "another-opening": {"means.other"},
    "another-signer": {"means.signature"},
    "bit-changed": {"means.format"},
    "carta-fork": {"fairness.C", "fairness-from.fork"},
    "carta-fork-of-another-game": {"means.origin"},
    "carta-fork-running": {"unchecked.fork"},
    "carta-fork-without-its-origin": {"unchecked.origin", "unchecked.receipt"},
    "carta-level-a": {
        "verified-except",
        "unchecked.rules",
        "fairness.A",
        "status.finished",
        "holds.true",
        "holds.null",
    },
    "carta-level-b": {"fairness.B", "not-vouched", "holds.null"},
    "carta-not-opened": {"nothing-dealt", "status.abandoned", "unchecked.times"},
    "carta-partly-b": {"fairness.partly-B"},
    "carta-position": {"fairness-from.position"},
    "carta-running": {"status.playing", "unchecked.seed", "unchecked.commitments", "unchecked.deal"},
    "carta-signed": {"player-seat", "player-key"},
    "carta-signed-running": {"unchecked.signatures"},
    "carta-table-closed": {"player-without-key"},
    "end-not-yet-in-the-log": {"unchecked.log"},
    "ended-among-bots": {"player-bot"},
    "entropy-of-a-free-seat": {"unchecked.entropy", "status.open"},
    "false-line-beside-the-signature": {"means.false-line"},
    "hidden-value-absent": {"means.absent"},
    "log-of-another-key": {"means.log-key"},
    "move-invented": {"means.signatures"},
    "move-invented-where-nobody-signs": {"on-trust"},
    "older-note": {"means.note"},
    "origin-of-no-fork": {"means.no-fork", "look"},
    "own-entropy-replaced": {"means.entropy"},
    "public-game-hidden-in-the-log": {"means.log-names"},
    "receipt-of-another-key": {"means.receipt"},
    "rewritten-after-a-checkpoint": {"means.log"},
    "seed-fixed-before-one-seat": {"vouched"},
    "time-given": {"unchecked.times"},
    "two-heads-of-one-version": {"two-heads", "distrust-help"},
    "two-notes-in-one-file": {"means.not-one"},
}
"""Of each case, sentences that /verify says of it."""
ON_REPLAY: Final = {
    "another-deck-shown": {"not-verified", "no-board"},
    "bot-takes-over-at-a-false-time": {"authority.bot"},
    "carta-fork": {"verdict-open", "fairness-from.fork", "unchecked-origin"},
    "carta-level-a": {"verdict-usual", "verdict-fairness", "none-signed", "on-trust", "unchecked-rules"},
    "carta-level-b": {"unchecked-receipt", "not-vouched", "trust-word", "trust-badge-word"},
    "carta-level-c": {"verdict-key"},
    "carta-position": {"fairness-from.position"},
    "carta-signed": {"signed-moves", "authority.own"},
    "carta-time-ran-out": {"unchecked-times"},
    "delegate-named": {"authority.delegate"},
    "delegate-named-without-a-key": {"authority.unsigned"},
    "end-not-yet-in-the-log": {"unchecked-log"},
    "order-signed": {"authority.order"},
}
"""The same of /replay, with the key of the cases pinned but where it says that nobody vouched for it."""
ELSEWHERE: Final = {
    "another-game": "test_the_record_of_another_game_is_not_taken_for_the_one_that_was_asked_for",
    "means.export": "test_of_an_export_the_page_says_what_it_is_and_nothing_of_damage",
    "key-added": "test_a_key_that_came_beside_the_pinned_one_is_said_to_be_vouched_for_by_nobody",
    "means.clock": "test_the_service_does_not_set_the_clock_by_which_its_times_are_judged",
    "key-shown": "test_a_browser_checks_the_game_that_the_address_names",
    "proof-keys": "test_two_receipts_of_one_version_are_offered_as_proof",
    "unchecked.signature": "test_a_record_is_checked_over_plain_http_all_but_its_signatures",
}
KEPT: Final = "test_receipts_are_said_to_be_kept_no_further_than_they_are"
ELSEWHERE_ON_REPLAY: Final = {
    **{key: ELSEWHERE[key] for key in ("another-game", "key-added")},
    **dict.fromkeys(("two-heads", "distrust-help"), "test_two_signed_histories_never_stand_beside_verified"),
    **dict.fromkeys(("trust-kept", "trust-badge-kept", "trust-part", "trust-badge-part", "trust-before"), KEPT),
    **dict.fromkeys(("unchecked-signature", "unchecked-signatures"), ELSEWHERE["unchecked.signature"]),
    "unchecked-entropy": "test_every_unchecked_point_of_the_verifier_has_words",
    "log-forked": "test_two_checkpoints_of_the_log_that_contradict_each_other_are_shown_beside_the_verdict",
    "vouched": "test_both_hold_a_receipt_from_before_they_showed_their_entropy",
}
"""Sentences that need more than the files of a case, and the tests that hold them."""
CLAIMS_ON_REPLAY: Final = re.compile(
    r"unchecked-.+|trust-.+|on-trust|(not-)?vouched|signed-moves|none-signed|authority[.].+|verdict-(open|usual|key|bad|fairness)"
    r"|not-verified|another-game|two-heads|distrust-help|key-added|log-forked|fairness-from[.].+|no-board"
)
NO_CLAIMS: Final = re.compile(
    r"(verify|integrity)-.+|bundle(-help)?|receipt(-help)?|origin(-help)?|keys(-help|-unknown|-of-service)?|checks?|result"
    r"|nothing-checked|choose-bundle|checking|not-checked|save-proof|game|status|version|corrections|order|fairness|none"
)
"""Labels, help and what is said of no record."""
OF_INTEGRITY: Final = re.compile(
    r"asking|mismatch.*|games|events|last-run|no-(run|mismatch)|running-now|fingerprint|redaction-.+|leaks.*|all-games"
    r"|of-these-checked|with-events|scope.*|started|finished|at-event|outcome[.].+"
)
"""What the service says of itself at /integrity, which checks no record in the browser."""


def mark_texts(route: Route) -> None:
    """Answer with a catalogue in which each text begins with its key."""
    route.fulfill(json={key: mark(key, value) for key, value in json.loads(route.fetch().text()).items()})


def mark(key: str, value: Any) -> Any:
    return f"⟦{key}⟧{value}" if isinstance(value, str) else {form: mark(key, each) for form, each in value.items()}


def list_keys(visitor: Visitor, verdict: dict[str, Any]) -> set[str]:
    """Return the keys of all that /verify says of a case."""
    files = {name: conformance.FOLDER / verdict[name] for name in ("bundle", "origin") if verdict[name]}
    game = json.loads(files["bundle"].read_bytes().splitlines()[0])["id"]
    visitor.goes("/verify")
    for seat, entropy in verdict["entropy"].items():
        visitor.page.evaluate(KEEP, [game, {"seat": int(seat), "entropy": entropy}])
    visitor.find("#keys").fill("\n".join(verdict["keys"]))
    visitor.find("#receipt").set_input_files([conformance.FOLDER / each for each in verdict["receipts"]])
    for name in reversed(files):
        visitor.find(f"#{name}").set_input_files(files[name])
    expect(visitor.find("#verdict")).to_have_class(DONE)
    return set(MARK.findall(visitor.find("main").inner_html()))


@pytest.mark.parametrize("name", SAID_OF)
def test_the_page_says_its_sentences_of_the_cases_that_show_them(visit: Visit, name: str) -> None:
    visitor = visit()
    visitor.page.route("**/locale/record/en.json*", mark_texts)
    found = list_keys(visitor, VERDICTS[name])
    assert SAID_OF[name] - found == set()
    # The page asks for no witnesses and knows no rules, which no case here needs.
    assert "verified-except" in found if VERDICTS[name]["verified"] else "not-verified" in found


@pytest.mark.parametrize("name", ON_REPLAY)
def test_a_replay_says_its_sentences_of_the_cases_that_show_them(visit: Visit, name: str) -> None:
    visitor = visit()
    visitor.page.route("**/locale/page/en.json*", mark_texts)
    visitor.goes("/replay")
    if "verdict-key" not in ON_REPLAY[name]:
        visitor.page.evaluate(PIN, VERDICTS[name]["keys"])
    visitor.find("input[type=file]").set_input_files(conformance.FOLDER / VERDICTS[name]["bundle"])
    expect(visitor.find(".verdict-box")).to_have_class(DONE)
    assert ON_REPLAY[name] - set(MARK.findall(visitor.find(".verdict-box").inner_html())) == set()


def test_what_is_unchecked_is_said_no_further_than_it_was_seen() -> None:
    """The line of a check says which entries the log lacks, and which times rest on the operator's word."""
    for (catalogue, mark), check in product({"record": ".", "page": "-"}.items(), ("log", "times")):
        said = read(PAGES / catalogue, "en")[f"unchecked{mark}{check}"]
        assert f"the line “{check}” says what" in said
        assert [each for each in ("the end", "a day", "bots") if each in said] == []


class BotSitsLast(Table):
    """A table at whose last seat a bot sits."""

    def sit(self, seat: Seat, entropy: bytes) -> None:
        bot = "careful" if seat == 1 else None
        self.goes_on(sit_down(self.match, Sitting(f"player {seat}", seat, entropy, None, bot), UNTIL))


@pytest.mark.parametrize(("language", "bots"), [("en", r"\bbots?\b"), ("ru", "бот"), ("uk", "бот"), ("ko", "봇")])
def test_no_receipt_is_said_to_be_lacking_that_is_at_hand_where_a_bot_sat_down_last(language: str, bots: str) -> None:
    """Of the seat that is looked for it is said that no bot sits there, and of all others that bots count."""
    game = CATALOGUE["carta-impera-victoria"]
    table = BotSitsLast(game, game.setup("ru", 2, {}), bytes(32), [b"a" * 32, b"b" * 32])
    assert (list_vouched_seats(table.rows, 2), list_deciding_seats(table.rows, 2)) == ([1], [])
    for catalogue in ("record", "page"):
        assert len(re.findall(bots, read(PAGES / catalogue, language)["not-vouched"])) == 2


def test_every_sentence_of_the_verdicts_has_a_case_or_a_test() -> None:
    claims = {
        key for key in read(PAGES / "record", "en") if not NO_CLAIMS.fullmatch(key) and not OF_INTEGRITY.fullmatch(key)
    }
    assert claims == {key for keys in SAID_OF.values() for key in keys} | ELSEWHERE.keys()
    on_replay = {key for key in read(PAGES / "page", "en") if CLAIMS_ON_REPLAY.fullmatch(key)}
    assert on_replay == {key for keys in ON_REPLAY.values() for key in keys} | ELSEWHERE_ON_REPLAY.keys()
    tests = "\n".join(each.read_text(encoding="utf-8") for each in (Path(__file__).parents[1]).rglob("test_*.py"))
    assert [each for each in {*ELSEWHERE.values(), *ELSEWHERE_ON_REPLAY.values()} if f"def {each}(" not in tests] == []
