"""Oligarchy, Republic and Democracy: rulings A-79 to A-89."""

from cartulary.games.carta_impera_victoria.actions import (
    Assassination,
    Attack,
    Democracy,
    Development,
    Embargo,
    EndTurn,
    Oligarchy,
    Play,
    Republic,
)
from cartulary.games.carta_impera_victoria.cards import CULTURE, ECONOMY, MILITARY, RELIGION, SCIENCE, UTOPIA
from tests.cases import cases
from tests.domain.notation import A, B, C, card, cards, ruling
from tests.domain.story import given

EDITIONS = ("ru", "uk", "ko")


@ruling("A-79")
@cases("edition", EDITIONS)
def test_oligarchy_takes_any_card_of_the_discard_pile_and_republic_any_two(edition: str) -> None:
    text = "A: hand W1, area U5 | B: - | C: -; discard W2 C1; deck R9"
    given(text, edition=edition).when(Oligarchy(take=cards("C"))).then("A: hand W1 C1, area U5; discard W2")
    given(text, edition=edition).when(Republic(take=cards("C W"))).then("A: hand W2 C1, area U5; discard W1")
    given(text, edition=edition).when(Republic(take=cards("W2"))).then("A: hand W3, area U5; discard C1")


@ruling("A-79")
def test_a_card_discarded_in_this_turn_by_whomever_may_be_taken() -> None:
    given("A: hand S1, area W3 U3 | B: area U1 | C: -; discard -").when(Assassination(discard=cards("S"))).when(
        Oligarchy(take=cards("S"))
    ).then("A: hand S1, area W3 U3; discard -")
    given("A: hand -, area W1 U4 | B: area U1 | C: -; discard -").when(Attack(sphere=UTOPIA)).when(
        Oligarchy(take=cards("W"))
    ).then("A: hand W1, area U3 | B: area -; discard U2")


@ruling("A-79")
def test_only_what_lies_in_the_discard_pile_can_be_taken() -> None:
    given("A: hand -, area U3 | B: hand C1, area E1 | C: -; discard W1").when(Oligarchy(take=cards("C"))).then_rejected(
        "discard.missing_card"
    ).when(Oligarchy(take=cards("E"))).then_rejected("discard.missing_card")


@ruling("A-80")
def test_a_card_taken_is_played_by_a_later_effect_or_in_a_later_turn_only() -> None:
    story = given("A: hand -, area U3 E3 | B: hand W3 | C: hand W3; discard C1; deck R9")
    story.when(Oligarchy(take=cards("C"))).when(Play(card=card("C"))).then_rejected("turn.already_played")
    story.when(Development(discard=cards("E"), play=cards("C"))).then("A: hand -, area U3 E2 C1; discard E1")


@ruling("A-81", "D4")
@cases(("edition", "allowed"), [("ru", True), ("uk", True), ("ko", False)])
def test_a_democracy_on_oneself_is_a_matter_of_the_edition(edition: str, allowed: bool) -> None:
    story = given("A: hand W3, area U2 R1 | B: area R1 | C: -", edition=edition)
    assert {each.seat for each in story.offered() if isinstance(each, Democracy)} == ({A, B} if allowed else {B})
    story.when(Democracy(seat=A, sphere=RELIGION))
    if allowed:
        story.then("A: hand W3, area U1 R1, democracy-on R1").then_wins_at(A, "R", 8)
    else:
        story.then_rejected("democracy.self", "A-81")


@ruling("A-82")
@cases("edition", EDITIONS)
def test_a_democracy_needs_a_face_up_card_of_the_sphere(edition: str) -> None:
    story = given("A: area U2 | B: hand S3, area R1, democracy-on S1, embargo-on W1 | C: -", edition=edition)
    for sphere in (SCIENCE, MILITARY, UTOPIA):
        story.when(Democracy(seat=B, sphere=sphere)).then_rejected("democracy.empty_sphere", "A-82")
    story.when(Democracy(seat=B, sphere=RELIGION)).then("A: area U1 | B: area R1, democracy-on S1 R1, embargo-on W1")


@ruling("A-82")
def test_a_democracy_names_a_seat_of_the_game() -> None:
    given("A: area U2 | B: area R1 | C: -").when(Democracy(seat=7, sphere=RELIGION)).then_rejected(
        "target.no_such_seat"
    )


@ruling("A-83")
@cases("edition", ["ru", "uk"])
def test_the_last_utopia_card_cannot_lie_on_its_own_empty_sphere(edition: str) -> None:
    given("A: area U1 | B: - | C: -", edition=edition).then_not_offered("democracy").when(
        Democracy(seat=A, sphere=UTOPIA)
    ).then_rejected("democracy.empty_sphere")
    given("A: area U2 | B: - | C: -", edition=edition).when(Democracy(seat=A, sphere=UTOPIA)).then(
        "A: area U1, democracy-on U1"
    )


@ruling("A-84")
@cases("sphere", [MILITARY, RELIGION, ECONOMY, SCIENCE, CULTURE, UTOPIA])
def test_a_democracy_may_lie_on_any_sphere(sphere: int) -> None:
    letter = "WRESCU"[sphere]
    given(f"A: area U1 | B: area {letter}1 | C: -").when(Democracy(seat=B, sphere=sphere)).then(
        f"A: area - | B: area {letter}1, democracy-on {letter}1"
    ).then_wins_at(B, letter, 8)


@ruling("A-85", "D17")
@cases("edition", EDITIONS)
@cases("markers", [1, 2, 3])
def test_each_marker_on_a_sphere_asks_for_one_card_more(markers: int, edition: str) -> None:
    zones = f"hand W3, area S{{}} R1, democracy-on S{markers}"
    text = f"A: {zones} | B: hand U1, area S1 | C: hand U1"
    given(text.format(6 + markers), edition=edition).then_wins_at(A, "S", 7 + markers).then_wins_at(
        A, "R", 7
    ).then_wins_at(B, "S", 7).when(EndTurn()).then_goes_on()
    given(text.format(7 + markers), edition=edition).when(EndTurn()).then_result("domination", [A])


@ruling("A-85")
def test_a_democracy_placed_on_a_rival_holds_him_off_by_one_card() -> None:
    story = given("A: hand R3, area U1 | B: hand W1 S2, area S6 | C: hand R3; deck W6; discard -")
    story.when(Democracy(seat=B, sphere=SCIENCE)).then("A: hand R3, area - | B: area S6, democracy-on S1")
    story.when(EndTurn()).when(Play(card=card("S"))).when(EndTurn()).then(
        "B: hand W2 S1, area S7, democracy-on S1; deck W5"
    ).then_goes_on()


@ruling("A-86", "E45")
def test_a_democracy_outlives_its_sphere_and_counts_when_that_is_rebuilt() -> None:
    story = given("A: hand R3, area W1 S1 U1 E1 | B: hand S3, area S1, democracy-on S1 | C: hand R3; deck W9")
    story.when(Attack(sphere=SCIENCE)).then("A: area U1 E1 | B: area -, democracy-on S1; discard W1 S2")
    story.when(Democracy(seat=B, sphere=SCIENCE)).then_rejected("democracy.empty_sphere")
    story.when(Embargo(seat=B, sphere=SCIENCE)).then_rejected("embargo.empty_sphere")
    story.when(EndTurn()).when(Play(card=card("S"))).then("B: hand S2, area S1, democracy-on S1").then_wins_at(
        B, "S", 8
    )


@ruling("A-86", "A-62d")
def test_a_democracy_never_leaves_its_sphere_while_its_seat_plays() -> None:
    given("A: hand W1, area E3 U1, democracy-on E2 | B: - | C: -").when(
        Development(discard=cards("U"), play=cards("W"))
    ).then("A: hand -, area E3 W1, democracy-on E2; discard U1").when(EndTurn()).then(
        "A: hand R3, area E3 W1, democracy-on E2; deck R7"
    )


@ruling("A-87")
@cases("edition", EDITIONS)
def test_a_democracy_marker_gives_no_level(edition: str) -> None:
    given("A: hand R1, area U2, democracy-on U3 W3 | B: - | C: -; discard C1", edition=edition).when(
        Oligarchy(take=cards("C"))
    ).then_rejected("effect.too_few_cards").when(Assassination(discard=cards("R"))).then_rejected(
        "effect.too_few_cards"
    )


@ruling("A-87", "A-43e")
def test_a_democracy_marker_is_no_victim() -> None:
    given("A: area W1 U1 | B: area S1, democracy-on U1 S1 | C: -").when(Attack(sphere=UTOPIA)).then(
        "A: area - | B: area S1, democracy-on U1 S1; discard W1 U1"
    )


@ruling("A-87")
def test_a_democracy_marker_leads_no_sphere() -> None:
    given(
        "A: area S1, democracy-on U3 S2 | B: area S1 | C: -; deck empty; discard - | final round ON", active="C"
    ).when(EndTurn()).then_result("majority", [A, B], points={A: 1, B: 1, C: 0})


@ruling("A-87", "D19")
@cases("edition", EDITIONS)
def test_the_first_tie_break_counts_utopia_lying_face_up_only(edition: str) -> None:
    given(
        "A: area S2 | B: area R2, democracy-on R2 U1 | C: -; deck empty; discard - | final round ON",
        active="C",
        edition=edition,
    ).when(EndTurn()).then_result(
        "majority", [A], points={A: 1, B: 1, C: 0}, decided_by=["utopia", "culture", "science"]
    )


@ruling("A-88")
def test_a_democracy_leaves_its_owners_utopia_at_once() -> None:
    given("A: hand W3, area U3 | B: area R1 | C: -; discard C1").when(Democracy(seat=B, sphere=RELIGION)).when(
        Oligarchy(take=cards("C"))
    ).then_rejected("effect.too_few_cards")
    given("A: hand W3, area U7 | B: hand W3, area R1 | C: -").when(Democracy(seat=B, sphere=RELIGION)).when(
        EndTurn()
    ).then_goes_on()


@ruling("A-89")
def test_a_sphere_may_need_more_cards_than_there_are() -> None:
    given("A: hand W3, area R13, democracy-on R10 | B: hand U1 | C: hand U1; deck W9").then_wins_at(A, "R", 17).when(
        EndTurn()
    ).then_goes_on()
