"""Read off what happened what was asked for: each ply tells its action."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from cartulary.games.carta_impera_victoria import actions as a
from cartulary.games.carta_impera_victoria import events as e
from cartulary.games.carta_impera_victoria.effects import EFFECT_OF
from cartulary.games.carta_impera_victoria.state import State
from cartulary.kernel.messages import Action, Event
from cartulary.kernel.seats import Seat
from cartulary.match.actions import Resign

BY_NAME: Final = {kind.NAME: kind for kind in EFFECT_OF}


def infer_action(_: State, events: Sequence[Event]) -> tuple[Seat, Action]:
    """The seat and its action that caused the events of a ply; raises LookupError where no action causes such."""
    first: Any = events[0]
    ended = next((event for event in events if isinstance(event, e.TurnEnded)), None)
    if ended is not None and isinstance(first, e.CardsDrawn | e.TurnEnded):
        return ended.seat, a.EndTurn()
    return first.seat, ASKED[type(first)](events)


def infer_copied(events: Sequence[Any]) -> Action:
    """Inspiration, with the effect that follows it; effects of Religion cause nothing of their own."""
    first, following = events[0], events[1:]
    kind: Any = BY_NAME[first.effect]
    inner: Any = kind() if kind in (a.HolyBook, a.DivineRight) else ASKED[type(following[0])](following)
    return a.Inspiration(seat=first.target, effect=inner)


def infer_rework(events: Sequence[Any]) -> Action:
    """An effect of Economy or Science: what was discarded or taken first, then what was played."""
    first, played = events[0], next(event for event in events if isinstance(event, e.CardsPlayed))
    kind: Any = BY_NAME[first.effect]
    before = {"discard" if isinstance(first, e.AreaDiscarded) else "take": first.cards}
    action: Action = kind(**before, play=played.cards)
    return action


def effect_of(field: str) -> Callable[[Sequence[Any]], Action]:
    """An effect that is asked for with its cards in that field."""

    def read(events: Sequence[Any]) -> Action:
        kind: Any = BY_NAME[events[0].effect]
        action: Action = kind(**{field: events[0].cards})
        return action

    return read


ASKED: Final[dict[type[Event], Callable[[Sequence[Any]], Action]]] = {
    e.DraftKept: lambda events: a.DraftKeep(card=events[0].card),
    e.CentreCardTaken: lambda events: a.DraftPick(card=events[0].card),
    e.CardPlayed: lambda events: a.Play(card=events[0].card),
    e.PlaySkipped: lambda _: a.SkipPlay(),
    e.HandDiscarded: effect_of("discard"),
    e.DiscardTaken: effect_of("take"),
    e.AreaDiscarded: infer_rework,
    e.AreaTaken: infer_rework,
    e.EffectCopied: infer_copied,
    e.AttackMade: lambda events: a.Attack(sphere=events[0].sphere, pay=events[0].paid, give_up=events[0].given_up),
    e.InquisitionBegun: lambda events: a.Inquisition(seat=events[0].target, pay=events[0].paid),
    e.InquisitionExchanged: lambda events: a.InquisitionExchange(give_back=events[0].cards),
    e.EmbargoLaid: lambda events: a.Embargo(seat=events[0].target, sphere=events[0].sphere, pay=events[0].card),
    e.BreakthroughBegun: lambda events: a.Breakthrough(pay=events[0].paid),
    e.BreakthroughDiscarded: lambda events: a.BreakthroughDiscard(discard=events[0].cards),
    e.DemocracyPlaced: lambda events: a.Democracy(seat=events[0].target, sphere=events[0].sphere),
    e.HandLimitChosen: lambda events: a.EndTurn(limit=events[0].limit),
    e.SeatResigned: lambda _: Resign(),
}
