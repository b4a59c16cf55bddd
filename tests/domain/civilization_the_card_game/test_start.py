"""The start of a game: rulings C-01 to C-09."""

from collections import Counter
from typing import Any, Final

import pytest

from cartulary.games.civilization_the_card_game import events as e
from cartulary.games.civilization_the_card_game.cards import COPIES, KINDS
from cartulary.kernel.randomness import Chance
from cartulary.kernel.rejected import Rejected
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import Story, begun, given, seat, setup

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def dealt(story: Story) -> Story:
    """Everybody takes the first open plot."""
    while story.wire()["step"] == "plots":
        story.does("take_plot", terrain=story.wire()["plots"]["open"][0])
    return story


def discarded(story: Story) -> Story:
    """Everybody discards the first two cards."""
    while story.wire()["step"] == "discards":
        hand = [kind for kind, count in story.hand(story.to_act()).items() for _ in range(count)]
        story.does("discard", cards=hand[:2])
    return story


def order(story: Story, step: str) -> list[int]:
    """Who is waited for in a step, one after the other."""
    return [getattr(event, "seat", -1) for event in story.all_events if step == event.NAME]


@pytest.mark.ruling("C-01")
@SEATS
def test_the_first_seat_is_the_next_clockwise_from_the_dealer_who_is_drawn(seats: int) -> None:
    games = [begun(seats, bytes([number])) for number in range(40)]
    assert {game.wire()["dealer"] for game in games} == set(range(seats))
    for game in games:
        assert game.to_act() == (game.wire()["dealer"] + 1) % seats


@pytest.mark.ruling("C-02")
def test_the_decks_are_drawn_from_their_streams_in_the_printed_order() -> None:
    story = begun(3)
    chance = Chance(b"story".ljust(32), "story", ())
    started = story.all_events[0]
    assert isinstance(started, e.GameStarted)
    assert started.technologies == tuple(chance.stream("technologies").shuffled(range(15)))
    assert started.plots == tuple(chance.stream("plots").shuffled([land for land in range(6) for _ in range(5)]))
    printed = [kind for kind, copies in enumerate(COPIES) for _ in range(copies)]
    assert started.deck == tuple(chance.stream("deck").shuffled(printed))
    assert started.dealer == chance.stream("dealer").uniform(3)
    assert KINDS[:6] == ("archer", "axeman", "spearman", "swordsman", "chariot", "catapult")


@pytest.mark.ruling("C-03")
@SEATS
def test_each_seat_gets_two_plots_from_the_first_seat_on(seats: int) -> None:
    story = begun(seats)
    started = story.all_events[0]
    assert isinstance(started, e.GameStarted)
    assert started.plots is not None
    first = (started.dealer + 1) % seats
    given_out = [event for event in story.all_events if isinstance(event, e.PlotsDealt)]
    assert [event.seat for event in given_out] == [(first + place) % seats for place in range(seats)]
    assert [event.plots for event in given_out] == [started.plots[2 * n : 2 * n + 2] for n in range(seats)]


@pytest.mark.ruling("C-04")
@SEATS
def test_plots_are_taken_clockwise_and_then_the_other_way_round(seats: int) -> None:
    story = begun(seats)
    lying = story.wire()["plots"]["open"]
    assert len(lying) == seats
    dealer = story.wire()["dealer"]
    story.does("take_plot", terrain=lying[-1])
    assert len(story.wire()["plots"]["open"]) == seats - 1
    dealt(story)
    clockwise = [(dealer + 1 + place) % seats for place in range(seats)]
    assert order(story, "PlotTaken") == [*clockwise, *reversed(clockwise)]
    assert [len(story.plots(seat)) for seat in range(seats)] == [4] * seats


@pytest.mark.ruling("C-04")
def test_only_an_open_plot_can_be_taken_and_only_in_ones_turn() -> None:
    story = begun(3)
    closed = next(each for each in ("hills", "river", "forest", "coast") if each not in story.wire()["plots"]["open"])
    story.refuses("take_plot", "take_plot.not_open", terrain=closed)
    later = (story.to_act() + 1) % 3
    story.refuses("take_plot", "setup.not_yet", by=later, terrain=story.wire()["plots"]["open"][0])


@pytest.mark.ruling("C-05")
def test_three_plots_and_three_technologies_are_the_market() -> None:
    for number in range(15):
        seen = dealt(begun(4, bytes([number]))).wire()
        assert (len(seen["plots"]["open"]), seen["plots"]["deck"]) == (3, 30 - 16 - 3)
        assert (len(seen["technologies"]["open"]), seen["technologies"]["deck"]) == (3, 12)


@pytest.mark.ruling("C-06")
@SEATS
def test_hands_grow_by_one_from_the_first_seat_on(seats: int) -> None:
    story = dealt(begun(seats))
    first = (story.wire()["dealer"] + 1) % seats
    sizes = [story.wire()["seats"][(first + place) % seats]["hand_count"] for place in range(seats)]
    assert sizes == [6, 7, 8, 9][:seats]
    assert story.wire()["deck"]["count"] == 90 - sum(sizes)


@pytest.mark.ruling("C-06")
@cases(("seats", "sizes"), [(2, [6, 7]), (3, [6, 7, 9]), (4, [6, 7, 8, 9])])
def test_by_the_option_the_last_of_three_seats_is_dealt_nine(seats: int, sizes: list[int]) -> None:
    story = dealt(begun(seats, last_hand_of_three=9))
    first = (story.wire()["dealer"] + 1) % seats
    assert [story.wire()["seats"][(first + place) % seats]["hand_count"] for place in range(seats)] == sizes


@pytest.mark.ruling("C-06")
@SEATS
def test_where_turns_alternate_everybody_is_dealt_seven(seats: int) -> None:
    story = dealt(begun(seats, turn_order="alternating", last_hand_of_three=9))
    assert [each["hand_count"] for each in story.wire()["seats"]] == [7] * seats


@pytest.mark.ruling("C-07")
@SEATS
def test_each_seat_discards_two_in_the_same_order(seats: int) -> None:
    story = dealt(begun(seats))
    first = (story.wire()["dealer"] + 1) % seats
    held = sum((Counter(story.hand(seat)) for seat in range(seats)), Counter())
    hand = story.hand(first)
    assert story.waits_for() == ("discard", first)
    story.refuses("discard", "discard.number", cards=[next(iter(hand))])
    story.refuses("discard", "setup.not_yet", by=story.wire()["dealer"], cards=[])
    discarded(story)
    assert order(story, "CardsDiscarded") == [(first + place) % seats for place in range(seats)]
    assert sum(story.wire()["discard"].values()) == 2 * seats
    left = sum((Counter(story.hand(seat)) for seat in range(seats)), Counter())
    assert left + Counter(story.wire()["discard"]) == held


@pytest.mark.ruling("C-08", "C-09")
@SEATS
def test_each_seat_settles_one_population_and_the_first_turn_begins(seats: int) -> None:
    story = discarded(dealt(begun(seats)))
    first = (story.wire()["dealer"] + 1) % seats
    story.refuses("settle", "plot.unknown", plot=4)
    story.refuses("settle", "plot.unknown", plot=-1)
    for place in range(seats):
        assert story.waits_for() == ("settle", (first + place) % seats)
        assert story.wire()["turn"] == 0
        story.does("settle", plot=place % 4)
    assert (story.wire()["turn"], story.wire()["active"]) == (1, first)
    for place in range(seats):
        populations = [plot["population"] for plot in story.seat((first + place) % seats)["plots"]]
        assert populations == [int(number == place % 4) for number in range(4)]


@pytest.mark.ruling("C-08")
def test_the_free_population_may_be_placed_on_the_first_turn_instead() -> None:
    for number in range(6):
        story = discarded(dealt(begun(2, bytes([number]), free_population="first_turn")))
        terrain = story.plots(story.to_act())[0]
        story.does("settle", plot=0)
        assert story.wire()["step"] == ("collect" if terrain in ("hills", "river", "forest") else "buy")
    story = discarded(dealt(begun(2, free_population="first_turn")))
    first = story.wire()["active"]
    assert story.wire()["turn"] == 1
    assert story.waits_for() == ("settle", first)
    story.refuses("draw", "step.settle")
    story.does("settle", plot=0)
    assert story.wire()["step"] in ("collect", "buy")
    assert story.seat(first)["plots"][0]["population"] == 1
    assert story.seat(1 - first)["points"] == 0


@pytest.mark.ruling("C-08")
def test_nothing_of_a_turn_is_possible_before_the_first_one() -> None:
    story = begun(2)
    seen = story.wire()
    assert (seen["turn"], seen["active"], seen["to_discard"], seen["war"]) == (0, 0, 0, None)
    assert [each["protected"] for each in seen["seats"]] == [0, 0]
    assert seen["used"] == {"pottery": False, "code_of_laws": False}
    story.refuses("draw", "setup.under_way")
    story.refuses("fight", "war.none")


@pytest.mark.ruling("C-09")
def test_turns_go_clockwise() -> None:
    story = discarded(dealt(begun(3)))
    while story.wire()["turn"] == 0:
        story.does("settle", plot=0)
    first = story.wire()["active"]
    for place in range(4):
        assert (story.wire()["turn"], story.wire()["active"]) == (place + 1, (first + place) % 3)
        turn_passed(story)


def turn_passed(story: Story) -> Story:
    """The active seat collects, draws and discards."""
    if story.waits_for():
        choices = story.offered("collect")[0]["choose"]
        first_ones: dict[str, Any] = {name: [next(iter(choice["from"]))] for name, choice in choices.items()}
        story.does("collect", **first_ones)
    story.does("draw")
    hand = [kind for kind, count in story.hand(story.to_act()).items() for _ in range(count)]
    return story.does("discard", cards=hand[: story.wire()["to_discard"]])


ALTERNATING: Final = {"turn_order": "alternating"}


@pytest.mark.ruling("C-09")
def test_where_turns_alternate_who_ends_a_round_begins_the_next_the_other_way_round() -> None:
    story = given(*[seat()] * 4, options=ALTERNATING, active=1)
    order = []
    for _ in range(13):
        order.append(story.wire()["active"])
        turn_passed(story)
    assert order == [1, 2, 3, 0, 0, 3, 2, 1, 1, 2, 3, 0, 0]


@pytest.mark.ruling("C-09", "C-94")
def test_where_turns_alternate_a_round_goes_on_without_who_has_left() -> None:
    story = given(*[seat()] * 4, options=ALTERNATING)
    turn_passed(story).does("resign", by=2)
    order = []
    for _ in range(6):
        order.append(story.wire()["active"])
        turn_passed(story)
    assert order == [1, 3, 3, 1, 0, 0]
    leaving = given(*[seat()] * 3, options=ALTERNATING)
    turn_passed(turn_passed(leaving)).does("resign", by=2)
    assert leaving.wire()["active"] == 1


@pytest.mark.ruling("C-95")
def test_teams_need_four_seats() -> None:
    for seats in (2, 3):
        with pytest.raises(Rejected, match=r"setup\.teams"):
            setup(seats, teams=True)
