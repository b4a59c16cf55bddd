"""The state of a game, and how each event changes it; no rule is here."""

from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from cartulary.games.carta_impera_victoria import events as e
from cartulary.games.carta_impera_victoria.cards import (
    BACKS,
    CULTURE,
    DEMOCRACY_CARD,
    ECONOMY,
    MILITARY,
    RELIGION,
    SCIENCE,
    SPHERE_OF,
    UTOPIA,
    Backs,
    Cards,
    Kind,
    Pile,
    Sphere,
    Zone,
    add,
    add_all,
    count_backs,
    empty,
    remove,
    remove_all,
    separate,
    sphere_counts,
    zone,
)
from cartulary.games.carta_impera_victoria.editions import Rules, rules_of
from cartulary.games.carta_impera_victoria.effects import EFFECTS
from cartulary.kernel.game_decision import Evolutions
from cartulary.kernel.seats import Seat
from cartulary.match.events.ending import GameEnded
from cartulary.match.game import Setup
from cartulary.match.snapshot import Derived

Step = Literal["draft", "play", "effects", "over"]
UNMARKED: Final = (0,) * 6


class Embargoed(NamedTuple):
    """An Embargo marker lying on a sphere of a seat."""

    sphere: Sphere
    card: Kind
    turns: int
    """Turns of that seat that have still to end before it lapses."""


class Token(NamedTuple):
    """The culture token, in a seat's hands; it may lie on a sphere of another seat."""

    holder: Seat
    target: Seat | None
    sphere: Sphere | None


class Exchange(NamedTuple):
    """An Inquisition half done: `seat` must give back as many cards as it took from `target`."""

    seat: Seat
    target: Seat
    taken: Zone


class Discarding(NamedTuple):
    """A Breakthrough half done: `seat` must discard so many cards."""

    seat: Seat
    number: int


@dataclass(slots=True)
class Draft:
    """The draft while it lasts."""

    packets: list[Zone]
    kept: list[Zone]
    chosen: list[Kind | None]
    """Choice of each seat in this round; a back if the card is unknown."""
    arriving: list[Zone]
    round: int = 1
    centre: Zone = field(default_factory=empty)
    picks: list[Seat] | None = None
    """The seats that have still to take a card of the centre, in their order."""


@dataclass(slots=True)
class State:
    """All zones and markers by seat, and whose turn it is."""

    rules: Derived[Rules]
    teams: bool
    present: list[bool]
    hands: list[Zone]
    areas: list[Zone]
    face_up: Derived[list[list[int]]]
    """Face-up cards of each sphere before each seat; markers never count (P1, A-29, A-87)."""
    democracy: list[tuple[int, ...]]
    embargoes: list[tuple[Embargoed, ...]]
    discard: Zone
    deck: list[Kind]
    """The top card last."""
    used_permanent: list[bool]
    used_discard: list[bool]
    turn: int = 0
    active: Seat = 0
    first: Seat = 0
    step: Step = "play"
    pending: Exchange | Discarding | None = None
    draft: Draft | None = None
    token: Token | None = None
    copied_limit: int = 0
    """The level of Religion that is copied this turn."""
    final_round: bool = False
    most_religion: int = 0
    """The most Religion that the active seat has had face up in its second step; counted if the limit is `chosen`."""
    own_effects: tuple[str, ...] = ()
    """The permanent effects that the active seat has used in this turn by its own cards; if `same_effect` counts."""
    copied_effect: str | None = None
    """The one that it has copied, likewise."""


def initial(setup: Setup) -> State:
    """An empty table."""
    seats = setup.seats
    return State(
        rules=rules_of(setup),
        teams=setup.options["teams"],
        present=[True] * seats,
        hands=[empty() for _ in range(seats)],
        areas=[empty() for _ in range(seats)],
        face_up=[[0] * 6 for _ in range(seats)],
        democracy=[UNMARKED] * seats,
        embargoes=[()] * seats,
        discard=empty(),
        deck=[],
        used_permanent=[False] * 6,
        used_discard=[False] * 6,
    )


def adopt(state: State, setup: Setup) -> None:
    """Go on by the revision of the rules that the set-up names."""
    state.rules = rules_of(setup)
    state.face_up = [sphere_counts(area) for area in state.areas]


def fork(state: State) -> State:
    """A copy that shares nothing that changes, part by part as they are declared."""
    return State(
        state.rules,
        state.teams,
        state.present[:],
        [each[:] for each in state.hands],
        [each[:] for each in state.areas],
        [each[:] for each in state.face_up],
        state.democracy[:],
        state.embargoes[:],
        state.discard[:],
        state.deck[:],
        state.used_permanent[:],
        state.used_discard[:],
        state.turn,
        state.active,
        state.first,
        state.step,
        state.pending,
        fork_draft(state.draft) if state.draft else None,
        state.token,
        state.copied_limit,
        state.final_round,
        state.most_religion,
        state.own_effects,
        state.copied_effect,
    )


def fork_draft(draft: Draft) -> Draft:
    """A copy of the draft that shares nothing that changes."""
    return Draft(
        packets=[each[:] for each in draft.packets],
        kept=[each[:] for each in draft.kept],
        chosen=draft.chosen[:],
        arriving=[each[:] for each in draft.arriving],
        round=draft.round,
        centre=draft.centre[:],
        picks=None if draft.picks is None else draft.picks[:],
    )


def stack(state: State, piles: tuple[Pile, ...], deck: Cards | None) -> None:
    """Make the deck, known or only by its backs."""
    unknown = tuple(BACKS + pile.epoch - 1 for pile in piles for _ in range(pile.size))
    state.deck = list(reversed(unknown if deck is None else deck))


def arriving_cards(shown: Backs, cards: Cards | None) -> Zone:
    """The cards that came, or their backs."""
    return count_backs(shown) if cards is None else zone(cards)


def receive(counts: Zone, shown: Backs, cards: Cards | None) -> None:
    """Put the cards that came into a zone, or their backs."""
    if cards is None:
        add(counts, count_backs(shown))
    else:
        add_all(counts, cards)


def take_from_deck(state: State, shown: Backs) -> None:
    """The topmost cards leave the deck."""
    if count := sum(shown):
        del state.deck[-count:]


def drafting(state: State) -> Draft:
    """The draft, which is under way."""
    assert state.draft is not None
    return state.draft


def game_started(state: State, event: e.GameStarted) -> None:
    state.first = state.active = event.first
    stack(state, event.piles, event.deck)


def position_set(state: State, event: e.PositionSet) -> None:
    state.turn, state.active, state.first = event.turn, event.active, event.first
    state.step = "play" if event.step == "play" else "effects"
    state.discard, state.final_round = zone(event.discard), event.final_round
    for sphere in event.used_permanent:
        state.used_permanent[sphere] = True
    for sphere in event.used_discard:
        state.used_discard[sphere] = True
    stack(state, event.piles, event.deck)


def area_set(state: State, event: e.AreaSet) -> None:
    lay_out(state, event.seat, event.area)
    state.embargoes[event.seat] = tuple([Embargoed(sphere, card, 1) for sphere, card in event.embargoes])
    for sphere in event.democracy:
        mark(state, event.seat, sphere)
    count_religion(state)


def culture_token_set(state: State, event: e.CultureTokenSet) -> None:
    state.token = Token(event.seat, event.target, event.sphere)


def hand_set(state: State, event: e.HandSet) -> None:
    state.hands[event.seat] = arriving_cards(event.backs, event.cards)


def cards_dealt(state: State, event: e.CardsDealt) -> None:
    take_from_deck(state, event.backs)
    receive(state.hands[event.seat], event.backs, event.cards)


def packet_dealt(state: State, event: e.PacketDealt) -> None:
    if state.draft is None:
        seats = range(len(state.present))
        state.step = "draft"
        state.draft = Draft(
            [empty() for _ in seats],
            [empty() for _ in seats],
            [None for _ in seats],
            [empty() for _ in seats],
        )
    take_from_deck(state, event.backs)
    receive(state.draft.arriving[event.seat], event.backs, event.cards)


def draft_kept(state: State, event: e.DraftKept) -> None:
    draft = drafting(state)
    draft.chosen[event.seat] = BACKS if event.card is None else event.card


def packet_passed(state: State, event: e.PacketPassed) -> None:
    draft = drafting(state)
    left = draft.packets[event.source]
    if event.cards is None:
        chosen = draft.chosen[event.source]
        assert chosen is not None
        if chosen < BACKS:
            kept = zone((chosen,))
            remove(left, chosen)
        else:
            kept = separate(left, Backs(1, 0, 0))
        draft.arriving[event.seat] = left
    else:
        remove_all(left, event.cards)
        kept, draft.arriving[event.seat] = left, zone(event.cards)
    add(draft.kept[event.source], kept)


def draft_round_began(state: State, event: e.DraftRoundBegan) -> None:
    draft = drafting(state)
    draft.round, draft.packets = event.round, draft.arriving
    draft.arriving = [empty() for _ in state.present]
    draft.chosen = [None for _ in state.present]


def card_exposed(state: State, event: e.CardExposed) -> None:
    draft = drafting(state)
    if event.card is not None:
        remove(draft.packets[event.seat], event.card)
        draft.centre[event.card] += 1
    add(draft.kept[event.seat], draft.packets[event.seat])
    draft.packets[event.seat] = empty()
    draft.chosen[event.seat] = None


def centre_opened(state: State, event: e.CentreOpened) -> None:
    drafting(state).picks = list(event.picks)


def centre_card_taken(state: State, event: e.CentreCardTaken) -> None:
    draft = drafting(state)
    assert draft.picks is not None
    draft.picks.remove(event.seat)
    draft.centre[event.card] -= 1
    lay_out(state, event.seat, (event.card,))


def draft_ended(state: State, _: e.DraftEnded) -> None:
    for hand, kept in zip(state.hands, drafting(state).kept, strict=True):
        add(hand, kept)
    state.draft = None


def turn_began(state: State, event: e.TurnBegan) -> None:
    state.active, state.turn, state.step = event.seat, event.turn, "play"
    state.used_permanent, state.used_discard = [False] * 6, [False] * 6
    state.copied_limit = state.most_religion = 0
    state.own_effects, state.copied_effect = (), None


def card_played(state: State, event: e.CardPlayed) -> None:
    remove(state.hands[event.seat], event.card)
    lay_out(state, event.seat, (event.card,))
    state.step = "effects"
    count_religion(state)


def play_skipped(state: State, _: e.PlaySkipped) -> None:
    state.step = "effects"
    count_religion(state)


def count_religion(state: State) -> None:
    """Remember the most Religion that the active seat has had in its second step (A-44)."""
    if state.step == "effects" and state.rules.hand_limit == "chosen":
        religion = state.face_up[state.active][RELIGION]
        if religion > state.most_religion:
            state.most_religion = religion


def hand_discarded(state: State, event: e.HandDiscarded) -> None:
    use_permanent(state, event.effect)
    from_hand_to_discard(state, event.seat, event.cards)


def use_permanent(state: State, effect: str) -> None:
    """The sphere has given its permanent effect this turn; what follows a copy is the copied effect (A-94)."""
    state.used_permanent[EFFECTS[effect].sphere] = True
    if state.rules.copied_effect == "same_effect" and effect != state.copied_effect:
        state.own_effects += (effect,)


def from_hand_to_discard(state: State, seat: Seat, cards: Cards) -> None:
    """Cards leave a hand, face up."""
    remove_all(state.hands[seat], cards)
    add_all(state.discard, cards)


def lay_out(state: State, seat: Seat, cards: Cards) -> None:
    """Cards come to lie face up in an area."""
    area, face_up = state.areas[seat], state.face_up[seat]
    for card in cards:
        area[card] += 1
        face_up[SPHERE_OF[card]] += 1


def lift(state: State, seat: Seat, card: Kind) -> None:
    """A card leaves an area."""
    state.areas[seat][card] -= 1
    state.face_up[seat][SPHERE_OF[card]] -= 1


def from_area_to_discard(state: State, seat: Seat, card: Kind) -> None:
    """A card leaves an area for the discard pile."""
    lift(state, seat, card)
    state.discard[card] += 1


def mark(state: State, seat: Seat, sphere: Sphere) -> None:
    """A Democracy marker comes to lie on a sphere of a seat."""
    markers = [*state.democracy[seat]]
    markers[sphere] += 1
    state.democracy[seat] = tuple(markers)


def attack_made(state: State, event: e.AttackMade) -> None:
    state.used_discard[MILITARY] = True
    from_area_to_discard(state, event.seat, event.paid)
    from_area_to_discard(state, event.seat, event.given_up)
    for seat, card in event.losses:
        from_area_to_discard(state, seat, card)


def inquisition_begun(state: State, event: e.InquisitionBegun) -> None:
    state.used_discard[RELIGION] = True
    from_area_to_discard(state, event.seat, event.paid)
    taken = state.hands[event.target] if event.cards is None else zone(event.cards)
    add(state.hands[event.seat], taken)
    state.hands[event.target] = empty()
    state.pending = Exchange(event.seat, event.target, taken) if sum(event.backs) else None


def inquisition_exchanged(state: State, event: e.InquisitionExchanged) -> None:
    if event.cards is None:
        given = separate(state.hands[event.seat], event.backs)
    else:
        remove_all(state.hands[event.seat], event.cards)
        given = zone(event.cards)
    if state.present[event.target]:
        add(state.hands[event.target], given)
    state.pending = None


def area_discarded(state: State, event: e.AreaDiscarded) -> None:
    use_permanent(state, event.effect)
    for card in event.cards:
        from_area_to_discard(state, event.seat, card)


def area_taken(state: State, event: e.AreaTaken) -> None:
    use_permanent(state, event.effect)
    for card in event.cards:
        lift(state, event.seat, card)
    add_all(state.hands[event.seat], event.cards)


def cards_played(state: State, event: e.CardsPlayed) -> None:
    remove_all(state.hands[event.seat], event.cards)
    lay_out(state, event.seat, event.cards)
    count_religion(state)


def embargo_laid(state: State, event: e.EmbargoLaid) -> None:
    state.used_discard[ECONOMY] = True
    lift(state, event.seat, event.card)
    state.embargoes[event.target] += (Embargoed(event.sphere, event.card, event.turns),)


def breakthrough_begun(state: State, event: e.BreakthroughBegun) -> None:
    state.used_discard[SCIENCE] = True
    from_area_to_discard(state, event.seat, event.paid)
    state.pending = Discarding(event.seat, event.count) if event.count else None


def breakthrough_discarded(state: State, event: e.BreakthroughDiscarded) -> None:
    from_hand_to_discard(state, event.seat, event.cards)
    state.pending = None


def discard_taken(state: State, event: e.DiscardTaken) -> None:
    use_permanent(state, event.effect)
    remove_all(state.discard, event.cards)
    add_all(state.hands[event.seat], event.cards)


def democracy_placed(state: State, event: e.DemocracyPlaced) -> None:
    state.used_discard[UTOPIA] = True
    lift(state, event.seat, DEMOCRACY_CARD)
    mark(state, event.target, event.sphere)


def effect_copied(state: State, event: e.EffectCopied) -> None:
    effect = EFFECTS[event.effect]
    state.used_permanent[CULTURE] = True
    state.used_permanent[effect.sphere] = True
    state.token = Token(event.seat, event.target, event.sphere)
    if effect.sphere == RELIGION:
        state.copied_limit = effect.level
    if state.rules.copied_effect == "same_effect":
        state.copied_effect = event.effect


def culture_token_lost(state: State, event: e.CultureTokenLost) -> None:
    state.token = None if event.to is None else Token(event.to, None, None)


def hand_limit_chosen(_: State, __: e.HandLimitChosen) -> None:
    """Change nothing: the draw follows as an event of its own."""


def cards_drawn(state: State, event: e.CardsDrawn) -> None:
    take_from_deck(state, event.backs)
    receive(state.hands[event.seat], event.backs, event.cards)


def final_round_began(state: State, _: e.FinalRoundBegan) -> None:
    state.final_round = True


def turn_ended(state: State, event: e.TurnEnded) -> None:
    for _, card in event.lapsed:
        state.discard[card] += 1
    if lying := state.embargoes[event.seat]:
        state.embargoes[event.seat] = tuple(
            [Embargoed(sphere, card, turns - 1) for sphere, card, turns in lying if turns > 1]
        )


def seat_resigned(state: State, event: e.SeatResigned) -> None:
    seat = event.seat
    if isinstance(state.pending, Exchange) and state.pending.seat == seat and state.present[state.pending.target]:
        state.hands[state.pending.target] = state.pending.taken[:]
    if state.pending and state.pending.seat == seat:
        state.pending = None
    state.present[seat], state.first = False, event.first
    state.hands[seat], state.areas[seat], state.face_up[seat] = empty(), empty(), [0] * 6
    state.democracy[seat], state.embargoes[seat] = UNMARKED, ()
    if state.draft:
        leave_draft(state.draft, seat)


def leave_draft(draft: Draft, seat: Seat) -> None:
    """Remove a seat's packet and the cards it has kept from the game."""
    draft.packets[seat], draft.kept[seat], draft.chosen[seat] = empty(), empty(), None
    if draft.picks and seat in draft.picks:
        draft.picks.remove(seat)


def hand_revealed(state: State, event: e.HandRevealed) -> None:
    if event.cards is not None:
        state.hands[event.seat] = zone(event.cards)


def game_ended(state: State, _: GameEnded) -> None:
    state.step, state.pending, state.draft = "over", None, None


EVOLUTIONS: Final[Evolutions[State]] = {
    e.GameStarted: game_started,
    e.PositionSet: position_set,
    e.AreaSet: area_set,
    e.CultureTokenSet: culture_token_set,
    e.HandSet: hand_set,
    e.CardsDealt: cards_dealt,
    e.PacketDealt: packet_dealt,
    e.DraftKept: draft_kept,
    e.PacketPassed: packet_passed,
    e.DraftRoundBegan: draft_round_began,
    e.CardExposed: card_exposed,
    e.CentreOpened: centre_opened,
    e.CentreCardTaken: centre_card_taken,
    e.DraftEnded: draft_ended,
    e.TurnBegan: turn_began,
    e.CardPlayed: card_played,
    e.PlaySkipped: play_skipped,
    e.HandDiscarded: hand_discarded,
    e.AttackMade: attack_made,
    e.InquisitionBegun: inquisition_begun,
    e.InquisitionExchanged: inquisition_exchanged,
    e.AreaDiscarded: area_discarded,
    e.AreaTaken: area_taken,
    e.CardsPlayed: cards_played,
    e.EmbargoLaid: embargo_laid,
    e.BreakthroughBegun: breakthrough_begun,
    e.BreakthroughDiscarded: breakthrough_discarded,
    e.DiscardTaken: discard_taken,
    e.DemocracyPlaced: democracy_placed,
    e.EffectCopied: effect_copied,
    e.CultureTokenLost: culture_token_lost,
    e.HandLimitChosen: hand_limit_chosen,
    e.CardsDrawn: cards_drawn,
    e.FinalRoundBegan: final_round_began,
    e.TurnEnded: turn_ended,
    e.SeatResigned: seat_resigned,
    e.HandRevealed: hand_revealed,
    GameEnded: game_ended,
}
