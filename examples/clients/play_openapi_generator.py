"""A whole game by the client that openapi-generator makes for Python: two players who choose at random.

openapi-generator-cli generate -i openapi.yaml -g python -o build/generated/openapi-generator
PYTHONPATH=build/generated/openapi-generator python examples/clients/play_openapi_generator.py http://localhost:8000
"""

import random
import sys
from uuid import uuid4

from openapi_client import ActRequest, ApiClient, Configuration, NewGame, NewPlayer, Result, TakeSeat
from openapi_client.api import GamesApi, PlayersApi

GAME = "carta-impera-victoria"


def player(url: str, name: str) -> GamesApi:
    """A new player."""
    made = PlayersApi(ApiClient(Configuration(host=url))).create_player(NewPlayer(name=name))
    return GamesApi(ApiClient(Configuration(host=url, access_token=made.token)))


def play(url: str) -> Result:
    """Play until the game is over; how it ended."""
    seats = [player(url, name) for name in ("Ada", "Boris")]
    game = seats[0].create_game(NewGame(game=GAME, seats=len(seats))).actual_instance
    for each in seats:
        each.take_seat(game.id, take_seat=TakeSeat())
    while (seen := seats[0].read_game(game.id).actual_instance).result is None:
        client = seats[seen.to_act[0]]
        chosen = random.choice(client.list_actions(game.id, expand=True).actions)
        client.act(game.id, ActRequest(chosen.actual_instance), idempotency_key=str(uuid4()))
    return seen.result


if __name__ == "__main__":
    print(play(sys.argv[1]).kind)
