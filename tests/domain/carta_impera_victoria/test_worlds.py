"""Worlds that are possible for who sees a game, and what a world looks like to a seat."""

from random import Random

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.actions import Inquisition
from cartulary.games.carta_impera_victoria.cards import (
    BACKS,
    COPIES,
    DEMOCRACY_CARD,
    EPOCH_OF,
    Zone,
    add,
    backs,
    count_backs,
    zone,
)
from cartulary.games.carta_impera_victoria.determinize import determinize, mask
from cartulary.games.carta_impera_victoria.state import Exchange, State
from tests.cases import cases
from tests.domain.notation import A, B, C, cards
from tests.domain.story import Story, dealt, given

RARE = ("embargo", "democracy", "inquisition")


def after(seats: int, moves: int, deal: str = "basic", seed: int = 1) -> State:
    """A game that went on by chance, in which seats do what is rare where they can."""
    random, state = Random(seed), dealt(seats, deal=deal, seed=seed).state
    for _ in range(moves):
        seat = random.choice(GAME.to_act(state))
        forms = [*GAME.legal_actions(state, seat)]
        rare = [form for form in forms if form.action.NAME in RARE]
        state = GAME.apply(state, seat, random.choice(rare or forms).any_action(random)).state
    return state


def everywhere(state: State) -> Zone:
    """All cards of a game together, backs last."""
    counts = zone(state.deck)
    for each in (*state.hands, *state.areas, state.discard):
        add(counts, each)
    for marker in (marker for lying in state.embargoes for marker in lying):
        counts[marker.card] += 1
    counts[DEMOCRACY_CARD] += sum(map(sum, state.democracy))
    if draft := state.draft:
        for each in (*draft.packets, *draft.kept, *draft.arriving, draft.centre):
            add(counts, each)
    return counts


def inquisition() -> Story:
    """A has taken the hand of B, and has to give as many cards back."""
    return given("A: hand E.1 W.1, area R1 | B: hand S.1 C.1 U.3 | C: hand R.2; deck W.2×3").when(Inquisition(seat=B))


@cases(("deal", "moves"), [("basic", 12), ("basic", 60), ("draft", 5), ("draft", 14), ("draft", 27)])
def test_in_a_world_of_four_seats_every_card_lies_somewhere_and_no_card_twice(deal: str, moves: int) -> None:
    for seed in range(3):
        state = after(4, moves, deal, seed)
        assert everywhere(state) == [*COPIES, 0, 0, 0]
        for viewer in (None, 0, 3):
            world = determinize(mask(state, viewer), Random(seed))
            assert everywhere(world) == [*COPIES, 0, 0, 0]
            assert mask(world, viewer) == mask(state, viewer)


def test_where_every_marker_lies_no_world_has_its_card_again() -> None:
    text = "A: hand W1, democracy-on W1 | B: hand E.3 U.3, embargo-on R2 | C: hand S.3 | D: hand E.1; deck E.1×2 U.3×3"
    state = given(text).state
    for seed in range(30):
        world = determinize(mask(state, A), Random(seed))
        assert all(have <= copies for have, copies in zip(everywhere(world), [*COPIES, 0, 0, 0], strict=True))


def test_a_back_becomes_any_card_of_its_epoch_that_is_not_seen_be_it_one_that_was_set_aside() -> None:
    state = after(2, 0)
    drawn = {
        kind
        for seed in range(60)
        for kind, number in enumerate(determinize(mask(state, A), Random(seed)).hands[B])
        if number
    }
    assert drawn == {kind for kind in range(BACKS) if EPOCH_OF[kind] == 1 and state.hands[A][kind] < COPIES[kind]}


def test_what_is_known_of_a_hand_or_the_deck_is_so_in_every_world() -> None:
    state = given("A: hand W.1 | B: hand R.1 R.2 | C: hand U.3; deck S.1 S.2 S.3").state
    seen = mask(state, A)
    seen.hands[B] = [*state.hands[B]]
    seen.deck = [*state.deck[:2], BACKS]
    for seed in range(5):
        world = determinize(seen, Random(seed))
        assert world.hands[:2] == state.hands[:2]
        assert world.deck[:2] == state.deck[:2]
        assert EPOCH_OF[world.deck[2]] == 1


def test_what_a_world_is_made_from_stays_as_it_is() -> None:
    for state in (inquisition().state, after(4, 6, "draft")):
        seen = mask(state, C)
        again = mask(state, C)
        determinize(seen, Random(1))
        assert seen == again


def test_what_others_took_in_an_inquisition_is_among_what_they_hold_in_a_world() -> None:
    state, others = inquisition().state, set[str]()
    for seed in range(20):
        world = determinize(mask(state, C), Random(seed))
        assert isinstance(world.pending, Exchange)
        taken, hand = world.pending.taken, world.hands[A]
        assert backs(taken) == (2, 0, 1)
        assert taken[BACKS:] == [0, 0, 0]
        assert all(number <= have for number, have in zip(taken, hand, strict=True))
        others.add(str(taken))
    assert len(others) > 5


def test_of_what_was_taken_in_an_inquisition_what_is_known_stays_known() -> None:
    state = inquisition().state
    seen = mask(state, C)
    assert isinstance(state.pending, Exchange)
    seen.hands[A], known = zone(cards("E.1 S.1")), zone(cards("S.1"))
    seen.hands[A][BACKS:] = [2, 0, 1]
    known[BACKS:] = [1, 0, 1]
    seen.pending = Exchange(A, B, known)
    for seed in range(20):
        world = determinize(seen, Random(seed))
        assert isinstance(world.pending, Exchange)
        assert world.pending.taken[cards("S.1")[0]] >= 1
        assert backs(world.pending.taken) == (2, 0, 1)


def test_an_inquisition_shows_its_cards_to_the_two_and_to_others_their_backs() -> None:
    state = inquisition().state
    assert isinstance(state.pending, Exchange)
    taken = zone(cards("S.1 C.1 U.3"))
    assert state.pending == Exchange(A, B, taken)
    for viewer, shown in ((A, taken), (B, taken), (C, count_backs(backs(taken))), (None, count_backs(backs(taken)))):
        assert mask(state, viewer).pending == Exchange(A, B, shown)


def test_a_choice_in_a_draft_that_is_not_seen_is_one_of_the_packet_and_any_of_it() -> None:
    state = after(4, 0, "draft")
    for seat in (1, 2):
        form = next(iter(GAME.legal_actions(state, seat)))
        state = GAME.apply(state, seat, form.any_action(Random(1))).state
    chosen = set[int]()
    for seed in range(30):
        draft = determinize(mask(state, A), Random(seed)).draft
        assert draft is not None
        assert [each is None for each in draft.chosen] == [True, False, False, True]
        for seat in (1, 2):
            assert draft.packets[seat][draft.chosen[seat] or 0]
        chosen.add(draft.chosen[1] or 0)
    assert len(chosen) > 3
    known = determinize(mask(state, B), Random(1)).draft
    assert known is not None
    assert state.draft is not None
    assert known.chosen[B] == state.draft.chosen[B]


@cases("moves", [0, 2, 9, 14])
def test_in_a_draft_a_seat_sees_what_it_holds_of_others_backs_and_that_they_chose(moves: int) -> None:
    state = after(4, moves, "draft")
    assert state.draft is not None
    for viewer in (None, A, C):
        seen = mask(state, viewer).draft
        assert seen is not None
        for had, shown in (
            (state.draft.packets, seen.packets),
            (state.draft.kept, seen.kept),
            (state.draft.arriving, seen.arriving),
        ):
            assert shown == [each if seat == viewer else count_backs(backs(each)) for seat, each in enumerate(had)]
        assert seen.centre == state.draft.centre
        for seat, chosen in enumerate(state.draft.chosen):
            assert seen.chosen[seat] == (chosen if seat == viewer or chosen is None else BACKS)


def test_a_mask_leaves_ones_own_hand_and_of_all_else_that_is_hidden_the_backs() -> None:
    state = after(3, 40)
    for viewer in (None, A, C):
        seen = mask(state, viewer)
        assert [backs(each) for each in seen.hands] == [backs(each) for each in state.hands]
        for seat, hand in enumerate(seen.hands):
            assert (hand == state.hands[seat]) if seat == viewer else (hand == count_backs(backs(hand)))
        assert [EPOCH_OF[kind] for kind in seen.deck] == [EPOCH_OF[kind] for kind in state.deck]
        assert all(kind >= BACKS for kind in seen.deck)
        assert seen.deck
