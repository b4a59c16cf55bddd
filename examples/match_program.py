"""A program for `cartulary match`: it is posted positions, and answers with actions.

python examples/match_program.py [PORT]
cartulary match http://127.0.0.1:9000/ random
"""

import random
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from json import dumps, loads
from typing import Any


def choose(game: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
    """Choose one of `actions` by the game as the seat sees it: the one thing to make better."""
    return random.choice(actions)


class PositionHandler(BaseHTTPRequestHandler):
    """Answers each position."""

    # Connections stay open between positions, and an answer goes out in one piece.
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def do_POST(self) -> None:
        position = loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = dumps(choose(position["game"], position["actions"])).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: a match is many positions."""


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
    ThreadingHTTPServer(("127.0.0.1", port), PositionHandler).serve_forever()
