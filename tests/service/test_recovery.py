"""A lost token is replaced by a code that was kept or mailed, and whoever is signed in elsewhere can be sent away."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from cartulary_service.players import recovery
from tests.service.client import CARTA, Client, Player, body_of
from tests.service.conftest import Serve
from tests.service.program import Program

FORM = re.compile(r"[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}")


@pytest.fixture
def ann(served: str) -> Player:
    return Player(served, "Ann")


def codes_of(player: Client) -> list[str]:
    """New recovery codes of a player."""
    codes: list[str] = body_of(player.post("/me/recovery-codes"), 201)["codes"]
    return codes


def redeem(base: str, handle: str, code: str, **wish: Any) -> Client:
    """Sign in with a code."""
    answer = Client(base).post("/recoveries", {"handle": handle, "code": code, **wish})
    return Client(base, body_of(answer, 201)["token"])


def left(player: Client) -> int:
    """How many codes a player has."""
    number: int = body_of(player.get("/me"), 200)["recovery_codes_left"]
    return number


def refuse(base: str, handle: str, code: str) -> dict[str, Any]:
    """What a code that is not good is answered."""
    problem = body_of(Client(base).post("/recoveries", {"handle": handle, "code": code}), 422)
    assert problem["code"] == "bad-recovery-code"
    return {name: value for name, value in problem.items() if name != "request_id"}


# Codes that are kept


def test_a_guest_becomes_a_player_and_comes_back_on_another_device_with_games_and_seat(served: str) -> None:
    guest = Player(served, "Guest")
    game = guest.new_game()
    body_of(guest.sit(game, seat=1), 201)
    body_of(guest.send("PATCH", "/me", json={"name": "Ada", "handle": f"ada.{guest.id[-8:]}"}), 200)
    codes = codes_of(guest)
    phone = redeem(served, f"ada.{guest.id[-8:]}", codes[0], label="Phone")
    me = body_of(phone.get("/me"), 200)
    assert (me["id"], me["name"], me["recovery_codes_left"]) == (guest.id, "Ada", 7)
    assert me["token"]["scopes"] == ["read", "play", "manage"]
    assert (me["token"]["label"], me["token"]["expires_at"]) == ("Phone", None)
    assert phone.see(game)["you"] == 1
    assert guest.get("/me").status_code == 200


def test_codes_are_long_random_shown_once_and_not_stored(ann: Player, database_url: str) -> None:
    codes = codes_of(ann)
    assert len({*codes}) == 8
    assert all(FORM.fullmatch(each) for each in codes)
    assert not any(each in ann.get("/me").text + ann.get("/me/export").text for each in codes)
    with psycopg.connect(database_url) as session:
        rows = session.execute("select encode(hash, 'escape') || c::text from recovery_codes c").fetchall()
    stored = "".join(row[0] for row in rows)
    assert not any(each in stored or each.replace("-", "") in stored for each in codes)


def test_a_registration_has_codes_only_if_it_asks_for_them(served: str) -> None:
    anybody = Client(served)
    plain = body_of(anybody.post("/players", {"name": "Bea"}), 201)
    assert "recovery_codes" not in plain
    assert left(Client(served, plain["token"])) == 0
    made = body_of(anybody.post("/players", {"name": "Bea", "recovery_codes": True, "label": "Laptop"}), 201)
    assert len(made["recovery_codes"]) == left(Client(served, made["token"])) == 8
    assert body_of(Client(served, made["token"]).get("/me"), 200)["token"]["label"] == "Laptop"
    assert body_of(redeem(served, made["handle"], made["recovery_codes"][7]).get("/me"), 200)["id"] == made["id"]


def test_a_code_works_once(ann: Player) -> None:
    code = codes_of(ann)[0]
    redeem(ann.base, ann.handle, code)
    refuse(ann.base, ann.handle, code)
    assert left(ann) == 7


def test_of_ten_requests_at_once_with_one_code_one_gets_a_token(ann: Player) -> None:
    wish = {"handle": ann.handle, "code": codes_of(ann)[0]}
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: Client(ann.base).post("/recoveries", wish).status_code, range(10)))
    assert sorted(answers) == [201] + [422] * 9
    assert len(body_of(ann.get("/me/tokens"), 200)["tokens"]) == 2


def test_new_codes_end_the_older_ones(ann: Player) -> None:
    older, newer = codes_of(ann), codes_of(ann)
    refuse(ann.base, ann.handle, older[0])
    redeem(ann.base, ann.handle, newer[0])


def test_a_code_and_a_handle_may_be_typed_as_people_do(served: str) -> None:
    ann = Player(served, "Ann Lee")
    codes = codes_of(ann)
    typed = codes[0].lower().replace("0", "o").replace("1", "l").replace("-", " ")
    redeem(served, f" @{ann.handle.upper()} ", typed)
    redeem(served, ann.handle.replace("-", "_"), codes[1].replace("-", ""))


def test_an_unknown_handle_a_wrong_code_and_the_code_of_another_are_refused_alike(ann: Player, served: str) -> None:
    codes = codes_of(ann)
    ben = Player(served, "Ben")
    codes_of(ben)
    wrong = recovery.new_code()
    answers = [refuse(served, handle, wrong) for handle in (ann.handle, "nobody-has-this-handle")]
    assert answers == [refuse(served, ben.handle, codes[0])] * 2
    assert left(ann) == 8


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"handle": "ann"},
        {"handle": "", "code": "x"},
        {"handle": "a b", "code": "x"},
        {"handle": "ann", "code": ""},
        {"handle": "ann", "code": "x" * 101},
        {"handle": "ann", "code": "x", "revoke_others": "no"},
        {"handle": "ann", "code": "x", "label": ""},
        {"handle": None, "code": "x"},
    ],
)
def test_what_can_be_no_recovery_has_the_wrong_shape(served: str, body: dict[str, Any]) -> None:
    assert body_of(Client(served).post("/recoveries", body), 422)["code"] == "bad-fields"


@pytest.mark.parametrize("wish", [{"scopes": ["manage"]}, {"scopes": ["read", "manage"]}, {"expires_at": "soon"}])
def test_codes_which_give_every_right_need_a_token_that_has_every_right(ann: Player, wish: dict[str, Any]) -> None:
    soon = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    made = body_of(ann.post("/me/tokens", wish | ({"expires_at": soon} if "expires_at" in wish else {})), 201)
    refused = Client(ann.base, made["token"]).post("/me/recovery-codes")
    assert body_of(refused, 403)["code"] == ("not-main-token" if "expires_at" in wish else "scope-missing")
    assert left(ann) == 0


def test_a_deleted_player_does_not_come_back(served: str, database_url: str) -> None:
    ann = Player(served, "Ann")
    codes = codes_of(ann)
    assert ann.delete("/me?confirm=Ann").status_code == 204
    refuse(served, ann.handle, codes[0])
    with psycopg.connect(database_url) as session:
        row = session.execute("select count(*) from recovery_codes where player_id = %s", (ann.id,)).fetchone()
    assert row == (0,)


# Who else is signed in


def test_a_recovery_can_end_all_other_tokens_and_programs(ann: Player) -> None:
    program = Program(ann.base).sign_in(ann)
    first, second, *_ = codes_of(ann)
    other = redeem(ann.base, ann.handle, first)
    assert (ann.get("/me").status_code, program.get("/me").status_code) == (200, 200)
    own = redeem(ann.base, ann.handle, second, revoke_others=True)
    assert [each.get("/me").status_code for each in (own, other, ann, program)] == [200, 401, 401, 401]
    assert body_of(own.get("/me/consents"), 200)["consents"] == []


def test_a_wrong_code_ends_nothing(ann: Player) -> None:
    wish = {"handle": ann.handle, "code": recovery.new_code(), "revoke_others": True}
    assert Client(ann.base).post("/recoveries", wish).status_code == 422
    assert ann.get("/me").status_code == 200


def test_signing_out_elsewhere_leaves_the_token_in_use(ann: Player, served: str) -> None:
    ben, program = Player(served, "Ben"), Program(ann.base).sign_in(ann)
    other = Client(served, body_of(ann.post("/me/tokens"), 201)["token"])
    assert ann.delete("/me/tokens").status_code == 204
    assert [each.get("/me").status_code for each in (ann, ben, other, program)] == [200, 200, 401, 401]
    assert [each["id"] for each in body_of(ann.get("/me/tokens"), 200)["tokens"]] == [
        body_of(ann.get("/me"), 200)["token"]["id"]
    ]


def test_a_token_ends_no_others_if_one_of_them_has_further_scopes(ann: Player) -> None:
    weaker = Client(ann.base, body_of(ann.post("/me/tokens", {"scopes": ["manage"]}), 201)["token"])
    assert body_of(weaker.delete("/me/tokens"), 403)["code"] == "scope-missing"
    assert ann.get("/me").status_code == 200


def test_no_token_that_is_made_meanwhile_survives_signing_out_elsewhere(ann: Player) -> None:
    stolen = body_of(ann.post("/me/tokens"), 201)["token"]

    def make(_: int) -> int:
        return Client(ann.base, stolen).post("/me/tokens").status_code

    with ThreadPoolExecutor(8) as pool:
        making = pool.map(make, range(40))
        assert ann.delete("/me/tokens").status_code == 204
        assert {*making} <= {201, 401}
    assert len(body_of(ann.get("/me/tokens"), 200)["tokens"]) == 1


def test_a_rotated_token_takes_the_label_of_its_new_device(ann: Player) -> None:
    made = body_of(ann.post("/me/tokens", {"label": "Link"}), 201)
    rotated = body_of(ann.post(f"/me/tokens/{made['id']}/rotation", {"label": "Phone"}), 201)
    assert rotated["label"] == "Phone"
    assert body_of(ann.post(f"/me/tokens/{rotated['id']}/rotation"), 201)["label"] == "Phone"


def test_a_game_is_not_lost_with_its_token(served: str) -> None:
    ann, ben = Player(served, "Ann"), Player(served, "Ben")
    game = body_of(ann.post("/games", {"game": CARTA, "seats": 2}), 201)["id"]
    for player in (ann, ben):
        body_of(player.sit(game), 201)
    code = codes_of(ann)[0]
    again = redeem(served, ann.handle, code, revoke_others=True)
    assert again.see(game)["you"] is not None
    assert again.post(f"/games/{game}/actions", {"type": "resign"}).status_code == 201


def test_a_service_without_mail_says_so(served: str) -> None:
    assert body_of(Client(served).post("/recoveries/mail", {"handle": "ann"}), 409)["code"] == "no-mail"


def test_a_token_of_a_program_names_its_consent(ann: Player) -> None:
    program = Program(ann.base).sign_in(ann)
    consent = body_of(ann.get("/me/consents"), 200)["consents"][0]["id"]
    assert [each["consent"] for each in body_of(ann.get("/me/tokens"), 200)["tokens"]] == [None, consent]
    assert program.get("/me").status_code == 200


# Limits


def test_an_address_tries_only_so_often_and_another_one_still_may(serve: Serve, own_database: str) -> None:
    base = serve(DATABASE_URL=own_database, TRUSTED_PROXIES="1", RATE_LIMITS="true")
    thief, owner = Client(base), Client(base)
    thief.session.headers["X-Forwarded-For"], owner.session.headers["X-Forwarded-For"] = "192.0.2.1", "192.0.2.2"
    made = body_of(owner.post("/players", {"name": "Ann", "recovery_codes": True}), 201)
    wrong = {"handle": made["handle"], "code": recovery.new_code()}
    answers = [thief.post("/recoveries", wrong).status_code for _ in range(12)]
    assert answers == [422] * 10 + [429] * 2
    right = {"handle": made["handle"], "code": made["recovery_codes"][0]}
    assert body_of(thief.post("/recoveries", right), 429)["code"] == "too-many-requests"
    assert owner.post("/recoveries", right).status_code == 201
