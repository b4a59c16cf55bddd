"""The two kinds of bots: strategies of our own, and programs over HTTP."""

import time
from http.client import HTTPException
from json import JSONDecodeError, dumps, loads
from random import Random
from typing import Any, Final, Protocol
from urllib.error import URLError
from urllib.request import Request, urlopen

from cartulary.bots.strategies import STRATEGIES, choose_action
from cartulary.kernel.codec import action_json, decode_action
from cartulary.kernel.messages import Action
from cartulary.kernel.seats import Seat
from cartulary.match.actions import Resign
from cartulary.match.state import Match
from cartulary.record.bundle import WRONG

MOST_ACTIONS: Final = 1_000
"""Complete actions that a program is shown."""
MOST_BYTES: Final = 65_536
CHUNK: Final = 4_096
ILLEGAL: Final = "illegal"
TIMEOUT: Final = "timeout"
NO_ANSWER: Final = "no answer"
RESIGNED: Final = "resigned"


class Fault(Exception):
    """The reason for which a bot loses a game before its end."""

    def __init__(self, kind: str, detail: str) -> None:
        self.kind = kind
        self.detail = detail
        super().__init__(f"{kind}: {detail}")


class Chooser(Protocol):
    """Chooses actions for a seat."""

    def choose(self, seen: Match, seat: Seat, random: Random) -> Action:
        """Choose an action from the match as the seat sees it. Raises Fault."""


class Strategy(Chooser):
    """A bot of our own. Its search ends by its number of worlds, never by the clock, so a seed gives the same game."""

    def __init__(self, name: str) -> None:
        self._name = name

    def choose(self, seen: Match, seat: Seat, random: Random) -> Action:
        return choose_action(seen, seat, self._name, random, lambda: 0.0)


class Program(Chooser):
    """A program at an address, which is posted a position and answers with an action."""

    def __init__(self, address: str, seconds: float) -> None:
        self._address = address
        self._seconds = seconds

    def choose(self, seen: Match, seat: Seat, random: Random) -> Action:
        action = self._read(self._ask(describe_position(seen, seat, self._seconds)), seen)
        if isinstance(action, Resign):
            raise Fault(RESIGNED, "The program resigned.")
        return action

    def _ask(self, position: dict[str, Any]) -> bytes:
        """Return the answer's body. Raises Fault."""
        until = time.monotonic() + self._seconds
        request = Request(self._address, dumps(position).encode(), {"Content-Type": "application/json"})
        body = b""
        try:
            with urlopen(request, timeout=self._seconds) as response:
                while time.monotonic() <= until and len(body) <= MOST_BYTES and (chunk := response.read1(CHUNK)):
                    body += chunk
        except TimeoutError as error:
            raise Fault(TIMEOUT, f"No answer within {self._seconds:g} s.") from error
        except (OSError, HTTPException) as error:
            if isinstance(error, URLError) and isinstance(error.reason, TimeoutError):
                raise Fault(TIMEOUT, f"No answer within {self._seconds:g} s.") from error
            raise Fault(NO_ANSWER, str(error)) from error
        if time.monotonic() > until:
            raise Fault(TIMEOUT, f"No whole answer within {self._seconds:g} s.")
        return body

    def _read(self, body: bytes, seen: Match) -> Action:
        """Return the action that an answer holds. Raises Fault."""
        try:
            return decode_action(dict(seen.game.action_types), loads(body))
        except (JSONDecodeError, UnicodeDecodeError) as error:
            raise Fault(ILLEGAL, "The answer is not JSON.") from error
        except WRONG as error:
            raise Fault(ILLEGAL, f"The answer is no action: {error!r}") from error


def describe_position(seen: Match, seat: Seat, seconds: float) -> dict[str, Any]:
    """Return a position as programs get it; `game` has members of `GET /v1/games/{id}`, with the same meaning."""
    actions, truncated = seen.game.expand(seen.state, seat, MOST_ACTIONS)
    game = {
        "game": seen.game.id,
        "edition": seen.setup.edition,
        "options": seen.game.options_of(seen.setup),
        "seats": [{"seat": each, "team": seen.game.team(seen.setup, each)} for each in range(seen.setup.seats)],
        "version": seen.version,
        "ply": seen.ply,
        "to_act": seen.to_act(),
        "you": seat,
        "state": seen.game.view(seen.state, seat),
    }
    legal = [action_json(each) for each in actions]
    return {"game": game, "actions": legal, "truncated": truncated, "seconds": seconds}


def is_address(bot: str) -> bool:
    return bot.startswith(("http://", "https://"))


def is_known(bot: str) -> bool:
    """Whether a bot is an address or one of our strategies."""
    return is_address(bot) or bot in STRATEGIES


def chooser_of(bot: str, seconds: float) -> Chooser:
    return Program(bot, seconds) if is_address(bot) else Strategy(bot)
