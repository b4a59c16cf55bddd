"""Statistics of all finished games as a drawing: winning spheres, lengths, and the advantage of the first seat.

python examples/analysis.py http://localhost:8000 > games.svg
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from cartulary_client import Client
from cartulary_client.types import GameId

GAME: GameId = "carta-impera-victoria"
WIDTH, BAR, LABEL = 640, 22, 190


class Ended(NamedTuple):
    """A game that was played to its end."""

    seats: int
    first: int
    winners: list[int]
    how: str
    turns: int


def read_export(url: str) -> Iterator[list[dict[str, Any]]]:
    """Yield the events of each public game that has ended, as everybody may see them."""
    for exported in Client(url).iter_export(game=GAME):
        _header, *events, _note = exported["bundle"].splitlines()
        yield [json.loads(json.loads(event)["public"]) for event in events]


def end_of(events: list[dict[str, Any]]) -> Ended | None:
    """Return the end of a game; None for a game that began from a position, was given up, or does not count."""
    data = {event["type"]: event["data"] for event in events}
    started, over = data.get("GameStarted"), data.get("GameEnded")
    counts = over is not None and over["kind"] in ("domination", "majority") and not data["GameCreated"]["sandbox"]
    if started is None or over is None or not counts:
        return None
    turns = sum(event["type"] == "TurnBegan" for event in events)
    how = f"domination, {over['decided_by'][-1]}" if over["kind"] == "domination" else "majority"
    return Ended(data["GameCreated"]["seats"], started["first"], over["winners"], how, turns)


def bars(title: str, counted: dict[str, float], unit: str = "") -> Iterator[tuple[str, float | None, str]]:
    """A heading, and a bar for each value."""
    yield title, None, ""
    for name, value in counted.items():
        yield name, value / (max(counted.values()) or 1), f"{value:g}{unit}"


def picture(games: list[Ended]) -> str:
    """The figures as SVG."""
    wins = Counter(game.how for game in games)
    lengths = Counter(10 * (game.turns // 10) for game in games)
    rows = [*bars(f"{len(games)} games: how they were won", dict(wins.most_common()))]
    rows += bars("Turns", {f"{length} to {length + 9}": lengths[length] for length in sorted(lengths)})
    rows += bars("Won by whom, counted from the seat that begins", by_place(games), " %")
    lines = [row for number, each in enumerate(rows) for row in draw(number, *each)]
    height = BAR * len(rows) + 10
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
    font = 'font-family="sans-serif" font-size="13">'
    return "\n".join([head + font, f'<rect width="{WIDTH}" height="{height}" fill="white"/>', *lines, "</svg>\n"])


def by_place(games: list[Ended]) -> dict[str, float]:
    """Return the share of wins of each place, in per cent; players who win together share the point."""
    points: defaultdict[int, float] = defaultdict(float)
    played: Counter[int] = Counter()
    for game in games:
        played.update(range(game.seats))
        for seat in game.winners:
            points[(seat - game.first) % game.seats] += 1 / len(game.winners)
    return {f"place {place + 1}": round(100 * points[place] / played[place], 1) for place in sorted(played)}


def draw(number: int, name: str, share: float | None, text: str) -> Iterator[str]:
    """A row: a heading, or a name with its bar and value."""
    y = BAR * number + 18
    if share is None:
        yield f'<text x="8" y="{y}" font-weight="bold">{escape(name)}</text>'
        return
    width = round(share * (WIDTH - LABEL - 70))
    yield f'<text x="{LABEL - 8}" y="{y}" text-anchor="end">{escape(name)}</text>'
    yield f'<rect x="{LABEL}" y="{y - 13}" width="{width}" height="{BAR - 6}" fill="#31688e"/>'
    yield f'<text x="{LABEL + width + 6}" y="{y}">{escape(text)}</text>'


if __name__ == "__main__":
    sys.stdout.write(picture([game for game in map(end_of, read_export(sys.argv[1])) if game]))
