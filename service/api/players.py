"""Players and their tokens."""

from http import HTTPStatus

from flask import Blueprint, Response

from service import lobby, players
from service.api.contract import MANAGE, OWN, PUBLIC, Call, operation, reply
from service.api.schemas import games as g
from service.api.schemas import players as s

blueprint = Blueprint("players", __name__)


@operation(blueprint, "POST", "/players", access=PUBLIC, body=s.NewPlayer, answers={201: s.RegisteredPlayer})
def create_player(call: Call) -> Response:
    """Register a player; the answer shows the first token, this once."""
    return reply(players.register(call.database, call.body["name"]), HTTPStatus.CREATED)


@operation(blueprint, "GET", "/me", access=OWN, answers={200: s.Me})
def read_me(call: Call) -> Response:
    """Read who the token belongs to."""
    assert call.caller is not None
    return reply(players.profile(call.database, call.caller))


@operation(blueprint, "GET", "/me/turns", access=OWN, query=g.TurnsQuery, answers={200: g.Turns})
def list_turns(call: Call) -> Response:
    """List the games that wait for the caller, the one with the earliest deadline first."""
    return reply({"games": lobby.turns(call.database, call.player, call.query["limit"])})


@operation(blueprint, "GET", "/me/tokens", access=MANAGE, answers={200: s.Tokens})
def list_tokens(call: Call) -> Response:
    """List the caller's tokens, without the tokens themselves."""
    assert call.caller is not None
    return reply({"tokens": players.tokens(call.database, call.caller)})


@operation(blueprint, "POST", "/me/tokens", access=MANAGE, body=s.NewToken, answers={201: s.ShownToken})
def create_token(call: Call) -> Response:
    """Make a further token, with fewer scopes or an end; it is shown this once."""
    assert call.caller is not None
    token = players.add_token(call.database, call.caller, call.body["scopes"], call.body["expires_at"])
    return reply(token, HTTPStatus.CREATED)


@operation(blueprint, "DELETE", "/me/tokens/<uuid:id>", access=MANAGE, answers={204: None}, problems=(404,))
def revoke_token(call: Call) -> Response:
    """Revoke a token; it is useless at once."""
    assert call.caller is not None
    players.revoke(call.database, call.caller, str(call.path["id"]))
    return Response(status=HTTPStatus.NO_CONTENT)
