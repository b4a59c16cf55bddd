"""Players and their tokens: shown once, limited, revoked at once."""

import unicodedata
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from cartulary_service.config import Config
from cartulary_service.errors import Problem
from cartulary_service.players import accounts
from cartulary_service.players.callers import authenticate
from cartulary_service.store.database import Database
from tests.domain.notation import position
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import eventually

MIDDLE = position("A: hand W1, area W3 | B: hand R1, area R2")


@pytest.fixture
def ann(served: str) -> Player:
    return Player(served, "Ann")


def test_a_new_player_gets_a_token_that_opens_the_own_account(ann: Player) -> None:
    me = body_of(ann.get("/me"), 200)
    assert (me["id"], me["name"]) == (ann.id, "Ann")
    assert me["token"]["scopes"] == ["read", "play", "manage"]
    assert me["token"]["expires_at"] is None


def test_two_players_may_have_one_name_and_are_two(ann: Player, served: str) -> None:
    other = Player(served, ann.name)
    assert other.id != ann.id
    assert other.token != ann.token


@pytest.mark.parametrize("name", ["Анна", "Ганна", "안나", "Åsa", "x" * 40, "<b>", "O'Hara; --", "🂡"])
def test_a_name_is_kept_as_it_is_written(served: str, name: str) -> None:
    player = Player(served, name)
    assert player.name == body_of(player.get("/me"), 200)["name"] == name


def test_a_name_has_one_spelling_however_it_was_typed(served: str) -> None:
    assert Player(served, " " + unicodedata.normalize("NFD", "Zoë") + " ").name == "Zoë"


def test_tokens_are_long_random_and_not_stored(ann: Player, served: str, database_url: str) -> None:
    tokens = {Player(served).token for _ in range(5)} | {ann.token}
    assert len(tokens) == 6
    assert all(len(token) >= 43 for token in tokens)
    with psycopg.connect(database_url) as session:
        rows = session.execute(
            "select t::text || p::text || encode(t.hash, 'escape') from tokens t join players p on p.id = t.player_id"
        ).fetchall()
    stored = "\n".join(row[0] for row in rows)
    assert not any(token in stored or token.partition("_")[2] in stored for token in tokens)


def test_a_token_is_shown_once_and_never_again(ann: Player) -> None:
    made = body_of(ann.post("/me/tokens", {"scopes": ["read"]}), 201)
    listed = ann.get("/me/tokens").content.decode() + ann.get("/me").content.decode()
    assert made["id"] in listed
    assert made["token"] not in listed
    assert ann.token not in listed


def test_a_further_token_has_the_scopes_that_were_asked_for_and_all_by_default(ann: Player) -> None:
    assert body_of(ann.post("/me/tokens", {"scopes": ["read", "play"]}), 201)["scopes"] == ["read", "play"]
    assert body_of(ann.post("/me/tokens"), 201)["scopes"] == ["read", "play", "manage"]


def test_a_further_token_is_the_same_player(ann: Player) -> None:
    token = body_of(ann.post("/me/tokens", {"scopes": ["read"]}), 201)["token"]
    me = body_of(Client(ann.base, token).get("/me"), 200)
    assert (me["id"], me["token"]["scopes"]) == (ann.id, ["read"])


def test_a_token_plays_the_seat_that_another_token_of_the_player_took(ann: Player, served: str) -> None:
    game = ann.new_game()
    ann.sit(game, seat=1)
    Player(served, "Ben").sit(game)
    other = Client(served, body_of(ann.post("/me/tokens", {"scopes": ["read", "play"]}), 201)["token"])
    assert other.see(game)["you"] == 1
    assert other.post(f"/games/{game}/actions", {"type": "resign"}).status_code == 201


# A token gives no more than it has


def token(player: Client, **wish: Any) -> tuple[str, Client]:
    """A further token of a player: its id, and a client that uses it."""
    made = body_of(player.post("/me/tokens", wish), 201)
    return made["id"], Client(player.base, made["token"])


def in_days(days: int) -> str:
    return (datetime.now(UTC).replace(microsecond=0) + timedelta(days=days)).isoformat()


@pytest.mark.parametrize("scopes", [["manage"], ["read", "manage"], ["play", "manage"]])
def test_a_token_neither_rotates_nor_revokes_one_with_further_scopes(ann: Player, scopes: list[str]) -> None:
    first = body_of(ann.get("/me"), 200)["token"]["id"]
    _, weaker = token(ann, scopes=scopes)
    for refused in (weaker.post(f"/me/tokens/{first}/rotation"), weaker.delete(f"/me/tokens/{first}")):
        assert body_of(refused, 403)["code"] == "scope-missing"
    assert ann.get("/me").status_code == 200


def test_a_token_rotates_and_revokes_itself_and_those_with_no_further_scopes(ann: Player) -> None:
    reader, _ = token(ann, scopes=["read"])
    own, manager = token(ann, scopes=["read", "manage"])
    rotated = body_of(manager.post(f"/me/tokens/{reader}/rotation"), 201)
    assert rotated["scopes"] == ["read"]
    assert manager.delete(f"/me/tokens/{rotated['id']}").status_code == 204
    assert body_of(manager.post(f"/me/tokens/{own}/rotation"), 201)["scopes"] == ["read", "manage"]
    assert manager.get("/me").status_code == 401


def test_a_token_that_expires_creates_none_that_outlives_it(ann: Player) -> None:
    end = in_days(1)
    _, short = token(ann, expires_at=end)
    for wish in ({}, {"expires_at": None}):
        made = body_of(short.post("/me/tokens", wish), 201)
        assert datetime.fromisoformat(made["expires_at"]) == datetime.fromisoformat(end)
    later = short.post("/me/tokens", {"expires_at": in_days(2)})
    assert body_of(later, 403)["code"] == "outlives-token"
    sooner = in_days(0)
    made = body_of(short.post("/me/tokens", {"expires_at": sooner}), 201)
    assert datetime.fromisoformat(made["expires_at"]) == datetime.fromisoformat(sooner)


def test_a_token_of_a_sign_in_link_is_short_until_it_is_rotated_and_lasts_no_longer_than_its_maker(
    ann: Player,
) -> None:
    soon, end = in_days(1), in_days(2)
    lasting, linked = token(ann, rotate_by=soon)
    _, short = token(ann, expires_at=end)
    bounded, bounded_linked = token(short, rotate_by=soon)
    listed = {each["id"]: each["expires_at"] for each in body_of(ann.get("/me/tokens"), 200)["tokens"]}
    assert {datetime.fromisoformat(listed[each]) for each in (lasting, bounded)} == {datetime.fromisoformat(soon)}
    within = body_of(linked.post("/me/tokens"), 201)["expires_at"]
    assert datetime.fromisoformat(within) == datetime.fromisoformat(soon)
    assert body_of(linked.post(f"/me/tokens/{lasting}/rotation"), 201)["expires_at"] is None
    rotated = body_of(bounded_linked.post(f"/me/tokens/{bounded}/rotation"), 201)
    assert datetime.fromisoformat(rotated["expires_at"]) == datetime.fromisoformat(end)
    again = Client(ann.base, rotated["token"])
    assert body_of(again.post(f"/me/tokens/{rotated['id']}/rotation"), 201)["expires_at"] == rotated["expires_at"]


def test_rotating_another_token_makes_none_that_outlives_the_one_in_use(ann: Player) -> None:
    end = in_days(1)
    lasting, _ = token(ann, scopes=["read"])
    _, short = token(ann, expires_at=end)
    rotated = body_of(short.post(f"/me/tokens/{lasting}/rotation"), 201)
    assert datetime.fromisoformat(rotated["expires_at"]) == datetime.fromisoformat(end)


@pytest.mark.parametrize(
    ("scope", "method", "path", "body"),
    [
        ("play", "POST", "/me/delegations", {"player": "{other}", "until": "2100-01-01T00:00:00Z"}),
        ("read", "POST", "/webhooks", {"url": "https://1.1.1.1/", "my_turn": True}),
        ("read", "PUT", "/me/notices", {"email": "ann@example.org"}),
        ("read", "POST", "/me/calendar", {}),
        ("read", "GET", "/me/export", None),
    ],
)
def test_sending_a_view_elsewhere_needs_the_scope_read(
    ann: Player, served: str, scope: str, method: str, path: str, body: dict[str, Any] | None
) -> None:
    _, manager = token(ann, scopes=["manage"])
    sent = body and {name: Player(served).id if value == "{other}" else value for name, value in body.items()}
    refused = body_of(manager.send(method, path, **({} if sent is None else {"json": sent})), 403)
    assert refused["code"] == "scope-missing"
    assert scope in refused["detail"]


def test_a_token_lives_until_it_expires(ann: Player) -> None:
    tomorrow = (datetime.now(UTC).replace(microsecond=0) + timedelta(days=1)).isoformat()
    made = body_of(ann.post("/me/tokens", {"expires_at": tomorrow}), 201)
    assert datetime.fromisoformat(made["expires_at"]) == datetime.fromisoformat(tomorrow)
    assert Client(ann.base, made["token"]).get("/me").status_code == 200


@pytest.mark.parametrize("end", ["1970-01-01T00:00:00Z", "2020-06-01T12:00:00+14:00"])
def test_an_expired_token_is_not_listed_and_opens_nothing(ann: Player, end: str) -> None:
    made = body_of(ann.post("/me/tokens", {"expires_at": end}), 201)
    assert Client(ann.base, made["token"]).get("/me").status_code == 401
    assert made["id"] not in ann.get("/me/tokens").content.decode()


@pytest.mark.parametrize("end", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_an_end_at_the_edge_of_time_leaves_the_tokens_readable(ann: Player, end: str) -> None:
    assert ann.post("/me/tokens", {"expires_at": end}).status_code in (201, 422)
    assert ann.get("/me/tokens").status_code == 200
    assert ann.get("/me").status_code == 200


def test_a_revoked_token_is_useless_at_once_on_every_worker(ann: Player) -> None:
    made = body_of(ann.post("/me/tokens"), 201)
    others = [Client(ann.base, made["token"]) for _ in range(8)]
    assert {other.get("/me").status_code for other in others} == {200}
    assert ann.delete(f"/me/tokens/{made['id']}").status_code == 204
    assert {other.get("/me").status_code for other in others} == {401}
    assert made["id"] not in ann.get("/me/tokens").content.decode()


def test_a_token_can_revoke_itself_and_nothing_twice(ann: Player) -> None:
    made = body_of(ann.post("/me/tokens"), 201)
    other = Client(ann.base, made["token"])
    assert other.delete(f"/me/tokens/{made['id']}").status_code == 204
    assert other.delete(f"/me/tokens/{made['id']}").status_code == 401
    assert ann.delete(f"/me/tokens/{made['id']}").status_code == 404


def test_a_player_lists_the_own_tokens_and_nobody_elses(ann: Player, served: str) -> None:
    Player(served).post("/me/tokens")
    made = [body_of(ann.post("/me/tokens"), 201)["id"] for _ in range(2)]
    listed = [each["id"] for each in body_of(ann.get("/me/tokens"), 200)["tokens"]]
    assert listed == [body_of(ann.get("/me"), 200)["token"]["id"], *made]


def test_an_answer_that_shows_a_secret_is_kept_by_no_cache(ann: Player) -> None:
    made = ann.post("/me/tokens")
    game = ann.new_game()
    shown = [
        Client(ann.base).post("/players", {"name": "Cid"}),
        made,
        ann.post(f"/me/tokens/{body_of(made, 201)['id']}/rotation"),
        ann.post("/webhooks", {"url": "https://1.1.1.1/"}),
        ann.post(f"/games/{game}/invites"),
    ]
    assert {(each.status_code, each.headers["Cache-Control"]) for each in shown} == {(201, "private, no-store")}


# Players as others see them


def test_anybody_may_read_a_player_and_since_which_day_there_is_one(ann: Player, served: str) -> None:
    told = body_of(ann.get("/me"), 200)["created_at"]
    shown = body_of(Client(served).get(f"/players/{ann.id}"), 200)
    assert shown == shown | ann.shown() | {"since": told[:10], "games": [], "results": []}
    assert (shown["reliability"]["value"], shown["reliability"]["games_counted"]) == (None, 0)


def played(player: Player) -> list[dict[str, Any]]:
    """The counts of finished games that everybody sees of a player."""
    games: list[dict[str, Any]] = body_of(Client(player.base).get(f"/players/{player.id}"), 200)["games"]
    return games


def test_a_player_shows_how_many_games_of_each_kind_they_finished_and_how_they_won(served: str) -> None:
    ann, ben = Player(served, "Ann"), Player(served, "Ben")
    for loser, game in ((1, CARTA), (1, CARTA), (0, CARTA), (1, CIVILIZATION)):
        table = Table.of(served, 2, [ann, ben], game=game, edition=None)
        table.act(loser, {"type": "resign"})
    assert played(ann) == [
        {"game": CARTA, "finished": 3, "won": 2, "won_by": {"resignation": 2}},
        {"game": CIVILIZATION, "finished": 1, "won": 1, "won_by": {"resignation": 1}},
    ]
    assert played(ben) == [
        {"game": CARTA, "finished": 3, "won": 1, "won_by": {"resignation": 1}},
        {"game": CIVILIZATION, "finished": 1, "won": 0, "won_by": {}},
    ]


def test_a_private_game_and_a_sandbox_do_not_count_on_the_page_of_a_player(served: str) -> None:
    ann, ben = Player(served, "Ann"), Player(served, "Ben")
    game = ann.new_game(private=True)
    code = body_of(ann.post(f"/games/{game}/invites"), 201)["code"]
    body_of(ann.sit(game, seat=0), 201)
    body_of(ben.sit(game, seat=1, invite=code), 201)
    body_of(ben.act(game, {"type": "resign"}), 201)
    Table.of(served, 2, [ann, ben], position=MIDDLE).act(1, {"type": "resign"})
    assert played(ann) == []


def test_a_player_who_is_deleted_or_never_was_is_a_404(ann: Player, served: str) -> None:
    assert ann.delete(f"/me?confirm={ann.name}").status_code == 204
    for nobody in (ann.id, "00000000-0000-7000-8000-000000000000"):
        assert Client(served).get(f"/players/{nobody}").status_code == 404


def found(player: Player, start: str, **more: Any) -> list[str]:
    """The handles that a search finds."""
    query = {"handle": start, **more}
    return [each["handle"] for each in body_of(player.get("/players", params=query), 200)["players"]]


def test_a_search_finds_handles_by_their_beginning_an_exact_one_first(ann: Player, served: str) -> None:
    made = [
        body_of(Client(served).post("/players", {"name": "Z", "handle": each}), 201)["handle"]
        for each in ("zebra-2", "zebra", "zebras", "zebu")
    ]
    assert made == ["zebra-2", "zebra", "zebras", "zebu"]
    assert found(ann, "zebra") == ["zebra", "zebra-2", "zebras"]
    assert found(ann, "@ZEBRA") == ["zebra", "zebra-2", "zebras"]
    assert found(ann, "zebra", limit=1) == ["zebra"]
    assert found(ann, "zebrano") == []


@pytest.mark.parametrize("start", ["%", "_", "zz%", "\\", "bot:"])
def test_a_search_takes_no_pattern_and_finds_no_bots_of_the_service(ann: Player, start: str) -> None:
    game = ann.new_game()
    body_of(ann.sit(game, bot="random"), 201)
    assert found(ann, start) == []


def test_a_program_says_that_it_is_one_and_others_see_it(served: str) -> None:
    registered = body_of(Client(served).post("/players", {"name": "Deep Grey", "bot": True}), 201)
    program, ann = Client(served, registered["token"]), Player(served)
    assert registered["bot"]
    game = ann.new_game(3)
    ann.sit(game, seat=0)
    body_of(program.post(f"/games/{game}/seats", {"seat": 1}), 201)
    body_of(ann.sit(game, seat=2, bot="random"), 201)
    assert [each["player"]["bot"] for each in ann.see(game)["seats"]] == [False, True, True]
    listed = body_of(ann.get(f"/games?player={ann.id}"), 200)["games"][0]["seats"]
    assert [each["player"]["bot"] for each in listed] == [False, True, True]


def test_an_account_may_change_whether_a_program_plays(ann: Player, served: str) -> None:
    assert body_of(ann.send("PATCH", "/me", json={"bot": True}), 200)["bot"]
    assert body_of(Client(served).get(f"/players/{ann.id}"), 200)["bot"]
    assert body_of(ann.send("PATCH", "/me", json={}), 422)["errors"]["bot"]


# Labels and last use of tokens


def test_a_token_has_a_label_that_stays_when_it_is_replaced(ann: Player) -> None:
    made = body_of(ann.post("/me/tokens", {"scopes": ["read"], "label": "Phone"}), 201)
    replaced = body_of(ann.post(f"/me/tokens/{made['id']}/rotation"), 201)
    listed = body_of(ann.get("/me/tokens"), 200)["tokens"]
    assert [each["label"] for each in (made, replaced, *listed)] == ["Phone", "Phone", None, "Phone"]


@pytest.mark.parametrize("label", ["", " ", "x" * 41, "a\tb"])
def test_a_label_is_short_and_visible(ann: Player, label: str) -> None:
    assert body_of(ann.post("/me/tokens", {"label": label}), 422)["errors"]["label"]


def test_a_token_tells_the_hour_of_its_last_use(ann: Player, served: str, database_url: str) -> None:
    made = body_of(ann.post("/me/tokens"), 201)
    assert made["used_at"] is None
    assert Client(served, made["token"]).get("/me").status_code == 200
    (used,) = [each["used_at"] for each in body_of(ann.get("/me/tokens"), 200)["tokens"] if each["id"] == made["id"]]
    hour = datetime.fromisoformat(used)
    assert (hour.minute, hour.second) == (0, 0)
    assert timedelta(0) <= datetime.now(UTC) - hour < timedelta(hours=1, minutes=1)
    with psycopg.connect(database_url) as session:
        session.execute("update tokens set used_at = now() - interval '3 days' where id = %s", [made["id"]])
    assert Client(served, made["token"]).get("/me").status_code == 200
    (later,) = [each["used_at"] for each in body_of(ann.get("/me/tokens"), 200)["tokens"] if each["id"] == made["id"]]
    assert datetime.fromisoformat(later) >= hour


def test_a_guest_takes_a_name_and_keeps_the_games(served: str) -> None:
    guest = Player(served, "Guest")
    game = guest.new_game()
    body_of(guest.sit(game), 201)
    me = body_of(guest.send("PATCH", "/me", json={"name": " Nora of the Games ", "handle": None}), 200)
    assert (me["name"], me["handle"].startswith("nora-of-the-games")) == ("Nora of the Games", True)
    assert body_of(guest.get("/me"), 200)["id"] == me["id"] == guest.id
    eventually(lambda: guest.see(game)["seats"][0]["player"]["name"] == "Nora of the Games")


def test_a_handle_that_was_given_up_is_free_and_one_that_is_held_is_not(served: str) -> None:
    ann, ben = Player(served, "Handy Ann"), Player(served, "Handy Ben")
    first = ann.handle
    assert ben.send("PATCH", "/me", json={"handle": first}).status_code == 409
    assert body_of(ann.send("PATCH", "/me", json={"handle": f"{first}-new"}), 200)["handle"] == f"{first}-new"
    assert body_of(ben.send("PATCH", "/me", json={"handle": first}), 200)["handle"] == first
    assert body_of(ben.get("/me"), 200)["name"] == "Handy Ben"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": "Operator"}, "reserved-name"),
        ({"handle": "bot"}, "reserved-name"),
        ({"name": ""}, "bad-fields"),
        ({"handle": "-"}, "bad-fields"),
        ({"name": None}, "bad-fields"),
    ],
)
def test_a_change_keeps_to_the_rules_of_registration(served: str, change: dict[str, Any], code: str) -> None:
    ann = Player(served)
    assert body_of(ann.send("PATCH", "/me", json=change), 422)["code"] == code
    assert body_of(ann.get("/me"), 200)["handle"] == ann.handle


def test_a_token_that_ends_while_its_account_is_read_is_no_fault_of_the_service(served: str, database_url: str) -> None:
    ann = Player(served)
    with closing(Database(Config(database_url=database_url))) as database:
        caller = authenticate(database, ann.token)
        assert ann.delete(f"/me/tokens/{caller.token}").status_code == 204
        with pytest.raises(Problem) as refused:
            accounts.profile(database, caller)
    assert refused.value.status == 401


@pytest.mark.parametrize("scopes", [["manage"], ["manage", "play", "read"]], ids=["manage", "all"])
def test_no_token_that_came_from_another_deletes_the_account(served: str, scopes: list[str]) -> None:
    ann = Player(served, "Ann")
    derived = Client(served, body_of(ann.post("/me/tokens", {"scopes": scopes}), 201)["token"])
    assert body_of(derived.delete("/me?confirm=Ann"), 403)["code"] == "not-main-token"
    assert ann.delete("/me?confirm=Ann").status_code == 204
