"""A whole game by the client that `make generated-clients` generates for Python: two players who choose at random.

PYTHONPATH=build/generated/python python examples/clients/play.py http://localhost:8000
"""

import random
import sys
from typing import Any
from uuid import uuid4

from generated_client import AuthenticatedClient, Client, models
from generated_client.api.games import act, create_game, list_actions, read_game, take_seat
from generated_client.api.players import create_player

GAME = "carta-impera-victoria"


def player(url: str, name: str) -> AuthenticatedClient:
    """A new player."""
    made = create_player.sync(client=Client(url), body=models.NewPlayer(name=name))
    return AuthenticatedClient(url, token=made.token)


def action(chosen: dict[str, Any]) -> Any:
    """A listed action as the model of its type."""
    name = "".join(word.capitalize() for word in [*GAME.split("-"), *chosen["type"].split("_")])
    return getattr(models, name).from_dict(chosen)


def play(url: str) -> models.Result:
    """Play until the game is over; how it ended."""
    seats = [player(url, name) for name in ("Ada", "Boris")]
    game = create_game.sync(client=seats[0], body=models.NewGame(game=GAME, seats=len(seats)))
    for each in seats:
        take_seat.sync(game.id, client=each, body=models.TakeSeat())
    while (seen := read_game.sync(game.id, client=seats[0])).result is None:
        client = seats[seen.to_act[0]]
        legal = list_actions.sync(game.id, client=client, expand=True).actions
        accepted = act.sync(
            game.id, client=client, body=action(random.choice(legal).to_dict()), idempotency_key=str(uuid4())
        )
        assert isinstance(accepted, models.Accepted), accepted
    return seen.result


if __name__ == "__main__":
    print(play(sys.argv[1]).kind)
