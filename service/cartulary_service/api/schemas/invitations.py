"""Invitations on the wire."""

from marshmallow import Schema, fields, validate

from cartulary.catalogue import CATALOGUE
from cartulary_service.api.schemas.games import PlayerAtSeat
from cartulary_service.api.schemas.message_schemas import Strict, StrictInteger


class NewInvite(Strict):
    """An invitation to any free seat, or to that one, for whoever has the code, or for a player who is told of it."""

    seat = StrictInteger(load_default=None, allow_none=True, validate=validate.Range(0, 3))
    player = fields.UUID(load_default=None, allow_none=True)
    expires_in = StrictInteger(load_default=604_800, validate=validate.Range(60, 31_536_000))


class Invite(Schema):
    """An invitation that holds until it expires or is revoked."""

    id = fields.UUID(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    player = fields.UUID(required=True, allow_none=True)
    expires_at = fields.AwareDateTime(required=True)


class InvitationQuery(Schema):
    """The code of an invitation."""

    code = fields.String(required=True)


class Invitation(Schema):
    """Who invites to a game, to which seat, and how long. Seat `null` is any free seat."""

    by = fields.Nested(PlayerAtSeat, required=True)
    seat = fields.Integer(required=True, allow_none=True)
    expires_at = fields.AwareDateTime(required=True)


class InviteWithCode(Invite):
    """A new invitation; its code, and the path of the page that leads to the table by it, are shown this once."""

    code = fields.String(required=True)
    path = fields.String(required=True)


class InviteList(Schema):
    """All invitations of the caller to a game that still hold."""

    invites = fields.List(fields.Nested(Invite), required=True)


class ReceivedInvite(Schema):
    """An invitation to the caller by name, to a table that has not filled."""

    id = fields.UUID(required=True)
    game = fields.UUID(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(sorted(CATALOGUE)))
    seat = fields.Integer(required=True, allow_none=True)
    by = fields.Nested(PlayerAtSeat, required=True)
    expires_at = fields.AwareDateTime(required=True)


class ReceivedInvites(Schema):
    """All invitations to the caller by name, the newest first."""

    invites = fields.List(fields.Nested(ReceivedInvite), required=True)
