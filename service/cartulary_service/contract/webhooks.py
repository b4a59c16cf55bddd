"""The webhooks of the contract: what the service posts to a URL of a player's, as callbacks of the request for it.

Under the top level's `webhooks` a generator of Python clients writes methods without types, which no Python reads.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from marshmallow import Schema

from cartulary_service.api.replies import JSON
from cartulary_service.subjects.notices.webhook_schemas import (
    DeadlineMessage,
    InvitationMessage,
    PlyMessage,
    TestMessage,
)

URL: Final = "{$request.body#/url}"
HEADERS: Final = {
    "webhook-id": "Id of the message, the same whenever it is sent again.",
    "webhook-timestamp": "Time of sending, in seconds since 1970.",
    "webhook-signature": "`v1,` and HMAC-SHA-256 over id, timestamp and body, in base64; several are parted by spaces.",
}


class WebhookMessage(NamedTuple):
    """A message to webhooks: its name in asyncapi.yaml, its schema, and a summary."""

    name: str
    schema: type[Schema]
    summary: str


MESSAGES: Final[Mapping[str, WebhookMessage]] = {
    "game.events": WebhookMessage("ply", PlyMessage, "A ply of a game, as the player's seat may know it."),
    "game.deadline": WebhookMessage("deadline", DeadlineMessage, "A deadline of the player's nears."),
    "game.invitation": WebhookMessage("invitation", InvitationMessage, "Somebody invites the player by name."),
    "webhook.test": WebhookMessage("test", TestMessage, "A test, which POST /v1/webhooks/{webhook}/test sends."),
}
"""Messages by their type."""
ANSWERS: Final = {
    "Arrived": "The message has arrived.",
    "SentAgain": "The message is sent again later. A webhook that fails for days is disabled.",
}
"""What the answers of a receiver come to, by the names of these responses."""
BY_STATUS: Final = {"2XX": "Arrived", "4XX": "SentAgain", "default": "SentAgain"}


def callbacks() -> dict[str, Any]:
    """Return the callbacks of the operation that creates a webhook, by the types of their messages."""
    return {kind: {URL: {"post": webhook_object(kind, each)}} for kind, each in MESSAGES.items()}


def webhook_object(kind: str, each: WebhookMessage) -> dict[str, Any]:
    parameters = [
        {"name": header, "in": "header", "required": True, "description": text, "schema": {"type": "string"}}
        for header, text in HEADERS.items()
    ]
    body = {"schema": {"$ref": f"#/components/schemas/{each.schema.__name__}"}}
    return {
        "operationId": kind.replace(".", "_"),
        "summary": each.summary,
        "security": [],
        "parameters": parameters,
        "requestBody": {"required": True, "content": {JSON: body}},
        "responses": {status: {"$ref": f"#/components/responses/{name}"} for status, name in BY_STATUS.items()},
    }
