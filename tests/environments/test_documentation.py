"""The tables of `docs/how-to/train-an-agent.md`, and its first program."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cartulary.catalogue import CATALOGUE
from cartulary_environments.table import GameTable

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/how-to/train-an-agent.md").read_text(encoding="utf-8")


def rows(heading: str, game: str) -> list[tuple[int, int, str]]:
    """Return where a range begins, its size and its name, from the table of a game under such a heading."""
    section = next(each for each in PAGE.split("\n### ") if each.startswith(heading) and f"`{game}`" in each)
    found = re.findall(r"^\| (\d+) \| (\d+) \| `(\w+)` \|", section, re.MULTILINE)
    return [(int(first), int(size), name) for first, size, name in found]


@pytest.mark.parametrize("game", [*CATALOGUE])
def test_the_page_lists_every_token(game: str) -> None:
    space = GameTable(game).space
    assert rows("Tokens", game) == [(each.first, len(each.labels), each.name) for each in space.ranges]
    assert f"`{game}`: {space.size} tokens." in PAGE


@pytest.mark.parametrize("game", [*CATALOGUE])
def test_the_page_lists_every_part_of_an_observation(game: str) -> None:
    table = GameTable(game)
    parts = [(part.first, part.size, part.name) for part in table.observer.parts()]
    assert rows("Observation of", game) == parts
    assert f"`{game}`: {table.observer.size()} numbers." in PAGE


def test_the_first_program_of_the_page_plays_a_game(tmp_path: Path) -> None:
    found = re.search(r"```python random_agents\.py\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    program = tmp_path / "random_agents.py"
    program.write_text(found[1], encoding="utf-8")
    path = f"{ROOT}:{ROOT / 'packages/environments'}"
    done = subprocess.run(
        [sys.executable, program], env={"PYTHONPATH": path}, capture_output=True, text=True, check=True
    )
    assert sorted(line.split()[0] for line in done.stdout.splitlines()) == ["seat_0", "seat_1", "seat_2"]
