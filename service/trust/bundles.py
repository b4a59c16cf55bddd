"""Audit bundles: made for a match, and checked from a file."""

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from json import loads
from pathlib import Path
from typing import Any, Final, NamedTuple

from domain.audit.verify import Outcome, Report, read_match, verify_lines
from domain.catalogue import CATALOGUE
from domain.kernel.seats import Seat
from domain.match.events import BACKWARD
from domain.match.state import Match
from domain.record.bundle import FORMAT, WRONG, Broken, canonical_line, receipt_text, write_bundle
from domain.record.event import RecordedEvent
from service.errors import Problem
from service.games.rules_digest import rules_sha256
from service.games.signatures import has_signed
from service.trust import signing
from service.trust.cosignatures import TrustedKeys
from service.trust.signing import BadNote, PublicKey, Signer


class Unreadable(Exception):
    """A file that cannot be read; says why."""


def bundle(
    game_id: str, rows: Sequence[RecordedEvent], signer: Signer, proofs: Sequence[Mapping[str, Any]] = ()
) -> Iterator[str]:
    """The bundle of a match's record, as far as it is given, line by line, with proofs that the log holds its heads."""
    created, last = loads(rows[0].public)["data"], rows[-1]
    header = {
        "format": FORMAT,
        "id": game_id,
        "game": created["game"],
        "edition": created["edition"],
        "rules_sha256": created["rules_sha256"],
        "key": signer.public.text(),
    }
    return write_bundle(header, rows, signer.note(receipt_text(game_id, last.position, last.hash)), proofs)


ENDS: Final = " \t\r\n"
"""Whitespace that an editor may leave after a receipt."""


class Given(NamedTuple):
    """Evidence beside a bundle."""

    keys: Sequence[str] = ()
    """Keys of the service from a trusted place; a signature by any of them counts."""
    receipts: Sequence[Path] = ()
    """Signed notes from earlier."""
    origin: Path | None = None
    """The bundle of the game that a fork goes on from."""
    entropy: Mapping[Seat, bytes] | None = None
    """What seats have added to the shuffle, as their players know it."""
    witnesses: Sequence[PublicKey] = ()
    """Witnesses that somebody trusts."""
    quorum: int = 0
    """How many of them must have cosigned each checkpoint; 0 asks for none."""
    actions: Sequence[Path] = ()
    """Signed actions that players have published."""


def verify(path: Path, given: Given) -> Report:
    """Check the bundle in a file, its signature too. Raises Unreadable."""
    return verify_text(read(path), given)


def verify_text(text: str, given: Given) -> Report:
    """Check a bundle, its signature too. Raises Unreadable for a receipt that cannot be read."""
    lines = text.removesuffix("\n").split("\n")
    keys, signature, note = check_signature(lines, given)
    kept = [read(each) for each in given.receipts]
    receipts, actions = [receipt_in(each, keys) for each in kept], [read(each) for each in given.actions]
    origin = origin_in(read(given.origin), given) if given.origin else None
    reader = TrustedKeys(keys, given.witnesses, given.quorum)
    report = verify_lines(lines, CATALOGUE, note, receipts, origin, given.entropy, has_signed, reader, actions)
    report.proof = find_contradiction([lines[-1], *kept], keys)
    report.outcomes.append(signature)
    if report.game:
        report.outcomes.append(rules_of_this_program(lines[0]))
    return report


class Finished(NamedTuple):
    """A finished game out of a bundle: the match at its end, and all its events."""

    match: Match
    rows: Sequence[RecordedEvent]


MOST_RETURNS: Final = 300
"""Corrections and take-backs of a bundle that is played back; the changes of each can be a whole view."""


def read_finished(text: str) -> Finished:
    """Return the finished game in a bundle that verifies. Raises Problem 422."""
    require_few_returns(text)
    report = verify_text(text, Given())
    if wrong := next((each for each in report.outcomes if each.holds is False), None):
        detail = f"This bundle does not verify, so it is not played back. {wrong.check}: {wrong.words}"
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "not-verified", detail)
    found, match = read_match(text.removesuffix("\n").split("\n"), CATALOGUE)
    if match.result is None or withholds(found.rows):
        detail = "This bundle does not hold all of a finished game. Take the one that the service has after the end."
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "not-whole", detail)
    return Finished(match, found.rows)


def require_few_returns(text: str) -> None:
    """Refuse a bundle that goes back too often. Raises Problem 422."""
    returns = sum(text.count(f'\\"type\\":\\"{name}\\"') for name in sorted(BACKWARD))
    if returns > MOST_RETURNS:
        detail = (
            f"This bundle has {returns} corrections and take-backs; at most {MOST_RETURNS} are played back here. "
            "Check it on your own computer: cartulary verify."
        )
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "too-many-returns", detail)


def withholds(rows: Sequence[RecordedEvent]) -> bool:
    """Whether any hidden field is missing."""
    return any(loads(row.public)["secrets"].keys() - loads(row.private or "{}").keys() for row in rows)


def origin_in(text: str, given: Given) -> list[str]:
    """The lines of the bundle of the game that a fork goes on from; none if its own signature does not hold."""
    lines = text.removesuffix("\n").split("\n")
    _, signature, _ = check_signature(lines, given)
    return lines if signature.holds else []


def check_signature(lines: Sequence[str], given: Given) -> tuple[Sequence[PublicKey], Outcome, str | None]:
    """The keys to check with, whether one of them signed the note, and the note's text if it did."""
    keys: Sequence[PublicKey] = ()
    try:
        named = find_key(lines[0])
        keys = [signing.public_key(text) for text in given.keys] or [named]
        note, key = signing.open_note(note_in(lines[-1]), keys)
    except BadNote as error:
        return keys, Outcome("signature", False, str(error)), None
    whose = "a key that was given" if given.keys else "the key that the bundle names, which nobody vouched for"
    return keys, Outcome("signature", True, f"signed with {whose}: {key.fingerprint}"), note


def find_key(line: str) -> PublicKey:
    """The key that a bundle's header names. Raises BadNote."""
    try:
        text = canonical_line(line)["key"]
        key = signing.public_key(text)
    except BadNote:
        raise
    except (Broken, *WRONG) as error:
        raise BadNote("The bundle has no header with a key.") from error
    if key.text() != text:
        raise BadNote("The key in the header is spelled otherwise than it can be.")
    return key


def note_in(line: str) -> str:
    """The note in a line of JSON. Raises BadNote."""
    try:
        note = canonical_line(line)["note"]
    except (Broken, *WRONG) as error:
        raise BadNote("The bundle has no note at its end.") from error
    if not isinstance(note, str):
        raise BadNote("The note of the bundle is no text.")
    return note


def verify_export(path: Path, given: Given) -> Iterator[Report]:
    """Check every bundle of an export's file; a line that holds none is a verdict too. Raises Unreadable."""
    for number, line in enumerate(read(path).removesuffix("\n").split("\n"), 1):
        try:
            text = loads(line)["bundle"]
            text.encode()
        except WRONG:
            words = f"line {number} of the file is no line of an export"
            yield Report([Outcome("format", False, words)])
            continue
        yield verify_text(text, given)


def is_export(path: Path) -> bool:
    """Whether a file holds an export of many games rather than one bundle."""
    with path.open("rb") as file:
        return file.read(10) == b'{"bundle":'


def receipt_in(text: str, keys: Sequence[PublicKey]) -> str:
    """The text of a receipt, kept as the last line of a bundle or as its note; empty if none of the keys signed it."""
    try:
        return signing.open_note(whole_note(text), keys)[0]
    except BadNote:
        return ""


def whole_note(text: str) -> str:
    """The note, with its signatures, that was kept as the last line of a bundle or by itself. Raises BadNote."""
    kept = text.rstrip(ENDS)
    note = note_in(kept) if kept.startswith("{") else kept
    return note.replace("\r\n", "\n").rstrip(ENDS) + "\n"


def find_contradiction(texts: Sequence[str], keys: Sequence[PublicKey]) -> tuple[str, str] | None:
    """Return two notes that these keys have signed, of one game and version with different heads."""
    seen: dict[tuple[str, ...], tuple[str, str]] = {}
    for each in texts:
        if signed := receipt_in(each, keys):
            _, game, version, head, *_ = signed.split("\n")
            known, note = seen.setdefault((game, version), (head, whole_note(each)))
            if known != head:
                return note, whole_note(each)
    return None


def rules_of_this_program(header: str) -> Outcome:
    """Whether the game was played by the rules that this program has."""
    said = loads(header)
    if said["rules_sha256"] == rules_sha256(CATALOGUE[said["game"]]):
        return Outcome("program", True, "the rules of this program are those that the game names")
    return Outcome("program", None, f"the game names other rules than this program's: {said['rules_sha256']}")


def read(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path} cannot be read: {error}") from error


MARKS = {True: "ok", False: "WRONG", None: "not checked"}


def describe(report: Report) -> str:
    """A report in lines, with the verdict at the end."""
    lines = [f"{MARKS[each.holds]:>11}  {each.check}: {each.words}" for each in report.outcomes]
    whole = "every check was made" if report.complete else "some of it could not be checked"
    verdict = f"Verified; {whole}." if report.verified else "NOT verified."
    return "\n".join([*about(report), *lines, verdict, *show_proof(report)])


def show_proof(report: Report) -> list[str]:
    """Show two notes that contradict each other, as anybody else can check them."""
    if report.proof is None:
        return []
    return ["The service has signed two histories of this game. Keep both notes, which prove it.", *report.proof]


def about(report: Report) -> list[str]:
    """Describe the game of a report in a line; nothing if its bundle could not be read."""
    if not report.game:
        return []
    words = f"Game {report.game}, {report.status}, version {report.version}, fairness {report.fairness}"
    if report.corrections:
        words += f", corrected {report.corrections} {'time' if report.corrections == 1 else 'times'} by the operator"
    return [f"{words}, {assurance(report)}"]


def assurance(report: Report) -> str:
    """Describe what the order of seed and entropy rests on, without which no level of fairness means much."""
    if not report.vouched_seats:
        return "which rests on the operator's word: no receipt is from before the seats showed their entropy"
    seats = ", ".join(map(str, report.vouched_seats))
    return f"given a receipt from before seats {seats} showed their entropy (version {report.receipt})"


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
        "receipt": report.receipt,
        "vouched_seats": report.vouched_seats,
        "witnessed": report.witnessed,
        "signed": report.signed,
        "proof": report.proof,
        "checks": [each._asdict() for each in report.outcomes],
    }
