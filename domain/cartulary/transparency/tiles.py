"""Tiles: a Merkle tree in static pieces, 256 hashes wide and 8 levels high, as C2SP tlog-tiles has them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from cartulary.transparency.merkle_tree import HASH_BYTES, join

HEIGHT: Final = 8
WIDTH: Final = 1 << HEIGHT
ENTRIES: Final = "entries"
PATH: Final = re.compile(
    r"(?P<level>entries|[0-9]|[1-5][0-9]|6[0-3])/(?P<index>(?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/(?P<width>[1-9][0-9]{0,2}))?"
)


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile, or a bundle of entries, of which level is None."""

    level: int | None
    index: int
    width: int = WIDTH
    """Number of its hashes; fewer than 256 in a partial tile."""

    @classmethod
    def parse(cls, path: str) -> Self:
        """Return the tile of a path, below `tile/`. Raises ValueError for one that is spelled otherwise."""
        found = PATH.fullmatch(path)
        if found is None:
            raise ValueError("no path of a tile")
        level = None if found["level"] == ENTRIES else int(found["level"])
        tile = cls(level, int(found["index"].replace("x", "").replace("/", "")), int(found["width"] or WIDTH))
        if tile.path != path:
            raise ValueError("no path of a tile")
        return tile

    @property
    def path(self) -> str:
        """The path below `tile/`."""
        thousands, last = divmod(self.index, 1_000)
        groups = [f"{last:03}"]
        while thousands:
            thousands, group = divmod(thousands, 1_000)
            groups.insert(0, f"x{group:03}")
        level = ENTRIES if self.level is None else self.level
        return f"{level}/{'/'.join(groups)}" + (f".p/{self.width}" if self.width < WIDTH else "")

    @property
    def start(self) -> int:
        """The place of its first hash among all of its level."""
        return self.index * WIDTH


def width_at(size: int, level: int, index: int) -> int:
    """Return how many hashes a tile has in a tree of so many entries; 0 if the tree has no such tile."""
    return max(0, min(WIDTH, (size >> level * HEIGHT) - index * WIDTH))


def new_hashes(size: int, grown: int, level: int) -> range:
    """Return the places at a tile level whose hashes are there once a tree grows from `size` to `grown` entries."""
    return range(size >> level * HEIGHT, grown >> level * HEIGHT)


class TiledHashes:
    """The hashes of a tree of `size` entries, read from its tiles, each of which is read once."""

    def __init__(self, size: int, read_tile: Callable[[Tile], Sequence[bytes]]) -> None:
        self._size = size
        self._read_tile = read_tile
        self._tiles: dict[Tile, Sequence[bytes]] = {}

    def read(self, height: int, index: int) -> bytes:
        level, above = divmod(height, HEIGHT)
        first = index << above
        tile = self._tile(level, first // WIDTH)
        return join(tile[first % WIDTH : first % WIDTH + (1 << above)])

    def _tile(self, level: int, index: int) -> Sequence[bytes]:
        tile = Tile(level, index, width_at(self._size, level, index))
        if tile not in self._tiles:
            self._tiles[tile] = self._read_tile(tile)
        return self._tiles[tile]


def hashes_in(data: bytes) -> list[bytes]:
    """Return the hashes of a tile."""
    return [data[at : at + HASH_BYTES] for at in range(0, len(data), HASH_BYTES)]


def write_entries(entries: Sequence[bytes]) -> bytes:
    """Return a bundle of entries: each with its length before it, in two bytes, big endian."""
    return b"".join(len(entry).to_bytes(2) + entry for entry in entries)


def entries_in(data: bytes) -> list[bytes]:
    """Return the entries of a bundle. Raises ValueError for one that is cut off."""
    entries, at = list[bytes](), 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 2])
        entries.append(data[at + 2 : at + 2 + length])
        at += 2 + length
    if at != len(data):
        raise ValueError("the bundle of entries is cut off")
    return entries
