"""Round robin of eight players: every two meet once, at four tables in each of seven rounds.

python examples/round_robin.py http://localhost:8000 [TURNS]

The players here are programs that choose at random; a game that has lasted TURNS turns is scored as it stands.
"""

import random
import secrets
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from cartulary_client import Client
from cartulary_client.types import Action, GameId, NewTable

GAME: GameId = "carta-impera-victoria"
NAMES = ("Ada", "Boris", "Chloe", "Daryna", "Emil", "Fay", "Gyeong", "Hedda")
MOST_TURNS = "60"
SCORE: Any = {"type": "agree_end", "how": "score"}
Pair = tuple[str, str]


def pair_up(players: list[str]) -> Iterator[list[Pair]]:
    """Yield the pairs of each round: the first player stays, and all others move on by one place."""
    first, *others = players
    for number in range(len(others)):
        row = [first, *others[number:], *others[:number]]
        half = len(row) // 2
        pairs = list(zip(row[:half], reversed(row[half:]), strict=True))
        # Whoever begins has an advantage, so the stayer begins in every second round.
        yield pairs if number % 2 else [(other, one) for one, other in pairs]


def create_round(organiser: Client, tag: str, number: int, pairs: list[Pair]) -> list[str]:
    """Create the tables of a round; a repeated request creates them once."""
    tables: list[NewTable] = [
        {"game": GAME, "seats": list(pair), "title": f"Round {number}, table {table}"}
        for table, pair in enumerate(pairs, 1)
    ]
    made = organiser.create_tables({"tag": tag, "tables": tables}, idempotency_key=f"{tag}-{number}")
    return made["games"]


def play_game(game_id: str, seats: list[Client], most_turns: int) -> None:
    """Play a game by random choices, and agree on its end if it takes too long."""
    game = seats[0].read_game(game_id)
    while game["status"] == "playing":
        active = seats[game["to_act"][0]]
        if game["state"] is not None and game["state"]["turn"] > most_turns:
            for each in seats:
                game = each.act(game_id, SCORE)["game"]
            continue
        actions = cast("list[Action]", active.list_actions(game_id, expand=True)["actions"])
        game = active.act(game_id, random.choice(actions))["game"]


def print_results(organiser: Client, tag: str) -> None:
    """Print who has won how many games, by what the service lists under the tag."""
    names, played, won = dict[str, str](), Counter[str](), Counter[str]()
    for game in organiser.iter_games(tag=tag, status="finished"):
        for seat in game["seats"]:
            if seat["player"] is not None and game["result"] is not None:
                player = seat["player"]["id"]
                names[player] = seat["player"]["name"]
                played[player] += 1
                won[player] += seat["seat"] in game["result"]["winners"]
    print(f"{'':3}{'player':10}{'played':>7}{'won':>5}")
    for place, player in enumerate(sorted(names, key=lambda each: (-won[each], names[each])), 1):
        print(f"{place:2} {names[player]:10}{played[player]:7}{won[player]:5}")


def run(url: str, most_turns: int) -> None:
    """Register everybody, play all rounds, and print the results."""
    organiser = Client.register(url, "Round robin")
    organiser_id = organiser.read_me()["id"]
    players = dict[str, Client]()
    for name in NAMES:
        client = Client.register(url, name, bot=True)
        client.allow_organiser(organiser_id)
        players[client.read_me()["id"]] = client
    tag = f"round-robin-{secrets.token_hex(4)}"
    for number, pairs in enumerate(pair_up([*players]), 1):
        games = create_round(organiser, tag, number, pairs)
        seats = [[players[each] for each in pair] for pair in pairs]
        with ThreadPoolExecutor(len(games)) as tables:
            list(tables.map(play_game, games, seats, [most_turns] * len(games)))
    print_results(organiser, tag)


if __name__ == "__main__":
    url, *turns = [*sys.argv[1:], MOST_TURNS]
    run(url, int(turns[0]))
