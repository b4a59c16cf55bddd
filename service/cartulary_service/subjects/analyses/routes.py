"""Analyses of finished games."""

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response

from cartulary_service.api.games import NO_CACHE
from cartulary_service.api.operations import PLAY, READ, Call, operation
from cartulary_service.api.replies import BASE, reply
from cartulary_service.errors import Problem, not_found
from cartulary_service.players.rate_limits import ANALYSES
from cartulary_service.subjects.analyses import queries as analyses
from cartulary_service.subjects.analyses import schemas as s

POLL_SECONDS: Final = 2

blueprint = Blueprint("analyses", __name__)


@operation(
    blueprint,
    "POST",
    "/games/<uuid:id>/analysis",
    access=PLAY,
    answers={200: s.Analysis, 202: s.Analysis},
    response_headers=("Location", "Retry-After"),
    rate=ANALYSES,
    repeatable=True,
)
def request_analysis(call: Call) -> Response:
    """Ask for the analysis of a finished game.

    A bot judges each move from what its seat could see. That takes about a minute, and is done once for everybody: a
    202 says how far it is, a 200 has all of it. Whoever may watch the game may ask. One that has failed is tried again.
    """
    if call.table.read(call.game_id, call.player)[0].result is None:
        raise Problem(HTTPStatus.CONFLICT, "not-over", "A game is analysed once it is over. Ask again then.")
    found = analyses.request(call.database, call.game_id, call.player)
    status = HTTPStatus.OK if found["status"] == "done" else HTTPStatus.ACCEPTED
    return reply(found, status, {"Location": f"{BASE}/games/{call.game_id}/analysis", **poll_header(found)})


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/analysis",
    access=READ,
    answers={200: s.Analysis},
    response_headers=("Retry-After",),
)
def read_analysis(call: Call) -> Response:
    """Read the analysis of a finished game.

    While `status` is `queued` or `running`, ask again after `Retry-After` seconds. The answer is a 404 if nobody has
    asked for an analysis of this game.
    """
    match, _ = call.table.read(call.game_id, call.viewer)
    found = None if match.result is None else analyses.read(call.database, call.game_id)
    if found is None:
        raise not_found("analysis")
    return reply(found, headers=NO_CACHE | poll_header(found))


def poll_header(found: dict[str, Any]) -> dict[str, str]:
    """Return the header that says when to look again at an analysis that is under way."""
    return {"Retry-After": str(POLL_SECONDS)} if found["status"] in ("queued", "running") else {}
