"""Replies of operations: a text, lines, and the link to the next page."""

from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from flask import Response, request

from cartulary_service.http.compression import pieces_of
from cartulary_service.http.turns import give_way
from cartulary_service.json_output import json_text
from cartulary_service.players.rights import Ended

BASE: Final = "/v1"
JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
NDJSON: Final = "application/x-ndjson"
EVENT_STREAM: Final = "text/event-stream"
OCTETS: Final = "application/octet-stream"
ENDED: Final = "Ended"


CHARACTERS_AT_ONCE: Final = 65_536
NEVER_KEPT: Final = {"Cache-Control": "private, no-store"}
"""Headers of an answer that holds a secret."""


def reply(body: Any, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer."""
    return text_reply(json_text(body), status, headers)


def created(body: Any, path: str, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with what was created, and its path under `BASE`."""
    return reply(body, HTTPStatus.CREATED, {"Location": f"{BASE}{path}", **(headers or {})})


def reply_ended(ended: Ended) -> Response:
    """Answer an operation that has ended rights."""
    return Response(status=HTTPStatus.NO_CONTENT, headers=header_of_ended(ended))


def header_of_ended(ended: Ended) -> dict[str, str]:
    """Return the header that says how many rights of each kind have ended, as a dictionary of RFC 9651."""
    return {ENDED: ", ".join(f"{kind}={count}" for kind, count in ended.items())} if ended else {}


def text_reply(body: str, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None) -> Response:
    """An answer that is JSON text already."""
    return Response(body, status, dict(headers or {}), content_type=JSON)


def join_lines(lines: Iterable[str]) -> bytes:
    """Return the body of an answer of lines, in one piece: piece by piece each line would be a message of its own."""
    return "\n".join([*lines, ""]).encode()


def lines_reply(lines: bytes, headers: Mapping[str, str]) -> Response:
    return Response(lines, headers=dict(headers), content_type=NDJSON)


def reply_in_lines(lines: Iterable[str], headers: Mapping[str, str]) -> Response:
    """An answer of many lines, which are made while it is sent."""
    return Response(send_in_turns(lines), headers=dict(headers), content_type=NDJSON)


def send_in_turns(lines: Iterable[str]) -> Iterator[bytes]:
    """Yield lines in pieces; between them other requests have their turn, even if the client takes all at once.

    A line is divided as well: the bundle of a long game is one of half a million characters.
    """
    gathered, size = list[str](), 0
    for line in lines:
        gathered.append(f"{line}\n")
        size += len(line)
        if size >= CHARACTERS_AT_ONCE:
            yield from pieces_of("".join(gathered).encode())
            give_way()
            gathered, size = [], 0
    yield "".join(gathered).encode()


def page_link(cursor: str | int | None) -> dict[str, str]:
    """Return the Link header that leads to the next page, if there is one."""
    if cursor is None:
        return {}
    args = request.args.to_dict() | {"cursor": cursor}
    return {"Link": f'<{request.path}?{urlencode(args)}>; rel="next"'}
