"""Invitations to a game, and rematches."""

from http import HTTPStatus

from flask import Blueprint, Response

from cartulary.kernel.visibility import EVERYTHING
from cartulary.match.state import Match
from cartulary_service.api.game_view import player_json
from cartulary_service.api.games import NO_CACHE, seat_of
from cartulary_service.api.operations import OWN, PLAY, READ, Call, operation
from cartulary_service.api.receipts import RECEIPT, receipt_header
from cartulary_service.api.replies import BASE, NEVER_KEPT, created, reply, text_reply
from cartulary_service.api.schemas import games as s
from cartulary_service.api.schemas import invitations as i
from cartulary_service.errors import Problem
from cartulary_service.games import arrangements, invitations, lobby
from cartulary_service.games.preconditions import seat_held
from cartulary_service.json_output import format_time
from cartulary_service.players.rate_limits import GRANTS, TABLES

blueprint = Blueprint("invites", __name__)


@operation(
    blueprint,
    "POST",
    "/games/<uuid:id>/invites",
    access=PLAY,
    body=i.NewInvite,
    answers={201: i.InviteWithCode},
    takes_key=True,
    rate=GRANTS,
)
def create_invite(call: Call) -> Response:
    """Create an invitation.

    Whoever has the code may look at the game and sit down until the invitation expires. With `player` that player is
    told, by mail and webhooks, and needs no code. Everybody may invite to a public game. To a private one only its
    creator and holders of a seat may, and only while they are; an organiser without a seat while all holders consent.
    """
    match, _ = call.table.read(call.game_id, call.player)
    if not arrangements.may_invite(call.database, match, call.player):
        detail = (
            "Only those who hold a seat in a private game can invite to it, not their delegates, and its creator: an "
            "organiser only while all who hold a seat consent."
        )
        raise Problem(HTTPStatus.FORBIDDEN, "no-seat", detail)
    seat, seconds = call.body["seat"], call.body["expires_in"]
    invitee = call.body["player"] and str(call.body["player"])
    assert call.caller is not None
    made = invitations.create(call.database, call.game_id, call.caller, seat, seconds, invitee)
    return created(made, f"/games/{call.game_id}/invites/{made['id']}", NEVER_KEPT)


@operation(blueprint, "GET", "/games/<uuid:id>/invites", access=OWN, answers={200: i.InviteList})
def list_invites(call: Call) -> Response:
    """List the caller's invitations to a game.

    Only those that still hold are listed, without their codes. Those who hold a seat in a private game get all
    invitations to it.
    """
    match, _ = call.table.read(call.game_id, call.player)
    every = has_say(match, call.player)
    return reply({"invites": invitations.list_invitations(call.database, call.game_id, call.player, every)})


def has_say(match: Match, player: str) -> bool:
    """Whether a player decides on all invitations to a game: in a private one, those who hold a seat do."""
    return match.terms.private and player in match.players


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/invitation",
    access=READ,
    query=i.InvitationQuery,
    answers={200: i.Invitation},
)
def read_invitation(call: Call) -> Response:
    """Read who invites to a game.

    Whoever has the code may read it, signed in or not. The game itself is at `GET /v1/games/{id}?invite=`.
    """
    found = invitations.require_invitation(call.database, call.game_id, call.query["code"])
    by = player_json(found.by, call.names.of([found.by]))
    return reply({"by": by, "seat": found.seat, "expires_at": format_time(found.expires_at)}, headers=NO_CACHE)


@operation(
    blueprint,
    "DELETE",
    "/games/<uuid:id>/invites/<uuid:invite>",
    access=PLAY,
    answers={204: None},
)
def revoke_invite(call: Call) -> Response:
    """Revoke an invitation.

    Its code stops working at once. Those who hold a seat in a private game can revoke all invitations to it.
    """
    every = has_say(call.table.read(call.game_id, call.player)[0], call.player)
    invitations.revoke(call.database, call.game_id, call.player, str(call.path["invite"]), every)
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(blueprint, "GET", "/me/invites", access=OWN, answers={200: i.ReceivedInvites})
def list_received_invites(call: Call) -> Response:
    """List the invitations to the caller.

    Only invitations by name are listed, to tables that have not filled. Links for anybody are not.
    """
    return reply({"invites": invitations.list_received(call.database, call.player)})


@operation(blueprint, "DELETE", "/me/invites/<uuid:invite>", access=PLAY, answers={204: None})
def decline_invite(call: Call) -> Response:
    """Decline an invitation.

    Its code stops working too. Whoever has invited is not told.
    """
    invitations.decline(call.database, call.player, str(call.path["invite"]))
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(
    blueprint,
    "POST",
    "/games/<uuid:id>/rematch",
    access=PLAY,
    answers={201: s.Game, 200: s.Game},
    repeatable=True,
    response_headers=("ETag", "Location", RECEIPT),
    rate=TABLES,
)
def create_rematch(call: Call) -> Response:
    """Open the rematch of a finished game.

    Every seat is reserved for the player who sat there. There is one rematch for all: a second request gets the same
    game, unless its table was closed or has expired.
    """
    match = call.table.read(call.game_id, call.player)[0]
    seat_held(match, call.player)
    # A position is hidden from every seat, and the rematch begins from it too.
    whole = call.table.match(match.id, EVERYTHING)
    game_id, new = lobby.rematch(call.database, call.config, whole, call.player)
    return rematch_reply(call, game_id, HTTPStatus.CREATED if new else HTTPStatus.OK)


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/rematch",
    access=READ,
    answers={200: s.Game},
    response_headers=("Location", RECEIPT),
)
def read_rematch(call: Call) -> Response:
    """Read the rematch of a game.

    The answer is 404 as long as nobody has asked for a rematch.
    """
    call.table.read(call.game_id, call.viewer)
    return rematch_reply(call, lobby.require_rematch(call.database, call.game_id), HTTPStatus.OK)


def rematch_reply(call: Call, game_id: str, status: int) -> Response:
    """The rematch as the caller may see it."""
    match, audience = call.table.read(game_id, call.viewer)
    made = call.texts.of(match, seat_of(audience), call.names)
    location = {"Location": f"{BASE}/games/{game_id}"}
    return text_reply(made.text, status, made.headers | NO_CACHE | location | receipt_header(call, match))
