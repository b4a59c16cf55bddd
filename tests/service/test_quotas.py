"""What one player may keep and send: no more than a limit, also where many requests come at once."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from flask.testing import FlaskClient

from cartulary_service.config import Config
from cartulary_service.players import quotas
from tests.service.client import Player, body_of
from tests.service.conftest import eventually, make_app

RACERS: Final = 8
LEFT: Final = 2
"""How much room there is when many come."""
WAITING: Final = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
"""Sessions that wait for another."""
UNTIL: Final = "2100-01-01T00:00:00Z"

FILL: Final = {
    "tokens": (
        quotas.TOKENS,
        "insert into tokens (player_id, hash, scopes) select %(ann)s, sha256(uuidv7()::text::bytea), '{read}'",
    ),
    "invites": (
        quotas.INVITES,
        "insert into invites (game_id, hash, created_by, expires_at)"
        " select %(game)s, sha256(uuidv7()::text::bytea), %(ann)s, now() + interval '1 day'",
    ),
    "delegations": (
        quotas.DELEGATIONS,
        "insert into delegations (owner, delegate, until) select %(ann)s, %(ben)s, now() + interval '1 day'",
    ),
    "webhooks": (
        quotas.WEBHOOKS,
        "insert into webhooks (player_id, url, secret, my_turn, format, language)"
        " select %(ann)s, 'https://1.1.1.1/', 'x', false, 'standard', 'en'",
    ),
    "bots": (
        quotas.SEARCH_BOTS,
        "insert into search_bots (bot, player_id, game_id) select uuidv7(), %(ann)s, %(game)s",
    ),
    "messages": (
        quotas.MESSAGES,
        "insert into chat (game_id, message, change, author, text) select %(game)s, n, n, %(ann)s, 'Hello.'",
    ),
}
"""How each quota is used up."""


@pytest.fixture
def ann(served: str) -> Player:
    return Player(served)


@pytest.mark.parametrize("kind", FILL)
def test_concurrent_requests_respect_a_quota(ann: Player, database_url: str, kind: str) -> None:
    ben, game = Player(ann.base), ann.new_game(4)
    ann.sit(game, seat=0)
    paths: dict[str, tuple[str, Any]] = {
        "tokens": ("/me/tokens", {}),
        "invites": (f"/games/{game}/invites", {}),
        "delegations": ("/me/delegations", {"player": ben.id, "until": UNTIL}),
        "webhooks": ("/webhooks", {"url": "https://1.1.1.1/"}),
        "bots": (f"/games/{game}/seats", {"bot": "search-1"}),
        "messages": (f"/games/{game}/chat", {"text": "Hello."}),
    }
    quota, statement = FILL[kind]
    already = 1 if kind == "tokens" else 0
    number = quota.most - LEFT - already
    with psycopg.connect(database_url, autocommit=True) as c:
        values = {"ann": ann.id, "ben": ben.id, "game": game, "number": number}
        c.execute(f"{statement} from generate_series(1, %(number)s) n", values)
        if kind == "messages":
            c.execute(
                "insert into chats (game_id, messages, changes) values (%(game)s, %(number)s, %(number)s)", values
            )
    path, body = paths[kind]
    # Nobody is a delegate twice.
    bodies = [body | ({"player": Player(ann.base).id} if kind == "delegations" else {}) for _ in range(RACERS)]
    with ThreadPoolExecutor(RACERS) as many:
        answers = list(many.map(lambda each: Player.post(ann, path, each), bodies))
    assert sorted(each.status_code for each in answers) == [201] * LEFT + [409] * (RACERS - LEFT)
    refused = next(each for each in answers if each.status_code == 409)
    problem = body_of(refused, 409)
    assert problem["code"] == "too-many"
    assert f"{quota.most:d}" in problem["detail"]


def test_a_revoked_item_makes_room_in_the_quota(ann: Player, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as c:
        quota, statement = FILL["tokens"]
        c.execute(f"{statement} from generate_series(1, %(number)s) n", {"ann": ann.id, "number": quota.most - 2})
    made = body_of(ann.post("/me/tokens"), 201)
    assert ann.post("/me/tokens").status_code == 409
    assert ann.delete(f"/me/tokens/{made['id']}").status_code == 204
    assert ann.post("/me/tokens").status_code == 201


def test_a_player_at_the_limit_of_mutes_can_only_repeat_one(ann: Player, database_url: str) -> None:
    ben = Player(ann.base)
    with psycopg.connect(database_url, autocommit=True) as c:
        c.execute(
            """
            with others as (insert into players (name) select 'Other' from generate_series(1, %s) returning id)
            insert into mutes (player_id, muted) select %s, id from others
            """,
            (quotas.MUTES.most, ann.id),
        )
        row = c.execute("select muted::text from mutes where player_id = %s limit 1", (ann.id,)).fetchone()
    assert row is not None
    assert ann.send("PUT", f"/me/mutes/{row[0]}").status_code == 204
    assert ann.send("PUT", f"/me/mutes/{ben.id}").status_code == 409


def test_two_who_mute_each_other_at_once_both_succeed(ann: Player) -> None:
    ben = Player(ann.base)
    for _ in range(10):
        with ThreadPoolExecutor(2) as both:
            pairs = ((ann, ben.id), (ben, ann.id))
            answers = list(both.map(lambda pair: pair[0].send("PUT", f"/me/mutes/{pair[1]}"), pairs))
        assert [each.status_code for each in answers] == [204, 204]


# Rates


@pytest.fixture
def limited(database_url: str, tmp_path: Path) -> Iterator[FlaskClient]:
    """A worker that limits rates, and sends mail."""
    app = make_app(
        Config(database_url=database_url, keys_dir=tmp_path, smtp_url="smtp://localhost", mail_from="games@a.example")
    )
    yield app.test_client()
    app.extensions["cartulary"]["database"].close()


@pytest.fixture
def asks(limited: FlaskClient) -> Callable[..., Any]:
    """Let a new player send a request."""
    token = limited.post("/v1/players", json={"name": "Ann"}).get_json()["token"]

    def ask(method: str, path: str, body: Any) -> Any:
        return limited.open(f"/v1{path}", method=method, json=body, headers={"Authorization": f"Bearer {token}"})

    return ask


def answers_until_refused(ask: Callable[[], Any], most: int) -> tuple[int, Any]:
    """How often something succeeds, and what it is answered then."""
    for number in range(most + 1):
        if (answer := ask()).status_code == 429:
            return number, answer
    pytest.fail("it is never refused")


def test_messages_come_only_so_fast(asks: Callable[..., Any]) -> None:
    game = asks("POST", "/games", {"game": "carta-impera-victoria", "seats": 2}).get_json()["id"]
    asks("POST", f"/games/{game}/seats", {})
    number, refused = answers_until_refused(lambda: asks("POST", f"/games/{game}/chat", {"text": "Hello."}), 40)
    assert number >= 20
    assert int(refused.headers["Retry-After"]) >= 1
    assert "messages of yours" in refused.get_json()["detail"]
    assert asks("GET", f"/games/{game}/chat", None).status_code == 200


def test_tokens_are_made_and_revoked_only_so_fast(asks: Callable[..., Any]) -> None:
    def made_and_revoked() -> Any:
        made = asks("POST", "/me/tokens", {})
        if made.status_code == 201:
            asks("DELETE", f"/me/tokens/{made.get_json()['id']}", None)
        return made

    number, refused = answers_until_refused(made_and_revoked, 150)
    assert number >= 100
    assert int(refused.headers["Retry-After"]) >= 1


def test_nobody_has_codes_mailed_to_ever_new_addresses(asks: Callable[..., Any]) -> None:
    addresses = (f"somebody-{number}@a.example" for number in range(100))

    def mailed() -> Any:
        asks("PUT", "/me/notices", {"email": None})
        return asks("PUT", "/me/notices", {"email": next(addresses)})

    number, _ = answers_until_refused(mailed, 40)
    assert number <= 10


def test_nobody_gives_and_withdraws_orders_without_end(asks: Callable[..., Any]) -> None:
    game = asks("POST", "/games", {"game": "carta-impera-victoria", "seats": 2}).get_json()["id"]
    asks("POST", f"/games/{game}/seats", {})
    wish = {"condition": {"kind": "end_turn"}, "action": None}
    number, refused = answers_until_refused(lambda: asks("POST", f"/games/{game}/orders", wish), 90)
    assert number >= 60
    assert "standing orders of yours" in refused.get_json()["detail"]


def test_programs_of_an_address_are_registered_only_so_fast(limited: FlaskClient) -> None:
    wish = {"client_name": "Example", "redirect_uris": ["https://a.example/back"]}
    number, refused = answers_until_refused(lambda: limited.post("/v1/oauth/clients", json=wish), 70)
    assert number >= 50
    assert "new programs" in refused.get_json()["detail"]


def test_nobody_sits_down_and_leaves_without_end(asks: Callable[..., Any]) -> None:
    game = asks("POST", "/games", {"game": "carta-impera-victoria", "seats": 2}).get_json()["id"]

    def seated() -> Any:
        asks("DELETE", f"/games/{game}/seats/0", None)
        return asks("POST", f"/games/{game}/seats", {"seat": 0})

    number, _ = answers_until_refused(seated, 90)
    assert number >= 60


def test_concurrent_new_games_respect_the_limit(database_url: str, tmp_path: Path) -> None:
    most = 3
    app = make_app(Config(database_url=database_url, keys_dir=tmp_path, games_per_player=most))
    token = app.test_client().post("/v1/players", json={"name": "Ann"}).get_json()["token"]

    def opened(_: int) -> int:
        wish = {"game": "carta-impera-victoria", "seats": 2}
        return app.test_client().post("/v1/games", json=wish, headers={"Authorization": f"Bearer {token}"}).status_code

    # Nothing can be inserted until more than may be have come as far as they can. All of them need not have come: on a
    # busy machine the first would have waited for so long that the service gives it up.
    with (
        psycopg.connect(database_url) as holds,
        psycopg.connect(database_url, autocommit=True) as looks,
        ThreadPoolExecutor(RACERS) as many,
    ):
        holds.execute("lock table games in share mode")
        answers = [many.submit(opened, number) for number in range(RACERS)]
        eventually(lambda: (looks.execute(WAITING).fetchone() or (0,))[0] > most)
        holds.rollback()
    app.extensions["cartulary"]["database"].close()
    assert sorted(each.result() for each in answers) == [201] * most + [409] * (RACERS - most)


def test_a_bot_that_finds_no_seat_leaves_nothing_behind(ann: Player, database_url: str) -> None:
    game = ann.new_game()
    ann.sit(game, seat=0)
    with psycopg.connect(database_url, autocommit=True) as c:
        number = c.execute("select count(*) from players").fetchone()
        assert ann.sit(game, seat=0, bot="greedy").status_code == 409
        assert c.execute("select count(*) from players").fetchone() == number
