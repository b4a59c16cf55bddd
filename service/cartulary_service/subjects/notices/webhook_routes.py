"""Webhooks: signed messages about a player's games, redacted for the player's seat."""

from http import HTTPStatus
from typing import Any

import structlog
from flask import Response
from marshmallow import ValidationError

from cartulary_service.api.operations import MANAGE, MANAGE_AND_READ, PUBLIC, Call, operation
from cartulary_service.api.replies import NEVER_KEPT, created, reply
from cartulary_service.players import rights
from cartulary_service.players.rate_limits import DELIVERIES, GRANTS
from cartulary_service.store import events
from cartulary_service.subjects.notices import addresses, deliveries, payloads, webhooks
from cartulary_service.subjects.notices import webhook_schemas as s
from cartulary_service.subjects.notices.deliveries import Message
from cartulary_service.subjects.notices.routes import blueprint
from cartulary_service.subjects.notices.web_push import BadKey, Browser, PushKey
from cartulary_service.trust.keys import UnfitKeys, key_lost

log = structlog.get_logger()


@operation(
    blueprint,
    "POST",
    "/webhooks",
    access=MANAGE_AND_READ,
    body=s.NewWebhook,
    answers={201: s.WebhookWithSecret},
    takes_key=True,
    rate=GRANTS,
)
def create_webhook(call: Call) -> Response:
    """Create a webhook.

    Messages about the caller's games are posted to its URL, signed with a secret that is shown this once. They
    are described for the format `standard`, and may come twice, with the same `webhook-id`. With the format `push` the
    URL is the endpoint of a browser's push subscription, and messages are encrypted for its `keys`.
    """
    assert call.caller is not None
    require_possible(call)
    webhook = webhooks.create(call.database, call.caller, call.body, browser_of(call.body["keys"]))
    return created(webhook, f"/webhooks/{webhook['id']}", NEVER_KEPT)


@operation(blueprint, "GET", "/webhooks", access=MANAGE, answers={200: s.WebhookList})
def list_webhooks(call: Call) -> Response:
    """List the caller's webhooks.

    Their secrets are not shown. A disabled webhook says why it is disabled.
    """
    return reply({"webhooks": webhooks.list_webhooks(call.database, call.player)})


@operation(blueprint, "GET", "/push-key", access=PUBLIC, answers={200: s.PushKey})
def read_push_key(call: Call) -> Response:
    """Read the service's key for Web Push.

    A browser subscribes with it. Without the key nobody else can send to that subscription.
    """
    try:
        return reply({"key": PushKey(call.config).public})
    except UnfitKeys as error:
        log.error("key lost", reason=str(error))
        raise key_lost() from error


@operation(blueprint, "GET", "/webhooks/<uuid:webhook>", access=MANAGE, answers={200: s.Webhook})
def read_webhook(call: Call) -> Response:
    """Read a webhook.

    Its secret is not shown.
    """
    return reply(webhooks.read(call.database, call.player, webhook_of(call)))


@operation(
    blueprint,
    "PATCH",
    "/webhooks/<uuid:webhook>",
    access=MANAGE_AND_READ,
    body=s.ChangedWebhook,
    answers={200: s.Webhook},
)
def change_webhook(call: Call) -> Response:
    """Change a webhook.

    Only the fields that are sent change. `enabled` switches it off and on again. The webhook then comes from the token
    of this request. A program can change the webhooks of its own consent only.
    """
    assert call.caller is not None
    require_possible(call)
    return reply(webhooks.change(call.database, call.caller, webhook_of(call), call.body))


@operation(blueprint, "DELETE", "/webhooks/<uuid:webhook>", access=MANAGE, answers={204: None})
def delete_webhook(call: Call) -> Response:
    """Delete a webhook.

    The log of its deliveries is deleted too.
    """
    webhooks.delete(call.database, call.player, own_webhook_of(call))
    return Response(status=HTTPStatus.NO_CONTENT)


@operation(
    blueprint,
    "GET",
    "/webhooks/<uuid:webhook>/deliveries",
    access=MANAGE,
    query=s.DeliveriesQuery,
    answers={200: s.DeliveryList},
)
def list_deliveries(call: Call) -> Response:
    """List the newest deliveries of a webhook.

    Each says how often it was tried, what the receiver answered, and when it is tried next.
    """
    webhooks.read(call.database, call.player, own_webhook_of(call))
    return reply(
        {"deliveries": deliveries.list_deliveries(call.database, call.player, webhook_of(call), call.query["limit"])}
    )


@operation(
    blueprint,
    "POST",
    "/webhooks/<uuid:webhook>/deliveries/<uuid:delivery>/redelivery",
    access=MANAGE,
    answers={202: s.Delivery},
    rate=DELIVERIES,
)
def redeliver(call: Call) -> Response:
    """Try a delivery once more.

    The message is sent at once, under the same `webhook-id`. A message about a game is sent only while you see that
    game from the seat for which it was written, or may look on.
    """
    delivery = str(call.path["delivery"])
    again = deliveries.redeliver(call.database, call.table, call.player, own_webhook_of(call), delivery)
    return reply(again, HTTPStatus.ACCEPTED)


@operation(
    blueprint,
    "POST",
    "/webhooks/<uuid:webhook>/test",
    access=MANAGE,
    answers={202: s.Delivery},
    rate=DELIVERIES,
)
def try_webhook(call: Call) -> Response:
    """Send a test message to a webhook.

    The list of deliveries shows whether it arrived.
    """
    form = webhooks.read(call.database, call.player, own_webhook_of(call))["format"]
    body = payloads.trial(webhook_of(call), form, events.now(call.database))
    message = Message(webhook_of(call), *body)
    return reply(deliveries.send(call.database, call.player, message), HTTPStatus.ACCEPTED)


def webhook_of(call: Call) -> str:
    """The webhook that the path names."""
    return str(call.path["webhook"])


def own_webhook_of(call: Call) -> str:
    """The webhook that the path names. Raises Problem 403 for a program that did not make it."""
    assert call.caller is not None
    rights.require_own(call.database, call.caller, "webhooks", webhook_of(call))
    return webhook_of(call)


def browser_of(keys: dict[str, str] | None) -> Browser | None:
    """Return the browser of these keys, if there are any. Raises ValidationError."""
    if keys is None:
        return None
    try:
        return Browser.read(keys["p256dh"], keys["auth"])
    except BadKey as error:
        raise ValidationError({"keys": [str(error)]}) from error


def require_possible(call: Call) -> None:
    """The URL is one to send to, and the caller may look at each game. Raises ValidationError, Problem 404."""
    wish: dict[str, Any] = call.body
    if "url" in wish:
        try:
            addresses.require_allowed(wish["url"], addresses.Rules.of(call.config))
        except addresses.BadAddress as error:
            raise ValidationError({"url": [f"This URL is not allowed: {error}."]}) from error
    for game in wish.get("games") or []:
        call.table.read(str(game), call.player)
