"""Spans for OpenTelemetry: what a collector is told of each request, and what it is not."""

import sys
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from cartulary_service.application import create_app
from cartulary_service.config import BadConfig, Config
from tests.commands import run
from tests.service.client import Client, Player
from tests.service.conftest import eventually, free_port, service
from tests.service.receiver import Received, receiver

TRACE = "0af7651916cd43dd8448eb211c80319c"


def spans(received: list[Received]) -> list[Span]:
    exported = (ExportTraceServiceRequest.FromString(each.body) for each in received if each.path == "/v1/traces")
    return [span for each in exported for of in each.resource_spans for scope in of.scope_spans for span in scope.spans]


def test_a_collector_is_told_each_request_in_its_callers_trace_and_no_secret(own_database: str, tmp_path: Path) -> None:
    with receiver() as collector:
        settings = {
            "DATABASE_URL": own_database,
            "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
            "OTEL_BSP_SCHEDULE_DELAY": "50",
        }
        with service(settings, tmp_path / "log") as url:
            ann = Player(url, "Ann of the canary")
            game = ann.new_game()
            ann.get(f"/games/{game}?invite=canary", headers={"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"})
            Client(url).get("/nothing/canary")
            eventually(lambda: len(spans(collector.received)) >= 4)
        told = {span.name: span for span in spans(collector.received)}
        assert b"canary" not in b"".join(each.body for each in collector.received)
        assert ann.token.encode() not in b"".join(each.body for each in collector.received)
    look = told["GET /v1/games/<uuid:id>"]
    assert look.trace_id.hex() == TRACE
    assert {each.key: each.value for each in look.attributes}["http.response.status_code"].int_value == 200
    assert told["POST /v1/players"].trace_id.hex() != TRACE
    assert not [span for span in told.values() if span.status.code == Status.STATUS_CODE_ERROR]


@pytest.fixture
def without_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http", None)


@pytest.mark.usefixtures("without_library")
def test_without_the_library_it_is_said_what_to_install() -> None:
    with pytest.raises(BadConfig, match=r"cartulary-service\[otel\]"):
        create_app(Config(database_url="postgresql:///none", otel_exporter_otlp_endpoint="http://127.0.0.1:4318"))


@pytest.mark.usefixtures("without_library")
def test_without_the_library_a_start_is_refused_by_one_sentence_and_the_doctor_says_the_same(tmp_path: Path) -> None:
    settings = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318",
        "DATABASE_URL": "postgresql://127.0.0.1:1/none",
        "KEYS_DIR": str(tmp_path / "keys"),
        "PORT": str(free_port()),
        "MIGRATE": "false",
    }
    refused = run("serve", **settings)
    (sentence,) = refused.stderr.splitlines()
    assert refused.returncode == 2
    assert "cartulary-service[otel]" in sentence
    assert f"WRONG  settings: {sentence.removeprefix('cartulary: ')}" in run("doctor", **settings).stdout.splitlines()
