"""The report of a verification, in lines for people and as JSON for programs."""

import re
from collections.abc import Mapping
from json import dumps
from typing import Any, Final

from cartulary.audit.log_proofs import HIDES, LATE, NAMES, TO_COME
from cartulary.audit.published_actions import NO_ACTION
from cartulary.audit.receipts import CONTRADICTS, NO_SEAT, NOT_ONE, SPOILT, UNSIGNED
from cartulary.audit.report import HISTORY, Report
from cartulary.audit.verify import ABSENT, NO_FORK, NO_ORIGIN
from cartulary.kernel.text import counted, show_controls
from cartulary.record.bundle import BY_OTHERS, FALSE_SIGNATURE, NO_HEADER, NO_NOTE

LIMITS: Final = "When it all happened, the record alone does not prove."
LIMITS_OF_KEYS: Final = "That these keys are the players', and when it all happened, the record alone does not prove."
KEEP: Final = "Keep this file and your receipts. Ask for the bundle once more; if that one fails too, show both."
LOOK: Final = (
    "No check of the file itself fails. Look again at what you gave beside it; if that is right, keep both, and show "
    "them."
)
GIVEN: Final = {"receipt", "entropy", "keys", "actions", "witnesses", "origin"}
"""Checks of the file against what the reader gave beside it."""
READS_HIDDEN: Final = {"commitments", "rules", "signatures", "fork"}
"""Checks that hidden values can fail, which lie outside the chain."""
LIKE_QUOTES: Final = re.compile("[\u02ba\u02dd\u02ee\u02f6\u05f2\u05f4\u1cd3\u201c-\u201f\u2033\u2036\u3003\uff02]")
"""What looks like the quotation marks around a name, and could seem to end it."""
NAMES_A_SEAT: Final = re.compile(r"\b[Ss]eats? \d")
MEANINGS: Final = {
    "format": "The file is damaged, has an event that does not go with those before, or is no audit bundle of a game "
    "that this program knows.",
    "signature": "No known key vouches for this file. Has the service another key by now? Give it with --key.",
    "heads": "The header of this file and its events do not go together.",
    "note": "The note in this file and its events do not go together.",
    "hidden": "Hidden values in this file are not what the record committed to. They lie outside the chain, so this "
    "does not show that the record was changed.",
    "signatures": "The record and the signatures of its players do not go together: see the line of the signatures.",
    "entropy": "By this record the seat added, or committed to, other bytes than these, or none.",
    "keys": "The record does not give this seat the key that you named: ask its player.",
    "actions": "A published action does not go with this record: see the line of the actions.",
    "log": "The proofs in this file, or their absence, do not show this history in the log. Nobody signs that they are "
    "whole: ask for the bundle anew with its proofs, from the service.",
    "witnesses": "The file does not show that as many witnesses as you asked for saw the game at the times stated.",
    HISTORY: "Two signed bundles tell two histories of this game: if by the service, both together prove it.",
    "origin": "The other game's file and this one do not go together: see the line of the origin.",
}
"""What it means that a check fails; `hidden` is what it means of those that read hidden values if these are false."""
FALSE_LINE: Final = "a false signature by a known key, which spoils it, whoever else has signed it."
MARKS: Final = {True: "ok", False: "WRONG", None: "not checked"}


def describe(report: Report) -> str:
    """A report in lines, with the verdict at the end."""
    lines = [f"{MARKS[each.holds]:>11}  {each.check}: {each.words}" for each in report.outcomes]
    checks = [show_controls(each) for each in (*about(report), *lines)]
    counted = ["Seats count from 0."] if any(map(NAMES_A_SEAT.search, checks)) else []
    return "\n".join([*checks, *counted, *verdict(report), *show_proof(report)])


def verdict(report: Report) -> list[str]:
    """Say what comes of it, and of what does not hold what to do."""
    failed = [each.check for each in report.outcomes if each.holds is False]
    if failed:
        # What cannot be read proves nothing but that.
        meanings = dict.fromkeys(explain(report, each) for each in (["format"] if "format" in failed else failed))
        is_slip = GIVEN.issuperset(failed) and not is_contradicted(report)
        return [f"NOT verified. What fails: {', '.join(failed)}.", *meanings, LOOK if is_slip else KEEP]
    whole = "nothing of what was asked for is left unchecked" if report.complete else "some of it could not be checked"
    trust = rest_on_trust(report)
    limits = LIMITS_OF_KEYS if any(each["key"] for each in report.players) else LIMITS
    return [limits, f"Verified{trust and f', {trust}'}; {whole}."]


def explain(report: Report, check: str) -> str:
    """Say what it means that a check fails."""
    said = words_of(report, check)
    if check == "receipt":
        return explain_receipt(report, said)
    if check == "signature" and said in (NO_HEADER, NO_NOTE):
        return MEANINGS["format"]
    if check == "signature" and said == FALSE_SIGNATURE:
        return f"The file has {FALSE_LINE}"
    if check == "log" and said.endswith(BY_OTHERS):
        return "Whether the log holds this history cannot be told without the key that signs it: give it with --key."
    if check == "log" and said.endswith(TO_COME):
        return "Look at the clock of this machine: if that is right, times in this record are not."
    if check == "log" and said.endswith(LATE):
        return f"Look at the clock of this machine: if that is right, {MEANINGS['log'][0].lower()}{MEANINGS['log'][1:]}"
    if check == "log" and said.endswith(NAMES):
        return "The log shows this history to everybody, though the record says that the game is private."
    if check == "log" and said.endswith(HIDES):
        return "The log holds this history so that nobody finds it who reads the log: others cannot compare theirs."
    if said.endswith(ABSENT):
        return "The file lacks hidden values that the end of a game discloses."
    if said.startswith(NO_SEAT):
        return f"Look at the number of the seat in {'--seat-key' if check == 'keys' else '--entropy'}."
    if said.startswith(NO_ACTION):
        return "A file given as an action is none, so nothing was compared with it."
    if said == NO_ORIGIN:
        return "A file given as the other game's is no bundle, so nothing was compared with it."
    if said == NO_FORK:
        return "Leave out --origin: only a fork has one."
    if check in READS_HIDDEN and has_false_values(report):
        return MEANINGS["hidden"]
    return MEANINGS.get(check, "The record in this file was changed, or not made by the rules.")


def has_false_values(report: Report) -> bool:
    """Whether hidden values are not what was committed to, though the seed of the commitments is right."""
    return report.holds("seed") and any(each.check == "commitments" and each.holds is False for each in report.outcomes)


def words_of(report: Report, check: str) -> str:
    return next((each.words for each in report.outcomes if each.check == check), "")


def is_contradicted(report: Report) -> bool:
    """Whether a receipt and a file that are both signed tell two histories."""
    is_signed = report.holds("signature") and report.holds("note")
    return is_signed and words_of(report, "receipt").startswith(CONTRADICTS)


def explain_receipt(report: Report, said: str) -> str:
    """Say what it proves that a receipt does not go with the file."""
    if said == NOT_ONE:
        return "A file given as a receipt is not one note, so nothing was compared with it."
    if said == SPOILT:
        return f"Your receipt has {FALSE_LINE}"
    if said == UNSIGNED:
        return "The key by which this was checked has not signed your receipt. Give the service's own with --key."
    if not (report.holds("signature") and report.holds("note")):
        return "No known key has signed this file as it is, so it proves nothing against your receipt."
    if is_contradicted(report):
        return "Receipt and file are signed, and tell two histories: if by the service, both together prove it."
    return "Your receipt and this file do not go together: see the line of the receipt."


def show_proof(report: Report) -> list[str]:
    """Show two notes that contradict each other, as anybody else can check them."""
    if report.proof is None or report.proof_keys is None:
        return []
    words = "The service has signed two histories of this game. Keep both notes, which prove it."
    one, other = report.proof_keys
    if one != other:
        words = f"Two keys that you gave have signed two histories of this game: {one} and {other}. If both are the "
        words += "service's, both notes prove it: keep them."
    return [words, *report.proof]


def about(report: Report) -> list[str]:
    """Describe the game of a report in a line; nothing if its bundle could not be read."""
    if not report.game:
        return []
    words = f"Game {report.game}, {report.status}, version {report.version}"
    if trust := rest_on_trust(report):
        words += f", {trust}"
    if not report.dealt:
        return [f"{words}, nothing was dealt", *map(describe_player, report.players)]
    words += f", fairness {report.fairness}"
    if report.begun_from:
        words += f" of what was shuffled since the {report.begun_from}"
    if report.corrections:
        words += f", corrected {report.corrections} {'time' if report.corrections == 1 else 'times'} by the operator"
    is_sound = all(each.holds is not False or each.check in GIVEN for each in report.outcomes)
    rests = assurance(report) if is_sound else " if nothing below failed"
    return [f"{words}{rests}", *map(describe_player, report.players)]


def describe_player(each: Mapping[str, Any]) -> str:
    key = f"key {each['key']}" if each["key"] else "no key"
    bot = " a bot," if each["bot"] else ""
    return f"Seat {each['seat']}: {quoted(each['player'])},{bot} {key}, since event {each['position']}"


def quoted(name: str) -> str:
    """Return a player's name in quotation marks: without them any name can look like words of the report."""
    return LIKE_QUOTES.sub(lambda found: f"\\u{ord(found[0]):04x}", dumps(name, ensure_ascii=False))


def rest_on_trust(report: Report) -> str:
    """Say for how many plies nobody has signed, and how many signatures are hidden, if that could be checked."""
    plies = sum(number for each in report.authority for name, number in each.items() if name != "seat")
    unsigned = sum(each["bot"] + each["unsigned"] for each in report.authority)
    how_many = "every ply" if unsigned == plies else f"{unsigned} of {plies} plies"
    rests = [f"resting on the operator's word for {how_many}"] if unsigned else []
    hidden = [f"{counted(report.withheld, 'signature', 'signatures')} hidden"] if report.withheld else []
    return ", ".join([*rests, *hidden])


def assurance(report: Report) -> str:
    """Describe what the order of seed and entropy rests on, without which no level of fairness means much."""
    if report.fairness == "C":
        return f"{'; that' if report.corrections else ', which'} rests on the operator's word"
    if not report.deciding_seats:
        subject = "; the fairness" if report.corrections else ", which"
        return (
            f"{subject} rests on the operator's word: no receipt that fits is from before a seat showed its entropy "
            "and after that of all others was fixed, bots aside"
        )
    one, *others = map(str, report.deciding_seats)
    whose = f"seats {', '.join([one, *others])} showed their" if others else f"seat {one} showed its"
    who = "one of them" if others else "it"
    words = f"if the receipt of version {report.shuffle_receipt} was kept before {whose} entropy, and {who} was honest "
    words += "and sent the bytes in the record"
    return f"{'; the fairness holds' if report.corrections else ','} {words}"


def report_json(report: Report) -> dict[str, Any]:
    """A report as JSON."""
    return {
        "verified": report.verified,
        "complete": report.complete,
        "game": report.game,
        "version": report.version,
        "head": report.head,
        "status": report.status,
        "fairness": report.fairness,
        "corrections": report.corrections,
        "dealt": report.dealt,
        "begun_from": report.begun_from,
        "receipt": report.receipt,
        "vouched_seats": report.vouched_seats,
        "shuffle_receipt": report.shuffle_receipt,
        "deciding_seats": report.deciding_seats,
        "players": report.players,
        "witnessed": report.witnessed,
        "signed": report.signed,
        "authority": report.authority,
        "withheld": report.withheld,
        "expired": report.expired,
        "restored": report.restored,
        "proof": report.proof,
        "proof_keys": report.proof_keys,
        "checks": [each._asdict() for each in report.outcomes],
    }
