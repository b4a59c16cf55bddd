"""A reduced Carta Impera Victoria as an aggregate of `eventsourcing`, stored in PostgreSQL: events folded a second."""

import os
import random
import sys
import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

SEATS = 2
MOVES = 150
GAMES = 20


class Carta(Aggregate):
    """Areas and hands by sphere; a card is played, another drawn."""

    @event("Started")
    def __init__(self, deck: list[int]) -> None:
        self.deck = deck
        self.hands = [[0] * 6 for _ in range(SEATS)]
        self.areas = [[0] * 6 for _ in range(SEATS)]
        self.active = 0

    @event("Played")
    def play(self, seat: int, sphere: int, drawn: int) -> None:
        self.hands[seat][sphere] -= 1
        self.areas[seat][sphere] += 1
        self.hands[seat][drawn] += 1
        self.active = (seat + 1) % SEATS


def settings(url: str) -> dict[str, str]:
    """The library's settings for a database."""
    parts = urlsplit(url)
    host = parts.hostname or parse_qs(parts.query).get("host", [""])[0]
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": parts.path.lstrip("/"),
        "POSTGRES_HOST": host,
        "POSTGRES_PORT": str(parts.port or 5432),
        "POSTGRES_USER": parts.username or "postgres",
        "POSTGRES_PASSWORD": parts.password or "",
    }


def main(seconds: float) -> None:
    app: Application[Any] = Application(env=os.environ | settings(os.environ["DATABASE_URL"]))
    games = []
    for _ in range(GAMES):
        game = Carta([random.randrange(6) for _ in range(95)])
        for move in range(MOVES):
            game.play(move % SEATS, random.randrange(6), random.randrange(6))
        app.save(game)
        games.append(game.id)
    folded, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        for each in games:
            app.repository.get(each)
        folded += GAMES * (MOVES + 1)
    print(folded / (time.process_time() - began))
    app.close()


main(float(sys.argv[1]))
