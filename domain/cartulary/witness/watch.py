"""Looks at the transparency logs of others: what a witness does again and again."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from itertools import combinations
from json import dumps, loads
from pathlib import Path
from typing import Any, Final, NamedTuple

from cartulary.record.bundle import WRONG, Broken
from cartulary.signing.cosignatures import share_signer, time_cosigned
from cartulary.signing.notes import PublicKey, parse_note, public_key
from cartulary.transparency.checkpoint import Checkpoint
from cartulary.transparency.merkle_tree import root
from cartulary.transparency.submission import Submission
from cartulary.witness.entry_book import EntryBook
from cartulary.witness.evidence import find_changed_past, find_kept, prove_two_heads
from cartulary.witness.remote_log import RemoteLog, Unreachable
from cartulary.witness.witness import Refused, Witness, store

PINS: Final = "logs.json"
"""File in the folder of a witness: of each address the name of its log, and the keys that sign it."""
BY_TWO_KEYS: Final = "Two keys have signed what contradicts each other: it is proof only if both are of one log"
Signed = tuple[Checkpoint, str]
"""A checkpoint, and the note that holds it."""


class Pin(NamedTuple):
    """The log of an address, as a folder keeps it: its name, and the keys that sign it."""

    name: str
    keys: Sequence[PublicKey]


def pin(folder: Path, logs: Sequence[RemoteLog], given: Sequence[str]) -> Mapping[str, Pin]:
    """Return what the folder keeps, by address; a new address is added, and keys that are given replace those kept.

    Raises Unreachable, BadNote, and Broken for two logs of one name.
    """
    path = folder / PINS
    pins = read_pins(path)
    for log in logs:
        if log.url not in pins:
            keys = given or [key.text() for key in log.read_keys()]
            pins[log.url] = {"name": name_of(log.read_checkpoint()), "keys": [*keys]}
        pins[log.url]["keys"] = [*given] or pins[log.url]["keys"]
    require_one_of_a_name({log.url: pins[log.url] for log in logs})
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    store(path, dumps(pins, indent=2) + "\n")
    return {url: Pin(each["name"], [public_key(key) for key in each["keys"]]) for url, each in pins.items()}


def read_pins(path: Path) -> dict[str, dict[str, Any]]:
    """Return what was kept by address. Raises Broken where that was damaged."""
    if not path.exists():
        return {}
    try:
        pins: dict[str, dict[str, Any]] = loads(path.read_text(encoding="utf-8"))
        if any(not isinstance(each["name"], str) or not each["keys"] for each in pins.values()):
            raise ValueError(path)
    except WRONG as error:
        raise Broken(f"{path} was damaged. Restore it from your backup, or use another folder.") from error
    return pins


def require_one_of_a_name(pins: Mapping[str, Mapping[str, Any]]) -> None:
    """Check that addresses which show a log of one name have a key in common. Raises Broken."""
    for (one, known), (other, shown) in combinations(pins.items(), 2):
        if known["name"] == shown["name"] and not {*known["keys"]} & {*shown["keys"]}:
            words = f"{one} and {other} both show the log {known['name']}, by different keys, so one is another log"
            raise Broken(f"{words}. Leave out its address, or name the key that you trust with --key.")


def name_of(note: str) -> str:
    """Return the name of the log of a checkpoint."""
    return Checkpoint.parse(parse_note(note).text).origin


class Seen(NamedTuple):
    """Result of a look at a log."""

    words: str
    failed: bool = False
    """Whether the look has to be made again."""
    accused: bool = False
    """Whether there is evidence against the log."""


def look(witness: Witness, folder: Path, log: RemoteLog, name: str) -> Seen:
    """Cosign the newest checkpoint of a log, if nothing in it contradicts what was seen, and send the cosignature.

    `name` is that of the log which the address showed at first; evidence against it is told whatever it shows now.
    """
    if path := find_kept(folder, name, witness.keys_of(name)):
        return accuse(log.url, path)
    try:
        note = log.read_checkpoint()
        new = witness.open(note)
        last = witness.last(new.origin)
        fewer = f"checkpoint of {new.size} entries, where {last.size} were cosigned, not cosigned"
        keys, book = witness.keys_of(new.origin), read_known_entries(witness, folder, new.origin)
        # The last checkpoint that was cosigned may be lost, and those entries be there.
        seen = max((last, witness.last_note(new.origin)), (book.checkpoint, book.note), key=lambda each: each[0].size)
        try:
            path = find_evidence(log, folder, seen, (new, note))
        except Unreachable:
            if new.size >= seen[0].size:
                raise
            return Seen(f"{log.url}: a smaller {fewer}; the tiles of the larger are not shown", failed=True)
        if path is not None and find_kept(folder, new.origin, keys) is None:
            return Seen(f"{log.url}: not cosigned. {BY_TWO_KEYS}. See {path}", failed=True)
        if path is not None:
            return accuse(log.url, path)
        if new.size < last.size:
            return Seen(f"{log.url}: an older {fewer}", failed=True)
        if new.size == 0 or (new == last and time_cosigned(note, witness.key)):
            return Seen(f"{log.url}: {new.size} entries, nothing new")
        line = witness.add(Submission(last.size, log.prove(last.size, new.size), note))
    except (Broken, Refused, Unreachable, ValueError) as error:
        return Seen(f"{log.url}: not cosigned, {error}", failed=True)
    return submit(log, new.size, line)


def accuse(url: str, evidence: Path) -> Seen:
    """Say that there is evidence against a log, of which nothing more is cosigned."""
    return Seen(f"{url} contradicts what it has signed. Show the evidence: {evidence}", accused=True)


def read_known_entries(witness: Witness, folder: Path, origin: str) -> EntryBook:
    """Return the entries that the folder keeps, which a known key has signed. Raises Refused, or Broken if changed."""
    book = EntryBook(folder, origin)
    if book.note and not share_signer(witness.keys_of(origin), book.note):
        words = f"This folder keeps entries of {origin} by a key that is not known here: use another folder"
        raise Refused(HTTPStatus.FORBIDDEN, f"{words}, or, if it is the same log, name that key too with --key.")
    return book


def submit(log: RemoteLog, size: int, line: str) -> Seen:
    """Send a cosignature that was made."""
    cosigned = f"{log.url}: {size} entries, cosigned"
    try:
        log.submit(size, line)
    except Unreachable as error:
        return Seen(f"{cosigned}, and the service has not taken the cosignature: {error}", failed=True)
    return Seen(cosigned)


def find_evidence(log: RemoteLog, folder: Path, last: Signed, new: Signed) -> Path | None:
    """Return the file of the evidence that a log contradicts itself, if it does. Raises Broken, Unreachable, BadProof.

    Both checkpoints are signed. The entries up to the new one are read, and go into the book in that folder.
    """
    smaller, larger = sorted((last, new), key=lambda each: each[0].size)
    checkpoint, note = new
    book = EntryBook(folder, checkpoint.origin)
    # A log that went back may show the tiles of the larger no more, and the folder has its entries.
    is_kept = book.size >= larger[0].size and root(book, larger[0].size) == larger[0].root
    evidence = find_changed_past(book if is_kept else log.hashes(larger[0].size), smaller, larger)
    if evidence is not None:
        return keep_evidence(folder, evidence, checkpoint)
    if book.size < checkpoint.size:
        for entry in log.read_entries(book.size, checkpoint.size, checkpoint.root):
            book.add(entry)
        book.keep(note)
    if book.contradiction is None:
        return None
    evidence = prove_two_heads(book.note, book.checkpoint.size, book, book.contradiction)
    return keep_evidence(folder, evidence, book.checkpoint)


def keep_evidence(folder: Path, text: str, checkpoint: Checkpoint) -> Path:
    """Keep evidence in a file; where it is kept."""
    path = path_of_evidence(folder, checkpoint)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    store(path, text)
    return path


def path_of_evidence(folder: Path, checkpoint: Checkpoint) -> Path:
    """Return the file of evidence, named after the checkpoint."""
    return folder / f"evidence-{checkpoint.size}-{checkpoint.root.hex()[:8]}.json"
