"""The tree hashes as RFC 6962 says; its proofs hold for every tree of up to 300 entries, and no other does."""

import random
from collections.abc import Sequence
from hashlib import sha256

import pytest

from cartulary.transparency import merkle_tree as tree
from cartulary.transparency.merkle_tree import BadProof
from cartulary.transparency.tiles import Tile, TiledHashes, entries_in, new_hashes, width_at, write_entries
from tests.cases import cases

MOST = 300
LEAVES = [tree.hash_leaf(str(number).encode()) for number in range(MOST)]
SIZES = [*range(1, 18), 31, 32, 33, 64, 65, 129, 256, 257, 300]


def expected_root(leaves: Sequence[bytes]) -> bytes:
    """The definition of section 2.1, without any shortcut."""
    if not leaves:
        return sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    middle = max(1 << power for power in range(10) if 1 << power < len(leaves))
    return tree.hash_node(expected_root(leaves[:middle]), expected_root(leaves[middle:]))


def tiled(size: int) -> TiledHashes:
    return TiledHashes(size, lambda tile: hashes_of(tile.level or 0, tile, size))


def hashes_of(level: int, tile: Tile, size: int) -> list[bytes]:
    assert tile.width == width_at(size, level, tile.index)
    if level == 0:
        return LEAVES[tile.start : tile.start + tile.width]
    return [expected_root(LEAVES[each * 256 : each * 256 + 256]) for each in range(tile.start, tile.start + tile.width)]


@cases("size", [0, *SIZES])
def test_the_root_is_the_one_of_the_definition(size: int) -> None:
    assert tree.root(tiled(size), size) == expected_root(LEAVES[:size])


def test_hashes_are_those_that_others_publish() -> None:
    assert tree.EMPTY_ROOT.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert tree.hash_leaf(b"").hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"


@cases("size", SIZES)
def test_every_entry_of_a_tree_is_proven_and_no_other_is(size: int) -> None:
    root = expected_root(LEAVES[:size])
    for index in range(size):
        path = tree.prove_inclusion(tiled(size), index, size)
        assert tree.root_with(LEAVES[index], index, size, path) == root
        assert tree.root_with(LEAVES[index - 1], index, size, path) != root or size == 1
        for wrong in (path[:-1], [*path, root]):
            assert is_refused(LEAVES[index], index, size, wrong, root)


def is_refused(leaf: bytes, index: int, size: int, path: list[bytes], root: bytes) -> bool:
    try:
        return tree.root_with(leaf, index, size, path) != root or not path
    except BadProof:
        return True


@cases("size", SIZES)
def test_every_beginning_of_a_tree_is_proven_and_nothing_else_is(size: int) -> None:
    root = expected_root(LEAVES[:size])
    for old in range(size + 1):
        before = expected_root(LEAVES[:old])
        proof = tree.prove_consistency(tiled(size), old, size)
        tree.require_consistency(old, before, size, root, proof)
        for wrong in {sha256(before).digest(), root if old != size else before[::-1]}:
            with pytest.raises(BadProof):
                tree.require_consistency(old, wrong, size, root, proof)


def test_a_proof_with_one_hash_changed_proves_nothing() -> None:
    chance = random.Random(7)
    for _ in range(200):
        size = chance.randint(2, MOST)
        old = chance.randint(1, size - 1)
        proof = tree.prove_consistency(tiled(size), old, size)
        place = chance.randrange(len(proof))
        wrong = [*proof[:place], sha256(proof[place]).digest(), *proof[place + 1 :]]
        with pytest.raises(BadProof):
            tree.require_consistency(old, expected_root(LEAVES[:old]), size, expected_root(LEAVES[:size]), wrong)


def test_a_smaller_tree_does_not_go_on_from_a_larger_one() -> None:
    with pytest.raises(BadProof):
        tree.require_consistency(3, expected_root(LEAVES[:3]), 2, expected_root(LEAVES[:2]), [])


@cases(
    ("path", "tile"),
    [
        ("0/000", Tile(0, 0)),
        ("1/x001/x234/067", Tile(1, 1_234_067)),
        ("entries/255.p/17", Tile(None, 255, 17)),
        ("63/x001/000.p/255", Tile(63, 1_000, 255)),
    ],
)
def test_a_tile_has_the_path_that_the_specification_gives_it(path: str, tile: Tile) -> None:
    assert (Tile.parse(path), tile.path) == (tile, path)


@cases(
    "path",
    ["", "0", "0/0", "00/000", "0/x000/001", "0/000.p/0", "0/000.p/256", "0/000.p/01", "64/000", "-1/000", "0/1000"],
)
def test_a_path_that_is_spelled_otherwise_names_no_tile(path: str) -> None:
    with pytest.raises(ValueError, match="no path"):
        Tile.parse(path)


def test_a_tree_of_70_000_entries_has_the_tiles_of_the_specification() -> None:
    assert [width_at(70_000, *place) for place in ((0, 272), (0, 273), (0, 274), (1, 0), (1, 1), (2, 0), (3, 0))] == [
        256,
        112,
        0,
        256,
        17,
        1,
        0,
    ]


def test_a_growing_tree_gets_each_hash_of_a_level_once() -> None:
    places = [place for size in range(0, 2_000, 7) for place in new_hashes(size, size + 7, 1)]
    assert places == [*range(2_002 // 256)]


def test_entries_are_read_as_they_were_written() -> None:
    entries = [b"", b"one", bytes(700)]
    assert entries_in(write_entries(entries)) == entries
    with pytest.raises(ValueError, match="cut off"):
        entries_in(write_entries(entries)[:-1])
