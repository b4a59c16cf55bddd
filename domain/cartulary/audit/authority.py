"""The actor of each ply: the seat by its key, a delegate or an order that it signed, a bot, or nobody who signs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from cartulary.kernel.messages import Event
from cartulary.kernel.seats import Seat
from cartulary.kernel.text import counted
from cartulary.match.events.administration import DelegateActed, GameCorrected, OrderFired, RulesAgreed
from cartulary.match.events.clock import (
    BotTookOver,
    ClockStarted,
    ClockStopped,
    GameResumed,
    PauseAgreed,
    SeatReturned,
    TimeClaimed,
    TimeExpired,
    TimeGiven,
    VacationTaken,
)
from cartulary.match.events.ending import EndAgreed
from cartulary.match.events.fork import ForkBegan
from cartulary.match.events.seating import SeatLeft, SeatTaken
from cartulary.match.events.signing import ActionSigned, DelegateNamed, KeyGiven, OrderSigned
from cartulary.match.events.substitution import FreeingAgreed, SeatKept, SeatOffered, SubstituteSeated
from cartulary.match.events.undo import ActionsTakenBack, TakeBackAgreed
from cartulary.match.game import Game
from cartulary.record.bundle import Broken

Authority = Literal["own", "delegate", "order", "bot", "unsigned"]
WORDS: Final[Mapping[Authority, str]] = {
    "own": "signed by the key that the record gives the seat",
    "delegate": "signed by a delegate whom the seat has named",
    "order": "by an order that the seat has signed",
    "bot": "by a bot",
    "unsigned": "unsigned",
}
SIGNED: Final[Sequence[Authority]] = ("own", "delegate", "order")
"""Authorities that a key of the seat proves; the others rest on the operator's word."""
NOT_BY_PLAYERS: Final = (TimeExpired, SeatTaken, SeatLeft, KeyGiven, SubstituteSeated)
"""Events that begin a ply which no player can sign, or none yet."""
ALWAYS_SIGNED: Final = (SeatReturned, DelegateNamed)
"""Events that begin a ply which a seat that signs has signed also while a bot plays for it."""
NEVER_BY_BOTS: Final = (
    *ALWAYS_SIGNED,
    ActionsTakenBack,
    EndAgreed,
    FreeingAgreed,
    GameResumed,
    PauseAgreed,
    RulesAgreed,
    SeatKept,
    SeatOffered,
    TakeBackAgreed,
    TimeClaimed,
    TimeGiven,
    VacationTaken,
)
"""Events that begin a ply of a player also while a bot plays for the seat: such bots take the game's own actions."""
RESIGNED: Final = "SeatResigned"
"""The event by which every game tells that a seat has resigned, as no bot does."""


POSITION: Final = "PositionSet"
"""The event by which every game tells that it begins in the middle, and whose turn it is."""
AHEAD: Final = (DelegateActed, OrderFired, ActionSigned, OrderSigned, ClockStarted, ClockStopped)
"""Events that come before what a seat has done, and say by whose authority, or what became of clocks."""


@dataclass
class Tally:
    """The keys and delegates that count by the events up to here, and the actor of each ply."""

    game: Game[Any]
    keys: dict[Seat, bytes | None] = field(default_factory=dict)
    delegates: dict[tuple[Seat, str], bytes | None] = field(default_factory=dict)
    since: dict[Seat, int] = field(default_factory=dict)
    """Position from which on the key of each seat counts."""
    bots: set[Seat] = field(default_factory=set)
    seated_bots: set[Seat] = field(default_factory=set)
    """Seats at which a bot sits, and no player for whom it plays."""
    last: dict[Seat, int] = field(default_factory=dict)
    """Version that each seat signed last."""
    fired: set[bytes] = field(default_factory=set)
    """Signatures of the orders that have acted."""
    counts: dict[Seat, dict[Authority, int]] = field(default_factory=dict)
    substitutes: dict[Seat, list[int]] = field(default_factory=dict)
    """Positions from which on substitutes play."""
    withheld: int = 0
    active: Seat | None = None
    """Seat whose turn it is."""
    past: list[tuple[frozenset[Seat], Seat | None]] = field(default_factory=list)
    """For which seats bots played after each event, and whose turn it was."""

    def follow(self, event: Event) -> None:
        """Note whose key counts, and where a bot plays."""
        match event:
            case SeatTaken(seat=seat, bot=bot):
                self.seated_bots = self.seated_bots | {seat} if bot is not None else self.seated_bots - {seat}
                self.bots = self.bots | {seat} if bot is not None else self.bots - {seat}
            case SubstituteSeated(seat=seat):
                self._set_key(seat, None)
                self.bots.discard(seat)
                self.seated_bots.discard(seat)
            case KeyGiven(seat=seat):
                self._set_key(seat, event.key)
            case DelegateNamed(seat=seat, delegate=delegate):
                self.delegates[seat, delegate] = event.key
            case BotTookOver(seat=seat):
                self.bots.add(seat)
            case SeatReturned(seat=seat):
                self.bots.discard(seat)
            case ActionsTakenBack(back_to=version) | GameCorrected(back_to=version) if 0 < version <= len(self.past):
                bots, self.active = self.past[version - 1]
                self.bots = {*bots}
            case ForkBegan(state=state):
                self.active = state.get("active")
            case _ if isinstance(event, self.game.begins_turn) or event.NAME == POSITION:
                self.active = getattr(event, "active" if event.NAME == POSITION else "seat")
            case _:
                pass
        self.past.append((frozenset(self.bots), self.active))

    def _set_key(self, seat: Seat, key: bytes | None) -> None:
        self.keys[seat] = key
        self.since[seat] = len(self.past) + 1
        self.delegates = {named: each for named, each in self.delegates.items() if named[0] != seat}

    def require_since(self, seat: Seat, version: int, position: int) -> None:
        """Check that what was signed at a version was signed since the key of the seat counts. Raises Broken."""
        if version < self.since.get(seat, 0):
            raise Broken(f"this was signed before its key counted for seat {seat}", position)

    def actor_of(self, events: Sequence[Event]) -> Seat | None:
        """Return the seat that acts in a ply: in most that of the first event; None for nobody."""
        first = next((each for each in events if not isinstance(each, AHEAD)), events[0])
        if isinstance(first, TimeClaimed | TimeExpired):
            return first.seat
        resigned = next((each for each in events if each.NAME == RESIGNED), None)
        if resigned is None and isinstance(first, self.game.of_active):
            return self.active
        seat: Seat | None = getattr(resigned or first, "seat", None)
        return seat

    def attribute(self, seat: Seat, begins: Event, signed: Event | None) -> Authority | None:
        """Return by whose authority a ply came about; None for one that nobody could sign."""
        key = self.keys.get(seat)
        if isinstance(begins, OrderFired):
            return "order" if isinstance(signed, OrderSigned) else "unsigned"
        if isinstance(begins, DelegateActed):
            is_named = key and signed and self.delegates.get((seat, begins.delegate))
            return "delegate" if is_named else "unsigned"
        if isinstance(signed, ActionSigned):
            return "own"
        if isinstance(begins, NOT_BY_PLAYERS):
            return None
        is_of_player = isinstance(begins, NEVER_BY_BOTS) or begins.NAME == RESIGNED
        is_by_bot = seat in self.bots and not is_of_player
        return "bot" if is_by_bot or seat in self.seated_bots else "unsigned"

    def has_to_sign(self, seat: Seat, begins: Event) -> bool:
        """Whether a seat that has a key signs a ply that begins so."""
        is_by_bot = seat in self.bots and not isinstance(begins, ALWAYS_SIGNED)
        return not is_by_bot and not isinstance(begins, (*NOT_BY_PLAYERS, RulesAgreed))

    def count(self, seat: Seat, authority: Authority) -> None:
        """Count a ply of a seat."""
        counts = self.counts.setdefault(seat, {})
        counts[authority] = counts.get(authority, 0) + 1

    def total(self, *authorities: Authority) -> int:
        """Return the number of plies by these authorities, or by all."""
        return sum(each.get(name, 0) for each in self.counts.values() for name in authorities or WORDS)

    def on_trust(self) -> int:
        """Return the number of plies that rest on the operator's word."""
        return self.total("bot", "unsigned")


def describe_authorities(tally: Tally) -> str:
    """Say how many plies came about by whose authority."""
    if not tally.total(*SIGNED):
        return "no ply is signed: who acted rests on the operator's word"
    totals = {name: tally.total(name) for name in WORDS}
    counts = ", ".join(f"{number} {WORDS[name]}" for name, number in totals.items() if number)
    seats = "; ".join(f"seat {seat}: {describe_seat(tally, seat)}" for seat in sorted(tally.counts))
    words = f"of {counted(tally.total(), 'ply', 'plies')} {counts} ({seats})"
    rest = counted(tally.on_trust(), "rests", "rest")
    return f"{words}; {rest} on the operator's word" if tally.on_trust() else words


def describe_seat(tally: Tally, seat: Seat) -> str:
    counts = tally.counts[seat]
    substitutes = [f"a substitute from event {position} on" for position in tally.substitutes.get(seat, [])]
    return ", ".join([*(f"{counts[name]} {name}" for name in WORDS if name in counts), *substitutes])


def count_signed(tally: Tally) -> list[Mapping[str, int]]:
    """Return of each seat how many plies its players and their orders made, and how many its own key has signed."""
    return [
        {
            "seat": seat,
            "signed": each.get("own", 0),
            "plies": sum(number for name, number in each.items() if name != "bot"),
        }
        for seat, each in sorted(tally.counts.items())
    ]


def authority_json(tally: Tally) -> list[Mapping[str, int]]:
    """Return how many plies of each seat came about by each authority, on the wire."""
    return [
        {"seat": seat, **{name: each.get(name, 0) for name in WORDS}} for seat, each in sorted(tally.counts.items())
    ]
