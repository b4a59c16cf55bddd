"""The transparency log of a service: every checkpoint has to go on from the one that was kept."""

from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from cartulary_client.errors import Distrust
from cartulary_client.receipts import has_signed, require

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
    """Return the paths of the tiles that tell whether the later checkpoint goes on from the one kept."""
    old, new, needed = read_checkpoint(kept), read_checkpoint(later), list[str]()

    def note_tile(path: str, width: int) -> bytes:
        needed.append(path)
        return bytes(HASH_BYTES * width)

    if 0 < old.size < new.size:
        prove(subtrees(new.size, note_tile), 0, old.size, new.size)
    return [*dict.fromkeys(needed)]


def require_growth(kept: str, later: str, tiles: Mapping[str, bytes], keys: Sequence[str]) -> None:
    """Check that a later checkpoint goes on from the one kept. Raises Distrust, with both as the proof."""
    old, new = read_checkpoint(kept), read_checkpoint(later)
    for each in (old, new):
        named = [f"{each.origin}+{key.split('+', 1)[1]}" for key in keys]
        require(any(has_signed(key, each.note) for key in named), "No known key of the service has signed this.")
    if old.origin != new.origin or not goes_on(old, new, tiles):
        raise Distrust("The service has changed the past of its log of games.", proof=(kept, later))


def goes_on(old: Checkpoint, new: Checkpoint, tiles: Mapping[str, bytes]) -> bool:
    if old.size == 0:
        return True
    if old.size >= new.size:
        return (old.size, old.root) == (new.size, new.root)
    proof = prove(subtrees(new.size, lambda path, width: tiles[path]), 0, old.size, new.size)
    return roots_with(old.size, new.size, proof, old.root) == (old.root, new.root)


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


def prove(hash_range: Range, start: int, old: int, end: int) -> list[bytes]:
    """Return the proof of RFC 6962 section 2.1.2 that the first `old` entries are the beginning of all."""
    if old == end:
        return [] if start == 0 else [hash_range(start, end)]
    middle = start + split(end - start)
    if old <= middle:
        return [*prove(hash_range, start, old, middle), hash_range(middle, end)]
    return [*prove(hash_range, middle, old, end), hash_range(start, middle)]


def roots_with(old: int, size: int, proof: Sequence[bytes], known: bytes | None) -> tuple[bytes, bytes]:
    """Return the roots of the first `old` and of all entries; `known` is the old one where the proof leaves it out."""
    if old == size:
        whole = proof[0] if known is None else known
        return whole, whole
    *rest, other = proof
    middle = split(size)
    if old <= middle:
        before, after = roots_with(old, middle, rest, known)
        return before, hash_node(after, other)
    before, after = roots_with(old - middle, size - middle, rest, None)
    return hash_node(other, before), hash_node(other, after)


def split(size: int) -> int:
    """Return the largest power of 2 below a number."""
    return 1 << (size - 1).bit_length() - 1


def hash_node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
