"""Results, in `bench/results.json`: name -> ours, unit, runs, and where there is a peer its figure and the ratio."""

import json
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

RESULTS: Final = Path(__file__).with_name("results.json")
GROWTH: Final = "growth_"
"""Prefix of the results of `bench.growth`."""

Measure = Callable[[], float]


class Comparison(NamedTuple):
    """A figure of ours and a peer's, and what the ratio should come to; without a peer, what ours should."""

    name: str
    unit: str
    ours: Measure
    peer: Measure | None
    aim: str


Results = dict[str, dict[str, Any]]


def results() -> Results:
    """All that was measured so far."""
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def keep(found: Results) -> None:
    """Write all that was measured."""
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")


def result(pairs: Sequence[tuple[float, float]], unit: str) -> dict[str, Any]:
    """The medians of alternated runs, ours and a peer's."""
    ours, other = (statistics.median(each) for each in zip(*pairs, strict=True))
    figures = {"ours": round_figures(ours), "peer": round_figures(other), "ratio": round_figures(ours / other)}
    return figures | {"unit": unit, "runs": len(pairs)}


def result_alone(ours: float, unit: str) -> dict[str, Any]:
    """A figure that has no peer."""
    return {"ours": round_figures(ours), "unit": unit, "runs": 1}


def round_figures(figure: float) -> float:
    """Three figures."""
    return float(f"{figure:.3g}")


def line(name: str, found: dict[str, Any], aim: str) -> str:
    """A result as a line of the table."""
    other = f"{found['peer']:>10g}{found['ratio']:>8g}" if "peer" in found else f"{found['unit']:>18}"
    return f"{name:52}{found['ours']:>10g}{other}  {aim}"
