"""OAuth: a program acts for a player who has let it, within the scopes granted, until one of the two ends it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import psycopg
import pytest
import requests
from oauthlib.oauth2 import InvalidGrantError

from cartulary_service.config import Config
from cartulary_service.players import rights
from cartulary_service.store.database import Database
from cartulary_service.subjects.oauth import clients, pairs
from tests.patience import PATIENCE
from tests.service.client import CARTA, Client, Player, body_of
from tests.service.conftest import tables_with
from tests.service.program import BACK, Program

pytestmark = pytest.mark.every_subject

METADATA = "/.well-known/oauth-authorization-server"


@pytest.fixture
def program(served: str) -> Program:
    return Program(served)


@pytest.fixture
def ada(served: str) -> Player:
    return Player(served, "Ada")


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    database = Database(Config(database_url=database_url))
    yield database
    database.close()


def error_of(response: requests.Response) -> str:
    """The code of an error of OAuth."""
    assert response.status_code == 400
    found: dict[str, str] = response.json()
    assert found["error_description"]
    return found["error"]


def test_a_program_plays_for_the_player_who_let_it_in(program: Program, ada: Player) -> None:
    for_ada = program.sign_in(ada)
    assert body_of(for_ada.get("/me"), 200)["id"] == ada.id
    game = body_of(for_ada.post("/games", {"game": CARTA, "seats": 2}), 201)
    assert body_of(for_ada.post(f"/games/{game['id']}/seats"), 201)["game"]["seats"][0]["player"]["id"] == ada.id


def test_a_program_has_the_scopes_that_were_granted_and_no_others(program: Program, ada: Player) -> None:
    for_ada = program.sign_in(ada)
    refusal = for_ada.get("/me/tokens")
    assert refusal.status_code == 403
    assert 'error="insufficient_scope"' in refusal.headers["WWW-Authenticate"]
    assert body_of(for_ada.get("/me"), 200)["token"]["scopes"] == ["read", "play"]


def test_a_player_cannot_grant_a_scope_that_their_own_token_lacks(served: str, ada: Player) -> None:
    narrow = body_of(ada.post("/me/tokens", {"scopes": ["read", "manage"]}), 201)["token"]
    wish = Program(served, "read play").ask()
    assert Client(served, narrow).post("/me/consents", wish).status_code == 403


def test_only_the_holder_of_a_manage_token_consents(served: str, ada: Player) -> None:
    narrow = body_of(ada.post("/me/tokens", {"scopes": ["read", "play"]}), 201)["token"]
    assert Client(served, narrow).post("/me/consents", Program(served).ask()).status_code == 403
    assert Client(served).post("/me/consents", Program(served).ask()).status_code == 401


def test_the_answer_names_issuer_and_state(served: str, program: Program, ada: Player) -> None:
    wish = program.ask()
    address = body_of(ada.post("/me/consents", wish), 201)["redirect_to"]
    found = parse_qs(urlsplit(address).query)
    assert address.startswith(BACK)
    assert found.keys() == {"code", "state", "iss"}
    assert (found["state"], found["iss"]) == ([wish["state"]], [served])


def test_a_refusal_goes_back_to_the_program(program: Program) -> None:
    shown = body_of(program.anybody.get("/oauth/authorization", params=program.ask()), 200)
    assert parse_qs(urlsplit(shown["denied_to"]).query)["error"] == ["access_denied"]


def test_the_consent_page_is_told_who_asks_for_what(program: Program) -> None:
    shown = body_of(program.anybody.get("/oauth/authorization", params=program.ask()), 200)
    assert shown["client"] == {"id": program.id, "name": "Table by Boris", "uri": None}
    assert shown["client"] == body_of(program.anybody.get(f"/oauth/clients/{program.id}"), 200)
    assert shown["scopes"] == ["read", "play"]


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "01a1fe54-ed01-7a10-8f1e-0c1d2e3f4a5b"},
        {"client_id": "nobody"},
        {"redirect_uri": "https://elsewhere.example/"},
        {"redirect_uri": 'https://elsewhere.example/"ä'},
    ],
)
def test_nobody_is_sent_to_an_address_that_the_program_has_not_registered(
    program: Program, changes: dict[str, str]
) -> None:
    problem = body_of(program.anybody.get("/oauth/authorization", params=program.ask() | changes), 422)
    assert "redirect_to" not in problem


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": 'a"\\ä'}, "unsupported_response_type"),
        ({"scope": "read fly"}, "invalid_scope"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
    ],
)
def test_a_request_that_is_wrong_otherwise_goes_back_with_the_reason(
    program: Program, changes: dict[str, str], error: str
) -> None:
    problem = body_of(program.anybody.get("/oauth/authorization", params=program.ask() | changes), 422)
    assert problem["redirect_to"].startswith(BACK)
    assert parse_qs(urlsplit(problem["redirect_to"]).query)["error"] == [error]


def test_a_code_is_good_once_and_a_second_use_ends_the_consent(program: Program, ada: Player) -> None:
    address = program.let_in(ada)
    for_ada = Client(program.base, program.redeem(address)["access_token"])
    assert for_ada.get("/me").status_code == 200
    with pytest.raises(InvalidGrantError):
        program.redeem(address)
    assert for_ada.get("/me").status_code == 401


def test_a_code_without_its_verifier_is_worth_nothing(program: Program, ada: Player) -> None:
    code = parse_qs(urlsplit(program.let_in(ada)).query)["code"][0]
    fields = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK}
    assert error_of(program.post_form("/oauth/tokens", **fields, code_verifier="x" * 43)) == "invalid_grant"


def test_a_code_of_one_program_is_worth_nothing_to_another(served: str, program: Program, ada: Player) -> None:
    code = parse_qs(urlsplit(program.let_in(ada)).query)["code"][0]
    fields = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": "x" * 43}
    assert error_of(Program(served).post_form("/oauth/tokens", **fields)) == "invalid_grant"


def test_a_refresh_token_that_is_repeated_at_once_gives_the_same_tokens(program: Program, ada: Player) -> None:
    first = program.redeem(program.let_in(ada))
    fields = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda _: body_of(program.post_form("/oauth/tokens", **fields), 200), range(30))]
    pairs = {(each["access_token"], each["refresh_token"]) for each in answers}
    assert len(pairs) == 1
    assert first["access_token"] not in next(iter(pairs))
    assert all(3500 < each["expires_in"] <= 3600 for each in answers)
    assert Client(program.base, next(iter(pairs))[0]).get("/me").status_code == 200
    assert len([each for each in body_of(ada.get("/me/tokens"), 200)["tokens"] if each["consent"]]) == 1


def test_a_refresh_ends_the_access_token_before_it_and_its_streams(served: str, program: Program, ada: Player) -> None:
    first = program.redeem(program.let_in(ada))
    before = Client(served, first["access_token"])
    with before.following("/me/events") as stream:
        fields = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
        second = body_of(program.post_form("/oauth/tokens", **fields), 200)
        assert before.get("/me").status_code == 401
        assert Client(served, second["access_token"]).get("/me").status_code == 200
        # The stream comes to its end.
        assert [*stream] == []


def test_a_repeated_refresh_says_what_its_tokens_are_good_for(program: Program, ada: Player) -> None:
    first = program.redeem(program.let_in(ada))
    fields = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    narrow = body_of(program.post_form("/oauth/tokens", **fields, scope="read"), 200)
    again = body_of(program.post_form("/oauth/tokens", **fields), 200)
    assert (again["access_token"], again["scope"]) == (narrow["access_token"], "read")


def test_neither_an_old_refresh_token_nor_the_database_alone_gives_the_next_pair(
    program: Program, ada: Player, database_url: str
) -> None:
    first = program.redeem(program.let_in(ada))
    fields = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    second = body_of(program.post_form("/oauth/tokens", **fields), 200)
    for each in (second["access_token"], second["refresh_token"]):
        assert tables_with(database_url, each) == []
    guess = pairs.Refresh(first["refresh_token"], UUID(int=0)).next_pair()
    assert guess.access != second["access_token"]


def test_refreshes_of_a_program_leave_its_player_room_for_tokens(program: Program, ada: Player) -> None:
    tokens = program.redeem(program.let_in(ada))
    for _ in range(110):
        fields = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
        tokens = body_of(program.post_form("/oauth/tokens", **fields), 200)
    body_of(ada.post("/me/tokens"), 201)


def test_what_a_program_creates_leaves_its_player_room(served: str, ada: Player) -> None:
    for_ada = Program(served, "read play manage").sign_in(ada)
    hook, until = {"url": "https://1.1.1.1/"}, "2100-01-01T00:00:00Z"
    # Nobody is a delegate twice.
    delegations = [{"player": Player(served).id, "until": until} for _ in range(7)]
    for path, bodies in (("/me/tokens", [{}] * 11), ("/webhooks", [hook] * 7), ("/me/delegations", delegations)):
        *fit, one_too_many, of_ada = bodies
        for body in fit:
            body_of(for_ada.post(path, body), 201)
        assert body_of(for_ada.post(path, one_too_many), 409)["code"] == "too-many"
        body_of(ada.post(path, of_ada), 201)


def test_requests_for_tokens_have_a_rate_for_each_consent(limited_base: str) -> None:
    program, ada = Program(limited_base), Player(limited_base)
    tokens = [program.redeem(program.let_in(ada)) for _ in range(2)]
    asked = [{"grant_type": "refresh_token", "refresh_token": each["refresh_token"]} for each in tokens]
    answers = [program.post_form("/oauth/tokens", **asked[0]).status_code for _ in range(22)]
    assert answers == [200] * 20 + [429] * 2
    assert program.post_form("/oauth/tokens", **asked[1]).status_code == 200


def test_a_program_does_not_spend_what_its_player_may_create(limited_base: str) -> None:
    ada = Player(limited_base)
    for_ada = Program(limited_base, "read play manage").sign_in(ada)
    answers = [for_ada.post("/me/calendar", {}).status_code for _ in range(101)]
    assert answers == [201] * 100 + [429]
    assert ada.post("/me/calendar", {}).status_code == 201


def test_a_refresh_may_narrow_the_scopes_and_not_widen_them(program: Program, ada: Player) -> None:
    first = program.redeem(program.let_in(ada))
    fields = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    assert body_of(program.post_form("/oauth/tokens", **fields, scope="read"), 200)["scope"] == "read"
    assert error_of(program.post_form("/oauth/tokens", **fields, scope="read manage")) == "invalid_scope"


def test_a_refresh_token_that_comes_back_later_ends_the_consent(
    program: Program, ada: Player, database_url: str
) -> None:
    first = program.redeem(program.let_in(ada))
    fields = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    second = body_of(program.post_form("/oauth/tokens", **fields), 200)
    with psycopg.connect(database_url, autocommit=True) as c:
        c.execute("update oauth_refresh_tokens set used_at = used_at - interval '31 seconds' where used_at is not null")
    assert error_of(program.post_form("/oauth/tokens", **fields)) == "invalid_grant"
    assert Client(program.base, second["access_token"]).get("/me").status_code == 401


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_revoking_a_token_ends_the_consent(program: Program, ada: Player, which: str) -> None:
    tokens = program.redeem(program.let_in(ada))
    assert program.post_form("/oauth/revocations", token=tokens[which]).status_code == 200
    assert Client(program.base, tokens["access_token"]).get("/me").status_code == 401
    fields = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    assert error_of(program.post_form("/oauth/tokens", **fields)) == "invalid_grant"


def test_revoking_an_unknown_token_does_nothing(program: Program, ada: Player) -> None:
    assert program.post_form("/oauth/revocations", token="unknown").status_code == 200
    assert program.post_form("/oauth/revocations", token=ada.token).status_code == 200
    assert ada.get("/me").status_code == 200


def test_a_program_cannot_revoke_the_tokens_of_another(served: str, program: Program, ada: Player) -> None:
    tokens = program.redeem(program.let_in(ada))
    other = Program(served)
    assert error_of(other.post_form("/oauth/revocations", token=tokens["access_token"])) == "invalid_grant"
    assert Client(served, tokens["access_token"]).get("/me").status_code == 200


def test_a_player_sees_who_may_act_for_them_and_ends_it(program: Program, ada: Player) -> None:
    for_ada = program.sign_in(ada)
    (consent,) = body_of(ada.get("/me/consents"), 200)["consents"]
    assert (consent["client"]["name"], consent["scopes"]) == ("Table by Boris", ["read", "play"])
    assert ada.delete(f"/me/consents/{consent['id']}").status_code == 204
    assert for_ada.get("/me").status_code == 401
    assert body_of(ada.get("/me/consents"), 200)["consents"] == []


def test_a_code_that_nobody_redeemed_is_no_consent(program: Program, ada: Player) -> None:
    program.let_in(ada)
    assert body_of(ada.get("/me/consents"), 200)["consents"] == []


def test_a_deleted_player_has_let_nobody_in(program: Program, ada: Player) -> None:
    tokens = program.redeem(program.let_in(ada))
    assert ada.delete("/me?confirm=Ada").status_code == 204
    fields = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    assert error_of(program.post_form("/oauth/tokens", **fields)) == "invalid_grant"


@pytest.mark.parametrize(
    "uri",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "http://table.example/",
        "https://table.example/#part",
        "https://ada@table.example/",
        "https:///path",
        "https://table.example/ä",
        "back",
    ],
)
def test_a_redirect_uri_that_others_could_read_or_that_runs_is_refused(served: str, uri: str) -> None:
    wish = {"client_name": "Table by Boris", "redirect_uris": [uri]}
    assert body_of(Client(served).post("/oauth/clients", wish), 422)["code"] == "bad-redirect-uri"


def test_the_redirect_uris_of_a_program_are_short_together(served: str) -> None:
    uris = [f"https://a.example/{number}/{'x' * 1_300}" for number in range(4)]
    wish = {"client_name": "Table", "redirect_uris": uris}
    assert "4000 bytes" in Client(served).post("/oauth/clients", wish).text
    assert Client(served).post("/oauth/clients", wish).status_code == 422
    body_of(Client(served).post("/oauth/clients", wish | {"redirect_uris": uris[:3]}), 201)


@pytest.mark.parametrize("uri", ["https://table.example/back", "http://localhost/back", "com.example.table:/back"])
def test_web_and_native_redirect_uris_are_taken(served: str, uri: str) -> None:
    made = body_of(Client(served).post("/oauth/clients", {"client_name": "Table", "redirect_uris": [uri]}), 201)
    assert made["redirect_uris"] == [uri]


def test_the_port_of_a_loopback_address_is_free(program: Program) -> None:
    moved = program.ask() | {"redirect_uri": BACK.replace(":9/", ":49152/")}
    assert program.anybody.get("/oauth/authorization", params=moved).status_code == 200


def test_unknown_metadata_of_a_program_is_ignored_and_its_secret_is_none(served: str) -> None:
    wish = {"client_name": "Table", "redirect_uris": [BACK], "software_version": "1", "grant_types": ["implicit"]}
    made = body_of(Client(served).post("/oauth/clients", wish), 201)
    assert made["token_endpoint_auth_method"] == "none"
    assert made["grant_types"] == ["authorization_code", "refresh_token"]


@pytest.mark.parametrize(
    "name",
    ["Cartulary", "cartulary official", "Cartulary-Support", "CartularyOfficial", "Bot (ismcts)", "Bot [greedy 9]"],
)
def test_a_program_cannot_pass_for_the_service_or_its_bots(served: str, name: str) -> None:
    wish = {"client_name": name, "redirect_uris": [BACK]}
    assert body_of(Client(served).post("/oauth/clients", wish), 422)["code"] == "reserved-name"


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        ("{}", "application/json", 415),
        ("grant_type=refresh_token&grant_type=refresh_token", "application/x-www-form-urlencoded", 400),
        ("%ff", "application/x-www-form-urlencoded", 400),
        ("", "application/x-www-form-urlencoded", 422),
    ],
)
def test_a_malformed_form_is_a_problem(served: str, content: str, kind: str, status: int) -> None:
    response = Client(served).send("POST", "/oauth/tokens", data=content, headers={"Content-Type": kind})
    assert response.status_code == status


def test_the_metadata_lead_to_the_endpoints(served: str) -> None:
    found = requests.get(served + METADATA, timeout=PATIENCE)
    assert found.headers["Access-Control-Allow-Origin"] == "*"
    metadata = found.json()
    assert metadata["issuer"] == served
    assert metadata["code_challenge_methods_supported"] == ["S256"]
    assert (
        requests.get(metadata["authorization_endpoint"], timeout=PATIENCE)
        .headers["Content-Type"]
        .startswith("text/html")
    )
    for name in ("token_endpoint", "revocation_endpoint", "registration_endpoint"):
        assert requests.options(metadata[name], timeout=PATIENCE).status_code == 200


def test_the_metadata_of_the_api_name_the_authorization_server(served: str) -> None:
    found = requests.get(f"{served}/.well-known/oauth-protected-resource", timeout=PATIENCE).json()
    assert found["resource"] == served
    assert requests.get(found["authorization_servers"][0] + METADATA, timeout=PATIENCE).json()["issuer"] == served
    assert found["scopes_supported"] == requests.get(served + METADATA, timeout=PATIENCE).json()["scopes_supported"]


def test_tokens_and_programs_out_of_use_are_forgotten(
    program: Program, ada: Player, database: Database, database_url: str
) -> None:
    for_ada = program.sign_in(ada)
    unused = Program(program.base)
    with psycopg.connect(database_url, autocommit=True) as c:
        c.execute("update oauth_clients set created_at = created_at - interval '31 days'")
        c.execute("update oauth_consents set expires_at = now() - interval '2 days' where player_id = %s", (ada.id,))
        c.execute(
            "update tokens set expires_at = now() - interval '2 days' where consent_id is not null and player_id = %s",
            (ada.id,),
        )
    rights.forget_ended(database)
    clients.forget_unused(database)
    assert for_ada.get("/me").status_code == 401
    assert ada.get("/me").status_code == 200
    assert clients.find(database, unused.id) is None
