"""The examples do what they say, against a running service."""

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from cartulary_parquet.command import export
from tests.commands import invoke
from tests.patience import PATIENCE
from tests.service.client import CARTA, Player, Table, body_of
from tests.service.conftest import Serve

EXAMPLES = Path(__file__).parents[3] / "examples"
BOT = EXAMPLES / "bot.py"
MOST_LINES = 60


def run(url: str, game: str, name: str) -> str:
    """The bot at that table; what it says at the end."""
    command = [sys.executable, str(BOT), url, game, name]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout


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


def test_the_notebook_tells_how_games_of_an_export_were_won(
    serve: Serve, own_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = serve(DATABASE_URL=own_database)
    Table.of(url).act(0, {"type": "resign"})
    tables = [Table.of(url, seats) for seats in (2, 2, 3)]
    for number, table in enumerate(tables):
        played(table, random.Random(number))
    assert invoke(export, "--url", url, "--parquet", str(tmp_path / "export")).exit_code == 0
    monkeypatch.setenv("EXPORT", str(tmp_path / "export"))
    said = run_notebook(EXAMPLES / "analysis" / "games.ipynb")
    assert said[0] == "3 games"
    for table in tables:
        assert any(each.startswith(table.see()["result"]["kind"]) for each in said)
    places = [each.split("  ")[0] for each in said if " place " in each]
    assert places == [f"{seats} seats, place {place + 1}" for seats in (2, 3) for place in range(seats)]
    assert any(" turns " in each for each in said)


def run_notebook(path: Path) -> list[str]:
    """Run a notebook as it lies in the tree, without outputs, and return the lines that it prints."""
    notebook = nbformat.read(path, as_version=4)
    cells = [each for each in notebook.cells if each.cell_type == "code"]
    assert not any(each.outputs for each in cells)
    NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3").execute()
    return [line for each in cells for output in each.outputs for line in output.text.splitlines()]


def played(table: Table, chance: random.Random) -> None:
    """Play a game to its end."""
    while seats := table.see()["to_act"]:
        table.act(seats[0], chance.choice(table.legal(seats[0])))


def test_a_round_robin_lets_every_two_of_eight_players_meet_once(served: str) -> None:
    command = [sys.executable, str(EXAMPLES / "round_robin.py"), served, "6"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
    results = [line.split() for line in said.splitlines()[1:]]
    assert [row[2] for row in results] == ["7"] * 8
    assert sum(int(row[3]) for row in results) >= 28
    listed = body_of(Player(served).get("/games?status=finished&limit=100"), 200)["games"]
    games = [each for each in listed if (each["tag"] or "").startswith("round-robin-")]
    pairs = {frozenset(seat["player"]["name"] for seat in each["seats"]) for each in games}
    assert (len(games), len(pairs)) == (28, 28)


def test_a_bot_is_written_in_less_than_sixty_lines() -> None:
    assert len(BOT.read_text().splitlines()) < MOST_LINES
