"""The least that stores an event over HTTP, and that tells of it: Flask, gunicorn, psycopg; no rules and no check."""

import atexit
import os
from typing import Any

import gevent
from flask import Flask, Response, request
from gevent.queue import Queue
from psycopg_pool import ConnectionPool

APPEND = "insert into bare values (%s, %s, %s, 'CardPlayed', 1, 0, %s, null, %s)"
LATER = "select position, public from bare where game_id = %s and position > %s order by position"
TICK = 0.01
MOST_LOOKS = 1_000
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
PUBLIC = (
    '{"at":"2026-01-01T00:00:00.000Z","data":{"card":"culture-1"},"ply":17,"position":30,"seat":2,"secrets":{},'
    '"type":"CardPlayed","v":1}'
)

app = Flask(__name__)
followed: dict[str, set[Queue[bytes]]] = {}
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
    """Return the public parts of a stored game, one event a line, without any check."""
    pool.open()
    with pool.connection() as c:
        rows = c.execute("select public from events where game_id = %s order by position", (game,)).fetchall()
    return Response("".join(f"{row[0]}\n" for row in rows), content_type="application/x-ndjson")


@app.get("/hello")
def hello() -> Response:
    """Answer and do nothing."""
    return Response("hello", content_type="text/plain")


def serving(environ: dict[str, Any], start_response: Any) -> Any:
    """The application, and the least that streams what is stored: a greenlet each, which writes what it gets."""
    if not environ["PATH_INFO"].endswith("/stream"):
        return app(environ, start_response)
    game, connection, waiting = environ["PATH_INFO"].split("/")[2], environ["gunicorn.socket"], Queue()
    if game not in followed:
        followed[game] = set()
        gevent.spawn(look, game)
    followed[game].add(waiting)
    connection.sendall(STREAM)
    while event := waiting.get():
        connection.sendall(event)
    raise StopIteration


def look(game: str) -> None:
    """Tell the streams of a game what is new, until nothing was for some seconds."""
    last, looked = 0, 0
    while looked < MOST_LOOKS:
        gevent.sleep(TICK)
        pool.open()
        with pool.connection() as c:
            rows = c.execute(LATER, (game, last)).fetchall()
        looked = 0 if rows else looked + 1
        for last, public in rows:
            tell(followed[game], f"id: {last}\ndata: {public}\n\n".encode())
    tell(followed.pop(game), b"")


def tell(streams: set[Queue[bytes]], event: bytes) -> None:
    """Wake each of them."""
    for each in streams:
        each.put(event)
