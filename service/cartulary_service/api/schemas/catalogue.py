"""The catalogue on the wire."""

from marshmallow import INCLUDE, Schema, fields


class CatalogueEntry(Schema):
    """A game that is offered."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    seats = fields.List(fields.Integer(), required=True)
    editions = fields.List(fields.String(), required=True)
    default_edition = fields.String(required=True)


class SigningKey(Schema):
    """A key of the service: its line for verifiers, and the SHA-256 of the raw key."""

    key = fields.String(required=True)
    fingerprint = fields.String(required=True)


class OptionOfGame(Schema):
    """An option of a new game."""

    name = fields.String(required=True)
    values = fields.List(fields.Raw(), required=True)
    default = fields.Raw(required=True)


class Catalogue(Schema):
    """All games that are offered, options that every game has besides its own, keys, witnesses, subjects."""

    games = fields.List(fields.Nested(CatalogueEntry), required=True)
    options = fields.List(fields.Nested(OptionOfGame), required=True)
    keys = fields.List(fields.Nested(SigningKey), required=True)
    witnesses = fields.List(fields.String(), required=True)
    subjects = fields.List(fields.String(), required=True)


class NamedThing(Schema):
    """An item with a name in the requested language."""

    id = fields.String(required=True)
    name = fields.String(required=True)


class EditionOfGame(NamedThing):
    """An edition, and the properties in which it differs."""

    rules = fields.Dict(required=True)


class EventType(Schema):
    """An event that the game may record."""

    type = fields.String(required=True)
    v = fields.Integer(required=True)
    description = fields.String(required=True)
    reveals = fields.Boolean(required=True)
    secret = fields.Dict(required=True)
    schema = fields.Dict(required=True)
    url = fields.String(required=True)


class EventSchema(Schema):
    """A JSON Schema (2020-12) of an event."""

    class Meta:
        unknown = INCLUDE

    dialect = fields.String(required=True, data_key="$schema")
    title = fields.String(required=True)
    description = fields.String(required=True)
    reveals = fields.Boolean(required=True)
    type = fields.String(required=True)
    properties = fields.Dict(required=True)
    required = fields.List(fields.String(), required=True)


class CatalogueGame(Schema):
    """All about a game that is not its rules; a game may add lists of its own."""

    class Meta:
        unknown = INCLUDE

    id = fields.String(required=True)
    name = fields.String(required=True)
    seats = fields.List(fields.Integer(), required=True)
    editions = fields.List(fields.Nested(EditionOfGame), required=True)
    default_edition = fields.String(required=True)
    options = fields.List(fields.Nested(OptionOfGame), required=True)
    kinds = fields.List(fields.Dict(), required=True)
    names = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    actions = fields.Dict(required=True)
    events = fields.List(fields.Nested(EventType), required=True)
    phrases = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
    )
