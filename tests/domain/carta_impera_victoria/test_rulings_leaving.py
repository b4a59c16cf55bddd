"""A seat that resigns, and positions: section 0 of the rules."""

from collections import Counter
from typing import Any

import pytest

from domain.carta_impera_victoria import GAME
from domain.carta_impera_victoria.actions import (
    Assassination,
    Attack,
    Breakthrough,
    Democracy,
    DraftKeep,
    DraftPick,
    Embargo,
    EndTurn,
    Inquisition,
    InquisitionExchange,
    Inspiration,
    Play,
)
from domain.carta_impera_victoria.cards import KINDS, RELIGION
from domain.kernel.lifecycle import Resign
from domain.kernel.rejected import Rejected
from domain.kernel.visibility import SPECTATOR
from tests.domain.notation import A, B, C, D, card, cards, dealt, given, given_position, position, ruling
from tests.domain.table import Table

EDITIONS = ("ru", "uk", "ko")
LAST = "deck empty; discard - | final round ON"


# Leaving


@ruling("leaving")
def test_hand_area_and_the_markers_lying_there_leave_the_game() -> None:
    given("A: hand W3 | B: hand R2, area S3, democracy-on S1, embargo-on S1 | C: hand U1; deck W9; discard E1").when(
        Resign(), by=B
    ).then("B: hand -, area -").then_turn(A, "effects")


@ruling("leaving")
def test_the_hidden_cards_of_who_left_stay_hidden() -> None:
    text = "A: hand W1 | B: hand R2 | C: hand U1; deck W9"
    table = Table(GAME, GAME.setup("ru", 3, {}), bytes(32), [b""] * 3, position=position(text))
    rows = len(table.rows)
    table.act(B, Resign())
    for row in table.rows[rows:]:
        assert "religion" not in row.public
        assert row.private is None
    for viewer in (SPECTATOR, A, C):
        assert not table.view(viewer)["seats"][B]["hand"]
        assert table.view(viewer)["seats"][B]["known"] == {}


@ruling("leaving")
def test_markers_that_the_seat_laid_on_others_stay() -> None:
    story = given("A: hand W3, area E1 U1 R1 | B: hand R2 W1, area R1 S1 | C: hand U3; discard -")
    story.when(Embargo(seat=B, sphere=RELIGION)).when(Democracy(seat=B, sphere=RELIGION)).when(Resign())
    story.then("A: hand -, area - | B: hand R2 W1, area R1 S1, embargo-on R1, democracy-on R1").then_turn(B)
    story.when(Play(card=card("R"))).then_rejected("play.embargoed").then_wins_at(B, "R", 8)
    story.turn_of(Play(card=card("W"))).then("B: hand R2 R1, area R1 S1 W1, democracy-on R1; deck R9; discard E1")


@ruling("leaving")
def test_turns_pass_an_empty_seat_by() -> None:
    story = given("A: hand W3 | B: hand W3 | C: hand W3 | D: hand W3").when(Resign(), by=B)
    order = []
    for _ in range(6):
        order.append(story.wire()["active"])
        story.turn_of()
    assert order == [A, C, D, A, C, D]


@ruling("leaving")
def test_the_turn_of_who_leaves_ends_at_once() -> None:
    given("A: hand W1 | B: hand W3 | C: hand W3; deck R9").when(Resign()).then("A: hand -, area -").then_turn(B)
    given("A: hand W1 | B: hand W3 | C: hand W3; deck R9", step="play").when(Resign()).then_turn(B)
    given("A: hand W1 | B: hand W3 | C: hand W3; deck R9", active="B").when(Resign()).then_turn(C)


@ruling("leaving")
def test_who_has_left_does_nothing_any_more() -> None:
    story = given("A: hand W1 | B: hand W3 | C: hand W3").when(Resign(), by=B)
    assert story.offered(B) == []
    story.when(Resign(), by=B).then_rejected("seat.out")
    story.when(EndTurn(), by=B).then_rejected("seat.out")


@ruling("leaving")
def test_nobody_aims_at_an_empty_seat() -> None:
    story = given("A: hand W1, area E1 U1 R2 C1 | B: hand W3, area W3 | C: hand W3, area S1").when(Resign(), by=B)
    for action in (
        Inquisition(seat=B),
        Embargo(seat=B, sphere=0),
        Democracy(seat=B, sphere=0),
        Inspiration(seat=B, effect=Assassination(discard=cards("W"))),
    ):
        story.when(action).then_rejected("target.out")


@ruling("leaving")
def test_an_empty_seat_neither_wins_nor_scores_nor_leads() -> None:
    given(f"A: area S5 C5 U5 | B: area S1 | C: area W1; {LAST}", active="C").when(Resign(), by=A).when(
        EndTurn()
    ).then_result("majority", [B], points={B: 1, C: 1}, decided_by=["utopia", "culture", "science"])


@ruling("leaving", "A-96")
def test_an_empty_seats_culture_hinders_no_inspiration() -> None:
    given("A: hand W1, area C1 | B: area C3 | C: area W3").when(Resign(), by=B).when(
        Inspiration(seat=C, effect=Assassination(discard=cards("W")))
    ).then("A: hand -, area C1 | B: area -; discard W1 | token A→C's W")


@ruling("leaving", "A-111")
def test_when_the_first_seat_leaves_the_next_one_counts_as_first_for_the_last_round() -> None:
    story = given("A: hand W3 | B: hand W3 | C: hand W2; deck R1", active="C", first="A").when(Resign(), by=A)
    assert story.wire()["first"] == B
    story.when(EndTurn()).then_result("majority", [B, C])
    story = given("A: hand W3 | B: hand W2 | C: hand W3; deck R1", active="B", first="A").when(Resign(), by=A)
    story.when(EndTurn()).then_turn(C).turn_of().then_result("majority", [C])


@ruling("leaving", "A-111")
def test_when_the_next_first_seat_leaves_too_the_one_after_it_counts() -> None:
    story = given("A: hand W3 | B: hand W3 | C: hand W2 | D: hand W2; deck R1", active="D", first="A")
    story.when(Resign(), by=A).when(Resign(), by=B)
    assert story.wire()["first"] == C
    story.when(EndTurn()).then_result("majority", [C, D])


@ruling("leaving", "A-111")
def test_the_last_seat_of_the_last_round_ends_the_game_by_leaving() -> None:
    given(f"A: area S1 | B: area W1 R1 | C: area U5; {LAST}", active="C").when(Resign()).then_result(
        "majority", [B], points={A: 1, B: 2}
    )


@ruling("leaving", "A-111")
def test_when_a_seat_leaves_in_the_last_round_its_turn_falls_away() -> None:
    story = given(f"A: area S1 | B: area W1 R1 | C: area U5; {LAST}", active="B")
    story.when(Resign(), by=C).when(EndTurn()).then_result("majority", [B], points={A: 1, B: 2})


@ruling("leaving", "A-111")
def test_the_seat_that_took_the_last_card_may_leave_and_the_round_goes_on() -> None:
    story = given("A: hand W1, area S1 | B: hand W3 | C: hand W3; deck R2").when(Breakthrough()).when(Resign())
    story.then("A: hand -, area -; deck -; discard S1 | final round ON").then_turn(B)
    story.turn_of().then_turn(C).turn_of().then_result("majority", [B, C])


@ruling("leaving", "A-28")
def test_thresholds_go_by_the_seats_the_game_began_with() -> None:
    given("A: hand W1, area W2 | B: hand W3 | C: hand W3 | D: hand W3").when(Resign(), by=B).when(
        Assassination(discard=cards("W"))
    ).then("A: hand -, area W2 | B: hand -; discard W1")
    given("A: hand W3, area S7 | B: hand U1 | C: hand U1").when(Resign(), by=C).then_wins_at(A, "S", 7).when(
        EndTurn()
    ).then_result("domination", [A])
    given("A: hand W3, area W2 | B: hand U1 | C: hand U1").when(Resign(), by=C).when(
        Assassination(discard=cards("W"))
    ).then_rejected("effect.too_few_cards")


@ruling("leaving")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_last_seat_left_wins(edition: str) -> None:
    given("A: area S1 | B: area S5", edition=edition).when(Resign(), by=B).then_result("resignation", [A])
    given("A: hand W1 | B: hand W1 | C: hand W1", edition=edition).when(Resign(), by=C).then_goes_on().when(
        Resign(), by=A
    ).then_result("resignation", [B])


@ruling("leaving")
def test_the_last_team_left_wins() -> None:
    text = "A: hand W1 | B: hand W1 | C: hand W1 | D: hand W1"
    given(text, teams=True).when(Resign(), by=B).then_goes_on().when(Resign(), by=D).then_result("resignation", [A, C])
    given(text, teams=True).when(Resign(), by=A).when(Resign(), by=B).then_goes_on().when(Resign(), by=C).then_result(
        "resignation", [D]
    )


@ruling("leaving")
def test_a_partner_who_has_left_shares_no_win() -> None:
    given("A: hand W3, area S7 | B: hand W1 | C: hand W1 | D: hand W1", teams=True).when(Resign(), by=C).when(
        EndTurn()
    ).then_result("domination", [A])


@ruling("leaving")
def test_a_team_scores_with_the_partner_who_is_left() -> None:
    given(f"A: area S5 W5 | B: area E1 R1 | C: area U1 | D: area C1; {LAST}", teams=True, active="D").when(
        Resign(), by=A
    ).when(EndTurn()).then_result("majority", [B, D], points={B: 3, C: 1, D: 3})


@ruling("leaving")
def test_no_action_after_the_end_not_even_leaving() -> None:
    given("A: area S1 | B: area S5").when(Resign(), by=B).when(Resign(), by=A).then_rejected("game.over")


@ruling("leaving", "A-51f")
def test_an_inquisitor_who_leaves_half_way_takes_no_cards_along() -> None:
    given("A: hand W2, area R1 | B: hand S2 C1 | C: hand U1; deck W9").when(Inquisition(seat=B)).when(Resign()).then(
        "A: hand -, area - | B: hand S2 C1; discard R1"
    ).then_turn(B)


@ruling("leaving", "A-51f")
def test_a_questioned_seat_may_leave_and_the_exchange_is_still_to_be_made() -> None:
    story = given("A: hand W2, area R1 | B: hand S2 | C: hand U1; deck W9").when(Inquisition(seat=B))
    story.when(Resign(), by=B).then("A: hand W2 S2, area - | B: hand -; discard R1")
    story.then_only_offered("inquisition_exchange").when(InquisitionExchange(give_back=cards("W2"))).then(
        "A: hand S2 | B: hand -"
    ).when(EndTurn()).then_turn(C)


@ruling("leaving", "A-30")
def test_who_leaves_with_a_breakthrough_half_done_discards_nothing() -> None:
    given("A: hand W2, area S1 | B: hand S2 | C: hand U1; deck W9").when(Breakthrough()).when(Resign()).then(
        "A: hand -, area -; deck W4; discard S1"
    ).then_turn(B).then_offered("play")


@ruling("leaving", "A-104")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_token_of_who_leaves_goes_to_the_supply(edition: str) -> None:
    given("A: hand W1 | B: area C3 | C: area W3 | token B→C's W", edition=edition).when(Resign(), by=B).then(
        "B: area -"
    )


@ruling("leaving", "A-104")
def test_a_token_lying_before_who_leaves_leaves_with_the_rest() -> None:
    given("A: hand W1, area C1 | B: hand W1, area W3 | C: hand W1 | token A→B's W").when(Resign(), by=B).then(
        "B: hand -, area -"
    )


@ruling("leaving", "A-68")
def test_embargoes_of_who_left_are_not_discarded() -> None:
    given("A: hand W3, area R1, embargo-on R1 | B: hand W3 | C: hand W3; discard -").when(Resign()).then(
        "A: hand -, area -; discard -"
    )


@ruling("leaving", "A-43")
def test_an_attack_passes_an_empty_seat_by() -> None:
    given("A: hand W3, area W1 R1 | B: hand W1, area R1 | C: area R1").when(Resign(), by=B).when(
        Attack(sphere=RELIGION)
    ).then("A: area - | B: hand -, area - | C: area -; discard W1 R2")


@ruling("leaving", "A-07")
def test_a_seat_may_leave_in_the_draft_and_the_others_finish_it() -> None:
    for leaver in range(3):
        story = dealt(3, deal="draft", seed=leaver)
        story.when(Resign(), by=leaver)
        while story.wire()["step"] == "draft":
            seat = GAME.to_act(story.state)[0]
            assert seat != leaver
            draft = story.wire(seat)["draft"]
            if draft["packet"] is not None:
                story.when(DraftKeep(card=KINDS.index(min(draft["packet"]))), by=seat)
            else:
                story.when(DraftPick(card=KINDS.index(min(draft["centre"]))), by=seat)
            assert story.refused is None
        left = [seat for seat in range(3) if seat != leaver]
        assert story.wire()["active"] in left
        assert [sum(story.hands()[seat].values()) for seat in left] == [3, 3]
        assert [sum(story.wire()["seats"][seat]["area"].values()) for seat in left] == [1, 1]


@ruling("leaving")
def test_who_is_left_alone_in_the_draft_has_won() -> None:
    dealt(2, deal="draft").when(Resign(), by=A).then_result("resignation", [B])


# Positions


@ruling("positions")
def test_a_position_comes_out_as_it_was_put_in() -> None:
    data = position(
        "A: hand W.2 R1, area C2 | B: hand S3, area W3, embargo-on W2, democracy-on W1 | C: area E2; deck W S.3; "
        "discard U2 | token A→B's W",
        active="C",
        first="B",
        used={"permanent": ["military"], "discard": ["economy"]},
    )
    story = given_position(data, "ko")
    wire = story.wire()
    assert {name: wire[name] for name in ("turn", "active", "first", "step", "final_round", "culture_token")} == {
        name: data.get(name, False) for name in ("turn", "active", "first", "step", "final_round", "culture_token")
    }
    for seat, written in enumerate(data["seats"]):
        assert story.hands()[seat] == written["hand"]
        assert wire["seats"][seat] | written == wire["seats"][seat] | {"hand": written["hand"]}
    assert wire["discard"] == data["discard"]
    assert story.deck() == data["deck"]
    assert wire["seats"][C]["used"] == data["used"]


@ruling("positions")
def test_a_position_needs_no_more_than_its_seats_and_whose_turn_it_is() -> None:
    data: dict[str, Any] = {"active": 1, "first": 0, "step": "play", "seats": [{}, {"hand": {"military-1": 1}}]}
    given_position(data).then_turn(B).then_offered("play")


@ruling("positions")
def test_effects_used_before_the_position_cannot_be_used_again() -> None:
    given(
        "A: hand W1, area W5 | B: area W1 | C: -", used={"permanent": ["military"], "discard": ["military"]}
    ).then_only_offered("end_turn")


@ruling("positions", "A-68")
def test_an_embargo_of_a_position_lapses_at_the_end_of_that_seats_next_turn() -> None:
    given("A: hand W3, embargo-on R1 | B: hand W4 S1, embargo-on S1 | C: hand W3; discard -").when(EndTurn()).then(
        "A: - | B: embargo-on S1; discard E1"
    ).turn_of(Play(card=card("W"))).then("B: hand W3 S1, area W1; discard E2")


def refused(data: dict[str, Any], edition: str = "ru", seats: int = 3) -> Rejected:
    """The refusal of an impossible position."""
    with pytest.raises(Rejected) as error:
        given_position(data, edition, seats=seats)
    return error.value


def blank(**changes: Any) -> dict[str, Any]:
    """A position for three seats without a card before anybody."""
    return {
        "turn": 1,
        "active": 0,
        "first": 0,
        "step": "effects",
        "deck": ["military-1"],
        "discard": {},
        "seats": [{}, {}, {}],
    } | changes


@ruling("positions")
def test_the_blank_position_is_possible() -> None:
    given_position(blank()).then_goes_on()


@ruling("positions")
@pytest.mark.parametrize(
    "changes",
    [
        {"discard": {"religion-1": 9}},
        {"seats": [{"hand": {"culture-1": 3}, "area": {"culture-1": 2}}, {}, {}]},
        {"seats": [{"hand": {"science-3": 5}}, {"area": {"science-3": 4}}, {}]},
        {"deck": ["economy-2"] * 5},
        {"seats": [{"democracy": {"military": 17}}, {}, {}]},
        {"seats": [{"democracy": {"military": 8}}, {"area": {"utopia-3": 9}}, {}]},
        {"seats": [{"embargo": {"military": 17}}, {}, {}]},
        {"seats": [{"embargo": {"military": 9}}, {"area": {"economy-3": 8}}, {}]},
    ],
)
def test_a_position_with_a_card_too_many_is_refused(changes: dict[str, Any]) -> None:
    assert refused(blank(**changes)).rule == "position.too_many_cards"


@ruling("positions", "A-02")
@pytest.mark.parametrize("seats", [2, 3])
def test_a_position_holds_no_more_cards_of_an_epoch_than_such_a_game(seats: int) -> None:
    printed = {"military-1": 8, "religion-1": 8, "economy-1": 4, "science-1": 4, "culture-1": 4}
    most = Counter(printed) - Counter({"military-1": 3})
    whole = blank(seats=[{}] * seats, discard=printed, deck=["military-2"])
    assert refused(whole, seats=seats).rule == "position.too_many_cards"
    assert given_position(blank(seats=[{}] * seats, discard=dict(most), deck=["military-2"])).then_goes_on()
    assert given_position(whole | {"seats": [{}] * 4}).then_goes_on()


@ruling("positions")
@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"seats": [{}, {}]}, "position.seats"),
        ({"seats": [{}, {}, {}, {}]}, "position.seats"),
        ({"active": 3}, "position.no_such_seat"),
        ({"first": -1}, "position.no_such_seat"),
        ({"culture_token": {"seat": 5, "on": None}}, "position.no_such_seat"),
        (
            {"seats": [{"area": {"culture-1": 1}}, {}, {}],
             "culture_token": {"seat": 0, "on": {"seat": 4, "sphere": "military"}}},
            "position.no_such_seat",
        ),
    ],
)  # fmt: skip
def test_a_position_names_the_seats_of_its_game(changes: dict[str, Any], rule: str) -> None:
    assert refused(blank(**changes)).rule == rule


@ruling("positions", "A-110")
def test_the_final_round_is_on_exactly_when_the_deck_is_empty() -> None:
    assert refused(blank(final_round=True)).rule == "position.final_round"
    assert refused(blank(deck=[], final_round=False)).rule == "position.final_round"
    assert given_position(blank(deck=[], final_round=True)).wire()["final_round"] is True
    assert given_position(blank(deck=[])).wire()["final_round"] is True
    assert given_position(blank()).wire()["final_round"] is False


@ruling("positions", "A-22")
def test_no_effect_has_been_used_before_the_play() -> None:
    for used in ({"permanent": ["military"]}, {"discard": ["science"]}):
        assert refused(blank(step="play", used=used)).rule == "position.used"


@ruling("positions", "A-43b")
def test_culture_has_no_discard_effect_that_could_have_been_used() -> None:
    assert refused(blank(used={"discard": ["culture"]})).rule == "position.used"


@ruling("positions", "A-104")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_token_is_held_only_by_who_leads_culture(edition: str) -> None:
    token = {"seat": 0, "on": {"seat": 1, "sphere": "military"}}
    for own, other in ((0, 0), (1, 1), (1, 2)):
        seats = [{"area": {"culture-1": own}}, {"area": {"culture-1": other}}, {}]
        assert refused(blank(culture_token=token, seats=seats), edition).rule == "position.culture_token"


@ruling("positions", "A-90")
def test_the_token_lies_on_no_sphere_of_its_holder_and_on_no_culture() -> None:
    seats = [{"area": {"culture-1": 1}}, {}, {}]
    for on in ({"seat": 0, "sphere": "military"}, {"seat": 1, "sphere": "culture"}):
        assert refused(blank(culture_token={"seat": 0, "on": on}, seats=seats)).rule == "position.culture_token"


@ruling("positions", "A-105")
def test_only_where_it_goes_to_the_overtaker_may_the_token_lie_on_no_sphere() -> None:
    data = blank(culture_token={"seat": 0, "on": None}, seats=[{"area": {"culture-1": 1}}, {}, {}])
    assert given_position(data, "ko").wire()["culture_token"] == {"seat": 0, "on": None}
    for edition in ("ru", "uk"):
        assert refused(data, edition).rule == "position.culture_token"


@ruling("positions")
def test_every_refusal_says_that_the_position_is_impossible_and_why() -> None:
    impossible: tuple[dict[str, Any], ...] = (
        {"active": 3},
        {"seats": [{}]},
        {"final_round": True},
        {"discard": {"culture-3": 9}},
    )
    for changes in impossible:
        error = refused(blank(**changes))
        assert error.rule.startswith("position.")
        assert len(error.reason) > 30


@ruling("positions")
def test_other_seats_cannot_see_a_positions_hidden_cards() -> None:
    text = "A: hand W1 | B: hand R2 | C: hand U1; deck S9"
    table = Table(GAME, GAME.setup("ru", 3, {}), bytes(32), [b""] * 3, position=position(text))
    assert [each.type for each in table.rows][:2] == ["GameCreated", "SeatTaken"]
    assert table.match.status == "playing"
    for viewer in table.audiences:
        shown = "".join(row.public + (row.private or "") for row in table.seen[viewer])
        assert "science" not in shown
        assert ("religion" in shown) == (viewer == B)
        assert ("utopia" in shown) == (viewer == C)
