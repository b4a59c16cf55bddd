"""Checks audit bundles and exports in files, with the signatures in them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from json import loads
from pathlib import Path
from typing import Final, NamedTuple

from cartulary.audit.receipts import NOT_ONE, SPOILT, UNSIGNED, Receipt
from cartulary.audit.report import HISTORY, Outcome, Report
from cartulary.audit.verify import NO_ORIGIN, Origin, verify_lines
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.seats import Seat
from cartulary.match.events.ending import GameEnded
from cartulary.match.rules_digest import rules_sha256
from cartulary.record.bundle import (
    BY_OTHERS,
    FALSE_SIGNATURE,
    NO_HEADER,
    NO_NOTE,
    RECEIPT,
    WRONG,
    Broken,
    Unchecked,
    bundle_of,
    canonical_line,
    read_receipt,
    receipt_text,
)
from cartulary.record.event import RecordedEvent
from cartulary.signing import notes
from cartulary.signing.cosignatures import TrustedKeys
from cartulary.signing.ed25519 import has_signed
from cartulary.signing.notes import BadNote, PublicKey


class Unreadable(Exception):
    """A file that cannot be read; says why."""


MEMBERS_OF_EXPORT: Final = {"bundle", "cursor", "id"}
ENDS: Final = " \t\r\n"
"""Whitespace that an editor may leave after a receipt."""
NOT_GIVEN: Final = (
    "the bundle of the game from which it goes on is signed by none of the keys given: give the one that signs it with "
    "--key"
)
OTHER_KEY: Final = (
    "the bundle of the game from which it goes on is signed by another key than this one, and nobody vouched for "
    "either: give the keys of the service with --key"
)


Pair = tuple[str, str]


class Given(NamedTuple):
    """Evidence beside a bundle."""

    keys: Sequence[str] = ()
    """Keys of the service from a trusted place; a signature by any of them counts."""
    receipts: Sequence[str] = ()
    """Signed notes from earlier."""
    origin: str | None = None
    """The bundle of the game that a fork goes on from."""
    entropy: Mapping[Seat, bytes] | None = None
    """What seats have added to the shuffle, as their players know it."""
    witnesses: Sequence[PublicKey] = ()
    """Witnesses that somebody trusts."""
    quorum: int = 0
    """How many of them must have cosigned each checkpoint; 0 asks for none."""
    actions: Sequence[str] = ()
    """Signed actions that players have published."""
    asked_at: int | None = None
    """When proofs of the log were asked for, in seconds of POSIX time; None if they were not."""
    seat_keys: Mapping[Seat, str] | None = None
    """Keys by which players say that they sign, as base64url."""


def verify(path: Path, given: Given) -> Report:
    """Check the bundle in a file, its signature too. Raises Unreadable."""
    return verify_text(read(path), given)


def verify_text(text: str, given: Given) -> Report:
    """Check a bundle, its signature too."""
    lines = lines_of(text)
    keys, signature, note = check_signature(lines, given)
    receipts = [receipt_in(each, keys) for each in given.receipts]
    origin = None if given.origin is None else origin_in(given.origin, given, keys)
    reader = TrustedKeys(keys, given.witnesses, given.quorum)
    report = verify_lines(
        lines,
        CATALOGUE,
        note,
        receipts,
        origin,
        given.entropy,
        has_signed,
        reader,
        given.actions,
        given.asked_at,
        given.seat_keys,
    )
    if given.keys:
        # Whoever made a bundle can sign any number of histories with the key that it names.
        found = find_contradiction([lines[-1], *given.receipts], keys, report.game)
        report.proof, report.proof_keys = found or (None, None)
    report.outcomes.append(signature)
    if report.game:
        report.outcomes.append(rules_of_this_program(lines[0]))
    return report


def origin_in(text: str, given: Given, keys: Sequence[PublicKey]) -> Origin:
    """The lines of the bundle of the game that a fork goes on from, or why nothing is compared with it."""
    lines, report = lines_of(text), verify_text(text, Given(keys=given.keys))
    if not report.game:
        return Broken(NO_ORIGIN)
    if given.keys and {BY_OTHERS} == {each.words for each in report.outcomes if each.holds is False}:
        return Unchecked(NOT_GIVEN)
    if not report.verified:
        return Broken("the bundle of the game from which it goes on is not right itself")
    if not given.keys and find_key(lines[0]) not in keys:
        return Unchecked(OTHER_KEY)
    return lines


def check_signature(lines: Sequence[str], given: Given) -> tuple[Sequence[PublicKey], Outcome, str | None]:
    """The keys to check with, whether one of them signed the note, and the note's text if it did."""
    keys: Sequence[PublicKey] = ()
    try:
        named = find_key(lines[0])
        keys = [notes.public_key(text) for text in given.keys] or [named]
        note, key = notes.open_note(note_in(lines[-1]), keys)
    except BadNote as error:
        return keys, Outcome("signature", False, str(error)), None
    whose = "a key that was given" if given.keys else "the key that the bundle names, which nobody vouched for"
    return keys, Outcome("signature", True, f"signed with {whose}: {key.fingerprint}"), note


def find_key(line: str) -> PublicKey:
    """The key that a bundle's header names. Raises BadNote."""
    try:
        text = canonical_line(line)["key"]
        key = notes.public_key(text)
    except BadNote:
        raise
    except (Broken, *WRONG) as error:
        raise BadNote(NO_HEADER) from error
    if key.text() != text:
        raise BadNote("The key in the header is spelled otherwise than it can be.")
    return key


def note_in(line: str) -> str:
    """The note in a line of JSON. Raises BadNote."""
    try:
        note = canonical_line(line)["note"]
    except (Broken, *WRONG) as error:
        raise BadNote(NO_NOTE) from error
    if not isinstance(note, str):
        raise BadNote(NO_NOTE)
    return note


def verify_export(export: str, given: Given) -> Iterator[tuple[str, Report]]:
    """Check every bundle of an export, and name its game; a line that holds none is a verdict too, on one unknown.

    Signed bundles of one game have to tell one history. Each receipt is held against the game that it names. Raises
    Unreadable for a receipt of none of them.
    """
    texts = [bundle_text(line) for line in lines_of(export)]
    named = {each: game_of_receipt(each) for each in given.receipts}
    games = [None if text is None else game_of_bundle(text) for text in texts]
    for game in named.values():
        if game is None or game not in games:
            raise Unreadable(f"A receipt is of no game in the export, but of {game or 'none'}.")
    bundles = dict[str | None, list[str]]()
    for text, game in zip(texts, games, strict=True):
        bundles.setdefault(game, []).append(text or "")
    for number, (text, game) in enumerate(zip(texts, games, strict=True), 1):
        if text is None:
            words = f"line {number} of the file is no line of an export"
            yield f"unknown {number}", Report([Outcome("format", False, words)])
            continue
        report = verify_text(text, given._replace(receipts=[each for each in given.receipts if named[each] == game]))
        others = [each for each in bundles[game] if each != text]
        if others and report.holds("signature") and report.holds("note"):
            compare_histories(report, text, others, given)
        yield game or f"unknown {number}", report


def bundle_text(line: str) -> str | None:
    """Return the bundle in a line of an export; None in any other, also in one of two bundles."""
    try:
        said, members = loads(line), loads(line, object_pairs_hook=list)
        text: str = said["bundle"]
        text.encode()
    except WRONG:
        return None
    names = [name for name, _ in members]
    return text if len({*names}) == len(names) and {*names} <= MEMBERS_OF_EXPORT else None


def game_of_bundle(text: str) -> str | None:
    """Return the id of the game in a bundle's header; None if it has none."""
    try:
        game = canonical_line(text.split("\n", 1)[0])["id"]
    except (Broken, *WRONG):
        return None
    return game if isinstance(game, str) else None


def game_of_receipt(text: str) -> str | None:
    """Return the id of the game that a receipt names, whoever signed it; None if it is not one note of a game."""
    try:
        _, game, *_ = whole_note(text).split("\n")
    except (BadNote, ValueError):
        return None
    return game


def compare_histories(report: Report, text: str, others: Sequence[str], given: Given) -> None:
    """Add to the report of a signed bundle that another signed one of its game tells another history."""
    rows = read_signed_rows(text, given)
    for other in others:
        known = read_signed_rows(other, given)
        shorter, longer = sorted((rows, known), key=len)
        if shorter and not is_continued(shorter, longer):
            words = "another line of the file, signed too, holds another history of this game"
            if not given.keys:
                words += "; each was checked with the key that it names itself: give the service's with --key"
            report.outcomes.append(Outcome(HISTORY, False, words))
            if given.keys and report.proof is None:
                keys = [notes.public_key(each) for each in given.keys]
                found = find_contradiction([lines_of(each)[-1] for each in (text, other)], keys, report.game)
                report.proof, report.proof_keys = found or (None, None)
            return


def is_continued(earlier: Sequence[RecordedEvent], later: Sequence[RecordedEvent]) -> bool:
    """Whether a history is another one, or goes on from there, as it does not from the end of a game."""
    last = earlier[-1]
    return later[len(earlier) - 1].hash == last.hash and (len(later) == len(earlier) or last.type != GameEnded.NAME)


def read_signed_rows(text: str, given: Given) -> Sequence[RecordedEvent]:
    """Return the events of a bundle with a signed note about them; none of any other text."""
    lines = lines_of(text)
    _, _, note = check_signature(lines, given)
    try:
        bundle = bundle_of(lines)
    except Broken:
        return ()
    rows = bundle.rows
    said = [receipt_text(bundle.header["id"], len(rows), last.hash) for last in rows[-1:]]
    return rows if note in said else ()


def lines_of(text: str) -> list[str]:
    """Return the lines of a bundle, of which the last may lack its line feed."""
    return text.removesuffix("\n").split("\n")


def is_export(text: str) -> bool:
    """Whether a text is an export of many games rather than one bundle: its first line then has a bundle in it."""
    with suppress(*WRONG):
        first = loads(text.partition("\n")[0])
        return isinstance(first, dict) and "bundle" in first
    return False


def receipt_in(text: str, keys: Sequence[PublicKey]) -> Receipt:
    """The text of a receipt, kept as the last line of a bundle or as its note, or why no key vouches for it."""
    try:
        note = whole_note(text)
    except BadNote:
        return Broken(NOT_ONE)
    try:
        return notes.open_note(note, keys)[0]
    except BadNote as error:
        return Broken(SPOILT if str(error) == FALSE_SIGNATURE else UNSIGNED)


def whole_note(text: str) -> str:
    """The note, with its signatures, that was kept as the last line of a bundle or by itself. Raises BadNote."""
    kept = text.rstrip(ENDS)
    note = (note_in(kept) if kept.startswith("{") else kept).replace("\r\n", "\n").rstrip(ENDS) + "\n"
    first, *more = note.split("\n")
    if first != RECEIPT or RECEIPT in more:
        raise BadNote("It is not one note of a game.")
    return note


def find_contradiction(texts: Sequence[str], keys: Sequence[PublicKey], game_id: str) -> tuple[Pair, Pair] | None:
    """Return two notes of one version of the game with different heads, and the fingerprints of who signed them."""
    seen: dict[int, tuple[str, str, str]] = {}
    for each in texts:
        try:
            note = whole_note(each)
            text, key = notes.open_note(note, keys)
            said = read_receipt(text)
        except (BadNote, Broken):
            continue
        if said.game == game_id:
            known, other, signer = seen.setdefault(said.version, (said.head, note, key.fingerprint))
            if known != said.head:
                return (other, note), (signer, key.fingerprint)
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
