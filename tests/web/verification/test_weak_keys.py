"""All verifiers agree that nobody signs by a key of small order, in another spelling, or that is no point."""

import subprocess
import sys
from pathlib import Path

from cartulary.kernel.canonical import base64url
from cartulary.match.events.signing import KeyGiven
from cartulary.signing.notes import ED25519, NAME, PublicKey, Signer
from tests.domain.signer import SigningPlayer
from tests.patience import PATIENCE
from tests.weak_keys import IDENTITY, OF_ANY_MESSAGE, WEAK_KEYS
from tests.web import dishonest_operator as operator
from tests.web.verifiers import Case, bundle_of, by_first, by_second, needs_node, signed

ROOT = Path(__file__).parents[3]


def given(key: bytes) -> bytes:
    """The bundle of a game in which a seat gives a key."""
    table, players = operator.signing_table(keys=False)
    table.goes_on([KeyGiven(seat=1 - table.match.to_act()[0], key=key)])
    return operator.ended(table, players)


class Anybody(Signer):
    """Signs everything by the identity."""

    def __init__(self) -> None:
        super().__init__(bytes(32))
        self.public = PublicKey(NAME, IDENTITY, ED25519)

    def sign(self, text: str) -> bytes:
        return OF_ANY_MESSAGE


def noted_by_anybody() -> bytes:
    """A bundle whose note is signed by the identity, which it names as the service's key."""
    table, players = operator.signing_table(keys=False)
    operator.ended(table, players)
    return signed(bundle_of(table).decode().splitlines(), Anybody())


def by_third(bundle: bytes, folder: Path) -> bool:
    """Whether the third verifier finds nothing wrong."""
    path = folder / "bundle"
    path.write_bytes(bundle)
    command = [sys.executable, str(ROOT / "examples" / "verify.py"), str(path)]
    return subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE).returncode == 0


@needs_node
def test_all_verifiers_agree_on_keys_that_nobody_signs_by(tmp_path: Path) -> None:
    sound = given(SigningPlayer(0, 1).key)
    weak = [given(key) for key in WEAK_KEYS]
    said = by_second([*map(Case, (sound, *weak, noted_by_anybody()))])
    assert [each.verified for each in said] == [True] + [False] * (len(weak) + 1)
    assert [each.checks()["signatures"] for each in said[1:-1]] == [False] * len(weak)
    assert by_first(Case(sound)).verified
    assert by_third(sound, tmp_path)
    for key, bundle in zip(WEAK_KEYS, weak, strict=True):
        first = by_first(Case(bundle))
        assert (first.verified, first.checks()["signatures"]) == (False, False), base64url(key)
        assert not by_third(bundle, tmp_path), base64url(key)
    assert not by_first(Case(noted_by_anybody())).verified
    assert not by_third(noted_by_anybody(), tmp_path)
