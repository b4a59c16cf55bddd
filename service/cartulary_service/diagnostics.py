"""Findings of a diagnosis, one a line."""

from typing import Literal, NamedTuple

Level = Literal["ok", "mind", "WRONG"]


class Finding(NamedTuple):
    """A finding: its level, its subject, and words that say what is so and what to do."""

    level: Level
    subject: str
    words: str

    def __str__(self) -> str:
        return f"{self.level:<6} {self.subject}: {self.words}"


def wrong(subject: str, words: str) -> Finding:
    """Return a finding of an error that must be corrected."""
    return Finding("WRONG", subject, f"{words}.")


def warning(subject: str, words: str) -> Finding:
    """Return a finding that the operator should know."""
    return Finding("mind", subject, f"{words}.")


def first_line(error: Exception) -> str:
    """Return the first line of an error message."""
    return str(error).strip().partition("\n")[0]
