"""Pictures of positions, for pages and messages that show one."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response

from cartulary_service.api.entity_tags import names_digest, tag_header
from cartulary_service.api.games import read_as, seat_of
from cartulary_service.api.operations import READ, Call, operation
from cartulary_service.games.narration import localizer_of
from cartulary_service.games.recording import viewer_of
from cartulary_service.http.languages import language
from cartulary_service.subjects.pictures import schemas as s
from cartulary_service.subjects.pictures.position import draw_position

SVG: Final = "image/svg+xml"
NOTHING_LOADED: Final = "default-src 'none'; frame-ancestors 'none'"

blueprint = Blueprint("pictures", __name__)


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/states/<int:version>.svg",
    access=READ,
    query=s.PictureQuery,
    answers={200: None},
    request_headers={"Accept-Language": "en, ru, uk or ko, for the words, unless `lang` names one."},
    response_headers=("Content-Language",),
    media_types=(SVG,),
)
def draw_state(call: Call) -> Response:
    """Draw a game as it was at an earlier version.

    An SVG of 1200 by 630 pixels, which loads nothing. It shows what the caller could see then, with the names that the
    players have now. Once the game is over, `as` shows it through the eyes of any seat.
    """
    chosen, spoken = call.query["audience"], call.query["lang"] or language()
    match, audience = read_as(call, chosen)
    name_of = call.names.of(match.players)
    form = ["svg", spoken, *([f"as-{chosen}"] if chosen else []), names_digest(name_of)]
    headers = tag_header(match, seat_of(audience), *form) | {
        "Cache-Control": f"{'private' if call.caller else 'public'}, no-cache",
        "Content-Language": spoken,
        "Content-Security-Policy": NOTHING_LOADED,
        "Vary": "Authorization, Accept-Language",
    }
    picture = draw_position(match, viewer_of(audience), localizer_of(match, name_of, spoken), spoken)
    return Response(picture, HTTPStatus.OK, headers, content_type=SVG)
