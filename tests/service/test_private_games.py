"""Private games are for those who are invited; tables can be left, expire, and are set up again with the same seats."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import psycopg
import pytest

from tests.cases import cases
from tests.domain.carta_impera_victoria.examples import EXAMPLES
from tests.service.client import CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import Serve, eventually


@pytest.fixture
def ann(served: str) -> Player:
    return Player(served, "Ann")


@pytest.fixture
def ben(served: str) -> Player:
    return Player(served, "Ben")


def invited(player: Player, game: str, **wish: int) -> str:
    """The code of a new invitation."""
    return str(body_of(player.post(f"/games/{game}/invites", wish), 201)["code"])


# Private games


def test_a_stranger_gets_the_same_answer_for_a_private_game_as_for_none(ann: Player, ben: Player) -> None:
    game, none = ann.new_game(private=True), "00000000-0000-7000-8000-000000000000"
    read = ("", "/states/1", "/states/2", "/events", "/audit", "/rematch", "/actions", "/since", "/invites")
    for path in (*read, "/notes", "/chat"):
        assert ben.get(f"/games/{game}{path}").text == ben.get(f"/games/{none}{path}").text, path
    for path, body in (
        ("seats", {}),
        ("seats", {"invite": "wrong"}),
        ("actions", {"type": "resign"}),
        ("actions?dry_run=true", {"type": "take_back"}),
        ("openings", {"entropy": "0" * 64}),
        ("rules", {"revision": 1}),
        ("invites", {}),
        ("rematch", {}),
        ("chat", {"text": "Hello?"}),
    ):
        assert ben.post(f"/games/{game}/{path}", body).text == ben.post(f"/games/{none}/{path}", body).text, path


def test_an_invitation_says_who_invites_to_whoever_has_its_code(ann: Player, ben: Player) -> None:
    game = ann.new_game(private=True)
    code = invited(ann, game, seat=1)
    for reader in (ben, Client(ann.base)):
        said = body_of(reader.get(f"/games/{game}/invitation?code={code}"), 200)
        assert (said["by"]["name"], said["seat"]) == ("Ann", 1)
        assert reader.get(f"/games/{game}/invitation?code=wrong").status_code == 404
    assert ben.get(f"/games/{ben.new_game()}/invitation?code={code}").status_code == 404


def test_a_private_game_is_hidden_from_everybody_who_is_not_invited(ann: Player, ben: Player) -> None:
    game = ann.new_game(private=True)
    assert ann.see(game)["private"] is True
    assert game in ann.get("/games").text
    for stranger in (ben, Client(ann.base)):
        assert game not in stranger.get("/games?limit=100").text
        for path in ("", "/states/1", "/events", "/audit", "/rematch", "/games?invite=wrong"[6:]):
            assert stranger.get(f"/games/{game}{path}").status_code == 404, path
    for path, body in (
        ("seats", {}),
        ("actions", {"type": "resign"}),
        ("openings", {"entropy": "0" * 64}),
        ("invites", {}),
    ):
        assert ben.post(f"/games/{game}/{path}", body).status_code == 404, path
    assert ben.post(f"/games/{game}/rematch").status_code == 404
    assert ben.get(f"/games/{game}/actions").status_code == 404
    assert ben.delete(f"/games/{game}/seats/0").status_code == 404


def test_an_invitation_code_lets_its_holder_watch_and_sit_down(ann: Player, ben: Player) -> None:
    game = ann.new_game(private=True)
    made = body_of(ann.post(f"/games/{game}/invites"), 201)
    assert made["path"] == f"/play#/game/{game}/{made['code']}"
    assert body_of(ben.get(f"/games/{game}?invite={made['code']}"), 200)["status"] == "open"
    assert body_of(ben.sit(game, invite=made["code"]), 201)["seat"] == 0
    assert ben.see(game)["you"] == 0
    assert body_of(ann.sit(game), 201)["game"]["status"] == "playing"
    assert game in ben.get("/games").text
    assert Client(ann.base).get(f"/games/{game}").status_code == 404


def test_an_invitation_to_a_seat_is_to_that_seat(ann: Player, ben: Player) -> None:
    game = ann.new_game(3, private=True)
    code = invited(ann, game, seat=2)
    assert ben.sit(game, invite=code, seat=1).status_code == 409
    assert body_of(ben.sit(game, invite=code), 201)["seat"] == 2


def test_an_invitation_that_was_revoked_or_has_expired_holds_no_longer(
    ann: Player, ben: Player, database_url: str
) -> None:
    game = ann.new_game(private=True)
    revoked = body_of(ann.post(f"/games/{game}/invites"), 201)
    expired = body_of(ann.post(f"/games/{game}/invites"), 201)
    assert ann.delete(f"/games/{game}/invites/{revoked['id']}").status_code == 204
    with psycopg.connect(database_url) as session:
        session.execute("update invites set expires_at = now() where id = %s", (expired["id"],))
    for each in (revoked, expired):
        assert ben.sit(game, invite=each["code"]).status_code == 404
        assert ben.get(f"/games/{game}?invite={each['code']}").status_code == 404
    assert body_of(ann.get(f"/games/{game}/invites"), 200)["invites"] == []
    assert ben.delete(f"/games/{game}/invites/{revoked['id']}").status_code == 404


def test_invitations_of_who_leaves_hold_no_longer(ann: Player, ben: Player) -> None:
    game = ann.new_game(3, private=True)
    ben.sit(game, seat=1, invite=invited(ann, game))
    code = invited(ben, game)
    assert ben.delete(f"/games/{game}/seats/1").status_code == 204
    assert ben.get(f"/games/{game}?invite={code}").status_code == 404


def test_a_private_game_that_has_ended_is_not_exported(ann: Player, ben: Player) -> None:
    game = ann.new_game(private=True)
    ben.sit(game, invite=invited(ann, game))
    ann.sit(game)
    body_of(ann.act(game, {"type": "resign"}), 201)
    assert game not in Client(ann.base).get("/export").text


def test_codes_are_not_kept(ann: Player, database_url: str) -> None:
    code = invited(ann, ann.new_game(private=True))
    with psycopg.connect(database_url) as session:
        assert session.execute("select count(*) from invites i where i::text like %s", (f"%{code}%",)).fetchone() == (
            0,
        )


# Leaving, and tables that do not fill


def test_a_seat_that_was_left_can_be_taken_by_another(ann: Player, ben: Player) -> None:
    game = ann.new_game()
    ann.sit(game, seat=1, entropy="0" * 64)
    assert ben.delete(f"/games/{game}/seats/1").status_code == 403
    assert ann.delete(f"/games/{game}/seats/0").status_code == 409
    assert ann.delete(f"/games/{game}/seats/1").status_code == 204
    assert ann.see(game)["you"] is None
    assert ann.delete(f"/games/{game}/seats/1").status_code == 409
    body_of(ben.sit(game, seat=1), 201)
    body_of(ann.sit(game, seat=0), 201)
    assert ann.see(game)["status"] == "playing"
    assert body_of(ann.delete(f"/games/{game}/seats/0"), 409)["code"] == "cannot-leave"


def test_a_table_that_does_not_fill_in_time_is_void(serve: Serve) -> None:
    base = serve(TABLE_SECONDS="1")
    ann = Player(base)
    game = ann.new_game()
    until = ann.see(game)["deadline"]
    ann.sit(game)
    eventually(lambda: ann.see(game)["status"] == "abandoned")
    expired, ended = [each["public"] for each in ann.events(game)[-2:]]
    assert (expired["type"], expired["data"], expired["at"] >= until) == ("TableExpired", {"until": until}, True)
    assert ended["data"]["kind"] == "void"
    assert ann.sit(game).status_code == 409


@cases(
    ("wish", "waits"),
    [
        ({"clock": {"kind": "bank", "seconds": 600}}, timedelta(minutes=15)),
        ({"clock": {"kind": "bank", "seconds": 600}, "private": True}, timedelta(days=30)),
        ({"clock": {"kind": "turn", "seconds": 86_400}}, timedelta(days=30)),
        ({}, timedelta(days=30)),
    ],
)
def test_a_table_where_strangers_start_the_clock_of_one_sitting_waits_no_longer_than_its_host_may_stay(
    ann: Player, wish: dict[str, Any], waits: timedelta
) -> None:
    game = ann.new_game(**wish)
    until, opened = (
        datetime.fromisoformat(at) for at in (ann.see(game)["deadline"], ann.events(game)[0]["public"]["at"])
    )
    assert until - opened == waits


# Rematches


def over(served: str, **wish: Any) -> Table:
    table = Table.of(served, 2, **wish)
    table.act(0, {"type": "resign"})
    return table


def test_a_rematch_is_listed_for_who_sat_in_the_game_before_and_no_rematch_is_an_empty_list(
    served: str, ann: Player, ben: Player
) -> None:
    game = ann.new_game(private=True)
    body_of(ann.sit(game), 201)
    body_of(ben.sit(game, invite=invited(ann, game)), 201)
    body_of(ann.act(game, {"type": "resign"}), 201)
    path = f"/games?rematch_of={game}"
    assert body_of(ben.get(path), 200)["games"] == []
    opened = body_of(ann.post(f"/games/{game}/rematch"), 201)["id"]
    assert [each["id"] for each in body_of(ben.get(path), 200)["games"]] == [opened]
    for stranger in (Player(served), Client(served)):
        assert body_of(stranger.get(path), 200)["games"] == []


@pytest.mark.parametrize("game", ["carta-impera-victoria", CIVILIZATION])
def test_a_rematch_keeps_every_seat_for_who_sat_there(served: str, game: str) -> None:
    table = over(served, game=game, edition=None)
    ann, ben = table.players
    assert table.visitor.get(f"/games/{table.game}/rematch").status_code == 404
    again = body_of(ben.post(f"/games/{table.game}/rematch"), 201)
    assert (again["status"], again["rematch_of"], again["game"]) == ("open", table.game, game)
    assert [each["id"] for each in again["reserved"]] == [ann.id, ben.id]
    assert body_of(ann.post(f"/games/{table.game}/rematch"), 200)["id"] == again["id"]
    assert body_of(table.visitor.get(f"/games/{table.game}/rematch"), 200)["id"] == again["id"]
    assert body_of(Player(served).sit(again["id"]), 409)["rule"] == "seat.reserved"
    assert body_of(ann.sit(again["id"], seat=1), 409)["rule"] == "seat.taken"
    assert body_of(ann.sit(again["id"]), 201)["seat"] == 0
    assert body_of(ben.sit(again["id"]), 201)["game"]["status"] == "playing"


def test_a_rematch_whose_table_was_closed_gives_way_to_another(served: str) -> None:
    table = over(served)
    ann, ben = table.players
    closed = body_of(ben.post(f"/games/{table.game}/rematch"), 201)["id"]
    assert ben.delete(f"/games/{closed}").status_code == 204
    assert body_of(ann.get(f"/games/{table.game}/rematch"), 200)["status"] == "abandoned"
    again = body_of(ann.post(f"/games/{table.game}/rematch"), 201)
    assert (again["id"] != closed, again["status"], again["rematch_of"]) == (True, "open", table.game)
    assert body_of(ben.post(f"/games/{table.game}/rematch"), 200)["id"] == again["id"]
    assert body_of(ben.get(f"/games/{table.game}/rematch"), 200)["id"] == again["id"]


def test_concurrent_requests_for_another_rematch_open_one(served: str) -> None:
    table = over(served)
    closed = body_of(table.players[0].post(f"/games/{table.game}/rematch"), 201)["id"]
    assert table.players[0].delete(f"/games/{closed}").status_code == 204
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: table.players[n % 2].post(f"/games/{table.game}/rematch"), range(8)))
    assert sorted(each.status_code for each in answers) == [200] * 7 + [201]


def test_a_rematch_of_a_position_begins_from_it_too(served: str) -> None:
    example = EXAMPLES[0]
    options = {"teams": example.teams}
    wish: dict[str, Any] = {"edition": example.edition, "options": options, "position": example.position()}
    table = Table.of(served, example.seats(), **wish)
    dealt = [table.players[seat].see(table.game, 1 + example.seats())["state"] for seat in range(example.seats())]
    for seat in range(example.seats() - 1):
        table.players[seat].act(table.game, {"type": "resign"})
    again = body_of(table.players[0].post(f"/games/{table.game}/rematch"), 201)
    assert again["sandbox"] is True
    for seat, player in enumerate(table.players):
        body_of(player.sit(again["id"], seat=seat), 201)
    assert [player.see(again["id"], 1 + example.seats())["state"] for player in table.players] == dealt


def test_concurrent_requests_for_a_rematch_open_one(served: str) -> None:
    table = over(served)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: table.players[n % 2].post(f"/games/{table.game}/rematch"), range(8)))
    assert sorted(each.status_code for each in answers) == [200] * 7 + [201]
    assert len({each.json()["id"] for each in answers}) == 1


def test_only_who_sat_there_may_ask_for_a_rematch_and_only_once_it_is_over(served: str, ben: Player) -> None:
    running, done = Table.of(served), over(served)
    assert running.players[0].post(f"/games/{running.game}/rematch").status_code == 409
    assert ben.post(f"/games/{done.game}/rematch").status_code == 403


# Whose turn it is


def test_games_that_wait_for_me_are_listed_the_earliest_deadline_first(served: str) -> None:
    ann, ben = Player(served, "Ann"), Player(served, "Ben")
    assert body_of(ann.get("/me/turns"), 200)["games"] == []
    tables = [Table.of(served, players=(ann, ben)) for _ in range(3)]
    committing = ann.new_game(options={"fairness": "commit"})
    for seat, player in enumerate((ann, ben)):
        body_of(player.sit(committing, seat=seat, commitment="0" * 64), 201)
    for player in (ann, ben):
        mine = [table.game for table in tables if player.see(table.game)["to_act"] == [player.see(table.game)["you"]]]
        waiting = body_of(player.get("/me/turns"), 200)["games"]
        assert [each["id"] for each in waiting] == [committing, *mine]
        assert waiting[0]["deadline"] is not None
    for table in tables:
        table.act(0, {"type": "resign"})
    assert [each["id"] for each in body_of(ann.get("/me/turns"), 200)["games"]] == [committing]
