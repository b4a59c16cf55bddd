"""What a run has found, in one line, and whether that is what was expected of it."""

import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

BAD: Final = (
    "could not be made, since",
    "wrecked",
    "crooked",
    "lost",
    "lost by HTTP",
    "doubled",
    "500s",
    "astray",
    "stale",
    "skipped",
    "repeated",
    "out of order",
    "none won",
    "two won",
    "failed or too slow",
)


@dataclass
class Report:
    """Figures under a title; a control is expected to go wrong in what it names."""

    title: str
    control_of: str | None = None
    figures: dict[str, float | int | str] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)

    def add(self, figures: Mapping[str, float | int | str]) -> None:
        """Note figures."""
        self.figures.update(figures)

    @property
    def as_expected(self) -> bool:
        """Whether nothing went wrong, or in a control what was to."""
        if self.control_of is not None:
            return bool(self.figures.get(self.control_of))
        return not any(self.figures.get(name) for name in BAD)

    def tell(self) -> None:
        """Print it."""
        figures = ", ".join(
            f"{name} {value:,}" if isinstance(value, int) else f"{name} {value}" for name, value in self.figures.items()
        )
        seconds = round(time.monotonic() - self.began)
        kind = "" if self.control_of is None else f" (control: {self.control_of} must not be 0)"
        verdict = "as expected" if self.as_expected else "NOT AS EXPECTED"
        print(f"{self.title}{kind}: {figures}; {seconds} s: {verdict}", flush=True)


def note(text: str) -> None:
    """Say how it goes."""
    print(text, file=sys.stderr, flush=True)
