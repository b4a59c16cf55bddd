"""A whole game as text, one event a line, with a digest of the state after each."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from json import loads
from typing import Any, Final, NamedTuple

from cartulary.kernel.canonical import base64url, canonical
from cartulary.match.evolve import Timeline, begin
from cartulary.match.game import Game
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent, next_head

FORMAT: Final = "cartulary-game/v1"


class Line(NamedTuple):
    """A line of a transcript: an event, and the digest of the state after it."""

    row: RecordedEvent
    state: str


class Difference(Exception):
    """A transcript does not tell what the engine makes of it."""


def state_digest(match: Match) -> str:
    """SHA-256 of the canonical list of what each seat sees, all being known; null while the game has not begun."""
    views = None if match.state is None else [match.game.view(match.state, seat) for seat in range(match.setup.seats)]
    return base64url(sha256(canonical(views).encode()).digest())


def write_transcript(game: Game[Any], game_id: str, rows: Iterable[RecordedEvent], about: str) -> Iterator[str]:
    """The transcript of a record, line by line."""
    yield canonical({"about": about, "format": FORMAT, "game": game.id, "id": game_id})
    timeline = Timeline(begin(game, game_id))
    for row in rows:
        private = loads(row.private) if row.private else {}
        yield canonical({"private": private, "public": row.public, "state": state_digest(timeline.follow(row))})


def header(line: str) -> dict[str, Any]:
    """Read the first line. Raises Difference for another format."""
    said: dict[str, Any] = loads(line)
    if said.get("format") != FORMAT:
        raise Difference(f"The file is not in the format {FORMAT}.")
    return said


def read_line(head: bytes, line: str) -> Line:
    """An event after a head."""
    said = loads(line)
    public = loads(said["public"])
    private = canonical(said["private"]) if said["private"] else None
    place = (public["position"], public["ply"], public["type"], public["v"], public["seat"])
    return Line(RecordedEvent(*place, said["public"], private, next_head(head, said["public"])), said["state"])


def replay_transcript(game: Game[Any], game_id: str, lines: Iterable[str]) -> Iterator[Match]:
    """The match after each event. Raises Difference where a state is not as the transcript says."""
    match = begin(game, game_id)
    timeline = Timeline(match)
    for text in lines:
        line = read_line(match.head, text)
        match = timeline.follow(line.row)
        if (found := state_digest(match)) != line.state:
            raise Difference(f"After event {match.version} the state is {found}, and the transcript says {line.state}.")
        yield match
