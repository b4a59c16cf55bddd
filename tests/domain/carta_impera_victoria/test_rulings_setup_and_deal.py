"""Setup, basic deal and draft: rulings A-01 to A-16."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from json import loads
from typing import Any, TypeVar

import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.actions import Assassination, DraftKeep, DraftPick, EndTurn, Play
from cartulary.games.carta_impera_victoria.cards import KINDS
from cartulary.games.carta_impera_victoria.events import CardsDealt, GameStarted, PacketDealt
from cartulary.kernel.randomness import Chance, Stream
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.visibility import SPECTATOR
from tests.cases import cases
from tests.domain.notation import PRINTED_COPIES, A, B, C, card, cards, kind_name, letter_of, ruling
from tests.domain.story import Story, begun, dealt, given
from tests.domain.table import Table

T = TypeVar("T")
EDITIONS = ("ru", "uk", "ko")


def started(story: Story) -> GameStarted:
    """The event that stacks the deck."""
    (event,) = (each for each in story.events if isinstance(each, GameStarted))
    return event


def stacked(story: Story) -> list[str]:
    """The whole deck before the deal, top first."""
    deck = started(story).deck
    assert deck is not None
    return [KINDS[kind] for kind in deck]


def epochs(deck: Sequence[str]) -> list[int]:
    """The epochs of cards."""
    return [int(kind[-1]) for kind in deck]


def draft_table(seats: int, edition: str = "ru", seed: int = 7) -> Table:
    """A draft played through its record."""
    return Table(
        GAME, GAME.setup(edition, seats, {"deal": "draft"}), seed.to_bytes(32, "big"), [b"%d" % s for s in range(seats)]
    )


def packet(story: Story, seat: int) -> Counter[str]:
    """What a seat has before it to choose from."""
    return Counter(story.wire(seat)["draft"]["packet"] or {})


def kept(story: Story, seat: int) -> Counter[str]:
    """What a seat has set aside."""
    return Counter(story.wire(seat)["draft"]["kept"])


def keep_first(story: Story, seat: int) -> str:
    """Let a seat keep the first card that it is offered."""
    kind = min(packet(story, seat), key=KINDS.index)
    story.when(DraftKeep(card=KINDS.index(kind)), by=seat)
    assert story.refused is None
    return kind


def keep_round(story: Story, seats: int) -> None:
    """Let every seat keep a card."""
    for seat in range(seats):
        keep_first(story, seat)


def at_the_centre(seats: int, edition: str = "ru", seed: int = 1) -> Story:
    """A draft of which only the centre is left."""
    story = dealt(seats, deal="draft", edition=edition, seed=seed)
    for _ in range(3):
        keep_round(story, seats)
    return story


def pick_all(story: Story) -> list[int]:
    """Let the seats pick from the centre; the order in which they do."""
    order: list[int] = []
    while story.wire()["step"] == "draft":
        (seat,) = GAME.to_act(story.state)
        story.when(DraftPick(card=KINDS.index(min(story.wire()["draft"]["centre"]))), by=seat)
        assert story.refused is None
        order.append(seat)
    return order


class AsPrinted(Stream):
    """A stream without chance: the cards stay in the order in which they come."""

    def __init__(self, first: Sequence[str]) -> None:
        super().__init__(b"", "")
        self.first = first

    def uniform(self, bound: int) -> int:
        return 0

    def shuffled(self, items: Sequence[T]) -> list[T]:
        wanted: list[Any] = [KINDS.index(kind) for kind in self.first]
        rest = [*items]
        for each in wanted:
            rest.remove(each)
        return [*wanted, *rest]


class Stacked(Chance):
    """A deal with these cards on top, and seat 0 first."""

    def __init__(self, top: str) -> None:
        super().__init__(b"", "", [])
        self.top = [kind_name(letter, 1) for letter in top]

    def stream(self, label: str) -> Stream:
        return AsPrinted(self.top if label == "epoch-1" else [])


@ruling("A-01", "D21")
@cases("edition", EDITIONS)
def test_three_cards_of_each_epoch_are_set_aside_after_shuffling(edition: str) -> None:
    missing = []
    for seed in range(12):
        deck = Counter(stacked(dealt(3, edition=edition, seed=seed)))
        printed = {
            kind_name(letter, epoch): n for epoch, copies in PRINTED_COPIES.items() for letter, n in copies.items() if n
        }
        out = Counter(printed) - deck
        assert Counter(epochs([*out.elements()])) == {1: 3, 2: 3, 3: 3}
        missing.append(frozenset(out.items()))
    assert len({*missing}) > 6, "chance decides which they are"


@ruling("A-01")
def test_nobody_ever_learns_which_cards_were_set_aside() -> None:
    for seats in (2, 3):
        table = Table(GAME, GAME.setup("ru", seats, {}), bytes(32), [b""] * seats)
        (start,) = (row for row in table.rows if row.type == "GameStarted")
        told = start.public + (start.private or "")
        assert sum(told.count(f'"{kind}"') for kind in KINDS) == 95, "not even the record holds them"
        assert sum(pile["size"] for pile in loads(start.public)["data"]["piles"]) == 95


@ruling("A-02")
@cases(("seats", "sizes"), [(2, (25, 29, 41)), (3, (25, 29, 41)), (4, (28, 32, 44))])
def test_all_epochs_are_thinned_for_two_and_for_three_seats_and_not_for_four(
    seats: int, sizes: tuple[int, int, int]
) -> None:
    found = Counter(epochs(stacked(dealt(seats))))
    assert (found[1], found[2], found[3]) == sizes


@ruling("A-03")
def test_the_epochs_lie_on_each_other_and_are_never_mixed() -> None:
    for seed in range(8):
        for seats in (2, 3, 4):
            found = epochs(stacked(dealt(seats, seed=seed)))
            assert found == sorted(found)


@ruling("A-03")
def test_within_an_epoch_the_order_is_left_to_chance() -> None:
    tops = {tuple(stacked(dealt(4, seed=seed))[:6]) for seed in range(10)}
    assert len(tops) == 10


@ruling("A-04", "D21")
@cases("seats", [2, 3, 4])
def test_any_seat_may_be_the_first_and_play_goes_clockwise_from_it(seats: int) -> None:
    seen = set()
    for seed in range(60):
        story = dealt(seats, seed=seed)
        first = story.wire()["first"]
        seen.add(first)
        story.then_turn(first)
    assert seen == set(range(seats))
    order = []
    for _ in range(2 * seats):
        order.append(story.wire()["active"])
        story.turn_of()
    assert order == [(first + turn) % seats for turn in range(2 * seats)]


@ruling("A-05", "E41")
def test_the_basic_deal_gives_each_seat_the_top_three_in_a_packet() -> None:
    story = begun(3, Stacked("WRESCWRES"))
    assert "".join(map(letter_of, stacked(story)[:9])) == "WRESCWRES"
    assert len(stacked(story)) == 95
    story.then("A: hand W R E, area - | B: hand S C W, area - | C: hand R E S, area -; discard -").then_turn(A)
    assert len(story.deck()) == 86


@ruling("A-05")
@cases("seats", [2, 3, 4])
def test_the_basic_deal_begins_with_the_first_seat(seats: int) -> None:
    story = dealt(seats, seed=5)
    deck, first = stacked(story), story.wire()["first"]
    for place in range(seats):
        seat = (first + place) % seats
        assert story.hands()[seat] == Counter(deck[3 * place : 3 * place + 3])
    assert [each.seat for each in story.events if isinstance(each, CardsDealt)] == [
        (first + place) % seats for place in range(seats)
    ]


@ruling("A-05", "A-12")
@cases(("seats", "left"), [(2, 89), (3, 86), (4, 92)])
def test_after_the_basic_deal_the_deck_has_its_known_size_and_first_epoch_cards_on_top(seats: int, left: int) -> None:
    wire = dealt(seats).wire()
    assert wire["deck"] == {"count": left, "top_back": 1}
    assert [each["backs"] for each in wire["seats"]] == [{"1": 3, "2": 0, "3": 0}] * seats


@ruling("A-10", "A-12")
@cases(("seats", "left"), [(2, 87), (3, 83), (4, 88)])
def test_after_the_draft_each_seat_has_three_in_hand_and_one_in_its_area(seats: int, left: int) -> None:
    story = at_the_centre(seats)
    pick_all(story)
    wire = story.wire()
    assert wire["deck"] == {"count": left, "top_back": 1}
    assert [sum(hand.values()) for hand in story.hands().values()] == [3] * seats
    assert [sum(each["area"].values()) for each in wire["seats"]] == [1] * seats
    assert wire["draft"] is None


@ruling("A-06")
def test_two_drafting_seats_swap_their_packets() -> None:
    story = dealt(2, deal="draft")
    before = [packet(story, seat) for seat in (A, B)]
    chosen = [keep_first(story, seat) for seat in (A, B)]
    assert packet(story, A) == before[B] - Counter([chosen[B]])
    assert packet(story, B) == before[A] - Counter([chosen[A]])


@ruling("A-06")
def test_packets_go_to_the_left_in_every_edition() -> None:
    for edition in EDITIONS:
        story = dealt(4, deal="draft", edition=edition)
        before = [packet(story, seat) for seat in range(4)]
        chosen = [keep_first(story, seat) for seat in range(4)]
        for seat in range(4):
            assert packet(story, (seat + 1) % 4) == before[seat] - Counter([chosen[seat]])
            assert kept(story, seat) == Counter([chosen[seat]])


@ruling("A-07")
def test_all_seats_choose_at_once_and_in_any_order() -> None:
    ends = set()
    for order in permutations(range(3)):
        story = dealt(3, deal="draft")
        assert set(GAME.to_act(story.state)) == {A, B, C}
        for seat in order:
            assert seat in GAME.to_act(story.state)
            keep_first(story, seat)
        ends.add(str([story.wire(seat)["draft"] for seat in range(3)]))
    assert len(ends) == 1, "who answered first makes no difference"


@ruling("A-07")
def test_a_choice_stays_hidden_and_no_packet_moves_before_all_have_chosen() -> None:
    table = draft_table(3)
    kind = table.view(A)["draft"]["packet"]
    seen = {each: table.view(each)["draft"] for each in (SPECTATOR, B, C)}
    table.act(A, DraftKeep(card=KINDS.index(min(kind))))
    assert {each: table.view(each)["draft"] for each in (SPECTATOR, B, C)} == seen
    (row,) = (each for each in table.rows if each.type == "DraftKept")
    assert '"card"' not in row.public.split('"secrets"')[0]
    assert [table.part([row], each)[0].private for each in (SPECTATOR, B, C)] == [None, None, None]


@ruling("A-07")
def test_nobody_chooses_twice_in_a_round() -> None:
    story = dealt(3, deal="draft")
    chosen = keep_first(story, A)
    story.when(DraftKeep(card=KINDS.index(chosen)), by=A).then_rejected("draft.already_kept")
    story.when(DraftKeep(card=KINDS.index(max(story.wire(B)["draft"]["packet"]))), by=B).then_goes_on()


@ruling("A-07")
def test_no_turn_begins_before_the_draft_is_over() -> None:
    story = dealt(2, deal="draft")
    story.when(EndTurn(), by=story.wire()["active"]).then_rejected("draft.under_way")


@ruling("A-07")
def test_a_card_that_is_not_in_the_packet_cannot_be_kept() -> None:
    story = dealt(2, deal="draft")
    absent = next(kind for kind in KINDS if not packet(story, A)[kind])
    story.when(DraftKeep(card=KINDS.index(absent)), by=A).then_rejected("draft.not_in_packet")


@ruling("A-08", "D2")
@cases("edition", EDITIONS)
def test_the_third_choice_keeps_one_card_and_exposes_the_other(edition: str) -> None:
    story = dealt(3, deal="draft", edition=edition)
    keep_round(story, 3)
    keep_round(story, 3)
    before = [packet(story, seat) for seat in range(3)]
    assert [each.total() for each in before] == [2, 2, 2]
    chosen = [keep_first(story, seat) for seat in range(3)]
    others = [packets - Counter([keeps]) for packets, keeps in zip(before, chosen, strict=True)]
    centre: Counter[str] = Counter()
    for each in others:
        centre += each
    assert Counter(story.wire()["draft"]["centre"]) == centre
    assert [kept(story, seat)[chosen[seat]] > 0 for seat in range(3)] == [True] * 3
    assert [kept(story, seat).total() for seat in range(3)] == [3, 3, 3]


@ruling("A-09", "D1")
@cases("seats", [2, 3, 4])
@cases(("edition", "direction"), [("ru", -1), ("uk", 1), ("ko", -1)])
def test_the_centre_pick_starts_at_the_right_of_the_first_seat_in_the_editions_direction(
    edition: str, direction: int, seats: int
) -> None:
    for seed in range(4):
        story = at_the_centre(seats, edition, seed)
        first = story.wire()["first"]
        order = pick_all(story)
        assert order == [(first - 1 + direction * place) % seats for place in range(seats)]
        assert order.index(first) == (seats - 1 if direction < 0 else 1)
        story.then_turn(first)


@ruling("A-09")
def test_nobody_picks_out_of_turn() -> None:
    story = at_the_centre(3)
    (picking,) = GAME.to_act(story.state)
    kind = KINDS.index(min(story.wire()["draft"]["centre"]))
    story.when(DraftPick(card=kind), by=(picking + 1) % 3).then_rejected("draft.not_your_pick")
    story.when(DraftKeep(card=kind), by=picking).then_rejected("draft.centre")
    assert dealt(2).when(DraftPick(card=0), by=A).then_rejected("draft.over")


@ruling("A-10")
@cases("seats", [2, 3, 4])
def test_the_centre_has_a_card_for_each_seat_and_none_is_left(seats: int) -> None:
    story = at_the_centre(seats)
    assert sum(story.wire()["draft"]["centre"].values()) == seats
    assert sorted(pick_all(story)) == [*range(seats)]


@ruling("A-10")
def test_the_pick_from_the_centre_is_mandatory() -> None:
    story = at_the_centre(3)
    (picking,) = GAME.to_act(story.state)
    story.then_only_offered("draft_pick", by=picking)


@ruling("A-11")
def test_ones_own_exposed_card_may_be_taken_back() -> None:
    story = dealt(3, deal="draft")
    keep_round(story, 3)
    keep_round(story, 3)
    (picking,) = [(story.wire()["first"] - 1) % 3]
    own = packet(story, picking)
    chosen = min(own, key=KINDS.index)
    keep_round(story, 3)
    (exposed,) = (own - Counter([chosen])).elements()
    story.when(DraftPick(card=KINDS.index(exposed)), by=picking)
    assert story.wire()["seats"][picking]["area"] == {exposed: 1}


@ruling("A-12")
def test_every_dealt_card_is_of_the_first_epoch() -> None:
    for seats in (2, 3, 4):
        for deal, name in (("basic", CardsDealt), ("draft", PacketDealt)):
            events = [each for each in dealt(seats, deal=deal).events if isinstance(each, name)]
            assert [tuple(each.backs) for each in events] == [((3 if deal == "basic" else 4), 0, 0)] * seats


@ruling("A-13")
def test_a_drafted_card_gives_nothing_before_its_owners_own_second_step() -> None:
    story = at_the_centre(4)
    pick_all(story)
    story.then_only_offered("play")
    for seat in range(4):
        if seat != story.wire()["active"]:
            assert story.offered(seat) == []


@ruling("A-13")
def test_with_four_seats_the_drafted_card_and_the_first_play_may_make_a_level() -> None:
    given("A: hand W1 R1 E1, area W1 | B: - | C: - | D: -", step="play").when(
        Assassination(discard=cards("R"))
    ).then_rejected("turn.play_first").when(Play(card=card("W"))).when(Assassination(discard=cards("R"))).then(
        "A: hand E1, area W2; discard R1"
    )


@ruling("A-14", "D22")
@cases("edition", EDITIONS)
def test_one_may_look_at_what_one_has_set_aside_and_nobody_else_may(edition: str) -> None:
    table = draft_table(3, edition)
    chosen = {}
    for seat in range(3):
        chosen[seat] = min(table.view(seat)["draft"]["packet"])
        table.act(seat, DraftKeep(card=KINDS.index(chosen[seat])))
    for seat in range(3):
        assert table.view(seat)["draft"]["kept"] == {chosen[seat]: 1}
    assert table.view(SPECTATOR)["draft"]["kept"] is None
    for row in table.rows:
        for each in (SPECTATOR, B, C):
            shown = table.part([row], each)[0].private or ""
            assert row.type != "DraftKept" or row.seat == each or shown == ""


@ruling("A-15")
def test_the_backs_of_hands_and_of_the_decks_top_card_are_public() -> None:
    story = given("A: hand W.1 R.2 U.3, area E.2 | B: hand S.2×2 | C: hand -; deck E.3 W.1; discard -")
    wire = story.wire()
    assert [each["backs"] for each in wire["seats"]] == [
        {"1": 1, "2": 1, "3": 1},
        {"1": 0, "2": 2, "3": 0},
        {"1": 0, "2": 0, "3": 0},
    ]
    assert wire["deck"] == {"count": 2, "top_back": 3}


@ruling("A-15")
def test_a_drawn_card_shows_its_back_to_all_and_its_face_to_none_but_its_owner() -> None:
    table = Table(GAME, GAME.setup("ru", 2, {}), bytes(32), [b"", b""])
    seat = table.match.state.active
    other = 1 - seat
    table.act(seat, table.actions(seat)[0])
    table.act(seat, EndTurn())
    drawn = [row for row in table.rows if row.type == "CardsDrawn"]
    assert len(drawn) == 1
    assert sorted(loads(drawn[0].public)["data"]["backs"].values()) == [0, 0, 1]
    assert table.part(drawn, other)[0].private is None
    assert table.part(drawn, seat)[0].private is not None
    assert table.view(other)["seats"][seat]["backs"] == {"1": 3, "2": 0, "3": 0}


@ruling("A-16")
def test_hand_sizes_the_deck_and_the_discard_pile_are_public_and_hands_are_secret() -> None:
    table = Table(GAME, GAME.setup("ru", 3, {}), bytes(32), [b""] * 3)
    for audience in table.audiences:
        wire = table.view(audience)
        assert wire["deck"]["count"] == 86
        assert wire["discard"] == {}
        for seat, each in enumerate(wire["seats"]):
            assert sum(each["backs"].values()) == 3
            assert (each["hand"] is not None) == (seat == audience)
            assert each["known"] == {}


@ruling("A-16")
def test_the_whole_discard_pile_is_open_to_everybody() -> None:
    story = given("A: hand W2 | B: - | C: -; discard W2 C1 U1")
    for viewer in (None, A, B, C):
        assert story.wire(viewer)["discard"] == {"military-1": 2, "culture-1": 1, "utopia-3": 1}


def test_an_edition_an_option_or_a_number_of_seats_that_is_not_offered_is_refused() -> None:
    for edition, seats, options, rule in (
        ("fr", 3, {}, "setup.unknown_edition"),
        ("ru", 5, {}, "setup.seats"),
        ("ru", 1, {}, "setup.seats"),
        ("ru", 3, {"deal": "auction"}, "setup.option"),
        ("ru", 3, {"coins": True}, "setup.option"),
    ):
        with pytest.raises(Rejected) as refused:
            GAME.setup(edition, seats, options)
        assert refused.value.rule == rule


def test_the_russian_edition_and_the_basic_deal_are_the_defaults() -> None:
    setup = GAME.setup(None, 4, {})
    assert setup.edition == "ru"
    of_rules = {"hand_limit": "chosen", "own_embargo": "as_printed", "copied_effect": "same_sphere"}
    of_rules |= {"team_tiebreak": "best_member"}
    assert setup.options == {"deal": "basic", "teams": False, **of_rules}


@cases(
    ("edition", "rules"),
    [
        (
            "ru",
            {
                "draft_direction": "counter-clockwise",
                "may_target_self": True,
                "own_embargo_at_once": True,
                "token_to_overtaker": False,
            },
        ),
        (
            "uk",
            {
                "draft_direction": "clockwise",
                "may_target_self": True,
                "own_embargo_at_once": False,
                "token_to_overtaker": False,
            },
        ),
        (
            "ko",
            {
                "draft_direction": "counter-clockwise",
                "may_target_self": False,
                "own_embargo_at_once": True,
                "token_to_overtaker": True,
            },
        ),
    ],
)
def test_the_catalogue_says_in_what_the_editions_differ(edition: str, rules: dict[str, Any]) -> None:
    (entry,) = (each for each in GAME.describe("en")["editions"] if each["id"] == edition)
    assert entry["rules"] == rules


@ruling("D25")
def test_the_sphere_of_the_arts_is_called_culture_in_every_language() -> None:
    found = {
        language: next(each["name"] for each in GAME.describe(language)["spheres"] if each["id"] == "culture")
        for language in ("en", "ru", "uk", "ko")
    }
    assert found == {"en": "Culture", "ru": "Культура", "uk": "Культура", "ko": "문화"}


def test_the_catalogue_counts_one_hundred_and_four_cards_of_fifteen_kinds() -> None:
    kinds = {each["id"]: each["count"] for each in GAME.describe("en")["kinds"]}
    assert kinds == {
        kind_name(letter, epoch): n for epoch, copies in PRINTED_COPIES.items() for letter, n in copies.items() if n
    }
    assert (len(kinds), sum(kinds.values())) == (15, 104)


@cases("deal", ["basic", "draft"])
@cases("seats", [2, 3, 4])
def test_the_first_turn_is_turn_one_of_the_first_seat(deal: str, seats: int) -> None:
    story = dealt(seats, deal=deal)
    while story.wire()["draft"]:
        for seat in range(seats):
            for action in story.offered(seat)[:1]:
                story.when(action, by=seat)
    assert story.wire()["turn"] == 1
    story.then_turn(story.wire()["first"]).turn_of()
    assert story.wire()["turn"] == 2
