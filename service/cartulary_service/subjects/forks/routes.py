"""Forks: what if it had gone on otherwise."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response

from cartulary.kernel.canonical import canonical
from cartulary_service.api.computing import Sources, Work, compute
from cartulary_service.api.idempotency import key_for
from cartulary_service.api.operations import PLAY, Call, operation
from cartulary_service.api.receipts import RECEIPT, receipt_header
from cartulary_service.api.replies import BASE, text_reply
from cartulary_service.api.schemas import games as s
from cartulary_service.players.rate_limits import TABLES
from cartulary_service.subjects.forks import queries as forks

blueprint = Blueprint("forks", __name__)


@operation(
    blueprint,
    "POST",
    "/games/<uuid:id>/forks",
    access=PLAY,
    body=s.NewFork,
    answers={201: s.Game},
    takes_key=True,
    response_headers=("ETag", RECEIPT),
    rate=TABLES,
)
def fork_game(call: Call) -> Response:
    """Open a sandbox from a version of a game.

    A finished game goes on as it was, hidden cards included. Of a running game the hidden cards are drawn anew, so that
    nothing is learnt by it, and the fork is private. Its seats are taken like those of any game, by bots too, and the
    last one taken starts it.
    """
    key = key_for(call.player, canonical([fork_game.__name__, call.game_id, call.body]))
    version = call.body["version"]

    def read_position(past: forks.Past) -> Mapping[str, Any]:
        # Each seat, everything and the table are folded by themselves.
        return compute(call, POSITION, past.version * (past.seats + 2), past)

    game_id = forks.create(
        call.database, call.table, call.config, call.game_id, call.player, version, read_position, key
    )
    match = call.table.read(game_id, call.player)[0]
    made = call.texts.of(match, None, call.names)
    location = {"Location": f"{BASE}/games/{game_id}"}
    return text_reply(made.text, HTTPStatus.CREATED, location | made.headers | receipt_header(call, match))


def position_at(sources: Sources, past: forks.Past) -> Mapping[str, Any]:
    """Return the position of a finished game at a version, from which a fork begins."""
    return forks.as_it_was(sources.queries, past).position()


POSITION: Final = Work(position_at, 0.005)
