"""Narration of the events since the caller's reading cursor."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response
from marshmallow import ValidationError

from cartulary.kernel.visibility import Audience
from cartulary_service.api.computing import Sources, Work, compute
from cartulary_service.api.entity_tags import names_digest, tag_header
from cartulary_service.api.games import NO_CACHE, seat_of
from cartulary_service.api.operations import PLAY, READ, Call, operation
from cartulary_service.api.replies import reply
from cartulary_service.api.viewpoints import choose_audience
from cartulary_service.games import narration
from cartulary_service.games.state_cache import fold_record
from cartulary_service.http.languages import language
from cartulary_service.players.handles import Named
from cartulary_service.subjects.narration import queries as reading_cursors
from cartulary_service.subjects.narration import schemas as s

LANGUAGE = {"Accept-Language": "en, ru, uk or ko"}

blueprint = Blueprint("telling", __name__)


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/since",
    access=READ,
    query=s.SinceQuery,
    answers={200: s.Since},
    request_headers=LANGUAGE,
    response_headers=("Content-Language",),
)
def read_since(call: Call) -> Response:
    """Read in words what has happened.

    The narration begins at the caller's cursor, or at a version, and ends with a ply.
    """
    match, own = call.table.read(call.game_id, call.viewer)
    chosen, after = call.query["audience"], call.query["after"]
    audience = choose_audience(chosen, match, own)
    if after is None:
        after = 0 if call.caller is None else reading_cursors.read_cursor(call.database, match.id, call.player)
    limit = call.query["limit"]
    name_of = call.names.of(match.all_players())
    place = match.id, audience, after, min(match.version, after + limit), match.version
    until, plies = compute(call, NARRATION, min(limit, match.version), *place, name_of, language())
    body = {"after": after, "until": until, "version": match.version, "plies": plies}
    tag = tag_header(match, seat_of(audience), language(), f"as-{chosen}", f"{after}-{limit}", names_digest(name_of))
    vary = {"Content-Language": language(), "Vary": "Authorization, Accept-Language"}
    return reply(body, headers=tag | NO_CACHE | vary)


def narrate(
    sources: Sources,
    game_id: str,
    audience: Audience,
    after: int,
    least: int,
    version: int,
    name_of: Mapping[str, Named],
    language: str,
) -> tuple[int, list[dict[str, Any]]]:
    """Return in words what has happened after a version, to the end of the ply of another one, and that end."""
    whole = sources.queries.recording_as(game_id, audience, version)
    until = max((row.position for row in whole.record if row.ply == whole.record[least - 1].ply), default=least)
    recording = whole._replace(record=whole.record[:until])
    # Names are those of the time, so a part that a substitute came after is told by the match as it was then.
    then = fold_record(game_id, recording.record, audience)
    return until, narration.narrate(then, recording.rows(after + 1), name_of, language)


NARRATION: Final = Work(narrate, 0.03)


@operation(
    blueprint,
    "PUT",
    "/games/<uuid:id>/cursor",
    access=PLAY,
    body=s.NewCursor,
    answers={204: None},
)
def set_cursor(call: Call) -> Response:
    """Set the version up to which the caller has read.

    `GET /v1/games/{id}/since` begins there from now on.
    """
    match, _ = call.table.read(call.game_id, call.player)
    if call.body["version"] > match.version:
        raise ValidationError({"version": [f"The game is at version {match.version}."]})
    reading_cursors.set_cursor(call.database, match.id, call.player, call.body["version"])
    return Response(status=HTTPStatus.NO_CONTENT)
