"""Analysis of a finished game: what the search thinks of each move, from what its seat could see."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random
from typing import Any, Final, NamedTuple

from cartulary.bots.ismcts import Branches, Search
from cartulary.kernel.messages import Action
from cartulary.kernel.seats import Seat
from cartulary.match.evolve import follow
from cartulary.match.game import Game, Setup
from cartulary.match.history import counting
from cartulary.match.standing_orders import BESIDE
from cartulary.match.state import Match
from cartulary.record.decode import LogEntry, log_entries
from cartulary.record.event import RecordedEvent, genesis

WORLDS: Final = 60_000
"""Worlds that are searched for a whole game."""
FEWEST: Final = 64
MOST: Final = 512
"""Bounds of the worlds that are searched for one move; the strongest bot searches 256."""
PLAYED: Final = 4
"""The played move is tried in at least one of so many worlds."""
CONSIDERED: Final = 100
"""Complete actions among which the search chooses."""


class Move(NamedTuple):
    """An action of a game, and the match before it as its seat saw it."""

    ply: int
    version: int
    """Version after the move."""
    seat: Seat
    played: Action
    seen: Match


class Judgement(NamedTuple):
    """An opinion on a move. Worths are those to its seat, from 0 for lost to 1 for won."""

    ply: int
    version: int
    seat: Seat
    chances: Sequence[float]
    """Estimated chance of each seat to win, before the move; partners win together."""
    played: Action
    best: Action
    played_worth: float
    best_worth: float
    worlds: int

    @property
    def loss(self) -> float:
        """Return how much worse the played move is than the best one."""
        return max(0.0, self.best_worth - self.played_worth)


def list_moves(game: Game[Any], game_id: str, record: Sequence[RecordedEvent]) -> Iterator[Move]:
    """Yield the actions of a game that count; what players took back, and what the clock did, is left out."""
    none = whole = Match(game_id, game, Setup("", 0, {}), genesis(game_id))
    seen: list[Match] = []
    for _, rows in groupby(counting(record), key=lambda row: row.ply):
        entries = log_entries(game.event_types, [*rows])
        if whole.status == "playing" and (found := find_action(whole, entries)) is not None:
            seat, action = found
            yield Move(entries[-1].row.ply, entries[-1].row.position, seat, action, seen[seat])
        whole = follow(whole, entries)
        seen = [follow(each, entries, seat) for seat, each in enumerate(seen or [none] * whole.setup.seats)]


def find_action(before: Match, entries: Sequence[LogEntry]) -> tuple[Seat, Action] | None:
    """Return the seat and its action, or None for a ply that is no action of the game itself."""
    own = [each.event for each in entries if not isinstance(each.event, BESIDE)]
    if not own or type(own[0]) not in before.game.events:
        return None
    seat, action = before.game.infer_action(before.state, own)
    return (seat, action) if type(action) in before.game.actions else None


def count_worlds(moves: int) -> int:
    """Return the number of worlds to search for each of so many moves of a game."""
    return max(FEWEST, min(MOST, WORLDS // max(1, moves)))


def judge(move: Move, worlds: int) -> Judgement | None:
    """Judge a move; None where the seat had no choice. The same move of a game is always judged alike."""
    seen, seat, random = move.seen, move.seat, Random(f"{move.seen.id}:{move.ply}")
    actions, _ = seen.game.expand(seen.state, seat, CONSIDERED)
    if len(actions) < 2:
        return None
    if move.played not in actions:
        actions.append(move.played)
    search, root, rewards = Search(seen, random), Branches(), [0.0] * seen.setup.seats
    search.grow(root, seen.state, seat, actions)
    for _ in range(worlds):
        world = search.visit(root, seat, actions)
        rewards = [sum_ + search.reward(world, each) for each, sum_ in enumerate(rewards)]
    while root[move.played].visits < worlds / PLAYED:
        search.visit(root, seat, [move.played])
    best = max(actions, key=lambda action: (root[action].visits, root[action].promise()))
    worth = {action: root[action].reward / root[action].visits for action in (best, move.played)}
    if worth[move.played] >= worth[best]:
        best = move.played
    chances = share(seen, rewards)
    return Judgement(move.ply, move.version, seat, chances, move.played, best, worth[move.played], worth[best], worlds)


def share(match: Match, rewards: Sequence[float]) -> list[float]:
    """Return the chance of each seat's side from the rewards of all seats; those of all sides add up to 1."""
    teams = [match.game.team(match.setup, seat) for seat in range(match.setup.seats)]
    sides = [("seat", seat) if team is None else ("team", team) for seat, team in enumerate(teams)]
    gained = {side: max(rewards[seat] for seat, other in enumerate(sides) if other == side) for side in sides}
    total = sum(gained.values()) or 1.0
    return [gained[side] / total for side in sides]
