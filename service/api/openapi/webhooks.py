"""The webhooks of the contract: what the service posts to a URL of a player's."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema

from service.api.replies import JSON
from service.api.schemas.webhooks import PlyMessage, TestMessage

DESCRIPTION: Final = """\
The URL that a player gave to POST /v1/webhooks, with the format `standard`.
A message may come twice, with the same `webhook-id`.
"""
HEADERS: Final = {
    "webhook-id": "Id of the message, the same whenever it is sent again.",
    "webhook-timestamp": "Time of sending, in seconds since 1970.",
    "webhook-signature": "`v1,` and HMAC-SHA-256 over id, timestamp and body, in base64; several are parted by spaces.",
}
MESSAGES: Final[Mapping[str, tuple[type[Schema], str]]] = {
    "game.events": (PlyMessage, "A ply of a game, as the player's seat may know it."),
    "webhook.test": (TestMessage, "A test, which POST /v1/webhooks/{webhook}/test sends."),
}
"""Type of a message -> its schema, and a summary."""
ANSWERS: Final = {
    "2XX": "The message has arrived.",
    "default": "The message is sent again later. A webhook that fails for days is disabled.",
}


def webhook_objects() -> dict[str, Any]:
    """Return the webhooks by the types of their messages."""
    return {name: {"post": webhook_object(name, *each)} for name, each in MESSAGES.items()}


def webhook_object(name: str, schema: type[Schema], summary: str) -> dict[str, Any]:
    parameters = [
        {"name": header, "in": "header", "required": True, "description": text, "schema": {"type": "string"}}
        for header, text in HEADERS.items()
    ]
    body = {"schema": {"$ref": f"#/components/schemas/{schema.__name__}"}}
    return {
        "operationId": name.replace(".", "_"),
        "summary": summary,
        "description": DESCRIPTION,
        "tags": ["webhooks"],
        "security": [],
        "parameters": parameters,
        "requestBody": {"required": True, "content": {JSON: body}},
        "responses": {status: {"description": text} for status, text in ANSWERS.items()},
    }
