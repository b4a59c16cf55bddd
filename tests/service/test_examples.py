"""The examples do what they say, against a running service."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.service.client import CARTA, Player

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
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


def test_a_bot_is_written_in_less_than_sixty_lines() -> None:
    assert len(BOT.read_text().splitlines()) < MOST_LINES
