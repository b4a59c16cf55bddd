"""Cosignatures, as C2SP tlog-cosignature has them: a witness saw a consistent checkpoint at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from cartulary.record.bundle import Broken
from cartulary.signing.notes import (
    BadNote,
    PublicKey,
    Signer,
    find_signers,
    open_note,
    parse_note,
    public_key,
)
from cartulary.transparency.checkpoint import BadCheckpoint, Checkpoint

COSIGNATURE: Final = b"\x04"
TIME_BYTES: Final = 8


def witness_key(text: str) -> PublicKey:
    """The key of a witness in a line. Raises BadNote."""
    return public_key(text, COSIGNATURE)


def cosign(signer: Signer, note: str, time: int) -> str:
    """Return the line by which a witness cosigns a checkpoint at a POSIX time."""
    message = message_of(parse_note(note).text, time)
    return signer.line(time.to_bytes(TIME_BYTES) + signer.sign(message))


def message_of(text: str, time: int) -> str:
    """Return what a witness signs."""
    return f"cosignature/v1\ntime {time}\n{text}"


def time_cosigned(note: str, key: PublicKey) -> int | None:
    """Return when the witness with this key cosigned a note; None if it did not. Raises BadNote for a false line."""
    return list_times(note, [key]).get(key.raw)


def list_times(note: str, keys: Sequence[PublicKey]) -> dict[bytes, int]:
    """Return when each of the keys first cosigned a note; a key under two names is one. Raises BadNote."""
    text, signatures = parse_note(note)
    times: dict[bytes, int] = {}
    for each in signatures:
        time = int.from_bytes(each.raw[:TIME_BYTES])
        for key in find_signers(message_of(text, time), each._replace(raw=each.raw[TIME_BYTES:]), keys):
            times[key.raw] = min(time, times.get(key.raw, time))
    return times


class KnownWitness(NamedTuple):
    """A witness of the setting `WITNESSES`, and where to ask for cosignatures; None if it sends them by itself."""

    key: PublicKey
    url: str | None


def list_witnesses(setting: str) -> list[KnownWitness]:
    """Return the witnesses of the setting. Raises BadNote."""
    parts = [each.split() for each in setting.split(",") if each.strip()]
    return [KnownWitness(witness_key(key), url[0].rstrip("/") if url else None) for key, *url in parts]


def read_checkpoint(note: str) -> Checkpoint:
    """Read the checkpoint in a note, whoever has signed it. Raises Broken."""
    try:
        return Checkpoint.parse(parse_note(note).text)
    except (BadNote, BadCheckpoint) as error:
        raise Broken(f"a checkpoint of the log is none: {error}") from error


def share_signer(keys: Sequence[PublicKey], *checkpoints: str) -> bool:
    """Whether one of the keys has signed all these checkpoints."""
    return any(all(has_opened(TrustedKeys([key], (), 0), each) for each in checkpoints if each) for key in keys)


def has_opened(reader: "TrustedKeys", checkpoint: str) -> bool:
    try:
        reader.open(checkpoint)
    except Broken:
        return False
    return True


@dataclass(frozen=True, slots=True)
class TrustedKeys:
    """Reads checkpoints by keys of the service, and of witnesses."""

    keys: Sequence[PublicKey]
    witnesses: Sequence[PublicKey]
    quorum: int

    @property
    def count(self) -> int:
        return len({each.raw for each in self.witnesses})

    def open(self, note: str) -> Checkpoint:
        """Return a checkpoint that one of the service's keys has signed under the log's name. Raises Broken."""
        checkpoint = read_checkpoint(note)
        try:
            open_note(note, [PublicKey(checkpoint.origin, key.raw) for key in self.keys])
        except BadNote as error:
            raise Broken(f"a checkpoint of the log is not signed with a known key: {error}") from error
        return checkpoint

    def list_times(self, note: str) -> Sequence[int]:
        """Return when each of the witnesses cosigned a checkpoint. Raises Broken."""
        if {each.raw for each in self.witnesses} & {each.raw for each in self.keys}:
            raise Broken("a witness given has the key of the service, which is no other's eyes")
        read_checkpoint(note)
        try:
            return [*list_times(note, self.witnesses).values()]
        except BadNote as error:
            raise Broken(f"a cosignature does not hold: {error}") from error
