"""The contracts as they are served: without the operations, streams and webhooks of subjects that are left out."""

import json
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import yaml
from flask import Flask, Response, current_app

from cartulary_service.api.replies import BASE
from cartulary_service.http.addresses import service_url
from cartulary_service.process_pool import ProcessPool
from cartulary_service.subjects import OPERATIONS, SUBJECTS
from cartulary_service.web.files import send, send_text

PACKAGE: Final = Path(__file__).parents[1]
ROOT: Final = PACKAGE if (PACKAGE / "openapi.yaml").exists() else PACKAGE.parents[1]
"""Folder of the contracts: in the package, else in the checkout."""
OPENAPI: Final = "openapi.yaml"
ASYNCAPI: Final = "asyncapi.yaml"
TOKENS: Final = f"{BASE}/oauth/tokens"
"""Where programs of others get their tokens."""
CONTRACTS: Final = {name: ROOT / name for name in (OPENAPI, ASYNCAPI)}
"""Contracts of requests (OpenAPI), and of streams and webhooks (AsyncAPI)."""
WEBHOOK: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "create_webhook": (("channels", "webhook"), ("operations", "send_webhook"))
}
"""Where webhooks stand in asyncapi.yaml, by the operation without which there are none."""


def init_app(app: Flask) -> None:
    for name in CONTRACTS:
        app.add_url_rule(f"/{name}", name, partial(send_contract, name))
    app.add_url_rule("/openapi.json", "openapi.json", send_as_json)


def send_contract(name: str) -> Response:
    left_out, path = operations_left_out(), path_of_service()
    if not left_out and (not path or name != OPENAPI):
        return send(CONTRACTS[name], "application/yaml")
    document = contract_without(left_out, path) if name == OPENAPI else streams_without(left_out)
    return send_text(yaml.dump(document, Dumper=yaml.CSafeDumper, sort_keys=False), "application/yaml")


def operations_left_out() -> frozenset[str]:
    """Return the names of the operations whose subject does not run here."""
    running = {each.name for each in current_app.extensions["cartulary"]["subjects"]}
    blueprints = {each.blueprint.name for each in SUBJECTS if each.blueprint and each.name not in running}
    return frozenset(each.name for each in OPERATIONS if each.blueprint in blueprints)


def path_of_service() -> str:
    """Return the path of `PUBLIC_URL`, which the proxy in front takes away; empty without one."""
    return urlsplit(service_url()).path


def contract_without(left_out: frozenset[str], path: str) -> dict[str, Any]:
    """Return the contract of requests below a path, without some operations, and tags that no operation has then."""
    document = load(OPENAPI)
    for server in document["servers"]:
        server["url"] = path or server["url"]
    for path, methods in [*document["paths"].items()]:
        kept = {method: each for method, each in methods.items() if each["operationId"] not in left_out}
        document["paths"].pop(path)
        if kept:
            document["paths"][path] = kept
    used = {tag for methods in document["paths"].values() for each in methods.values() for tag in each["tags"]}
    document["tags"] = [each for each in document["tags"] if each["name"] in used]
    if TOKENS not in document["paths"]:
        drop_sign_in(document)
    return document


def streams_without(left_out: frozenset[str]) -> dict[str, Any]:
    """Return the contract of streams and webhooks without some operations."""
    document = load(ASYNCAPI)
    for name in left_out:
        for section, key in (("channels", name), ("operations", name), *WEBHOOK.get(name, ())):
            document[section].pop(key, None)
    return document


def load(name: str) -> dict[str, Any]:
    document: dict[str, Any] = yaml.load(CONTRACTS[name].read_text(encoding="utf-8"), yaml.CSafeLoader)
    return document


def drop_sign_in(document: dict[str, Any]) -> None:
    """Move the scopes to tokens of the players' own, where programs of others cannot sign in."""
    schemes = document["components"]["securitySchemes"]
    del schemes["oauth"]
    schemes["token"]["description"] = "A token of the player's own, with the scopes that the operation names."
    for each in (each for methods in document["paths"].values() for each in methods.values()):
        each["security"] = [
            {"token": way["oauth"]} if "oauth" in way else way for way in each["security"] if "token" not in way
        ]


def send_as_json() -> Response:
    """The contract of requests for tools that read no YAML."""
    processes = current_app.extensions["cartulary"]["processes"]
    return send_text(json_contract(processes, operations_left_out(), path_of_service()), "application/json")


@cache
def json_contract(processes: ProcessPool[object], left_out: frozenset[str], path: str) -> str:
    return processes.run(convert_contract, left_out, path)


def convert_contract(_: object, left_out: frozenset[str], path: str) -> str:
    """Return the contract as JSON, which takes a third of a second."""
    return json.dumps(contract_without(left_out, path), ensure_ascii=False, separators=(",", ":"))
