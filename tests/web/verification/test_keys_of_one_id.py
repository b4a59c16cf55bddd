"""Two keys may have one name and one id of four bytes: none of them spoils what the other has signed."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from cartulary.audit.log_proofs import seconds_of
from cartulary.kernel.canonical import canonical
from cartulary.record.bundle import receipt_text
from cartulary.signing.cosignatures import COSIGNATURE, cosign
from cartulary.signing.notes import NAME, Signer
from tests.domain.table import AT
from tests.patience import PATIENCE
from tests.web.dishonest_operator import dealt
from tests.web.operator_log import OperatorLog
from tests.web.verification.test_report_words import told_by_both
from tests.web.verifiers import GAME_ID, Case, bundle_of, by_first, by_second, needs_node, played, receipt_of, signed

pytestmark = needs_node
VERIFIER: Final = Path(__file__).parents[3] / "examples" / "verify.py"


def two_of_one_id(first: int, second: int, name: str = NAME, kind: bytes = b"\1") -> tuple[Signer, Signer]:
    """Two signers whose keys have one id; it was found by trying."""
    one, other = (Signer(secret.to_bytes(32), name, kind) for secret in (first, second))
    assert (one.public.id, one.public.raw == other.public.raw) == (other.public.id, False)
    return one, other


def test_beside_another_key_of_its_name_and_id_a_key_still_proves_two_histories(tmp_path: Path) -> None:
    table, other = played(dealt(), 4), played(dealt(bytes(32)), 4)
    until = min(len(table.rows), len(other.rows)) - 1
    *lines, _ = bundle_of(table, until).decode().splitlines()
    unsigned = canonical({"note": receipt_text(GAME_ID, until, table.rows[until - 1].hash)})
    for signer, beside in (two := two_of_one_id(60_104, 142_223), two[::-1]):
        bundle, receipt = tmp_path / "game.ndjson", tmp_path / "receipt.txt"
        bundle.write_bytes(signed([*lines, unsigned], signer))
        receipt.write_text(receipt_of(other.rows, until, signer), encoding="utf-8")
        keys = [word for each in (signer, beside) for word in ("--key", each.public.text())]
        for told in told_by_both(str(bundle), *keys, "--receipt", str(receipt)):
            assert "The service has signed two histories of this game." in told
        own = tmp_path / "own.txt"
        own.write_text(receipt_of(table.rows, until, signer), encoding="utf-8")
        third = [sys.executable, str(VERIFIER), str(bundle), *keys, "--receipt", str(own)]
        done = subprocess.run(third, capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert (done.returncode, "WRONG" in done.stdout) == (0, False), done.stdout


@pytest.mark.parametrize("place", [0, 1])
def test_beside_another_witness_of_its_name_and_id_a_witness_still_counts(place: int) -> None:
    witnesses = two_of_one_id(94_469, 137_809, "witness", COSIGNATURE)
    table, log = played(dealt(), 4), OperatorLog()
    log.add(table, 1, len(table.rows))
    line = cosign(witnesses[place], log.checkpoint(), seconds_of(AT))
    case = Case(log.bundle(bundle_of(table), line), witnesses=[each.public.text() for each in witnesses], quorum=1)
    for said in (by_first(case), *by_second([case])):
        assert (said.checks()["witnesses"], said.report["witnessed"]) == (True, 1), said.report
