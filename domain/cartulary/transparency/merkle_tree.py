"""Merkle trees as RFC 6962 section 2.1 has them, with SHA-256: roots, inclusion proofs, consistency proofs."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple, Protocol

HASH_BYTES: Final = 32
EMPTY_ROOT: Final = sha256().digest()


class BadProof(ValueError):
    """A proof that proves nothing; says why."""


class Span(NamedTuple):
    """Entries of a log from `start` to before `end`; a range of Python's counts no further than 2**63."""

    start: int
    end: int


class Hashes(Protocol):
    """The hashes of a tree's full subtrees."""

    def read(self, height: int, index: int) -> bytes:
        """Return the hash of the subtree over the 2**height entries from `index * 2**height` on."""


def hash_leaf(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def hash_node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def join(hashes: Sequence[bytes]) -> bytes:
    """Return the hash of a full subtree from those of its parts, whose number is a power of 2."""
    while len(hashes) > 1:
        hashes = [hash_node(left, right) for left, right in zip(hashes[::2], hashes[1::2], strict=True)]
    return hashes[0]


def split(size: int) -> int:
    """Return the number of entries in the left subtree of a tree of two or more: the largest power of 2 below."""
    return 1 << (size - 1).bit_length() - 1


def root(hashes: Hashes, size: int) -> bytes:
    """Return the hash of the first `size` entries."""
    return hash_range(hashes, 0, size) if size else EMPTY_ROOT


def hash_range(hashes: Hashes, start: int, end: int) -> bytes:
    """Return the hash of the entries from `start` to before `end`, which are a subtree."""
    size = end - start
    if size & (size - 1) == 0:
        return hashes.read(size.bit_length() - 1, start // size)
    middle = start + split(size)
    return hash_node(hash_range(hashes, start, middle), hash_range(hashes, middle, end))


def prove_inclusion(hashes: Hashes, index: int, size: int) -> list[bytes]:
    """Return the path from an entry to the root of the first `size` entries (RFC 6962 section 2.1.1)."""

    def path(start: int, end: int) -> list[bytes]:
        if end - start == 1:
            return []
        middle = start + split(end - start)
        if index < middle:
            return [*path(start, middle), hash_range(hashes, middle, end)]
        return [*path(middle, end), hash_range(hashes, start, middle)]

    return path(0, size)


def prove_consistency(hashes: Hashes, old: int, size: int) -> list[bytes]:
    """Return the proof that the first `old` entries are the beginning of the first `size` (section 2.1.2)."""

    def proof(start: int, old_end: int, end: int) -> list[bytes]:
        if old_end == end:
            return [] if start == 0 else [hash_range(hashes, start, end)]
        middle = start + split(end - start)
        if old_end <= middle:
            return [*proof(start, old_end, middle), hash_range(hashes, middle, end)]
        return [*proof(middle, old_end, end), hash_range(hashes, start, middle)]

    # Within the leftmost subtree the old root itself is known, and is left out.
    return [] if old == 0 else proof(0, old, size)


def root_with(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """Return the root of a tree in which the leaf with this hash stands at `index`. Raises BadProof."""
    return hashes_with(leaf, index, Span(0, size), path)[Span(0, size)]


def hashes_with(leaf: bytes, index: int, span: Span, path: Sequence[bytes]) -> Mapping[Span, bytes]:
    """Return the hashes that a path shows, each of a subtree. Raises BadProof.

    The leaf with this hash stands at `index` among the entries of `span`.
    """
    start, end = span
    if not start <= index < end:
        raise BadProof(f"there is no entry {index} among {end - start}")
    if end - start == 1:
        if path:
            raise BadProof("the path is too long")
        return {span: leaf}
    if not path:
        raise BadProof("the path is too short")
    *rest, sibling = path
    middle = start + split(end - start)
    left, right = Span(start, middle), Span(middle, end)
    own, other = (left, right) if index < middle else (right, left)
    hashes = {**hashes_with(leaf, index, own, rest), other: sibling}
    return {**hashes, span: hash_node(hashes[left], hashes[right])}


def require_consistency(old: int, old_root: bytes, size: int, new_root: bytes, proof: Sequence[bytes]) -> None:
    """Check that the tree of `old` entries is the beginning of the one of `size`. Raises BadProof."""
    if not 0 <= old <= size:
        raise BadProof(f"a tree of {size} entries does not go on from one of {old}")
    empty = old == 0 and not proof
    found = (EMPTY_ROOT, new_root) if empty else roots_with(old, size, proof, old_root)
    if found != (old_root, new_root):
        raise BadProof(f"the tree of {size} entries does not go on from the one of {old}")


def roots_with(old: int, size: int, proof: Sequence[bytes], known: bytes | None) -> tuple[bytes, bytes]:
    """Return the roots of the first `old` and of all entries; `known` is the old one where the proof leaves it out."""
    if old == size:
        if len(proof) != (known is None):
            raise BadProof("the proof has a wrong length")
        whole = proof[0] if known is None else known
        return whole, whole
    if not proof or old == 0:
        raise BadProof("the proof has a wrong length")
    *rest, other = proof
    middle = split(size)
    if old <= middle:
        before, after = roots_with(old, middle, rest, known)
        return before, hash_node(after, other)
    before, after = roots_with(old - middle, size - middle, rest, None)
    return hash_node(other, before), hash_node(other, after)
