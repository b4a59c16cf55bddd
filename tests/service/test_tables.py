"""The creator of a table gives it a title and a language, removes who sits there, and closes it before the game."""

import json
from typing import Any

import pytest
import requests

from tests.patience import PATIENCE
from tests.service.client import Client, Player, body_of

TITLE = "Friday evening"


def retitle(player: Player, game: str, title: str | None) -> requests.Response:
    return player.send("PATCH", f"/games/{game}", json={"title": title})


def listed(player: Client, game: str, query: str = "") -> dict[str, Any] | None:
    """The game as the list of open tables has it."""
    games = body_of(player.get(f"/games?status=open&limit=100{query}"), 200)["games"]
    return next((each for each in games if each["id"] == game), None)


@pytest.fixture
def ann(served: str) -> Player:
    return Player(served, "Anneliese")


@pytest.fixture
def ben(served: str) -> Player:
    return Player(served, "Ben")


def test_a_title_is_tidied_and_shown_in_the_list_the_view_and_the_text(ann: Player, ben: Player) -> None:
    game = ann.new_game(title=f"  {TITLE} Cafe\N{COMBINING ACUTE ACCENT}  ")
    said = f"{TITLE} Café"
    row = listed(ben, game)
    assert row is not None
    assert row["title"] == said
    assert (ben.see(game)["title"], ben.see(game)["creator"]) == (said, ann.id)
    assert ben.get(f"/games/{game}", headers={"Accept": "text/plain"}).text.startswith(f"{said}\n")
    assert ben.see(game, 1)["title"] is None


def test_only_the_creator_changes_the_title_and_only_before_the_game(ann: Player, ben: Player) -> None:
    game = ann.new_game()
    assert body_of(retitle(ben, game, TITLE), 403)["code"] == "not-creator"
    changed = retitle(ann, game, TITLE)
    assert body_of(changed, 200)["title"] == TITLE
    assert changed.headers["ETag"] == ann.get(f"/games/{game}").headers["ETag"]
    for player in (ann, ben):
        body_of(player.sit(game), 201)
    assert body_of(retitle(ann, game, None), 409)["code"] == "game-started"
    assert ann.see(game)["title"] == TITLE


def test_a_title_is_taken_back_by_null_and_changes_the_tag(ann: Player) -> None:
    game = ann.new_game(title=TITLE)
    before = ann.get(f"/games/{game}").headers["ETag"]
    assert body_of(retitle(ann, game, None), 200)["title"] is None
    assert ann.get(f"/games/{game}").headers["ETag"] != before
    row = listed(ann, game)
    assert row is not None
    assert row["title"] is None


def test_the_title_of_a_private_table_is_told_to_nobody_who_may_not_look(served: str, ann: Player, ben: Player) -> None:
    game = ann.new_game(private=True, title=TITLE)
    assert listed(ben, game) is None
    assert ben.get(f"/games/{game}").status_code == 404
    assert retitle(ben, game, "Mine").status_code == 404
    assert TITLE not in requests.get(f"{served}/play?game={game}", timeout=PATIENCE).text
    assert TITLE in requests.get(f"{served}/play?game={ann.new_game(title=TITLE)}", timeout=PATIENCE).text


def test_a_title_is_no_part_of_the_record_and_goes_with_the_account_that_wrote_it(ann: Player, ben: Player) -> None:
    game = ann.new_game(title=TITLE)
    body_of(ben.sit(game), 201)
    assert TITLE not in ben.get(f"/games/{game}/audit").text
    exported = [json.loads(line) for line in ann.get("/me/export").text.splitlines()]
    assert {"kind": "title", "game": game, "title": TITLE} in exported
    assert ben.see(game)["title"] == TITLE
    assert ann.delete("/me?confirm=Anneliese").status_code == 204
    assert ben.see(game)["title"] is None


def test_a_repeated_creation_gives_one_table_with_its_title(ann: Player) -> None:
    body, headers = {"game": "carta-impera-victoria", "seats": 2, "title": TITLE}, {"Idempotency-Key": "once"}
    first, again = (body_of(ann.post("/games", body, headers=headers), 201) for _ in range(2))
    assert (first["id"], first["title"]) == (again["id"], again["title"])


def test_tables_are_found_by_their_language_and_those_of_any_language_by_each(ann: Player) -> None:
    korean, any_language = ann.new_game(language="ko"), ann.new_game()
    assert [listed(ann, each, "&language=ko") is not None for each in (korean, any_language)] == [True, True]
    assert [listed(ann, each, "&language=uk") is not None for each in (korean, any_language)] == [False, True]
    row = listed(ann, korean)
    assert row is not None
    assert row["language"] == "ko"


def test_a_table_that_its_creator_closes_is_void_and_the_others_hear_of_it(ann: Player, ben: Player) -> None:
    game = ann.new_game(3)
    body_of(ben.sit(game), 201)
    assert body_of(ben.delete(f"/games/{game}"), 403)["code"] == "not-creator"
    with ben.following("/me/events") as stream:
        assert ann.delete(f"/games/{game}").status_code == 204
        assert [json.loads(each.data)["public"]["type"] for each in stream.take(2)] == ["TableClosed", "GameEnded"]
    over = ben.see(game)
    assert (over["status"], over["result"]["kind"], over["deadline"]) == ("abandoned", "void", None)
    assert body_of(ann.delete(f"/games/{game}"), 409)["code"] == "game-started"
    assert body_of(ben.sit(game, seat=2), 409)["code"] == "seat-not-free"
    assert "The table is closed" in ben.get(f"/games/{game}/since?after=0").text


@pytest.mark.parametrize("options", [{}, {"fairness": "commit"}])
def test_a_table_that_has_filled_is_not_closed(ann: Player, ben: Player, options: dict[str, Any]) -> None:
    game = ann.new_game(options=options)
    for seat, player in enumerate((ann, ben)):
        body = {"commitment": "0" * 64} if options else {}
        body_of(player.post(f"/games/{game}/seats", {"seat": seat, **body}), 201)
    assert body_of(ann.delete(f"/games/{game}"), 409)["code"] == "game-started"
    assert body_of(ann.delete(f"/games/{game}/seats/1"), 409)["code"] == "cannot-leave"


def test_the_creator_removes_a_player_whose_invitations_are_void_then(ann: Player, ben: Player, served: str) -> None:
    cid, game = Player(served, "Cid"), ann.new_game(3, private=True)
    body_of(ann.post(f"/games/{game}/invites", {"player": ben.id}), 201)
    body_of(ben.sit(game, seat=1), 201)
    code = body_of(ben.post(f"/games/{game}/invites"), 201)["code"]
    assert ann.delete(f"/games/{game}/seats/1").status_code == 204
    assert ann.see(game)["seats"][1]["player"] is None
    assert ann.events(game)[-1]["public"]["type"] == "SeatCleared"
    assert ben.sit(game, seat=1).status_code == 404
    assert cid.sit(game, invite=code).status_code == 404


def test_the_creator_removes_a_bot_and_another_may_not(ann: Player, ben: Player) -> None:
    game = ann.new_game(3)
    body_of(ann.post(f"/games/{game}/seats", {"seat": 2, "bot": "random"}), 201)
    body_of(ben.sit(game, seat=1), 201)
    assert body_of(ben.delete(f"/games/{game}/seats/2"), 403)["code"] == "no-seat"
    assert ann.delete(f"/games/{game}/seats/2").status_code == 204
    assert ann.see(game)["bots"] == []
    for free in (0, 2, 7):
        assert body_of(ann.delete(f"/games/{game}/seats/{free}"), 409)["code"] == "cannot-leave"
