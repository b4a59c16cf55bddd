"""What happens before the first card and after the last. The stored format: add, never rename or remove."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.kernel.clock import Clock, Time
from domain.kernel.codec import Count
from domain.kernel.messages import Action, Event, action, event
from domain.kernel.seats import Seat
from domain.kernel.visibility import Hidden, Secret, Seed

VOID: Final = "void"
"""The kind of end of a game that does not count."""


class Origin(NamedTuple):
    """A version of another game."""

    game: str
    version: int


class SeatPoints(NamedTuple):
    """A seat's points at the end."""

    seat: Seat
    points: int


@event()
class GameCreated(Event):
    """A table stands open, and the server has committed to its seed."""

    game: str
    edition: str
    seats: Count
    options: dict[str, Any]
    sandbox: bool
    """Whether it begins from a position."""
    server_commit: bytes
    server_seed: Seed
    position: Hidden[dict[str, Any]]
    """The position to begin from; null for an ordinary game."""
    rules_sha256: str | None = None
    """Which rules it began with, as a digest of the program that holds them."""
    revision: int = 1
    """Of the rules, as the game counts them."""
    creator: str | None = None
    """The player who opened the table."""
    private: bool = False
    """Whether only who is invited may look and sit down."""
    reserved: tuple[str, ...] = ()
    """Of a rematch, the player for whom each seat is kept."""
    rematch_of: str | None = None
    """The game that it is a rematch of."""
    open_until: Time | None = None
    """Before this time all seats are to be taken, or the game is void."""
    clock: Clock | None = None
    forked_from: Origin | None = None
    """What it goes on from; `position` then holds how things stood there."""


@event()
class SeatTaken(Event):
    """A player sits down and adds 32 random bytes, or none, to the shuffle."""

    seat: Seat
    player: str
    entropy: bytes | None
    bot: str | None = None
    """By which strategy a bot plays there; null where a person does."""


@event()
class EntropyCommitted(Event):
    """A seat commits to 32 random bytes for the shuffle, which it opens once all sit."""

    seat: Seat
    commitment: bytes


@event()
class SeatLeft(Event):
    """A player leaves the table before the game has begun; what he added to the shuffle goes with him."""

    seat: Seat


@event()
class TableExpired(Event):
    """The table did not fill in time."""

    until: Time


@event()
class OpeningsAwaited(Event):
    """All sit; what each has committed to is to be opened before this time, or the game is void."""

    until: Time


@event()
class EntropyOpened(Event):
    """A seat shows the bytes that it committed to; they go into the shuffle."""

    seat: Seat
    entropy: bytes


@event()
class OpeningsExpired(Event):
    """The deadline has passed, and these seats have not opened."""

    until: Time
    seats: tuple[Seat, ...]


@event()
class SeatSaw(Event):
    """A fork begins: how things stand there as its seat knows them, in the form of the game's state."""

    seat: Seat
    state: Secret[dict[str, Any]]


@event()
class ForkBegan(Event):
    """A fork begins, after what each seat saw: how things stand there for everybody, and how they really are."""

    state: dict[str, Any]
    whole: Hidden[dict[str, Any]]


@event()
class ClockStarted(Event):
    """A seat is awaited: with so many seconds left, it has until then."""

    seat: Seat
    since: Time
    left: int
    until: Time


@event()
class ClockStopped(Event):
    """A seat is awaited no more; with so many seconds its clock starts next."""

    seat: Seat
    left: int


@event()
class PauseAgreed(Event):
    """A seat wants a pause."""

    seat: Seat


@event()
class GamePaused(Event):
    """All seats want a pause: no clock runs until one of them ends it."""


@event()
class GameResumed(Event):
    """A seat ends the pause."""

    seat: Seat


@event()
class VacationTaken(Event):
    """A seat's clock stands still until then; so many days of its allowance are gone."""

    seat: Seat
    days: int
    until: Time


@event()
class TimeGiven(Event):
    """A seat gives another more time."""

    seat: Seat
    to: Seat
    seconds: int


@event()
class TimeExpired(Event):
    """A seat's time has run out at this deadline."""

    seat: Seat
    until: Time


@event()
class TimeClaimed(Event):
    """A seat does not wait any longer for one whose time has run out."""

    seat: Seat
    expired: Seat


@event()
class BotTookOver(Event):
    """A bot plays on for a seat whose time has run out."""

    seat: Seat


@event()
class SeatReturned(Event):
    """The player takes over from the bot again."""

    seat: Seat


@event()
class DelegateActed(Event):
    """What follows in this ply was done by another player for the one whose seat it is."""

    seat: Seat
    delegate: str
    owner: str


@event()
class OrderFired(Event):
    """What follows in this ply was done by a standing order of the seat's player."""

    seat: Seat
    order: str
    condition: Secret[dict[str, Any]]
    """What it waited for."""


@event()
class RulesAgreed(Event):
    """A seat agrees to go on by a newer revision of the rules."""

    seat: Seat
    revision: int
    rules_sha256: str | None


@event()
class RulesMoved(Event):
    """All seats have agreed: from here on the game is played by that revision."""

    revision: int
    rules_sha256: str | None


@event()
class GameCorrected(Event):
    """The operator takes the game back: what came after `back_to` stays in the record and does not count any more."""

    by: str
    reason: str
    back_to: int
    """The version from which the game goes on."""


@event()
class TakeBackAgreed(Event):
    """A seat would take the game back to that version."""

    seat: Seat
    back_to: int


@event()
class ActionsTakenBack(Event):
    """What came after `back_to` is taken back: it stays in the record and does not count any more."""

    seat: Seat
    back_to: int
    """The version from which the game goes on."""


BACKWARD: Final = frozenset((GameCorrected.NAME, ActionsTakenBack.NAME))
"""Events after which the game goes on from an earlier version."""


@event(reveals=True)
class GameEnded(Event):
    """The game is over; the server's seed is disclosed, from which all that was hidden follows."""

    kind: str
    winners: tuple[Seat, ...]
    points: tuple[SeatPoints, ...] | None
    decided_by: tuple[str, ...]
    """The spheres of a domination; the tie-breaks that a majority needed."""
    server_seed: bytes | None


def ended(
    kind: str, winners: Sequence[Seat], points: Mapping[Seat, int] | None = None, decided_by: Sequence[str] = ()
) -> GameEnded:
    """The end of a game; the seed is disclosed when it is recorded."""
    return GameEnded(
        kind=kind,
        winners=tuple(winners),
        points=None if points is None else tuple(SeatPoints(*each) for each in sorted(points.items())),
        decided_by=tuple(decided_by),
        server_seed=None,
    )


@action
class Resign(Action):
    """Leave the game for good."""


@action
class Pause(Action):
    """Agree to a pause, which begins once all seats have."""


@action
class Resume(Action):
    """End the pause."""


@action
class TakeVacation(Action):
    """Stop one's own clock for so many days of one's allowance."""

    days: int


@action
class GiveTime(Action):
    """Give another seat so many seconds more."""

    seat: Seat
    seconds: int


@action
class ClaimTime(Action):
    """Wait no longer for a seat whose time has run out: it resigns."""

    seat: Seat


@action
class ComeBack(Action):
    """Take over again from the bot that plays for one's seat."""


@action
class TakeBack(Action):
    """Go back to a version, the end of an earlier ply; by default by one ply."""

    version: int | None = None


CLOCK_ACTIONS = (Pause, Resume, TakeVacation, GiveTime, ClaimTime, ComeBack)
"""What seats may do in a game with a clock, besides what the game itself has."""

LIFECYCLE = (
    GameCreated,
    SeatTaken,
    EntropyCommitted,
    SeatLeft,
    TableExpired,
    OpeningsAwaited,
    EntropyOpened,
    OpeningsExpired,
    SeatSaw,
    ForkBegan,
    ClockStarted,
    ClockStopped,
    PauseAgreed,
    GamePaused,
    GameResumed,
    VacationTaken,
    TimeGiven,
    TimeExpired,
    TimeClaimed,
    BotTookOver,
    SeatReturned,
    DelegateActed,
    OrderFired,
    RulesAgreed,
    RulesMoved,
    GameCorrected,
    TakeBackAgreed,
    ActionsTakenBack,
    GameEnded,
)
