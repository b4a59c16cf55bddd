"""Read off what happened what was asked for: each ply tells its action."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final

from cartulary.games.civilization_the_card_game import actions as a
from cartulary.games.civilization_the_card_game import events as e
from cartulary.games.civilization_the_card_game.rules.empire import (
    collection_choices,
    collection_with,
    yield_of_settled,
)
from cartulary.games.civilization_the_card_game.state import State
from cartulary.kernel.messages import Action, Event
from cartulary.kernel.seats import Seat
from cartulary.match.actions import Resign


def infer_action(state: State, events: Sequence[Event]) -> tuple[Seat, Action]:
    """The seat and its action that caused the events of a ply; raises LookupError where no action causes such."""
    first: Any = events[0]
    resigned = next((event for event in events if isinstance(event, e.SeatResigned)), None)
    if resigned is not None:
        return resigned.seat, Resign()
    if isinstance(first, e.ResourcesCollected):
        return first.seat, infer_collection(state, first)
    seat = state.active if isinstance(first, e.BattleBegan | e.DeckReshuffled) else first.seat
    return seat, ASKED[type(first)](events)


def infer_collection(state: State, event: e.ResourcesCollected) -> Action:
    """Return one of the choices that give these resources; raises LookupError where none does."""
    choices, settled = collection_choices(state, event.seat), yield_of_settled(state, event.seat)
    collected = [event.resources.count(each) for each in range(3)]
    for combination in product(*(choice.combinations() for choice in choices.values())):
        chosen = dict(zip(choices, combination, strict=True))
        if collection_with(state, event.seat, settled, chosen) == collected:
            return a.Collect(**chosen)
    raise LookupError("no choice gives these resources")


def technology_bought(events: Sequence[Any]) -> Action:
    """A technology, with the seat of which it takes something and what it takes."""
    taken = next((event for event in events if isinstance(event, e.CardStolen | e.ResourcesTaken)), None)
    return a.BuyTechnology(
        technology=events[0].technology,
        seat=taken.target if taken else None,
        take=taken.resources if isinstance(taken, e.ResourcesTaken) else None,
    )


ASKED: Final[dict[type[Event], Callable[[Sequence[Any]], Action]]] = {
    e.PlotTaken: lambda events: a.TakePlot(terrain=events[0].terrain),
    e.PopulationSettled: lambda events: a.Settle(plot=events[0].plot),
    e.PlotBought: lambda events: a.BuyPlot(terrain=events[0].terrain, pay=events[0].paid),
    e.PopulationBought: lambda events: a.BuyPopulation(plot=events[0].plot),
    e.BuildingBuilt: lambda events: a.Build(building=events[0].building, plot=events[0].plot),
    e.BuildingTornDown: lambda events: a.TearDown(building=events[0].building, plot=events[0].plot),
    e.TechnologyBought: technology_bought,
    e.CodeOfLawsUsed: lambda events: a.CodeOfLaws(seat=events[1].target, take=events[1].resources),
    e.BonusUsed: lambda events: a.UseBonus(card=events[0].card, resource=events[0].resources[0]),
    e.ResourcesExchanged: lambda events: a.Bank(give=events[0].given[0], take=events[0].taken),
    e.ResourcesGiven: lambda events: a.Give(resources=events[0].resources),
    e.AttackLaid: lambda events: a.Attack(seat=events[0].target, units=events[0].units),
    e.BattleBegan: lambda _: a.Fight(),
    e.WallsReturned: lambda events: a.ReturnWalls(plots=events[0].plots),
    e.UnitSentBack: lambda events: a.SendBack(unit=events[0].unit),
    e.UnitStopped: lambda events: a.Defend(unit=events[0].unit, stops=events[0].stopped),
    e.DefenceEnded: lambda _: a.LetThrough(),
    e.PopulationTaken: lambda events: a.GiveUpPopulation(plots=events[0].plots),
    e.PopulationResettled: lambda events: a.Resettle(plots=events[0].plots),
    e.BuildingReturned: lambda events: a.GiveUpBuilding(building=events[0].building, plot=events[0].plot),
    e.CardsDrawn: lambda _: a.Draw(),
    e.DeckReshuffled: lambda _: a.Draw(),
    e.DiscardStepBegan: lambda _: a.Draw(),
    e.CardBought: lambda events: a.Pottery(pay=events[0].paid),
    e.CardsDiscarded: lambda events: a.Discard(cards=events[0].cards),
    e.WarEnded: lambda _: a.Fight(),
}
