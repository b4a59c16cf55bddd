"""A contest: each deal is played once from every side, so that luck in the deal cancels out."""

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import active_children, get_context
from random import Random
from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, pthread_sigmask
from typing import Any, Final, NamedTuple

from cartulary.arena.choosers import ILLEGAL, Chooser, Fault, chooser_of
from cartulary.bots.table import MemoryTable
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.game import Game, Setup
from cartulary.record.bundle import WRONG

MOST_PLIES: Final = 10_000
"""A game that takes more is broken off, and counts as shared by all."""
ENTROPY_BYTES: Final = 32
GAMES_AHEAD: Final = 20
"""Games of each process that are begun or wait while an earlier one is played."""


class Contest(NamedTuple):
    """The settings of a match: the game, the bots, and how often."""

    game: str
    setup: Setup
    bots: tuple[str, str]
    games: int
    seed: int
    seconds: float
    """Time that a program has for a choice."""

    def sides(self) -> list[list[Seat]]:
        """Return the sides that can win: the teams, or each seat alone."""
        game, seats = CATALOGUE[self.game], range(self.setup.seats)
        teams = [game.team(self.setup, seat) for seat in seats]
        if teams[0] is None:
            return [[seat] for seat in seats]
        return [[seat for seat in seats if teams[seat] == team] for team in sorted({each or 0 for each in teams})]

    def with_whole_deals(self) -> "Contest":
        """Return the contest with so many games more that each deal is played from every side."""
        return self._replace(games=-(-self.games // len(self.sides())) * len(self.sides()))

    def pairings(self) -> Iterator["Pairing"]:
        """Yield every game: each deal once with the first bot at every side, the second at all others."""
        sides = self.sides()
        for number in range(self.games):
            deal, side = divmod(number, len(sides))
            yield Pairing(self, number, deal, sides[side])


class Pairing(NamedTuple):
    """A game of a contest."""

    contest: Contest
    number: int
    deal: int
    first: Sequence[Seat]
    """Seats of the first bot."""


@dataclass(slots=True)
class Thinking:
    """The time that a bot has spent on its choices."""

    choices: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        self.choices += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)

    def join(self, other: "Thinking") -> None:
        """Add the time of another game."""
        self.choices += other.choices
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)


class EarlyLoss(NamedTuple):
    """A game that a bot has lost before its end."""

    bot: int
    """0 for the first bot, 1 for the second."""
    seat: Seat
    kind: str
    detail: str


@dataclass(slots=True)
class PlayedGame:
    """A game that was played, and its score."""

    number: int
    deal: int
    first: Sequence[Seat]
    score: float
    """The first bot's share of the win, from 0 to 1."""
    plies: int
    loss: EarlyLoss | None = None
    thinking: tuple[Thinking, Thinking] = field(default_factory=lambda: (Thinking(), Thinking()))


def play_contest(contest: Contest, jobs: int) -> Iterator[PlayedGame]:
    """Yield every game as it was played, in order whatever the number of processes."""
    if jobs == 1:
        yield from map(play_game, contest.pairings())
        return
    before = active_children()
    # A fork would copy threads of this process in the middle of what they do.
    processes = ProcessPoolExecutor(jobs, get_context("spawn"))
    try:
        yield from play_ahead(processes, contest, jobs * GAMES_AHEAD)
        processes.shutdown()
    except BaseException:
        # Whoever interrupts a contest waits for none of its games.
        for each in active_children():
            if each not in before:
                each.terminate()
        processes.shutdown(cancel_futures=True)
        raise


def play_ahead(processes: Executor, contest: Contest, most: int) -> Iterator[PlayedGame]:
    """Yield every game as it was played, while at most so many others wait or are being played."""
    waiting = deque[Future[PlayedGame]]()
    for pairing in contest.pairings():
        with interrupts_held():
            waiting.append(processes.submit(play_game, pairing))
        if len(waiting) > most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let Ctrl-C come later to this process, and never to those that are started meanwhile, which inherit the mask."""
    usual = pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        yield
    finally:
        pthread_sigmask(SIG_SETMASK, usual)


def play_game(pairing: Pairing) -> PlayedGame:
    """Play one game to its end, or until a bot is at fault."""
    contest, random = pairing.contest, Random(f"{pairing.contest.seed} choices {pairing.number}")
    table = deal(CATALOGUE[contest.game], contest.setup, Random(f"{contest.seed} deal {pairing.deal}"))
    outcome = PlayedGame(pairing.number, pairing.deal, pairing.first, 0.0, 0)
    choosers = [chooser_of(each, contest.seconds) for each in contest.bots]
    while table.match.status == "playing" and table.match.ply < MOST_PLIES and outcome.loss is None:
        seat = table.match.to_act()[0]
        bot = 0 if seat in pairing.first else 1
        outcome.loss = take_turn(table, seat, bot, choosers[bot], random, outcome.thinking[bot])
    outcome.plies = table.match.ply
    outcome.score = score_of(table, pairing, outcome.loss)
    return outcome


def deal(game: Game[Any], setup: Setup, random: Random) -> MemoryTable:
    """Return a table at which all sit; the same random numbers give the same deal."""
    return MemoryTable(
        game, setup, random.randbytes(ENTROPY_BYTES), [random.randbytes(ENTROPY_BYTES) for _ in range(setup.seats)]
    )


def take_turn(
    table: MemoryTable, seat: Seat, bot: int, chooser: Chooser, random: Random, thinking: Thinking
) -> EarlyLoss | None:
    """Ask a seat's bot for an action and take it; return the reason if the bot loses by it."""
    seen, began = table.as_seen(seat), time.perf_counter()
    try:
        action = chooser.choose(seen, seat, random)
        thinking.add(time.perf_counter() - began)
        table.act(seat, action)
    except Fault as error:
        return EarlyLoss(bot, seat, error.kind, error.detail)
    except Rejected as error:
        return EarlyLoss(bot, seat, ILLEGAL, error.reason)
    except WRONG as error:
        # A field of another type than the action's.
        return EarlyLoss(bot, seat, ILLEGAL, repr(error))
    return None


def score_of(table: MemoryTable, pairing: Pairing, loss: EarlyLoss | None) -> float:
    """Return the first bot's share of the win; sides that win together share it."""
    if loss is not None:
        return float(loss.bot)
    sides, result = pairing.contest.sides(), table.match.result
    if result is None:
        return 1 / len(sides)
    winners = [side for side in sides if set(side) & set(result.winners)]
    return 1 / len(winners) if pairing.first in winners else 0.0


def count_faults(outcomes: Sequence[PlayedGame]) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return for each bot how many games it has lost before their end, by the reason."""
    faults: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for each in outcomes:
        if each.loss is not None:
            faults[each.loss.bot][each.loss.kind] = faults[each.loss.bot].get(each.loss.kind, 0) + 1
    return faults
