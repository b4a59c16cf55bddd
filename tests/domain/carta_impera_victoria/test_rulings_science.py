"""Experiment, Research and Breakthrough: rulings A-69 to A-78."""

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.actions import (
    Breakthrough,
    BreakthroughDiscard,
    EndTurn,
    Experiment,
    Inspiration,
    Play,
    Research,
)
from cartulary.kernel.forms import forms_json
from cartulary.kernel.visibility import SPECTATOR
from tests.cases import cases
from tests.domain.notation import A, B, C, card, cards, position, ruling
from tests.domain.story import given
from tests.domain.table import Table

EDITIONS = ("ru", "uk", "ko")


@ruling("A-69")
@cases("edition", EDITIONS)
def test_the_very_card_taken_back_may_be_played_again(edition: str) -> None:
    given("A: hand W1, area R1 S3 | B: - | C: -", edition=edition).when(
        Experiment(take=cards("R"), play=cards("R"))
    ).then_nothing_changed().then_used(permanent="S")


@ruling("A-69")
def test_experiment_takes_a_card_of_the_area_and_plays_one_from_hand() -> None:
    given("A: hand W1, area R1 S3 | B: - | C: -").when(Experiment(take=cards("R"), play=cards("W"))).then(
        "A: hand R1, area W1 S3"
    )


@ruling("A-69")
def test_with_an_empty_hand_the_card_taken_is_the_one_played() -> None:
    story = given("A: hand -, area R1 S3 | B: - | C: -")
    story.when(Experiment(take=cards("R"), play=cards("S"))).then_rejected("hand.missing_card")
    story.when(Experiment(take=cards("S"), play=cards("S"))).then_nothing_changed()


@ruling("A-70")
def test_a_card_of_an_embargoed_sphere_may_be_taken_but_not_played_again() -> None:
    story = given("A: hand W1, area R1 S3, embargo-on R1 | B: - | C: -")
    story.when(Experiment(take=cards("R"), play=cards("R"))).then_rejected("play.embargoed")
    story.when(Experiment(take=cards("R"), play=cards("W"))).then("A: hand R1, area W1 S3, embargo-on R1")


@ruling("A-70")
def test_without_another_playable_card_an_embargoed_card_is_not_taken() -> None:
    given("A: hand -, area R1 S3, embargo-on R1 | B: - | C: -").when(
        Experiment(take=cards("R"), play=cards("R"))
    ).then_rejected("play.embargoed").when(Experiment(take=cards("S"), play=cards("S"))).then_nothing_changed()


@ruling("A-70")
def test_under_an_embargo_just_those_cards_are_listed_to_be_taken_after_which_one_can_be_played() -> None:
    story = given("A: hand -, area R.1 S.1×3, embargo-on R1 | B: - | C: -")
    takes = [each["take"] for each in forms_json(GAME.legal_actions(story.state, A)) if each["type"] == "experiment"]
    assert takes == [["science-1"]]


@ruling("A-71")
@cases("edition", EDITIONS)
def test_research_takes_two_first_and_then_plays_two_of_any_spheres(edition: str) -> None:
    given("A: hand C2, area W1 S4 | B: - | C: - | D: -", edition=edition).when(
        Research(take=cards("W S"), play=cards("C2"))
    ).then("A: hand W1 S1, area S3 C2")
    given("A: hand C1, area W1 R1 S5 | B: - | C: -", edition=edition).when(
        Research(take=cards("W R"), play=cards("W C"))
    ).then("A: hand R1, area W1 C1 S5")


@ruling("A-71")
def test_research_with_an_empty_hand_plays_the_two_it_took() -> None:
    given("A: hand -, area W1 S5 | B: - | C: -").when(
        Research(take=cards("W S"), play=cards("S W"))
    ).then_nothing_changed()


@ruling("A-71", "A-62")
def test_a_copied_research_needs_two_cards_in_the_area() -> None:
    story = given("A: hand W2, area C1 | B: area S5 | C: -").then_copyable((B, "experiment"))
    story.when(Inspiration(seat=B, effect=Research(take=cards("C2"), play=cards("W2")))).then_rejected(
        "area.missing_card"
    )


@ruling("A-72", "A-50")
def test_experiment_above_the_hand_limit_is_no_matter() -> None:
    given("A: hand W7, area R1 S3 | B: hand U1 | C: -").when(Experiment(take=cards("R"), play=cards("W"))).then(
        "A: hand W6 R1, area W1 S3"
    ).when(EndTurn()).then_nothing_changed()


@ruling("A-73")
def test_a_marker_cannot_be_taken_back() -> None:
    story = given("A: hand W1, area S3, embargo-on S1, democracy-on S1 | B: - | C: -")
    for letter in "UE":
        story.when(Experiment(take=cards(letter), play=cards("W"))).then_rejected("area.missing_card")


@ruling("A-74")
@cases("edition", EDITIONS)
def test_a_breakthrough_draws_five_and_discards_any_five_of_the_whole_hand(edition: str) -> None:
    text = "A: hand W2, area S1 | B: - | C: -; deck C C U R E W; discard -"
    story = given(text, edition=edition).when(Breakthrough())
    story.then("A: hand W2 C2 U1 R1 E1, area -; deck W; discard S1")
    story.when(BreakthroughDiscard(discard=cards("W2 R E U"))).then("A: hand C2, area -; discard W2 R1 E1 S1 U1")
    given(text, edition=edition).when(Breakthrough()).when(BreakthroughDiscard(discard=cards("C2 U R E"))).then(
        "A: hand W2, area -; deck W; discard C2 U1 R1 E1 S1"
    )


@ruling("A-74")
@cases("discard", ["-", "C4", "C5 W"])
def test_a_breakthrough_discards_exactly_as_many_as_it_drew(discard: str) -> None:
    given("A: hand W2, area S1 | B: - | C: -; deck C5 W1").when(Breakthrough()).when(
        BreakthroughDiscard(discard=cards(discard))
    ).then_rejected("breakthrough_discard.wrong_number")


@ruling("A-74")
def test_a_breakthrough_discards_only_cards_in_hand() -> None:
    given("A: hand W2, area S1 E1 | B: - | C: -; deck C5 W1").when(Breakthrough()).when(
        BreakthroughDiscard(discard=cards("C4 E"))
    ).then_rejected("hand.missing_card")


@ruling("A-75")
@cases("left", [1, 2, 3, 4])
def test_a_short_deck_gives_what_it_has_and_costs_as_many(left: int) -> None:
    story = given(f"A: hand W2, area S1 | B: - | C: -; deck C{left}; discard -").when(Breakthrough())
    story.then(f"A: hand W2 C{left}, area -; deck -; discard S1 | final round ON")
    story.when(BreakthroughDiscard(discard=cards(f"C{left}"))).then(
        f"A: hand W2, area -; deck -; discard S1 C{left} | final round ON"
    )


@ruling("A-76")
def test_with_an_empty_deck_a_breakthrough_costs_its_card_for_nothing() -> None:
    given("A: hand W2, area S1 | B: - | C: -; deck empty; discard - | final round ON").when(Breakthrough()).then(
        "A: hand W2, area -; discard S1 | final round ON"
    ).then_offered("end_turn").then_not_offered("breakthrough_discard")


@ruling("A-77", "A-110")
def test_a_breakthrough_that_takes_the_last_card_brings_the_final_round_and_the_turn_goes_on() -> None:
    story = given("A: hand W1, area S1 W3 | B: hand U1 | C: hand U1; deck C5; discard -").when(Breakthrough())
    story.then("A: hand W1 C5, area W3; deck -; discard S1 | final round ON").then_turn(A, "effects")
    story.when(BreakthroughDiscard(discard=cards("C5"))).then_offered("attack", "assassination", "end_turn")
    story.when(EndTurn()).then("A: hand W1, area W3; discard S1 C5 | final round ON").then_turn(B)


@ruling("A-77")
def test_a_breakthrough_that_leaves_a_card_brings_nothing() -> None:
    given("A: hand W1, area S1 | B: - | C: -; deck C5 W1; discard -").when(Breakthrough()).then(
        "A: hand W1 C5, area -; deck W1; discard S1"
    )


@ruling("A-78")
def test_discarded_cards_become_public_and_drawn_ones_stay_secret() -> None:
    text = "A: hand W.1×2, area S1 | B: - | C: -; deck C.1 C.1 U.3 R.1 E.1 W.1; discard -"
    table = Table(GAME, GAME.setup("ru", 3, {}), bytes(32), [b""] * 3, position=position(text))
    table.act(A, Breakthrough())
    drawn = [row for row in table.rows if row.type == "CardsDrawn"]
    assert [len(table.part(drawn, each)) for each in table.audiences] == [1] * 4
    told = {each: table.part(drawn, each)[0].private for each in table.audiences}
    assert [told[each] for each in (SPECTATOR, B, C)] == [None] * 3
    assert table.view(A)["seats"][A]["hand"]["culture-1"] == 2
    table.act(A, table.actions(A)[0])
    for each in (SPECTATOR, B, C):
        discard = table.view(each)["discard"]
        assert sum(discard.values()) == 6
        assert discard == table.view(A)["discard"]
        assert table.view(each)["seats"][A]["hand"] is None
        assert table.view(each)["seats"][A]["known"] == {}
        assert sum(table.view(each)["seats"][A]["backs"].values()) == 2


@ruling("A-69", "A-20")
def test_a_card_taken_by_an_experiment_stays_in_hand_for_a_later_turn() -> None:
    given("A: hand W1, area R1 S3 | B: - | C: -").when(Experiment(take=cards("R"), play=cards("W"))).when(
        Play(card=card("R"))
    ).then_rejected("turn.already_played")


@ruling("A-70")
def test_a_card_in_hand_and_one_of_its_kind_just_taken_are_both_played() -> None:
    story = given("A: hand W.1, area S5 W.1 R.1 | B: - | C: -")
    research = Research(take=cards("W.1 R.1"), play=cards("W.1 W.1"))
    assert research in story.offered()
    story.when(research).then("A: hand R1, area S5 W2")
