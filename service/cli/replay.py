"""Replays a recorded game from a file, holding every state against what was recorded."""

from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any

from domain.audit import transcript
from domain.catalogue import CATALOGUE
from domain.match.state import Match
from service.cli.play import Terminal, describe_result
from service.games.game_row import result_json


class Unreadable(Exception):
    """A file that is no recorded game; says why."""


def replay(path: Path, terminal: Terminal | None) -> Match:
    """Replay a file, showing each event. Raises Unreadable, or transcript.Difference where a state differs."""
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        about = transcript.header(first)
        game = CATALOGUE[about["game"]]
        match: Match | None = None
        for line, after in zip(lines, transcript.replay_transcript(game, about["id"], lines), strict=True):
            show(terminal, line)
            match = after
    except (OSError, UnicodeDecodeError, JSONDecodeError, KeyError, ValueError) as error:
        raise Unreadable(f"{path} is no recorded game: {error}") from error
    if match is None:
        raise Unreadable(f"{path} holds no event.")
    return match


def show(terminal: Terminal | None, line: str) -> None:
    """Show an event, if anybody looks."""
    if terminal:
        said: dict[str, Any] = loads(line)
        terminal.show_events([{"public": loads(said["public"]), "private": said["private"]}])


def verdict(match: Match) -> str:
    """Describe the outcome of the replay."""
    result = result_json(match)
    ended = describe_result(result) if result else "not ended"
    return f"{match.version} events, every state as recorded; {ended}"
