"""The last round, the majority and teams: rulings A-110 to A-123."""

from typing import Any

import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.actions import (
    Assassination,
    Attack,
    Breakthrough,
    BreakthroughDiscard,
    Development,
    EndTurn,
    Oligarchy,
    Play,
)
from cartulary.games.carta_impera_victoria.cards import SCIENCE
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.visibility import SPECTATOR
from tests.cases import cases
from tests.domain.notation import LETTERS, SEATS, SPHERE_NAMES, A, B, C, D, card, cards, position, ruling
from tests.domain.story import Story, given
from tests.domain.table import Table

EDITIONS = ("ru", "uk", "ko")
LAST = "deck empty; discard - | final round ON"


def last_turn(
    text: str, *, edition: str = "ru", teams: bool = False, active: str = "", team_tiebreak: str = "best_member"
) -> Story:
    """The game as its last turn ends."""
    active = active or SEATS[text.count(":") - 1]
    return given(f"{text}; {LAST}", edition=edition, teams=teams, active=active, team_tiebreak=team_tiebreak).when(
        EndTurn()
    )


@ruling("A-110")
def test_the_final_round_begins_at_once_with_the_last_card_drawn() -> None:
    given("A: hand W1 | B: hand U1 | C: hand U1; deck S2").when(EndTurn()).then(
        "A: hand W1 S2; deck - | final round ON"
    ).then_happened("CardsDrawn", "FinalRoundBegan", "TurnEnded")
    given("A: hand W1 | B: hand U1 | C: hand U1; deck S3").when(EndTurn()).then("A: hand W1 S2; deck S1")


@ruling("A-110")
def test_the_final_round_begins_at_once_with_the_last_card_of_a_breakthrough() -> None:
    given("A: hand W1, area S1 | B: hand U1 | C: hand U1; deck C3; discard -").when(Breakthrough()).then(
        "A: hand W1 C3, area -; deck -; discard S1 | final round ON"
    )


@ruling("A-111", "D20")
@cases("edition", EDITIONS)
@cases("seats", [2, 3, 4])
@cases("first", [0, 1])
@cases("place", [0, 1, 2, 3])
def test_everybody_up_to_the_right_of_the_first_seat_has_one_more_turn(
    place: int, first: int, seats: int, edition: str
) -> None:
    if place >= seats:
        return
    active = (first + place) % seats
    hands = " | ".join(f"{SEATS[seat]}: hand W3" for seat in range(seats) if seat != active)
    text = f"{hands} | {SEATS[active]}: hand W2; deck R1; discard -"
    story = given(text, active=SEATS[active], first=SEATS[first], edition=edition).when(EndTurn())
    took = []
    while story.wire()["step"] != "over":
        took.append(story.wire()["active"])
        story.turn_of()
    assert took == [(first + later) % seats for later in range(place + 1, seats)]
    assert active not in took, "who took the last card has no further turn"


@ruling("A-112")
def test_the_last_round_has_plays_and_effects_but_no_draw() -> None:
    story = given(
        "A: hand W1 | B: hand W2 E1, area W2 E3 U3 S1 | C: hand U1; deck empty; discard C1 | final round ON",
        active="B", step="play",
    )  # fmt: skip
    story.when(Play(card=card("W"))).when(Assassination(discard=cards("W"))).when(Oligarchy(take=cards("C")))
    story.when(Development(discard=cards("S"), play=cards("C"))).when(Attack(sphere=SCIENCE)).then_rejected(
        "attack.nothing_left"
    )
    story.then("B: hand E1, area W3 E3 U3 C1; discard W1 S1 | final round ON")
    story.when(EndTurn()).then_nothing_changed().then_turn(C)


@ruling("A-112")
def test_in_the_last_round_the_play_is_as_mandatory_as_ever() -> None:
    given(f"A: hand W1 | B: hand R1 | C: -; {LAST}", active="B", step="play").then_only_offered("play")


@ruling("A-112", "A-76")
def test_breakthroughs_of_the_last_round_draw_nothing() -> None:
    given(f"A: - | B: hand R1, area S3 | C: hand U1; {LAST}", active="B").when(Breakthrough()).when(
        BreakthroughDiscard(discard=cards("R"))
    ).then_rejected("breakthrough_discard.nothing_drawn")


@ruling("A-113")
@cases("edition", EDITIONS)
def test_a_domination_in_the_last_round_wins_before_any_count(edition: str) -> None:
    text = f"A: area W1 R1 E1 C1 U1 | B: area S7 | C: hand U1; {LAST}"
    given(text, active="B", edition=edition).when(EndTurn()).then_result("domination", [B], decided_by=["science"])


@ruling("A-113")
def test_a_domination_in_the_very_last_turn_wins_too() -> None:
    last_turn("A: area W1 R1 E1 C1 U1 | B: - | C: area S7").then_result("domination", [C], decided_by=["science"])


@ruling("A-113", "A-53")
def test_a_domination_in_the_triggering_turn_wins() -> None:
    given("A: area W1 R1 E1 | B: - | C: hand W2, area S7; deck R1", active="C").when(EndTurn()).then_result(
        "domination", [C]
    )


@ruling("A-113", "A-52")
def test_a_domination_of_another_seat_does_not_count_at_the_end() -> None:
    last_turn("A: area S7 | B: area W1 R1 | C: -").then_result("majority", [B], points={A: 1, B: 2, C: 0})


@ruling("A-114")
def test_nobody_leads_a_sphere_of_which_nobody_has_a_card() -> None:
    last_turn("A: area S1 | B: - | C: -").then_result("majority", [A], points={A: 1, B: 0, C: 0})
    last_turn("A: - | B: - | C: -").then_result("majority", [A, B, C], points={A: 0, B: 0, C: 0})


@ruling("A-115")
def test_each_leader_of_a_sphere_has_a_point() -> None:
    last_turn("A: area S2 R1 | B: area S2 | C: area S1 E1").then_result(
        "majority", [A], points={A: 2, B: 1, C: 1}, decided_by=[]
    )


@ruling("A-116")
@cases("edition", EDITIONS)
def test_cards_in_hand_count_for_nothing(edition: str) -> None:
    last_turn("A: area S1 | B: hand S3 W3 R3 | C: hand U5", edition=edition).then_result(
        "majority", [A], points={A: 1, B: 0, C: 0}
    )


@ruling("A-117", "D19")
@cases("edition", EDITIONS)
@cases(
    ("text", "winner", "decided_by"),
    [
        ("A: area S3 E1 | B: area U1 S1 | C: -", A, ""),
        ("A: area S3 | B: area U1 | C: -", B, "U"),
        ("A: area S3 | B: area C1 | C: -", B, "U C"),
        ("A: area S1 | B: area E3 | C: -", A, "U C S"),
        ("A: area R3 | B: area E1 | C: -", B, "U C S E"),
        ("A: area R1 | B: area W3 | C: -", A, "U C S E R"),
        ("A: area E2 R1 W1 | B: area E2 R1 W2 | C: area W5", B, "U C S E R W"),
    ],
)
def test_ties_go_by_utopia_then_culture_science_economy_religion_and_military(
    text: str, winner: int, decided_by: str, edition: str
) -> None:
    spheres = [SPHERE_NAMES[LETTERS.index(letter)] for letter in decided_by.split()]
    last_turn(text, edition=edition).then_result("majority", [winner], decided_by=spheres)


@ruling("A-117", "E35")
def test_a_tie_break_narrows_the_field_for_the_next() -> None:
    last_turn("A: area W1 S3 C2 | B: area R4 E1 S2 C2 | C: area W2 E2").then_result(
        "majority", [A], points={A: 2, B: 2, C: 2}, decided_by=["utopia", "culture", "science"]
    )


@ruling("A-117")
def test_a_seat_without_most_points_is_out_of_the_tie_break() -> None:
    last_turn("A: area W2 R1 | B: area S2 E1 | C: area U5").then_result(
        "majority", [B], points={A: 2, B: 2, C: 1}, decided_by=["utopia", "culture", "science"]
    )


@ruling("A-118")
@cases("edition", EDITIONS)
def test_a_total_tie_is_a_shared_win(edition: str) -> None:
    last_turn("A: area W1 S2 | B: area W1 S2", edition=edition).then_result("majority", [A, B], points={A: 2, B: 2})
    last_turn("A: area W1 S2 | B: area W1 S2 | C: area S1", edition=edition).then_result(
        "majority", [A, B], points={A: 2, B: 2, C: 0}
    )


@ruling("A-119", "D24", "E43")
@cases("edition", EDITIONS)
def test_a_team_has_a_point_for_each_sphere_that_a_member_leads(edition: str) -> None:
    """Partners who both lead have one point, teams that both lead have one each; cards are not added."""
    last_turn("A: area W3 E2 | B: area W3 S5 | C: area R4 E2 | D: area C1", teams=True, edition=edition).then_result(
        "majority", [B, D], points={A: 3, B: 3, C: 3, D: 3}, decided_by=["utopia", "culture"]
    )


@ruling("A-119")
def test_partners_cards_are_not_added_in_the_count() -> None:
    last_turn("A: area S2 | B: area S3 | C: area S2 | D: -", teams=True).then_result(
        "majority", [B, D], points={A: 0, B: 1, C: 0, D: 1}
    )


@ruling("A-119", "D24")
def test_four_points_and_three_are_shared_out_over_six_spheres() -> None:
    last_turn("A: area W2 R2 E2 | B: area S2 C2 | C: area U1 | D: area U1", teams=True).then_result(
        "majority", [A, C], points={A: 4, B: 3, C: 4, D: 3}, decided_by=[]
    )


@ruling("A-120", "E43")
def test_teams_that_tie_are_parted_by_their_best_single_member() -> None:
    last_turn("A: area U2 | B: area S3 W1 | C: area U2 W1 | D: area U3", teams=True).then_result(
        "majority", [B, D], points={A: 1, B: 3, C: 1, D: 3}
    )
    last_turn("A: area C2 W2 | B: area C3 R1 | C: area C2 E1 W1 | D: area S1", teams=True).then_result(
        "majority", [B, D]
    )


@ruling("A-120")
def test_the_sum_of_two_partners_does_not_break_a_tie() -> None:
    last_turn("A: area W1 C2 | B: area E1 C3 | C: area C2 R1 | D: -", teams=True).then_result(
        "majority", [B, D], points={A: 2, B: 2, C: 2, D: 2}, decided_by=["utopia", "culture"]
    )


@ruling("A-120")
def test_with_the_sum_partners_cards_are_added_sphere_by_sphere() -> None:
    last_turn("A: area W1 C2 | B: area E1 C3 | C: area C2 R1 | D: -", teams=True, team_tiebreak="sum").then_result(
        "majority", [A, C], points={A: 2, B: 2, C: 2, D: 2}, decided_by=["utopia", "culture"]
    )
    text = "A: area W1 S1 | B: area W1 E2 | C: area E2 S1 | D: area S1"
    last_turn(text, teams=True, team_tiebreak="sum").then_result(
        "majority", [A, C], points={A: 3, B: 3, C: 3, D: 3}, decided_by=["utopia", "culture", "science"]
    )
    last_turn(text, teams=True).then_result("majority", [A, B, C, D])


@ruling("A-120")
def test_teams_that_nothing_parts_share_the_win() -> None:
    last_turn("A: area W1 | B: area W1 | C: - | D: -", teams=True).then_result(
        "majority", [A, B, C, D], points={A: 1, B: 1, C: 1, D: 1}
    )


@ruling("A-121")
def test_partners_sit_opposite() -> None:
    setup = GAME.setup("ru", 4, {"teams": True})
    assert [GAME.team(setup, seat) for seat in range(4)] == [0, 1, 0, 1]
    assert GAME.team(GAME.setup("ru", 4, {}), A) is None
    last_turn("A: - | B: area S7 | C: - | D: -", teams=True, active="B").then_result("domination", [B, D])


@ruling("A-122")
def test_partners_do_not_see_each_others_hands() -> None:
    table = Table(GAME, GAME.setup("ru", 4, {"teams": True}), bytes(32), [b""] * 4)
    for seat in range(4):
        seen: dict[str, Any] = table.view(seat)["seats"][(seat + 2) % 4]
        assert seen["hand"] is None
        assert seen["known"] == {}
    assert all(each["hand"] is None for each in table.view(SPECTATOR)["seats"])


@ruling("A-122")
def test_partners_have_no_way_to_pass_cards() -> None:
    assert not [name for name in GAME.action_types if "pass" in name or "give" in name or "show" in name]


@ruling("A-123")
@cases("seats", [2, 3])
def test_teams_are_for_four(seats: int) -> None:
    with pytest.raises(Rejected) as refused:
        GAME.setup("ru", seats, {"teams": True})
    assert (refused.value.rule, refused.value.ruling) == ("setup.teams", "A-123")


@ruling("A-110", "A-51b")
def test_hands_are_opened_at_the_end_to_everybody() -> None:
    text = f"A: hand W1, area S1 | B: hand R2 | C: hand E1; {LAST}"
    table = Table(GAME, GAME.setup("ru", 3, {}), bytes(32), [b""] * 3, position=position(text, active="C"))
    table.act(C, EndTurn())
    for each in (SPECTATOR, A, B, C):
        assert [seat["hand"] for seat in table.view(each)["seats"]] == [
            {"military-1": 1},
            {"religion-1": 2},
            {"economy-1": 1},
        ]
