"""Games that are known beforehand: the same position, and the actions of a whole game from there."""

import json
import random
import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from bench.load import request
from bench.players import Player
from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria.cards import COPIES, EPOCH_OF, EPOCHS, KINDS, SET_ASIDE
from cartulary.kernel.codec import action_json
from cartulary.kernel.seats import Seat

CARTA: Final = "carta-impera-victoria"
SEATS: Final = 2
HAND: Final = 3


class Plan(NamedTuple):
    """A position, and what its seats do from there to the end."""

    position: dict[str, Any]
    actions: list[tuple[Seat, bytes]]


def plan(seed: int) -> Plan:
    """A whole game of Carta Impera Victoria at random, whose deck is known."""
    rng = random.Random(seed)
    position = deal(rng)
    game = CATALOGUE[CARTA]
    decision = game.begin_from(game.setup(None, SEATS, {}), position)
    actions: list[tuple[Seat, bytes]] = []
    while waits_for := game.to_act(decision.state):
        action = rng.choice([*game.legal_actions(decision.state, waits_for[0])]).any_action(rng)
        actions.append((waits_for[0], json.dumps(action_json(action)).encode()))
        game.decide(decision, waits_for[0], action)
    return Plan(position, actions)


def deal(rng: random.Random) -> dict[str, Any]:
    """The position after the deal."""
    deck: list[str] = []
    for epoch in EPOCHS:
        pile = [KINDS[kind] for kind, copies in enumerate(COPIES) if EPOCH_OF[kind] == epoch for _ in range(copies)]
        rng.shuffle(pile)
        deck += pile[SET_ASIDE:]
    hands = [[deck.pop(0) for _ in range(HAND)] for _ in range(SEATS)]
    seats = [{"hand": {kind: hand.count(kind) for kind in hand}} for hand in hands]
    return {"turn": 1, "active": 0, "first": 0, "step": "play", "deck": deck, "seats": seats}


def open_game(players: list[Player], plan: Plan) -> str:
    """A game from the plan's position, at which these players sit."""
    game = players[0].create(game=CARTA, seats=SEATS, position=plan.position)
    for player in players:
        player.sit(game)
    return game


def send(url: str, tokens: Sequence[str], tables: Iterable[tuple[str, Plan]]) -> Iterator[bytes]:
    """The requests of whole games that are open, one after the other."""
    for game, plan in tables:
        for seat, body in plan.actions:
            headers = f"Authorization: Bearer {tokens[seat]}\r\nIdempotency-Key: {uuid.uuid4()}\r\n"
            yield request(url, "POST", f"/v1/games/{game}/actions", body, headers)


def seat(url: str) -> tuple[str, list[Player]]:
    """A game that has begun, and its players."""
    players = [Player(url, "Ann"), Player(url, "Ben")]
    game = players[0].create(game=CARTA, seats=SEATS)
    for player in players:
        player.sit(game)
    return game, players
