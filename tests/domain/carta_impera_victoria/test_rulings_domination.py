"""Winning at the end of a turn: rulings A-52 to A-59."""

from cartulary.games.carta_impera_victoria.actions import Attack, EndTurn, Monopoly, Play
from cartulary.games.carta_impera_victoria.cards import RELIGION
from tests.cases import cases
from tests.domain.notation import LETTERS, SPHERE_NAMES, A, B, C, card, cards, ruling
from tests.domain.story import given

EDITIONS = ("ru", "uk", "ko")


@ruling("A-52", "D18")
@cases("edition", EDITIONS)
def test_only_the_seat_whose_turn_ends_is_looked_at(edition: str) -> None:
    given("A: hand W3 | B: hand W1 E2, area S7 | C: hand W3", edition=edition).when(EndTurn()).then_goes_on().then_turn(
        B
    ).when(Play(card=card("W"))).then_goes_on().when(EndTurn()).then_result("domination", [B], decided_by=["science"])


@ruling("A-53")
def test_the_draw_comes_before_the_check_and_the_win_before_the_final_round() -> None:
    given("A: hand W2, area S7, embargo-on E1 | B: hand U1 | C: hand U1; deck R1; discard -").when(EndTurn()).then(
        "A: hand W2 R1, area S7; deck -; discard E1 | final round ON | RESULT domination: A"
    ).then_happened("CardsDrawn", "FinalRoundBegan", "TurnEnded", "GameEnded")


@ruling("A-54")
def test_seven_that_are_reduced_in_the_same_turn_win_nothing() -> None:
    given("A: hand R3, area W7 R1 | B: area R1 | C: -; deck W; discard -").when(Attack(sphere=RELIGION)).then(
        "A: hand R3, area W6 | B: area -; discard W1 R2"
    ).when(EndTurn()).then_nothing_changed().then_goes_on().then_turn(B)


@ruling("A-54")
def test_seven_in_the_middle_of_a_turn_win_nothing_yet() -> None:
    given("A: hand S1 R2, area S6 | B: - | C: -", step="play").when(Play(card=card("S"))).then_goes_on().then_turn(
        A, "effects"
    )


@ruling("A-55")
@cases(("number", "wins"), [(6, False), (7, True), (8, True), (9, True)])
def test_seven_or_more_win(number: int, wins: bool) -> None:
    story = given(f"A: hand W3, area S{number} | B: hand U1 | C: hand U1").then_wins_at(A, "S", 7).when(EndTurn())
    if wins:
        story.then_result("domination", [A], decided_by=["science"])
    else:
        story.then_goes_on()


@ruling("A-55")
def test_a_monopoly_may_jump_over_seven() -> None:
    given("A: hand S2 W3, area E5 S6 | B: hand U1 | C: hand U1").when(
        Monopoly(discard=cards("E2"), play=cards("S2"))
    ).when(EndTurn()).then("A: hand W3, area E3 S8; discard E2 | RESULT domination: A")


@ruling("A-56")
def test_two_spheres_at_once_make_one_winner_and_both_are_reported() -> None:
    given("A: hand W3, area W7 C8 | B: hand U1 | C: hand U1").when(EndTurn()).then_result(
        "domination", [A], decided_by=["military", "culture"]
    )


@ruling("A-57")
@cases("edition", EDITIONS)
def test_two_seats_need_eight(edition: str) -> None:
    given("A: hand W3, area S7 | B: hand U1", edition=edition).then_wins_at(A, "S", 8).when(EndTurn()).then_goes_on()
    given("A: hand W3, area S8 | B: hand U1", edition=edition).when(EndTurn()).then_result("domination", [A])


@ruling("A-57", "A-85")
def test_two_seats_need_eight_and_one_more_for_each_marker() -> None:
    text = "A: hand W3, area S{}, democracy-on S1 | B: hand U1"
    given(text.format(8)).then_wins_at(A, "S", 9).when(EndTurn()).then_goes_on()
    given(text.format(9)).when(EndTurn()).then_result("domination", [A])


@ruling("A-58")
def test_partners_cards_are_not_added_up() -> None:
    given("A: hand W3, area S6 | B: hand U1 | C: hand U1, area S5 | D: hand U1", teams=True).when(
        EndTurn()
    ).then_goes_on()


@ruling("A-58")
def test_a_members_domination_wins_for_the_team() -> None:
    given("A: hand W3, area S7 | B: hand U1 | C: hand U1 | D: hand U1", teams=True).when(EndTurn()).then_result(
        "domination", [A, C]
    )
    given("A: hand W3, area S7 | B: hand U1 | C: hand U1 | D: hand U1").when(EndTurn()).then_result("domination", [A])


@ruling("A-59")
def test_a_domination_needs_no_claim_and_cannot_be_declined() -> None:
    story = given("A: hand W3, area R7 | B: hand U1 | C: hand U1").then_only_offered("inquisition", "end_turn")
    story.when(EndTurn()).then_result("domination", [A], decided_by=["religion"])
    story.when(EndTurn()).then_rejected("game.over")
    assert [story.offered(seat) for seat in (A, B, C)] == [[], [], []]


@ruling("A-59")
def test_all_hands_are_open_once_the_game_is_over() -> None:
    story = given("A: hand W3, area R7 | B: hand U1 | C: hand E2").when(EndTurn())
    hands = story.wire(None)["seats"]
    assert [sum(each["hand"].values()) for each in hands] == [7, 1, 2]


@ruling("A-52", "A-44")
def test_a_hand_full_of_one_sphere_dominates_nothing() -> None:
    given("A: hand S9, area S6 | B: - | C: -").when(EndTurn()).then_goes_on()


@ruling("A-55")
@cases("letter", LETTERS)
@cases(("others", "needed"), [("B: hand W1", 8), ("B: - | C: hand W1", 7), ("B: - | C: - | D: -", 7)])
def test_any_sphere_is_dominated_with_just_so_many_cards(letter: str, others: str, needed: int) -> None:
    sphere = SPHERE_NAMES[LETTERS.index(letter)]
    given(f"A: area {letter}{needed} | {others}").when(EndTurn()).then_result("domination", [A], decided_by=[sphere])
    given(f"A: area {letter}{needed - 1} | {others}").when(EndTurn()).then_goes_on()
