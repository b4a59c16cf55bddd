"""The service's side of witnesses: it takes their cosignatures, or asks for them."""

from http import HTTPStatus
from typing import Final

import requests
import structlog

from cartulary.signing.cosignatures import KnownWitness, list_witnesses, time_cosigned
from cartulary.signing.notes import BadNote
from cartulary.transparency.checkpoint import BadCheckpoint
from cartulary.transparency.merkle_tree import prove_consistency
from cartulary.transparency.submission import Submission
from cartulary_service.config import Config
from cartulary_service.errors import Problem
from cartulary_service.store.database import Database, connection
from cartulary_service.subjects.log.growth import hashes_of

SECONDS_FOR_A_WITNESS: Final = 10

log = structlog.get_logger()


def take(database: Database, config: Config, size: int, line: str) -> None:
    """Store a cosignature of a checkpoint, the first of each witness. Raises Problem 404, 422."""
    with connection(database.serving) as c:
        row = c.execute("select note from log_checkpoints where size = %s", (size,)).fetchone()
        if row is None:
            raise Problem(HTTPStatus.NOT_FOUND, "not-found", f"The log has no checkpoint of {size} entries.")
        witness = signer_of(row[0], line, list_witnesses(config.witnesses))
        c.execute(STORE, {"size": size, "witness": witness.key.text(), "line": line})


STORE: Final = """
insert into log_cosignatures (size, witness, line) values (%(size)s, %(witness)s, %(line)s) on conflict do nothing
"""


def signer_of(note: str, line: str, witnesses: list[KnownWitness]) -> KnownWitness:
    """Return the witness whose line this is, below a note. Raises Problem 422."""
    detail = "The cosignature is none of this checkpoint by a witness that the operator has set in WITNESSES."
    try:
        if line.count("\n") == 1 and line.endswith("\n"):
            for each in witnesses:
                if time_cosigned(note + line, each.key) is not None:
                    return each
    except BadNote as error:
        detail = str(error)
    raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-cosignature", detail)


def ask_witnesses(database: Database, config: Config) -> None:
    """Ask each witness that waits to be asked for its cosignature of the newest checkpoint."""
    for each in list_witnesses(config.witnesses):
        if each.url is not None:
            try:
                ask(database, each)
            except (requests.RequestException, BadNote, BadCheckpoint, ValueError) as error:
                log.warning("a witness did not cosign", witness=each.key.name, reason=str(error))


def ask(database: Database, witness: KnownWitness) -> None:
    """Ask a witness for its cosignature of the newest checkpoint, unless it is there."""
    with connection(database.serving) as c:
        row = c.execute(NEWEST, {"witness": witness.key.text()}).fetchone()
    if row is None:
        return
    size, note, cosigned, is_missing = row
    if not is_missing:
        return
    answer = send(database, witness, cosigned, size, note)
    if answer.status_code == HTTPStatus.CONFLICT and answer.text.strip().isdecimal():
        # It has cosigned more, or less, than is remembered here.
        answer = send(database, witness, int(answer.text), size, note)
    if answer.status_code != HTTPStatus.OK:
        raise ValueError(f"{answer.status_code} {answer.text[:300]}")
    for line in answer.text.splitlines(keepends=True):
        if time_cosigned(note + line, witness.key) is not None:
            with connection(database.serving) as c:
                c.execute(STORE, {"size": size, "witness": witness.key.text(), "line": line})


NEWEST: Final = """
select n.size, n.note, coalesce((select max(size) from log_cosignatures where witness = %(witness)s), 0),
       not exists (select from log_cosignatures s where s.size = n.size and s.witness = %(witness)s)
from log_checkpoints n order by n.size desc limit 1
"""


def send(database: Database, witness: KnownWitness, old: int, size: int, note: str) -> requests.Response:
    """Send a witness a checkpoint, with the proof that it goes on from the one of an old size."""
    with connection(database.serving) as c:
        proof = prove_consistency(hashes_of(c, size), old, size) if old <= size else []
    body = Submission(old, proof, note).text().encode()
    return requests.post(f"{witness.url}/add-checkpoint", data=body, timeout=SECONDS_FOR_A_WITNESS)
