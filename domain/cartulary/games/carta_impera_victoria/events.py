"""Events of CIV: Carta Impera Victoria. The stored format: add, never rename or remove."""

from typing import NamedTuple

from cartulary.games.carta_impera_victoria.cards import Backs, Cards, Kind, Pile, Sphere
from cartulary.kernel.codec import Count
from cartulary.kernel.messages import Event, event
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Hidden, Secret, Shared


class Loss(NamedTuple):
    """A card that an attack costs a seat."""

    seat: Seat
    card: Kind


class Marker(NamedTuple):
    """A card lying face down on a sphere."""

    sphere: Sphere
    card: Kind


@event()
class GameStarted(Event):
    """The cards of each epoch are shuffled into the deck, top card first, and the first seat is drawn."""

    first: Seat
    piles: tuple[Pile, ...]
    deck: Hidden[Cards]


@event()
class PositionSet(Event):
    """A game begins in the middle; hands follow, one event each."""

    turn: int
    active: Seat
    first: Seat
    step: str
    piles: tuple[Pile, ...]
    deck: Hidden[Cards]
    discard: Cards
    final_round: bool
    used_permanent: tuple[Sphere, ...]
    used_discard: tuple[Sphere, ...]


@event()
class AreaSet(Event):
    """A position is set up: the area of a seat."""

    seat: Seat
    area: Cards
    democracy: tuple[Sphere, ...]
    embargoes: tuple[Marker, ...]


@event()
class CultureTokenSet(Event):
    """A position is set up: the place of the culture token."""

    seat: Seat
    target: Seat | None
    sphere: Sphere | None


@event()
class HandSet(Event):
    """A position is set up: the hand of a seat."""

    seat: Seat
    backs: Backs
    cards: Secret[Cards]


@event(reveals=True)
class CardsDealt(Event):
    """A seat gets its first hand from the deck."""

    seat: Seat
    backs: Backs
    cards: Secret[Cards]


@event(reveals=True)
class PacketDealt(Event):
    """A seat gets its first packet of the draft from the deck."""

    seat: Seat
    backs: Backs
    cards: Secret[Cards]


@event()
class DraftKept(Event):
    """A seat has chosen which card to keep."""

    seat: Seat
    card: Secret[Kind]


@event(reveals=True)
class PacketPassed(Event):
    """A seat gets what another has left in its packet."""

    seat: Seat
    source: Seat
    cards: Secret[Cards]


@event()
class DraftRoundBegan(Event):
    """The packets that were passed are looked at."""

    round: int


@event(reveals=True)
class CardExposed(Event):
    """The card that a seat did not keep goes face up to the centre."""

    seat: Seat
    card: Kind | None


@event()
class CentreOpened(Event):
    """The seats take a card of the centre each, in this order."""

    picks: tuple[Seat, ...]


@event()
class CentreCardTaken(Event):
    """A seat takes a card of the centre into its area."""

    seat: Seat
    card: Kind


@event()
class DraftEnded(Event):
    """The cards that were kept go to the hands."""


@event()
class TurnBegan(Event):
    """A seat's turn begins."""

    seat: Seat
    turn: int


@event()
class CardPlayed(Event):
    """A seat plays its card of the turn."""

    seat: Seat
    card: Kind


@event()
class PlaySkipped(Event):
    """A seat could play nothing."""

    seat: Seat


@event()
class HandDiscarded(Event):
    """Assassination or Purge."""

    seat: Seat
    effect: str
    cards: Cards


@event()
class AttackMade(Event):
    """A seat pays a military card and gives up another; each other seat that can loses one."""

    seat: Seat
    sphere: Sphere
    paid: Kind
    given_up: Kind
    losses: tuple[Loss, ...]


@event(reveals=True)
class InquisitionBegun(Event):
    """A seat takes the whole hand of another."""

    seat: Seat
    target: Seat
    paid: Kind
    backs: Backs
    cards: Shared[Cards]


@event(reveals=True)
class InquisitionExchanged(Event):
    """The seat gives back as many cards as it took."""

    seat: Seat
    target: Seat
    backs: Backs
    cards: Shared[Cards]


@event()
class AreaDiscarded(Event):
    """The first half of Development or Monopoly."""

    seat: Seat
    effect: str
    cards: Cards


@event()
class AreaTaken(Event):
    """The first half of Experiment or Research."""

    seat: Seat
    effect: str
    cards: Cards


@event()
class CardsPlayed(Event):
    """The second half of either."""

    seat: Seat
    cards: Cards


@event()
class EmbargoLaid(Event):
    """A seat may not play cards of a sphere until so many of its turns have ended."""

    seat: Seat
    target: Seat
    sphere: Sphere
    card: Kind
    turns: int


@event()
class BreakthroughBegun(Event):
    """A seat pays for drawing so many cards and for discarding as many."""

    seat: Seat
    paid: Kind
    count: Count


@event()
class BreakthroughDiscarded(Event):
    """The seat has discarded the cards for its Breakthrough."""

    seat: Seat
    cards: Cards


@event()
class DiscardTaken(Event):
    """Oligarchy or Republic."""

    seat: Seat
    effect: str
    cards: Cards


@event()
class DemocracyPlaced(Event):
    """A utopia card lies face down on a sphere of a seat to the end of the game."""

    seat: Seat
    target: Seat
    sphere: Sphere


@event()
class EffectCopied(Event):
    """Inspiration: the culture token goes to the sphere whose effect is copied; what the effect does follows."""

    seat: Seat
    target: Seat
    sphere: Sphere
    effect: str


@event()
class CultureTokenLost(Event):
    """The token's holder leads no more; it goes to the supply, or to another seat."""

    seat: Seat
    to: Seat | None


@event()
class HandLimitChosen(Event):
    """A seat that ends its turn names the hand limit up to which it draws (A-45)."""

    seat: Seat
    limit: Count


@event(reveals=True)
class CardsDrawn(Event):
    """A seat draws from the deck."""

    seat: Seat
    backs: Backs
    cards: Secret[Cards]


@event()
class FinalRoundBegan(Event):
    """The last card of the deck has been taken."""


@event()
class TurnEnded(Event):
    """A seat's turn is over; embargoes on it lapse."""

    seat: Seat
    lapsed: tuple[Marker, ...]


@event()
class SeatResigned(Event):
    """A seat leaves the game, its hand, its area and the markers there with it."""

    seat: Seat
    first: Seat
    """The seat that counts as the first from now on."""


@event(reveals=True)
class HandRevealed(Event):
    """At the end the hands are shown."""

    seat: Seat
    cards: Cards | None


EVENTS: tuple[type[Event], ...] = (
    GameStarted,
    PositionSet,
    AreaSet,
    CultureTokenSet,
    HandSet,
    CardsDealt,
    PacketDealt,
    DraftKept,
    PacketPassed,
    DraftRoundBegan,
    CardExposed,
    CentreOpened,
    CentreCardTaken,
    DraftEnded,
    TurnBegan,
    CardPlayed,
    PlaySkipped,
    HandDiscarded,
    AttackMade,
    InquisitionBegun,
    InquisitionExchanged,
    AreaDiscarded,
    AreaTaken,
    CardsPlayed,
    EmbargoLaid,
    BreakthroughBegun,
    BreakthroughDiscarded,
    DiscardTaken,
    DemocracyPlaced,
    EffectCopied,
    CultureTokenLost,
    HandLimitChosen,
    CardsDrawn,
    FinalRoundBegan,
    TurnEnded,
    SeatResigned,
    HandRevealed,
)
