"""Audit bundles of one game and of all, and the state of the operator's own checks."""

from flask import Blueprint, Response

from domain.kernel.visibility import EVERYTHING
from service.api.entity_tags import tag_header
from service.api.games import NO_CACHE, seat_of
from service.api.operations import PUBLIC, READ, Call, operation
from service.api.replies import NDJSON, lines_reply, page_link, reply
from service.api.schemas import audit as s
from service.trust import bundles, export, integrity

blueprint = Blueprint("audit", __name__)


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/audit",
    access=READ,
    answers={200: None},
    media_types=(NDJSON,),
    problems=(404,),
)
def read_audit(call: Call) -> Response:
    """Read the audit bundle of a game.

    The bundle of a finished game holds everything. That of a running game holds what the caller may
    see, with the signed head.
    """
    match, audience = call.table.read(call.game_id, call.viewer)
    rows = call.table.rows(match, audience if match.result is None else EVERYTHING, 0, match.version)
    lines = bundles.bundle(match.id, rows, call.keys.active())
    return lines_reply(lines, tag_header(match, seat_of(audience), "ndjson") | NO_CACHE)


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
    problems=(400,),
)
def export_games(call: Call) -> Response:
    """Export all finished games.

    One game a line, the oldest end first; `bundle` is the text of its audit bundle. To go on where a download broke
    off, send the `cursor` of the last whole line as `after`.
    """
    found = export.list_ended(call.database, call.query["after"], call.query.get("game"), call.query["limit"])
    headers = page_link(found[-1].cursor) if len(found) == call.query["limit"] else {}
    lines = export.lines(call.database, found, call.keys.active())
    return Response((f"{line}\n" for line in lines), headers=headers, content_type=NDJSON)


@operation(blueprint, "GET", "/integrity", access=PUBLIC, answers={200: s.Integrity})
def read_integrity(call: Call) -> Response:
    """Read the state of the record.

    The answer counts games and events, says when all of them were last checked, and lists those that were wrong.
    """
    keys = [{"key": each.public.text(), "fingerprint": each.public.fingerprint} for each in call.keys.signers()]
    return reply(integrity.summary(call.database) | {"keys": keys})
