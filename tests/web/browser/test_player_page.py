"""The page of a player: who it is, what they have finished and won, and the ways that lead there."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CARTA, Client, Player, Table, body_of
from tests.service.conftest import eventually
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]
SIZES: Final = pytest.mark.parametrize("way", [{}, HAND_HELD], ids=["desktop", "phone"])


@pytest.fixture
def finished(served: str) -> Table:
    """A game that Nora has won against Ada, once the archive has it and both players' results are recorded."""
    table = Table.of(served, 2, [Player(served, "Nora"), Player(served, "Ada")])
    table.act(1, {"type": "resign"})
    eventually(lambda: archived(table) == [table.game] and count_recorded(table) == 1)
    return table


def archived(table: Table) -> list[str]:
    """The finished games of a table's first player."""
    games = body_of(table.visitor.get(f"/archive?player={table.players[0].id}"), 200)["games"]
    return [each["id"] for each in games]


def count_recorded(table: Table) -> int:
    """Number of games that count for the reliability of a table's first player."""
    player = body_of(table.visitor.get(f"/players/{table.players[0].id}"), 200)
    counted: int = player["reliability"]["games_counted"]
    return counted


@SIZES
def test_a_page_tells_who_a_player_is_and_what_they_won(visit: Visit, finished: Table, way: dict[str, Any]) -> None:
    nora = finished.players[0]
    stranger = visit(**way).goes(f"/play#/player/{nora.id}")
    stranger.sees(f"Nora @{nora.handle}", "h1")
    stranger.sees("here since", ".player-head")
    stranger.sees("1 game finished · 1 won", f"[data-key='played:{CARTA}']")
    stranger.sees("resignation 1", f"[data-key='played:{CARTA}']")
    stranger.sees("2 players: 1 won, 0 drawn, 0 lost", f"[data-key='played:{CARTA}']")
    stranger.sees("Shown after three public games with a clock.", ".reliability")
    stranger.sees("games counted 1", ".reliability")
    stranger.sees("The game is over: Nora wins (resignation).", f"[data-key='row:{finished.game}']")
    expect(stranger.find(".player-head .tag")).to_have_count(1)
    assert stranger.obstacles() == []
    assert stranger.overflows() <= 0
    stranger.keyed(f"game:{finished.game}").click()
    stranger.waits().sees("Nora", ".crumb")
    assert "/replay?game=" in stranger.page.url


def test_a_player_opts_in_to_ratings_and_is_shown_one_with_its_uncertainty(visit: Visit, served: str) -> None:
    nora, ada = Player(served, "Nora"), Player(served, "Ada")
    ada.send("PATCH", "/me", json={"rated": True})
    settings = visit(nora.token).goes("/play#/me")
    with settings.page.expect_response(lambda each: each.request.method == "PATCH"):
        settings.find("[name=rated]").check()
    table = Table.of(served, 2, [nora, ada])
    table.act(1, {"type": "resign"})
    eventually(lambda: body_of(table.visitor.get(f"/players/{nora.id}"), 200)["ratings"])
    settings.goes(f"/play#/player/{nora.id}").sees("rating 1,", f"[data-key='played:{CARTA}'] .rating")
    settings.sees("±", ".rating")


def test_reliability_is_a_number_of_100_with_what_it_is_made_of(visit: Visit, served: str) -> None:
    nora, ada = Player(served, "Nora"), Player(served, "Ada")
    for _ in range(3):
        table = Table.of(served, 2, [nora, ada], clock={"kind": "turn", "seconds": 86_400})
        for wanted in ("play", "end_turn") * 2:
            seat = table.see()["to_act"][0]
            table.act(seat, next(each for each in table.legal(seat) if each["type"] == wanted))
        table.act(1, {"type": "resign"})
    eventually(lambda: count_recorded(table) == 3)
    stranger = visit(**HAND_HELD).goes(f"/play#/player/{nora.id}")
    stranger.sees("100 of 100", ".reliability")
    stranger.sees("turns in time 3", ".reliability")
    assert stranger.obstacles() == []


@pytest.mark.parametrize("language", ["ru", "uk", "ko"])
def test_the_page_of_a_player_speaks_the_language_of_the_reader(visit: Visit, finished: Table, language: str) -> None:
    stranger = visit(**HAND_HELD, locale=language).goes(f"/play?lang={language}#/player/{finished.players[0].id}")
    expect(stranger.keyed(f"row:{finished.game}")).to_be_visible()
    assert "finished" not in stranger.find("main").inner_text()
    assert stranger.overflows() <= 0


def test_a_program_is_told_apart_and_a_game_under_way_can_be_watched(visit: Visit, served: str) -> None:
    registered = body_of(Client(served).post("/players", {"name": "Deep Grey", "bot": True}), 201)
    program, ada = Client(served, registered["token"]), Player(served, "Ada")
    game = ada.new_game()
    ada.sit(game, seat=0)
    body_of(program.post(f"/games/{game}/seats", {"seat": 1}), 201)
    stranger = visit().goes(f"/play#/player/{registered['id']}")
    stranger.sees("a program plays", ".player-head")
    stranger.sees("No game has ended yet.", ".played")
    stranger.keyed(f"game:{game}").click()
    expect(stranger.find(".board[data-version]")).to_be_attached()


def test_names_lead_to_the_page_of_a_player(visit: Visit, finished: Table, served: str) -> None:
    nora, ada = finished.players
    table = Table.of(served, 2, [nora, ada])
    ada.post(f"/games/{table.game}/chat", {"text": "Hello."})
    reader = visit(nora.token)
    places = (
        ("/play", f"[data-key='row:{table.game}']"),
        (f"/play#/game/{table.game}", ".rival .who"),
        (f"/play?lang=en#/game/{table.game}", ".rival .who"),
        (f"/replay?game={finished.game}", ".rival .who"),
        ("/replay", f"[data-key='row:{finished.game}']"),
    )
    for path, place in places:
        reader.goes(path).find(place).get_by_role("link", name="Ada", exact=True).first.click()
        reader.sees(f"Ada @{ada.handle}", "h1")
    reader.goes(f"/play#/game/{table.game}").keyed("tab:chat").click()
    reader.find(".chat").get_by_role("link", name="Ada").click()
    reader.sees(f"Ada @{ada.handle}", "h1")


def test_a_bot_of_the_service_and_who_has_gone_have_no_page(visit: Visit, served: str) -> None:
    nora, ada = Player(served, "Nora"), Player(served, "Ada")
    game = nora.new_game(3)
    nora.sit(game, seat=0)
    ada.sit(game, seat=1)
    body_of(nora.sit(game, seat=2, bot="random"), 201)
    assert ada.delete("/me?confirm=Ada").status_code == 204
    stranger = visit().goes(f"/play#/game/{game}")
    expect(stranger.find(".seat")).to_have_count(3)
    expect(stranger.find(".seat .who a")).to_have_count(1)
    stranger.goes(f"/play#/player/{ada.id}").sees("There is nothing here", "[role=alert]")
