"""The cost of trust: receipts, signed plies, the transparency log, witnesses.

`python -m bench.trust`, on an embedded PostgreSQL of its own.
"""

import time
from collections.abc import Callable, Mapping
from json import loads
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

import click
import psycopg

from bench.fill import fill
from bench.services import folder_of_run
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.canonical import canonical, from_base64url
from cartulary.match.events.signing import ActionSigned
from cartulary.match.signing import message_of
from cartulary.record.bundle import receipt_text
from cartulary.signing.ed25519 import has_signed
from cartulary.signing.notes import Signer, parse_note
from cartulary.transparency.checkpoint import Checkpoint
from cartulary.transparency.inclusion import InclusionProof
from cartulary.transparency.merkle_tree import HASH_BYTES, hash_leaf, prove_consistency, root_with
from cartulary.transparency.submission import Submission
from cartulary.witness.witness import Witness
from cartulary_service.config import Config
from cartulary_service.store import embedded, migrations
from cartulary_service.store.database import Database, connection
from cartulary_service.subjects.log import documents, growth
from cartulary_service.subjects.log.growth import hashes_of
from cartulary_service.subjects.log.ticks import SECONDS_BETWEEN_CHECKPOINTS, SECONDS_BETWEEN_LOOKS

GAMES: Final = "carta-impera-victoria"
SIGNED: Final = Path("tests/games/carta_impera_victoria/ko-3-basic-majority-signed.ndjson")
ORIGIN: Final = "games.example/v1/log"
REPEATED: Final = 2_000
SIGNER: Final = Signer(b"bench".ljust(32))


def microseconds(what: Callable[[], object], times: int = REPEATED) -> float:
    """The median time of a call."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        what()
        taken.append(time.perf_counter() - began)
    return median(taken) * 1e6


def tell(name: str, figure: float, unit: str) -> None:
    print(f"{name:52}{figure:>10.3g}  {unit}")


@click.command()
@click.option("--games", default=1_000, show_default=True, help="Games that the log takes up.")
def main(games: int) -> None:
    """Measure what the defences against the operator cost."""
    measure_signatures()
    with folder_of_run() as folder, embedded.running(folder) as url:
        migrations.migrate(url)
        fill(url, games, CATALOGUE[GAMES])
        database = Database(Config(database_url=url))
        measure_log(database, url)
        measure_witness(database, Path(folder) / "witness")
        database.close()


def measure_signatures() -> None:
    """Receipts and signed plies."""
    text = receipt_text("01a1fe54-ec83-74f0-8c10-da290604ef72", 100, bytes(32))
    tell("a receipt with an answer", microseconds(lambda: SIGNER.note(text)), "µs")
    signed = [each for each in map(loads, SIGNED.read_text(encoding="utf-8").splitlines()) if is_signature(each)]
    tell("a signed ply, more than an unsigned one", mean(map(size_of, signed)), "bytes")
    key = from_base64url(loads(signed[0]["public"])["data"]["key"])
    signature = from_base64url(signed[0]["private"]["signature"])
    message = message_of("01a1fe54-ec83-74f0-8c10-da290604ef72", 1, bytes(32), {"type": "end_turn"})
    tell("the check of a signature", microseconds(lambda: has_signed(key, signature, message)), "µs")


def is_signature(line: Mapping[str, Any]) -> bool:
    """Whether a line of a transcript is the signature of a ply."""
    return "public" in line and loads(line["public"])["type"] == ActionSigned.NAME


def size_of(line: Mapping[str, Any]) -> int:
    """The bytes of an event: its parts and its head."""
    return len(line["public"]) + len(canonical(line["private"])) + HASH_BYTES


def measure_log(database: Database, url: str) -> None:
    """Growth of the log, its size, and proofs."""
    began = time.perf_counter()
    entries = sum(iter(lambda: growth.grow(database, SIGNER, ORIGIN), 0))
    tell("an entry of the log, by the worker", (time.perf_counter() - began) / entries * 1e6, "µs")
    tell("until a head is in a checkpoint, at most", SECONDS_BETWEEN_CHECKPOINTS + SECONDS_BETWEEN_LOOKS, "s")
    with psycopg.connect(url) as session:
        sizes = session.execute(
            "select pg_total_relation_size('log_entries') + pg_total_relation_size('log_hashes')"
        ).fetchone()
        ids = [row[0] for row in session.execute("select distinct game_id::text from log_entries limit 200")]
    tell("an entry of the log, stored", (sizes or (0,))[0] / entries, "bytes")
    proofs = iter(ids)
    tell("the proofs of a bundle", microseconds(lambda: documents.prove_heads(database, next(proofs)), 200), "µs")
    proof = documents.prove_heads(database, ids[0])[0]["proof"]
    tell("a proof in a bundle", len(proof), "bytes")
    parsed = InclusionProof.parse(proof)
    leaf = hash_leaf(b"")
    size = Checkpoint.parse(parse_note(parsed.checkpoint).text).size
    tell("the check of a path", microseconds(lambda: root_with(leaf, parsed.index, size, parsed.path)), "µs")


def measure_witness(database: Database, folder: Path) -> None:
    """A cosignature, stored on the disk before it is given."""
    witness = Witness(folder, "witness", {ORIGIN: [SIGNER.public]}, lambda: 0)
    with connection(database.serving) as c:
        rows = c.execute("select size, note from log_checkpoints order by size").fetchall()
        taken, last = list[float](), 0
        for size, note in rows:
            proof = prove_consistency(hashes_of(c, size), last, size)
            began = time.perf_counter()
            witness.add(Submission(last, proof, note))
            taken.append(time.perf_counter() - began)
            last = size
    tell("a cosignature, by a witness", median(taken) * 1e6, "µs")


if __name__ == "__main__":
    main()
