"""Plies: the recording of what was decided, as the next part of a match's record."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from cartulary.kernel.messages import Event
from cartulary.match.clock.state import TurnChange
from cartulary.match.decision import Decision
from cartulary.match.events import BACKWARD
from cartulary.match.events.clock import TimeClaimed
from cartulary.match.events.ending import GameEnded
from cartulary.match.state import Match
from cartulary.record.decode import LogEntry
from cartulary.record.encode import record
from cartulary.record.event import RecordedEvent, RecordEnd


class Ply(NamedTuple):
    """A stored ply, and the match after it."""

    entries: Sequence[LogEntry]
    after: Match

    @property
    def rows(self) -> list[RecordedEvent]:
        """The stored events."""
        return [each.row for each in self.entries]

    @property
    def events(self) -> list[Event]:
        """The events, clocks included."""
        return [each.event for each in self.entries]


def record_ply(match: Match, decision: Decision, at: str) -> Ply:
    """Record a decision as the next ply of a match, with the clocks that it stops and starts."""
    assert match.seed is not None
    clock_events = switch_clocks(match, decision, at)
    decided = [disclose_seed(each, match.seed) if isinstance(each, GameEnded) else each for each in decision.events]
    events = [*decided, *clock_events]
    rows = record(RecordEnd(match.id, match.seed, match.version, match.ply + 1, match.head), at, events)
    after = decision.after
    clocks, last = after.clocks, rows[-1]
    if clocks is not None and clock_events:
        clocks = clocks.fork()
        for event in clock_events:
            clocks.evolve(event)
    result = after.result and disclose_seed(after.result, match.seed)
    after = replace(after, clocks=clocks, result=result, version=last.position, ply=last.ply, head=last.hash)
    return Ply([*map(LogEntry, rows, events)], after)


def switch_clocks(match: Match, decision: Decision, at: str) -> list[Event]:
    """Return the events that stop and start clocks after a decision."""
    events, after = decision
    if match.clocks is None or any(event.NAME in BACKWARD for event in events):
        return []
    if after.clocks is None or after.status != "playing":
        return []
    claimed = any(isinstance(event, TimeClaimed) for event in events)
    actor = None if claimed else getattr(events[0], "seat", None)
    return after.clocks.switch(TurnChange(match.to_act(), after.to_act(), actor), at)


def disclose_seed(ended: GameEnded, seed: bytes) -> GameEnded:
    """Return the end of a game with the server's seed, from which everybody can check all that was drawn."""
    return replace(ended, server_seed=seed)
