"""Tables that an organiser creates together, and the consent of players to organisers."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response
from marshmallow import ValidationError

from cartulary.kernel.canonical import canonical
from cartulary_service.api.games import NO_CACHE, wish
from cartulary_service.api.idempotency import key_for
from cartulary_service.api.operations import OWN, PLAY, Call, operation
from cartulary_service.api.replies import BASE, reply
from cartulary_service.players import rights
from cartulary_service.players.rate_limits import SEATS, TABLES
from cartulary_service.subjects.organisers import queries, rounds
from cartulary_service.subjects.organisers import schemas as s

MOST_BYTES = 65_536

blueprint = Blueprint("organisers", __name__)


@operation(
    blueprint,
    "POST",
    "/tables",
    access=PLAY,
    body=s.NewTables,
    answers={201: s.CreatedTables},
    takes_key=True,
    max_bytes=MOST_BYTES,
    rate=SEATS,
)
def create_tables(call: Call) -> Response:
    """Create tables with assigned seats.

    All tables are created, or none. Each player must have allowed the caller to seat them (`PUT
    /v1/me/organisers/{player}`). The games begin at once, or at `starts_at` if those consents still hold then. Players
    add nothing to the shuffle.
    """
    assert call.caller is not None
    body, starts_at = call.body, call.body["starts_at"]
    key = key_for(call.player, canonical([create_tables.__name__, s.NewTables().dump(body)]))
    call.spend(TABLES, call.player, len(body["tables"]))
    assigned = [parse_table(number, each) for number, each in enumerate(body["tables"])]
    games = rounds.create_tables(
        call.database, call.config, call.caller, rounds.Round(body["tag"], starts_at, assigned), key
    )
    location = {"Location": f"{BASE}/games?tag={body['tag']}"}
    return reply({"tag": body["tag"], "games": games}, HTTPStatus.CREATED, location)


def parse_table(number: int, body: dict[str, Any]) -> rounds.AssignedTable:
    """Parse the body of a table. Raises ValidationError that names the table by its number."""
    try:
        wanted = wish(body | {"seats": len(body["seats"]), "position": None})
    except ValidationError as error:
        raise ValidationError({"tables": {number: error.messages}}) from error
    return rounds.AssignedTable(wanted, [str(player) for player in body["seats"]])


@operation(blueprint, "GET", "/me/organisers", access=OWN, answers={200: s.OrganiserConsents})
def list_organisers(call: Call) -> Response:
    """List consents to organisers, given and received.

    They stand in the order of names. Of those received the newest 1,000 are listed.
    """
    return reply(queries.list_organisers(call.database, call.player), headers=NO_CACHE)


@operation(blueprint, "PUT", "/me/organisers/<player:player>", access=PLAY, answers={204: None})
def allow_organiser(call: Call) -> Response:
    """Allow an organiser to seat the caller.

    The player of the path may then create tables at which the caller sits, without asking each time.
    """
    assert call.caller is not None
    queries.allow(call.database, call.caller, call.path["player"])
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(blueprint, "DELETE", "/me/organisers/<player:player>", access=PLAY, answers={204: None})
def withdraw_organiser(call: Call) -> Response:
    """Withdraw the consent to an organiser.

    Tables that exist already stay.
    """
    assert call.caller is not None
    rights.require_own(call.database, call.caller, "organisers", call.path["player"])
    queries.withdraw(call.database, call.player, call.path["player"])
    return Response(status=HTTPStatus.NO_CONTENT)
