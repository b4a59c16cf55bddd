"""The command that lets two bots play many games."""

import os
import secrets
from json import dumps
from typing import Any, Final

import click

from domain.bots.strategies import STRATEGIES
from domain.catalogue import CATALOGUE
from service.cli.terminal import WRONG_CONFIG, fail, read_option

BOTS: Final = ", ".join(STRATEGIES)
SEED_BITS: Final = 32


@click.command(epilog=f"A BOT is one of {BOTS}, or the address of a program, such as http://127.0.0.1:9000/.")
@click.argument("bots", nargs=2, metavar="BOT BOT")
@click.option("--games", type=click.IntRange(1), default=200, show_default=True, help="Rounded up to whole deals.")
@click.option("--game", default=next(iter(CATALOGUE)), show_default=True, type=click.Choice([*CATALOGUE]))
@click.option("--seats", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--edition", help="One of the game's; by default its first.")
@click.option("--option", "-o", "chosen", multiple=True, metavar="NAME=VALUE", help="As the catalogue lists them.")
@click.option("--seed", type=click.IntRange(0), help="Of deals and choices; by default a new one, which is printed.")
@click.option("--seconds", type=click.FloatRange(0.01), default=10, show_default=True, help="For a program's choice.")
@click.option(
    "--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Processes to play in."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every game.")
def match(
    bots: tuple[str, str],
    games: int,
    game: str,
    seats: int,
    edition: str | None,
    chosen: tuple[str, ...],
    seed: int | None,
    seconds: float,
    jobs: int,
    as_json: bool,
) -> None:
    """Play many games between two bots, without a service: each deal from every side. Print the score."""
    from rich.console import Console
    from rich.progress import track

    from domain.kernel.rejected import Rejected
    from service.arena.choosers import is_known
    from service.arena.contest import Contest, play_contest
    from service.arena.report import Report

    for each in bots:
        if not is_known(each):
            fail(f"There is no bot {each}. Name one of {BOTS}, or the address of a program.", WRONG_CONFIG)
    try:
        setup = CATALOGUE[game].setup(edition, seats, options_of(chosen))
    except Rejected as error:
        fail(str(error), WRONG_CONFIG)
    contest = Contest(game, setup, bots, games, secrets.randbits(SEED_BITS) if seed is None else seed, seconds)
    contest = contest.with_whole_deals()
    progress = Console(stderr=True)
    playing = play_contest(contest, jobs)
    outcomes = [*track(playing, "Playing", contest.games, console=progress, transient=True)]
    report = Report(contest, outcomes)
    if as_json:
        click.echo(dumps(report.as_json(), ensure_ascii=False))
    else:
        Console().print(report.table())


def options_of(chosen: tuple[str, ...]) -> dict[str, Any]:
    return dict(map(read_option, chosen))
