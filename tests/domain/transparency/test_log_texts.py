"""Checkpoints, entries and proofs are spelled as their specifications say, and in no other way."""

import pytest

from cartulary.kernel.canonical import base64url
from cartulary.kernel.hashing import digest
from cartulary.transparency.checkpoint import BadCheckpoint, Checkpoint
from cartulary.transparency.inclusion import InclusionProof
from cartulary.transparency.leaf import Leaf
from tests.cases import cases

ROOT = bytes(range(32))
CHECKPOINT = Checkpoint("games.example/v1/log", 20_852_163, ROOT)
GAME = "018f6b2e-0000-7000-8000-000000000001"


def test_a_checkpoint_is_read_as_it_was_written() -> None:
    text = "games.example/v1/log\n20852163\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n"
    assert (CHECKPOINT.text(), Checkpoint.parse(text)) == (text, CHECKPOINT)


def test_more_lines_of_a_checkpoint_are_left_alone() -> None:
    assert Checkpoint.parse(f"{CHECKPOINT.text()}more\n") == CHECKPOINT


@cases(
    ("old", "new"),
    [
        ("20852163", "020852163"),
        ("20852163", "-1"),
        ("20852163", ""),
        ("games.example/v1/log", ""),
        ("h8=", "h8"),
        ("h8=", "h9="),
    ],
)
def test_a_checkpoint_that_is_spelled_otherwise_is_refused(old: str, new: str) -> None:
    with pytest.raises(BadCheckpoint):
        Checkpoint.parse(CHECKPOINT.text().replace(old, new))


def test_the_entry_of_a_public_game_names_it() -> None:
    expected = f'{{"game":"{GAME}","head":"{base64url(ROOT)}","version":3}}'
    assert Leaf(GAME, 3, ROOT).entry().decode() == expected


def test_the_entry_of_a_private_game_is_blinded_by_its_salt() -> None:
    salt = b"\5" * 32
    expected = f'{{"blinded":"{base64url(digest("leaf", GAME, 3, ROOT, salt))}"}}'
    assert Leaf(GAME, 3, ROOT, salt).entry().decode() == expected
    assert Leaf(GAME, 3, ROOT, b"\6" * 32).entry() != Leaf(GAME, 3, ROOT, salt).entry()


def test_a_proof_is_read_as_it_was_written() -> None:
    note = f"{CHECKPOINT.text()}\n\N{EM DASH} games.example/v1/log c2lnbmF0dXJl\n"
    for path in ([], [ROOT], [ROOT, ROOT[::-1]]):
        proof = InclusionProof(7, path, note)
        assert proof.text().startswith("c2sp.org/tlog-proof@v1\nindex 7\n")
        assert InclusionProof.parse(proof.text()) == proof


@cases("text", ["", "index 7\n\nnote", "c2sp.org/tlog-proof@v1\nindex 07\n\nnote", "c2sp.org/tlog-proof@v1"])
def test_what_is_no_proof_is_refused(text: str) -> None:
    with pytest.raises(BadCheckpoint):
        InclusionProof.parse(text)
