"""Determinization: possible whole states from the view of a seat, and masking of whole states."""

from random import Random

from cartulary.games.carta_impera_victoria.cards import (
    BACKS,
    COPIES,
    DEMOCRACY_CARD,
    EPOCH_OF,
    EPOCHS,
    Kind,
    Zone,
    backs,
    cards,
    count_backs,
)
from cartulary.games.carta_impera_victoria.state import Draft, Exchange, State, fork
from cartulary.kernel.seats import Seat

Unseen = list[list[Kind]]
"""The cards of each epoch that may be anywhere where only a back is seen, in random order."""


def determinize(state: State, random: Random) -> State:
    """A whole state that looks like this one: each back becomes a card that is not known to be elsewhere."""
    world, cards_left = fork(state), unseen(state, random)
    drawn = [topmost_of(hand, cards_left) for hand in world.hands]
    if isinstance(world.pending, Exchange):
        taken = taken_among(world.pending.taken, drawn[world.pending.seat], random)
        world.pending = world.pending._replace(taken=taken)
    world.deck = [cards_left[EPOCH_OF[kind] - 1].pop() if kind >= BACKS else kind for kind in world.deck]
    if world.draft:
        turn_up_draft(world.draft, cards_left, random)
    return world


def unseen(state: State, random: Random) -> Unseen:
    """The cards that are not known to be anywhere, those that were set aside among them (A-02)."""
    left = list(COPIES)
    for kind in visible_cards(state):
        if kind < BACKS:
            left[kind] -= 1
    pools: Unseen = [[] for _ in EPOCHS]
    for kind, number in enumerate(left):
        pools[EPOCH_OF[kind] - 1] += [kind] * number
    for pool in pools:
        pool.sort(key=lambda _: random.random())
    return pools


def visible_cards(state: State) -> list[Kind]:
    """Every card that is known to be somewhere, and backs."""
    zones = [*state.hands, *state.areas, state.discard]
    if draft := state.draft:
        zones += [*draft.packets, *draft.kept, *draft.arriving, draft.centre]
    markers = [marker.card for lying in state.embargoes for marker in lying]
    democracy = [DEMOCRACY_CARD] * sum(map(sum, state.democracy))
    return [*state.deck, *markers, *democracy, *(kind for zone in zones for kind in cards(zone))]


def topmost_of(zone: Zone, cards_left: Unseen) -> list[Kind]:
    """Replace the backs in a zone by cards, and return those cards."""
    drawn = [pool.pop() for place, pool in enumerate(cards_left) for _ in range(zone[BACKS + place])]
    zone[BACKS:] = [0] * len(EPOCHS)
    for kind in drawn:
        zone[kind] += 1
    return drawn


def taken_among(taken: Zone, drawn: list[Kind], random: Random) -> Zone:
    """Return the cards that a seat took in an Inquisition; unknown ones are drawn from those that replaced backs."""
    known = [*taken[:BACKS], *[0] * len(EPOCHS)]
    for epoch, number in zip(EPOCHS, taken[BACKS:], strict=True):
        for kind in random.sample([each for each in drawn if EPOCH_OF[each] == epoch], number):
            known[kind] += 1
    return known


def turn_up_draft(draft: Draft, cards_left: Unseen, random: Random) -> None:
    """Replace the backs of a draft by cards. An unknown choice is drawn from its packet."""
    for zone in (*draft.packets, *draft.kept, *draft.arriving):
        topmost_of(zone, cards_left)
    for seat, chosen in enumerate(draft.chosen):
        if chosen is not None and chosen >= BACKS:
            draft.chosen[seat] = random.choice(cards(draft.packets[seat]))


def mask(state: State, viewer: Seat | None) -> State:
    """A whole state as it looks to somebody who has not seen how it came about."""
    view = fork(state)
    view.hands = [hand if seat == viewer else count_backs(backs(hand)) for seat, hand in enumerate(view.hands)]
    view.deck = [BACKS + EPOCH_OF[kind] - 1 for kind in view.deck]
    match view.pending:
        case Exchange(seat, target, taken) if viewer not in (seat, target):
            view.pending = Exchange(seat, target, count_backs(backs(taken)))
    if view.draft:
        mask_draft(view.draft, viewer)
    return view


def mask_draft(draft: Draft, viewer: Seat | None) -> None:
    """Hide what others hold in a draft."""
    for zones in (draft.packets, draft.kept, draft.arriving):
        zones[:] = [each if seat == viewer else count_backs(backs(each)) for seat, each in enumerate(zones)]
    draft.chosen = [each if seat == viewer or each is None else BACKS for seat, each in enumerate(draft.chosen)]
