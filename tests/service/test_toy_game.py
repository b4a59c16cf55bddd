"""A game that the catalogue lists and nothing else knows is played, drawn, observed and verified."""

import subprocess
import sys
from json import loads
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def evening(own_database: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a process whose catalogue lists the toy game made of it."""
    program = [sys.executable, "-m", "tests.service.toy_evening", own_database, str(tmp_path_factory.mktemp("keys"))]
    root = Path(__file__).parents[2]
    found = subprocess.run(program, cwd=root, check=True, capture_output=True, text=True)
    answer: dict[str, Any] = loads(found.stdout.splitlines()[-1])
    return answer


def test_a_game_of_the_catalogue_is_played_over_http(evening: dict[str, Any]) -> None:
    assert evening["result"] == "highest"
    assert evening["events"].count('"NumberLaid"') == 2


def test_a_game_of_the_catalogue_is_in_the_contract(evening: dict[str, Any]) -> None:
    assert "HighestNumberState" in evening["contract"]


@pytest.mark.every_subject
def test_a_game_of_the_catalogue_is_drawn(evening: dict[str, Any]) -> None:
    assert evening["picture"].startswith("<svg")
    assert ">Winners<" in evening["picture"]


def test_a_game_of_the_catalogue_is_observed(evening: dict[str, Any]) -> None:
    assert (evening["observation"]["hand"], evening["observation"]["shown"]) == (9, 36)


def test_a_record_of_a_game_of_the_catalogue_verifies(evening: dict[str, Any]) -> None:
    assert evening["verified"] is True
