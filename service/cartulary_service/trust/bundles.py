"""Audit bundles: made for a match, and played back."""

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from json import loads
from typing import Any, Final, NamedTuple

from cartulary.audit.bundles import Given, verify_text
from cartulary.audit.verify import read_match
from cartulary.catalogue import CATALOGUE
from cartulary.match.events import BACKWARD
from cartulary.match.state import Match
from cartulary.record.bundle import FORMAT, receipt_text, write_bundle
from cartulary.record.event import RecordedEvent
from cartulary.signing.notes import Signer
from cartulary_service.errors import Problem


def bundle(
    game_id: str, rows: Sequence[RecordedEvent], signer: Signer, proofs: Sequence[Mapping[str, Any]] = ()
) -> Iterator[str]:
    """The bundle of a match's record, as far as it is given, line by line, with proofs that the log holds its heads."""
    created, last = loads(rows[0].public)["data"], rows[-1]
    header = {
        "format": FORMAT,
        "id": game_id,
        "game": created["game"],
        "edition": created["edition"],
        "rules_sha256": created["rules_sha256"],
        "key": signer.public.text(),
    }
    return write_bundle(header, rows, signer.note(receipt_text(game_id, last.position, last.hash)), proofs)


class Finished(NamedTuple):
    """A finished game out of a bundle: the match at its end, and all its events."""

    match: Match
    rows: Sequence[RecordedEvent]


MOST_RETURNS: Final = 300
"""Corrections and take-backs of a bundle that is played back; the changes of each can be a whole view."""


def read_finished(text: str) -> Finished:
    """Return the finished game in a bundle that verifies. Raises Problem 422."""
    require_few_returns(text)
    report = verify_text(text, Given())
    if wrong := next((each for each in report.outcomes if each.holds is False), None):
        detail = f"This bundle does not verify, so it is not played back. {wrong.check}: {wrong.words}"
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "not-verified", detail)
    found, match = read_match(text.removesuffix("\n").split("\n"), CATALOGUE)
    if match.result is None or withholds(found.rows):
        detail = "This bundle does not hold all of a finished game. Take the one that the service has after the end."
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "not-whole", detail)
    return Finished(match, found.rows)


def require_few_returns(text: str) -> None:
    """Refuse a bundle that goes back too often. Raises Problem 422."""
    returns = sum(text.count(f'\\"type\\":\\"{name}\\"') for name in sorted(BACKWARD))
    if returns > MOST_RETURNS:
        detail = (
            f"This bundle has {returns} corrections and take-backs; at most {MOST_RETURNS} are played back here. "
            "Check it on your own computer: cartulary verify."
        )
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "too-many-returns", detail)


def withholds(rows: Sequence[RecordedEvent]) -> bool:
    """Whether any hidden field is missing."""
    return any(loads(row.public)["secrets"].keys() - loads(row.private or "{}").keys() for row in rows)
