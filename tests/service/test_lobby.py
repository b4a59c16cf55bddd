"""Open tables and seats, and the list of games: filters, order, pages."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
import requests

from tests.service.client import CARTA, Client, Player, Table, body_of


@pytest.fixture
def ann(served: str) -> Player:
    return Player(served, "Ann")


@pytest.fixture(scope="module")
def some(served: str) -> dict[str, str]:
    """A game of each status, with Ann in all of them; status -> id."""
    ann, ben = Player(served, "Ann"), Player(served, "Ben")
    waiting = ann.new_game()
    ann.sit(waiting)
    playing = Table.of(served, 2, [ann, ben])
    finished = Table.of(served, 2, [ben, ann], edition="ko", options={"deal": "draft"})
    finished.act(0, {"type": "resign"})
    return {"player": ann.id, "open": waiting, "playing": playing.game, "finished": finished.game}


def pages(client: Client, query: str = "") -> Iterator[list[dict[str, Any]]]:
    """The pages of a list, by their links."""
    path = f"/games?{query}"
    while path:
        response = client.get(path)
        page = body_of(response, 200)
        yield page["games"]
        path = following(response, page["cursor"])


def following(response: requests.Response, cursor: str | None) -> str:
    """The path of the next page; its link and its cursor say the same."""
    link = response.links.get("next")
    assert (link is None) == (cursor is None)
    if link is None:
        return ""
    assert str(cursor) in link["url"]
    return link["url"].removeprefix("/v1")


def ids(games: list[dict[str, Any]]) -> list[str]:
    return [game["id"] for game in games]


def test_an_open_table_has_nobody_at_it_and_nothing_dealt(ann: Player) -> None:
    response = ann.post("/games", {"game": CARTA, "seats": 3})
    game = body_of(response, 201)
    assert (game["status"], game["version"], game["ply"]) == ("open", 1, 1)
    assert [seat["player"] for seat in game["seats"]] == [None] * 3
    assert (game["you"], game["state"], game["result"], game["to_act"]) == (None, None, None, [])
    assert response.headers["Location"] == f"/v1/games/{game['id']}"
    assert response.headers["ETag"] == ann.get(f"/games/{game['id']}").headers["ETag"]
    assert ann.see(game["id"]) == game


def test_a_seat_is_the_one_that_was_asked_for_else_the_first_that_is_free(served: str) -> None:
    ann, ben, cem = (Player(served, name) for name in ("Ann", "Ben", "Cem"))
    game = ann.new_game(3)
    assert [body_of(ann.sit(game, seat=1), 201)["seat"], body_of(ben.sit(game), 201)["seat"]] == [1, 0]
    last = body_of(cem.sit(game), 201)
    assert (last["seat"], last["game"]["you"], last["game"]["status"]) == (2, 2, "playing")
    assert [seat["player"]["name"] for seat in last["game"]["seats"]] == ["Ben", "Ann", "Cem"]


def test_a_player_who_sits_down_is_shown_the_current_game(served: str) -> None:
    ann, ben = Player(served), Player(served)
    game = ann.new_game()
    for player in (ann, ben):
        response = player.sit(game)
        assert body_of(response, 201)["game"] == player.see(game)
        assert response.headers["ETag"] == player.get(f"/games/{game}").headers["ETag"]


def test_the_entropy_of_the_seats_stands_in_the_record(served: str) -> None:
    ann, ben = Player(served), Player(served)
    game = ann.new_game()
    ann.sit(game, entropy="ab" * 32)
    ben.sit(game, entropy=None)
    taken = [each["public"]["data"] for each in Client(served).events(game) if each["public"]["type"] == "SeatTaken"]
    assert [each["entropy"] for each in taken] == ["q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s", None]


def test_teams_sit_across(served: str) -> None:
    assert [seat["team"] for seat in Table.of(served, 4, options={"teams": True}).see()["seats"]] == [0, 1, 0, 1]
    assert [seat["team"] for seat in Table.of(served, 4).see()["seats"]] == [None] * 4


def test_concurrent_requests_for_the_last_seat_grant_it_once(served: str) -> None:
    ann, *others = [Player(served) for _ in range(9)]
    game = ann.new_game()
    ann.sit(game)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda player: player.sit(game), others))
    assert sorted(each.status_code for each in answers) == [201] + [409] * 7
    players = [seat["player"]["id"] for seat in ann.see(game)["seats"]]
    assert players == [ann.id, others[[each.status_code for each in answers].index(201)].id]


def test_all_who_sit_down_at_once_get_a_seat_each(served: str) -> None:
    players = [Player(served) for _ in range(4)]
    game = players[0].new_game(4)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda player: body_of(player.sit(game), 201), players))
    assert sorted(each["seat"] for each in answers) == [0, 1, 2, 3]
    assert players[0].see(game)["status"] == "playing"


def test_concurrent_requests_of_a_player_to_sit_take_one_seat(served: str, ann: Player) -> None:
    game = ann.new_game(4)
    clients = [Client(served, ann.token) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda client: client.post(f"/games/{game}/seats").status_code, clients))
    assert sorted(answers) == [201] + [409] * 5


@pytest.mark.parametrize("status", ["open", "playing", "finished"])
def test_the_list_can_be_cut_down_to_a_status(served: str, some: dict[str, str], status: str) -> None:
    found = [game for page in pages(Client(served), f"status={status}&limit=100") for game in page]
    assert {game["status"] for game in found} == {status}
    assert some[status] in ids(found)


def test_the_list_can_be_cut_down_to_a_player(served: str, some: dict[str, str]) -> None:
    (page,) = pages(Client(served), f"player={some['player']}")
    assert ids(page) == [some["finished"], some["playing"], some["open"]]
    (one,) = pages(Client(served), f"player={some['player']}&status=playing&game={CARTA}")
    assert ids(one) == [some["playing"]]


def test_a_player_without_games_has_an_empty_list(served: str, ann: Player) -> None:
    assert body_of(Client(served).get(f"/games?player={ann.id}"), 200) == {"games": [], "next": None, "cursor": None}


def test_the_list_says_of_a_game_what_the_game_says(served: str, some: dict[str, str]) -> None:
    client = Client(served)
    (page,) = pages(client, f"player={some['player']}")
    for listed in page:
        game = client.see(listed["id"])
        common = listed.keys() & game.keys()
        assert {"status", "version", "ply", "seats", "result", "options", "edition"} <= common
        assert {name: listed[name] for name in common} == {name: game[name] for name in common}


def test_pages_are_newest_first_and_hold_every_game_once(served: str, ann: Player) -> None:
    made = [ann.new_game() for _ in range(7)]
    for game in made:
        ann.sit(game)
    listed = [ids(page) for page in pages(Client(served), f"player={ann.id}&limit=3")]
    assert [len(page) for page in listed] == [3, 3, 1]
    assert [game for page in listed for game in page] == made[::-1]


def test_a_page_that_is_just_full_is_the_last(served: str, ann: Player) -> None:
    for _ in range(4):
        ann.sit(ann.new_game())
    assert [len(page) for page in pages(Client(served), f"player={ann.id}&limit=2")] == [2, 2]


def test_pages_stay_whole_while_games_are_created(served: str, ann: Player) -> None:
    before = [ann.new_game() for _ in range(30)]
    enough = Event()

    def create() -> None:
        busy = Player(served)
        while not enough.is_set():
            busy.new_game()

    with ThreadPoolExecutor(2) as pool:
        working = [pool.submit(create) for _ in range(2)]
        try:
            listed: list[str] = []
            for page in pages(Client(served), "limit=4"):
                listed += ids(page)
                if before[0] in listed:
                    break
        finally:
            enough.set()
        for each in working:
            each.result()
    assert len(listed) == len(set(listed))
    assert listed == sorted(listed, reverse=True)
    assert [game for game in listed if game in before] == before[::-1]


def test_without_a_limit_a_page_has_twenty(served: str, ann: Player) -> None:
    for _ in range(21):
        ann.sit(ann.new_game())
    assert [len(page) for page in pages(Client(served), f"player={ann.id}")] == [20, 1]


def test_the_list_shows_no_hand_to_anybody(served: str, some: dict[str, str]) -> None:
    assert "state" not in body_of(Client(served).get(f"/games?player={some['player']}"), 200)["games"][0]


CLOCKS: dict[str, dict[str, Any] | None] = {
    "none": None,
    "live": {"kind": "bank", "seconds": 3 * 3_600, "increment": 30},
    "daily": {"kind": "turn", "seconds": 86_400, "vacation_days": 3},
    "slow": {"kind": "turn", "seconds": 86_401},
}


@pytest.fixture(scope="module")
def tables(served: str) -> dict[str, str]:
    """Open tables of one player: one for each pace, and of other sizes, editions and numbers of people."""
    ann, ben = Player(served, "Ann"), Player(served, "Ben")
    found = {pace: ann.new_game(clock=clock) for pace, clock in CLOCKS.items()}
    found["four"] = ann.new_game(4, edition="ko")
    found["half-full"] = ann.new_game(4)
    ann.sit(found["half-full"])
    ben.sit(found["half-full"])
    found["last seat"] = ann.new_game(3)
    ann.sit(found["last seat"], seat=0)
    ann.sit(found["last seat"], seat=1, bot="random")
    return found


def names(tables: dict[str, str], served: str, query: str) -> list[str]:
    """The tables of the fixture that a list has."""
    listed = {game["id"] for page in pages(Client(served), query) for game in page}
    return [name for name, game in tables.items() if game in listed]


@pytest.mark.parametrize("pace", CLOCKS)
def test_the_list_can_be_cut_down_to_a_pace_which_each_game_tells(
    served: str, tables: dict[str, str], pace: str
) -> None:
    found = [game for page in pages(Client(served), f"clock={pace}&limit=100") for game in page]
    assert {game["pace"] for game in found} == {pace}
    assert names({each: tables[each] for each in CLOCKS}, served, f"clock={pace}&limit=100") == [pace]


def test_the_list_can_be_cut_down_to_an_edition(served: str, tables: dict[str, str]) -> None:
    assert names(tables, served, "status=open&edition=ko") == ["four"]


def test_the_list_can_be_cut_down_to_a_number_of_seats(served: str, tables: dict[str, str]) -> None:
    assert names(tables, served, "seats=3&limit=100") == ["last seat"]
    assert names(tables, served, "seats=4&limit=100") == ["four", "half-full"]


def test_the_list_can_be_cut_down_to_open_tables_with_so_many_free_seats(served: str, tables: dict[str, str]) -> None:
    assert names(tables, served, "free_seats=1&limit=100") == [*tables]
    assert names(tables, served, "free_seats=2&limit=100") == [*CLOCKS, "four", "half-full"]
    assert names(tables, served, "free_seats=3&limit=100") == ["four"]
    assert names(tables, served, "free_seats=2&seats=4&clock=none&edition=ru") == ["half-full"]


def test_a_game_under_way_has_no_free_seats(served: str, some: dict[str, str]) -> None:
    (page,) = pages(Client(served), f"free_seats=1&player={some['player']}")
    assert ids(page) == [some["open"]]


def test_the_pages_of_a_filtered_list_hold_every_game_that_fits_once(served: str, tables: dict[str, str]) -> None:
    whole = [game["id"] for page in pages(Client(served), "status=open&clock=none&limit=100") for game in page]
    parts = [game["id"] for page in pages(Client(served), "status=open&clock=none&limit=2") for game in page]
    assert parts == whole
    assert len(parts) > 2
