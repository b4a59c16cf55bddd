"""The least that stores an event over HTTP: Flask, gunicorn, psycopg, one statement; no rules and no check."""

import atexit
import os
from typing import Any

from flask import Flask, Response, request
from psycopg_pool import ConnectionPool

APPEND = "insert into bare values (%s, %s, %s, 'CardPlayed', 1, 0, %s, null, %s)"
PUBLIC = (
    '{"at":"2026-01-01T00:00:00.000Z","data":{"card":"culture-1"},"ply":17,"position":30,"seat":2,"secrets":{},'
    '"type":"CardPlayed","v":1}'
)

app = Flask(__name__)
pool: Any = ConnectionPool(os.environ["DATABASE_URL"], kwargs={"autocommit": True}, max_size=16, open=False)
atexit.register(pool.close)


@app.post("/games/<uuid:game>/<int:position>")
def append(game: Any, position: int) -> Response:
    """Store an event; answer it."""
    request.get_json()
    pool.open()
    with pool.connection() as c:
        c.execute(APPEND, (game, position, position, PUBLIC, b"0" * 32))
    return Response(PUBLIC, 201, content_type="application/json")


@app.get("/games/<uuid:game>/events")
def events(game: Any) -> Response:
    """What everybody may see of a stored game, one event a line; no check, and nothing but what is stored."""
    pool.open()
    with pool.connection() as c:
        rows = c.execute("select public from events where game_id = %s order by position", (game,)).fetchall()
    return Response("".join(f"{row[0]}\n" for row in rows), content_type="application/x-ndjson")


@app.get("/hello")
def hello() -> Response:
    """Answer and do nothing."""
    return Response("hello", content_type="text/plain")
