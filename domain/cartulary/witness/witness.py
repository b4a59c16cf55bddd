"""A witness: it cosigns the checkpoints of logs, and never two of one log that do not go together."""

import os
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Final

from cartulary.signing.cosignatures import COSIGNATURE, cosign
from cartulary.signing.notes import BadNote, PublicKey, Signer, open_note, parse_note
from cartulary.transparency.checkpoint import BadCheckpoint, Checkpoint
from cartulary.transparency.merkle_tree import EMPTY_ROOT, BadProof, require_consistency
from cartulary.transparency.submission import Submission
from cartulary.witness.evidence import find_kept

BYTES_OF_KEY: Final = 32
RESTORE: Final = (
    "Restore the file from your backup. If the key is lost for good, move the file away: the next start makes another, "
    "which the services and auditors have to be told."
)


class UnfitKey(Exception):
    """A key with which a witness cannot sign; says what to do."""


class Refused(Exception):
    """A checkpoint that is not cosigned: the status of C2SP tlog-witness, why, and the size that was cosigned last."""

    def __init__(self, status: HTTPStatus, words: str, size: int | None = None) -> None:
        super().__init__(words)
        self.status = status
        self.size = size


class Witness:
    """Keeps its key and the last checkpoint of each log in a folder, of which it is the only user."""

    def __init__(
        self, folder: Path, name: str, logs: Mapping[str, Sequence[PublicKey]], now: Callable[[], int]
    ) -> None:
        """`logs` are the keys that sign a log, by the log's name; `now` is the POSIX time."""
        self._folder = folder
        self._logs = logs
        self._now = now
        self._lock = Lock()
        self._signer = Signer(read_secret(folder), name, COSIGNATURE)

    @property
    def key(self) -> PublicKey:
        return self._signer.public

    def keys_of(self, origin: str) -> Sequence[PublicKey]:
        """Return the keys that sign a log."""
        return self._logs[origin]

    def last(self, origin: str) -> Checkpoint:
        """Return the last checkpoint of a log that was cosigned; that of an empty log before there is one.

        Raises Refused if no key that is known has signed it.
        """
        note = self.last_note(origin)
        try:
            return self.open(note) if note else Checkpoint(origin, 0, EMPTY_ROOT)
        except Refused as error:
            if error.status == HTTPStatus.BAD_REQUEST:
                words = f"{self._path(origin)} was damaged: {error} Restore it from your backup."
                raise Refused(error.status, words) from error
            words = f"This folder keeps a checkpoint of {origin} by a key that is not known here: use another folder"
            raise Refused(error.status, f"{words}, or, if it is the same log, name that key too with --key.") from error

    def last_note(self, origin: str) -> str:
        """Return the last checkpoint of a log as it was signed; empty before there is one."""
        path = self._path(origin)
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def add(self, submission: Submission) -> str:
        """Cosign a checkpoint, after it is stored; the line of the cosignature. Raises Refused."""
        new = self.open(submission.checkpoint)
        with self._lock:
            self._require_trust(new.origin)
            last = self.last(new.origin)
            if submission.old > new.size:
                raise Refused(
                    HTTPStatus.BAD_REQUEST,
                    f"The old size, {submission.old}, is over the {new.size} entries of the checkpoint.",
                )
            if submission.old != last.size:
                words = f"The last checkpoint that was cosigned has {last.size} entries, not {submission.old}."
                raise Refused(HTTPStatus.CONFLICT, words, last.size)
            if new.size == last.size and new.root != last.root:
                words = f"Another checkpoint of {last.size} entries was cosigned: the log has forked."
                raise Refused(HTTPStatus.CONFLICT, words, last.size)
            try:
                require_consistency(last.size, last.root, new.size, new.root, submission.proof)
            except BadProof as error:
                raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, f"The log does not go on as it was: {error}.") from error
            store(self._path(new.origin), submission.checkpoint)
            return cosign(self._signer, submission.checkpoint, self._now())

    def _require_trust(self, origin: str) -> None:
        """Refuse a log against which the folder holds evidence by a key that counts."""
        if (evidence := find_kept(self._folder, origin, self.keys_of(origin))) is not None:
            words = f"Nothing of {origin} is cosigned: it contradicts what it has signed. Evidence: {evidence.name}"
            raise Refused(HTTPStatus.FORBIDDEN, words)

    def open(self, note: str) -> Checkpoint:
        """Return the checkpoint of a log that is known, and has signed it. Raises Refused."""
        try:
            checkpoint = Checkpoint.parse(parse_note(note).text)
        except (BadNote, BadCheckpoint) as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from error
        keys = self._logs.get(checkpoint.origin)
        if keys is None:
            raise Refused(HTTPStatus.NOT_FOUND, f"The log {checkpoint.origin} is not one of those watched here.")
        try:
            open_note(note, [PublicKey(checkpoint.origin, key.raw) for key in keys])
        except BadNote as error:
            raise Refused(
                HTTPStatus.FORBIDDEN, f"Of {checkpoint.origin} no key that is known here has signed this: {error}"
            ) from error
        return checkpoint

    def _path(self, origin: str) -> Path:
        return self._folder / f"{sha256(origin.encode()).hexdigest()[:32]}.checkpoint"


def read_secret(folder: Path) -> bytes:
    """Return the private key in a folder; one is made when there is none. Raises UnfitKey."""
    path = folder / "witness.key"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        store(path, f"{os.urandom(32).hex()}\n")
    try:
        secret = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except (OSError, ValueError) as error:
        raise UnfitKey(f"The key in {path.resolve()} cannot be read ({error}). {RESTORE}") from error
    if len(secret) != BYTES_OF_KEY:
        raise UnfitKey(f"The key in {path.resolve()} has {len(secret)} bytes, not {BYTES_OF_KEY}. {RESTORE}")
    return secret


def store(path: Path, text: str) -> None:
    """Replace a file as a whole; it is on the disk when this returns."""
    draft = path.with_suffix(".new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
