"""Inspiration and the culture token: rulings A-90 to A-109."""

from typing import Any

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.actions import (
    PERMANENT_EFFECTS,
    Assassination,
    Attack,
    Development,
    DivineRight,
    EndTurn,
    Experiment,
    HolyBook,
    Inquisition,
    InquisitionExchange,
    Inspiration,
    Monopoly,
    Oligarchy,
    Play,
    Purge,
    Republic,
    Research,
)
from cartulary.games.carta_impera_victoria.cards import CULTURE, MILITARY, RELIGION
from cartulary.kernel.messages import Action
from tests.cases import cases
from tests.domain.notation import A, B, C, card, cards, ruling
from tests.domain.story import given

EDITIONS = ("ru", "uk", "ko")
COPY_ASSASSINATION = Inspiration(seat=B, effect=Assassination(discard=cards("R")))


@ruling("A-90", "D10")
@cases("edition", EDITIONS)
def test_nobody_copies_from_himself(edition: str) -> None:
    story = given("A: hand R2, area W5 C1 | B: - | C: -", edition=edition).then_copyable()
    story.when(Inspiration(seat=A, effect=Assassination(discard=cards("R")))).then_rejected("inspiration.self", "A-90")


@ruling("A-90")
def test_a_copy_names_a_seat_of_the_game() -> None:
    given("A: hand R2, area C1 | B: area W3 | C: -").when(
        Inspiration(seat=3, effect=Assassination(discard=cards("R")))
    ).then_rejected("target.no_such_seat")


@ruling("A-91")
@cases(
    ("source", "copyable"),
    [
        ("W2", ()),
        ("W3", ("assassination",)),
        ("W4", ("assassination",)),
        ("W5", ("assassination", "purge")),
        ("R3 E2", ("holy_book",)),
        ("W2, democracy-on W1, embargo-on W1", ()),
    ],
)
def test_the_copied_seat_must_have_the_level_now(source: str, copyable: tuple[str, ...]) -> None:
    given(f"A: hand U2, area C1 | B: area {source} | C: -; deck S9").then_copyable(*((B, name) for name in copyable))


@ruling("A-91")
def test_a_level_that_the_source_does_not_have_is_refused() -> None:
    given("A: hand R2, area C1 | B: area W3 | C: -").when(
        Inspiration(seat=B, effect=Purge(discard=cards("R2")))
    ).then_rejected("effect.too_few_cards", "A-91")


@ruling("A-92")
@cases("edition", EDITIONS)
def test_level_one_may_be_copied_of_who_has_level_two(edition: str) -> None:
    given("A: hand R2, area C1 | B: area W5 | C: -", edition=edition).when(COPY_ASSASSINATION).then(
        "A: hand R1, area C1; discard R1 | token A→B's W"
    )


@ruling("A-93")
def test_who_qualifies_himself_uses_his_own_effect_or_a_copied_one() -> None:
    text = "A: hand R2, area W3 C1 | B: area W5 | C: -"
    given(text).when(Assassination(discard=cards("R"))).then("A: hand R1, area W3 C1; discard R1").when(
        COPY_ASSASSINATION
    ).then_rejected("effect.sphere_used")
    given(text).when(Inspiration(seat=B, effect=Purge(discard=cards("R2")))).then(
        "A: hand -, area W3 C1; discard R2 | token A→B's W"
    ).when(Assassination(discard=cards("R"))).then_rejected("effect.sphere_used")


@ruling("A-94", "D11")
@cases("edition", EDITIONS)
def test_a_sphere_used_by_oneself_cannot_be_copied_at_the_other_level(edition: str) -> None:
    text = "A: hand R3, area W3 C1 | B: area W5 E3 | C: -"
    story = given(text, edition=edition).when(Assassination(discard=cards("R")))
    story.when(Inspiration(seat=B, effect=Purge(discard=cards("R2")))).then_rejected("effect.sphere_used")
    story.then_copyable((B, "development"))
    story = given(text, edition=edition).when(COPY_ASSASSINATION)
    story.when(Assassination(discard=cards("R"))).then_rejected("effect.sphere_used")


@ruling("A-94")
@cases("edition", EDITIONS)
def test_by_option_an_own_effect_and_a_copy_of_the_other_level_go_together_in_either_order(edition: str) -> None:
    text = "A: hand R4, area W3 C1 | B: area W5 | C: -"
    purge = Inspiration(seat=B, effect=Purge(discard=cards("R2")))
    story = given(text, edition=edition, copied_effect="same_effect").when(Assassination(discard=cards("R")))
    story.then_copyable((B, "purge")).when(COPY_ASSASSINATION).then_rejected("effect.sphere_used", "A-24")
    story.when(purge).then("A: hand R1; discard R3 | token A→B's W").then_used(permanent="W C")
    story.when(Assassination(discard=cards("R"))).then_rejected("effect.sphere_used")
    story = given(text, edition=edition, copied_effect="same_effect").when(purge)
    story.when(Assassination(discard=cards("R"))).then("A: hand R1; discard R3 | token A→B's W")
    story.when(Assassination(discard=cards("R"))).then_rejected("effect.sphere_used")


@ruling("A-94", "A-25")
def test_by_option_own_levels_of_a_sphere_and_the_same_effect_twice_stay_barred() -> None:
    text = "A: hand R5, area W5 C1 | B: area W5 | C: -"
    story = given(text, copied_effect="same_effect").when(Assassination(discard=cards("R")))
    story.when(Purge(discard=cards("R2"))).then_rejected("effect.sphere_used")
    story = given(text, copied_effect="same_effect").when(COPY_ASSASSINATION)
    story.when(Assassination(discard=cards("R"))).then_rejected("effect.sphere_used")
    story.when(Purge(discard=cards("R2"))).then("A: hand R2; discard R3 | token A→B's W")
    story.when(EndTurn()).turn_of().turn_of().turn_of().then_goes_on()


@ruling("A-94")
def test_of_a_sphere_used_before_a_position_nothing_is_left() -> None:
    used = {"permanent": ["military"], "discard": []}
    story = given("A: hand R5, area W5 C1 | B: area W5 | C: -", used=used, copied_effect="same_effect")
    story.then_copyable().then_not_offered("assassination", "purge")


@ruling("A-94", "E30")
def test_after_ones_own_experiment_no_science_is_copied_but_other_spheres_are() -> None:
    story = given("A: hand W1 R1, area E1 S3 C1 | B: area S5 W3 | C: -")
    story.when(Experiment(take=cards("E"), play=cards("W"))).then("A: hand R1 E1, area W1 S3 C1")
    story.when(Inspiration(seat=B, effect=Research(take=cards("W C"), play=cards("R E")))).then_rejected(
        "effect.sphere_used"
    )
    story.when(COPY_ASSASSINATION).then("A: hand E1, area W1 S3 C1; discard R1 | token A→B's W")


@ruling("A-95")
def test_inspiration_copies_one_effect_a_turn() -> None:
    story = given("A: hand R2 E1, area C1 S1 | B: area W3 E3 | C: -").when(COPY_ASSASSINATION)
    story.when(Inspiration(seat=B, effect=Development(discard=cards("S"), play=cards("E")))).then_rejected(
        "inspiration.used", "A-95"
    )
    story.then_copyable()


@ruling("A-95")
def test_not_even_a_lead_lost_and_regained_gives_a_second_copy() -> None:
    story = given("A: hand R2 C1, area C1 E3 | B: area W3 S3 | C: -").when(COPY_ASSASSINATION)
    story.then("A: hand R1 C1, area C1 E3; discard R1 | token A→B's W")
    story.when(Development(discard=cards("C"), play=cards("C"))).then("A: hand R1, area C1 E3; discard R1 C1")
    story.when(Inspiration(seat=B, effect=Experiment(take=cards("E"), play=cards("E")))).then_rejected(
        "inspiration.used"
    )


@ruling("A-96")
@cases("edition", EDITIONS)
@cases(
    ("own", "other", "third", "leads"),
    [(1, 0, 0, True), (0, 0, 0, False), (2, 2, 0, False), (3, 2, 1, True), (2, 1, 3, False), (1, 1, 1, False)],
)
def test_inspiration_needs_strictly_more_culture_than_each_other_seat(
    own: int, other: int, third: int, leads: bool, edition: str
) -> None:
    areas = [" ".join(["W3", f"C{number}" if number else ""]).strip() for number in (own, other, third)]
    story = given(f"A: hand R1, area {areas[0]} | B: area {areas[1]} | C: area {areas[2]}", edition=edition)
    story.when(COPY_ASSASSINATION)
    if leads:
        story.then(f"A: hand -, area {areas[0]}; discard R1 | token A→B's W")
    else:
        story.then_rejected("inspiration.no_lead", "A-96").then_copyable()


@ruling("A-96")
def test_culture_played_in_the_turn_counts_for_the_lead() -> None:
    given("A: hand R1 C1, area C1 | B: area W3 C1 | C: -", step="play").when(Play(card=card("C"))).when(
        COPY_ASSASSINATION
    ).then("A: hand -, area C2; discard R1 | token A→B's W")


@ruling("A-96")
def test_culture_in_hand_or_under_a_marker_leads_nothing() -> None:
    given("A: hand R1 C3, democracy-on C2 | B: area W3 | C: -").when(COPY_ASSASSINATION).then_rejected(
        "inspiration.no_lead"
    )


@ruling("A-97")
def test_a_resolved_copy_stands_when_the_lead_is_lost() -> None:
    story = given("A: hand W2, area E3 C1 | B: area W3 R1 | C: -")
    story.when(Inspiration(seat=B, effect=Assassination(discard=cards("W")))).then(
        "A: hand W1, area E3 C1; discard W1 | token A→B's W"
    )
    story.when(Development(discard=cards("C"), play=cards("W"))).then("A: hand -, area W1 E3; discard W1 C1")


@ruling("A-97")
def test_a_copied_limit_stands_when_the_token_is_lost() -> None:
    given("A: hand W1, area E3 C1 | B: hand U1, area R5 | C: hand U1; deck S9; discard -").when(
        Inspiration(seat=B, effect=DivineRight())
    ).when(Development(discard=cards("C"), play=cards("W"))).then_hand_limit(A, 7).when(EndTurn()).then(
        "A: hand S7, area E3 W1; deck S2; discard C1"
    )


@ruling("A-97")
def test_a_copied_limit_stands_when_its_source_no_longer_has_the_level() -> None:
    story = given("A: hand W1, area W1 R1 C1 | B: hand U1, area R5 | C: hand U1; deck S9; discard -")
    story.when(Inspiration(seat=B, effect=DivineRight())).when(Attack(sphere=RELIGION)).then_hand_limit(A, 7)
    story.when(EndTurn()).then("A: hand W1 S6, area C1 | B: area R4; deck S3; discard W1 R2 | token A→B's R")


@ruling("A-97")
def test_a_standing_copied_limit_is_lost_with_the_token() -> None:
    text = "A: hand W1, area E3 C1 | B: hand U1, area R5 | C: hand U1; deck S9; discard -"
    given(text, hand_limit="standing").when(Inspiration(seat=B, effect=DivineRight())).then_hand_limit(A, 7).when(
        Development(discard=cards("C"), play=cards("W"))
    ).then_hand_limit(A, 3).when(EndTurn()).then("A: hand S3, area E3 W1; deck S6; discard C1")


@ruling("A-97")
def test_a_standing_copied_limit_is_lost_when_its_source_no_longer_has_the_level() -> None:
    text = "A: hand W1, area W1 R1 C1 | B: hand U1, area R5 | C: hand U1; deck S9; discard -"
    story = given(text, hand_limit="standing")
    story.when(Inspiration(seat=B, effect=DivineRight())).then_hand_limit(A, 7)
    story.when(Attack(sphere=RELIGION)).then("A: area C1 | B: area R4; discard W1 R2 | token A→B's R")
    story.then_hand_limit(A, 3).when(EndTurn()).then("A: hand W1 S2, area C1; deck S7 | token A→B's R")


@ruling("A-97")
def test_a_standing_copied_holy_book_survives_as_long_as_the_source_has_one() -> None:
    text = "A: hand W1, area W1 R1 C1 | B: hand U1, area R5 | C: hand U1; deck S9; discard -"
    given(text, hand_limit="standing").when(Inspiration(seat=B, effect=HolyBook())).when(
        Attack(sphere=RELIGION)
    ).then_hand_limit(A, 5).when(EndTurn()).then(
        "A: hand W1 S4, area C1 | B: area R4; deck S5; discard W1 R2 | token A→B's R"
    )


@ruling("A-98")
@cases(
    ("source", "effect", "after"),
    [
        ("W3", Assassination(discard=cards("R")), "A: hand R2 S1, area C1 E1; discard R1"),
        ("W5", Purge(discard=cards("R S")), "A: hand R2, area C1 E1; discard R1 S1"),
        ("E3", Development(discard=cards("E"), play=cards("S")), "A: hand R3, area C1 S1; discard E1"),
        ("E5", Monopoly(discard=cards("E C"), play=cards("S R")), "A: hand R2, area S1 R1; discard E1 C1"),
        ("S3", Experiment(take=cards("E"), play=cards("S")), "A: hand R3 E1, area C1 S1"),
        ("S5", Research(take=cards("E C"), play=cards("S C")), "A: hand R3 E1, area C1 S1"),
    ],
)
def test_a_copied_effect_works_on_the_copiers_own_cards(source: str, effect: Any, after: str) -> None:
    story = given(f"A: hand R3 S1, area C1 E1 | B: hand U3, area {source} | C: hand U3; deck W9; discard -")
    story.when(Inspiration(seat=B, effect=effect))
    keeps_lead = "C1" in after.split("area")[1].split(";")[0] and not isinstance(effect, Research)
    story.then(after + (f" | token A→B's {source[0]}" if keeps_lead else ""))


@ruling("A-98")
def test_a_copied_oligarchy_or_republic_fills_the_copiers_hand() -> None:
    text = "A: hand -, area C1 | B: hand -, area U5 | C: -; deck W9; discard R1 S1"
    given(text).when(Inspiration(seat=B, effect=Oligarchy(take=cards("S")))).then(
        "A: hand S1, area C1; discard R1 | token A→B's U"
    )
    given(text).when(Inspiration(seat=B, effect=Republic(take=cards("S R")))).then(
        "A: hand S1 R1, area C1; discard - | token A→B's U"
    )


@ruling("A-99")
def test_only_permanent_effects_of_the_five_other_spheres_can_be_copied() -> None:
    assert {each.NAME for each in PERMANENT_EFFECTS} == {
        "assassination", "purge", "holy_book", "divine_right", "development",
        "monopoly", "experiment", "research", "oligarchy", "republic",
    }  # fmt: skip
    given("A: hand U2, area C6 | B: area W5 R5 E5 S5 U5 C5 | C: -; deck W5; discard W2").then_copyable(
        *((B, each.NAME) for each in PERMANENT_EFFECTS)
    )


@ruling("A-100", "A-109")
def test_a_partner_may_be_copied() -> None:
    given("A: hand R1, area C1 | B: - | C: area W2 | D: -", teams=True).when(
        Inspiration(seat=C, effect=Assassination(discard=cards("R")))
    ).then("A: hand -, area C1; discard R1 | token A→C's W")


@ruling("A-101")
def test_the_copied_seat_keeps_its_cards_and_its_own_effects() -> None:
    story = given("A: hand R2 W1, area C1 | B: hand R2 S1, area W3 | C: hand R3")
    story.when(COPY_ASSASSINATION).then("A: hand R1 W1, area C1 | B: hand R2 S1, area W3; discard R1 | token A→B's W")
    story.turn_of().turn_of(Play(card=card("S")), Assassination(discard=cards("R")))
    assert story.wire()["active"] == C


@ruling("A-102")
def test_an_effect_of_a_sphere_under_markers_may_be_copied() -> None:
    given("A: hand R1, area C1 | B: area W3, embargo-on W1, democracy-on W2 | C: -").when(COPY_ASSASSINATION).then(
        "A: hand -, area C1 | B: area W3, embargo-on W1, democracy-on W2; discard R1 | token A→B's W"
    )


@ruling("A-103")
def test_the_token_lies_on_the_copied_sphere_and_gives_nothing_in_others_turns() -> None:
    story = given("A: hand W3, area C1 | B: hand R1, area R5 | C: hand R2, area W1; deck S9")
    story.when(Inspiration(seat=B, effect=DivineRight())).when(EndTurn())
    story.then("A: hand W3 S4, area C1; deck S5 | token A→B's R").then_turn(B)
    story.then_hand_limit(A, 3).then_hand_limit(C, 3)


@ruling("A-104", "E38")
@cases("edition", EDITIONS)
def test_on_a_tie_the_token_goes_to_the_supply_in_anyones_turn(edition: str) -> None:
    given(
        "A: area C2 | B: hand W2 C1, area C1 | C: area W3 | token A→C's W", active="B", step="play", edition=edition
    ).when(Play(card=card("C"))).then("B: hand W2, area C2").then_used()


@ruling("A-104")
@cases("edition", EDITIONS)
def test_the_token_stays_with_a_lead_however_small(edition: str) -> None:
    given(
        "A: area C3 | B: hand W2 C1, area C1 | C: area W3 | token A→C's W", active="B", step="play", edition=edition
    ).when(Play(card=card("C"))).then("B: hand W2, area C2 | token A→C's W")


@ruling("A-104")
@cases("edition", EDITIONS)
def test_the_token_is_looked_at_after_every_movement_within_an_effect(edition: str) -> None:
    given("A: hand C1, area C1 E3 | B: area W3 | C: - | token A→B's W", edition=edition).when(
        Development(discard=cards("C"), play=cards("C"))
    ).then("A: hand -, area C1 E3; discard C1")


@ruling("A-104")
@cases(
    ("area", "action"),
    [
        ("C1 W1", Attack(sphere=CULTURE)),
        ("C1 S3", Experiment(take=cards("C"), play=cards("W"))),
        ("C1 E3", Development(discard=cards("C"), play=cards("W"))),
    ],
)
def test_whatever_moves_the_last_culture_card_moves_the_token(area: str, action: Action) -> None:
    story = given(f"A: hand W1, area {area} | B: area W3 | C: - | token A→B's W").when(action)
    assert story.wire()["culture_token"] is None


@ruling("A-105", "D12")
@cases(("edition", "token"), [("ru", ""), ("uk", ""), ("ko", " | token B")])
def test_when_the_holder_is_overtaken_the_token_goes_where_the_edition_says(edition: str, token: str) -> None:
    given("A: hand W2, area C3 E5 | B: area C2 W3 | C: - | token A→B's W", edition=edition).when(
        Monopoly(discard=cards("C2"), play=cards("W2"))
    ).then("A: hand -, area C1 E5 W2; discard C2" + token)


@ruling("A-105", "D12")
@cases(("edition", "token"), [("ru", ""), ("uk", ""), ("ko", " | token B")])
def test_two_cards_at_once_may_overtake_the_holder(edition: str, token: str) -> None:
    given("A: area C2 | B: hand C2, area C1 E5 | C: area W3 | token A→C's W", active="B", edition=edition).when(
        Monopoly(discard=cards("E2"), play=cards("C2"))
    ).then("B: hand -, area C3 E3; discard E2" + token)


@ruling("A-105", "D12")
@cases("edition", EDITIONS)
def test_who_overtakes_after_a_tie_gets_no_token(edition: str) -> None:
    story = given(
        "A: hand U3, area C2 | B: hand C1 U2, area C1 S1 E3 | C: hand W3 | token A→C's W",
        active="B", step="play", edition=edition,
    )  # fmt: skip
    story.when(Play(card=card("C"))).then("B: hand U2, area C2 S1 E3")
    story.when(Development(discard=cards("S"), play=cards("U"))).then("B: hand U1, area C2 E3 U1; discard S1")


@ruling("A-105", "D12")
@cases(("edition", "token"), [("ru", None), ("uk", None), ("ko", "B")])
def test_a_tie_of_two_overtakers_sends_the_token_to_the_supply(edition: str, token: str | None) -> None:
    story = given("A: hand W2, area C3 E5 | B: area C2 W3 | C: area C2 | token A→B's W", edition=edition).when(
        Monopoly(discard=cards("C2"), play=cards("W2"))
    )
    story.then("A: hand -, area C1 E5 W2; discard C2")
    story = given("A: hand W2, area C3 E5 | B: area C2 W3 | C: area C1 | token A→B's W", edition=edition).when(
        Monopoly(discard=cards("C2"), play=cards("W2"))
    )
    assert (story.wire()["culture_token"] or {}).get("seat") == (None if token is None else B)


@ruling("A-104", "A-105", "D12")
@cases(("edition", "token"), [("ru", ""), ("uk", ""), ("ko", " | token A")])
def test_a_lead_lost_and_regained_within_an_effect_moves_the_token_twice(edition: str, token: str) -> None:
    given("A: hand -, area C2 S5 | B: area C1 W3 | C: - | token A→B's W", edition=edition).when(
        Research(take=cards("C2"), play=cards("C2"))
    ).then("A: hand -, area C2 S5" + token)


@ruling("A-105", "D12")
def test_the_overtaker_lays_the_token_when_he_is_inspired() -> None:
    given("A: hand R1, area C1 | B: - | C: area W3; discard - | token A", edition="ko").when(
        Inspiration(seat=C, effect=Assassination(discard=cards("R")))
    ).then("A: hand -, area C1; discard R1 | token A→C's W")


@ruling("A-105")
@cases("edition", ["ru", "uk"])
def test_the_new_leader_takes_the_token_when_he_uses_inspiration(edition: str) -> None:
    given("A: hand R1, area C1 | B: area W3 | C: -", edition=edition).when(COPY_ASSASSINATION).then(
        "A: hand -, area C1; discard R1 | token A→B's W"
    )


@ruling("A-106")
def test_a_token_left_lying_does_nothing_until_the_effect_is_declared_again() -> None:
    text = "A: hand -, area C1 | B: hand R1, area R5 | C: hand R1; deck S9 | token A→B's R"
    given(text).then_hand_limit(A, 3).when(EndTurn()).then("A: hand S3, area C1; deck S6 | token A→B's R")
    given(text).when(Inspiration(seat=B, effect=DivineRight())).then_hand_limit(A, 7).when(EndTurn()).then(
        "A: hand S7, area C1; deck S2 | token A→B's R"
    )


@ruling("A-106")
def test_a_limit_copied_in_one_turn_is_not_there_in_the_next() -> None:
    story = given("A: hand W6, area C1 | B: hand U3, area R5 | C: hand U3; deck S12")
    story.when(Inspiration(seat=B, effect=DivineRight())).when(EndTurn()).turn_of().turn_of().then_turn(A)
    story.when(Play(card=card("W"))).then_hand_limit(A, 3)
    assert story.wire()["culture_token"] == {"seat": A, "on": {"seat": B, "sphere": "religion"}}
    story.when(Inspiration(seat=B, effect=HolyBook())).then_hand_limit(A, 5)


@ruling("A-106")
def test_the_token_may_be_moved_in_the_next_turn() -> None:
    given("A: hand R1, area C1 | B: area R5 | C: area W3; deck S9 | token A→B's R").when(
        Inspiration(seat=C, effect=Assassination(discard=cards("R")))
    ).then("A: hand -, area C1; discard R1 | token A→C's W")


@ruling("A-106")
def test_conditions_are_checked_again_when_an_effect_is_repeated() -> None:
    given("A: hand R1, area C1 | B: area W2 | C: - | token A→B's W").when(COPY_ASSASSINATION).then_rejected(
        "effect.too_few_cards", "A-91"
    )


@ruling("A-107")
def test_the_token_stays_when_its_source_shrinks_and_there_is_nothing_to_repeat() -> None:
    story = given("A: hand R1 U3, area C1 W2 | B: hand E3, area W3 | C: hand E3")
    story.when(COPY_ASSASSINATION).when(Attack(sphere=MILITARY)).then(
        "A: hand U3, area C1 | B: area W2; discard R1 W3 | token A→B's W"
    )
    story.when(EndTurn()).turn_of().turn_of().when(Play(card=card("U"))).then_copyable()
    assert story.wire()["culture_token"] == {"seat": A, "on": {"seat": B, "sphere": "military"}}


@ruling("A-107")
def test_the_token_stays_even_on_an_empty_sphere() -> None:
    given("A: hand E1, area W2 C1 | B: area W1 | C: - | token A→B's W").when(Attack(sphere=MILITARY)).then(
        "A: hand E1, area C1 | B: area -; discard W3 | token A→B's W"
    )


@ruling("A-108")
def test_inspiration_uses_cultures_slot_and_that_of_the_copied_sphere() -> None:
    given("A: hand R2, area C1 W3 | B: area W5 | C: -").when(COPY_ASSASSINATION).then_used(permanent="W C").when(
        Assassination(discard=cards("R"))
    ).then_rejected("effect.sphere_used")


@ruling("A-108")
def test_inspiration_uses_no_discard_effect() -> None:
    given("A: hand R2, area C1 W2 | B: area W5 | C: -").when(COPY_ASSASSINATION).when(Attack(sphere=MILITARY)).then(
        "A: hand R1, area C1 | B: area W4; discard R1 W3 | token A→B's W"
    )


@ruling("A-109", "A-96")
def test_a_partner_is_another_seat_when_culture_is_compared() -> None:
    given("A: hand R1, area C1 | B: area W2 | C: area C1 | D: -", teams=True).when(COPY_ASSASSINATION).then_rejected(
        "inspiration.no_lead"
    )
    given("A: hand R1, area C2 | B: area W2 | C: area C1 | D: -", teams=True).when(COPY_ASSASSINATION).then(
        "A: hand -, area C2; discard R1 | token A→B's W"
    )


@ruling("A-109", "A-104")
def test_a_partner_who_draws_level_takes_the_token_away() -> None:
    given(
        "A: area C2 | B: - | C: hand C1, area C1 | D: area W3 | token A→D's W", active="C", step="play", teams=True
    ).when(Play(card=card("C"))).then("C: hand -, area C2")


@ruling("A-30", "A-104")
def test_a_copy_between_the_halves_of_an_inquisition_is_refused() -> None:
    given("A: hand R1, area C1 R1 | B: hand U1, area W3 | C: -").when(Inquisition(seat=B)).when(
        COPY_ASSASSINATION
    ).then_rejected("turn.effect_unfinished").when(InquisitionExchange(give_back=cards("U"))).when(
        COPY_ASSASSINATION
    ).then("A: hand -, area C1 | B: hand U1; discard R2 | token A→B's W")


@ruling("A-99")
def test_holy_book_and_divine_right_are_named_only_to_be_copied() -> None:
    assert {"holy_book", "divine_right"}.isdisjoint(GAME.action_types)
    given("A: hand W3, area R5 C1 | B: hand W1, area R3 | C: -; deck S9").then_not_offered(
        "holy_book", "divine_right"
    ).then_copyable((B, "holy_book"))


@ruling("A-90")
def test_one_copies_from_a_seat_before_ones_own_too() -> None:
    given("A: area W3 | B: hand R2, area C1 | C: -", active="B").when(
        Inspiration(seat=A, effect=Assassination(discard=cards("R")))
    ).then("B: hand R1, area C1; discard R1 | token B→A's W")


@ruling("A-97")
def test_a_copied_limit_is_that_of_the_copying_seat_alone() -> None:
    story = given("A: area R5 | B: area C1 | C: -", active="B").when(Inspiration(seat=A, effect=DivineRight()))
    story.then_hand_limit(B, 7).then_hand_limit(C, 3)
    story = given("A: - | B: area C1 | C: area R5", active="B").when(Inspiration(seat=C, effect=DivineRight()))
    story.then_hand_limit(B, 7).then_hand_limit(A, 3)


@ruling("A-97")
@cases("effect", [Assassination(discard=cards("R")), Development(discard=cards("C"), play=cards("R"))])
def test_a_copied_effect_that_is_not_religion_raises_no_limit(effect: Assassination | Development) -> None:
    story = given("A: hand R2, area C3 | B: area W3 R3 E3 | C: -").when(Inspiration(seat=B, effect=effect))
    story.then_hand_limit(A, 3)
