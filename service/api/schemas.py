"""What goes in and out, apart from what the games declare themselves."""

import re
import unicodedata
from typing import Any

from marshmallow import INCLUDE, Schema, ValidationError, fields, post_load, validate, validates

from domain.catalogue import CATALOGUE
from service.api.shapes import Strict, Whole
from service.players import SCOPES

ENTROPY = re.compile(r"[0-9a-fA-F]{64}")
LONGEST_NAME = 40


class Query(Schema):
    """Values of a query string, which are all text."""


class NewPlayer(Strict):
    """Who wants to play."""

    name = fields.String(required=True, metadata={"minLength": 1, "maxLength": LONGEST_NAME})

    @validates("name")
    def require_printable(self, value: str, data_key: str) -> None:
        """Names are short and visible."""
        name = value.strip()
        if not 1 <= len(name) <= LONGEST_NAME:
            raise ValidationError(f"A name has 1 to {LONGEST_NAME} characters.")
        if any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for char in name):
            raise ValidationError("A name has no control characters.")

    @post_load
    def tidy(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """One spelling for what looks the same."""
        return data | {"name": unicodedata.normalize("NFC", data["name"].strip())}


class RegisteredPlayer(Schema):
    """A new player; the token is shown this once."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    token = fields.String(required=True)


class Token(Schema):
    """A token, without the token itself."""

    id = fields.UUID(required=True)
    scopes = fields.List(fields.String(validate=validate.OneOf(SCOPES)), required=True)
    created_at = fields.AwareDateTime(required=True)
    expires_at = fields.AwareDateTime(required=True, allow_none=True)


class ShownToken(Token):
    """A new token, shown this once."""

    token = fields.String(required=True)


class Tokens(Schema):
    """The caller's tokens that are still good."""

    tokens = fields.List(fields.Nested(Token), required=True)


class NewToken(Strict):
    """A further token for the caller."""

    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)), load_default=lambda: list(SCOPES), validate=validate.Length(1)
    )
    expires_at = fields.AwareDateTime(load_default=None, allow_none=True)


class Me(Schema):
    """The caller, and the token in use."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    created_at = fields.AwareDateTime(required=True)
    token = fields.Nested(Token, required=True)


class NewGame(Strict):
    """A game to be played; the catalogue says what there is to choose."""

    game = fields.String(required=True)
    edition = fields.String(load_default=None, allow_none=True)
    seats = Whole(required=True)
    options = fields.Dict(keys=fields.String(), load_default=dict)
    clock = fields.Raw(load_default=None, allow_none=True, metadata={"description": "No clocks are offered yet: null."})
    position = fields.Dict(load_default=None, allow_none=True)

    @validates("clock")
    def require_no_clock(self, value: Any, data_key: str) -> None:
        """There are none yet."""
        if value is not None:
            raise ValidationError("No clocks are offered yet; leave it out or send null.")


class TakeSeat(Strict):
    """A seat, any free one if none is named, and 32 random bytes for the shuffle."""

    seat = Whole(load_default=None, allow_none=True, validate=validate.Range(0))
    entropy = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Regexp(ENTROPY.pattern + r"\Z", error="64 hexadecimal digits."),
    )


class PlayerAtSeat(Schema):
    """Who sits there."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)


class SeatOfGame(Schema):
    """A place at the table."""

    seat = fields.Integer(required=True)
    player = fields.Nested(PlayerAtSeat, required=True, allow_none=True)
    team = fields.Integer(required=True, allow_none=True)


class Result(Schema):
    """How a game ended; `decided_by` names the spheres of a domination, or the tie-breaks that a majority needed."""

    kind = fields.String(
        required=True, validate=validate.OneOf(("domination", "majority", "technologies", "resignation", "void"))
    )
    winners = fields.List(fields.Integer(), required=True)
    points = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True, allow_none=True)
    decided_by = fields.List(fields.String(), required=True)


STATUSES = ("open", "playing", "finished", "abandoned")


class Game(Schema):
    """A game as the caller may see it."""

    id = fields.UUID(required=True)
    game = fields.String(required=True)
    edition = fields.String(required=True)
    options = fields.Dict(required=True)
    sandbox = fields.Boolean(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    version = fields.Integer(required=True)
    ply = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatOfGame), required=True)
    to_act = fields.List(fields.Integer(), required=True)
    you = fields.Integer(required=True, allow_none=True)
    state = fields.Raw(required=True, allow_none=True)
    head = fields.String(required=True)
    result = fields.Nested(Result, required=True, allow_none=True)


class GameInList(Schema):
    """A game as the lobby lists it."""

    id = fields.UUID(required=True)
    game = fields.String(required=True)
    edition = fields.String(required=True)
    options = fields.Dict(required=True)
    sandbox = fields.Boolean(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    version = fields.Integer(required=True)
    ply = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatOfGame), required=True)
    result = fields.Nested(Result, required=True, allow_none=True)
    created_at = fields.AwareDateTime(required=True)
    updated_at = fields.AwareDateTime(required=True)


class Games(Schema):
    """Games, newest first; `cursor` leads to the next page."""

    games = fields.List(fields.Nested(GameInList), required=True)
    cursor = fields.String(required=True, allow_none=True)


class GamesQuery(Query):
    """Which games."""

    status = fields.String(validate=validate.OneOf(STATUSES))
    game = fields.String(validate=validate.OneOf(CATALOGUE))
    player = fields.UUID()
    cursor = fields.String(load_default=None)
    limit = fields.Integer(load_default=20, validate=validate.Range(1, 100))


class Seated(Schema):
    """The seat that was taken, and the game."""

    seat = fields.Integer(required=True)
    game = fields.Nested(Game, required=True)


class PublicPart(Schema):
    """What everybody may see of an event; its canonical JSON is what the chain hashes."""

    at = fields.String(required=True)
    data = fields.Dict(required=True)
    ply = fields.Integer(required=True)
    position = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    secrets = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    type = fields.String(required=True)
    v = fields.Integer(required=True)


class Event(Schema):
    """An event: its public part, and the hidden fields that the caller may see."""

    public = fields.Nested(PublicPart, required=True)
    private = fields.Dict(required=True)


class Events(Schema):
    """A page of events; `next` is the `after` of the next page."""

    events = fields.List(fields.Nested(Event), required=True)
    version = fields.Integer(required=True)
    next = fields.Integer(required=True, allow_none=True)


class EventsQuery(Query):
    """Which events."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, 2**31 - 1))
    limit = fields.Integer(load_default=500, validate=validate.Range(1, 1000))


class ExpectedPart(Schema):
    """What an event would say, as far as the caller can know; time and commitments come with the real one."""

    data = fields.Dict(required=True)
    ply = fields.Integer(required=True)
    position = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    type = fields.String(required=True)
    v = fields.Integer(required=True)


class ExpectedEvent(Schema):
    """An event that an action would cause; what the caller does not know yet is null or left out."""

    public = fields.Nested(ExpectedPart, required=True)
    private = fields.Dict(required=True)


class DryRun(Schema):
    """What an action would cause, and whether something hidden would be revealed."""

    version = fields.Integer(required=True)
    reveals = fields.Boolean(required=True)
    events = fields.List(fields.Nested(ExpectedEvent), required=True)


class Accepted(Schema):
    """An accepted action: its events, and the game after it."""

    version = fields.Integer(required=True)
    ply = fields.Integer(required=True)
    events = fields.List(fields.Nested(Event), required=True)
    game = fields.Nested(Game, required=True)


class ActQuery(Query):
    """Whether to act, or to look ahead."""

    dry_run = fields.Boolean(load_default=False)


class LegalQuery(Query):
    """Forms, or complete actions."""

    expand = fields.Boolean(load_default=False)


class LegalActions(Schema):
    """What the caller may do now; a form with `choose` is completed with `count` cards out of `from` for each field."""

    version = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    actions = fields.List(fields.Dict(), required=True)
    truncated = fields.Boolean(required=True)


class CatalogueEntry(Schema):
    """A game that is offered."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    seats = fields.List(fields.Integer(), required=True)
    editions = fields.List(fields.String(), required=True)


class Catalogue(Schema):
    """The games that are offered."""

    games = fields.List(fields.Nested(CatalogueEntry), required=True)


class NamedThing(Schema):
    """Something with a name in the language asked for."""

    id = fields.String(required=True)
    name = fields.String(required=True)


class EditionOfGame(NamedThing):
    """An edition, and the properties in which it differs."""

    rules = fields.Dict(required=True)


class OptionOfGame(Schema):
    """Something to choose when a game is created."""

    name = fields.String(required=True)
    values = fields.List(fields.Raw(), required=True)
    default = fields.Raw(required=True)


class EventType(Schema):
    """An event that the game may record."""

    type = fields.String(required=True)
    v = fields.Integer(required=True)
    description = fields.String(required=True)
    reveals = fields.Boolean(required=True)
    secret = fields.Dict(required=True, metadata={"description": "hidden field -> whose seats see it"})
    schema = fields.Dict(required=True)


class CatalogueGame(Schema):
    """All about a game that is not its rules; a game may add lists of its own."""

    class Meta:
        unknown = INCLUDE

    id = fields.String(required=True)
    name = fields.String(required=True)
    seats = fields.List(fields.Integer(), required=True)
    editions = fields.List(fields.Nested(EditionOfGame), required=True)
    options = fields.List(fields.Nested(OptionOfGame), required=True)
    kinds = fields.List(fields.Dict(), required=True)
    names = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    actions = fields.Dict(required=True)
    events = fields.List(fields.Nested(EventType), required=True)


class Problem(Schema):
    """What went wrong, by RFC 9457; `rule`, `ruling` and `legal` stand with an action that the rules refuse."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    errors = fields.Dict()
    rule = fields.String()
    ruling = fields.String(allow_none=True)
    legal = fields.List(fields.Dict())
    version = fields.Integer()
