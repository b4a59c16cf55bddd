"""The score of a contest with its interval, as a table for people and as JSON for programs."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.table import Table

from service.arena.contest import Contest, PlayedGame, Thinking, count_faults
from service.intervals import CONFIDENCE, wilson


class Report(NamedTuple):
    """A contest that is over."""

    contest: Contest
    outcomes: Sequence[PlayedGame]

    @property
    def score(self) -> float:
        """Return the wins of the first bot."""
        return sum(each.score for each in self.outcomes)

    def as_json(self) -> dict[str, Any]:
        contest, games = self.contest, len(self.outcomes)
        return {
            "game": contest.game,
            "edition": contest.setup.edition,
            "seats": contest.setup.seats,
            "options": dict(contest.setup.options),
            "seed": contest.seed,
            "games": games,
            "even_share": 1 / len(contest.sides()),
            "interval": {"method": "Wilson", "confidence": CONFIDENCE},
            "bots": [self._bot_json(number) for number in (0, 1)],
            "played": [game_json(each) for each in self.outcomes],
        }

    def _bot_json(self, number: int) -> dict[str, Any]:
        score, games = self._score_of(number), len(self.outcomes)
        low, high = wilson(score, games)
        thinking = self.thinking(number)
        return {
            "bot": self.contest.bots[number],
            "score": score,
            "share": score / games,
            "low": low,
            "high": high,
            "lost_early": dict(count_faults(self.outcomes)[number]),
            "mean_seconds": thinking.seconds / max(1, thinking.choices),
            "longest_seconds": thinking.longest,
        }

    def _score_of(self, number: int) -> float:
        return self.score if number == 0 else len(self.outcomes) - self.score

    def thinking(self, number: int) -> Thinking:
        """Return the time of a bot over all games."""
        whole = Thinking()
        for each in self.outcomes:
            whole.join(each.thinking[number])
        return whole

    def table(self) -> Table:
        """Return the score as a table."""
        games, sides = len(self.outcomes), len(self.contest.sides())
        plies = sum(each.plies for each in self.outcomes) / games
        table = Table(
            title=f"{self.contest.game}: {games} games of {self.contest.setup.seats} seats, {plies:.0f} plies each",
            caption=f"95 % intervals by Wilson. An equal first bot would win {1 / sides:.0%}. "
            f"Lost early counts as lost. Mean and longest time of a choice. Seed {self.contest.seed}.",
        )
        table.add_column("bot", overflow="fold")
        for heading in ("won", "share", "95 %"):
            table.add_column(heading, justify="right", no_wrap=True)
        table.add_column("lost early")
        for heading in ("mean", "longest"):
            table.add_column(heading, justify="right", no_wrap=True)
        for number in (0, 1):
            table.add_row(*self._row(number))
        return table

    def _row(self, number: int) -> list[str]:
        each = self._bot_json(number)
        early = ", ".join(f"{kind} {count}" for kind, count in each["lost_early"].items()) or "–"
        return [
            each["bot"],
            f"{each['score']:g}",
            f"{each['share']:.1%}",
            f"{each['low']:.1%} – {each['high']:.1%}",
            early,
            f"{each['mean_seconds'] * 1000:.1f} ms",
            f"{each['longest_seconds'] * 1000:.0f} ms",
        ]


def game_json(outcome: PlayedGame) -> dict[str, Any]:
    """Return a game without the times, so that the same seed gives the same text."""
    return {
        "number": outcome.number,
        "deal": outcome.deal,
        "first": [*outcome.first],
        "score": outcome.score,
        "plies": outcome.plies,
        "loss": outcome.loss and outcome.loss._asdict(),
    }
