"""Effects in general: rulings A-24 to A-39."""

import random
from collections import Counter
from typing import Any

from cartulary.games.carta_impera_victoria.actions import (
    Assassination,
    Attack,
    Breakthrough,
    BreakthroughDiscard,
    Democracy,
    Development,
    Embargo,
    EndTurn,
    Experiment,
    HolyBook,
    Inquisition,
    InquisitionExchange,
    Inspiration,
    Monopoly,
    Oligarchy,
    Purge,
    Republic,
    Research,
)
from cartulary.games.carta_impera_victoria.cards import ECONOMY, MILITARY, RELIGION, SCIENCE
from cartulary.kernel.messages import Action
from tests.cases import cases
from tests.domain.notation import A, B, C, card, cards, ruling
from tests.domain.story import Story, dealt, given

EDITIONS = ("ru", "uk", "ko")


def busy_turn(edition: str = "ru") -> Story:
    """Seat A may use an effect of either sort of every sphere."""
    return given(
        "A: hand W2 E2 S1, area W4 R1 E4 S4 U4 C1 | B: hand R1, area R3 E1 | C: hand R1, area S1; deck R6 W4; "
        "discard C3",
        edition=edition,
    )


PERMANENTS: tuple[Action, ...] = (
    Assassination(discard=cards("W")),
    Development(discard=cards("E"), play=cards("E")),
    Experiment(take=cards("S"), play=cards("S")),
    Oligarchy(take=cards("C")),
    Inspiration(seat=B, effect=HolyBook()),
)
DISCARDS: tuple[tuple[Action, ...], ...] = (
    (Attack(sphere=ECONOMY),),
    (Inquisition(seat=B), InquisitionExchange(give_back=cards("R"))),
    (Embargo(seat=C, sphere=SCIENCE),),
    (Breakthrough(), BreakthroughDiscard(discard=cards("R5"))),
    (Democracy(seat=C, sphere=SCIENCE),),
)


@ruling("A-24")
@cases("edition", EDITIONS)
def test_each_sphere_gives_one_permanent_and_one_discard_effect_a_turn(edition: str) -> None:
    story = busy_turn(edition)
    for effect in PERMANENTS:
        story.when(effect).then_goes_on()
    story.then_used(permanent="W R E S C U")
    for effect in PERMANENTS:
        story.when(effect)
        story.then_rejected("inspiration.used" if isinstance(effect, Inspiration) else "effect.sphere_used")
    for steps in DISCARDS:
        for effect in steps:
            story.when(effect).then_goes_on()
    story.then_used(permanent="W R E S C U", discard="W R E S U")
    for steps in DISCARDS:
        story.when(steps[0]).then_rejected("effect.sphere_used")
    story.then_only_offered("end_turn")


@ruling("A-24")
def test_only_the_active_seat_is_shown_as_having_used_effects() -> None:
    story = busy_turn().when(PERMANENTS[0])
    assert [any(each["used"].values()) for each in story.wire()["seats"]] == [True, False, False]
    story.when(EndTurn()).then_used()


@ruling("A-24")
def test_effects_may_be_used_in_any_order() -> None:
    rng = random.Random(3)
    for _ in range(20):
        story = busy_turn()
        every: list[tuple[Action, ...]] = [*((each,) for each in PERMANENTS[1:]), *DISCARDS[2:]]
        rng.shuffle(every)
        for steps in every:
            for effect in steps:
                story.when(effect).then_goes_on()
        story.then_used(permanent="R E S C U", discard="E S U")


@ruling("A-38")
def test_nothing_is_listed_twice() -> None:
    story = given(
        "A: hand W1, area W2 R2 E2 S3 C2 U2 | B: area W3 R3 E3 S3 U1 | C: area W1 R1 C1; discard W1; deck W1 S2"
    )
    names = [*map(str, story.offered())]
    assert sorted(names) == sorted({*names})


@ruling("A-24")
def test_the_next_turn_gives_every_effect_anew() -> None:
    story = given("A: hand W5, area W3 | B: hand R1 | C: hand R1")
    story.when(Assassination(discard=cards("W"))).when(EndTurn()).turn_of().turn_of()
    story.turn_of(*story.idle_turn(), Assassination(discard=cards("W"))).then_goes_on()


@ruling("A-25")
@cases(
    ("area", "lower", "higher"),
    [
        ("W5", Assassination(discard=cards("R")), Purge(discard=cards("R2"))),
        ("E5 W3", Development(discard=cards("W"), play=cards("R")), Monopoly(discard=cards("W2"), play=cards("R2"))),
        ("S5", Experiment(take=cards("S"), play=cards("S")), Research(take=cards("S2"), play=cards("S2"))),
        ("U5", Oligarchy(take=cards("C")), Republic(take=cards("C2"))),
    ],
)
def test_the_two_levels_of_a_sphere_are_not_combined_in_either_order(area: str, lower: Action, higher: Action) -> None:
    text = f"A: hand R4, area {area} | B: - | C: -; deck W5; discard C4"
    given(text).when(lower).when(higher).then_rejected("effect.sphere_used")
    given(text).when(higher).when(lower).then_rejected("effect.sphere_used")


@ruling("A-25")
def test_cards_gained_after_level_one_do_not_open_level_two() -> None:
    given("A: hand W2 R2, area W4 E3 S1 | B: - | C: -").when(Assassination(discard=cards("R"))).when(
        Development(discard=cards("S"), play=cards("W"))
    ).then("A: hand W1 R1, area W5 E3; discard R1 S1").when(Purge(discard=cards("W R"))).then_rejected(
        "effect.sphere_used"
    )


@ruling("A-26", "D16")
@cases(
    ("area", "payment", "lost"),
    [
        ("W3 R1", Attack(sphere=RELIGION), Assassination(discard=cards("R"))),
        ("E3 R1", Embargo(seat=B, sphere=MILITARY), Development(discard=cards("R"), play=cards("R"))),
        ("U3 R1", Democracy(seat=B, sphere=MILITARY), Oligarchy(take=cards("C"))),
    ],
)
def test_paying_first_may_put_the_permanent_effect_out_of_reach(area: str, payment: Action, lost: Action) -> None:
    text = f"A: hand R1, area {area} | B: area W1 | C: -; deck S5; discard C1"
    given(text).when(payment).when(lost).then_rejected("effect.too_few_cards", "A-26")
    given(text).when(lost).when(payment).then_goes_on()


@ruling("A-26")
def test_paying_for_a_breakthrough_may_put_the_experiment_out_of_reach() -> None:
    text = "A: hand R1, area S3 | B: - | C: -; deck W1; discard -"
    steps = (Breakthrough(), BreakthroughDiscard(discard=cards("W")))
    given(text).when(steps[0]).when(steps[1]).when(Experiment(take=cards("S"), play=cards("S"))).then_rejected(
        "effect.too_few_cards"
    )
    given(text).when(Experiment(take=cards("S"), play=cards("R"))).then("A: hand S, area S2 R").when(
        Breakthrough()
    ).then("A: hand S W, area S R; deck -; discard S | final round ON")


@ruling("A-27")
def test_a_resolved_effect_stands_when_its_cards_leave_afterwards() -> None:
    given("A: hand R2, area W3 E1 | B: - | C: -").when(Assassination(discard=cards("R"))).when(
        Attack(sphere=ECONOMY)
    ).then("A: hand R1, area W2; discard R1 W1 E1")


@ruling("A-27")
def test_an_effect_is_carried_through_though_its_first_half_breaks_its_threshold() -> None:
    given("A: hand R2, area E3 | B: - | C: -").when(Development(discard=cards("E"), play=cards("R"))).then(
        "A: hand R1, area E2 R1; discard E1"
    )
    given("A: hand R2, area S5 | B: - | C: -").when(Research(take=cards("S2"), play=cards("R2"))).then(
        "A: hand S2, area S3 R2"
    )


@ruling("A-28")
def test_a_threshold_reached_in_the_turn_counts_at_once() -> None:
    given("A: hand R1 S2, area E5 S1 | B: - | C: -").when(Monopoly(discard=cards("E2"), play=cards("S2"))).then(
        "A: hand R1, area E3 S3; discard E2"
    ).when(Experiment(take=cards("E"), play=cards("R"))).then("A: hand E1, area E2 S3 R1")


@ruling("A-28")
@cases(("seats", "one", "two"), [(2, 3, 5), (3, 3, 5), (4, 2, 4)])
@cases("edition", EDITIONS)
def test_the_thresholds_are_three_and_five_and_with_four_seats_two_and_four(
    seats: int, one: int, two: int, edition: str
) -> None:
    others = "| B: - " + "| C: - " * (seats > 2) + "| D: -" * (seats > 3)
    for have in range(1, 7):
        story = given(f"A: hand R3, area W{have} {others}", edition=edition)
        names = {each.NAME for each in story.offered()}
        assert ("assassination" in names, "purge" in names) == (have >= one, have >= two)


@ruling("A-29")
@cases(
    ("zones", "effect"),
    [
        ("area W2, embargo-on W1", Assassination(discard=cards("R"))),
        ("area W2, democracy-on W3", Assassination(discard=cards("R"))),
        ("area E2 W1, embargo-on E1", Development(discard=cards("W"), play=cards("R"))),
        ("area E2 W1, embargo-on W1", Development(discard=cards("W"), play=cards("R"))),
        ("area U2, democracy-on U1", Oligarchy(take=cards("C"))),
        ("area S2 U1, democracy-on S2", Experiment(take=cards("S"), play=cards("R"))),
    ],
)
def test_cards_lying_face_down_count_for_no_threshold(zones: str, effect: Action) -> None:
    given(f"A: hand R3, {zones} | B: - | C: -; deck W5; discard C1").when(effect).then_rejected("effect.too_few_cards")


@ruling("A-30", "D15")
@cases("edition", EDITIONS)
def test_nothing_comes_between_the_two_halves_of_an_inquisition(edition: str) -> None:
    story = given("A: hand W2, area R1 W3 S1 E1 U1 | B: hand E1 S1, area R1 | C: -; deck W9", edition=edition)
    story.when(Inquisition(seat=B)).then_only_offered("inquisition_exchange")
    for action in (
        EndTurn(),
        Assassination(discard=cards("W")),
        Attack(sphere=MILITARY),
        Breakthrough(),
        Embargo(seat=B, sphere=RELIGION),
        Democracy(seat=B, sphere=RELIGION),
        Inquisition(seat=C),
    ):
        story.when(action).then_rejected("turn.effect_unfinished", "A-30")
    story.when(BreakthroughDiscard(discard=cards("W"))).then_rejected("breakthrough_discard.nothing_drawn")
    story.when(InquisitionExchange(give_back=cards("W2"))).when(EndTurn()).then_turn(B)


@ruling("A-30", "D15")
@cases("edition", EDITIONS)
def test_nothing_comes_between_the_two_halves_of_a_breakthrough(edition: str) -> None:
    story = given("A: hand W2, area R1 W3 S1 E1 U1 | B: hand E1, area R1 | C: -; deck W9", edition=edition)
    story.when(Breakthrough()).then_only_offered("breakthrough_discard")
    for action in (
        EndTurn(),
        Assassination(discard=cards("W")),
        Attack(sphere=MILITARY),
        Inquisition(seat=B),
        Embargo(seat=B, sphere=RELIGION),
    ):
        story.when(action).then_rejected("turn.effect_unfinished", "A-30")
    story.when(InquisitionExchange(give_back=cards("W"))).then_rejected("inquisition_exchange.nothing_taken")
    story.when(BreakthroughDiscard(discard=cards("W5"))).when(Attack(sphere=MILITARY)).then_goes_on()


@ruling("A-30")
def test_the_second_half_of_an_effect_needs_its_first() -> None:
    story = given("A: hand W5, area R1 S1 | B: hand E1 | C: -")
    story.when(InquisitionExchange(give_back=cards("W"))).then_rejected("inquisition_exchange.nothing_taken")
    story.when(BreakthroughDiscard(discard=cards("W5"))).then_rejected("breakthrough_discard.nothing_drawn")


@ruling("A-31")
def test_an_effect_of_which_a_part_is_impossible_is_refused() -> None:
    given("A: hand R1, area E3 W1 R1, embargo-on R1 | B: - | C: -").when(
        Development(discard=cards("W"), play=cards("R"))
    ).then_rejected("play.embargoed").then_not_offered("development")
    given("A: hand -, area E3 W1 | B: - | C: -").when(Development(discard=cards("W"), play=cards("R"))).then_rejected(
        "hand.missing_card"
    ).then_not_offered("development")
    given("A: hand -, area S3, embargo-on S1 | B: - | C: -").when(
        Experiment(take=cards("S"), play=cards("S"))
    ).then_rejected("play.embargoed").then_not_offered("experiment")
    given("A: hand R1, area W1 | B: area W1 | C: -").when(Attack(sphere=MILITARY)).then_rejected("attack.nothing_left")


@ruling("A-31", "D9")
@cases("edition", EDITIONS)
def test_victims_without_the_sphere_a_short_deck_and_an_empty_hand_are_no_hindrance(edition: str) -> None:
    given("A: area W1 R1 | B: area W1 | C: -", edition=edition).when(Attack(sphere=RELIGION)).then(
        "A: area -; discard W1 R1"
    )
    given("A: hand W1, area S1 | B: - | C: -; deck R2; discard -", edition=edition).when(Breakthrough()).then(
        "A: hand W1 R2, area -; deck -; discard S1 | final round ON"
    )
    given("A: hand W1, area R1 | B: hand - | C: -", edition=edition).when(Inquisition(seat=B)).then(
        "A: hand W1, area -; discard R1"
    )


@ruling("A-32")
def test_purge_with_one_card_in_hand_is_not_to_be_had_and_assassination_gives_the_same() -> None:
    given("A: hand R1, area W5 | B: - | C: -").then_not_offered("purge").when(Purge(discard=cards("R2"))).then_rejected(
        "hand.missing_card"
    ).when(Assassination(discard=cards("R"))).then("A: hand -, area W5; discard R1")


@ruling("A-32")
def test_republic_with_one_card_in_the_discard_pile_is_not_to_be_had_and_oligarchy_gives_the_same() -> None:
    given("A: hand -, area U5 | B: - | C: -; discard R1; deck W3").then_not_offered("republic").when(
        Republic(take=cards("R2"))
    ).then_rejected("discard.missing_card").when(Oligarchy(take=cards("R"))).then("A: hand R1, area U5; discard -")


@ruling("A-33")
def test_assassination_needs_a_card_in_hand_and_oligarchy_one_in_the_discard_pile() -> None:
    given("A: hand -, area W5 U5 | B: - | C: -; discard -; deck R3").then_not_offered(
        "assassination", "purge", "oligarchy", "republic"
    ).when(Assassination(discard=cards("R"))).then_rejected("hand.missing_card").when(
        Oligarchy(take=cards("R"))
    ).then_rejected("discard.missing_card")


@ruling("A-34")
def test_a_card_that_another_effect_discards_does_nothing_and_uses_no_slot() -> None:
    given("A: hand R1 S1, area W5 R1 | B: hand E1 | C: -").when(Purge(discard=cards("R S"))).then(
        "A: hand -, area W5 R1; discard R1 S1"
    ).then_used(permanent="W").when(Inquisition(seat=B)).then_goes_on()
    given("A: hand E1, area E3 S1 U1 | B: area W1 | C: -").when(Development(discard=cards("U"), play=cards("E"))).then(
        "A: hand -, area E4 S1; discard U1"
    ).then_used(permanent="E").when(Breakthrough()).then_goes_on()


@ruling("A-34")
def test_the_card_given_up_in_an_attack_uses_no_slot_either() -> None:
    given("A: hand R1, area W1 S2 | B: - | C: -; deck R1").when(Attack(sphere=SCIENCE)).then_used(discard="W").when(
        Breakthrough()
    ).then_used(discard="W S")


@ruling("A-35")
@cases(
    ("area", "effect", "used"),
    [
        ("E2", Embargo(seat=B, sphere=MILITARY), "E"),
        ("U2", Democracy(seat=B, sphere=MILITARY), "U"),
    ],
)
def test_a_marker_uses_its_spheres_discard_effect_though_the_card_is_not_discarded(
    area: str, effect: Action, used: str
) -> None:
    given(f"A: area {area} | B: area W2 | C: -; discard -").when(effect).then_used(discard=used).when(
        effect
    ).then_rejected("effect.sphere_used")


@ruling("A-36")
def test_the_lowest_epoch_pays_unless_the_actor_names_another() -> None:
    text = "A: hand -, area W.1 W.3 R.1 R.2 | B: hand U1, area R.1 R.2 | C: -"
    given(text).when(Attack(sphere=RELIGION)).then("A: area W.3 R.2 | B: area R.2; discard W.1 R.1×2")
    given(text).when(Attack(sphere=RELIGION, pay=card("W.3"), give_up=card("R.2"))).then(
        "A: area W.1 R.1 | B: area R.2; discard W.3 R.2 R.1"
    )
    given(text).when(Inquisition(seat=B, pay=card("R.2"))).then("A: hand U1, area W.1 W.3 R.1 | B: hand -; discard R.2")


@ruling("A-36")
def test_the_actor_may_name_which_economy_or_science_card_pays() -> None:
    given("A: hand -, area E.1 E.3 | B: area R1 | C: -").when(Embargo(seat=B, sphere=RELIGION, pay=card("E.3"))).then(
        "A: area E.1 | B: area R1, embargo-on R1"
    )
    given("A: hand -, area S.1 S.2 | B: - | C: -; deck R1").when(Breakthrough(pay=card("S.2"))).then(
        "A: hand R1, area S.1; deck -; discard S.2 | final round ON"
    )


@ruling("A-36")
def test_a_card_that_does_not_lie_there_or_is_of_another_sphere_cannot_pay() -> None:
    story = given("A: hand W.3, area W.1 R.1×2 | B: hand E1 | C: -")
    story.when(Attack(sphere=RELIGION, pay=card("W.3"))).then_rejected("area.missing_card")
    story.when(Attack(sphere=RELIGION, pay=card("R.1"))).then_rejected("area.missing_card")
    story.when(Attack(sphere=RELIGION, give_up=card("R.2"))).then_rejected("area.missing_card")
    story.when(Attack(sphere=RELIGION, give_up=card("W.1"))).then_rejected("area.missing_card")
    story.when(Inquisition(seat=B, pay=card("W.1"))).then_rejected("area.missing_card")


@ruling("A-37")
@cases(
    ("zones", "effect"),
    [
        ("area W1, embargo-on E1", Embargo(seat=B, sphere=MILITARY)),
        ("area W1, embargo-on W1", Embargo(seat=B, sphere=MILITARY)),
        ("area W1, democracy-on U1", Democracy(seat=B, sphere=MILITARY)),
        ("area W1, democracy-on W2", Democracy(seat=B, sphere=MILITARY)),
        ("area R1, democracy-on W2", Attack(sphere=RELIGION)),
        ("area W1, embargo-on S1, democracy-on S1", Breakthrough()),
        ("area W1, embargo-on R1", Inquisition(seat=B)),
    ],
)
def test_a_card_lying_face_down_pays_for_nothing(zones: str, effect: Action) -> None:
    given(f"A: hand E1 U1, {zones} | B: hand R1, area W1 | C: -").when(effect).then_rejected(
        "discard_effect.nothing_to_pay"
    )


@ruling("A-38")
def test_the_second_step_ends_when_the_seat_says_so_and_not_before() -> None:
    story = given("A: hand W3 | B: hand R1 | C: -")
    story.then_only_offered("end_turn").then_turn(A, "effects")
    story.when(EndTurn()).then_turn(B)


@ruling("A-38")
def test_all_effects_may_be_declined() -> None:
    story = busy_turn()
    story.when(EndTurn()).then("discard C3").then_turn(B)


@ruling("A-39")
def test_no_turn_has_more_than_fourteen_decisions() -> None:
    """The play, five permanent effects, five discard effects, two second halves, and the end."""
    rng = random.Random(39)
    longest = 0
    for seed in range(6):
        story = dealt(rng.choice((2, 3, 4)), seed=seed)
        taken: Counter[int] = Counter()
        while story.wire()["step"] != "over":
            state: dict[str, Any] = story.wire()
            options = story.offered()
            longer = [each for each in options if not isinstance(each, EndTurn)]
            story.when(rng.choice(longer or options))
            assert story.refused is None
            taken[state["turn"]] += 1
        longest = max(longest, *taken.values())
    assert 4 < longest <= 14


@ruling("A-34", "A-43b")
def test_a_discarded_culture_card_has_no_effect_of_its_own() -> None:
    given("A: hand C1 R1, area W3 C1 | B: hand E1, area W3 | C: -").when(Assassination(discard=cards("C"))).then(
        "A: hand R1, area W3 C1; discard C1"
    ).then_used(permanent="W")


@cases("edition", EDITIONS)
@cases(
    ("action", "then"),
    [
        (Inquisition(seat=C), "A: hand E1 W1, area E1 U1 | C: hand -, area S1; discard R1"),
        (Embargo(seat=C, sphere=SCIENCE), "A: hand E1, area R1 U1 | C: hand W1, area S1, embargo-on S1"),
        (Democracy(seat=C, sphere=SCIENCE), "A: hand E1, area R1 E1 | C: hand W1, area S1, democracy-on S1"),
    ],
)
def test_a_partner_is_another_player_for_discard_effects(edition: str, action: Action, then: str) -> None:
    """No rulebook spares a partner: "any", "a" or "another" player may be one."""
    given("A: hand E1, area R1 E1 U1 | B: - | C: hand W1, area S1 | D: -", teams=True, edition=edition).when(
        action
    ).then(then)
