"""Counts the turns that others have while an answer is made: `python -m tests.service.turns CODING PATH`.

A process of its own, since gevent patches whatever is there.
"""

from gevent import monkey

monkey.patch_all()

import sys  # noqa: E402
from typing import Final  # noqa: E402

import gevent  # noqa: E402
from flask import Flask, Response  # noqa: E402

from cartulary_service.api.replies import reply_in_lines  # noqa: E402
from cartulary_service.http import compression  # noqa: E402

LINES: Final = [f'{{"position":{number}}}' for number in range(200_000)]
TEXT: Final = "\n".join(LINES)


def count_turns(coding: str, path: str) -> int:
    """Return how often another greenlet runs while a long answer is compressed, or as `identity` sent.

    It is one text, or made of lines while it is sent: of many, or of a single one, as an export of a long game is.
    """
    turns = 0

    def take_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            # By a timer, so that it waits for the event loop to come round as one does who waits for a socket.
            gevent.sleep(0.000_001)

    app = Flask(__name__)
    compression.init_app(app)
    app.add_url_rule("/", "read", lambda: Response(TEXT, content_type="application/x-ndjson"))
    app.add_url_rule("/lines", "read_lines", lambda: reply_in_lines(LINES, {}))
    app.add_url_rule("/line", "read_line", lambda: reply_in_lines(["".join(LINES)], {}))
    other = gevent.spawn(take_turns)
    response = app.test_client().get(path, headers={"Accept-Encoding": coding})
    assert response.get_data()
    assert response.headers.get("Content-Encoding", "identity") == coding
    other.kill()
    return turns


if __name__ == "__main__":
    print(len(TEXT), count_turns(*sys.argv[1:]))
