"""Counts the turns that others have while an answer is made: `python -m tests.service.turns CODING`.

A process of its own, since gevent patches whatever is there.
"""

from gevent import monkey

monkey.patch_all()

import sys  # noqa: E402
from typing import Final  # noqa: E402

import gevent  # noqa: E402
from flask import Flask, Response  # noqa: E402

from service.http import compression  # noqa: E402

TEXT: Final = "".join(f'{{"position":{number}}}\n' for number in range(200_000))


def count_turns(coding: str) -> int:
    """Return how often another greenlet runs while a long answer is compressed."""
    turns = 0

    def take_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            gevent.sleep(0)

    app = Flask(__name__)
    compression.init_app(app)
    app.add_url_rule("/", "read", lambda: Response(TEXT, content_type="application/x-ndjson"))
    other = gevent.spawn(take_turns)
    response = app.test_client().get("/", headers={"Accept-Encoding": coding})
    other.kill()
    assert response.headers["Content-Encoding"] == coding
    return turns


if __name__ == "__main__":
    print(len(TEXT), count_turns(sys.argv[1]))
