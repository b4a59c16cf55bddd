"""Games of a service that have ended, read from its export."""

import time
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from http.client import HTTPException
from json import loads
from typing import Final, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

from cartulary.catalogue import CATALOGUE
from cartulary.match.evolve import fold
from cartulary.match.state import Match
from cartulary.record.bundle import WRONG, Broken, bundle_of
from cartulary.record.event import RecordedEvent

AT_ONCE: Final = 100
SECONDS: Final = 120
BUSY: Final = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


class Unreadable(Exception):
    """A service that does not answer as one should; says what was asked."""


class EndedGame(NamedTuple):
    """A game at its end, with its events."""

    match: Match
    rows: Sequence[RecordedEvent]


def read_games(url: str, game: str | None) -> Iterator[EndedGame]:
    """Yield the games in the order of their ends. Raises Unreadable."""
    query: dict[str, str | int] = {"limit": AT_ONCE} | ({"game": game} if game else {})
    while lines := read_page(f"{url}/v1/export?{urlencode(query)}"):
        try:
            for line in lines:
                said = loads(line)
                yield ended_game(said["id"], said["bundle"])
                query["after"] = said["cursor"]
        except (Broken, *WRONG) as error:
            raise Unreadable(f"{url}/v1/export holds a line that is no game: {error}") from error


def ended_game(game_id: str, bundle: str) -> EndedGame:
    rows = bundle_of(bundle.removesuffix("\n").split("\n")).rows
    game = CATALOGUE[loads(rows[0].public)["data"]["game"]]
    return EndedGame(fold(game, game_id, rows), rows)


def read_page(address: str) -> list[str]:
    """Return the lines of an answer; wait as long as the service asks for. Raises Unreadable."""
    while True:
        try:
            with urlopen(address, timeout=SECONDS) as answer:
                return bytes(answer.read()).decode().splitlines()
        except HTTPError as error:
            with error:
                if error.code not in BUSY:
                    raise Unreadable(f"{address}: {error.code} {error.read(300).decode(errors='replace')}") from error
                time.sleep(int(error.headers.get("Retry-After", 1)))
        except (OSError, HTTPException, UnicodeDecodeError) as error:
            raise Unreadable(f"Nothing answers at {address}: {error}") from error
