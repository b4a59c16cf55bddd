"""Players and tokens on the wire."""

from datetime import datetime
from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates, validates_schema

from cartulary_service.api.schemas.games import PlayerAtSeat
from cartulary_service.api.schemas.message_schemas import NOT_EMPTY, Strict, StrictBoolean
from cartulary_service.api.schemas.visible_text import require_visible, tidy_text
from cartulary_service.players import handles, rights
from cartulary_service.players.callers import SCOPES

LONGEST_NAME = 40
FIRST_YEAR, LAST_YEAR = 1900, 9000


def require_handle(value: str | None) -> None:
    """Raise ValidationError unless a handle, if there is one, is well-formed."""
    if value is not None and not handles.is_well_formed(handles.tidy(value)):
        raise ValidationError(
            f"A handle has 1 to {handles.LONGEST} letters and digits, with single - _ or . between them."
        )


def tidy_names(data: dict[str, Any]) -> dict[str, Any]:
    """Return the name and the handle among the data, as they are stored."""
    found = dict[str, Any]()
    if "name" in data:
        found["name"] = tidy_text(data["name"])
    if data.get("handle") is not None:
        found["handle"] = handles.tidy(data["handle"])
    return found


class Labelled(Strict):
    """A request that names the token that it leads to."""

    label = fields.String(load_default=None, allow_none=True, metadata={"minLength": 1, "maxLength": LONGEST_NAME})

    @validates("label")
    def require_label(self, value: str | None, data_key: str) -> None:
        """Labels are short and visible."""
        if value is not None:
            require_visible(value, "label", LONGEST_NAME)


class NewPlayer(Labelled):
    """The name of a new player, and a handle that nobody else has."""

    name = fields.String(required=True, metadata={"minLength": 1, "maxLength": LONGEST_NAME})
    handle = fields.String(
        load_default=None,
        allow_none=True,
        metadata=NOT_EMPTY,
    )

    bot = StrictBoolean(load_default=False)
    recovery_codes = StrictBoolean(load_default=False)

    @validates("name")
    def require_printable(self, value: str, data_key: str) -> None:
        """Names are short and visible."""
        require_visible(value, "name", LONGEST_NAME)

    @validates("handle")
    def require_well_formed(self, value: str | None, data_key: str) -> None:
        """A handle can be written within a sentence."""
        require_handle(value)

    @post_load
    def tidy(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Normalise the name and the handle."""
        return data | tidy_names(data)


class RegisteredPlayer(Schema):
    """A new player; the token is shown this once."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    handle = fields.String(required=True)
    bot = fields.Boolean(required=True)
    token = fields.String(required=True)
    recovery_codes = fields.List(fields.String())


class RightOrigin(Schema):
    """The token or the consent that a right came from, and with which it ends."""

    kind = fields.String(required=True, validate=validate.OneOf(["token", "consent"]))
    id = fields.UUID(required=True)
    name = fields.String(required=True, allow_none=True)


def origin_field() -> fields.Nested:
    return fields.Nested(RightOrigin, required=True, allow_none=True)


class Right(Schema):
    """Something that gives others a view or a hand, or could."""

    kind = fields.String(required=True, validate=validate.OneOf([*rights.KINDS]))
    id = fields.UUID(required=True, allow_none=True)
    name = fields.String(required=True, allow_none=True)
    origin = origin_field()


class RightList(Schema):
    """All rights of the caller that hold."""

    rights = fields.List(fields.Nested(Right), required=True)


class Token(Schema):
    """A token, without the token itself."""

    id = fields.UUID(required=True)
    scopes = fields.List(fields.String(validate=validate.OneOf(SCOPES)), required=True)
    created_at = fields.AwareDateTime(required=True)
    expires_at = fields.AwareDateTime(required=True, allow_none=True)
    label = fields.String(required=True, allow_none=True)
    used_at = fields.AwareDateTime(required=True, allow_none=True)
    consent = fields.UUID(required=True, allow_none=True)
    origin = origin_field()


class ShownToken(Token):
    """A new token, shown this once."""

    token = fields.String(required=True)


class TokenList(Schema):
    """All tokens of the caller that are still good."""

    tokens = fields.List(fields.Nested(Token), required=True)


class NewToken(Labelled):
    """A further token for the caller."""

    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)), load_default=lambda: list(SCOPES), validate=validate.Length(1)
    )
    expires_at = fields.AwareDateTime(load_default=None, allow_none=True)
    rotate_by = fields.AwareDateTime(
        load_default=None,
        allow_none=True,
    )

    @validates("expires_at", "rotate_by")
    def require_storable(self, value: datetime | None, data_key: str) -> None:
        """A year that a database can hold in every time zone."""
        if value is not None and not FIRST_YEAR <= value.year <= LAST_YEAR:
            raise ValidationError(f"The year must be between {FIRST_YEAR} and {LAST_YEAR}.")


class Rotation(Labelled):
    """A label for the token that replaces the other."""


class Confirmation(Schema):
    """The caller's own name, exactly as registered."""

    confirm = fields.String(load_default=None)


class NewDelegation(Strict):
    """Delegate of the caller until a date, in all games if none is named."""

    player = fields.UUID(required=True)
    until = fields.AwareDateTime(required=True)
    game = fields.UUID(load_default=None, allow_none=True)

    @validates("until")
    def require_near(self, value: datetime, data_key: str) -> None:
        """Refuse a delegation that ends too far in the future."""
        if not FIRST_YEAR <= value.year <= LAST_YEAR:
            raise ValidationError(f"The year must be between {FIRST_YEAR} and {LAST_YEAR}.")


class Delegation(Schema):
    """`delegate` acts for `owner` until then, in one game or in all."""

    id = fields.UUID(required=True)
    owner = fields.UUID(required=True)
    owner_handle = fields.String(required=True, allow_none=True)
    delegate = fields.UUID(required=True)
    delegate_handle = fields.String(required=True, allow_none=True)
    game = fields.UUID(required=True, allow_none=True)
    until = fields.AwareDateTime(required=True)
    origin = origin_field()


class Delegations(Schema):
    """All current delegations that the caller has given, and the newest 1,000 received."""

    given = fields.List(fields.Nested(Delegation), required=True)
    received = fields.List(fields.Nested(Delegation), required=True)


class ChangedMe(Strict):
    """A change of the caller's account. What is left out stays."""

    name = fields.String(metadata={"minLength": 1, "maxLength": LONGEST_NAME})
    handle = fields.String(allow_none=True, metadata=NOT_EMPTY)
    bot = StrictBoolean()
    rated = StrictBoolean()

    @validates("name")
    def require_printable(self, value: str, data_key: str) -> None:
        """Names are short and visible."""
        require_visible(value, "name", LONGEST_NAME)

    @validates("handle")
    def require_well_formed(self, value: str | None, data_key: str) -> None:
        """A handle can be written within a sentence."""
        require_handle(value)

    @validates_schema
    def require_something(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse a change of nothing."""
        if not data:
            raise ValidationError({each: ["Name at least one of name, handle, bot and rated."] for each in self.fields})

    @post_load
    def tidy(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Normalise the name and the handle."""
        return data | tidy_names(data)


class PlayersQuery(Schema):
    """The beginning of a handle."""

    handle = fields.String(required=True, validate=validate.Length(1, handles.LONGEST + 1))
    limit = fields.Integer(load_default=20, validate=validate.Range(1, 50))


class PlayerList(Schema):
    """At most `limit` players, in the order of their handles. There are no further pages."""

    players = fields.List(fields.Nested(PlayerAtSeat), required=True)


class PlayedGames(Schema):
    """Games of one kind that a player has finished: public ones that began in the ordinary way."""

    game = fields.String(required=True)
    finished = fields.Integer(required=True)
    won = fields.Integer(required=True)
    won_by = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)


class SeatResults(Schema):
    """Results of a player in one kind of game with one number of seats."""

    game = fields.String(required=True)
    seats = fields.Integer(required=True)
    won = fields.Integer(required=True)
    drawn = fields.Integer(required=True)
    lost = fields.Integer(required=True)
    void = fields.Integer(required=True)


class Reliability(Schema):
    """Reliability of a player, and the counts it is made of."""

    value = fields.Integer(required=True, allow_none=True, validate=validate.Range(0, 100))
    turns_in_time = fields.Integer(required=True)
    turns_late = fields.Integer(required=True)
    games_left = fields.Integer(required=True)
    games_timed_out = fields.Integer(required=True)
    games_counted = fields.Integer(required=True)


class PlayerRating(Schema):
    """Rating of a player in one kind of game."""

    game = fields.String(required=True)
    value = fields.Integer(required=True)
    uncertainty = fields.Integer(required=True)
    games = fields.Integer(required=True)


class PublicPlayer(PlayerAtSeat):
    """A player as everybody sees them, with results, ratings and reliability in public games."""

    since = fields.Date(required=True)
    games = fields.List(fields.Nested(PlayedGames), required=True)
    results = fields.List(fields.Nested(SeatResults), required=True)
    reliability = fields.Nested(Reliability, required=True)
    ratings = fields.List(fields.Nested(PlayerRating), required=True)


class Me(Schema):
    """The caller, and the token in use."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    handle = fields.String(required=True, allow_none=True)
    bot = fields.Boolean(required=True)
    created_at = fields.AwareDateTime(required=True)
    recovery_codes_left = fields.Integer(required=True)
    rated = fields.Boolean(required=True)
    token = fields.Nested(Token, required=True)
