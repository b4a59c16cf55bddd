"""The bundle with which anybody can check a game offline."""

from collections.abc import Iterator

from flask import Blueprint, Response

from service import audit
from service.api.contract import READ, Call, operation
from service.api.games import ETAG, NO_CACHE, etag

NDJSON = "application/x-ndjson"

blueprint = Blueprint("audit", __name__)


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/audit",
    access=READ,
    answers={200: None},
    response_headers=ETAG,
    media_types=(NDJSON,),
    problems=(404,),
)
def read_audit(call: Call) -> Response:
    """Read the audit bundle: all of a finished game, of a running one what the caller may see, with the signed head."""
    audience = call.table.audience(call.game_id, call.caller.player if call.caller else None)
    match = call.table.match(call.game_id, audience)
    lines = audit.bundle(call.table, match, audience, call.keys.active())
    headers = etag(match) | NO_CACHE
    return Response(broken(lines), headers=headers, content_type=NDJSON)


def broken(lines: Iterator[str]) -> Iterator[str]:
    """Lines with their breaks."""
    return (f"{line}\n" for line in lines)
