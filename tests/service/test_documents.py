"""What a newcomer opens first: the contract, its pages, and one walk through every operation."""

import re
from urllib.parse import urljoin, urlsplit

import pytest
import requests
import yaml

from tests.patience import PATIENCE
from tests.service.client import CARTA, CONTRACT, NDJSON, TOUCHED, Client, Player, body_of, contract
from tests.service.program import Program

pytestmark = pytest.mark.every_subject

LOADED = re.compile(
    r"""<(?:link|script|img)\b[^>]*?(?:src|href)\s*=\s*["']([^"'#]+)|url\(["']?([^"')]+)|@import\s+["']([^"']+)"""
)
OUTSIDE = re.compile(rb"""(?:src|href|action)\s*=\s*["']?(?:https?:)?//|url\(\s*["']?(?:https?:)?//|@import""")


def fetched(url: str) -> requests.Response:
    response = requests.get(url, timeout=PATIENCE)
    assert response.status_code == 200, url
    return response


def test_the_contract_is_served_as_it_is_kept(served: str) -> None:
    response = fetched(f"{served}/openapi.yaml")
    assert response.content == CONTRACT.read_bytes()
    assert "yaml" in response.headers["Content-Type"]


def test_the_front_door_leads_to_the_lobby(served: str) -> None:
    assert fetched(f"{served}/").url == f"{served}/play"


def test_the_documentation_loads_nothing_from_outside(served: str) -> None:
    """Every script, style and picture of /docs/ comes from here and leads nowhere else."""
    waiting, seen = [f"{served}/docs/"], set()
    while waiting:
        url = waiting.pop()
        seen.add(url)
        response = fetched(url)
        if not url.endswith(".js"):
            assert not OUTSIDE.search(response.content), url
            found = [next(filter(None, groups)) for groups in LOADED.findall(response.text)]
            links = {urljoin(url, each) for each in found if not each.startswith("data:")}
            waiting += [each for each in links - seen if urlsplit(each).scheme.startswith("http")]
    assert len(seen) > 3
    assert {urlsplit(url).netloc for url in seen} == {urlsplit(served).netloc}


def test_the_documentation_describes_this_contract_and_asks_no_other_service(served: str) -> None:
    page, script = fetched(f"{served}/docs/").text, fetched(f"{served}/docs/docs.js").text
    assert "/openapi.yaml" in page
    assert re.search(r"validatorUrl: null", script), "the page would ask an outside validator"


@pytest.mark.parametrize("path", ["/docs/nothing.js", "/docs/../../etc/passwd", "/nothing", "/openapi.toml"])
def test_an_unknown_document_is_a_problem(served: str, path: str) -> None:
    response = requests.get(served + path, timeout=PATIENCE)
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/v1/catalogue", "/openapi.yaml", "/nothing"])
def test_any_web_page_may_call_the_api(served: str, path: str) -> None:
    response = requests.get(served + path, headers={"Origin": "https://club.example"}, timeout=PATIENCE)
    assert response.headers["Access-Control-Allow-Origin"] in ("*", "https://club.example")
    assert "ETag" in response.headers["Access-Control-Expose-Headers"].split(", ")
    assert "Access-Control-Allow-Credentials" not in response.headers


def test_a_web_page_may_send_a_token_a_version_and_a_key(served: str) -> None:
    asked = {
        "Origin": "https://club.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type, if-match, idempotency-key",
    }
    response = requests.options(f"{served}/v1/games", headers=asked, timeout=PATIENCE)
    assert response.status_code == 200
    allowed = response.headers["Access-Control-Allow-Headers"].lower()
    assert all(each in allowed for each in ("authorization", "content-type", "if-match", "idempotency-key"))


def test_the_contract_is_served_as_json_too(served: str) -> None:
    response = fetched(f"{served}/openapi.json")
    assert response.json() == yaml.load(CONTRACT.read_text(), yaml.CSafeLoader)
    assert response.headers["Content-Type"] == "application/json"


def test_a_first_evening_touches_every_operation_there_is(served: str) -> None:
    TOUCHED.clear()
    anybody, ann, ben = Client(served), Player(served, "Ann"), Player(served, "Ben")
    assert anybody.get("/catalogue").status_code == 200
    assert anybody.get(f"/catalogue/{CARTA}").status_code == 200
    assert anybody.get(f"/catalogue/{CARTA}/events/CardsDrawn/1").status_code == 200
    made = body_of(ann.post("/me/tokens", {"scopes": ["read"]}), 201)
    assert ann.get("/me").status_code == 200
    assert ann.get("/me/tokens").status_code == 200
    assert ann.delete(f"/me/tokens/{made['id']}").status_code == 204
    program = Program(served)
    assert anybody.get(f"/oauth/clients/{program.id}").status_code == 200
    assert anybody.get("/oauth/authorization", params=program.ask()).status_code == 200
    assert program.sign_in(ann).get("/me").status_code == 200
    consent = body_of(ann.get("/me/consents"), 200)["consents"][0]
    assert program.post_form("/oauth/revocations", token="none").status_code == 200
    assert ann.delete(f"/me/consents/{consent['id']}").status_code == 204
    game = ann.new_game()
    assert game in anybody.get("/games").text
    assert body_of(ann.send("PATCH", f"/games/{game}", json={"title": "Friday"}), 200)["title"] == "Friday"
    for player in (ann, ben):
        assert player.sit(game).status_code == 201
    assert ann.post(f"/games/{game}/openings", {"entropy": "0" * 64}).status_code == 422
    assert ann.post(f"/games/{game}/rules", {"revision": 3}).status_code == 422
    active = (ann, ben)[ann.see(game)["to_act"][0]]
    accepted = body_of(active.act(game, active.legal(game)[0]), 201)
    assert active.see(game) == accepted["game"]
    assert active.see(game, accepted["version"])["state"] == accepted["game"]["state"]
    assert active.get(f"/games/{game}/states").text.count("\n") == accepted["version"]
    assert accepted["events"] == active.events(game)[-len(accepted["events"]) :]
    assert accepted["game"]["head"] in anybody.get(f"/games/{game}/audit").text
    assert ann.get("/me/turns").status_code == 200
    assert ben.shown().items() <= body_of(anybody.get(f"/players/{ben.id}"), 200).items()
    assert ben.shown() in body_of(ann.get(f"/players?handle={ben.handle}"), 200)["players"]
    assert not body_of(ann.send("PATCH", "/me", json={"bot": False}), 200)["bot"]
    invite = body_of(ann.post(f"/games/{game}/invites"), 201)
    assert invite["id"] in ann.get(f"/games/{game}/invites").text
    assert anybody.get(f"/games/{game}/invitation?code={invite['code']}").status_code == 200
    assert ann.delete(f"/games/{game}/invites/{invite['id']}").status_code == 204
    assert body_of(ann.get("/me/invites"), 200) == {"invites": []}
    assert ann.delete(f"/me/invites/{invite['id']}").status_code == 404
    assert ann.delete(f"/games/{game}/seats/0").status_code == 409
    assert ann.delete(f"/games/{game}").status_code == 409
    assert ann.post(f"/games/{game}/rematch").status_code == 409
    assert ann.get(f"/games/{game}/rematch").status_code == 404
    assert "Ann" in ann.get(f"/games/{game}/since").text
    assert ann.send("PUT", f"/games/{game}/cursor", json={"version": 1}).status_code == 204
    order = {"condition": {"kind": "end_turn"}}
    given = body_of(ann.post(f"/games/{game}/orders", order), 201)
    assert given["id"] in ann.get(f"/games/{game}/orders").text
    assert "outcomes" in body_of(ann.post(f"/games/{game}/trials", order), 200)
    assert ann.delete(f"/games/{game}/orders/{given['id']}").status_code == 204
    assert body_of(ann.post(f"/games/{game}/forks", {}), 201)["forked_from"]["game"] == game
    assert ann.send("PUT", f"/games/{game}/notes/1", json={"text": "Ben is quick."}).status_code == 200
    assert "quick" in ann.get(f"/games/{game}/notes").text
    assert ann.delete(f"/games/{game}/notes/1").status_code == 204
    said = body_of(ben.post(f"/games/{game}/chat", {"text": "Good luck!"}), 201)
    assert "Good luck!" in anybody.get(f"/games/{game}/chat").text
    assert ann.send("PUT", f"/games/{game}/chat-cursor", json={"message": said["id"]}).status_code == 204
    assert ben.delete(f"/games/{game}/chat/{said['id']}").status_code == 204
    assert ann.send("PUT", f"/me/organisers/{ben.id}").status_code == 204
    assert ben.id in ann.get("/me/organisers").text
    tables = [{"game": CARTA, "seats": [ben.id, ann.id]}]
    assert ben.post("/tables", {"tag": f"evening-{ben.id[-12:]}", "tables": tables}).status_code == 201
    assert ann.delete(f"/me/organisers/{ben.id}").status_code == 204
    assert ann.send("PUT", f"/me/mutes/{ben.id}").status_code == 204
    assert ben.id in ann.get("/me/mutes").text
    assert ann.delete(f"/me/mutes/{ben.id}").status_code == 204
    made = body_of(ann.post("/me/tokens"), 201)
    assert made["id"] in {each["id"] for each in body_of(ann.get("/me/rights"), 200)["rights"]}
    assert ann.post(f"/me/tokens/{made['id']}/rotation").status_code == 201
    assert ann.delete("/me/tokens").status_code == 204
    codes = body_of(ann.post("/me/recovery-codes"), 201)["codes"]
    assert anybody.post("/recoveries", {"handle": ann.handle, "code": codes[0]}).status_code == 201
    assert anybody.post("/recoveries/mail", {"handle": ann.handle}).status_code == 409
    assert ann.post(f"/games/{game}/analysis").status_code == 409
    assert anybody.get(f"/games/{game}/analysis").status_code == 404
    assert "given" in ann.get("/me/delegations").text
    until = "2100-01-01T00:00:00Z"
    given = body_of(ann.post("/me/delegations", {"player": Player(served).id, "until": until}), 201)
    assert ann.delete(f"/me/delegations/{given['id']}").status_code == 204
    assert game in ann.get("/me/export").text
    assert ann.delete("/me").status_code == 422
    hook = body_of(ann.post("/webhooks", {"url": "https://1.1.1.1/", "games": [ann.new_game()]}), 201)
    where = f"/webhooks/{hook['id']}"
    assert not body_of(ann.send("PATCH", where, json={"enabled": False}), 200)["enabled"]
    assert hook["id"] in ann.get("/webhooks").text
    assert ann.get(where).status_code == 200
    assert ann.post(f"{where}/test").status_code == 409
    assert body_of(ann.get(f"{where}/deliveries"), 200) == {"deliveries": []}
    assert ann.post(f"{where}/deliveries/{hook['id']}/redelivery").status_code == 404
    assert ann.delete(where).status_code == 204
    assert ann.get("/me/notices").status_code == 200
    assert ann.send("PUT", "/me/notices", json={"email": "ann@example.org"}).status_code == 409
    assert ann.post("/me/notices/confirmation", {"code": "none"}).status_code == 422
    assert anybody.get("/unsubscriptions/none").status_code == 303
    assert anybody.post("/unsubscriptions/none").status_code == 204
    path = body_of(ann.post("/me/calendar"), 201)["path"]
    assert anybody.get(path.removeprefix("/v1")).status_code == 200
    assert ann.delete("/me/calendar").status_code == 204
    assert anybody.get("/export?limit=1").status_code == 200
    assert anybody.get("/archive?limit=1").status_code == 200
    assert anybody.get("/archive/figures").status_code == 200
    assert anybody.get(f"/games/{game}/states/1.svg").status_code == 200
    assert anybody.get(f"/oembed?url={served}/replay?game={game}").status_code == 200
    bundle = anybody.get(f"/games/{game}/audit").content
    assert anybody.send("POST", "/replays", data=bundle, headers={"Content-Type": NDJSON}).status_code == 422
    with anybody.following(f"/games/{game}/events") as stream:
        assert len(stream.take(accepted["version"])) == accepted["version"]
    with ann.following("/me/events") as stream:
        stream.blocks()
    assert anybody.get("/feed?limit=1").status_code == 200
    assert anybody.get("/integrity").status_code == 200
    assert anybody.get("/push-key").status_code == 200
    assert anybody.get("/log/checkpoint").status_code == 200
    assert anybody.post("/log/cosignatures", {"size": 2**53 - 1, "line": "x"}).status_code == 404
    assert anybody.get("/log/tile/9%2F000").status_code == 404
    every = {each["operationId"] for methods in contract()["paths"].values() for each in methods.values()}
    assert every == TOUCHED
