"""Finished games, found by what happened in them."""

from flask import Blueprint, Response

from cartulary_service.api.operations import PUBLIC, READ, Call, operation
from cartulary_service.api.replies import page_link, reply
from cartulary_service.api.unread import with_unread
from cartulary_service.subjects.archive import figures
from cartulary_service.subjects.archive import queries as archive
from cartulary_service.subjects.archive import schemas as s

blueprint = Blueprint("archive", __name__)


@operation(
    blueprint,
    "GET",
    "/archive",
    access=READ,
    query=s.Question,
    answers={200: s.Archive},
    response_headers=("Link",),
)
def search_archive(call: Call) -> Response:
    """Search finished games.

    A game is found a moment after its end; the newest comes first. All given conditions have to hold. A page may have
    few games, or none, though `next` leads on. Turns are counted by the event that begins one. Events that were taken
    back do not count.
    """
    question = {name: value for name, value in call.query.items() if name not in ("cursor", "limit")}
    page = archive.search(call.database, call.viewer, question, call.query["cursor"], call.query["limit"])
    body = {"games": with_unread(call, page.games), "next": page.cursor, "cursor": page.cursor}
    return reply(body, headers=page_link(page.cursor))


@operation(blueprint, "GET", "/archive/figures", access=PUBLIC, query=s.FiguresQuery, answers={200: s.Figures})
def read_archive_figures(call: Call) -> Response:
    """Read how often seats win.

    Finished public games count, without sandboxes and void games, a moment after their end. A win that several seats
    share is a win of each; an agreed draw is a game that nobody won. Editions and lengths count the wins of the seat
    that began, in games in which a turn began. An opening is, in CIV: Carta Impera Victoria, the sphere of the first
    card that a seat plays; other games have none. Each share has its Wilson interval at 95 %.
    """
    return reply(figures.summarise(call.database, call.query))
