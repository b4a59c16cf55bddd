"""Somebody who plays by chance, whatever happens to the connection."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar
from uuid import uuid4

import requests

from tests.service.client import Table, body_of

T = TypeVar("T")


@dataclass
class Gambler:
    """Plays a table to its end, sending everything until it is acknowledged, and keeps a ledger of what was."""

    table: Table
    chance: random.Random
    ledger: dict[str, dict[str, Any]] = field(default_factory=dict)
    interrupted: int = 0

    def play(self) -> None:
        game = self.persistently(self.table.see)
        while game["status"] == "playing":
            game = self.step(game)

    def play_briefly(self, plies: int = 80) -> None:
        """Play at most so many plies; then all agree to score the game as it stands."""
        game = self.table.see()
        while game["status"] == "playing" and game["ply"] < plies:
            game = self.step(game)
        if game["status"] == "playing":
            for seat in range(len(self.table.players)):
                self.table.act(seat, {"type": "agree_end", "how": "score"})

    def step(self, game: dict[str, Any]) -> dict[str, Any]:
        """One action under a key of its own; the game after it."""
        seat, key = self.chance.choice(game["to_act"]), str(uuid4())
        action = self.chance.choice(self.persistently(lambda: self.table.legal(seat)))
        answer = self.persistently(lambda: self.sent(seat, action, key, game["version"]))
        self.ledger[key] = answer
        return dict(answer["game"])

    def sent(self, seat: int, action: Any, key: str, version: int) -> dict[str, Any]:
        response = self.table.players[seat].act(self.table.game, action, key=key, if_match=version)
        if response.status_code == 503:
            raise requests.ConnectionError
        return body_of(response, 201)

    def persistently(self, ask: Callable[[], T]) -> T:
        """Ask until there is an answer."""
        answer, interrupted = persistently(ask)
        self.interrupted += interrupted
        return answer


def persistently(ask: Callable[[], T]) -> tuple[T, int]:
    """Ask until there is an answer; says how often there was none."""
    for interrupted in count():
        with suppress(requests.ConnectionError, requests.exceptions.ChunkedEncodingError):
            return ask(), interrupted
    raise AssertionError
