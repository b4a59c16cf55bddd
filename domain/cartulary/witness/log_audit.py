"""The audit of a log: every entry against the record of its game, every listed game against the log."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from time import time
from typing import Any, Final, NamedTuple

from cartulary.audit.listing import follow_seats, is_result, result_after, status_after
from cartulary.audit.log_proofs import (
    SECONDS_OF_SKEW,
    SECONDS_TO_LOG,
    find_event_to_come,
    is_late,
    list_due,
    seconds_of,
)
from cartulary.kernel.canonical import base64url, canonical
from cartulary.record.bundle import WRONG, Broken
from cartulary.record.decode import data_of
from cartulary.record.event import RecordedEvent, time_of
from cartulary.signing.cosignatures import TrustedKeys, share_signer
from cartulary.transparency.checkpoint import Checkpoint
from cartulary.transparency.leaf import LoggedHead
from cartulary.transparency.merkle_tree import BadProof
from cartulary.witness.entry_book import EntryBook
from cartulary.witness.evidence import find_kept
from cartulary.witness.remote_log import ListedGame, RemoteLog, Unreachable
from cartulary.witness.watch import BY_TWO_KEYS, Pin, Signed, find_evidence

ENDED: Final = ("finished", "abandoned")
LATE: Final = "a day after it or later"
TO_COME: Final = "yet to come"
YET: Final = "yet: it has a day for that"
EMPTY: Final = "The log has no entries, so nothing in it was looked at."


class Finding(NamedTuple):
    """A sentence about the log: something is wrong, or cannot be told (None), or may still come right (False)."""

    words: str
    wrong: bool | None = True
    by_clock: bool = False
    """Whether it rests on the clock of this machine."""


def audit(log: RemoteLog, folder: Path, pinned: Pin, earlier: str | None) -> Iterator[Finding]:
    """Check what the log has got since the last time, and the list of all games. Raises Unreachable.

    `earlier` is a checkpoint that the auditor has kept.
    """
    if path := find_kept(folder, pinned.name, pinned.keys):
        yield accuse(path, is_proven=True)
        return
    reader, note = TrustedKeys(pinned.keys, (), 0), log.read_checkpoint()
    try:
        new = reader.open(note)
        if new.origin != pinned.name:
            words = f"By the folder this address showed the log {pinned.name} before; now it shows {new.origin}."
            yield Finding(words, wrong=None)
        before = EntryBook(folder, new.origin)
        for whose, kept in (("that was given", earlier), (f"in {folder}", before.note or None)):
            if kept is None:
                continue
            old = open_kept(reader, whose, kept, new.origin)
            if old.size > new.size and not share_signer(pinned.keys, kept, note):
                raise Broken(f"another key has signed {old.size} entries of a log of this name: use another --folder")
            if path := compare_kept(log, folder, (old, kept), (new, note)):
                yield accuse(path, is_proven=share_signer(pinned.keys, kept, note))
                return
            if old.size > new.size:
                words = f"The log shows {new.size} entries, and has signed {old.size} before"
                yield Finding(f"{words}: look again, and show others the larger checkpoint.", wrong=None)
        if path := find_evidence(log, folder, (new, note), (new, note)):
            yield accuse(path, is_proven=True)
    except Unreachable as error:
        if before.size == 0:
            raise
        yield Finding(f"What is new in the log could not be read: {error}", wrong=None)
    except (Broken, BadProof, ValueError) as error:
        yield Finding(f"The log cannot be checked: {error}", wrong=None)
        return
    if new.size == 0:
        yield Finding(EMPTY, wrong=False)
    yield from dict.fromkeys(audit_games(log, EntryBook(folder, new.origin)))


def open_kept(reader: TrustedKeys, whose: str, note: str, origin: str) -> Checkpoint:
    """Return a checkpoint of a log that was kept. Raises Broken."""
    try:
        old = reader.open(note)
    except Broken as error:
        raise Broken(f"of the earlier checkpoint {whose}: {error}") from error
    if old.origin != origin:
        raise Broken(f"the earlier checkpoint is of another log: {old.origin}")
    return old


def compare_kept(log: RemoteLog, folder: Path, old: Signed, new: Signed) -> Path | None:
    """Return the file of evidence that a log contradicts a checkpoint that was kept; None where it shows fewer entries.

    Raises Broken, BadProof, Unreachable.
    """
    try:
        return find_evidence(log, folder, old, new)
    except Unreachable:
        if old[0].size <= new[0].size:
            raise
        return None


def accuse(evidence: Path, *, is_proven: bool) -> Finding:
    """Say what evidence against a log shows: two keys may be those of two logs."""
    if is_proven:
        return Finding(f"The log contradicts what it has signed. Show the evidence: {evidence}")
    return Finding(f"{BY_TWO_KEYS}. See {evidence}", wrong=None)


def audit_games(log: RemoteLog, book: EntryBook) -> Iterator[Finding]:
    """Hold games against their records, but those that held before with their end, and are listed so.

    A game with new entries, or that did not hold when it was looked at, or had not ended, is looked at. A look that
    does not come to its end leaves all of these to the next.
    """
    asked_at = int(time())
    listed, open_ends, again = dict[str, list[ListedGame]](), book.doubted, set[str]()
    for each in log.list_games():
        listed.setdefault(each.id, []).append(each)
    for game in book.games:
        places = listed.get(game, [])
        if game in open_ends or not are_of_end(places, book.heads_of(game)):
            found = [*read_all(game, audit_logged(log, game, book, places, asked_at))]
            again |= {game} if found or any(each.status not in ENDED for each in places) else set()
            yield from found
    book.doubt(again)
    for game, places in listed.items():
        if game not in book.games:
            yield from read_all(game, audit_unlogged(log, places, asked_at))


def read_all(game: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings of a game, and that its record cannot be read where one of its events is none."""
    try:
        yield from findings
    except Unreachable as error:
        yield Finding(f"Game {game} could not be looked at: {error}", wrong=None)
    except WRONG:
        yield Finding(f"Game {game} is shown with an event that is none: cartulary verify says which.")


def are_of_end(places: Sequence[ListedGame], heads: Iterable[LoggedHead]) -> bool:
    """Whether a game is listed, and wherever it is as one that ended at the version of its last entry."""
    last = max(leaf.version for leaf in heads)
    return bool(places) and all(each.status in ENDED and each.version == last for each in places)


def audit_logged(
    log: RemoteLog, game: str, book: EntryBook, places: Sequence[ListedGame], asked_at: int
) -> Iterator[Finding]:
    """Yield what the log, or a place of the list, says of a game otherwise than its record. Raises Unreachable."""
    rows = log.read_record(game) or ()
    yield from compare_heads(game, rows, book)
    yield from find_gaps(game, rows, book, asked_at)
    yield from find_future(game, rows)
    if rows and data_of(rows[0])["private"]:
        yield Finding(f"Game {game} is private by its record, and the log names it.")
    for each in places if rows else ():
        yield from compare_listed(each, rows, asked_at)
    if rows and not places:
        yield Finding(f"Game {game} is in the log and shown to who knows it, and no longer listed.", wrong=None)


def compare_heads(game: str, rows: Sequence[RecordedEvent], book: EntryBook) -> Iterator[Finding]:
    """Yield what the log says of a game otherwise than its record."""
    for leaf in book.heads_of(game):
        if leaf.version < 1:
            yield Finding(f"The log has an entry of game {game} for version {leaf.version}, and versions count from 1.")
        elif leaf.version > len(rows):
            yield Finding(f"Game {game} is not shown as far as version {leaf.version}, which the log has.")
        elif base64url(rows[leaf.version - 1].hash) != leaf.head:
            yield Finding(f"Game {game} is not shown as it was at version {leaf.version}.")


def find_gaps(game: str, rows: Sequence[RecordedEvent], book: EntryBook, asked_at: int) -> Iterator[Finding]:
    """Yield which entry the log lacks of a game a day after the event; that of its end also before."""
    versions, due = {leaf.version for leaf in book.heads_of(game)}, list_due(rows) if rows else []
    for version in due:
        late = is_late(rows[version - 1], asked_at)
        if version not in versions and version == len(rows) and status_after(rows) in ENDED:
            words = LATE if late else YET
            yield Finding(f"Game {game} has ended, and the log has no entry of its end {words}.", late, by_clock=late)
        elif version not in versions and late:
            words = f"Game {game} is in the log, without an entry of version {version} {LATE}."
            yield Finding(words, by_clock=True)


def find_future(game: str, rows: Sequence[RecordedEvent]) -> Iterator[Finding]:
    """Yield that an event of a game is at a time that is yet to come."""
    if early := find_event_to_come(rows, int(time())):
        yield Finding(f"Event {early.position} of game {game} is at a time that is {TO_COME}.", by_clock=True)


def compare_listed(game: ListedGame, rows: Sequence[RecordedEvent], asked_at: int) -> Iterator[Finding]:
    """Yield what the list said of a game at a time otherwise than its record."""
    has_version, status = 1 <= game.version <= len(rows), status_after(rows[: game.version])
    words = f"Game {game.id} is listed as {game.status} at version {game.version}"
    if not has_version or game.status != status:
        says = f"says {status} there" if has_version else f"goes to version {len(rows)}"
        yield Finding(f"{words}, and its record {says}.")
        return
    # An older version is right if the record had not gone on when it was listed.
    if game.version < sum(seconds_of(time_of(row)) < asked_at - SECONDS_OF_SKEW for row in rows):
        yield Finding(f"{words}, and its record goes to version {len(rows)}.", by_clock=True)
        return
    recorded = result_after(rows[game.version - 1])
    if not is_result(game.result, recorded):
        words = f"listed with {write_out(game.result)} as its result, and its record has {write_out(recorded)}"
        yield Finding(f"Game {game.id} is {words}.")
    # The players are listed by a later query than the version.
    *_, seated = seatings = [*follow_seats(rows)]
    if game.players not in seatings[game.version - 1 :]:
        words = f"listed with the players {write_out(game.players)}, and its record has {write_out(seated)}"
        yield Finding(f"Game {game.id} is {words}.")


def write_out(shown: Mapping[Any, Any] | None) -> str:
    return "none" if shown is None else canonical({str(name): value for name, value in shown.items()})


def audit_unlogged(log: RemoteLog, places: Sequence[ListedGame], asked_at: int) -> Iterator[Finding]:
    """Yield what is wrong of a listed game of which the log has no entry."""
    game = places[0]
    rows = log.read_record(game.id)
    age = 0 if game.created is None else asked_at - game.created.timestamp()
    if age < -SECONDS_OF_SKEW:
        yield Finding(f"Game {game.id} is listed as created at {game.created}, which is {TO_COME}.", by_clock=True)
    if not rows:
        status = "ended" if game.status in ENDED else game.status
        if age > SECONDS_TO_LOG:
            words = f"listed as {status} and created at {game.created}, and its record is not shown"
            yield Finding(f"Game {game.id} is {words}; the log has no entry of it {LATE}.", by_clock=True)
        else:
            words = f"listed as {status}, the log has no entry of it, and its record is not shown"
            yield Finding(f"Game {game.id} is {words}: whether one is missing cannot be told.", wrong=None)
        return
    yield from find_future(game.id, rows)
    for each in places:
        yield from compare_listed(each, rows, asked_at)
    if data_of(rows[0])["private"]:
        words = "is private by its record, and listed: whether the log has its blinded entries, its bundle alone shows"
        yield Finding(f"Game {game.id} {words}.", wrong=None)
        return
    late, has_ended = is_late(rows[0], asked_at), status_after(rows) in ENDED
    if has_ended or late:
        words = LATE if late else YET
        so = "has ended" if has_ended else f"is listed as {game.status}"
        lacks = "no entry of its creation, nor any other that names it,"
        yield Finding(f"Game {game.id} {so}, and the log has {lacks} {words}.", late, by_clock=late)
