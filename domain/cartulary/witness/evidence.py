"""Evidence against a log that anybody can check offline: one JSON object, of one of two formats."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import product
from json import loads
from pathlib import Path
from typing import Any, Final, NamedTuple

from cartulary.kernel.canonical import canonical
from cartulary.record.bundle import WRONG, Broken
from cartulary.signing.cosignatures import TrustedKeys
from cartulary.signing.notes import PublicKey
from cartulary.transparency.checkpoint import Checkpoint, decode_hash, encode_hash
from cartulary.transparency.leaf import read_entry
from cartulary.transparency.merkle_tree import (
    Hashes,
    hash_leaf,
    prove_consistency,
    prove_inclusion,
    root,
    root_with,
    roots_with,
)

TWO_HEADS: Final = "cartulary-two-heads/v1"
CHANGED_PAST: Final = "cartulary-changed-past/v1"
Open = Callable[[str], Checkpoint]
"""Reads a checkpoint that a trusted key has signed. Raises Broken for any other."""


class Placed(NamedTuple):
    """An entry of a log, and its place."""

    place: int
    entry: bytes


def prove_two_heads(note: str, size: int, hashes: Hashes, pair: Sequence[Placed]) -> str:
    """Return the evidence that a log holds two heads of one game at one version, under one checkpoint."""
    entries = [
        {
            "entry": each.entry.decode(),
            "index": each.place,
            "path": [*map(encode_hash, prove_inclusion(hashes, each.place, size))],
        }
        for each in pair
    ]
    return canonical({"checkpoint": note, "entries": entries, "format": TWO_HEADS}) + "\n"


def find_changed_past(hashes: Hashes, smaller: tuple[Checkpoint, str], larger: tuple[Checkpoint, str]) -> str | None:
    """Return the evidence that two checkpoints contradict each other; None if the larger goes on from the smaller.

    `hashes` are those of the larger tree. Raises Broken if they are not: then nothing is proven either way.
    """
    (old, old_note), (new, new_note) = smaller, larger
    if old.size == 0:
        return None
    # Of one size the two roots alone tell, whatever tiles the log shows.
    is_one_size = old.size == new.size
    begins = new.root if is_one_size else root(hashes, old.size)
    proof = [] if is_one_size else prove_consistency(hashes, old.size, new.size)
    if roots_with(old.size, new.size, proof, begins) != (begins, new.root):
        raise Broken("the tiles of the log are not those of its checkpoint, so nothing is proven")
    if begins == old.root:
        return None
    said = {"earlier": old_note, "later": new_note, "proof": [*map(encode_hash, proof)], "root": encode_hash(begins)}
    return canonical(said | {"format": CHANGED_PAST}) + "\n"


class Judgement(NamedTuple):
    """What evidence shows, in words, and whether that is proof: two keys may be those of two logs."""

    words: str
    is_proven: bool


def judge(text: str, keys: Sequence[PublicKey]) -> Judgement:
    """Return what a file of evidence shows by the keys of a log. Raises Broken if it shows nothing."""
    for each in keys:
        with suppress(Broken):
            return Judgement(check_evidence(text, TrustedKeys([each], (), 0).open), is_proven=True)
    words = check_evidence(text, TrustedKeys(keys, (), 0).open)
    signers = " and ".join(each.fingerprint for each in keys)
    by_two = f"{words} No single key has signed both: it is proof only if these keys are all of one log, {signers}."
    return Judgement(by_two, is_proven=False)


def check_evidence(text: str, open_checkpoint: Open) -> str:
    """Return in words what a file of evidence proves. Raises Broken if it proves nothing."""
    try:
        said = loads(text)
        checks = {TWO_HEADS: check_two_heads, CHANGED_PAST: check_changed_past}
        return checks[said["format"]](said, open_checkpoint)
    except WRONG as error:
        raise Broken(f"the file is no evidence in a format that docs/transparency-log.md describes: {error}") from error


def check_two_heads(said: Mapping[str, Any], open_checkpoint: Open) -> str:
    checkpoint = open_checkpoint(said["checkpoint"])
    first, second = (each["entry"].encode() for each in said["entries"])
    for each in said["entries"]:
        path = [decode_hash(line) for line in each["path"]]
        if root_with(hash_leaf(each["entry"].encode()), each["index"], checkpoint.size, path) != checkpoint.root:
            raise Broken(f"entry {each['index']} is not in the tree of the checkpoint")
    one, other = read_entry(first), read_entry(second)
    if one is None or other is None or (one.game, one.version) != (other.game, other.version) or one == other:
        raise Broken("the entries are not two heads of one game at one version")
    return f"The log {checkpoint.origin} holds two heads of game {one.game} at version {one.version}."


def check_changed_past(said: Mapping[str, Any], open_checkpoint: Open) -> str:
    old, new = open_checkpoint(said["earlier"]), open_checkpoint(said["later"])
    begins, proof = decode_hash(said["root"]), [decode_hash(each) for each in said["proof"]]
    if old.origin != new.origin or roots_with(old.size, new.size, proof, begins) != (begins, new.root):
        raise Broken("the proof does not lead to the later checkpoint of the same log")
    if begins == old.root:
        raise Broken("the later checkpoint goes on from the earlier one")
    return f"The log {old.origin} has signed {old.size} entries, and {new.size} entries that begin with others."


def find_kept(folder: Path, origin: str, keys: Sequence[PublicKey]) -> Path | None:
    """Return the file in a folder that proves, by one of these keys, that this log contradicts what it has signed."""

    def open_own(note: str) -> Checkpoint:
        checkpoint = reader.open(note)
        if checkpoint.origin != origin:
            raise Broken(f"it is about the log {checkpoint.origin}")
        return checkpoint

    for path, key in product(sorted(folder.glob("evidence-*.json")), keys):
        reader = TrustedKeys([key], (), 0)
        with suppress(Broken, OSError, ValueError):
            check_evidence(path.read_text(encoding="utf-8"), open_own)
            return path
    return None
