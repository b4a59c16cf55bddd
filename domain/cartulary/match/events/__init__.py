"""The events that every game can record."""

from typing import Final

from cartulary.match.events.administration import DelegateActed, GameCorrected, OrderFired, RulesAgreed, RulesMoved
from cartulary.match.events.clock import (
    BotTookOver,
    ClockStarted,
    ClockStopped,
    GamePaused,
    GameResumed,
    PauseAgreed,
    SeatReturned,
    TimeClaimed,
    TimeExpired,
    TimeGiven,
    TimeRestored,
    VacationTaken,
)
from cartulary.match.events.ending import EndAgreed, GameEnded
from cartulary.match.events.fork import ForkBegan, SeatSaw
from cartulary.match.events.seating import (
    EntropyCommitted,
    EntropyOpened,
    GameCreated,
    OpeningsAwaited,
    OpeningsExpired,
    SeatCleared,
    SeatLeft,
    SeatTaken,
    StartAwaited,
    StartReached,
    TableClosed,
    TableExpired,
)
from cartulary.match.events.signing import ActionSigned, DelegateNamed, KeyGiven, OrderSigned
from cartulary.match.events.substitution import FreeingAgreed, SeatFreed, SeatKept, SeatOffered, SubstituteSeated
from cartulary.match.events.undo import ActionsTakenBack, TakeBackAgreed

BACKWARD: Final = frozenset((GameCorrected.NAME, ActionsTakenBack.NAME))
"""Events after which the game goes on from an earlier version."""
MATCH_EVENTS = (
    GameCreated,
    SeatTaken,
    EntropyCommitted,
    SeatLeft,
    SeatCleared,
    TableClosed,
    TableExpired,
    StartAwaited,
    StartReached,
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
    TimeRestored,
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
    EndAgreed,
    SeatOffered,
    SeatKept,
    FreeingAgreed,
    SeatFreed,
    SubstituteSeated,
    ActionSigned,
    OrderSigned,
    DelegateNamed,
    KeyGiven,
    GameEnded,
)
