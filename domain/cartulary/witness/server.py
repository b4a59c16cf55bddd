"""The HTTP side of a witness: `POST /add-checkpoint`, as C2SP tlog-witness has it."""

from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from cartulary.transparency.checkpoint import BadCheckpoint
from cartulary.transparency.submission import Submission
from cartulary.witness.witness import Refused, Witness

MOST_BYTES: Final = 65_536
SIZE_TYPE: Final = "text/x.tlog.size"
TEXT: Final = "text/plain; charset=utf-8"


def serve(witness: Witness, host: str, port: int) -> ThreadingHTTPServer:
    """Return a server for a witness, which listens already; `serve_forever` lets it answer."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 20

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or -1)
            if self.path != "/add-checkpoint" or not 0 <= length <= MOST_BYTES:
                self.close_connection = True
                self._answer(HTTPStatus.NOT_FOUND, "A witness answers POST /add-checkpoint, with at most 64 KiB.\n")
                return
            try:
                body = self.rfile.read(length).decode()
                self._answer(HTTPStatus.OK, witness.add(Submission.parse(body)))
            except (BadCheckpoint, UnicodeDecodeError) as error:
                self._answer(HTTPStatus.BAD_REQUEST, f"{error}\n")
            except Refused as error:
                if error.size is None:
                    self._answer(error.status, f"{error}\n")
                else:
                    self._answer(error.status, f"{error.size}\n", SIZE_TYPE)

        def _answer(self, status: HTTPStatus, text: str, media_type: str = TEXT) -> None:
            data = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: whoever runs a witness reads what it has cosigned."""

    return ThreadingHTTPServer((host, port), Handler)
