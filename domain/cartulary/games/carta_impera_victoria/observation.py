"""CIV: Carta Impera Victoria as numbers."""

from collections.abc import Sequence
from typing import Final

from cartulary.games.carta_impera_victoria.cards import BACKS, EPOCH_OF, backs
from cartulary.games.carta_impera_victoria.cards import SPHERES as ALL_SPHERES
from cartulary.games.carta_impera_victoria.state import Draft, Embargoed, Exchange, State, Token
from cartulary.games.carta_impera_victoria.view import kept_by
from cartulary.kernel.seats import Seat
from cartulary.match.observation import MOST_SEATS, Observation, Parts, marks, one_of, pad

SPHERES: Final = len(ALL_SPHERES)
STEPS: Final = ("draft", "play", "effects", "over")
SIZES: Final = (
    ("step", len(STEPS)),
    ("turn", 1),
    ("final_round", 1),
    ("active", MOST_SEATS),
    ("first", MOST_SEATS),
    ("present", MOST_SEATS),
    ("deck_by_epoch", 3),
    ("top_of_deck", 4),
    ("discard", BACKS),
    ("hand", BACKS),
    ("hands_by_epoch", MOST_SEATS * 3),
    ("areas", MOST_SEATS * BACKS),
    ("democracy", MOST_SEATS * SPHERES),
    ("embargoes", MOST_SEATS * SPHERES),
    ("embargo_turns", MOST_SEATS * SPHERES),
    ("used_permanent", SPHERES),
    ("used_discard", SPHERES),
    ("copied_limit", 1),
    ("most_religion", 1),
    ("pending_number", 1),
    ("pending_target", MOST_SEATS),
    ("taken", BACKS),
    ("token_holder", MOST_SEATS),
    ("token_target", MOST_SEATS),
    ("token_sphere", SPHERES),
    ("draft_round", 1),
    ("draft_chosen", MOST_SEATS),
    ("packet", BACKS),
    ("kept", BACKS),
    ("centre", BACKS),
)


def parts_of(state: State, viewer: Seat) -> Parts:
    """The table of Carta Impera Victoria."""
    top, kinds = state.deck[-1] if state.deck else None, BACKS
    deck = [0, 0, 0]
    for kind in state.deck:
        deck[EPOCH_OF[kind] - 1] += 1
    return {
        "step": one_of(len(STEPS), STEPS.index(state.step)),
        "turn": (state.turn,),
        "final_round": (state.final_round,),
        "active": one_of(MOST_SEATS, state.active),
        "first": one_of(MOST_SEATS, state.first),
        "present": pad([[each] for each in state.present], 1),
        "deck_by_epoch": deck,
        "top_of_deck": one_of(4, 0 if top is None else EPOCH_OF[top]),
        "discard": state.discard[:kinds],
        "hand": state.hands[viewer][:kinds],
        "hands_by_epoch": pad([backs(each) for each in state.hands], 3),
        "areas": pad([each[:kinds] for each in state.areas], kinds),
        "democracy": pad(state.democracy, SPHERES),
        "embargoes": pad([marks(SPHERES, [each.sphere for each in lying]) for lying in state.embargoes], SPHERES),
        "embargo_turns": pad([embargo_turns(each) for each in state.embargoes], SPHERES),
        "used_permanent": state.used_permanent,
        "used_discard": state.used_discard,
        "copied_limit": (state.copied_limit,),
        "most_religion": (state.most_religion,),
        **pending_parts(state, viewer),
        **token_parts(state.token),
        **draft_parts(state.draft, viewer),
    }


def embargo_turns(lying: Sequence[Embargoed]) -> list[int]:
    """Return the turns for which each sphere of a seat is still barred."""
    turns = [0] * SPHERES
    for each in lying:
        turns[each.sphere] = max(turns[each.sphere], each.turns)
    return turns


def pending_parts(state: State, viewer: Seat) -> Parts:
    """The effect half done: how many cards it needs, and those that were taken, for the two who know them."""
    number, target, taken = 0, None, [0] * BACKS
    if isinstance(state.pending, Exchange):
        number, target = sum(state.pending.taken), state.pending.target
        if viewer in (state.pending.seat, target):
            taken = state.pending.taken[:BACKS]
    elif state.pending:
        number = state.pending.number
    return {"pending_number": (number,), "pending_target": one_of(MOST_SEATS, target), "taken": taken}


def token_parts(token: Token | None) -> Parts:
    """The culture token."""
    holder, target, sphere = token or (None, None, None)
    return {
        "token_holder": one_of(MOST_SEATS, holder),
        "token_target": one_of(MOST_SEATS, target),
        "token_sphere": one_of(SPHERES, sphere),
    }


def draft_parts(draft: Draft | None, viewer: Seat) -> Parts:
    """The draft: one's own packet while one has to choose, what one has kept, and the open centre. Round 4 is that."""
    kinds, nothing = BACKS, [0] * BACKS
    if draft is None:
        sizes = {"draft_round": 1, "draft_chosen": MOST_SEATS, "packet": kinds, "kept": kinds, "centre": kinds}
        return {name: [0] * size for name, size in sizes.items()}
    chooses = draft.picks is None and draft.chosen[viewer] is None
    return {
        "draft_round": (draft.round if draft.picks is None else 4,),
        "draft_chosen": pad([[each is not None] for each in draft.chosen], 1),
        "packet": draft.packets[viewer][:kinds] if chooses else nothing,
        "kept": kept_by(draft, viewer)[:kinds],
        "centre": draft.centre[:kinds],
    }


OBSERVATION: Final = Observation(SIZES, parts_of)
