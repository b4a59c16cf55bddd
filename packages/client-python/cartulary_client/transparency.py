"""The transparency log of a service: of two checkpoints the larger has to go on from the smaller."""

from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from cartulary_client.errors import Distrust
from cartulary_client.receipts import UNSIGNED, has_signed, require

HASH_BYTES: Final = 32
HEIGHT: Final = 8
WIDTH: Final = 256
Range = Callable[[int, int], bytes]
"""Returns the hash of the entries from the first place to before the second, which are a subtree."""


class Checkpoint(NamedTuple):
    """How large a log is, and its root; `note` is the signed text."""

    origin: str
    size: int
    root: bytes
    note: str


def read_checkpoint(note: str) -> Checkpoint:
    """Read a signed checkpoint. Raises Distrust."""
    lines = note.split("\n")
    require(len(lines) > 4 and lines[1].isdecimal(), "This is no checkpoint of a log.")
    return Checkpoint(lines[0], int(lines[1]), b64decode(lines[2]), note)


def tiles_needed(kept: str, later: str) -> list[str]:
    """Return the paths of the tiles that tell whether the larger of two checkpoints goes on from the smaller."""
    old, new = in_order(kept, later)
    needed = list[str]()

    def note_tile(path: str, width: int) -> bytes:
        needed.append(path)
        return bytes(HASH_BYTES * width)

    if 0 < old.size < new.size:
        hash_range = subtrees(new.size, note_tile)
        hash_range(0, new.size)
        hash_range(0, old.size)
    return [*dict.fromkeys(needed)]


def in_order(kept: str, later: str) -> list[Checkpoint]:
    """Return both checkpoints, the smaller first: who reads a log from two places may see the larger first."""
    return sorted((read_checkpoint(kept), read_checkpoint(later)), key=lambda each: each.size)


def require_growth(kept: str, later: str, tiles: Mapping[str, bytes], keys: Sequence[str]) -> None:
    """Check that the larger of two checkpoints goes on from the smaller.

    Raises Distrust, with both as the proof where both are signed and contradict each other; without one where nothing
    is proven.
    """
    old, new = in_order(kept, later)
    require(old.origin == new.origin, "The checkpoints are of two logs.")
    for each in (old, new):
        require(has_signed_checkpoint(keys, each), UNSIGNED)
    if not goes_on(old, new, tiles):
        raise Distrust("The service has changed the past of its log of games.", proof=(kept, later))


def has_signed_checkpoint(keys: Sequence[str], checkpoint: Checkpoint) -> bool:
    """Whether one of these keys has signed a checkpoint, under the name of the log."""
    named = [f"{checkpoint.origin}+{key.split('+', 1)[1]}" for key in keys]
    return any(has_signed(key, checkpoint.note) for key in named)


def goes_on(old: Checkpoint, new: Checkpoint, tiles: Mapping[str, bytes]) -> bool:
    """Whether the tree of the larger checkpoint begins with that of the smaller. Raises Distrust for other tiles."""
    if old.size == new.size:
        return old.root == new.root
    if old.size == 0:
        return True
    hash_range = subtrees(new.size, lambda path, width: tiles[path])
    require(hash_range(0, new.size) == new.root, "The tiles of the log are not those of its checkpoint.")
    return hash_range(0, old.size) == old.root


def subtrees(size: int, read_tile: Callable[[str, int], bytes]) -> Range:
    """Return the hashes of the subtrees in a log of so many entries, from its tiles."""

    def full(height: int, index: int) -> bytes:
        level, above = divmod(height, HEIGHT)
        first, count = index << above, 1 << above
        width = min(WIDTH, (size >> level * HEIGHT) - first // WIDTH * WIDTH)
        tile = read_tile(tile_path(level, first // WIDTH, width), width)
        require(len(tile) == HASH_BYTES * width, "A tile of the log has another length.")
        places = range(first % WIDTH, first % WIDTH + count)
        hashes = [tile[HASH_BYTES * place : HASH_BYTES * (place + 1)] for place in places]
        while len(hashes) > 1:
            hashes = [hash_node(left, right) for left, right in zip(hashes[::2], hashes[1::2], strict=True)]
        return hashes[0]

    def hash_range(start: int, end: int) -> bytes:
        count = end - start
        if count & (count - 1) == 0:
            return full(count.bit_length() - 1, start // count)
        middle = start + split(count)
        return hash_node(hash_range(start, middle), hash_range(middle, end))

    return hash_range


def tile_path(level: int, index: int, width: int) -> str:
    """Return the path of a tile, as C2SP tlog-tiles has it."""
    thousands, last = divmod(index, 1_000)
    groups = [f"{last:03}"]
    while thousands:
        thousands, group = divmod(thousands, 1_000)
        groups.insert(0, f"x{group:03}")
    return f"{level}/{'/'.join(groups)}" + (f".p/{width}" if width < WIDTH else "")


def split(size: int) -> int:
    """Return the largest power of 2 below a number."""
    return 1 << (size - 1).bit_length() - 1


def hash_node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
