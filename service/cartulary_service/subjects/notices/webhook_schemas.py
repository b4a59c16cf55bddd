"""Schemas of webhooks and of their deliveries."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES
from cartulary_service.api.schemas.events import Event
from cartulary_service.api.schemas.games import PlayerAtSeat
from cartulary_service.api.schemas.message_schemas import QueryNumber, Strict, StrictBoolean
from cartulary_service.api.schemas.players import origin_field
from cartulary_service.subjects.notices import web_push
from cartulary_service.subjects.notices.addresses import LONGEST_URL
from cartulary_service.subjects.notices.webhooks import FORMATS

MOST_GAMES = 100
EVENT_TYPES = sorted({name for game in CATALOGUE.values() for name, _ in game.event_types})


def url_field(**more: Any) -> fields.String:
    return fields.String(validate=validate.Length(1, LONGEST_URL), **more)


def games_field(**more: Any) -> fields.List[Any]:
    return fields.List(fields.UUID(), allow_none=True, validate=validate.Length(1, MOST_GAMES), **more)


def events_field(**more: Any) -> fields.List[Any]:
    known = fields.String(validate=validate.OneOf(EVENT_TYPES))
    return fields.List(known, allow_none=True, validate=validate.Length(1, len(EVENT_TYPES)), **more)


def form_field(**more: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(FORMATS), **more)


def language_field(**more: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(LANGUAGES), **more)


class PushKeys(Strict):
    """Keys of a browser's push subscription, as it gives them, in base64url."""

    p256dh = fields.String(required=True, validate=validate.Length(1, 100))
    auth = fields.String(required=True, validate=validate.Length(1, 100))


class NewWebhook(Strict):
    """A webhook: its URL, and the games, event types and turns that it is sent."""

    url = url_field(required=True)
    games = games_field(load_default=None)
    events = events_field(load_default=None)
    my_turn = StrictBoolean(load_default=False)
    format = form_field(load_default=FORMATS[0])
    language = language_field(load_default=LANGUAGES[0])
    keys = fields.Nested(PushKeys, load_default=None, allow_none=True)

    @validates_schema
    def require_keys(self, data: dict[str, Any], **_: Any) -> None:
        """Keys go with the format `push`, and with no other."""
        if (data["format"] == web_push.FORMAT) != (data["keys"] is not None):
            raise ValidationError({"keys": ["A webhook of the format push, and no other, has the keys of a browser."]})


class ChangedWebhook(Strict):
    """Fields to change. `enabled` pauses the webhook, or resumes it and forgets its failures."""

    url = url_field()
    games = games_field()
    events = events_field()
    my_turn = StrictBoolean()
    format = fields.String(validate=validate.OneOf([each for each in FORMATS if each != web_push.FORMAT]))
    language = language_field()
    enabled = StrictBoolean()


class Webhook(Schema):
    """A webhook, without its secret."""

    id = fields.UUID(required=True)
    url = fields.String(required=True)
    games = fields.List(fields.UUID(), required=True, allow_none=True)
    events = fields.List(fields.String(), required=True, allow_none=True)
    my_turn = fields.Boolean(required=True)
    format = fields.String(required=True, validate=validate.OneOf(FORMATS))
    language = fields.String(required=True, validate=validate.OneOf(LANGUAGES))
    created_at = fields.AwareDateTime(required=True)
    enabled = fields.Boolean(required=True)
    disabled_at = fields.AwareDateTime(required=True, allow_none=True)
    disabled_because = fields.String(required=True, allow_none=True)
    failing_since = fields.AwareDateTime(required=True, allow_none=True)
    origin = origin_field()


class WebhookWithSecret(Webhook):
    """A new webhook; the secret is shown this once."""

    secret = fields.String(required=True)


class WebhookList(Schema):
    """All webhooks of the caller."""

    webhooks = fields.List(fields.Nested(Webhook), required=True)


class PushKey(Schema):
    """Public key of the service for Web Push, the `applicationServerKey` of a browser, in base64url."""

    key = fields.String(required=True)


class DeliveriesQuery(Schema):
    """A page of deliveries."""

    limit = QueryNumber(load_default=50, validate=validate.Range(1, 200))


class Delivery(Schema):
    """A message to a webhook, sent or pending. `id` is the `webhook-id` header that the receiver gets."""

    id = fields.UUID(required=True)
    game = fields.UUID(required=True, allow_none=True)
    version = fields.Integer(required=True, allow_none=True)
    at = fields.AwareDateTime(required=True)
    attempts = fields.Integer(required=True)
    delivered_at = fields.AwareDateTime(required=True, allow_none=True)
    status = fields.Integer(required=True, allow_none=True)
    error = fields.String(required=True, allow_none=True)
    next_try = fields.AwareDateTime(required=True, allow_none=True)


class DeliveryList(Schema):
    """The newest deliveries of a webhook, at most `limit`, the newest first. There are no further pages."""

    deliveries = fields.List(fields.Nested(Delivery), required=True)


class Ply(Schema):
    """Events that one action caused; `seat` is the receiver's, null for a spectator."""

    game = fields.UUID(required=True)
    version = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    your_turn = fields.Boolean(required=True)
    events = fields.List(fields.Nested(Event), required=True)
    words = fields.List(fields.String(), required=True)


class PlyMessage(Schema):
    """Message to a webhook of the standard format, one for each ply."""

    type = fields.String(required=True, validate=validate.Equal("game.events"))
    timestamp = fields.AwareDateTime(required=True)
    data = fields.Nested(Ply, required=True)


class NearDeadline(Schema):
    """A game that waits for the receiver's seat, and until when."""

    game = fields.UUID(required=True)
    version = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    deadline = fields.AwareDateTime(required=True)


class DeadlineMessage(Schema):
    """Reminder to a webhook of the standard format, once before a deadline."""

    type = fields.String(required=True, validate=validate.Equal("game.deadline"))
    timestamp = fields.AwareDateTime(required=True)
    data = fields.Nested(NearDeadline, required=True)


class InvitationToGame(Schema):
    """An invitation of the receiver, by whom, and to which seat; `null` is any free seat."""

    game = fields.UUID(required=True)
    by = fields.Nested(PlayerAtSeat, required=True)
    seat = fields.Integer(required=True, allow_none=True)
    expires_at = fields.AwareDateTime(required=True)


class InvitationMessage(Schema):
    """Message to a webhook of the standard format about an invitation by name."""

    type = fields.String(required=True, validate=validate.Equal("game.invitation"))
    timestamp = fields.AwareDateTime(required=True)
    data = fields.Nested(InvitationToGame, required=True)


class Tested(Schema):
    """The webhook that was tested."""

    webhook = fields.UUID(required=True)


class TestMessage(Schema):
    """Test message to a webhook of the standard format."""

    type = fields.String(required=True, validate=validate.Equal("webhook.test"))
    timestamp = fields.AwareDateTime(required=True)
    data = fields.Nested(Tested, required=True)
