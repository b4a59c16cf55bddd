"""Finished games, found by what happened in them."""

from flask import Blueprint, Response

from service.api.operations import READ, Call, operation
from service.api.replies import page_link, reply
from service.api.schemas import archive as s
from service.games import archive

blueprint = Blueprint("archive", __name__)


@operation(
    blueprint,
    "GET",
    "/archive",
    access=READ,
    query=s.Question,
    answers={200: s.Archive},
    response_headers=("Link",),
    problems=(400,),
)
def search_archive(call: Call) -> Response:
    """Search finished games.

    A game is found a moment after its end; the newest comes first. All given conditions have to hold. A page may have
    looked through many games and found few, or none; its cursor leads on as long as there is one. Turns are counted by
    the event that begins one. Events that were taken back do not count.
    """
    question = {name: value for name, value in call.query.items() if name not in ("cursor", "limit")}
    page = archive.search(call.database, call.viewer, question, call.query["cursor"], call.query["limit"])
    body = {"games": page.games, "next": page.cursor, "cursor": page.cursor}
    return reply(body, headers=page_link(page.cursor))
