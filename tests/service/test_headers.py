"""What every answer says to browsers: its type is meant, and HTML runs only what its policy allows."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import pytest
import requests
import yaml
from flask.testing import FlaskClient

from tests.patience import PATIENCE
from tests.service.client import CARTA, Player
from tests.service.conftest import worker
from tests.service.test_server import answer

PATHS: Final = [
    "/", "/play", "/replay", "/verify", "/integrity", "/docs", "/docs/", "/docs/swagger-ui-bundle.js", "/docs/guide/",
    "/docs/guide/playing", "/docs/guide/pages.css", "/rulings/A-44", "/problems/stale", "/openapi.yaml", "/verify.js",
    "/play/play.js", "/pages.css", "/healthz", "/readyz", "/v1/catalogue", "/v1/games", "/v1/me", "/nothing",
]  # fmt: skip
BELOW: Final = "https://games.example/cards"
BROKEN: Final = [b"GARBAGE\r\n\r\n", b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n"]


def fetched(url: str) -> requests.Response:
    return requests.get(url, timeout=PATIENCE, allow_redirects=False)


@pytest.mark.parametrize("path", PATHS)
def test_no_answer_is_taken_for_another_type(served: str, path: str) -> None:
    assert fetched(served + path).headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("request_bytes", BROKEN)
def test_the_answer_to_a_malformed_request_cannot_be_taken_for_another_type(served: str, request_bytes: bytes) -> None:
    head, _ = answer(served, request_bytes)
    assert b"\r\nX-Content-Type-Options: nosniff\r\n" in head


@pytest.mark.parametrize("path", PATHS)
def test_html_has_a_strict_policy(served: str, path: str) -> None:
    found = fetched(served + path)
    if found.headers.get("Content-Type", "").startswith("text/html"):
        policy = found.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        for directive in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"):
            assert directive in policy


def test_pages_have_no_script_within_them(served: str) -> None:
    for path in ("/docs/", "/play", "/replay", "/verify", "/integrity"):
        text = fetched(served + path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), path


# Bodies


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/me/tokens"), ("POST", "/games"), ("PUT", "/me/notices"), ("PATCH", "/webhooks/{none}")],
)
@pytest.mark.parametrize("body", [b"{}", b'{"scopes":["read"]}', b" "])
def test_a_body_without_a_type_is_refused_by_every_method(served: str, method: str, path: str, body: bytes) -> None:
    ann = Player(served)
    url = f"{served}/v1{path}".replace("{none}", ann.id)
    for data in (body, iter([body])):
        refused = requests.request(method, url, data=data, headers=headers(ann), timeout=PATIENCE)
        assert refused.status_code == 415
        problem = refused.json()
        assert problem["code"] == "not-json"
        assert "Content-Type: application/json" in problem["detail"]


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"])
def test_a_body_of_another_type_is_refused(served: str, kind: str) -> None:
    ann = Player(served)
    refused = requests.post(
        f"{served}/v1/me/tokens", data=b"{}", headers=headers(ann) | {"Content-Type": kind}, timeout=PATIENCE
    )
    assert refused.status_code == 415


def test_an_empty_body_needs_no_type(served: str) -> None:
    ann = Player(served)
    bodies: tuple[Any, ...] = (None, b"", iter([]))
    for data in bodies:
        assert (
            requests.post(f"{served}/v1/me/tokens", data=data, headers=headers(ann), timeout=PATIENCE).status_code
            == 201
        )


def headers(player: Player) -> dict[str, str]:
    return {"Authorization": f"Bearer {player.token}"}


def test_no_address_in_an_answer_is_that_of_the_host_header(served: str) -> None:
    paths = ("/v1/nothing", "/.well-known/oauth-authorization-server", "/v1/oembed?url=x", "/play", "/openapi.yaml")
    for path in paths:
        answer = requests.get(f"{served}{path}", headers={"Host": "evil.example"}, timeout=PATIENCE)
        assert "evil.example" not in answer.text, path
        assert not any("evil.example" in value for value in answer.headers.values()), path


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/docs", "/docs/"),
        ("/docs/guide", "/docs/guide/"),
        ("/", "/play"),
    ],
)
def test_a_redirect_leads_within_the_service_whatever_the_host_header_says(served: str, path: str, target: str) -> None:
    asked = {"Host": "evil.example"}
    answer = requests.get(f"{served}{path}", headers=asked, allow_redirects=False, timeout=PATIENCE)
    assert answer.headers["Location"] == target
    assert "evil.example" not in answer.text


@pytest.fixture
def below_a_path(database_url: str, tmp_path: Path) -> Iterator[FlaskClient]:
    """A worker behind TLS, which players reach below a path that the proxy takes away."""
    with worker(database_url, tmp_path, public_url=BELOW) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/docs", "/docs/"),
        ("/docs/guide", "/docs/guide/"),
        ("/", "/play"),
        ("/problems/illegal", "/docs/guide/reference/problems#illegal"),
        ("/rulings/A-42", "/docs/guide/rules/carta-impera-victoria#A-42"),
    ],
)
def test_a_redirect_leads_below_the_path_of_the_public_url(below_a_path: FlaskClient, path: str, target: str) -> None:
    answer = below_a_path.get(path, headers={"Host": "evil.example"})
    assert answer.headers["Location"] == f"/cards{target}"
    assert f'href="/cards{target}"' in answer.text
    assert "evil.example" not in answer.text


def test_what_was_created_and_the_next_page_lie_below_the_path_of_the_public_url(below_a_path: FlaskClient) -> None:
    ann = json.loads(below_a_path.post("/v1/players", json={"name": "Ann"}).text)
    asked = {"Authorization": f"Bearer {ann['token']}"}
    for _ in range(2):
        made = below_a_path.post("/v1/games", json={"game": CARTA, "seats": 2}, headers=asked)
        assert made.headers["Location"] == f"/cards/v1/games/{json.loads(made.text)['id']}"
    listed = below_a_path.get("/v1/games?limit=1")
    assert listed.headers["Link"].startswith("</cards/v1/games?limit=1&cursor=")


def test_a_path_in_an_answer_is_below_the_address_of_the_service_as_its_description_says(
    below_a_path: FlaskClient,
) -> None:
    ann = below_a_path.post("/v1/players", json={"name": "Ann"}).get_json()
    asked = {"Authorization": f"Bearer {ann['token']}"}
    game = below_a_path.post("/v1/games", json={"game": CARTA, "seats": 2}, headers=asked).get_json()["id"]
    found = {
        "Calendar path": below_a_path.post("/v1/me/calendar", json={}, headers=asked).get_json()["path"],
        "InviteWithCode path": below_a_path.post(f"/v1/games/{game}/invites", json={}, headers=asked).get_json()[
            "path"
        ],
        "EventType url": below_a_path.get(f"/v1/catalogue/{CARTA}").get_json()["events"][0]["url"],
        "Problem address": below_a_path.get("/v1/games/").get_json()["address"],
    }
    contract = yaml.safe_load(below_a_path.get("/openapi.yaml").text)
    assert [each["url"] for each in contract["servers"]] == [urlsplit(BELOW).path]
    for member, path in found.items():
        assert below_a_path.get(path).status_code == 200
        schema, name = member.split()
        parts = contract["components"]["schemas"][schema]
        (described,) = [each["properties"][name] for each in parts.get("allOf", [parts]) if "properties" in each]
        assert "below the address of the service" in described["description"]


PAGES: Final = [
    "/play", "/replay", "/verify", "/integrity", "/embed", "/docs/", "/docs/guide/", "/docs/guide/how-to/set-a-clock",
    "/docs/guide/search?q=clock", "/unsubscribe/code", "/nothing", "/nothing/at/all/",
]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_all_that_a_page_needs_and_leads_to_lies_below_the_path_of_the_public_url(
    below_a_path: FlaskClient, path: str
) -> None:
    page = below_a_path.get(path, headers={"Accept": "text/html"})
    assert page.mimetype == "text/html"
    places = [urljoin(BELOW + path, each) for each in re.findall(r'(?:href|src)="([^"#]+)', page.text)]
    own = [each for each in places if each.startswith("https://games.example/")]
    assert [each for each in own if not each.startswith(f"{BELOW}/")] == []
    for each in own:
        assert below_a_path.get(each.removeprefix(BELOW), follow_redirects=True).status_code == 200, each


def test_the_manifest_and_the_contracts_lead_below_the_path_of_the_public_url(below_a_path: FlaskClient) -> None:
    manifest = json.loads(below_a_path.get("/manifest.webmanifest").text)
    leads = [manifest["start_url"], manifest["scope"], *(each["src"] for each in manifest["icons"])]
    base = urlsplit(BELOW).path
    assert all(urljoin(f"{base}/manifest.webmanifest", each).startswith(f"{base}/") for each in leads)
    for text in (below_a_path.get("/openapi.yaml").text, below_a_path.get("/openapi.json").text):
        assert [each["url"] for each in yaml.load(text, yaml.CSafeLoader)["servers"]] == [base]
