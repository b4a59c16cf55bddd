"""What each seat and a spectator are shown follows from their part of the record, from the deal to the end."""

from collections import Counter
from random import Random
from typing import Any, Final

import pytest

from cartulary.games.civilization_the_card_game import GAME
from cartulary.games.civilization_the_card_game.actions import BuyTechnology
from cartulary.games.civilization_the_card_game.cards import TECHNOLOGY_NAMES, multiset
from cartulary.kernel.codec import fields_of
from cartulary.kernel.messages import Action
from cartulary.kernel.visibility import SPECTATOR
from cartulary.match.actions import Resign
from tests.cases import cases
from tests.domain.civilization_the_card_game.story import Json, position, seat, setup
from tests.domain.offers import completed
from tests.domain.table import Table

RICH: Final[Json] = {"food": 30, "production": 30, "commerce": 60}
ARMY: Final = "axeman axeman chariot swordsman catapult walls"
TOWN: Final = ("coast 2 walls temple", "hills 1 forge", "forest 1 great_wall")


def seated(seats: int, at: Json | None = None, **options: Any) -> Table:
    """A game that everybody has sat down to."""
    entropy = [bytes([number]) * 32 for number in range(seats)]
    return Table(GAME, setup(seats, **options), b"views".ljust(32), entropy, position=at)


def act(table: Table, by: int, action: Action) -> None:
    """Let a seat act as its own dry run foretold; then everybody is shown what the whole state would show them."""
    foretold, happened = table.dry_run(by, action), table.act(by, action)
    assert [event.NAME for event in foretold.events] == [event.NAME for event in happened.events]
    for said, event in zip(foretold.events, happened.events, strict=True):
        for each in fields_of(type(said)):
            assert getattr(said, each.name) in (None, getattr(event, each.name)), (said, event)
    open_plots: Counter[str] = Counter(GAME.view(foretold.after.state, by)["plots"]["open"])
    assert open_plots <= Counter(GAME.view(happened.after.state, by)["plots"]["open"])
    for audience in table.audiences:
        seen, whole = table.view(audience), table.whole_view(audience)
        for state, shown in zip(table.match.state.hands, seen["seats"], strict=True):
            assert all(multiset(state).get(kind, 0) >= number for kind, number in shown["known"].items())
        assert without_known(seen) == without_known(whole)


def without_known(view: Json) -> Json:
    """A view but for what was shown of hands once, which the whole state does not remember."""
    return view | {"seats": [{**each, "known": None} for each in view["seats"]]}


def play(table: Table, moves: int, *, seed: int = 0, without: str = "") -> None:
    """So many moves, any that are listed."""
    rng = Random(seed)
    for _ in range(moves):
        if table.match.status != "playing":
            return
        (by,) = GAME.to_act(table.match.state)
        forms = list(GAME.legal_actions(table.match.state, by))
        wanted = [form for form in forms if form.action.NAME not in without.split()] or forms
        act(table, by, completed(rng.choice(wanted), rng))


@pytest.mark.ruling("C-02", "C-35", "C-60", "C-83")
@cases("free_population", ["setup", "first_turn"])
def test_from_the_deal_on_all_are_shown_what_the_whole_state_would_show_them(free_population: str) -> None:
    table = seated(3, free_population=free_population)
    play(table, 30)
    act(table, 1, Resign())
    play(table, 12, seed=1)
    act(table, 0, Resign())
    assert table.match.status != "playing"


@pytest.mark.ruling("C-35", "C-54", "C-63", "C-83")
@cases("seed", range(4))
def test_wars_thefts_and_reshuffles_show_nobody_more_and_nobody_less(seed: int) -> None:
    at = position(
        seat(*TOWN, hand=ARMY, **RICH),
        seat("river 2 library", "coast 0 temple", hand="archer archer spearman food-2", technologies="pottery", **RICH),
        seat("grassland 3 walls market", hand="axeman food-3 red-1", **RICH),
        for_sale="writing the_wheel mining",
        more_technologies="sailing",
        more_plots="coast mountains",
        deck="temple monastery chariot",
        discard="commerce-2 commerce-2 barracks spearman",
    )
    table = seated(3, at)
    play(table, 40, seed=seed, without="bank")
    for number in range(60):
        play(table, 1, seed=number, without="bank attack tear_down")
    while table.match.status == "playing":
        act(table, GAME.to_act(table.match.state)[0], Resign())


@pytest.mark.ruling("C-35")
def test_a_stolen_card_is_known_to_the_two_seats_alone() -> None:
    table = seated(3, position(seat(commerce=14), seat(hand="archer walls"), seat(), for_sale="writing mining sailing"))
    act(table, 0, BuyTechnology(technology=TECHNOLOGY_NAMES.index("writing"), seat=1))
    (card,) = table.view(0)["seats"][0]["hand"]
    seen = {audience: table.view(audience)["seats"][0] for audience in table.audiences}
    assert {audience: each["known"] for audience, each in seen.items()} == {0: {}, 1: {card: 1}, 2: {}, SPECTATOR: {}}
    assert {audience for audience, each in seen.items() if each["hand"] is not None} == {0}


@pytest.mark.ruling("C-83")
def test_hands_are_closed_until_the_end_of_the_game_in_every_step() -> None:
    table = seated(2)
    steps = set()
    while table.match.state.turn < 3:
        seen = table.view(SPECTATOR)
        steps.add(seen["step"])
        assert [each["hand"] for each in seen["seats"]] == [None, None]
        play(table, 1)
    assert steps >= {"plots", "discards", "settle", "buy", "discard"}


@pytest.mark.ruling("C-04", "C-07", "C-08", "C-15", "C-62")
def test_what_is_waited_for_is_shown_with_how_many_cards_are_due() -> None:
    table = seated(3)
    shown = set()
    while table.match.state.turn < 3:
        seen = table.view(SPECTATOR)
        pending = seen["pending"] or {"type": None, "seat": None, "count": None}
        (by,) = GAME.to_act(table.match.state)
        assert pending["seat"] in (None, by)
        shown.add((seen["step"], pending["type"], pending["count"], seen["to_discard"]))
        play(table, 1, without="attack bank")
    assert shown >= {
        ("plots", "take_plot", None, 0),
        ("discards", "discard", 2, 0),
        ("settle", "settle", None, 0),
        ("collect", "collect", None, 0),
        ("buy", None, None, 0),
        ("discard", None, None, 2),
    }
    assert {due for step, _, _, due in shown if step != "discard"} == {0}
    assert {each["protected"] for each in table.view(SPECTATOR)["seats"]} == {0}
