"""The first step of a turn: rulings A-17 to A-23."""

from cartulary.games.carta_impera_victoria.actions import (
    Assassination,
    Attack,
    Breakthrough,
    Democracy,
    Development,
    Embargo,
    EndTurn,
    Experiment,
    Inquisition,
    Inspiration,
    Monopoly,
    Oligarchy,
    Play,
    Purge,
    Republic,
    Research,
    SkipPlay,
)
from cartulary.games.carta_impera_victoria.cards import MILITARY, RELIGION
from cartulary.kernel.messages import Action
from tests.cases import cases
from tests.domain.notation import A, B, card, cards, ruling
from tests.domain.story import given


@ruling("A-17")
def test_a_turn_begins_with_a_card_from_hand_to_ones_own_area() -> None:
    given("A: hand W R.2 E, area R.1 | B: hand R1, area R1 | C: -", step="play").then_only_offered("play").when(
        Play(card=card("R.2"))
    ).then("A: hand W E, area R.1 R.2").then_turn(A, "effects")


@ruling("A-17")
def test_one_may_not_decline_to_play_while_a_card_can_be_played() -> None:
    story = given("A: hand R2 W, embargo-on R1, area R1 | B: - | C: -", step="play")
    story.when(SkipPlay()).then_rejected("skip_play.card_playable", "A-17")
    story.when(EndTurn()).then_rejected("turn.play_first")


@ruling("A-17")
def test_only_a_card_from_ones_own_hand_can_be_played() -> None:
    story = given("A: hand W, area E | B: hand S | C: -; discard C", step="play")
    for letter in "ESCR":
        story.when(Play(card=card(letter))).then_rejected("hand.missing_card")


@ruling("A-18")
def test_a_card_is_unplayable_only_while_an_embargo_lies_on_its_sphere_before_its_owner() -> None:
    story = given("A: hand R W, area R1, embargo-on R1, democracy-on W1 | B: - | C: -", step="play")
    story.when(Play(card=card("R"))).then_rejected("play.embargoed")
    story.when(Play(card=card("W"))).then("A: hand R, area R W, embargo-on R1, democracy-on W1")


@ruling("A-18")
def test_an_embargo_on_another_seat_bars_nothing() -> None:
    given("A: hand R | B: area R1, embargo-on R1 | C: -", step="play").when(Play(card=card("R"))).then(
        "A: hand -, area R | B: area R1, embargo-on R1"
    )


@ruling("A-19")
def test_with_an_empty_hand_the_play_is_skipped() -> None:
    given("A: hand -, area W3 | B: - | C: -", step="play").then_only_offered("skip_play").when(
        SkipPlay()
    ).then_nothing_changed().then_turn(A, "effects")


@ruling("A-19", "A-18")
def test_the_play_is_skipped_when_every_card_in_hand_is_embargoed() -> None:
    given("A: hand R3, area R2, embargo-on R1 | B: - | C: -; deck W S C", step="play").then_only_offered(
        "skip_play"
    ).when(SkipPlay()).then_nothing_changed().then_turn(A, "effects")


@ruling("A-20")
def test_after_a_skipped_play_there_is_no_way_back_to_it() -> None:
    given("A: hand R, area U3 R1, embargo-on R1 | B: - | C: -; discard W; deck S3", step="play").when(SkipPlay()).when(
        Oligarchy(take=cards("W"))
    ).then("A: hand R W, area U3 R1, embargo-on R1; discard -").when(Play(card=card("W"))).then_rejected(
        "turn.already_played"
    ).when(SkipPlay()).then_rejected("turn.already_played").then_not_offered("play", "skip_play")


@ruling("A-21")
def test_a_card_played_by_an_effect_does_not_replace_the_play_of_the_turn() -> None:
    story = given("A: hand W R, area E3 S1 | B: - | C: -", step="play")
    story.when(Development(discard=cards("S"), play=cards("R"))).then_rejected("turn.play_first")
    story.when(Play(card=card("W"))).when(Development(discard=cards("S"), play=cards("R"))).then(
        "A: hand -, area E3 W R; discard S"
    )


@ruling("A-21")
def test_one_card_is_played_in_the_first_step_and_no_more() -> None:
    given("A: hand W R | B: - | C: -", step="play").when(Play(card=card("W"))).when(Play(card=card("R"))).then_rejected(
        "turn.already_played"
    )


EVERY_EFFECT: tuple[Action, ...] = (
    Assassination(discard=cards("W")),
    Purge(discard=cards("W R")),
    Development(discard=cards("W"), play=cards("W")),
    Monopoly(discard=cards("W R"), play=cards("W R")),
    Experiment(take=cards("W"), play=cards("W")),
    Research(take=cards("W R"), play=cards("W R")),
    Oligarchy(take=cards("W")),
    Republic(take=cards("W R")),
    Attack(sphere=RELIGION),
    Inquisition(seat=B),
    Embargo(seat=B, sphere=MILITARY),
    Breakthrough(),
    Democracy(seat=B, sphere=MILITARY),
    Inspiration(seat=B, effect=Assassination(discard=cards("W"))),
)


@ruling("A-22")
@cases("effect", EVERY_EFFECT)
def test_no_effect_comes_before_the_play(effect: Action) -> None:
    text = "A: hand W R E, area W5 R1 E5 S5 U5 C1 | B: hand W, area W5 | C: -; deck S5 C5; discard W R"
    given(text, step="play").when(effect).then_rejected("turn.play_first").then_only_offered("play")
    given(text, step="effects").when(effect).then_goes_on()


@ruling("A-22")
def test_nobody_acts_in_anothers_turn() -> None:
    story = given("A: hand W, area W3 | B: hand W R, area W3 | C: -")
    story.when(Assassination(discard=cards("W")), by=B).then_rejected("turn.not_yours")
    story.when(EndTurn(), by=B).then_rejected("turn.not_yours")


@ruling("A-23")
@cases(
    ("letter", "effect", "after"),
    [
        ("W", Attack(sphere=RELIGION), "A: hand -, area - | B: hand U, area -; discard W R R"),
        ("S", Breakthrough(), "A: hand W5, area R; deck W; discard S"),
        ("E", Embargo(seat=B, sphere=RELIGION), "A: hand -, area R | B: hand U, area R, embargo-on R1"),
        ("U", Democracy(seat=B, sphere=RELIGION), "A: hand -, area R | B: hand U, area R, democracy-on R1"),
    ],
)
def test_the_card_just_played_may_pay_for_its_discard_effect(letter: str, effect: Action, after: str) -> None:
    story = given(f"A: hand {letter}, area R | B: hand U, area R | C: -; deck W6", step="play")
    story.when(Play(card=card(letter))).when(effect).then(after)


@ruling("A-23")
def test_the_card_just_played_counts_for_its_spheres_level() -> None:
    given("A: hand S, area S2 W1 | B: - | C: -", step="play").when(Play(card=card("S"))).when(
        Experiment(take=cards("S"), play=cards("S"))
    ).then("A: hand -, area S3 W1").then_used(permanent="S")


@ruling("A-23")
def test_a_religion_card_just_played_may_pay_for_an_inquisition() -> None:
    given("A: hand R | B: hand U2 | C: -", step="play").when(Play(card=card("R"))).when(Inquisition(seat=B)).then(
        "A: hand U2, area - | B: hand -; discard R"
    )
