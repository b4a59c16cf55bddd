"""Development, Monopoly and Embargo: rulings A-60 to A-68d."""

from cartulary.games.carta_impera_victoria.actions import (
    Assassination,
    Attack,
    Breakthrough,
    Development,
    Embargo,
    EndTurn,
    Experiment,
    Inspiration,
    Monopoly,
    Play,
    Research,
    SkipPlay,
)
from cartulary.games.carta_impera_victoria.cards import CULTURE, ECONOMY, MILITARY, RELIGION, SCIENCE, UTOPIA
from cartulary.kernel.messages import Action
from tests.cases import cases
from tests.domain.notation import A, B, C, D, card, cards, ruling
from tests.domain.story import given

EDITIONS = ("ru", "uk", "ko")


@ruling("A-60")
@cases("edition", EDITIONS)
def test_development_needs_a_card_to_play(edition: str) -> None:
    for hand, rule in (("-", "hand.missing_card"), ("R2", "play.embargoed")):
        given(f"A: hand {hand}, area E3 W1, embargo-on R1 | B: - | C: -", edition=edition).then_not_offered(
            "development"
        ).when(Development(discard=cards("W"), play=cards("R"))).then_rejected(rule)


@ruling("A-60")
def test_development_discards_from_the_area_and_plays_from_hand() -> None:
    given("A: hand S1 C1, area W1 E3 | B: - | C: -").when(Development(discard=cards("W"), play=cards("C"))).then(
        "A: hand S1, area E3 C1; discard W1"
    )


@ruling("A-60")
def test_a_card_discarded_by_development_must_lie_in_ones_own_area() -> None:
    given("A: hand S1 C1, area E3 | B: area W1 | C: -; discard R1").when(
        Development(discard=cards("W"), play=cards("C"))
    ).then_rejected("area.missing_card").when(Development(discard=cards("C"), play=cards("S"))).then_rejected(
        "area.missing_card"
    )


@ruling("A-61")
def test_monopoly_with_one_playable_card_is_refused_and_development_remains() -> None:
    given("A: hand S1, area E5 | B: - | C: -").then_not_offered("monopoly").when(
        Monopoly(discard=cards("E2"), play=cards("S2"))
    ).then_rejected("hand.missing_card").when(Development(discard=cards("E"), play=cards("S"))).then(
        "A: hand -, area E4 S1; discard E1"
    )
    given("A: hand S1 R2, area E5, embargo-on R1 | B: - | C: -").then_not_offered("monopoly").when(
        Monopoly(discard=cards("E2"), play=cards("S R"))
    ).then_rejected("play.embargoed").then_offered("development")


@ruling("A-62")
def test_a_copied_monopoly_needs_two_cards_in_the_area() -> None:
    story = given("A: hand S2, area C1 | B: area E5 | C: -")
    story.then_copyable((B, "development"))
    story.when(Inspiration(seat=B, effect=Monopoly(discard=cards("C2"), play=cards("S2")))).then_rejected(
        "area.missing_card"
    )
    story.when(Inspiration(seat=B, effect=Development(discard=cards("C"), play=cards("S")))).then(
        "A: hand S1, area S1; discard C1"
    )


@ruling("A-62b")
def test_a_card_discarded_by_monopoly_cannot_be_played_again() -> None:
    given("A: hand S1, area E5 W1 | B: - | C: -").when(Monopoly(discard=cards("W E"), play=cards("S W"))).then_rejected(
        "hand.missing_card"
    )
    given("A: hand S1 W.2, area E5 W.1 | B: - | C: -").when(Monopoly(discard=cards("W E"), play=cards("S W"))).then(
        "A: hand -, area E4 W.2 S1; discard W.1 E1"
    )


@ruling("A-62b")
def test_both_discards_of_a_monopoly_may_be_of_different_spheres() -> None:
    given("A: hand R1 S2, area E5 S1 W1 | B: - | C: -").when(Monopoly(discard=cards("E W"), play=cards("R S"))).then(
        "A: hand S1, area E4 S2 R1; discard E1 W1"
    )


@ruling("A-62c")
@cases("edition", EDITIONS)
def test_the_economy_cards_themselves_may_be_discarded(edition: str) -> None:
    given("A: hand S2, area E3 | B: - | C: -", edition=edition).when(
        Development(discard=cards("E"), play=cards("S"))
    ).then("A: hand S1, area E2 S1; discard E1")
    given("A: hand R1 S2, area E5 S1 | B: - | C: -", edition=edition).when(
        Monopoly(discard=cards("E2"), play=cards("S2"))
    ).then("A: hand R1, area E3 S3; discard E2")


@ruling("A-62d")
def test_a_marker_in_ones_own_area_cannot_be_discarded() -> None:
    story = given("A: hand W2, area E3, democracy-on E1, embargo-on E1 | B: - | C: -")
    story.when(Development(discard=cards("U"), play=cards("W"))).then_rejected("area.missing_card")
    for each in story.offered():
        if isinstance(each, Development):
            story.when(each).then("A: hand W1, area E2 W1, democracy-on E1, embargo-on E1; discard E1")
            break


@ruling("A-62d")
def test_a_monopoly_cannot_take_a_marker_as_its_second_card() -> None:
    given("A: hand W2, area C1, democracy-on C1 | B: area E5 | C: -").then_copyable((B, "development"))


@ruling("A-63", "D3")
@cases(("edition", "allowed"), [("ru", True), ("uk", True), ("ko", False)])
def test_an_embargo_on_oneself_is_a_matter_of_the_edition(edition: str, allowed: bool) -> None:
    story = given("A: hand W3, area E2 R1 | B: area R1 | C: -", edition=edition)
    assert {each.seat for each in story.offered() if isinstance(each, Embargo)} == ({A, B} if allowed else {B})
    story.when(Embargo(seat=A, sphere=RELIGION))
    if allowed:
        story.then("A: hand W3, area E1 R1, embargo-on R1")
    else:
        story.then_rejected("embargo.self", "A-63")


@ruling("A-63b", "D6")
@cases(("edition", "option"), [("ru", "as_printed"), ("ru", "at_once"), ("uk", "at_once")])
def test_an_embargo_on_oneself_bars_this_turn_and_all_of_the_next(edition: str, option: str) -> None:
    text = "A: hand R3 W1, area E4 R1 | B: hand U3 | C: hand U3; deck W9"
    story = given(text, edition=edition, own_embargo=option)
    story.when(Embargo(seat=A, sphere=RELIGION))
    story.when(Development(discard=cards("E"), play=cards("R"))).then_rejected("play.embargoed")
    story.when(EndTurn()).then("A: hand R3 W1, area E3 R1, embargo-on R1").turn_of().turn_of().then_turn(A)
    story.when(Play(card=card("R"))).then_rejected("play.embargoed")
    story.when(Play(card=card("W")))
    story.when(Development(discard=cards("E"), play=cards("R"))).then_rejected("play.embargoed")
    story.when(EndTurn()).then(
        "A: hand R3, area E3 R1 W1 | B: hand U2 W, area U | C: hand U2 W, area U; deck W7; discard E"
    )
    story.turn_of().turn_of().when(Play(card=card("R"))).then_goes_on()


@ruling("A-63b")
def test_the_ukrainian_embargo_on_oneself_bars_the_next_turn_only() -> None:
    story = given("A: hand R3 W1, area E4 R1 | B: hand U3 | C: hand U3; deck W9", edition="uk")
    story.when(Embargo(seat=A, sphere=RELIGION))
    story.when(Development(discard=cards("E"), play=cards("R"))).then(
        "A: hand R2 W1, area E2 R2, embargo-on R1; discard E"
    )
    story.when(EndTurn()).turn_of().turn_of().then_turn(A)
    story.when(Play(card=card("R"))).then_rejected("play.embargoed").when(Play(card=card("W"))).when(EndTurn())
    story.then("A: hand R2 W1, area E2 R2 W1 | B: hand U2 W, area U | C: hand U2 W, area U; deck W6; discard E2")
    story.turn_of().turn_of().when(Play(card=card("R"))).then_goes_on()


@ruling("A-63b")
def test_an_embargo_of_another_seat_bars_in_the_ukrainian_edition_as_ever() -> None:
    story = given("A: hand W3, area E1 | B: hand R3, area R1 | C: hand U3; deck W9", edition="uk")
    story.when(Embargo(seat=B, sphere=RELIGION)).when(EndTurn()).then_only_offered("skip_play")


ANY_METHOD: tuple[tuple[str, Action], ...] = (
    ("A: hand S1 W2, area E3 W1 S1, embargo-on S1", Development(discard=cards("W"), play=cards("S"))),
    ("A: hand S1 W2, area E5 W1 S1, embargo-on S1", Monopoly(discard=cards("W E"), play=cards("S W"))),
    ("A: hand S1 W2, area S3 W1, embargo-on S1", Experiment(take=cards("W"), play=cards("S"))),
    ("A: hand S1 W2, area S5 W1, embargo-on S1", Research(take=cards("W S"), play=cards("S W"))),
    (
        "A: hand S1 W2, area C1 S1 W1, embargo-on S1",
        Inspiration(seat=B, effect=Development(discard=cards("W"), play=cards("S"))),
    ),
    (
        "A: hand S1 W2, area C1 S1 W1, embargo-on S1",
        Inspiration(seat=B, effect=Monopoly(discard=cards("W C"), play=cards("S W"))),
    ),
    (
        "A: hand S1 W2, area C1 S1 W1, embargo-on S1",
        Inspiration(seat=C, effect=Experiment(take=cards("S"), play=cards("S"))),
    ),
    (
        "A: hand S1 W2, area C1 S1 W1, embargo-on S1",
        Inspiration(seat=C, effect=Research(take=cards("S W"), play=cards("S W"))),
    ),
)


@ruling("A-64", "D5")
@cases("edition", EDITIONS)
def test_an_embargo_bars_playing_by_whatever_method(edition: str) -> None:
    for seat, effect in ANY_METHOD:
        given(f"{seat} | B: area E5 | C: area S5; deck R9", edition=edition).when(effect).then_rejected(
            "play.embargoed", "A-64"
        )
    given("A: hand S1 W2, area S1, embargo-on S1 | B: - | C: -", edition=edition, step="play").when(
        Play(card=card("S"))
    ).then_rejected("play.embargoed")


@ruling("A-64")
def test_other_spheres_may_be_played_by_all_methods_under_an_embargo() -> None:
    for seat, effect in (
        ("A: hand W1, area E3 S1, embargo-on S1", Development(discard=cards("S"), play=cards("W"))),
        ("A: hand W1, area S3, embargo-on S1", Experiment(take=cards("S"), play=cards("W"))),
    ):
        given(f"{seat} | B: - | C: -").when(effect).then_goes_on()


@ruling("A-64b")
def test_an_embargo_bars_neither_effects_nor_payments_nor_losses_of_its_sphere() -> None:
    text = "A: hand W2 S1, area S3 E3 W1, embargo-on S1 E1 W1 | B: area R1 S1 | C: -; deck R1; discard -"
    given(text).when(Experiment(take=cards("S"), play=cards("S"))).then_rejected("play.embargoed")
    given("A: hand R1, area S3, embargo-on S1 | B: - | C: -; deck W9").when(
        Experiment(take=cards("S"), play=cards("R"))
    ).then("A: hand S1, area S2 R1, embargo-on S1")
    given(text).when(Breakthrough()).then(
        "A: hand W2 S1 R1, area S2 E3 W1, embargo-on S1 E1 W1; deck -; discard S1 | final round ON"
    )
    given(text).when(Attack(sphere=SCIENCE)).then(
        "A: hand W2 S1, area S2 E3, embargo-on S1 E1 W1 | B: area R1; discard W1 S2"
    )
    given(text).when(Embargo(seat=B, sphere=SCIENCE)).then(
        "A: hand W2 S1, area S3 E2 W1, embargo-on S1 E1 W1 | B: area R1 S1, embargo-on S1"
    )
    given("A: hand R1, area W3 E3 S1, embargo-on S1 W1 | B: - | C: -; deck W9").when(
        Development(discard=cards("S"), play=cards("R"))
    ).when(Assassination(discard=cards("R"))).then_rejected("hand.missing_card").then(
        "A: hand -, area W3 E3 R1, embargo-on S1 W1; discard S1"
    )


@ruling("A-64b")
def test_levels_count_the_cards_of_an_embargoed_sphere() -> None:
    given("A: hand R1, area W3, embargo-on W1 | B: - | C: -; deck S9").when(Assassination(discard=cards("R"))).then(
        "A: hand -, area W3, embargo-on W1; discard R1"
    )


@ruling("A-65")
@cases("edition", EDITIONS)
def test_an_embargo_needs_a_card_of_the_sphere_to_lie_on(edition: str) -> None:
    story = given("A: area E2 | B: hand S3, area R1 | C: -", edition=edition)
    story.when(Embargo(seat=B, sphere=SCIENCE)).then_rejected("embargo.empty_sphere", "A-65")
    story.when(Embargo(seat=C, sphere=RELIGION)).then_rejected("embargo.empty_sphere", "A-65")
    story.when(Embargo(seat=B, sphere=RELIGION)).then("A: area E1 | B: area R1, embargo-on R1")


@ruling("A-65")
def test_any_sphere_of_a_seat_may_be_embargoed() -> None:
    story = given("A: area E2 | B: area W1 R1 E1 S1 C1 U1 | C: area W1")
    targets = {(each.seat, each.sphere) for each in story.offered() if isinstance(each, Embargo)}
    spheres = (MILITARY, RELIGION, ECONOMY, SCIENCE, CULTURE, UTOPIA)
    assert targets == {(A, ECONOMY), (C, MILITARY), *((B, sphere) for sphere in spheres)}


@ruling("A-65", "A-65c")
def test_paying_the_last_economy_card_takes_no_other_sphere_of_ones_own_away() -> None:
    story = given("A: area W1 R1 E1 S1 C1 U1 | B: - | C: -")
    targets = [(each.seat, each.sphere) for each in story.offered() if isinstance(each, Embargo)]
    assert targets == [(A, sphere) for sphere in (MILITARY, RELIGION, SCIENCE, CULTURE, UTOPIA)]


@ruling("A-65")
def test_an_embargo_names_a_seat_of_the_game() -> None:
    given("A: area E2 | B: area R1 | C: -").when(Embargo(seat=3, sphere=RELIGION)).then_rejected("target.no_such_seat")


@ruling("A-65b")
def test_a_marker_is_no_card_for_an_embargo_to_lie_on() -> None:
    given("A: area E2 | B: area R1, embargo-on S1, democracy-on W1 | C: -").when(
        Embargo(seat=B, sphere=SCIENCE)
    ).then_rejected("embargo.empty_sphere").when(Embargo(seat=B, sphere=MILITARY)).then_rejected("embargo.empty_sphere")


@ruling("A-65c")
@cases("edition", ["ru", "uk"])
def test_the_last_economy_card_cannot_lie_on_its_own_empty_sphere(edition: str) -> None:
    given("A: area E1 | B: - | C: -", edition=edition).then_not_offered("embargo").when(
        Embargo(seat=A, sphere=ECONOMY)
    ).then_rejected("embargo.empty_sphere")
    given("A: area E2 | B: - | C: -", edition=edition).when(Embargo(seat=A, sphere=ECONOMY)).then(
        "A: area E1, embargo-on E1"
    )


@ruling("A-66")
def test_the_ban_outlives_the_sphere_it_was_laid_on() -> None:
    story = given("A: hand W3, area E1 W1 S1 | B: hand S1 U2, area S1 | C: hand U3")
    story.when(Embargo(seat=B, sphere=SCIENCE)).when(Attack(sphere=SCIENCE)).then(
        "A: area - | B: hand S1 U2, area -, embargo-on S1; discard W1 S2"
    )
    story.when(EndTurn()).when(Play(card=card("S"))).then_rejected("play.embargoed")
    story.when(Play(card=card("U"))).then_goes_on()


@ruling("A-67")
def test_two_embargoes_on_one_sphere_lapse_together() -> None:
    given("A: area E1 | B: area S1, embargo-on S1 | C: -").when(Embargo(seat=B, sphere=SCIENCE)).then(
        "A: area - | B: area S1, embargo-on S2"
    )
    given("A: hand W4, area S1, embargo-on S2 | B: hand U1 | C: -; discard -").when(EndTurn()).then(
        "A: hand W4, area S1; discard E2"
    )


@ruling("A-67b", "A-18")
def test_embargoes_on_several_spheres_may_force_a_skip() -> None:
    story = given("A: area E1 | B: hand W2 S1, area W1 S1, embargo-on W1 | C: -; deck R9", active="A")
    story.when(Embargo(seat=B, sphere=SCIENCE)).when(EndTurn()).then_turn(B).then_only_offered("skip_play")
    story.when(SkipPlay()).when(EndTurn()).then("A: hand R3, area - | B: hand W2 S1, area W1 S1; deck R6; discard E2")


@ruling("A-68", "D6")
@cases("edition", EDITIONS)
def test_an_embargo_lapses_after_the_draw_of_its_targets_next_turn_to_the_discard_pile(edition: str) -> None:
    story = given(
        "A: hand W3, area R1 E1 | B: hand W1 S2, area E3 S4 | C: hand R3, area R1; deck R R R W W W; discard -",
        edition=edition,
    )
    story.when(Embargo(seat=B, sphere=SCIENCE)).then("A: hand W3, area R1 | B: area E3 S4, embargo-on S1")
    story.when(EndTurn()).then_nothing_changed().when(Play(card=card("W"))).then(
        "B: hand S2, area W1 E3 S4, embargo-on S1"
    )
    story.when(EndTurn()).then("B: hand S2 R1, area W1 E3 S4; deck R R W W W; discard E1")
    story.then_happened("CardsDrawn", "TurnEnded", "TurnBegan")


@ruling("A-68")
def test_an_embargo_lapses_also_when_its_target_did_not_try_or_skipped() -> None:
    given("A: hand W4, area R1, embargo-on R1 | B: - | C: -; discard -", step="play").turn_of(
        Play(card=card("W"))
    ).then("A: hand W3, area R1 W1; discard E1")
    given("A: hand R3, area R2, embargo-on R1 | B: - | C: -; deck W S C; discard -", step="play").turn_of(
        SkipPlay()
    ).then("A: hand R3, area R2; deck W S C; discard E1")


@ruling("A-68")
def test_an_embargo_does_not_lapse_in_the_turns_of_others() -> None:
    given("A: hand W3 | B: hand U3, area R1, embargo-on R1 | C: hand U3").when(EndTurn()).then_nothing_changed()


@ruling("A-68b")
def test_an_embargo_marker_counts_as_nobodys_economy() -> None:
    story = given("A: hand W2, area E3 | B: hand W1, area E2 S1 | C: -")
    story.when(Embargo(seat=B, sphere=ECONOMY)).then("A: hand W2, area E2 | B: area E2 S1, embargo-on E1")
    story.when(Development(discard=cards("E"), play=cards("W"))).then_rejected("effect.too_few_cards")
    story.when(EndTurn()).when(Play(card=card("W"))).when(
        Development(discard=cards("S"), play=cards("W"))
    ).then_rejected("effect.too_few_cards")


@ruling("A-68c")
def test_in_the_last_round_an_embargo_may_be_laid_on_who_has_no_further_turn() -> None:
    story = given("A: area E3 | B: area E3 R2 | C: area E2; deck empty; discard - | final round ON", active="C")
    story.when(Embargo(seat=B, sphere=ECONOMY)).then(
        "C: area E1 | B: area E3 R2, embargo-on E1; deck empty | final round ON"
    )
    story.when(EndTurn()).then_result("majority", [B], points={A: 1, B: 2, C: 0}, decided_by=[])


@ruling("A-68d")
def test_the_target_cannot_get_rid_of_an_embargo() -> None:
    text = "A: hand W1, area S3 W1, embargo-on R1 | B: - | C: -"
    given(text).when(Experiment(take=cards("E"), play=cards("W"))).then_rejected("area.missing_card")
    given(text).when(Attack(sphere=RELIGION)).then_rejected("attack.nothing_left")
    given(text).when(Attack(sphere=ECONOMY)).then_rejected("attack.nothing_left")
    given("A: hand W1, area E3, embargo-on E1 | B: - | C: -").when(
        Development(discard=cards("E"), play=cards("W"))
    ).then("A: hand -, area E2 W1, embargo-on E1; discard E1")


@ruling("A-68")
def test_an_embargo_on_any_other_seat_bars_one_turn_of_that_seat() -> None:
    for active in range(4):
        for target in {A, B, C, D} - {active}:
            seats = [f"{'ABCD'[seat]}: hand W1, area E1{' W1' if seat == target else ''}" for seat in range(4)]
            story = given(" | ".join(seats), active="ABCD"[active]).when(Embargo(seat=target, sphere=MILITARY))
            story.when(EndTurn())
            while story.wire()["active"] != target:
                story.turn_of()
            assert story.wire()["seats"][target]["embargo"] == {"military": 1}
            story.turn_of()
            assert story.wire()["seats"][target]["embargo"] == {}


@ruling("A-68")
@cases("edition", EDITIONS)
def test_an_embargo_on_a_seat_before_ones_own_bars_just_its_next_turn(edition: str) -> None:
    story = given("A: hand W3, area S1 | B: hand W3, area E1 | C: hand W3; discard -", active="B", edition=edition)
    story.when(Embargo(seat=A, sphere=SCIENCE)).then("A: area S1, embargo-on S1 | B: area -")
    story.when(EndTurn()).turn_of().turn_of(Play(card=card("W"))).then_goes_on()
    assert story.wire()["seats"][A]["embargo"] == {}
