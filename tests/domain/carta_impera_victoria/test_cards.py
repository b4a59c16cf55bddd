"""What stays known of cards that are divided unseen, and of a deck."""

from itertools import combinations, pairwise, product

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.cards import (
    BACKS,
    EPOCH_OF,
    KINDS,
    Backs,
    Pile,
    add,
    backs,
    cards,
    count_known,
    separate,
    zone,
)
from cartulary.games.carta_impera_victoria.events import GameStarted
from cartulary.games.carta_impera_victoria.setup import piles
from cartulary.kernel.codec import record_json
from cartulary.kernel.randomness import Chance
from cartulary.match.actions import Resign
from cartulary.match.snapshot import dump_state, load_state
from tests.cases import cases
from tests.domain.notation import card_list, kind_name, position
from tests.domain.notation import cards as written
from tests.domain.story import given
from tests.domain.table import Table


def parts(held: tuple[int, ...], leaving: Backs) -> list[tuple[int, ...]]:
    """Every way in which that many cards of each epoch leave."""
    by_epoch = [[kind for kind in held if EPOCH_OF[kind] == epoch] for epoch in (1, 2, 3)]
    ways = [combinations(kinds, number) for kinds, number in zip(by_epoch, leaving, strict=True)]
    return [tuple(kind for each in way for kind in each) for way in product(*ways)]


@cases("text", ["W.1×2 R.1 W.2 E.3 S.3×2", "W.1 W.2×3 U.3×3", "C.1 C.2 C.3", "E.1×3 E.2×2 E.3×2"])
def test_of_cards_that_are_divided_unseen_just_those_are_known_that_every_choice_has(text: str) -> None:
    held = written(text)
    whole = zone(held)
    for leaving in (Backs(*each) for each in product(*(range(number + 1) for number in backs(whole)))):
        stayed = whole[:]
        gone = separate(stayed, leaving)
        left = [zone(part) for part in parts(held, leaving)]
        kept = [[all_of - some for all_of, some in zip(whole, part, strict=True)] for part in left]
        assert gone[:BACKS] == [min(counts) for counts in zip(*left, strict=True)][:BACKS]
        assert stayed[:BACKS] == [min(counts) for counts in zip(*kept, strict=True)][:BACKS]
        assert backs(gone) == leaving
        assert min(*gone, *stayed) >= 0
        assert len(cards(gone)) + len(cards(stayed)) == len(held)
        add(stayed, gone)
        assert backs(stayed) == backs(whole)


@cases("text", ["-", "W.1", "W.1 R.1 E.1", "W.1 R.2 E.3", "S.3 W.1×2 R.2 W.2 E.3 S.3×2 W.1", "W.2 R.1 E.2"])
def test_a_deck_is_told_by_piles_of_cards_with_the_same_back(text: str) -> None:
    deck = [KINDS.index(kind_name(each.letter, each.epoch or 1)) for each in card_list(text)]
    told = piles(tuple(deck))
    assert [pile.epoch for pile in told for _ in range(pile.size)] == [EPOCH_OF[kind] for kind in deck]
    assert all(above.epoch != below.epoch for above, below in pairwise(told))
    assert all(pile.size for pile in told)


@cases(("seats", "sizes"), [(2, (25, 29, 41)), (3, (25, 29, 41)), (4, (28, 32, 44))])
@cases("deal", ["basic", "draft"])
def test_everybody_is_told_that_the_epochs_lie_one_upon_another(seats: int, sizes: tuple[int, ...], deal: str) -> None:
    decision = GAME.begin(GAME.setup("ru", seats, {"deal": deal}), Chance(bytes(32), "some game", []))
    started = decision.events[0]
    assert isinstance(started, GameStarted)
    assert [*started.piles] == [Pile(epoch, size) for epoch, size in enumerate(sizes, 1)]


@cases("epoch", [1, 2, 3])
def test_everybody_sees_the_back_of_the_top_card_and_how_many_lie_there(epoch: int) -> None:
    data = position("A: hand W1 | B: -") | {"deck": [f"science-{epoch}", "utopia-3"]}
    table = Table(GAME, GAME.setup("ru", 2, {}), bytes(32), [b""] * 2, position=data)
    for audience in table.audiences:
        assert table.view(audience)["deck"] == {"count": 2, "top_back": epoch}


@cases("epoch", [1, 2, 3])
def test_cards_of_which_one_shows_just_its_back_are_not_known(epoch: int) -> None:
    assert count_known((0, BACKS - 1, BACKS + epoch - 1)) is None
    assert count_known((0, BACKS - 1)) == (0, BACKS - 1)
    assert count_known(()) == ()


def test_backs_are_written_by_the_numbers_of_their_epochs() -> None:
    assert record_json(Backs(8, 0, 3)) == {"1": 8, "2": 0, "3": 3}


def test_face_up_cards_of_each_sphere_are_counted_anew_when_a_state_is_read() -> None:
    data = position("A: area W.1 W.2×2 W.3×4 S.1 S.2×2 S.3×4 | B: area R.1 R.2×2 E.1 E.2×2 E.3×4 C.1 C.2×2 C.3×4 U.3")
    table = Table(GAME, GAME.setup("ru", 2, {}), bytes(32), [b""] * 2, position=data)
    state = load_state(GAME, table.match.setup, dump_state(table.match.state))
    assert state.face_up == [[7, 0, 0, 7, 0, 0], [0, 3, 7, 0, 7, 1]]


def test_a_state_that_a_seat_has_left_is_read_as_it_was_written() -> None:
    story = given("A: hand W1, area W3 U1 | B: hand R1, area R2 C2 | C: hand E2").when(Resign())
    setup = GAME.setup("ru", 3, {})
    assert load_state(GAME, setup, dump_state(story.state)) == story.state


def test_a_game_goes_on_by_the_edition_that_its_set_up_names() -> None:
    story = given("A: area E2 | B: - | C: -", edition="ru").then_offered("embargo")
    GAME.adopt(story.state, GAME.setup("ko", 3, {}))
    story.then_not_offered("embargo")
