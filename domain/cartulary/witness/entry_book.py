"""The entries of a log that were read so far, by game, kept in a folder so that the next look goes on from there."""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from cartulary.record.bundle import Broken
from cartulary.signing.notes import BadNote, parse_note
from cartulary.transparency.checkpoint import BadCheckpoint, Checkpoint
from cartulary.transparency.leaf import LoggedHead, read_entry
from cartulary.transparency.merkle_tree import EMPTY_ROOT, hash_leaf, join, root
from cartulary.transparency.tiles import entries_in, write_entries
from cartulary.witness.evidence import Placed
from cartulary.witness.witness import store


class EntryBook:
    """All entries up to a checkpoint, and those of each public game by version."""

    def __init__(self, folder: Path, origin: str) -> None:
        name = sha256(origin.encode()).hexdigest()[:32]
        self._origin = origin
        self._note_file, self._entries_file = folder / f"{name}.read", folder / f"{name}.entries"
        self._doubted_file = folder / f"{name}.doubted"
        self._heads: dict[str, dict[int, tuple[Placed, LoggedHead]]] = {}
        self._new: list[bytes] = []
        self._games_anew = set[str]()
        self.note = self._note_file.read_text(encoding="utf-8", errors="replace") if self._note_file.exists() else ""
        self.contradiction: tuple[Placed, Placed] | None = None
        self._leaves: list[bytes] = []
        self._load()

    def _load(self) -> None:
        """Read what was kept. Raises Broken where the entries are not those that the checkpoint was signed of."""
        if not self.note:
            return
        try:
            size = self.checkpoint.size
        except (BadNote, BadCheckpoint) as error:
            raise Broken(f"{self._note_file} was changed: it is no checkpoint. Use another folder.") from error
        data = self._entries_file.read_bytes() if self._entries_file.exists() else b""
        # What was appended after the checkpoint was not finished.
        with suppress(ValueError):
            for entry in entries_in(data[: self._length(data)]):
                self.add(entry)
        self._new, self._games_anew = [], set()
        if self.size != size or root(self, size) != self.checkpoint.root:
            words = f"{self._entries_file} was changed: its entries are not those of the checkpoint beside it"
            raise Broken(f"{words}. Use another folder.")

    def _length(self, data: bytes) -> int:
        """Return the number of bytes of the entries up to the checkpoint."""
        at = 0
        for _ in range(self.checkpoint.size):
            at += 2 + int.from_bytes(data[at : at + 2])
        return at

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint up to which all entries were read; that of an empty log before there is one."""
        if not self.note:
            return Checkpoint(self._origin, 0, EMPTY_ROOT)
        return Checkpoint.parse(parse_note(self.note).text)

    def add(self, entry: bytes) -> LoggedHead | None:
        """Add the next entry; return the head that it names. Raises ValueError if it is none."""
        try:
            leaf = read_entry(entry)
        except ValueError as error:
            raise ValueError(f"its entry {self.size} is none: {error}") from error
        placed = Placed(self.size, entry)
        self._leaves.append(hash_leaf(entry))
        self._new.append(entry)
        if leaf is not None:
            self._games_anew.add(leaf.game)
            first, known = self._heads.setdefault(leaf.game, {}).setdefault(leaf.version, (placed, leaf))
            if known != leaf and self.contradiction is None:
                self.contradiction = first, placed
        return leaf

    @property
    def size(self) -> int:
        """Number of entries."""
        return len(self._leaves)

    def read(self, height: int, index: int) -> bytes:
        """Return the hash of the subtree over the 2**height entries from `index * 2**height` on."""
        return join(self._leaves[index << height : (index + 1) << height])

    def heads_of(self, game: str) -> Iterable[LoggedHead]:
        """Return the heads that the log has of a public game."""
        return [leaf for _, leaf in self._heads.get(game, {}).values()]

    @property
    def games(self) -> Mapping[str, object]:
        """The public games that the log names."""
        return self._heads

    @property
    def doubted(self) -> frozenset[str]:
        """The games that have new entries, did not hold when they were looked at, or had not ended."""
        kept = self._doubted_file.read_text(errors="replace").split() if self._doubted_file.exists() else self._heads
        return frozenset(kept)

    def doubt(self, games: Iterable[str]) -> None:
        """Keep the games that are to be looked at again."""
        store(self._doubted_file, "\n".join(sorted(games)))

    def keep(self, note: str) -> None:
        """Store what was added, up to this checkpoint; its games are to be looked at, by this look or the next."""
        self._entries_file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        whole = self._entries_file.read_bytes() if self._entries_file.exists() else b""
        with self._entries_file.open("r+b" if whole else "wb") as file:
            file.seek(self._length(whole))
            file.write(write_entries(self._new))
            file.truncate()
            file.flush()
            os.fsync(file.fileno())
        self.doubt(self.doubted | self._games_anew)
        store(self._note_file, note)
        self.note, self._new, self._games_anew = note, [], set()
