"""The toy game of the tests at a service whose catalogue lists it: a program, which needs a process of its own.

It writes one JSON object: what each part of the product made of the game.
"""

import sys
from json import dumps
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from cartulary.audit.verify import verify_lines
from cartulary.catalogue import CATALOGUE
from cartulary_environments.table import GameTable
from tests.domain.toy_game import TOY
from tests.service.in_process import Seated

CATALOGUE[TOY.id] = TOY  # before anything of the service reads it


def play(client: FlaskClient) -> dict[str, Any]:
    """Play a game by its listed actions, and read it back."""
    seated = Seated(client, game=TOY.id)
    seated.act()
    seated.act()
    game = f"/v1/games/{seated.game}"
    return {
        "result": seated.look({})["result"]["kind"],
        "events": client.get(f"{game}/events").text,
        "picture": client.get(f"{game}/states/{seated.look({})['version']}.svg").text,
        "verified": verify_lines(client.get(f"{game}/audit").text.splitlines(), CATALOGUE).verified,
    }


def observe() -> dict[str, int]:
    """Play it in the environment for agents; the size of each part of what they see."""
    table = GameTable(TOY.id)
    while not table.is_over():
        table.take(table.tokens()[0])
    assert len(table.observation(0)) == table.observer.size()
    return {part.name: part.size for part in table.observer.parts()}


def main(database_url: str, keys: str) -> None:
    """Play at a worker over that database."""
    from cartulary_service.contract.document import document
    from tests.service.conftest import worker

    with worker(database_url, Path(keys)) as client:
        print(dumps(play(client) | {"observation": observe(), "contract": document()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
