"""Audit bundles: made for a match, and checked from a file."""

from collections.abc import Iterator, Sequence
from json import loads
from pathlib import Path
from typing import Any, NamedTuple

from domain.catalogue import CATALOGUE
from domain.kernel import audit
from domain.kernel.audit import Outcome, Report
from domain.kernel.bundle import FORMAT, receipt_text, written
from domain.kernel.record import Recorded
from service import signing
from service.ruleset import rules_sha256
from service.signing import BadNote, PublicKey, Signer


class Unreadable(Exception):
    """A file that cannot be read; says why."""


def bundle(game_id: str, rows: Sequence[Recorded], signer: Signer) -> Iterator[str]:
    """The bundle of a match's record, as far as it is given, line by line."""
    created, last = loads(rows[0].public)["data"], rows[-1]
    header = {
        "format": FORMAT,
        "id": game_id,
        "game": created["game"],
        "edition": created["edition"],
        "rules_sha256": created["rules_sha256"],
        "key": signer.public.text(),
    }
    return written(header, rows, signer.note(receipt_text(game_id, last.position, last.hash)))


class Given(NamedTuple):
    """What a bundle is checked against besides itself."""

    keys: Sequence[str] = ()
    """Of the service, from a place that is trusted; a signature may be by any of them."""
    receipt: Path | None = None


def verify(path: Path, given: Given) -> Report:
    """Check the bundle in a file, its signature too. Raises Unreadable."""
    return verify_text(read(path), given)


def verify_text(text: str, given: Given) -> Report:
    """Check a bundle, its signature too. Raises Unreadable for a receipt that cannot be read."""
    lines = text.removesuffix("\n").split("\n")
    note = receipt = None
    refused: list[Outcome] = []
    try:
        keys = [signing.public_key(text) for text in given.keys or [str(loads(lines[0])["key"])]]
        receipt = receipt_in(read(given.receipt), keys) if given.receipt else None
        note, key = signing.opened_by_one(loads(lines[-1])["note"], keys)
    except BadNote as error:
        refused.append(Outcome("signature", False, str(error)))
    except (ValueError, LookupError, TypeError):
        refused.append(Outcome("signature", False, "The bundle has no header with a key, or no note at its end."))
    report = audit.verify(lines, CATALOGUE, note, receipt)
    if not refused:
        whose = "a key that was given" if given.keys else "the key that the bundle names, which nobody vouched for"
        refused.append(Outcome("signature", True, f"signed with {whose}: {key.fingerprint}"))
    report.outcomes += refused
    if report.game:
        report.outcomes.append(rules_of_this_program(lines[0]))
    return report


def verify_export(path: Path, given: Given) -> Iterator[Report]:
    """Check every bundle of an export's file. Raises Unreadable."""
    for number, line in enumerate(read(path).splitlines(), 1):
        try:
            text = str(loads(line)["bundle"])
        except (ValueError, LookupError, TypeError) as error:
            raise Unreadable(f"{path}, line {number}: it is no line of an export") from error
        yield verify_text(text, given)


def is_export(path: Path) -> bool:
    """Whether a file holds an export of many games rather than one bundle."""
    with path.open("rb") as file:
        return file.read(10) == b'{"bundle":'


def receipt_in(text: str, keys: Sequence[PublicKey]) -> str:
    """The text of a receipt, kept as the last line of a bundle or as its note; empty if none of the keys signed it."""
    try:
        note = loads(text)["note"] if text.startswith("{") else text
        return signing.opened_by_one(note.replace("\r\n", "\n").rstrip() + "\n", keys)[0]
    except (ValueError, LookupError, AttributeError):
        return ""


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


def worded(report: Report) -> str:
    """A report in lines, with the verdict at the end."""
    lines = [f"{MARKS[each.holds]:>11}  {each.check}: {each.words}" for each in report.outcomes]
    whole = "everything was checked" if report.complete else "some of it could not be checked"
    verdict = f"Verified; {whole}." if report.verified else "NOT verified."
    about = f"Game {report.game}, {report.status}, version {report.version}, fairness {report.fairness}"
    if report.corrections:
        about += f", corrected {report.corrections} times by the operator"
    return "\n".join([about, *lines, verdict])


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
        "checks": [each._asdict() for each in report.outcomes],
    }
