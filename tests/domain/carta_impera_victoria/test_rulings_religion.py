"""Holy Book, Divine Right, Inquisition and the draw: rulings A-44 to A-51h."""

from typing import Any

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.actions import (
    Attack,
    Development,
    DivineRight,
    EndTurn,
    HolyBook,
    Inquisition,
    InquisitionExchange,
    Inspiration,
    Play,
)
from cartulary.games.carta_impera_victoria.cards import KINDS, RELIGION
from cartulary.games.carta_impera_victoria.events import HandLimitChosen
from cartulary.kernel.visibility import SPECTATOR
from tests.cases import cases
from tests.domain.notation import A, B, C, card, cards, position, ruling
from tests.domain.story import Story, given
from tests.domain.table import Table

EDITIONS = ("ru", "uk", "ko")


@ruling("A-44", "D14")
@cases("edition", EDITIONS)
@cases(("religion", "limit"), [(0, 3), (2, 3), (3, 5), (4, 5), (5, 7), (7, 7)])
def test_the_hand_limit_follows_the_religion_that_lies_there_when_cards_are_drawn(
    religion: int, limit: int, edition: str
) -> None:
    area = f"R{religion}" if religion else "-"
    story = given(f"A: hand -, area {area} | B: hand U1 | C: hand U1; deck W10", edition=edition)
    story.then_hand_limit(A, limit).when(EndTurn()).then(f"A: hand W{limit}, area {area}; deck W{10 - limit}")


@ruling("A-44")
@cases(("religion", "limit"), [(1, 3), (2, 5), (3, 5), (4, 7), (6, 7)])
def test_with_four_seats_two_and_four_religion_cards_raise_the_limit(religion: int, limit: int) -> None:
    story = given(f"A: hand -, area R{religion} | B: hand U1 | C: hand U1 | D: hand U1; deck W10")
    story.when(EndTurn()).then(f"A: hand W{limit}, area R{religion}; deck W{10 - limit}")


@ruling("A-44")
def test_cards_that_arrive_in_the_turn_raise_the_limit_too() -> None:
    given("A: hand R1, area R2 | B: hand U1 | C: hand U1; deck W10", step="play").then_hand_limit(A, 3).when(
        Play(card=card("R"))
    ).then_hand_limit(A, 5).when(EndTurn()).then("A: hand W5, area R3; deck W5")


@ruling("A-44")
@cases("edition", EDITIONS)
@cases("rest", ["W1", "R1"])
def test_religion_that_is_gone_when_the_second_step_begins_has_given_nothing(rest: str, edition: str) -> None:
    text = f"A: hand {rest}, area R2 | B: hand U1 | C: hand U1; deck W10"
    story = given(text, edition=edition, step="play").when(Play(card=card(rest[0])))
    story.then_hand_limit(A, 5 if rest == "R1" else 3)


@ruling("A-44", "A-28")
def test_religion_that_an_effect_brings_counts_from_then_on() -> None:
    text = "A: hand R1, area E3 R2 | B: hand U1 | C: hand U1; deck W9; discard -"
    given(text).then_hand_limit(A, 3).when(Development(discard=cards("E"), play=cards("R"))).then_hand_limit(A, 5)


@ruling("A-44")
def test_the_limit_that_was_reached_ends_with_the_turn() -> None:
    story = given("A: hand W3, area R3 | B: hand U3, area R1 | C: hand U3; deck S20").when(Inquisition(seat=B))
    story.when(InquisitionExchange(give_back=cards("U3"))).turn_of().then_hand_limit(A, 3)
    story.turn_of().turn_of().when(Play(card=card("W"))).then_hand_limit(A, 3)


@ruling("A-45")
@cases("edition", EDITIONS)
@cases(("limit", "hand"), [(None, "S7"), (7, "S7"), (5, "S5"), (3, "S3")])
def test_a_lower_limit_can_be_chosen_and_without_a_choice_the_highest_applies(
    limit: int | None, hand: str, edition: str
) -> None:
    story = given("A: hand -, area R5 | B: hand U1 | C: hand U1; deck S9", edition=edition)
    story.when(EndTurn(limit=limit)).then(f"A: hand {hand}; deck S{9 - int(hand[1])}")
    chosen = [each.limit for each in story.events if isinstance(each, HandLimitChosen)]
    assert chosen == ([] if limit is None else [limit])


@ruling("A-45")
@cases(("religion", "limit", "possible"), [(2, 5, "3"), (3, 7, "3 or 5"), (3, 4, "3 or 5"), (5, 0, "3 or 5 or 7")])
def test_a_limit_that_cannot_be_had_is_refused_with_those_that_can(religion: int, limit: int, possible: str) -> None:
    story = given(f"A: hand W1, area R{religion} | B: hand U1 | C: hand U1; deck S9").when(EndTurn(limit=limit))
    assert story.refused
    assert story.refused.reason == f"Your hand limit can be {possible} now, not {limit}."
    story.then_rejected("end_turn.limit", "A-45")


@ruling("A-45")
@cases(
    ("hand", "deck", "limits"),
    [
        ("-", "S9", [None, 5, 3]),
        ("W4", "S9", [None, 5, 3]),
        ("W5", "S9", [None, 5]),
        ("W7", "S9", [None]),
        ("W1", "S4", [None, 3]),
        ("W1", "S2", [None]),
        ("W1", "-", [None]),
    ],
)
def test_lower_limits_are_listed_where_they_draw_fewer_cards(hand: str, deck: str, limits: list[int | None]) -> None:
    story = given(f"A: hand {hand}, area R5 | B: hand U1 | C: hand U1; deck {deck}")
    assert [each.limit for each in story.offered() if isinstance(each, EndTurn)] == limits


@ruling("A-45")
def test_who_would_rather_not_draw_the_last_card_leaves_it() -> None:
    given("A: hand W3, area R3 | B: hand U1 | C: hand U1; deck S1").then_only_offered("end_turn", "inquisition").when(
        EndTurn(limit=3)
    ).then("A: hand W3; deck S1")


@ruling("A-45", "A-48")
def test_a_copied_limit_can_be_lowered_too() -> None:
    story = given("A: hand -, area C1 | B: hand U1, area R5 | C: hand U1; deck S9")
    story.when(Inspiration(seat=B, effect=DivineRight())).when(EndTurn(limit=5)).then(
        "A: hand S5; deck S4 | token A→B's R"
    )


@ruling("A-45")
def test_a_standing_limit_cannot_be_declined() -> None:
    assert not {"holy_book", "divine_right"} & set(GAME.action_types)
    story = given("A: hand W3, area R3 | B: hand U1 | C: hand U1; deck S1", hand_limit="standing")
    story.when(EndTurn(limit=3)).then_rejected("end_turn.limit", "A-45")
    assert [each for each in story.offered() if isinstance(each, EndTurn)] == [EndTurn()]
    story.when(EndTurn()).then("A: hand W3 S1, area R3; deck - | final round ON")


@ruling("A-46", "A-27", "D13")
@cases("edition", EDITIONS)
@cases(("religion", "limit"), [(3, 5), (5, 7)])
def test_an_inquisition_paid_with_religion_leaves_the_limit_of_the_turn(
    religion: int, limit: int, edition: str
) -> None:
    text = f"A: hand W3, area R{religion} | B: hand E1 S1 C1 | C: hand U1; deck W9; discard -"
    given(text, edition=edition).when(Inquisition(seat=B)).when(InquisitionExchange(give_back=cards("E S C"))).then(
        f"A: hand W3, area R{religion - 1} | B: hand E1 S1 C1; discard R1"
    ).then_hand_limit(A, limit).when(EndTurn()).then(f"A: hand W{limit}; deck W{12 - limit}")


@ruling("A-46")
@cases("edition", EDITIONS)
def test_a_standing_limit_falls_with_the_religion_that_an_inquisition_costs(edition: str) -> None:
    text = "A: hand W3, area R3 | B: hand E1 S1 C1 | C: hand U1; deck S E C W; discard -"
    given(text, edition=edition, hand_limit="standing").when(Inquisition(seat=B)).when(
        InquisitionExchange(give_back=cards("E S C"))
    ).then("A: hand W3, area R2 | B: hand E1 S1 C1; discard R1").then_hand_limit(A, 3).when(EndTurn()).then(
        "A: hand W3, area R2; deck S E C W"
    )


@ruling("A-46")
def test_five_religion_less_one_is_still_a_standing_holy_book() -> None:
    given("A: hand W3, area R5 | B: hand E1 | C: hand U1; deck S9", hand_limit="standing").when(
        Inquisition(seat=B)
    ).when(InquisitionExchange(give_back=cards("E"))).when(EndTurn()).then(
        "A: hand W3 S2, area R4; deck S7; discard R1"
    )


@ruling("A-47")
def test_ones_own_raised_limit_uses_no_slot() -> None:
    given("A: hand W1, area R3 C1 | B: hand U1, area R5 | C: hand U1; deck W9").then_used().when(
        Inspiration(seat=B, effect=DivineRight())
    ).then_used(permanent="R C")


@ruling("A-47", "A-108")
def test_a_copied_limit_uses_religions_slot() -> None:
    given("A: hand W1, area C1 | B: hand U1, area R5 W3 | C: hand U1").when(
        Inspiration(seat=B, effect=HolyBook())
    ).then_used(permanent="R C").when(Inspiration(seat=B, effect=DivineRight())).then_rejected("inspiration.used")


@ruling("A-48", "D14")
@cases("edition", EDITIONS)
@cases(
    ("own", "copied", "limit"),
    [
        ("R3", DivineRight(), 7),
        ("R5", HolyBook(), 7),
        ("R3", HolyBook(), 5),
        ("R5", DivineRight(), 7),
        ("R1", HolyBook(), 5),
    ],
)
def test_own_and_copied_limits_do_not_add_up(
    own: str, copied: HolyBook | DivineRight, limit: int, edition: str
) -> None:
    given(f"A: hand -, area {own} C1 | B: hand U1, area R5 | C: hand U1; deck W12", edition=edition).when(
        Inspiration(seat=B, effect=copied)
    ).then_hand_limit(A, limit).when(EndTurn()).then(
        f"A: hand W{limit}, area {own} C1; deck W{12 - limit} | token A→B's R"
    )


@ruling("A-49")
def test_a_raised_limit_does_nothing_in_the_turns_of_others() -> None:
    given("A: hand W3 | B: hand U3, area R5 | C: hand U3, area R3; deck W12").when(EndTurn()).then_nothing_changed()


@ruling("A-49", "A-97")
def test_a_copied_limit_ends_with_the_turn() -> None:
    given("A: hand W2, area C1 | B: hand U3, area R5 | C: hand U3; deck W12").when(
        Inspiration(seat=B, effect=DivineRight())
    ).when(EndTurn()).then("A: hand W7, area C1; deck W7 | token A→B's R").then_hand_limit(A, 3)


@ruling("A-50")
@cases("hand", ["W3", "W4", "W7 E2"])
def test_at_the_limit_or_above_it_nothing_is_drawn_and_nothing_discarded(hand: str) -> None:
    story = given(f"A: hand {hand} | B: hand U1 | C: hand U1; deck S9").when(EndTurn())
    story.then_nothing_changed().then_turn(B)
    assert [each.NAME for each in story.events] == ["TurnEnded", "TurnBegan"]


@ruling("A-50")
def test_no_cap_lies_on_a_hand_at_any_time() -> None:
    given("A: hand W9, area U5 | B: hand U1 | C: hand U1; discard R1").then_hand_limit(A, 3).then_offered(
        "oligarchy", "end_turn"
    )


@ruling("A-51", "D13")
@cases("edition", EDITIONS)
def test_four_cards_and_a_limit_of_five_draw_one(edition: str) -> None:
    given("A: hand W4, area R3 | B: hand U1 | C: hand U1; deck S9", edition=edition).when(EndTurn()).then(
        "A: hand W4 S1, area R3; deck S8"
    )


@ruling("A-51b")
def test_a_draw_takes_what_is_left_and_the_discard_pile_is_never_shuffled_in() -> None:
    given("A: hand W1 | B: hand U1 | C: hand U1; deck S1; discard E9").when(EndTurn()).then(
        "A: hand W1 S1; deck -; discard E9 | final round ON"
    ).turn_of().then("B: hand -, area U1; deck -; discard E9 | final round ON")


@ruling("A-51c")
def test_the_draw_is_not_optional() -> None:
    story = given("A: hand W1 | B: hand U1 | C: hand U1; deck S9").then_only_offered("end_turn")
    assert len(story.offered()) == 1
    story.when(EndTurn()).then("A: hand W1 S2; deck S7")


@ruling("A-51d")
@cases("edition", EDITIONS)
def test_an_inquisition_is_not_made_against_oneself(edition: str) -> None:
    story = given("A: hand W2, area R1 | B: hand U1 | C: hand U1", edition=edition)
    story.when(Inquisition(seat=A)).then_rejected("inquisition.self", "A-51d")
    assert {each.seat for each in story.offered() if isinstance(each, Inquisition)} == {B, C}


@ruling("A-51d")
def test_an_inquisition_names_a_seat_of_the_game() -> None:
    given("A: area R1 | B: hand U1 | C: hand U1").when(Inquisition(seat=3)).then_rejected("target.no_such_seat")


@ruling("A-51e")
def test_an_empty_hand_may_be_questioned_and_there_is_nothing_to_give_back() -> None:
    given("A: hand W2, area R1 | B: hand - | C: hand U1").when(Inquisition(seat=B)).then(
        "A: hand W2, area -; discard R1"
    ).then_offered("end_turn").then_not_offered("inquisition_exchange").then_used(discard="R")


@ruling("A-51f")
def test_any_mix_of_both_hands_goes_back_as_many_as_were_taken() -> None:
    text = "A: hand E1 W1, area R1 | B: hand S1 C1 U1 | C: -"
    for back, kept in (("E S U", "W1 C1"), ("S C U", "E1 W1"), ("E W C", "S1 U1")):
        given(text).when(Inquisition(seat=B)).then("A: hand E1 W1 S1 C1 U1, area - | B: hand -; discard R1").when(
            InquisitionExchange(give_back=cards(back))
        ).then(f"A: hand {kept}, area - | B: hand {back}")


@ruling("A-51f")
@cases("back", ["E S", "E S C U", "-"])
def test_another_number_of_cards_cannot_go_back(back: str) -> None:
    given("A: hand E1, area R1 | B: hand S1 C1 U1 | C: -").when(Inquisition(seat=B)).when(
        InquisitionExchange(give_back=cards(back))
    ).then_rejected("inquisition_exchange.wrong_number", "A-51f")


@ruling("A-51f")
def test_only_cards_of_the_two_hands_go_back() -> None:
    given("A: hand E1, area R1 W1 | B: hand S1 | C: hand C1").when(Inquisition(seat=B)).when(
        InquisitionExchange(give_back=cards("W"))
    ).then_rejected("hand.missing_card")


def inquisition_table() -> Table:
    """Seat A has questioned seat B, and given back a card of its own for one of B's."""
    text = "A: hand E.2 W.1, area R1 | B: hand S.1 S.2 C.1 | C: hand U1; deck W10"
    table = Table(GAME, GAME.setup("ru", 3, {}), bytes(32), [b""] * 3, position=position(text))
    table.act(A, Inquisition(seat=B))
    return table


def private_parts(table: Table, name: str) -> dict[Any, str | None]:
    """Who is told what of an event, beyond what everybody is told."""
    (row,) = (each for each in table.rows if each.type == name)
    return {each: table.part([row], each)[0].private for each in table.audiences}


@ruling("A-51g")
def test_the_inquisitor_sees_the_whole_hand_and_others_see_nothing() -> None:
    table = inquisition_table()
    assert table.view(A)["seats"][A]["hand"] == {
        "military-1": 1, "economy-2": 1, "science-1": 1, "science-2": 1, "culture-1": 1,
    }  # fmt: skip
    told = private_parts(table, "InquisitionBegun")
    assert told[SPECTATOR] is None
    assert told[C] is None
    for viewer in (SPECTATOR, C):
        for seat in (A, B):
            assert table.view(viewer)["seats"][seat]["hand"] in (None, {})
            assert table.view(viewer)["seats"][seat]["known"] == {}


@ruling("A-51g")
def test_the_target_learns_what_came_back_and_nobody_else_does() -> None:
    table = inquisition_table()
    table.act(A, InquisitionExchange(give_back=tuple(map(KINDS.index, ("economy-2", "science-1", "culture-1")))))
    assert table.view(B)["seats"][B]["hand"] == {"economy-2": 1, "science-1": 1, "culture-1": 1}
    assert table.view(B)["seats"][A]["known"] == {"science-2": 1}, "what didn't come back must be there"
    assert table.view(A)["seats"][B]["known"] == {"economy-2": 1, "science-1": 1, "culture-1": 1}
    told = private_parts(table, "InquisitionExchanged")
    assert (told[SPECTATOR], told[C]) == (None, None)
    for viewer in (SPECTATOR, C):
        assert [each["known"] for each in table.view(viewer)["seats"]][:2] == [{}, {}]


@ruling("A-51g", "A-15")
def test_bystanders_see_only_the_backs_that_changed_hands() -> None:
    table = inquisition_table()
    assert table.view(C)["seats"][A]["backs"] == {"1": 3, "2": 2, "3": 0}
    assert table.view(C)["seats"][B]["backs"] == {"1": 0, "2": 0, "3": 0}
    assert table.view(C)["pending"] == {"type": "inquisition_exchange", "seat": A, "target": B, "count": 3}


@ruling("A-51g")
def test_who_has_seen_a_hand_still_knows_what_must_be_in_it_after_a_later_exchange() -> None:
    """The cards that come back show by their backs that they can be no others."""
    text = "A: hand E.2×3, area R1 | B: hand W.1×4 | C: hand U.3×4, area R1; deck S9"
    table = Table(GAME, GAME.setup("ru", 3, {}), bytes(32), [b""] * 3, position=position(text))
    military, utopia = KINDS.index("military-1"), KINDS.index("utopia-3")
    table.act(A, Inquisition(seat=B))
    table.act(A, InquisitionExchange(give_back=(military,) * 4))
    table.act(A, EndTurn())
    table.act(B, Play(card=military))
    table.act(B, EndTurn())
    assert table.view(A)["seats"][B]["known"] == {"military-1": 3}
    table.act(C, Play(card=utopia))
    table.act(C, Inquisition(seat=B))
    assert table.view(A)["seats"][C]["known"] == {"military-1": 3}
    table.act(C, InquisitionExchange(give_back=(military, military, utopia)))
    assert table.view(A)["seats"][B]["known"] == {"military-1": 2}
    assert table.view(A)["seats"][C]["known"] == {"military-1": 1}
    assert table.view(SPECTATOR)["seats"][B]["known"] == {}


@ruling("A-51g")
def test_what_went_back_unseen_among_cards_with_the_same_backs_is_known_no_more() -> None:
    text = "A: hand E.2×3, area R1 | B: hand W.1×4 | C: hand S.1×4, area R1; deck R9"
    table = Table(GAME, GAME.setup("ru", 3, {}), bytes(32), [b""] * 3, position=position(text))
    military, science = KINDS.index("military-1"), KINDS.index("science-1")
    table.act(A, Inquisition(seat=B))
    table.act(A, InquisitionExchange(give_back=(military,) * 4))
    table.act(A, EndTurn())
    table.act(B, Play(card=military))
    table.act(B, EndTurn())
    table.act(C, Play(card=science))
    table.act(C, Inquisition(seat=B))
    table.act(C, InquisitionExchange(give_back=(military, military, science)))
    assert table.view(A)["seats"][B]["known"] == {}
    assert table.view(A)["seats"][C]["known"] == {}
    assert table.view(B)["seats"][C]["known"] == {"military-1": 1}


@ruling("A-51h")
def test_an_inquisitor_without_cards_gives_everything_back() -> None:
    story = given("A: hand -, area R1 | B: hand S1 C1 | C: -").when(Inquisition(seat=B))
    assert [each for each in story.offered() if isinstance(each, InquisitionExchange)] == story.offered()
    assert len(story.offered()) == 1
    story.when(InquisitionExchange(give_back=cards("S C"))).then("A: hand -, area - | B: hand S1 C1; discard R1")


@ruling("A-51f", "A-50")
def test_an_inquisition_changes_nobodys_number_of_cards() -> None:
    story: Story = given("A: hand W6, area R1 | B: hand U2 | C: hand C1").when(Inquisition(seat=B))
    story.when(InquisitionExchange(give_back=cards("W2"))).then("A: hand W4 U2, area - | B: hand W2; discard R1")


@ruling("A-46", "A-44")
@cases(("option", "drawn"), [("chosen", 4), ("standing", 2)])
def test_an_attack_on_religion_may_cost_a_standing_limit_only(option: str, drawn: int) -> None:
    story = given("A: hand W1, area W1 R3 | B: hand U1 | C: hand U1; deck S9", hand_limit=option)
    story.when(Attack(sphere=RELIGION)).when(EndTurn())
    story.then(f"A: hand W1 S{drawn}, area R2; deck S{9 - drawn}; discard W1 R1")
