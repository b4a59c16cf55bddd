"""Players and their tokens."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response
from marshmallow import ValidationError

from cartulary.kernel.canonical import canonical
from cartulary.kernel.visibility import Audience
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent
from cartulary_service import privacy
from cartulary_service.api.computing import Sources, Work, charge, compute_in_turn
from cartulary_service.api.games import NO_CACHE
from cartulary_service.api.idempotency import secret_key_for
from cartulary_service.api.operations import MANAGE, MANAGE_AND_PLAY, MANAGE_AND_READ, OWN, PUBLIC, Call, operation
from cartulary_service.api.replies import ENDED, NDJSON, NEVER_KEPT, created, reply, reply_ended, reply_in_lines
from cartulary_service.api.schemas import games as g
from cartulary_service.api.schemas import players as s
from cartulary_service.api.unread import with_unread
from cartulary_service.games import delegations, finished_games, lobby, player_records
from cartulary_service.players import accounts, name_cache, rights, tokens
from cartulary_service.players.callers import require_player
from cartulary_service.players.rate_limits import GRANTS
from cartulary_service.subject import AccountPart

blueprint = Blueprint("players", __name__)


@operation(
    blueprint,
    "POST",
    "/players",
    access=PUBLIC,
    registers=True,
    body=s.NewPlayer,
    answers={201: s.RegisteredPlayer},
    takes_key=True,
)
def create_player(call: Call) -> Response:
    """Register a player.

    The answer shows the first token, this once, and with `recovery_codes` such codes. The name need not be unique; the
    handle is, and is made from the name if left out.
    """
    key = secret_key_for(canonical([create_player.__name__, call.body]))
    player = accounts.register(call.database, call.body, key)
    return created(player, f"/players/{player['id']}", NEVER_KEPT)


@operation(
    blueprint,
    "GET",
    "/players/<player:player>",
    access=PUBLIC,
    answers={200: s.PublicPlayer},
)
def read_player(call: Call) -> Response:
    """Read a player.

    Name, handle, whether a program plays, the results of public games, ratings of a player who has opted in, and how
    reliably the player keeps to clocks and stays to the end. A player who has been deleted is a 404.
    """
    player = call.path["player"]
    found = accounts.find(call.database, player) | {"games": finished_games.count_finished_games(call.database, player)}
    found |= player_records.summarise(call.database, player)
    found["ratings"] = []
    for part in account_parts(call):
        found |= part.show(call.database, player)
    return reply(found, headers={"Cache-Control": "no-cache"})


@operation(blueprint, "GET", "/players", access=OWN, query=s.PlayersQuery, answers={200: s.PlayerList})
def search_players(call: Call) -> Response:
    """Search players by handle.

    The answer has the players whose handle begins with `handle`, an exact match first. Case does not matter. A
    longer beginning finds others.
    """
    return reply({"players": accounts.search(call.database, call.query["handle"], call.query["limit"])})


@operation(blueprint, "GET", "/me", access=OWN, answers={200: s.Me})
def read_me(call: Call) -> Response:
    """Read the caller's account.

    The answer says which player and which token the request came from.
    """
    return show_account(call)


def account_parts(call: Call) -> list[AccountPart]:
    return [each.account for each in call.subjects if each.account is not None]


def show_account(call: Call) -> Response:
    """Return the answer with the caller's account, and the choices that subjects add to it."""
    assert call.caller is not None
    choices = {part.name: part.is_chosen(call.database, call.player) for part in account_parts(call)}
    return reply({"rated": False} | accounts.profile(call.database, call.caller) | choices)


@operation(blueprint, "PATCH", "/me", access=MANAGE_AND_READ, body=s.ChangedMe, answers={200: s.Me})
def change_me(call: Call) -> Response:
    """Change the caller's account.

    Its name and its handle, whether a program plays for it, and whether it is rated. Other players see them. What is
    left out stays; a handle of null is made from the name. A handle that is given up is free for others. No program can
    change it, and no token that came from another.
    """
    assert call.caller is not None
    if "handle" in call.body:
        require_player(call.caller)
    choices = {part.name: part.choose for part in account_parts(call)}
    if call.body.get("rated") and "rated" not in choices:
        raise ValidationError({"rated": ["Nobody is rated here, as ratings are switched off. Leave it out."]})
    accounts.change(call.database, call.caller, call.body, choices)
    if call.body.keys() & {"name", "handle", "bot"}:
        name_cache.outlast_leases()
    return show_account(call)


@operation(blueprint, "GET", "/me/turns", access=OWN, query=g.TurnsQuery, answers={200: g.Turns})
def list_turns(call: Call) -> Response:
    """List the games that wait for the caller.

    The game with the earliest deadline comes first.
    """
    return reply({"games": with_unread(call, lobby.turns(call.database, call.player, call.query["limit"]))})


@operation(blueprint, "GET", "/me/tokens", access=MANAGE, answers={200: s.TokenList})
def list_tokens(call: Call) -> Response:
    """List the caller's tokens.

    The tokens themselves are not shown, only their ids, scopes and ends.
    """
    assert call.caller is not None
    return reply({"tokens": tokens.list_tokens(call.database, call.caller)})


@operation(
    blueprint,
    "POST",
    "/me/tokens",
    access=MANAGE,
    body=s.NewToken,
    answers={201: s.ShownToken},
    takes_key=True,
    rate=GRANTS,
)
def create_token(call: Call) -> Response:
    """Create a further token.

    It may have fewer scopes, or an end, and is shown this once. A token cannot create one with more scopes than its
    own, or one that outlives it: the new one ends when its own is revoked.
    """
    assert call.caller is not None
    wish = call.body
    token = tokens.add_token(
        call.database, call.caller, wish["scopes"], wish["expires_at"], wish["rotate_by"], wish["label"]
    )
    return created(token, f"/me/tokens/{token['id']}", NEVER_KEPT)


@operation(
    blueprint,
    "POST",
    "/me/tokens/<uuid:id>/rotation",
    access=MANAGE,
    body=s.Rotation,
    answers={201: s.ShownToken},
    takes_key=True,
    ends_token=True,
    rate=GRANTS,
)
def rotate_token(call: Call) -> Response:
    """Replace a token by a new one.

    The old token stops working at once, and the new one is shown this once. What came from the old one comes from the
    new one. A token cannot replace the one that it came from, and a program only tokens of its own consent.
    """
    assert call.caller is not None
    token = tokens.rotate(call.database, call.caller, str(call.path["id"]), call.body["label"])
    return created(token, f"/me/tokens/{token['id']}", NEVER_KEPT)


@operation(blueprint, "DELETE", "/me", access=MANAGE, query=s.Confirmation, answers={204: None})
def delete_me(call: Call) -> Response:
    """Delete the caller's account.

    Name and tokens go, open tables are left, and running games are resigned. Records keep their hashes. No program can
    do this, no token that expires, and none that came from another.
    """
    assert call.caller is not None
    require_player(call.caller)
    rights.require_holder(call.database, call.caller)
    privacy.delete(call.database, call.table, call.player, call.query["confirm"], call.personal_data)
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(
    blueprint, "GET", "/me/export", access=MANAGE_AND_READ, answers={200: None}, media_types=(NDJSON,), tagged=False
)
def export_me(call: Call) -> Response:
    """Export all data about the caller.

    Each line is an item. Events are those that the seats of the caller see.
    """
    assert call.caller is not None
    charge(call, OWN_EVENTS, privacy.count_events(call.database, call.player))

    def events_of(match: Match, audience: Audience) -> list[RecordedEvent]:
        return compute_in_turn(call, OWN_EVENTS, match.version, match.id, audience, match.version)

    return reply_in_lines(
        privacy.export(call.database, call.table, call.caller, events_of, call.personal_data), NO_CACHE
    )


def read_events(sources: Sources, game_id: str, audience: Audience, version: int) -> list[RecordedEvent]:
    """Return the events of a game up to a version as an audience may see them."""
    return sources.queries.recording_as(game_id, audience, version).rows(1)


OWN_EVENTS: Final = Work(read_events, 0.02)


@operation(blueprint, "GET", "/me/delegations", access=OWN, answers={200: s.Delegations})
def list_delegations(call: Call) -> Response:
    """List the caller's delegations.

    The answer has those that the caller has given, and the newest thousand of those received.
    """
    return reply(delegations.list_delegations(call.database, call.player))


@operation(
    blueprint,
    "POST",
    "/me/delegations",
    access=MANAGE_AND_PLAY,
    body=s.NewDelegation,
    answers={201: s.Delegation},
    takes_key=True,
    rate=GRANTS,
)
def create_delegation(call: Call) -> Response:
    """Delegate the caller's seats to another player.

    The delegation holds until a date, or until the token of this request ends, in one game or in all. Every ply by the
    delegate names both players. A delegate sees and acts for one side of a game only: that of the first delegation, or
    of a seat once given up. A player is a delegate once for one game and once for all, and never if either blocks the
    other.
    """
    game = None if call.body["game"] is None else str(call.body["game"])
    delegate, until = str(call.body["player"]), call.body["until"]
    assert call.caller is not None
    delegation = delegations.create(call.database, call.caller, delegate, game, until, call.table.watch)
    return created(delegation, f"/me/delegations/{delegation['id']}")


@operation(blueprint, "DELETE", "/me/delegations/<uuid:id>", access=MANAGE, answers={204: None})
def revoke_delegation(call: Call) -> Response:
    """End a delegation.

    Either side can end it, at once.
    """
    assert call.caller is not None
    rights.require_own(call.database, call.caller, "delegations", str(call.path["id"]))
    delegations.revoke(call.database, call.player, str(call.path["id"]))
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(blueprint, "DELETE", "/me/tokens", access=MANAGE, answers={204: None}, response_headers=(ENDED,))
def revoke_other_tokens(call: Call) -> Response:
    """Sign out everywhere else.

    All other tokens of the caller and all consents to programs end. So do delegations, webhooks, the calendar, recovery
    codes, invitations, organisers, and the confirmation of the address for mails, unless the token in use has made them
    itself. Only a token that came from no other can do this.
    """
    assert call.caller is not None
    return reply_ended(tokens.sign_out_elsewhere(call.database, call.caller))


@operation(
    blueprint,
    "DELETE",
    "/me/tokens/<uuid:id>",
    access=MANAGE,
    answers={204: None},
    response_headers=(ENDED,),
)
def revoke_token(call: Call) -> Response:
    """Revoke a token.

    The token stops working at once, and all that came from it ends with it. A token cannot revoke the one that it came
    from, and a program can revoke the tokens of its own consent only.
    """
    assert call.caller is not None
    return reply_ended(tokens.revoke(call.database, call.caller, str(call.path["id"])))


@operation(blueprint, "GET", "/me/rights", access=MANAGE, answers={200: s.RightList})
def list_rights(call: Call) -> Response:
    """List all that gives others a view or a hand.

    Each entry names the token or the consent that it came from, with which it ends. So a client can say what an action
    will end, before it.
    """
    return reply({"rights": rights.list_rights(call.database, call.player)})
