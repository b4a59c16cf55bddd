"""What an auditor does with a log: every entry against the record of its game, every listed game against the log."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import time
from typing import Any, Final, NamedTuple

from cartulary.audit.listing import follow_seats, is_result, result_after, status_after
from cartulary.audit.log_proofs import SECONDS_OF_SKEW, SECONDS_TO_LOG, is_late, list_due, seconds_of
from cartulary.kernel.canonical import base64url, canonical
from cartulary.record.bundle import Broken
from cartulary.record.event import RecordedEvent, time_of
from cartulary.signing.cosignatures import TrustedKeys
from cartulary.transparency.merkle_tree import BadProof
from cartulary.witness.entry_book import EntryBook
from cartulary.witness.remote_log import ListedGame, RemoteLog
from cartulary.witness.watch import Pin, find_evidence

ENDED: Final = ("finished", "abandoned")
EMPTY: Final = "The log has no entries, so nothing in it was looked at."


class Finding(NamedTuple):
    """A sentence about the log: something is wrong, or cannot be told (None), or may still come right (False)."""

    words: str
    wrong: bool | None = True


def audit(log: RemoteLog, folder: Path, pinned: Pin, earlier: str | None) -> Iterator[Finding]:
    """Check what the log has got since the last time, and the list of all games. Raises Unreachable."""
    reader = TrustedKeys(pinned.keys, (), 0)
    try:
        note = log.read_checkpoint()
        new = reader.open(note)
        if new.origin != pinned.name:
            yield Finding(f"This address showed the log {pinned.name} before, and shows {new.origin} now.", wrong=None)
        before = EntryBook(folder, new.origin)
        known = before.size
        for kept in filter(None, (earlier, before.note)):
            old = reader.open(kept)
            if old.origin != new.origin:
                raise Broken(f"the earlier checkpoint is of another log: {old.origin}")
            if old.size > new.size:
                words = f"The log shows {new.size} entries, and has signed {old.size} before"
                yield Finding(f"{words}: look again, and show others the larger checkpoint.", wrong=None)
                continue
            if path := find_evidence(log, folder, (old, kept), (new, note)):
                yield Finding(f"The log contradicts what it has signed. Show the evidence: {path}")
                return
        if path := find_evidence(log, folder, (new, note), (new, note)):
            yield Finding(f"The log contradicts what it has signed. Show the evidence: {path}")
    except (Broken, BadProof, ValueError) as error:
        yield Finding(f"The log cannot be checked: {error}", wrong=None)
        return
    if new.size == 0:
        yield Finding(EMPTY, wrong=False)
    yield from dict.fromkeys(audit_games(log, EntryBook(folder, new.origin), known))


def audit_games(log: RemoteLog, book: EntryBook, known: int) -> Iterator[Finding]:
    """Hold games with entries from `known` on, unlisted games, and games without an entry against their records.

    A game that did not hold at the last look is looked at again.
    """
    asked_at = int(time())
    listed, doubted = {each.id: each for each in log.list_games()}, set[str]()
    for game in book.games:
        if book.last_place_of(game) >= known or game not in listed or game in book.doubted:
            found = [*audit_game(log, book, game, listed.get(game), asked_at)]
            doubted |= {game} if found else set()
            yield from found
    book.doubt(doubted)
    for each in listed.values():
        yield from audit_listed(log, book, each)


def audit_game(
    log: RemoteLog, book: EntryBook, game: str, listed: ListedGame | None, asked_at: int
) -> Iterator[Finding]:
    """Yield what the log or the list says of a game otherwise than its record."""
    rows = log.read_record(game) or ()
    yield from compare_heads(game, rows, book)
    yield from find_gaps(game, rows, book, asked_at)
    yield from find_future(game, rows)
    if rows and listed:
        yield from compare_listed(listed, rows, asked_at)
    elif rows:
        yield Finding(f"Game {game} is in the log and shown to who knows it, and no longer listed.", wrong=None)


def compare_heads(game: str, rows: Sequence[RecordedEvent], book: EntryBook) -> Iterator[Finding]:
    """Yield what the log says of a game otherwise than its record."""
    for leaf in book.heads_of(game):
        if not 0 < leaf.version <= len(rows):
            yield Finding(f"Game {game} is not shown as far as version {leaf.version}, which the log has.")
        elif base64url(rows[leaf.version - 1].hash) != leaf.head:
            yield Finding(f"Game {game} is not shown as it was at version {leaf.version}.")


def find_gaps(game: str, rows: Sequence[RecordedEvent], book: EntryBook, asked_at: int) -> Iterator[Finding]:
    """Yield which entry the log lacks of a game a day after the event, but for its end: lists are held against that."""
    versions = {leaf.version for leaf in book.heads_of(game)} | {len(rows)}
    for version in list_due(rows) if rows else ():
        if version not in versions and is_late(rows[version - 1], asked_at):
            yield Finding(f"Game {game} is in the log, without an entry of version {version} a day after it or later.")


def find_future(game: str, rows: Sequence[RecordedEvent]) -> Iterator[Finding]:
    """Yield that an event of a game is at a time that is yet to come."""
    if any(seconds_of(time_of(row)) > time() + SECONDS_OF_SKEW for row in rows):
        does = "ends" if status_after(rows) in ENDED else "goes on"
        yield Finding(f"Game {game} {does} at a time that is yet to come.")


def compare_listed(game: ListedGame, rows: Sequence[RecordedEvent], asked_at: int) -> Iterator[Finding]:
    """Yield what the list said of a game at a time otherwise than its record."""
    known = sum(seconds_of(time_of(row)) < asked_at - SECONDS_OF_SKEW for row in rows)
    if not max(known, 1) <= game.version <= len(rows) or game.status != status_after(rows[: game.version]):
        words = f"listed as {game.status} at version {game.version}, and its record says"
        yield Finding(f"Game {game.id} is {words} {status_after(rows)} at version {len(rows)}.")
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


def audit_listed(log: RemoteLog, book: EntryBook, game: ListedGame) -> Iterator[Finding]:
    """Yield a finding if the log has no entry of a listed game's end, or of the game at all."""
    versions, has_ended = {leaf.version for leaf in book.heads_of(game.id)}, game.status in ENDED
    if versions and (game.version in versions or not has_ended):
        return
    rows = log.read_record(game.id)
    if not rows:
        status = "ended" if has_ended else game.status
        yield Finding(f"Game {game.id} is listed as {status}, and its record is not shown.", wrong=False)
        return
    yield from find_future(game.id, rows)
    begun, ended = (time() - seconds_of(time_of(row)) for row in (rows[0], rows[-1]))
    what, seconds = ("its end", ended) if versions else ("its creation, nor any other of it,", begun)
    late = seconds > SECONDS_TO_LOG
    if has_ended or late:
        words = "a day after it or later" if late else "yet: it has a day for that"
        so = "has ended" if has_ended else f"is listed as {game.status}"
        yield Finding(f"Game {game.id} {so}, and the log has no entry of {what} {words}.", wrong=late)
