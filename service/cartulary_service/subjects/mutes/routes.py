"""Players that the caller has muted."""

from http import HTTPStatus

from flask import Blueprint, Response

from cartulary_service.api.games import NO_CACHE
from cartulary_service.api.operations import OWN, PLAY, Call, operation
from cartulary_service.api.replies import reply
from cartulary_service.subjects.mutes import queries as mutes
from cartulary_service.subjects.mutes import schemas as s

blueprint = Blueprint("mutes", __name__)


@operation(blueprint, "GET", "/me/mutes", access=OWN, answers={200: s.MuteList})
def list_mutes(call: Call) -> Response:
    """List the players that the caller has muted.

    They stand in the order of their names.
    """
    return reply({"mutes": mutes.list_mutes(call.database, call.player)}, headers=NO_CACHE)


@operation(
    blueprint,
    "PUT",
    "/me/mutes/<player:player>",
    access=PLAY,
    body=s.NewMute,
    answers={204: None},
)
def mute_player(call: Call) -> Response:
    """Mute or block a player in all games.

    The caller reads none of their messages any more. With `blocked` the two cannot sit down at one table either. They
    are not notified, and others still see their messages.
    """
    mutes.create(call.database, call.player, call.path["player"], call.body["blocked"])
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(blueprint, "DELETE", "/me/mutes/<player:player>", access=PLAY, answers={204: None})
def unmute_player(call: Call) -> Response:
    """Unmute a player.

    Messages sent meanwhile are shown again.
    """
    mutes.delete(call.database, call.player, call.path["player"])
    return Response(status=HTTPStatus.NO_CONTENT)
