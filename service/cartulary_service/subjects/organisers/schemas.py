"""Tables that an organiser creates together on the wire."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates

from cartulary.i18n.catalogues import LANGUAGES
from cartulary.match.clock.settings import Clock
from cartulary_service.api.schemas.games import PlayerAtSeat, Titled
from cartulary_service.api.schemas.message_schemas import FullMatch, Strict, StrictBoolean, StrictInteger, record_schema

MOST_TABLES = 50
TAG = FullMatch(r"^[a-z0-9-]{1,40}$", "1 to 40 letters a to z, digits and hyphens")


class NewTable(Titled):
    """A table at which players are seated, in the order of the seats."""

    game = fields.String(required=True)
    edition = fields.String(load_default=None, allow_none=True)
    seats = fields.List(fields.UUID(), required=True, validate=validate.Length(2, 4))
    options = fields.Dict(keys=fields.String(), load_default=dict)
    clock = fields.Nested(record_schema(Clock, ""), load_default=None, allow_none=True)
    private = StrictBoolean(load_default=False)
    min_reliability = StrictInteger(load_default=None, allow_none=True, validate=validate.Range(1, 100))
    language = fields.String(load_default=None, allow_none=True, validate=validate.OneOf(LANGUAGES))

    @validates("seats")
    def require_different(self, value: list[Any], data_key: str) -> None:
        """A player has one seat at a table."""
        if len({*value}) < len(value):
            raise ValidationError("Name each player once.")


class NewTables(Strict):
    """Tables to create together, the tag they get, and the time at which all games begin."""

    tag = fields.String(required=True, validate=TAG)
    starts_at = fields.AwareDateTime(load_default=None, allow_none=True)
    tables = fields.List(fields.Nested(NewTable), required=True, validate=validate.Length(1, MOST_TABLES))


class CreatedTables(Schema):
    """Games of the tables that were created, in their order."""

    tag = fields.String(required=True)
    games = fields.List(fields.UUID(), required=True)


class OrganiserConsent(Schema):
    """A player at the other side of a consent, and since when."""

    player = fields.Nested(PlayerAtSeat, required=True)
    at = fields.AwareDateTime(required=True)


class OrganiserConsents(Schema):
    """All organisers whom the caller allows, and the newest 1,000 players who allow the caller, by name."""

    organisers = fields.List(fields.Nested(OrganiserConsent), required=True)
    players = fields.List(fields.Nested(OrganiserConsent), required=True)
