"""`make bench`: each figure of ours beside a peer's, in alternated runs of one session."""

import shutil
from collections.abc import Iterator
from itertools import chain
from typing import Any

import click

from bench import answers, day, end_to_end, kills, neighbours, paint, processes
from bench.results import GROWTH, Comparison, keep, line, result, result_alone, results
from bench.services import Service, services
from cartulary_service.serving.server import allow_many_files


def comparisons(running: Service, seconds: float) -> Iterator[Comparison]:
    """Yield all comparisons with peers."""
    return chain(
        answers.acting(running, seconds),
        processes.comparisons(running, seconds),
        answers.listening(running),
        answers.reading(running, seconds),
        answers.weighing(running),
        end_to_end.comparisons(running, seconds),
    )


def all_of_them(seconds: float) -> Iterator[Comparison]:
    """Yield what has a peer, then what has none: neighbours, losses in kills, a busy day, what a visitor waits for."""
    with services() as running:
        yield from comparisons(running, seconds)
    yield from chain(neighbours.figures(), kills.figures(), day.figures(), paint.figures())


def measure(each: Comparison, runs: int) -> dict[str, Any]:
    """The result; what has no peer says itself how often it is measured."""
    if each.peer is None:
        return result_alone(each.ours(), each.unit)
    return result([(each.ours(), each.peer()) for _ in range(runs)], each.unit)


@click.command()
@click.option("--runs", default=5, show_default=True, help="Alternated runs of each figure.")
@click.option("--seconds", default=3.0, show_default=True, help="How long each run takes.")
@click.option("--only", multiple=True, help="Just these figures.")
def main(runs: int, seconds: float, only: tuple[str, ...]) -> None:
    """Measure ours beside its peers, and write bench/results.json."""
    measured = {name: each for name, each in results().items() if only or name.startswith(GROWTH)}
    allow_many_files(4 * answers.STREAMS)
    print(f"{'':52}{'ours':>10}{'peer':>10}{'ratio':>8}  aim")
    for each in all_of_them(seconds):
        if only and each.name not in only:
            continue
        if "boardgame" in each.name and not shutil.which("node"):
            print(f"{each.name:52} needs Node, which is not here")
            continue
        found = measure(each, runs)
        print(line(each.name, found, each.aim), flush=True)
        measured[each.name] = found
        keep(measured)
    for name, found in measured.items():
        if name.startswith(GROWTH):
            print(line(name, found, "≤ 1.2, by bench.growth"))


if __name__ == "__main__":
    main()
