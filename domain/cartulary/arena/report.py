"""The score of a contest with its interval, as a table for people and as JSON for programs."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from cartulary.arena.contest import Contest, PlayedGame, Thinking, count_faults
from cartulary.arena.intervals import CONFIDENCE, wilson

HEADINGS: Final = ["bot", "won", "share", "95 %", "lost early", "mean", "longest"]


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

    def text(self) -> str:
        """Return the score as a table in lines of text."""
        games, sides, contest = len(self.outcomes), len(self.contest.sides()), self.contest
        plies = sum(each.plies for each in self.outcomes) / games
        rows = [HEADINGS, *map(self._row, (0, 1))]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
        return "\n".join(
            [
                f"{contest.game}: {games} games of {contest.setup.seats} seats, {plies:.0f} plies each",
                *("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows),
                f"95 % intervals by Wilson. An equal first bot would win {1 / sides:.0%}. Lost early counts as lost.",
                f"Mean and longest time of a choice. Seed {contest.seed}.",
            ]
        )

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
