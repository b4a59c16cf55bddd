"""asyncapi.yaml says what the code does: every stream and webhook, by the schemas of openapi.yaml."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
import requests

from cartulary_service.contract import asyncapi
from cartulary_service.subjects.notices.payloads import trial
from tests.patience import PATIENCE
from tests.service.client import EVENT_STREAM, TOLD, contract, message, require_valid, streams_and_webhooks

pytestmark = pytest.mark.every_subject


def references(value: Any) -> Iterator[str]:
    """Every reference in a part of the document."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key == "$ref":
                yield each
            else:
                yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def led_to(reference: str) -> Any:
    """What a reference leads to. Raises KeyError."""
    file, _, place = reference.partition("#/")
    found: Any = {"": streams_and_webhooks, "openapi.yaml": contract}[file]()
    for key in place.split("/"):
        found = found[key]
    return found


def test_asyncapi_yaml_is_what_the_code_makes() -> None:
    assert TOLD.read_text(encoding="utf-8") == asyncapi.document(), "run: make openapi"


def test_it_is_served_as_it_is_kept(served: str) -> None:
    response = requests.get(f"{served}/asyncapi.yaml", timeout=PATIENCE)
    assert response.content == TOLD.read_bytes()
    assert "yaml" in response.headers["Content-Type"]


def test_every_reference_leads_to_something() -> None:
    found = [*references(streams_and_webhooks())]
    assert any(each.startswith("openapi.yaml#") for each in found)
    for each in found:
        assert led_to(each) is not None, each


def test_every_event_stream_of_the_api_is_a_channel_at_the_same_address() -> None:
    streams = {
        each["operationId"]: path
        for path, methods in contract()["paths"].items()
        for each in methods.values()
        if EVENT_STREAM in each["responses"].get("200", {}).get("content", {})
    }
    channels = {name: each["address"] for name, each in streams_and_webhooks()["channels"].items()}
    assert channels == streams | {"webhook": None}


def test_every_channel_is_of_the_form_that_asyncapi_3_wants() -> None:
    document = streams_and_webhooks()
    assert document["asyncapi"] == "3.0.0"
    assert {each["channel"]["$ref"] for each in document["operations"].values()} == {
        f"#/channels/{name}" for name in document["channels"]
    }
    for each in document["operations"].values():
        assert each["action"] == "send"
        assert each["bindings"]["http"]["method"] in ("GET", "POST")
    for each in document["channels"].values():
        inside = [part[1:-1] for part in (each["address"] or "").split("/") if part.startswith("{")]
        assert [*each.get("parameters", {})] == inside
        for sent in each["messages"].values():
            assert {"name", "summary", "payload"} <= sent.keys() <= {"name", "summary", "payload", "headers"}


def test_the_test_message_of_a_webhook_is_as_declared() -> None:
    sent = trial(str(uuid4()), "standard", "2026-01-31T12:00:00.000Z")
    require_valid(message("webhook", "test"), json.loads(sent.text))


@pytest.mark.parametrize("name", ["read_feed", "follow_my_games"])
def test_a_stream_without_its_token_answers_401(name: str) -> None:
    assert ("security" in streams_and_webhooks()["operations"][name]) is (name == "follow_my_games")
