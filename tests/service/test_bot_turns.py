"""Whose bots play next, how many search for one player, and how a game among bots is ended."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cartulary.audit import bundles
from cartulary_service.config import Config
from cartulary_service.games.bots import Lane
from cartulary_service.players import quotas
from cartulary_service.store.database import Database
from tests.service.client import Client, Player, body_of

SEARCH = "search-1"


@pytest.fixture
def database(own_database: str) -> Iterator[Database]:
    opened = Database(Config(database_url=own_database))
    yield opened
    opened.close()


def table_of_bots(player: Player, *strategies: str) -> str:
    """A game that bots play among themselves."""
    game = player.new_game(len(strategies))
    for each in strategies:
        body_of(player.sit(game, bot=each), 201)
    return game


def table_with_a_bot(player: Player, strategy: str) -> str:
    """A game in which the turn is the bot's."""
    game = player.new_game(2, options={"deal": "draft"})
    body_of(player.sit(game, bot=strategy), 201)
    body_of(player.sit(game), 201)
    return game


def turns(lane: Lane) -> list[str]:
    """The turns of a lane until all games rest."""
    taken = []
    while (game := lane.take()) is not None:
        taken.append(game)
        lane.rest(game)
    return taken


def at_noon() -> float:
    """A clock that stands."""
    return 12.0


def test_tables_with_people_come_first_and_creators_take_turns(own_base: str, database: Database) -> None:
    ann, ben, cid = Player(own_base), Player(own_base), Player(own_base)
    farm = [table_of_bots(ann, SEARCH, SEARCH) for _ in range(3)]
    alone, with_cid = table_of_bots(ben, SEARCH, SEARCH), table_with_a_bot(cid, SEARCH)
    taken = turns(Lane(database, searches=True, clock=at_noon))
    assert taken == [with_cid, farm[0], alone, *farm[1:]]
    for player, game in [(ben, alone), *((ann, each) for each in farm)]:
        assert player.delete(f"/games/{game}").status_code == 204
    assert turns(Lane(database, searches=True, clock=at_noon)) == [with_cid]
    body_of(cid.act(with_cid, {"type": "resign"}), 201)


def test_a_seat_that_has_resigned_waits_for_nobody(own_base: str, database: Database) -> None:
    ann, ben = Player(own_base), Player(own_base)
    left = ann.new_game(3, options={"deal": "draft"})
    for each in ({"bot": "greedy"}, {"bot": "greedy"}, {}):
        body_of(ann.sit(left, **each), 201)
    with_ben = table_with_a_bot(ben, "greedy")
    body_of(ann.act(left, {"type": "resign"}), 201)
    assert turns(Lane(database, searches=False, clock=at_noon)) == [with_ben, left]
    body_of(ben.act(with_ben, {"type": "resign"}), 201)


def test_cheap_bots_wait_for_none_that_search(own_base: str, database: Database) -> None:
    ann, ben = Player(own_base), Player(own_base)
    slow, quick = table_with_a_bot(ann, SEARCH), table_with_a_bot(ben, "greedy")
    cheap, searching = (turns(Lane(database, searches=each, clock=at_noon)) for each in (False, True))
    assert (quick in cheap, quick in searching) == (True, False)
    assert (slow in cheap, slow in searching) == (False, True)


def test_a_player_seats_few_bots_that_search_at_once(own_base: str) -> None:
    ann, ben = Player(own_base), Player(own_base)
    for _ in range(quotas.SEARCH_BOTS.most // 2):
        game = table_of_bots(ann, SEARCH, "search-3")
    other = ann.new_game(3)
    refused = body_of(ann.sit(other, bot="search-2"), 409)
    assert (refused["code"], "greedy" in refused["detail"]) == ("too-many", True)
    body_of(ann.sit(other, bot="greedy", seat=0), 201)
    body_of(ben.sit(other, seat=1), 201)
    assert ann.delete(f"/games/{game}").status_code == 204
    body_of(ann.sit(other, bot=SEARCH, seat=2), 201)


def test_a_bot_counts_for_who_seats_it_and_no_longer_once_it_is_removed(own_base: str) -> None:
    ann, ben = Player(own_base), Player(own_base)
    games = [ann.new_game(4) for _ in range(quotas.SEARCH_BOTS.most // 2)]
    for game in games:
        body_of(ben.sit(game, seat=0), 201)
        for seat in (1, 2):
            body_of(ben.sit(game, bot=SEARCH, seat=seat), 201)
    assert body_of(ben.sit(games[0], bot=SEARCH, seat=3), 409)["code"] == "too-many"
    assert body_of(ann.sit(games[0], bot=SEARCH, seat=1), 409)["rule"] == "seat.taken"
    assert ann.delete(f"/games/{games[0]}/seats/1").status_code == 204
    body_of(ben.sit(games[1], bot=SEARCH, seat=3), 201)
    assert ben.get("/me/export").text.count('"kind":"search_bot"') == quotas.SEARCH_BOTS.most


def test_the_creator_ends_a_game_among_bots_and_its_record_is_verified(own_base: str, tmp_path: Path) -> None:
    ann, ben = Player(own_base), Player(own_base)
    game, with_ann = table_of_bots(ann, SEARCH, "random", SEARCH), table_with_a_bot(ann, "random")
    assert body_of(ben.delete(f"/games/{game}"), 403)["code"] == "not-creator"
    assert body_of(ann.delete(f"/games/{with_ann}"), 409)["code"] == "game-started"
    assert ann.delete(f"/games/{game}").status_code == 204
    over = ben.see(game)
    assert (over["status"], over["result"]["kind"], over["to_act"]) == ("abandoned", "void", [])
    path = tmp_path / "bundle"
    path.write_bytes(Client(own_base).get(f"/games/{game}/audit").content)
    assert bundles.verify(path, bundles.Given()).verified
    assert body_of(ann.delete(f"/games/{game}"), 409)["code"] == "game-started"
