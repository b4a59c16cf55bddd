"""Looks at the transparency logs of others: what a witness does again and again, and what an auditor does once."""

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from json import dumps, loads
from pathlib import Path
from typing import Any, Final, NamedTuple

from cartulary.record.bundle import Broken
from cartulary.signing.cosignatures import TrustedKeys, time_cosigned
from cartulary.signing.notes import PublicKey, parse_note, public_key
from cartulary.transparency import merkle_tree
from cartulary.transparency.checkpoint import Checkpoint
from cartulary.transparency.merkle_tree import BadProof, require_consistency
from cartulary.transparency.submission import Submission
from cartulary.witness.remote_log import LoggedHead, RemoteLog, Unreachable
from cartulary.witness.witness import Refused, Witness, store

CONTRADICTIONS: Final = (HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY)
"""Refusals of what the service has signed, and what does not go together with the last checkpoint."""
PINS: Final = "logs.json"
"""File in the folder of a witness: of each address the name of its log, and the keys that sign it."""


def pin(folder: Path, logs: Sequence[RemoteLog], given: Sequence[str]) -> Mapping[str, Sequence[PublicKey]]:
    """Return the keys that sign each log, by its name; those of a new address are kept. Raises Unreachable, BadNote."""
    path = folder / PINS
    pins: dict[str, dict[str, Any]] = loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for log in logs:
        if log.url not in pins:
            keys = given or [key.text() for key in log.read_keys()]
            pins[log.url] = {"name": name_of(log.read_checkpoint()), "keys": [*keys]}
        pins[log.url]["keys"] = [*dict.fromkeys([*pins[log.url]["keys"], *given])]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    store(path, dumps(pins, indent=2) + "\n")
    return {each["name"]: [public_key(key) for key in each["keys"]] for each in pins.values()}


def name_of(note: str) -> str:
    """Return the name of the log of a checkpoint."""
    return Checkpoint.parse(parse_note(note).text).origin


class Seen(NamedTuple):
    """Result of a look at a log."""

    words: str
    failed: bool = False
    """Whether the look has to be made again."""
    changed: bool = False
    """Whether the log has changed its past."""


def look(witness: Witness, folder: Path, log: RemoteLog) -> Seen:
    """Cosign the newest checkpoint of a log, if it goes on from the last one, and send the cosignature."""
    try:
        note = log.read_checkpoint()
        new = Checkpoint.parse(parse_note(note).text)
        last = witness.last(new.origin)
        if new.size == 0 or (new == last and time_cosigned(note, witness.key)):
            return Seen(f"{log.url}: {new.size} entries, nothing new")
        proof = log.prove(last.size, new.size) if new.size >= last.size else []
        line = witness.add(Submission(min(last.size, new.size), proof, note))
        log.submit(new.size, line)
    except Refused as error:
        # Nobody is accused whose key is unknown here, nor because the checkpoint was sent to this witness meanwhile.
        if error.status not in CONTRADICTIONS or witness.last(new.origin) != last:
            return Seen(f"{log.url}: not cosigned, {error}", failed=True)
        kept = keep_evidence(folder, witness, note)
        return Seen(f"{log.url} had {last.size} entries and shows {new.size}: {error} See {kept}", changed=True)
    except (Unreachable, ValueError) as error:
        return Seen(f"{log.url}: not cosigned, {error}", failed=True)
    return Seen(f"{log.url}: {new.size} entries, cosigned")


def keep_evidence(folder: Path, witness: Witness, note: str) -> Path:
    """Keep two checkpoints that do not go together, both signed by the service; where they are kept."""
    new = Checkpoint.parse(parse_note(note).text)
    path = folder / f"evidence-{new.size}-{new.root.hex()[:8]}.txt"
    store(path, f"{witness.last_note(new.origin)}\n{note}")
    return path


def list_wrongs(log: RemoteLog, keys: Sequence[PublicKey], earlier: str | None) -> Iterator[str]:
    """Yield what is wrong with a log: its checkpoint, its entries, the games it names. Raises Unreachable."""
    reader = TrustedKeys(keys, (), 0)
    try:
        new = reader.open(log.read_checkpoint())
        if merkle_tree.root(log.hashes(new.size), new.size) != new.root:
            yield "The tiles are not those of the checkpoint."
            return
        if earlier is not None:
            old = reader.open(earlier)
            require_consistency(old.size, old.root, new.size, new.root, log.prove(old.size, new.size))
        for entry in log.read_entries(0, new.size, new.root):
            said = loads(entry)
            if "game" in said and not log.shows(LoggedHead(**said)):
                yield f"Game {said['game']} is not shown as it was at version {said['version']}."
    except (Broken, BadProof) as error:
        yield f"The log is not what it was: {error}"
