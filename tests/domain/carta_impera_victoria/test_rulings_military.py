"""Assassination, Purge and Attack: rulings A-40 to A-43h."""

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.actions import Assassination, Attack, Purge
from cartulary.games.carta_impera_victoria.cards import CULTURE, ECONOMY, MILITARY, RELIGION, SCIENCE, UTOPIA
from cartulary.games.carta_impera_victoria.events import AttackMade
from tests.cases import cases
from tests.domain.notation import A, card, cards, ruling
from tests.domain.story import given

EDITIONS = ("ru", "uk", "ko")


@ruling("A-40")
@cases("edition", EDITIONS)
def test_assassination_and_purge_discard_from_ones_own_hand(edition: str) -> None:
    text = "A: hand R2 E1, area W5 | B: hand S3 | C: hand C3"
    given(text, edition=edition).when(Assassination(discard=cards("R"))).then("A: hand R1 E1, area W5; discard R1")
    given(text, edition=edition).when(Purge(discard=cards("R E"))).then("A: hand R1, area W5; discard R1 E1")


@ruling("A-40")
def test_another_seats_cards_cannot_be_named() -> None:
    given("A: hand R2, area W5 | B: hand S3 | C: hand C3").when(Assassination(discard=cards("S"))).then_rejected(
        "hand.missing_card"
    ).when(Purge(discard=cards("R C"))).then_rejected("hand.missing_card")


@ruling("A-41", "D8")
@cases("edition", EDITIONS)
def test_an_attack_costs_a_military_card_and_one_of_the_chosen_sphere(edition: str) -> None:
    given("A: area W2 C2 | B: area R1 C1 | C: area S2", edition=edition).when(Attack(sphere=CULTURE)).then(
        "A: area W1 C1 | B: area R1; discard W1 C2"
    )


@ruling("A-42", "D8")
@cases("edition", EDITIONS)
def test_an_attack_needs_a_second_card_to_give_up(edition: str) -> None:
    given("A: area W1 | B: area W2 | C: -", edition=edition).then_not_offered("attack").when(
        Attack(sphere=MILITARY)
    ).then_rejected("attack.nothing_left", "A-42")


@ruling("A-42")
def test_a_sphere_of_which_the_attacker_has_no_card_cannot_be_chosen() -> None:
    story = given("A: hand R3, area W2 E1 | B: area R2 S2 | C: area C1 U1")
    for sphere in (RELIGION, SCIENCE, CULTURE, UTOPIA):
        story.when(Attack(sphere=sphere)).then_rejected("attack.nothing_left", "A-42")
    assert {each.sphere for each in story.offered() if isinstance(each, Attack)} == {MILITARY, ECONOMY}


@ruling("A-42")
def test_a_single_military_card_still_pays_for_an_attack_on_another_sphere() -> None:
    given("A: area W1 R1 | B: area R2 | C: area W2").when(Attack(sphere=MILITARY)).then_rejected(
        "attack.nothing_left"
    ).when(Attack(sphere=RELIGION)).then("A: area - | B: area R1; discard W1 R2")


@ruling("A-42")
def test_a_marker_cannot_be_given_up_in_an_attack() -> None:
    given("A: area W1, democracy-on W1, embargo-on W1 | B: area W2 | C: -").when(Attack(sphere=MILITARY)).then_rejected(
        "attack.nothing_left"
    )


@ruling("A-43")
def test_military_itself_may_be_attacked_with_two_cards_of_it() -> None:
    given("A: area W2 | B: area W3 | C: area W1").when(Attack(sphere=MILITARY)).then(
        "A: area - | B: area W2 | C: area -; discard W4"
    )


@ruling("A-41", "A-43")
def test_the_card_given_up_is_another_than_the_card_paid() -> None:
    text = "A: area W.1 W.3 | B: area W1 | C: -"
    given(text).when(Attack(sphere=MILITARY, pay=card("W.1"), give_up=card("W.1"))).then_rejected("attack.nothing_left")
    given(text).when(Attack(sphere=MILITARY, pay=card("W.3"))).then("A: area - | B: area -; discard W.1 W.3 W")
    given("A: area W.1×2 | B: area W1 | C: -").when(Attack(sphere=MILITARY, pay=card("W.1"), give_up=card("W.1"))).then(
        "A: area - | B: area -; discard W3"
    )


@ruling("A-43b")
def test_culture_may_be_attacked_also_under_markers() -> None:
    given("A: area W1 C1 | B: area C2, embargo-on C1 | C: area C1, democracy-on C2").when(Attack(sphere=CULTURE)).then(
        "A: area - | B: area C1, embargo-on C1 | C: area -, democracy-on C2; discard W1 C3"
    )


@ruling("A-43c", "D7")
@cases("edition", EDITIONS)
def test_the_attacker_loses_no_third_card(edition: str) -> None:
    given("A: area W1 C3 | B: area C3 | C: -", edition=edition).when(Attack(sphere=CULTURE)).then(
        "A: area C2 | B: area C2; discard W1 C2"
    )
    given("A: area W3 | B: area W3 | C: -", edition=edition).when(Attack(sphere=MILITARY)).then(
        "A: area W1 | B: area W2; discard W3"
    )


@ruling("A-43d", "D9")
@cases("edition", EDITIONS)
def test_a_sphere_that_no_opponent_has_may_be_attacked(edition: str) -> None:
    given("A: area W1 U1 | B: hand U2, area W1 | C: area E1", edition=edition).when(Attack(sphere=UTOPIA)).then(
        "A: area -; discard W1 U1"
    )


@ruling("A-43e")
def test_who_has_only_face_down_cards_there_loses_nothing() -> None:
    given("A: area W2 | B: area R1, democracy-on W1, embargo-on W1 | C: area E1, democracy-on U2").when(
        Attack(sphere=MILITARY)
    ).then("A: area -; discard W2 | B: democracy-on W1, embargo-on W1 | C: democracy-on U2")
    given("A: area W1 U1 | B: area R1, democracy-on U1 W1 | C: -").when(Attack(sphere=UTOPIA)).then(
        "A: area - | B: area R1, democracy-on U1 W1; discard W1 U1"
    )


@ruling("A-43f")
def test_all_victims_lose_one_card_at_once_and_none_is_asked() -> None:
    story = given("A: area W1 R1 | B: area R.1 R.2×2 | C: area R.2 | D: area R.1×2 R.2")
    story.when(Attack(sphere=RELIGION)).then(
        "A: area - | B: area R.2×2 | C: area - | D: area R.1 R.2; discard W1 R.1×2 R.2 R"
    )
    assert [each for each in story.events if isinstance(each, AttackMade)] == story.events
    assert [*GAME.to_act(story.state)] == [A]


@ruling("A-43g")
def test_a_partner_is_hit_too() -> None:
    given("A: area W1 R1 | B: area R1 | C: area R2 | D: area E1", teams=True).when(Attack(sphere=RELIGION)).then(
        "A: area - | B: area - | C: area R1; discard W1 R3"
    )


@ruling("A-43h", "A-66")
def test_markers_stay_when_the_last_face_up_card_of_their_sphere_goes() -> None:
    given("A: area W1 S1, democracy-on S1 | B: area S1, democracy-on S1, embargo-on S1 | C: -").when(
        Attack(sphere=SCIENCE)
    ).then("A: area -, democracy-on S1 | B: area -, democracy-on S1, embargo-on S1; discard W1 S2").then_wins_at(
        1, "S", 8
    ).then_wins_at(0, "S", 8)


@ruling("A-41", "A-36")
def test_hands_are_never_touched_by_an_attack() -> None:
    given("A: hand W1 R1, area W1 R1 | B: hand R3 | C: hand R1, area R1").when(Attack(sphere=RELIGION)).then(
        "A: hand W1 R1, area - | C: hand R1, area -; discard W1 R2"
    )
