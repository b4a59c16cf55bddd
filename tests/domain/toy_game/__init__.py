"""A whole game in a page: each seat holds three of nine hidden numbers, lays one face down, and the highest wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Annotated, Any, Final, NamedTuple

from cartulary.i18n.catalogues import load_catalogue
from cartulary.i18n.phrases import Localizer
from cartulary.kernel.codec import Length
from cartulary.kernel.forms import Choice, Form
from cartulary.kernel.game_decision import Evolutions, GameDecision
from cartulary.kernel.messages import Action, Event, action, event
from cartulary.kernel.randomness import Chance
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Hidden, Secret, Viewer
from cartulary.match.actions import Resign
from cartulary.match.events.ending import GameEnded
from cartulary.match.game import Game, Option, Setup
from cartulary.match.observation import MOST_SEATS, Observation, one_of, pad
from cartulary.match.tableau import Look, Tableau
from tests.domain.toy_game.cards import NUMBERS, Numbers
from tests.domain.toy_game.view import View


@action
class Lay(Action):
    """Lay one number face down."""

    number: Annotated[Numbers, Length(1)]


@event()
class DeckShuffled(Event):
    deck: Hidden[Numbers]


@event(reveals=True, name="HandDealt", upcast=lambda data: {"count": 3, **data})
class HandDealt1(Event):
    seat: Seat
    hand: Secret[Numbers]


@event(reveals=True, version=2)
class HandDealt(Event):
    seat: Seat
    count: int
    hand: Secret[Numbers]


@event()
class NumberLaid(Event):
    seat: Seat
    number: Secret[Numbers]


@event(reveals=True)
class NumberShown(Event):
    seat: Seat
    number: Numbers


@dataclass(slots=True)
class State:
    hands: list[Numbers | None]
    laid: list[Numbers | None]
    done: list[bool]
    shown: dict[Seat, int] = field(default_factory=dict)
    over: bool = False
    lowest_wins: bool = False
    """By the second revision of the rules."""


class Position(NamedTuple):
    hands: tuple[Numbers, ...]


def initial(setup: Setup) -> State:
    nothing: list[Numbers | None] = [None] * setup.seats
    return State(nothing[:], nothing[:], [False] * setup.seats, lowest_wins=setup.revision > 1)


def fork(state: State) -> State:
    return replace(state, hands=state.hands[:], laid=state.laid[:], done=state.done[:], shown=dict(state.shown))


def deck_shuffled(_state: State, _event: DeckShuffled) -> None:
    """Nobody draws from it later."""


def hand_dealt(state: State, event: HandDealt) -> None:
    state.hands[event.seat] = event.hand


def number_laid(state: State, event: NumberLaid) -> None:
    state.laid[event.seat], state.done[event.seat] = event.number, True


def number_shown(state: State, event: NumberShown) -> None:
    state.shown[event.seat] = event.number[0]


def game_ended(state: State, _event: GameEnded) -> None:
    state.over = True


EVOLUTIONS: Final[Evolutions[State]] = {
    DeckShuffled: deck_shuffled,
    HandDealt: hand_dealt,
    NumberLaid: number_laid,
    NumberShown: number_shown,
    GameEnded: game_ended,
}


def start(decision: GameDecision[State], setup: Setup, chance: Chance) -> None:
    deck = tuple(chance.stream("deck").shuffled(range(len(NUMBERS))))
    decision.emit(DeckShuffled(deck=deck))
    deal(decision, [deck[3 * seat : 3 * seat + 3] for seat in range(setup.seats)])


def start_from(decision: GameDecision[State], position: Mapping[str, Any]) -> None:
    deal(decision, [tuple(map(NUMBERS.index, hand)) for hand in position["hands"]])


def deal(decision: GameDecision[State], hands: list[Numbers]) -> None:
    for seat, hand in enumerate(hands):
        decision.emit(HandDealt(seat=seat, count=len(hand), hand=hand))


def decide(decision: GameDecision[State], seat: Seat, action: Action) -> None:
    state = decision.state
    if isinstance(action, Resign):
        return end(decision, "resignation", [other for other in range(len(state.hands)) if other != seat])
    assert isinstance(action, Lay)
    if state.done[seat]:
        raise Rejected("lay.twice", "You have laid your number.")
    if action.number[0] not in (state.hands[seat] or ()):
        raise Rejected("lay.not_in_hand", f"{NUMBERS[action.number[0]]} is not in your hand.")
    decision.emit(NumberLaid(seat=seat, number=action.number))
    if all(state.done):
        for other, number in enumerate(state.laid):
            decision.emit(NumberShown(seat=other, number=number or ()))
        best = (min if state.lowest_wins else max)(state.shown.values())
        end(decision, "highest", [other for other, number in state.shown.items() if number == best])
    return None


def infer_action(state: State, events: Sequence[Event]) -> tuple[Seat, Action]:
    first = events[0]
    if isinstance(first, NumberLaid):
        return first.seat, Lay(number=first.number or ())
    assert isinstance(first, GameEnded)
    return next(seat for seat in range(len(state.hands)) if seat not in first.winners), Resign()


def end(decision: GameDecision[State], kind: str, winners: list[Seat]) -> None:
    decision.emit(GameEnded(kind=kind, winners=tuple(winners), points=None, decided_by=(), server_seed=None))


def score(decision: GameDecision[State]) -> None:
    """The highest number that lies there wins, shown or not."""
    laid = {seat: number for seat, number in enumerate(decision.state.laid) if number is not None}
    end(decision, "highest", [seat for seat, number in laid.items() if number == max(laid.values())])


def adopt(state: State, setup: Setup) -> None:
    state.lowest_wins = setup.revision > 1


def determinize(state: State, random: Random) -> State:
    world = fork(state)
    unseen = sorted({*range(len(NUMBERS))} - {each for hand in state.hands for each in hand or ()})
    random.shuffle(unseen)
    for seat, hand in enumerate(state.hands):
        world.hands[seat] = hand or tuple(sorted(unseen.pop() for _ in range(3)))
        if state.done[seat] and state.laid[seat] is None:
            world.laid[seat] = (random.choice(world.hands[seat] or ()),)
    return world


def mask(state: State, viewer: Seat | None) -> State:
    seen = fork(state)
    seen.hands = [hand if seat == viewer else None for seat, hand in enumerate(state.hands)]
    seen.laid = [laid if seat == viewer else None for seat, laid in enumerate(state.laid)]
    return seen


def legal_actions(state: State, seat: Seat) -> list[Form]:
    if seat not in to_act(state):
        return []
    return [Form(Lay, {}, {"number": Choice(dict.fromkeys(state.hands[seat] or (), 1), 1)})]


def to_act(state: State) -> list[Seat]:
    return [] if state.over else [seat for seat, done in enumerate(state.done) if not done]


def public_view(state: State) -> dict[str, Any]:
    shown = {seat: NUMBERS[number] for seat, number in state.shown.items()}
    return {"seats": [{"done": done, "shown": shown.get(seat)} for seat, done in enumerate(state.done)]}


def own_view(state: State, viewer: Viewer) -> dict[str, Any]:
    hands = [[NUMBERS[each] for each in hand or ()] for hand in state.hands]
    return {"seats": [{"hand": hand if seat == viewer else None} for seat, hand in enumerate(hands)]}


LOCALE: Final = Path(__file__).parent / "locale"


def describe(language: str) -> dict[str, Any]:
    names = load_catalogue(LOCALE, language)["names"]
    return {"name": names["highest-number"], "names": dict(names)}


def tableau(state: Mapping[str, Any], seat: Seat, _description: Mapping[str, Any], _words: Localizer) -> Tableau:
    shown = state["seats"][seat]["shown"]
    return Tableau([], [[Look(shown, "science", "science-1")]] if shown else [])


OBSERVATION: Final = Observation(
    (("hand", len(NUMBERS)), ("shown", MOST_SEATS * len(NUMBERS))),
    lambda state, seat: {
        "hand": [int(number in (state.hands[seat] or ())) for number in range(len(NUMBERS))],
        "shown": pad([one_of(len(NUMBERS), state.shown.get(each)) for each in range(len(state.hands))], len(NUMBERS)),
    },
)

TOY: Final[Game[State]] = Game(
    id="highest-number",
    seats=(2, 3),
    editions=("plain",),
    options=(Option("open", (False, True)),),
    actions=(Lay,),
    events=(DeckShuffled, HandDealt1, HandDealt, NumberLaid, NumberShown),
    require_offered=lambda _: None,
    initial=initial,
    evolutions=EVOLUTIONS,
    fork=fork,
    start=start,
    start_from=start_from,
    decide=decide,
    infer_action=infer_action,
    legal_actions=legal_actions,
    is_openly_forced=lambda _state, _seat: False,
    to_act=to_act,
    team=lambda _setup, _seat: None,
    remaining=lambda state: range(len(state.hands)),
    adopt=adopt,
    public_view=public_view,
    own_view=own_view,
    determinize=determinize,
    mask=mask,
    score=score,
    begins_turn=HandDealt,
    ends_turn=Lay,
    worth=lambda state, seat: float(state.done[seat]),
    describe=describe,
    locale=LOCALE,
    tableau=tableau,
    observation=OBSERVATION,
    state=View,
    position=Position,
)
