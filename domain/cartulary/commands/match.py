"""The command that lets two bots play many games."""

import os
import secrets
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from json import dumps
from typing import Final

from cartulary.arena.choosers import is_known
from cartulary.arena.contest import Contest, PlayedGame, play_contest
from cartulary.arena.report import Report
from cartulary.bots.strategies import STRATEGIES
from cartulary.catalogue import CATALOGUE
from cartulary.commands.terminal import WRONG_USE, add_setup, fail, parser
from cartulary.kernel.rejected import Rejected

BOTS: Final = ", ".join(STRATEGIES)
SEED_BITS: Final = 32


def match(arguments: Sequence[str], prog_name: str) -> None:
    """Play many games between two bots, without a service: each deal from every side. Print the score."""
    given = parse(arguments, prog_name)
    contest = read(given)
    report = Report(contest, [*watched(play_contest(contest, given.jobs), contest.games)])
    print(dumps(report.as_json(), ensure_ascii=False) if given.json else report.text())


def parse(arguments: Sequence[str], prog_name: str) -> Namespace:
    epilog = f"A BOT is one of {BOTS}, or the address of a program, such as http://127.0.0.1:9000/."
    given = parser(prog_name, match.__doc__, epilog)
    given.add_argument("bots", nargs=2, metavar="BOT")
    given.add_argument("--games", type=positive, default=200, help="rounded up to whole deals; by default 200")
    add_setup(given, [*CATALOGUE])
    given.add_argument("--seed", type=int, help="of deals and choices; by default a new one, which is printed")
    given.add_argument("--seconds", type=float, default=10.0, help="for a program's choice; by default 10")
    given.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, help="processes; by default one a core")
    given.add_argument("--json", action="store_true", help="print JSON, with every game")
    return given.parse_args(arguments)


def positive(text: str) -> int:
    """Read a number from 1 on. Raises ValueError."""
    if (number := int(text)) < 1:
        raise ValueError
    return number


def read(given: Namespace) -> Contest:
    for each in given.bots:
        if not is_known(each):
            fail(f"There is no bot {each}. Name one of {BOTS}, or the address of a program.", WRONG_USE)
    try:
        setup = CATALOGUE[given.game].setup(given.edition, given.seats, dict(given.option))
    except Rejected as error:
        fail(str(error), WRONG_USE)
    seed = secrets.randbits(SEED_BITS) if given.seed is None else given.seed
    return Contest(given.game, setup, tuple(given.bots), given.games, seed, given.seconds).with_whole_deals()


def watched(games: Iterable[PlayedGame], count: int) -> Iterator[PlayedGame]:
    """Yield the games, and say at a terminal how many there were."""
    for number, each in enumerate(games, 1):
        if sys.stderr.isatty():
            print(f"\rPlaying: {number} of {count}", end="\n" if number == count else "", file=sys.stderr, flush=True)
        yield each
