"""oEmbed: a link to a replay is answered with a frame that shows it."""

from html import escape
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from flask import Response

from cartulary.match.state import Match
from cartulary_service.api.operations import PUBLIC, Call, operation
from cartulary_service.api.replay_links import ReplayLink, fit, read_link
from cartulary_service.api.replies import reply
from cartulary_service.errors import Problem, not_found
from cartulary_service.games.narration import headline, localizer_of
from cartulary_service.games.page_links import embed_page
from cartulary_service.http.addresses import service_url
from cartulary_service.http.languages import language
from cartulary_service.subjects.pictures import oembed_schemas as s
from cartulary_service.subjects.pictures.covers import cover_of
from cartulary_service.subjects.pictures.routes import blueprint

WIDTH: Final = 960
HEIGHT: Final = 640
PAGES: Final = ("/replay", "/embed")
"""Pages of a replay."""
AN_HOUR: Final = 3_600


@operation(
    blueprint,
    "GET",
    "/oembed",
    access=PUBLIC,
    query=s.OEmbedQuery,
    answers={200: s.OEmbed},
    request_headers={"Accept-Language": "en, ru, uk or ko, for the title, unless the address names one by `lang`."},
)
def read_oembed(call: Call) -> Response:
    """Describe how to show a replay in a frame (oEmbed 1.0).

    `url` is the address of a replay of a public game that has begun. Unknown parameters are ignored.
    """
    if call.query["format"] != "json":
        raise Problem(HTTPStatus.NOT_IMPLEMENTED, "not-implemented", "The answer is JSON only; leave `format` out.")
    asked = read_replay(call.query["url"])
    match, _ = call.table.read(asked.game_id, None)
    if match.state is None:
        raise not_found("replay")
    return reply(describe(call, match, fit(asked, match)), headers={"Vary": "Accept-Language"})


def read_replay(url: str) -> ReplayLink:
    """Return the replay at an address of this service. Raises Problem 404 for anything else."""
    try:
        asked, own = urlsplit(url), urlsplit(service_url())
    except ValueError:
        raise not_found("replay") from None
    is_here = asked.netloc == own.netloc and asked.path in [f"{own.path}{page}" for page in PAGES]
    link = read_link(dict(parse_qsl(asked.query))) if is_here else None
    if link is None:
        raise not_found("replay")
    return link


def describe(call: Call, match: Match, link: ReplayLink) -> dict[str, Any]:
    """Return the frame of a replay, no larger than the caller has room for."""
    base, spoken, cover = service_url(), link.language or language(), cover_of(match.game.id)
    title = headline(match, localizer_of(match, call.names.of(match.players), spoken), spoken)
    width = min(WIDTH, call.query["maxwidth"] or WIDTH)
    height = min(HEIGHT, call.query["maxheight"] or HEIGHT)
    address = base + embed_page(match.id, link.version, link.eyes, link.language)
    return {
        "type": "rich",
        "version": "1.0",
        "title": title,
        "provider_name": "Cartulary",
        "provider_url": base,
        "cache_age": AN_HOUR,
        "html": f'<iframe src="{escape(address)}" title="{escape(title)}" width="{width}" height="{height}"'
        ' frameborder="0" loading="lazy" allowfullscreen></iframe>',
        "width": width,
        "height": height,
        "thumbnail_url": base + cover.path,
        "thumbnail_width": cover.width,
        "thumbnail_height": cover.height,
    }
