"""Two worlds: the same game twice, played alike, but hidden cards have changed places."""

from collections.abc import Iterable, Iterator, Sequence
from json import dumps
from random import Random
from typing import Any, NamedTuple

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.codec import action_json
from cartulary.kernel.messages import Action, Event
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.game import Game, Setup
from cartulary.record.decode import decode
from tests.domain.offers import completed
from tests.domain.table import Table
from tests.reference import pair_carta, pair_civilization
from tests.secrecy.dealt import Swap, swapped

Audience = Seat | None
"""A seat, or whoever looks on."""
Acted = tuple[Seat, Action]


class Knowledge:
    """The reference's word on what an audience is entitled to know, whatever the engine or the service shows."""

    reference: Any

    def tell(self, events: Sequence[Event]) -> None:
        """What chance decided; nothing, where all of it is in the deal."""
        return

    def act(self, seat: Seat, action: Action) -> None:
        """Go on."""
        self.reference.act(seat, action_json(action))

    def entitled(self, audience: Audience) -> str:
        """All that the audience may know now, as text."""
        return text(self.reference.entitled(audience))

    def everything(self) -> str:
        """All that there is, as text."""
        return text(self.reference.open_state())

    def hands(self) -> str:
        """All hands, as text."""
        return text([seat["hand"] for seat in self.reference.open_state()["seats"]])


class OfCarta(Knowledge):
    """Of CIV: Carta Impera Victoria."""

    def __init__(self, setup: Setup, events: Iterable[Event]) -> None:
        self.reference = pair_carta.dealt(setup, events)


class OfCivilization(Knowledge):
    """Of Civilization: The Card Game, where a theft is seen by two."""

    def __init__(self, setup: Setup, events: Iterable[Event]) -> None:
        self.reference = pair_civilization.dealt(setup, events)

    def tell(self, events: Sequence[Event]) -> None:
        pair_civilization.tell(self.reference, events)

    def entitled(self, audience: Audience) -> str:
        stolen = self.reference.stolen
        seen = stolen if stolen and audience in stolen["seen_by"] else None
        return text([self.reference.entitled(audience), seen])


KNOWLEDGE = {"carta-impera-victoria": OfCarta, "civilization-the-card-game": OfCivilization}
PILES = {
    "carta-impera-victoria": {f"epoch-{epoch}": 28 for epoch in (1, 2, 3)},
    "civilization-the-card-game": {"technologies": 20, "plots": 15, "deck": 60, "reshuffle-1": 12},
}
"""Labels of what is shuffled, and within how many places swaps are drawn."""
EARLY = {"carta-impera-victoria": "epoch-1", "civilization-the-card-game": "deck"}
"""The pile that hands come from first."""


class Deal(NamedTuple):
    """What a game begins with."""

    setup: Setup
    game: Game[Any]
    entropy: tuple[bytes, ...]


class World:
    """One of the two: its record, and who is entitled to what in it."""

    def __init__(self, deal: Deal, seed: bytes, swaps: Sequence[Swap] = ()) -> None:
        self.swaps = swaps
        with swapped(swaps):
            self.table = Table(deal.game, deal.setup, seed, deal.entropy)
        rows, types = self.table.rows, deal.game.event_types
        self.knowledge: Knowledge = KNOWLEDGE[deal.game.id](deal.setup, [decode(types, row) for row in rows])
        self.audiences: list[Audience] = [None, *range(deal.setup.seats)]

    def act(self, seat: Seat, action: Action) -> None:
        """Let a seat act. Raises Rejected where it may not in this world."""
        with swapped(self.swaps):
            decision = self.table.act(seat, action)
        self.knowledge.tell(decision.events)
        self.knowledge.act(seat, action)

    def entitled(self) -> dict[Audience, str]:
        """What each audience may know."""
        return {each: self.knowledge.entitled(each) for each in self.audiences}

    @property
    def over(self) -> bool:
        return self.table.match.result is not None


def text(value: Any) -> str:
    return dumps(value, sort_keys=True)


def drawn_deal(game: str, random: Random) -> Deal:
    """Any set-up of a game."""
    plugged = CATALOGUE[game]
    edition, seats = random.choice(plugged.editions), random.choice(plugged.seats)
    options = {each.name: random.choice(each.values) for each in plugged.options if each.name != "teams"}
    if seats == 4 and random.random() < 0.3:
        options |= {"teams": True, "team_chat": True}
    entropy = tuple(random.randbytes(32) for _ in range(seats))
    return Deal(plugged.setup(edition, seats, options), plugged, entropy)


def drawn_swap(game: str, random: Random, *, early: bool = False) -> Swap:
    """Any two places of one pile; one of them is dealt or drawn early, if that is wanted."""
    label = EARLY[game] if early else random.choice([*PILES[game]])
    one = random.randrange(16 if early else PILES[game][label])
    other = random.choice([each for each in range(PILES[game][label]) if each != one])
    return Swap(label, one, other)


def played_on(world: World, random: Random) -> Iterator[Acted]:
    """Random play in a world to the end of its game: any sort of action first, then any of that sort."""
    while not world.over:
        match = world.table.match
        seat = match.to_act()[0]
        forms = list(match.game.legal_actions(match.state, seat))
        sort = random.choice(sorted({form.action.NAME for form in forms}))
        action = completed(random.choice([form for form in forms if sort == form.action.NAME]), random)
        world.act(seat, action)
        yield seat, action


def may_follow(world: World, acted: Acted) -> bool:
    """Let the same happen in another world, if it can happen there."""
    try:
        world.act(*acted)
    except Rejected:
        return False
    return True
