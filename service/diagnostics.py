"""What an examination finds, each in a line."""

from typing import Literal, NamedTuple

Level = Literal["ok", "mind", "WRONG"]


class Finding(NamedTuple):
    """One line: how bad, about what, what is so and what to do."""

    level: Level
    subject: str
    words: str

    def __str__(self) -> str:
        return f"{self.level:<6} {self.subject}: {self.words}"


def wrong(subject: str, words: str) -> Finding:
    """Something that has to be put right."""
    return Finding("WRONG", subject, f"{words}.")


def warning(subject: str, words: str) -> Finding:
    """Something that is to be known."""
    return Finding("mind", subject, f"{words}.")


def first_line(error: Exception) -> str:
    """What an error says first."""
    return str(error).strip().partition("\n")[0]
