"""Matches between neighbours on the ladder of bots, and with their scores the table in docs/bots.md.

`python -m bench.ladder` plays all of them; the slowest take hours, so each can be played alone, and the others stay.
"""

import json
import re
from hashlib import sha256
from itertools import pairwise, product
from pathlib import Path
from typing import Any, Final

import click

from cartulary import bots
from cartulary.arena.contest import Contest, play_contest
from cartulary.arena.report import Report
from cartulary.bots.strategies import STRATEGIES
from cartulary.catalogue import CATALOGUE
from cartulary.match.rules_digest import rules_sha256

SCORES: Final = Path(__file__).with_name("ladder.json")
GUIDE: Final = Path(__file__).parent.parent / "docs" / "bots.md"
SECTION: Final = re.compile(r"(<!-- ladder -->\n).*?(<!-- /ladder -->)", re.DOTALL)
HEAD: Final = """\
| game | who | games | won | share, 95 % | plies | a choice takes | the longest | rules and bots |
|---|---|---|---|---|---|---|---|---|
"""
DIGITS: Final = 8
MATCHES: Final = {
    f"{game}: {stronger} against {weaker}": (game, stronger, weaker)
    for game, (weaker, stronger) in product(CATALOGUE, pairwise(STRATEGIES))
}


@click.command()
@click.option("--games", default=200, show_default=True, help="Games of each match.")
@click.option("--seed", default=1, show_default=True, help="Of deals and choices.")
@click.option("--jobs", default=1, show_default=True, help="Processes.")
@click.option("--only", multiple=True, type=click.Choice([*MATCHES]), help="Just these matches.")
def main(games: int, seed: int, jobs: int, only: tuple[str, ...]) -> None:
    """Play the matches, and write bench/ladder.json and the table in docs/bots.md."""
    for name in only or MATCHES:
        score = play(*MATCHES[name], games, seed, jobs)
        SCORES.write_text(json.dumps(read() | {name: score}, indent=2) + "\n")
        GUIDE.write_text(with_table(GUIDE.read_text()))
        print(row(name, score))


def play(game: str, stronger: str, weaker: str, games: int, seed: int, jobs: int) -> dict[str, Any]:
    """Play one match, and return its score from the side of the bot that should be the stronger."""
    setup = CATALOGUE[game].setup(None, 2, {})
    contest = Contest(game, setup, (stronger, weaker), games, seed, seconds=0).with_whole_deals()
    report = Report(contest, [*play_contest(contest, jobs)])
    first = report.as_json()["bots"][0]
    plies = sum(each.plies for each in report.outcomes) / len(report.outcomes)
    return {
        "games": len(report.outcomes),
        **{name: first[name] for name in ("score", "share", "low", "high", "mean_seconds", "longest_seconds")},
        "plies": plies,
        "digest": digest_of(game),
    }


def digest_of(game: str) -> str:
    """Return which rules and bots play: the first digits of a digest over their sources."""
    digest = sha256(rules_sha256(CATALOGUE[game]).encode())
    for path in sorted(Path(str(bots.__file__)).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:DIGITS]


def read() -> dict[str, dict[str, Any]]:
    return json.loads(SCORES.read_text()) if SCORES.exists() else {}


def with_table(guide: str) -> str:
    """Return the guide with the table of what was played so far."""
    scores = read()
    table = HEAD + "".join(f"{row(name, scores[name])}\n" for name in MATCHES if name in scores)
    return SECTION.sub(lambda found: f"{found[1]}{table}{found[2]}", guide)


def row(name: str, score: dict[str, Any]) -> str:
    game, stronger, weaker = MATCHES[name]
    cells = [
        game,
        f"`{stronger}` against `{weaker}`",
        f"{score['games']}",
        f"{score['score']:g}",
        f"{score['share']:.1%} ({score['low']:.1%} to {score['high']:.1%})",
        f"{score['plies']:.0f}",
        f"{score['mean_seconds'] * 1000:.1f} ms",
        f"{score['longest_seconds'] * 1000:.0f} ms",
        f"`{score['digest']}`",
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
