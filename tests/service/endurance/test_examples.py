"""The examples do what they say, against a running service."""

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

from tests.service.client import CARTA, Player, Table, body_of
from tests.service.conftest import Serve, eventually

EXAMPLES = Path(__file__).parents[3] / "examples"
BOT = EXAMPLES / "bot.py"
SVG = "{http://www.w3.org/2000/svg}"
MOST_LINES = 60
SECONDS = 240


def run(url: str, game: str, name: str) -> str:
    """The bot at that table; what it says at the end."""
    command = [sys.executable, str(BOT), url, game, name]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True).stdout


def test_the_bot_plays_a_whole_game_against_another_of_its_kind(served: str) -> None:
    ann = Player(served)
    game = ann.new_game(2, game=CARTA)
    with ThreadPoolExecutor(2) as both:
        said = list(both.map(lambda name: run(served, game, name), ("One", "Two")))
    assert sorted(each.partition(",")[0] for each in said) == ["{'seat': 0", "{'seat': 1"]
    assert ann.see(game)["status"] == "finished"


def test_the_bot_plays_against_bots_of_the_service(served: str) -> None:
    ann = Player(served)
    game = ann.new_game(3, game=CARTA)
    for seat in (0, 2):
        ann.sit(game, seat=seat, bot="greedy")
    assert "'winners'" in run(served, game, "One")


def test_the_analysis_draws_what_the_games_that_have_ended_tell(serve: Serve, own_database: str) -> None:
    url = serve(DATABASE_URL=own_database)
    assert texts(analysed(url))[:1] == ["0 games: how they were won"]
    Table.of(url).act(0, {"type": "resign"})
    tables = [Table.of(url, seats) for seats in (2, 2, 3)]
    for number, table in enumerate(tables):
        played(table, random.Random(number))
    eventually(lambda: texts(analysed(url))[0] == "3 games: how they were won")
    said = texts(analysed(url))
    for table in tables:
        ended = table.see()["result"]
        assert any(each.startswith(ended["kind"]) for each in said)
    assert {"Turns", "place 1", "place 2", "place 3"} <= {*said}
    shares = [float(each.removesuffix(" %")) for each in said if each.endswith(" %")]
    assert len(shares) == 3
    assert max(shares) <= 100


def played(table: Table, chance: random.Random) -> None:
    """Play a game to its end."""
    while seats := table.see()["to_act"]:
        table.act(seats[0], chance.choice(table.legal(seats[0])))


def analysed(url: str) -> str:
    """The picture of that service's games."""
    command = [sys.executable, str(EXAMPLES / "analysis.py"), url]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True).stdout


def texts(picture: str) -> list[str]:
    """What stands in a picture."""
    return [str(each.text) for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_a_round_robin_lets_every_two_of_eight_players_meet_once(served: str) -> None:
    command = [sys.executable, str(EXAMPLES / "round_robin.py"), served, "6"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True).stdout
    results = [line.split() for line in said.splitlines()[1:]]
    assert [row[2] for row in results] == ["7"] * 8
    assert sum(int(row[3]) for row in results) >= 28
    listed = body_of(Player(served).get("/games?status=finished&limit=100"), 200)["games"]
    games = [each for each in listed if (each["tag"] or "").startswith("round-robin-")]
    pairs = {frozenset(seat["player"]["name"] for seat in each["seats"]) for each in games}
    assert (len(games), len(pairs)) == (28, 28)


def test_a_bot_is_written_in_less_than_sixty_lines() -> None:
    assert len(BOT.read_text().splitlines()) < MOST_LINES
