"""Audit bundles of one game and of all, and the state of the operator's own checks."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from flask import Blueprint, Response

from cartulary.kernel.visibility import EVERYTHING, Audience
from cartulary_service.api.changes import write_changes
from cartulary_service.api.computing import Sources, Work, charge, compute, compute_in_turn
from cartulary_service.api.entity_tags import tag_header
from cartulary_service.api.games import NO_CACHE, seat_of
from cartulary_service.api.inputs import Lines
from cartulary_service.api.operations import PUBLIC, READ, Call, operation
from cartulary_service.api.replies import NDJSON, join_lines, lines_reply, page_link, reply, reply_in_lines
from cartulary_service.api.schemas import audit as s
from cartulary_service.api.viewpoints import audience_of
from cartulary_service.games.recording import Recording
from cartulary_service.json_output import json_bytes
from cartulary_service.trust import bundles, export, integrity
from cartulary_service.trust.signing_keys import list_shown

BYTES_OF_AN_EVENT: Final = 200
"""In a bundle, about."""
LARGEST_BUNDLE = 2_097_152
"""Bytes; the longest recorded game has a quarter of it."""

DIGITS_IN_TAG: Final = 12
blueprint = Blueprint("audit", __name__)


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/audit",
    access=READ,
    query=s.AuditQuery,
    answers={200: None},
    media_types=(NDJSON,),
)
def read_audit(call: Call) -> Response:
    """Read the audit bundle of a game.

    The bundle of a finished game holds everything. That of a running game holds what the caller may
    see, with the signed head. With `log=true` its last line has proofs that the transparency log holds heads of the
    game: of its creation, of its seats, of its end, as far as they are logged.
    """
    match, audience = call.table.read(call.game_id, call.viewer, call.query["invite"])
    asked = [each.proofs for each in call.subjects if each.proofs is not None and call.query["log"]]
    proofs = [each for prove in asked for each in prove(call.database, match.id)]
    form = ["ndjson", *([f"log-{digest_of(proofs)}"] if proofs else [])]
    eyes = audience if match.result is None else EVERYTHING
    lines = compute(call, BUNDLE, match.version, match.id, eyes, match.version, proofs)
    return lines_reply(lines, tag_header(match, seat_of(audience), *form) | NO_CACHE)


def digest_of(proofs: Sequence[Mapping[str, Any]]) -> str:
    """Return a short digest of proofs, for an entity tag."""
    return sha256(json_bytes(proofs)).hexdigest()[:DIGITS_IN_TAG]


def read_bundle(
    sources: Sources, game_id: str, audience: Audience, version: int, proofs: Sequence[Mapping[str, Any]]
) -> bytes:
    """Return the bundle of a game up to a version, as an audience may see it."""
    rows = sources.queries.recording_as(game_id, audience, version).rows(1)
    return join_lines(bundles.bundle(game_id, rows, sources.keys.active(), proofs))


BUNDLE: Final = Work(read_bundle, 0.02)


@operation(
    blueprint,
    "POST",
    "/replays",
    access=PUBLIC,
    query=s.ReplayQuery,
    body=Lines,
    max_bytes=LARGEST_BUNDLE,
    answers={200: None},
    media_types=(NDJSON,),
    repeatable=True,
)
def replay_bundle(call: Call) -> Response:
    """Play back an audit bundle.

    The bundle may come from another service. The answer has its events with their changes, one a line, as
    `GET /v1/games/{id}/events?changes=true` has them. A bundle that does not verify, or of a game that is not over, is
    refused. Nothing is stored.
    """
    lines = compute(call, PLAYBACK, len(call.body) // BYTES_OF_AN_EVENT, call.body, call.query["audience"])
    return lines_reply(lines, {})


def play_back(_: Sources, text: str, eyes: str) -> bytes:
    """Return the events of a bundle with their changes, each a line of JSON. Raises Problem 422."""
    match, rows = bundles.read_finished(text)
    recording = Recording(match.id, rows, audience_of(eyes, match))
    return join_lines(write_changes(recording, 1, match.version))


PLAYBACK: Final = Work(play_back, 1)


@operation(
    blueprint,
    "GET",
    "/export",
    access=PUBLIC,
    query=s.ExportQuery,
    answers={200: None},
    response_headers=("Link",),
    media_types=(NDJSON,),
    tagged=False,
)
def export_games(call: Call) -> Response:
    """Export all finished games.

    One game a line, the oldest end first; `bundle` is the text of its audit bundle. To go on where a download broke
    off, send the `cursor` of the last whole line as `cursor`.
    """
    found = export.list_ended(call.database, call.query["after"], call.query.get("game"), call.query["limit"])
    charge(call, EXPORTED, sum(each.version for each in found))
    headers = page_link(found[-1].cursor) if len(found) == call.query["limit"] else {}
    lines = (compute_in_turn(call, EXPORTED, each.version, each) for each in found)
    return reply_in_lines(lines, headers)


def export_game(sources: Sources, ended: export.Ended) -> str:
    rows = sources.queries.recording_as(ended.id, EVERYTHING, ended.version).record
    return export.write_line(ended, rows, sources.keys.active())


EXPORTED: Final = Work(export_game, 0.02)


@operation(blueprint, "GET", "/integrity", access=PUBLIC, answers={200: s.Integrity})
def read_integrity(call: Call) -> Response:
    """Read the state of the record.

    The answer counts games and events, says when all of them were last checked, and lists those that were wrong.
    """
    shown = list_shown(call.database, call.keys)
    keys = [{"key": each.text(), "fingerprint": each.fingerprint} for each in shown]
    return reply(integrity.summary(call.database) | {"keys": keys})
