"""A service as one writes it oneself: a game is a row of JSON, which a move rewrites, and moves are kept beside it.

Its game is a reduced Carta Impera Victoria of two: cards are played and drawn, and have no effects.
"""

import atexit
import os
import random
import secrets
import uuid
from typing import Any

from flask import Flask, Response, abort, jsonify, request
from psycopg.types.json import Jsonb
from psycopg_pool import ConnectionPool

SCHEMA = """
create table if not exists snapshots (
    id uuid primary key, tokens text[] not null, state jsonb not null, updated_at timestamptz not null default now()
);
create table if not exists moves (
    id bigserial primary key, game_id uuid not null references snapshots, seat smallint not null, move jsonb not null,
    made_at timestamptz not null default now()
);
create index if not exists moves_of_a_game on moves (game_id, id);
"""
EPOCHS = ((8, 8, 4, 4, 4, 0), (8, 8, 4, 8, 4, 0), (4, 0, 8, 8, 8, 16))
SET_ASIDE, HAND, DOMINANCE = 3, 3, 8

app = Flask(__name__)
pool: Any = ConnectionPool(os.environ["DATABASE_URL"], max_size=16, open=False)
atexit.register(pool.close)


def deal() -> dict[str, Any]:
    """The state at the beginning."""
    deck: list[int] = []
    for counts in EPOCHS:
        pile = [sphere for sphere, copies in enumerate(counts) for _ in range(copies)]
        random.shuffle(pile)
        deck += pile[SET_ASIDE:]
    hands = [[deck.pop(0) for _ in range(HAND)] for _ in range(2)]
    return {"hands": hands, "areas": [[0] * 6, [0] * 6], "deck": deck, "active": 0, "winner": None}


def play(state: dict[str, Any], sphere: int) -> None:
    """The active seat plays a card and draws another."""
    seat = state["active"]
    hand, area = state["hands"][seat], state["areas"][seat]
    hand.remove(sphere)
    area[sphere] += 1
    if state["deck"]:
        hand.append(state["deck"].pop(0))
    if area[sphere] >= DOMINANCE:
        state["winner"] = seat
    elif not hand:
        state["winner"] = max((0, 1), key=lambda each: sum(state["areas"][each]))
    state["active"] = 1 - seat


def view_of(state: dict[str, Any], seat: int) -> dict[str, Any]:
    """The state as a seat may see it."""
    hands = [hand if each == seat else len(hand) for each, hand in enumerate(state["hands"])]
    return state | {"deck": len(state["deck"]), "hands": hands}


@app.post("/games")
def create() -> Response:
    """Deal a game; its id, the tokens of its seats, and the hands, so that clients need not ask for them."""
    pool.open()
    game, tokens, state = uuid.uuid4(), [secrets.token_urlsafe(24) for _ in range(2)], deal()
    with pool.connection() as c:
        c.execute("insert into snapshots (id, tokens, state) values (%s, %s, %s)", (game, tokens, Jsonb(state)))
    return jsonify(id=str(game), tokens=tokens, hands=state["hands"], deck=state["deck"])


@app.post("/games/<uuid:game>/moves")
def move(game: uuid.UUID) -> Response:
    """Make a move; the state after it."""
    pool.open()
    sphere, token = request.get_json()["sphere"], request.headers.get("Authorization", "").removeprefix("Bearer ")
    with pool.connection() as c:
        row = c.execute("select tokens, state from snapshots where id = %s for update", (game,)).fetchone()
        if row is None or token not in row[0]:
            abort(404 if row is None else 401)
        seat, state = row[0].index(token), row[1]
        if state["winner"] is not None or seat != state["active"] or sphere not in state["hands"][seat]:
            abort(409)
        play(state, sphere)
        c.execute("update snapshots set state = %s, updated_at = now() where id = %s", (Jsonb(state), game))
        c.execute(
            "insert into moves (game_id, seat, move) values (%s, %s, %s)", (game, seat, Jsonb({"sphere": sphere}))
        )
    return jsonify(view_of(state, seat))


@app.get("/hello")
def hello() -> str:
    """Answer and do nothing."""
    return "hello"
