"""A seat that leaves: section 0 of the rules."""

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.actions import (
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
from cartulary.games.carta_impera_victoria.cards import KINDS, RELIGION
from cartulary.kernel.visibility import SPECTATOR
from cartulary.match.actions import Resign
from tests.cases import cases
from tests.domain.notation import A, B, C, D, card, cards, position, ruling
from tests.domain.story import dealt, given
from tests.domain.table import Table

EDITIONS = ("ru", "uk", "ko")
LAST = "deck empty; discard - | final round ON"


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
@cases("edition", EDITIONS)
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
@cases("edition", EDITIONS)
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


@ruling("leaving")
@cases("first", range(4))
def test_the_first_seat_stays_first_when_another_leaves(first: int) -> None:
    for leaving in {A, B, C, D} - {first}:
        story = given("A: hand W3 | B: hand W3 | C: hand W3 | D: hand W3", first="ABCD"[first])
        assert story.when(Resign(), by=leaving).wire()["first"] == first


@ruling("leaving")
@cases("first", range(3))
def test_who_leaves_out_of_turn_does_not_end_the_last_round(first: int) -> None:
    """Only the turn of the last seat before the first one ends it, whoever leaves meanwhile."""
    for active in {A, B, C} - {(first - 1) % 3}:
        for leaving in {A, B, C} - {active}:
            story = given(
                f"A: hand W3 | B: hand W3 | C: hand W3; {LAST}", first="ABC"[first], active="ABC"[active]
            ).when(Resign(), by=leaving)
            story.then_goes_on().then_turn(active, "effects")


@ruling("leaving")
@cases("edition", EDITIONS)
def test_the_token_stays_with_its_holder_when_a_seat_leaves_on_which_it_does_not_lie(edition: str) -> None:
    text = "A: area C2 | B: area W3 C1 | C: area C1; token A→B's W"
    story = given(text, edition=edition).when(Resign(), by=C)
    assert story.wire()["culture_token"] == {"seat": A, "on": {"seat": B, "sphere": "military"}}


@ruling("leaving")
@cases("leaving", range(3))
def test_a_round_of_the_draft_ends_when_the_only_one_waited_for_leaves(leaving: int) -> None:
    story = dealt(3, deal="draft")
    staying = {A, B, C} - {leaving}
    for number in (2, 3, "centre"):
        for seat in staying:
            story.when(story.offered(seat)[0], by=seat)
        if number == 2:
            story.when(Resign(), by=leaving)
        assert story.wire()["draft"]["round"] == number


@ruling("leaving")
@cases("place", range(3))
@cases("picked", range(3))
def test_the_others_pick_on_from_the_centre_when_one_leaves(place: int, picked: int) -> None:
    story = dealt(3, deal="draft")
    while story.wire()["draft"]["round"] != "centre":
        for seat in range(3):
            story.when(story.offered(seat)[0], by=seat)
    order = [(story.wire()["first"] - 1 - step) % 3 for step in range(3)]
    for seat in order[:picked]:
        story.when(story.offered(seat)[0], by=seat)
    leaving = order[place]
    story.when(Resign(), by=leaving)
    for seat in order[picked:]:
        if seat != leaving:
            story.when(story.offered(seat)[0], by=seat)
    assert story.wire()["draft"] is None
    story.then_turn(story.wire()["first"])


@ruling("leaving")
@cases("leaving", [A, C])
def test_an_inquisition_half_done_waits_on_when_somebody_else_leaves(leaving: int) -> None:
    story = given("A: hand W1 | B: hand W1, area R1 | C: hand W1 | D: hand E1 S1", active="B")
    story.when(Inquisition(seat=D)).when(Resign(), by=leaving)
    assert story.hands()[D] == {}
    story.when(InquisitionExchange(give_back=cards("W E")))
    assert len(story.hands()[D]) == 2
