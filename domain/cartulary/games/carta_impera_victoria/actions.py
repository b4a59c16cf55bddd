"""Actions of CIV: Carta Impera Victoria."""

from typing import Annotated

from cartulary.games.carta_impera_victoria.cards import Cards, Kind, One, Sphere, Two
from cartulary.kernel.codec import Count, Inline, Wire
from cartulary.kernel.messages import Action, action
from cartulary.kernel.seats import Seat


@action
class DraftKeep(Action):
    """Keep one card of the packet."""

    card: Kind


@action
class DraftPick(Action):
    """Take one card of the centre into the area."""

    card: Kind


@action
class Play(Action):
    """Play a card from hand into the area."""

    card: Kind


@action
class SkipPlay(Action):
    """Skip the play, which is allowed only when nothing can be played."""


@action
class Assassination(Action):
    """Military, level 1: discard a card from hand."""

    discard: One


@action
class Purge(Action):
    """Military, level 2: discard two cards from hand."""

    discard: Two


@action
class Attack(Action):
    """Military, discard effect: pay a military card, give up a card of a sphere, and the others lose one of it."""

    sphere: Sphere
    pay: Kind | None = None
    give_up: Kind | None = None


@action
class HolyBook(Action):
    """Religion, level 1: a hand limit of five; applies at the end of the turn, and is named only to be copied."""


@action
class DivineRight(Action):
    """Religion, level 2: a hand limit of seven; applies at the end of the turn, and is named only to be copied."""


@action
class Inquisition(Action):
    """Religion, discard effect: take another seat's hand."""

    seat: Seat
    pay: Kind | None = None


@action
class InquisitionExchange(Action):
    """Give back as many cards as were taken."""

    give_back: Annotated[Cards, Wire("return")]


@action
class Development(Action):
    """Economy, level 1: discard a card from the area, then play one."""

    discard: One
    play: One


@action
class Monopoly(Action):
    """Economy, level 2: discard two cards from the area, then play two."""

    discard: Two
    play: Two


@action
class Embargo(Action):
    """Economy, discard effect: bar a seat from playing cards of a sphere."""

    seat: Seat
    sphere: Sphere
    pay: Kind | None = None


@action
class Experiment(Action):
    """Science, level 1: take a card from the area to hand, then play one."""

    take: One
    play: One


@action
class Research(Action):
    """Science, level 2: take two cards from the area to hand, then play two."""

    take: Two
    play: Two


@action
class Breakthrough(Action):
    """Science, discard effect: draw five cards."""

    pay: Kind | None = None


@action
class BreakthroughDiscard(Action):
    """Discard as many cards as the Breakthrough drew."""

    discard: Cards


@action
class Oligarchy(Action):
    """Utopia, level 1: take a card from the discard pile."""

    take: One


@action
class Republic(Action):
    """Utopia, level 2: take two cards from the discard pile."""

    take: Two


@action
class Democracy(Action):
    """Utopia, discard effect: raise what a seat needs to win in a sphere."""

    seat: Seat
    sphere: Sphere


PermanentEffect = (
    Assassination
    | Purge
    | HolyBook
    | DivineRight
    | Development
    | Monopoly
    | Experiment
    | Research
    | Oligarchy
    | Republic
)
PERMANENT_EFFECTS: tuple[type[PermanentEffect], ...] = (
    Assassination,
    Purge,
    HolyBook,
    DivineRight,
    Development,
    Monopoly,
    Experiment,
    Research,
    Oligarchy,
    Republic,
)


@action
class Inspiration(Action):
    """Culture: copy a permanent effect of another seat."""

    seat: Seat
    effect: Annotated[PermanentEffect, Inline(PERMANENT_EFFECTS)]


@action
class EndTurn(Action):
    """Draw up to the hand limit and pass the turn on.

    Without `limit` the highest limit applies that Religion has given in this turn. `limit` names a lower one, 3 or 5;
    such forms are listed only where they draw fewer cards.
    """

    limit: Count | None = None


ACTIONS: tuple[type[Action], ...] = (
    DraftKeep,
    DraftPick,
    Play,
    SkipPlay,
    Assassination,
    Purge,
    Attack,
    Inquisition,
    InquisitionExchange,
    Development,
    Monopoly,
    Embargo,
    Experiment,
    Research,
    Breakthrough,
    BreakthroughDiscard,
    Oligarchy,
    Republic,
    Democracy,
    Inspiration,
    EndTurn,
)
