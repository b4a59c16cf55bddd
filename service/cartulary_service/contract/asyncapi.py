"""asyncapi.yaml: event streams and webhooks, made from what the operations declare; its schemas are openapi.yaml's."""

from functools import cache
from typing import Any, Final

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from cartulary_service import __version__
from cartulary_service.api.operations import Operation
from cartulary_service.contract.document import LICENSE, as_yaml, contract, describe_schemas, name_of
from cartulary_service.contract.openness import opened
from cartulary_service.contract.paths import parameters
from cartulary_service.contract.webhooks import HEADERS, MESSAGES
from cartulary_service.subjects import OPERATIONS

OWN: Final = "#/components/schemas/"
OTHERS: Final = "openapi.yaml#/components/schemas/"
DESCRIPTION_OF_WEBHOOKS: Final = (
    "To the `url` of a webhook with the format `standard`. It may come twice, with the same `webhook-id`."
)
DESCRIPTION: Final = """\
What the service tells by itself: event streams (`text/event-stream`) and webhooks (Standard Webhooks).
What each event of a game says is told by the schemas at /v1/catalogue/{game}/events/{type}/{v}.
"""
STREAM: Final = """\
Each message has an `id`: sent as `Last-Event-ID` it is where the stream goes on.
Lines that begin with a colon are heartbeats.
"""
EVENT: Final = "`event` is the type of what happened, `data` this, on one line."
CHAT: Final = "`event` is the message's name, `data` this, on one line."


def document() -> str:
    """The contract of streams and webhooks as YAML."""
    return as_yaml(streams_and_webhooks())


@cache
def streams_and_webhooks() -> dict[str, Any]:
    """The same."""
    streams = [each for each in OPERATIONS if each.stream]
    channels = {each.name: channel(each) for each in streams} | {"webhook": webhook()}
    operations = {each.name: operation(each) for each in streams} | {"send_webhook": sending()}
    known = contract()["components"]["schemas"]
    schemas = {name: schema for name, schema in make().items() if name not in known}
    whole = {
        "asyncapi": "3.0.0",
        "info": {"title": "Cartulary", "version": __version__, "description": DESCRIPTION, "license": LICENSE},
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": operations,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
    placed: dict[str, Any] = elsewhere(whole, known)
    return placed


def make() -> dict[str, Any]:
    """The schemas of all messages, and those that they are made of."""
    plugin = MarshmallowPlugin(schema_name_resolver=name_of)
    spec = APISpec(title="", version="", openapi_version="3.1.0", plugins=[plugin])
    sent = [each.schema for each in MESSAGES.values()]
    for schema in sent + [one for each in OPERATIONS for one in each.stream.values()]:
        if schema.__name__ not in spec.components.schemas:
            spec.components.schema(schema.__name__, schema=schema)
    assert plugin.converter is not None
    words = {name: key[0].__doc__ for key, name in plugin.converter.refs.items()}
    found: dict[str, Any] = spec.to_dict()["components"]["schemas"]
    describe_schemas(found, words)
    return {name: opened(schema) for name, schema in found.items()}


def elsewhere(value: Any, known: dict[str, Any]) -> Any:
    """References to what openapi.yaml has lead there."""
    if isinstance(value, list):
        return [elsewhere(each, known) for each in value]
    if not isinstance(value, dict):
        return value
    if str(ref := value.get("$ref", "")).removeprefix(OWN) in known:
        return value | {"$ref": ref.replace(OWN, OTHERS)}
    return {key: elsewhere(each, known) for key, each in value.items()}


def message(name: str, schema: type[Schema], summary: str) -> dict[str, Any]:
    """A message of a channel."""
    return {"name": name, "summary": summary, "payload": {"$ref": OWN + schema.__name__}}


def channel(each: Operation) -> dict[str, Any]:
    """A stream."""
    words = EVENT if [*each.stream] == ["event"] else CHAT
    inside = [value for value in parameters(each) if isinstance(value, dict) and value["in"] == "path"]
    return {
        "address": each.openapi_path(),
        "description": f"{each.summary}\n\n{each.description}\n\n{STREAM}".replace("\n\n\n\n", "\n\n"),
        **({"parameters": {value["name"]: {"description": "The game's id."} for value in inside}} if inside else {}),
        "messages": {name: message(name, schema, words) for name, schema in each.stream.items()},
    }


def operation(each: Operation) -> dict[str, Any]:
    """Return the AsyncAPI operation that reads a stream."""
    needs = [{"$ref": "#/components/securitySchemes/token"}]
    return {
        "action": "send",
        "channel": {"$ref": f"#/channels/{each.name}"},
        "summary": each.summary,
        **({"security": needs} if each.access.required else {}),
        "bindings": {"http": {"method": each.method, "bindingVersion": "0.3.0"}},
    }


def webhook() -> dict[str, Any]:
    """Return the AsyncAPI channel of webhooks."""
    members = {name: {"type": "string", "description": words} for name, words in HEADERS.items()}
    headers = {"headers": {"type": "object", "properties": members, "required": [*members]}}
    messages = {each.name: message(kind, each.schema, each.summary) | headers for kind, each in MESSAGES.items()}
    return {"address": None, "description": DESCRIPTION_OF_WEBHOOKS, "messages": messages}


def sending() -> dict[str, Any]:
    """Return the AsyncAPI operation that sends to webhooks."""
    return {
        "action": "send",
        "channel": {"$ref": "#/channels/webhook"},
        "summary": "Tell a player's webhook what has happened, until it answers 2xx.",
        "bindings": {"http": {"method": "POST", "bindingVersion": "0.3.0"}},
    }
