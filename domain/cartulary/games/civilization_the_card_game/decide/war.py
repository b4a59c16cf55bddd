"""War: the attack, and for all defenders the phases of their battles, waiting where there is a choice."""

from cartulary.games.civilization_the_card_game import actions as a
from cartulary.games.civilization_the_card_game.cards import KINDS, Kind
from cartulary.games.civilization_the_card_game.decide.leaders import settle_leaders
from cartulary.games.civilization_the_card_game.decide.requirements import (
    kinds,
    require_active,
    require_choice,
    require_decision,
    require_in_hand,
    require_plot,
    require_step,
)
from cartulary.games.civilization_the_card_game.events import (
    AttackLaid,
    BattleBegan,
    BattleEnded,
    BattleResumed,
    BuildingReturned,
    DefenceEnded,
    PopulationResettled,
    PopulationTaken,
    UnitSentBack,
    UnitStopped,
    WallsReturned,
    WarEnded,
)
from cartulary.games.civilization_the_card_game.rules.prices import only_one
from cartulary.games.civilization_the_card_game.rules.war import (
    Pending,
    attackable,
    buildings_at_stake,
    defences,
    destructible,
    may_attack,
    may_attack_another,
    may_defend,
    next_battle,
    next_decision,
    population_at_stake,
    population_choice,
    resettling_choice,
    returnable,
    walls_choice,
)
from cartulary.games.civilization_the_card_game.state import Battle, State, battle_of
from cartulary.kernel.forms import Choice
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat


def attack(decision: GameDecision[State], seat: Seat, action: a.Attack) -> None:
    """Lay down units against a neighbour (C-40, C-41, C-42)."""
    state = decision.state
    require_active(state, seat)
    if state.war:
        require_decision(state, seat, "attack")
    else:
        require_step(state, "buy")
    if action.seat not in (targets := attackable(state, seat)):
        raise Rejected(
            "attack.seat",
            f"Seat {action.seat} cannot be attacked; you can attack {', '.join(map(str, targets)) or 'nobody'}.",
            "C-40",
        )
    if not action.units or not all(map(may_attack, action.units)):
        raise Rejected("attack.units", "Attack with one or more units; Archers only defend.", "C-41")
    require_in_hand(state.hands[seat], action.units)
    decision.emit(AttackLaid(seat=seat, target=action.seat, units=tuple(sorted(action.units))))
    if not may_attack_another(state):
        go_on(decision)


def fight(decision: GameDecision[State], seat: Seat, _: a.Fight) -> None:
    """Attack nobody else (C-42)."""
    require_decision(decision.state, seat, "attack")
    go_on(decision)


def go_on(decision: GameDecision[State]) -> None:
    """Fight on until a seat has a choice, or the war is over.

    Rulings C-43, C-44, C-45, C-46, C-47, C-48, C-49, C-50, C-51, C-52, C-53, C-54, C-55, C-56.
    """
    state = decision.state
    while state.war:
        if (battle := next_battle(state)) is None:
            decision.emit(WarEnded(seat=state.active))
        elif (due := next_decision(state, battle)).decision == "end":
            decision.emit(BattleEnded(seat=battle.defender))
        else:
            turn_to(decision, battle)
            if not carry_out_forced(decision, due):
                return


def turn_to(decision: GameDecision[State], battle: Battle) -> None:
    """A battle begins, or goes on after another has (C-43)."""
    if not battle.begun:
        decision.emit(BattleBegan(seat=battle.defender))
    elif battle is not battle_of(decision.state):
        decision.emit(BattleResumed(seat=battle.defender))


def carry_out_forced(decision: GameDecision[State], due: Pending) -> bool:
    """Carry out what a decision comes to, if there is nothing to choose (C-48, C-53)."""
    state = decision.state
    battle = battle_of(state)
    match due.decision:
        case "return_walls" if only_one(choice := walls_choice(state, battle)):
            decision.emit(WallsReturned(seat=due.seat, plots=only(choice)))
        case "send_back" if len(units := returnable(state, battle)) == 1:
            decision.emit(UnitSentBack(seat=due.seat, unit=units[0]))
        case "defend" if not may_defend(state, battle):
            end_defence(decision)
        case "give_up_population" if only_one(choice := population_choice(state, battle)):
            decision.emit(PopulationTaken(seat=due.seat, plots=only(choice)))
        case "resettle" if only_one(choice := resettling_choice(state, battle)):
            decision.emit(PopulationResettled(seat=due.seat, plots=only(choice)))
        case "give_up_building" if (building := settle_loss(state, battle)) is not None:
            lose_building(decision, due.seat, *building)
        case _:
            return False
    return True


def settle_loss(state: State, battle: Battle) -> tuple[int, Kind] | None:
    """The next building to return to hand, with its plot, where all of them do or all are alike (C-53)."""
    options = destructible(state, battle.defender)
    return options[0] if battle.buildings >= len(options) or len(set(options)) == 1 else None


def only(choice: Choice) -> tuple[int, ...]:
    """The one outcome of a choice."""
    return next(choice.combinations())


def return_walls(decision: GameDecision[State], seat: Seat, action: a.ReturnWalls) -> None:
    """Choose from which plots Walls return (C-44)."""
    state = decision.state
    require_decision(state, seat, "return_walls")
    plots = require_choice(walls_choice(state, battle_of(state)), action.plots, "return_walls", "plots")
    decision.emit(WallsReturned(seat=seat, plots=plots))
    go_on(decision)


def send_back(decision: GameDecision[State], seat: Seat, action: a.SendBack) -> None:
    """Send an attacking unit back (C-45)."""
    state = decision.state
    require_decision(state, seat, "send_back")
    if action.unit not in (units := returnable(state, battle_of(state))):
        raise Rejected("send_back.unit", f"You can send back: {kinds(units)}.", "C-45")
    decision.emit(UnitSentBack(seat=seat, unit=action.unit))
    go_on(decision)


def defend(decision: GameDecision[State], seat: Seat, action: a.Defend) -> None:
    """Stop an attacker with a unit from hand (C-46, C-47)."""
    state = decision.state
    require_decision(state, seat, "defend")
    require_in_hand(state.hands[seat], (action.unit,))
    pairs = defences(state, battle_of(state))
    if (action.unit, action.stops) not in pairs:
        can = ", ".join(f"{KINDS[unit]} – {KINDS[attacker]}" for unit, attacker in pairs)
        raise Rejected("defend.pair", f"You can stop attackers so: {can or 'not at all'}.", "C-47")
    decision.emit(UnitStopped(seat=seat, unit=action.unit, stopped=action.stops))
    go_on(decision)


def let_through(decision: GameDecision[State], seat: Seat, _: a.LetThrough) -> None:
    """Stop no more attackers (C-46)."""
    require_decision(decision.state, seat, "defend")
    end_defence(decision)
    go_on(decision)


def end_defence(decision: GameDecision[State]) -> None:
    """End the defence: units that were not stopped get through (C-49, C-50)."""
    state = decision.state
    battle = battle_of(state)
    decision.emit(
        DefenceEnded(
            seat=battle.defender,
            population=population_at_stake(state, battle),
            buildings=buildings_at_stake(state, battle),
        )
    )


def give_up_population(decision: GameDecision[State], seat: Seat, action: a.GiveUpPopulation) -> None:
    """Choose from which plots population goes (C-51)."""
    state = decision.state
    require_decision(state, seat, "give_up_population")
    choice = population_choice(state, battle_of(state))
    plots = require_choice(choice, action.plots, "give_up_population", "plots")
    decision.emit(PopulationTaken(seat=seat, plots=plots))
    go_on(decision)


def resettle(decision: GameDecision[State], seat: Seat, action: a.Resettle) -> None:
    """Choose where it settles (C-51)."""
    state = decision.state
    require_decision(state, seat, "resettle")
    plots = require_choice(resettling_choice(state, battle_of(state)), action.plots, "resettle", "plots")
    decision.emit(PopulationResettled(seat=seat, plots=plots))
    go_on(decision)


def give_up_building(decision: GameDecision[State], seat: Seat, action: a.GiveUpBuilding) -> None:
    """Choose a building that is destroyed (C-52)."""
    state = decision.state
    require_decision(state, seat, "give_up_building")
    require_plot(state, seat, action.plot)
    if (action.plot, action.building) not in destructible(state, seat):
        raise Rejected("give_up_building.not_there", f"On plot {action.plot} that building does not stand.", "C-52")
    lose_building(decision, seat, action.plot, action.building)
    go_on(decision)


def lose_building(decision: GameDecision[State], seat: Seat, plot: int, building: Kind) -> None:
    """A building returns to hand, and leaders may change (C-52, C-73)."""
    decision.emit(BuildingReturned(seat=seat, building=building, plot=plot))
    settle_leaders(decision)
