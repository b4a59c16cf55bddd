"""What an auditor does with a log: every entry against the record of its game, every listed game against the log."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import time
from typing import Final, NamedTuple

from cartulary.audit.log_proofs import SECONDS_TO_LOG, seconds_of
from cartulary.kernel.canonical import base64url
from cartulary.record.bundle import Broken
from cartulary.record.event import time_of
from cartulary.signing.cosignatures import TrustedKeys
from cartulary.signing.notes import PublicKey
from cartulary.transparency.merkle_tree import BadProof
from cartulary.witness.entry_book import EntryBook
from cartulary.witness.remote_log import ListedGame, RemoteLog
from cartulary.witness.watch import find_evidence

ENDED: Final = ("finished", "abandoned")


class Finding(NamedTuple):
    """A sentence about the log; `wrong` unless it may still come right."""

    words: str
    wrong: bool = True


def audit(log: RemoteLog, folder: Path, keys: Sequence[PublicKey], earlier: str | None) -> Iterator[Finding]:
    """Check what the log has got since the last time, and the list of all games. Raises Unreachable."""
    reader = TrustedKeys(keys, (), 0)
    try:
        note = log.read_checkpoint()
        new = reader.open(note)
        before = EntryBook(folder, new.origin)
        known = before.size
        for kept in filter(None, (earlier, before.note)):
            old = reader.open(kept)
            if old.origin != new.origin:
                raise Broken(f"the earlier checkpoint is of another log: {old.origin}")
            if path := find_evidence(log, folder, (old, kept), (new, note)):
                yield Finding(f"The log contradicts what it has signed. Show the evidence: {path}")
                return
        if path := find_evidence(log, folder, (new, note), (new, note)):
            yield Finding(f"The log contradicts what it has signed. Show the evidence: {path}")
    except (Broken, BadProof, ValueError) as error:
        yield Finding(f"The log cannot be checked: {error}")
        return
    yield from audit_games(log, EntryBook(folder, new.origin), known)


def audit_games(log: RemoteLog, book: EntryBook, known: int) -> Iterator[Finding]:
    """Hold games with entries from `known` on, unlisted games, and games without an entry against their records."""
    listed = {each.id: each for each in log.list_games()}
    for game in book.games:
        if book.last_place_of(game) >= known or game not in listed:
            rows = log.read_record(game)
            for leaf in book.heads_of(game):
                if rows is None or not 0 < leaf.version <= len(rows):
                    yield Finding(f"Game {game} is not shown as far as version {leaf.version}, which the log has.")
                elif base64url(rows[leaf.version - 1].hash) != leaf.head:
                    yield Finding(f"Game {game} is not shown as it was at version {leaf.version}.")
    for each in listed.values():
        yield from audit_listed(log, book, each)


def audit_listed(log: RemoteLog, book: EntryBook, game: ListedGame) -> Iterator[Finding]:
    """Yield a finding if the log has no entry of a listed game's end."""
    if game.status in ENDED and game.version not in {leaf.version for leaf in book.heads_of(game.id)}:
        rows = log.read_record(game.id)
        if not rows:
            yield Finding(f"Game {game.id} is listed as ended, and its record is not shown.", wrong=False)
            return
        late = time() - seconds_of(time_of(rows[-1])) > SECONDS_TO_LOG
        words = "a day after it or later" if late else "yet: it has a day for that"
        yield Finding(f"Game {game.id} has ended, and the log has no entry of its end {words}.", wrong=late)
