"""Games that begin from a position: section 0 of the rules."""

from collections import Counter
from typing import Any

import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.actions import (
    EndTurn,
    Play,
)
from cartulary.kernel.rejected import Rejected
from tests.cases import cases
from tests.domain.notation import LETTERS, PRINTED_COPIES, SPHERE_NAMES, B, C, card, position, ruling
from tests.domain.story import given, given_position
from tests.domain.table import Table

EDITIONS = ("ru", "uk", "ko")
LAST = "deck empty; discard - | final round ON"


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


def broken(error: Rejected) -> tuple[str, str | None]:
    """The rule that a position breaks, and the ruling that says so."""
    return error.rule, error.ruling


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
@cases(
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
    assert broken(refused(blank(**changes))) == ("position.too_many_cards", None)


@ruling("positions", "A-02")
@cases("seats", [2, 3])
def test_a_position_holds_no_more_cards_of_an_epoch_than_such_a_game(seats: int) -> None:
    printed = {"military-1": 8, "religion-1": 8, "economy-1": 4, "science-1": 4, "culture-1": 4}
    most = Counter(printed) - Counter({"military-1": 3})
    whole = blank(seats=[{}] * seats, discard=printed, deck=["military-2"])
    assert broken(refused(whole, seats=seats)) == ("position.too_many_cards", "A-02")
    assert given_position(blank(seats=[{}] * seats, discard=dict(most), deck=["military-2"])).then_goes_on()
    assert given_position(whole | {"seats": [{}] * 4}).then_goes_on()


@ruling("positions")
@cases(
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
    assert broken(refused(blank(**changes))) == (rule, None)


@ruling("positions", "A-110")
def test_the_final_round_is_on_exactly_when_the_deck_is_empty() -> None:
    assert broken(refused(blank(final_round=True))) == ("position.final_round", "A-110")
    assert broken(refused(blank(deck=[], final_round=False))) == ("position.final_round", "A-110")
    assert given_position(blank(deck=[], final_round=True)).wire()["final_round"] is True
    assert given_position(blank(deck=[])).wire()["final_round"] is True
    assert given_position(blank()).wire()["final_round"] is False


@ruling("positions", "A-22")
def test_no_effect_has_been_used_before_the_play() -> None:
    for used in ({"permanent": ["military"]}, {"discard": ["science"]}):
        assert broken(refused(blank(step="play", used=used))) == ("position.used", "A-22")


@ruling("positions", "A-43b")
def test_culture_has_no_discard_effect_that_could_have_been_used() -> None:
    assert broken(refused(blank(used={"discard": ["culture"]}))) == ("position.used", "A-43b")


@ruling("positions", "A-104")
@cases("edition", EDITIONS)
def test_the_token_is_held_only_by_who_leads_culture(edition: str) -> None:
    token = {"seat": 0, "on": {"seat": 1, "sphere": "military"}}
    for own, other in ((0, 0), (1, 1), (1, 2)):
        seats = [{"area": {"culture-1": own}}, {"area": {"culture-1": other}}, {}]
        assert broken(refused(blank(culture_token=token, seats=seats), edition)) == ("position.culture_token", "A-104")


@ruling("positions", "A-90")
def test_the_token_lies_on_no_sphere_of_its_holder_and_on_no_culture() -> None:
    seats = [{"area": {"culture-1": 1}}, {}, {}]
    for on in ({"seat": 0, "sphere": "military"}, {"seat": 1, "sphere": "culture"}):
        data = blank(culture_token={"seat": 0, "on": on}, seats=seats)
        assert broken(refused(data)) == ("position.culture_token", "A-90")


@ruling("positions", "A-105")
def test_only_where_it_goes_to_the_overtaker_may_the_token_lie_on_no_sphere() -> None:
    data = blank(culture_token={"seat": 0, "on": None}, seats=[{"area": {"culture-1": 1}}, {}, {}])
    assert given_position(data, "ko").wire()["culture_token"] == {"seat": 0, "on": None}
    for edition in ("ru", "uk"):
        assert broken(refused(data, edition)) == ("position.culture_token", "A-105")


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


@ruling("positions")
def test_turns_are_counted_from_one_to_ten_thousand() -> None:
    assert given_position(blank(turn=1)).wire()["turn"] == 1
    assert given_position(blank(turn=10_000)).wire()["turn"] == 10_000
    for turn in (-1, 0, 10_001):
        assert broken(refused(blank(turn=turn))) == ("position.turn", None)
    without = {name: value for name, value in blank().items() if name != "turn"}
    assert given_position(without).wire()["turn"] == 1


@ruling("positions")
def test_an_embargo_marker_is_the_lowest_economy_card_that_lies_nowhere_else() -> None:
    """Four of epoch 1 and four of epoch 2 are printed; the markers go to the discard pile when they lapse."""
    seats = [{"embargo": {"military": 2}, "area": {"economy-1": 2}}, {"embargo": {"religion": 1}}, {}]
    story = given_position(blank(seats=seats, deck=["economy-1"], step="play")).turn_of()
    assert story.wire()["discard"] == {"economy-1": 1, "economy-2": 1}
    assert story.turn_of().wire()["discard"] == {"economy-1": 1, "economy-2": 2}


@ruling("positions", "A-02")
@cases("epoch", [1, 2, 3])
@cases("seats", [2, 3])
def test_of_each_epoch_all_but_three_cards_may_lie_somewhere(epoch: int, seats: int) -> None:
    printed = {
        f"{sphere}-{epoch}": PRINTED_COPIES[epoch][letter] for letter, sphere in zip(LETTERS, SPHERE_NAMES, strict=True)
    }
    discard = Counter(printed) - Counter({f"culture-{epoch}": 3})
    data = blank(seats=[{}] * seats, deck=[], discard=dict(discard))
    assert given_position(data).wire()["discard"] == dict(discard)
    one_more = data | {"deck": [f"culture-{epoch}"]}
    assert broken(refused(one_more, seats=seats)) == ("position.too_many_cards", "A-02")


@ruling("positions", "A-110")
def test_a_position_may_say_that_the_final_round_is_not_on() -> None:
    assert given_position(blank(final_round=False)).wire()["final_round"] is False


@ruling("positions", "A-90")
def test_the_token_may_lie_on_any_sphere_of_another_seat_but_culture() -> None:
    seats = [{"area": {"culture-1": 1}}, {}, {}]
    for sphere in set(SPHERE_NAMES) - {"culture"}:
        token = {"seat": 0, "on": {"seat": 2, "sphere": sphere}}
        assert given_position(blank(culture_token=token, seats=seats)).wire()["culture_token"] == token
