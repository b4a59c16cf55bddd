"""Laws that hold in every game of the catalogue, checked in random games; GAMES says in how many for each law."""

import os
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import chain, product
from typing import Any, Final, NamedTuple

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.codec import action_json, decoded_action, fields_of
from domain.kernel.decider import Unfolding
from domain.kernel.game import Game, Setup
from domain.kernel.lifecycle import GameEnded, Resign
from domain.kernel.match import Match, folded
from domain.kernel.messages import Action
from domain.kernel.record import read
from domain.kernel.rejected import Rejected
from domain.kernel.visibility import SPECTATOR
from tests.domain.table import Table

GAMES: Final = int(os.environ.get("GAMES", "25"))
MOST_ACTIONS: Final = 1500
EVERY_ACTION: Final = 200_000


class Move(NamedTuple):
    """One accepted action of a random game."""

    before: Match
    seat: int
    action: Action
    listed: list[Action]
    unfolding: Unfolding[Any]
    table: Table


def setups(game: Game[Any]) -> Iterator[Setup]:
    """Every way in which a game is offered."""
    options = [[(each.name, value) for value in each.values] for each in game.options]
    for edition, seats, chosen in product(game.editions, game.seats, product(*options)):
        try:
            yield game.setup(edition, seats, dict(chosen))
        except Rejected:
            continue


EVERY_SETUP: Final = [(game, setup) for game in CATALOGUE.values() for setup in setups(game)]


def random_tables(rng: random.Random) -> Iterator[Table]:
    """Games of all sorts, seated and dealt."""
    for index in range(GAMES):
        game, setup = rng.choice(EVERY_SETUP)
        entropy = [rng.randbytes(32) for _ in range(setup.seats)]
        yield Table(game, setup, rng.randbytes(32), entropy, game_id=f"00000000-0000-7000-8000-{index:012d}")


def random_moves(table: Table, rng: random.Random) -> Iterator[Move]:
    """Play a game to its end with any legal actions, each sort of action equally likely, now and then resigning."""
    for _ in range(MOST_ACTIONS):
        if table.match.status != "playing":
            return
        before = table.match
        seat = rng.choice(before.to_act())
        listed = table.actions(seat, EVERY_ACTION)
        name = rng.choice(sorted({each.NAME for each in listed}))
        action = rng.choice([each for each in listed if name == each.NAME])
        if rng.random() < 0.003:
            action = Resign()
        yield Move(before, seat, action, listed, table.act(seat, action), table)
    raise AssertionError(f"no end after {MOST_ACTIONS} actions")


def random_games(seed: int) -> Iterator[Move]:
    """The moves of many games."""
    rng = random.Random(seed)
    return chain.from_iterable(random_moves(table, rng) for table in random_tables(rng))


def test_the_random_games_cover_every_way_in_which_games_are_offered() -> None:
    assert {game.id for game, _ in EVERY_SETUP} == set(CATALOGUE)
    for game in CATALOGUE.values():
        mine = [setup for each, setup in EVERY_SETUP if each is game]
        assert {setup.edition for setup in mine} == set(game.editions)
        assert {setup.seats for setup in mine} == set(game.seats)


def test_what_is_listed_is_accepted() -> None:
    rng = random.Random(10)
    for move in random_games(1):
        assert move.listed
        for action in rng.sample(move.listed, min(6, len(move.listed))):
            move.before.game.apply(move.before.state, move.seat, action)


def test_nothing_is_listed_twice() -> None:
    for move in random_games(2):
        assert len(set(move.listed)) == len(move.listed)


def test_what_is_not_listed_is_refused() -> None:
    """Tried are actions that were listed at other times, and listed ones by seats that aren't to act."""
    rng = random.Random(30)
    refused = 0
    ever: dict[str, dict[Action, None]] = {}
    for move in random_games(3):
        game, state = move.before.game, move.before.state
        known = ever.setdefault(game.id, {})
        listed = set(move.listed)
        others = [seat for seat in range(move.before.setup.seats) if seat not in move.before.to_act()]
        tried = [(move.seat, each) for each in rng.sample([*known], min(8, len(known))) if each not in listed]
        tried += [(seat, rng.choice(move.listed)) for seat in others]
        for seat, action in tried:
            with pytest.raises(Rejected) as error:
                game.apply(state, seat, action)
            assert error.value.rule
            assert error.value.reason
            refused += 1
        known |= dict.fromkeys(rng.sample(move.listed, min(3, len(move.listed))))
    assert refused > 20 * GAMES


def test_seats_that_are_not_to_act_are_offered_nothing() -> None:
    for move in random_games(4):
        for seat in range(move.before.setup.seats):
            listed = move.table.game.expanded(move.before.state, seat, 1)[0]
            assert bool(listed) == (seat in move.before.to_act())


def test_an_action_leaves_the_given_state_as_it_was() -> None:
    rng = random.Random(50)
    for move in random_games(5):
        game, state = move.before.game, move.before.state
        before = deepcopy(state)
        game.apply(state, move.seat, rng.choice(move.listed))
        assert state == before


def test_folding_the_events_of_an_action_gives_the_state_it_was_decided_on() -> None:
    for move in random_games(6):
        before = deepcopy(move.before.state)
        assert move.before.game.fold(move.before.state, move.unfolding.events) == move.unfolding.state
        assert move.before.state == before


def test_replaying_the_record_ends_where_the_game_did() -> None:
    for move in random_games(7):
        table = move.table
        assert table.match.state == move.unfolding.state
        if table.match.status == "finished":
            again = folded(table.game, table.match.id, table.rows)
            assert again == table.match
            middle = len(table.rows) // 2
            assert folded(table.game, table.match.id, table.rows[:middle]).version == middle


def test_every_event_survives_json() -> None:
    for move in random_games(8):
        types = move.before.game.event_types
        rows = move.table.rows[-len(move.unfolding.events) :]
        for event, row in zip(move.unfolding.events, rows, strict=True):
            if not isinstance(event, GameEnded):
                assert read(types, row.public, row.private) == event
            assert (row.type, row.v) == (event.NAME, event.VERSION)


def test_every_action_survives_json() -> None:
    rng = random.Random(90)
    for move in random_games(9):
        for action in [move.action, *rng.sample(move.listed, min(5, len(move.listed)))]:
            assert decoded_action(dict(move.before.game.action_types), action_json(action)) == action


def test_a_listed_form_says_in_json_what_it_expands_to() -> None:
    for move in random_games(10):
        for form in move.before.game.legal_actions(move.before.state, move.seat):
            data = form.json()
            for name, choice in data.get("choose", {}).items():
                assert 0 < choice["count"] <= sum(choice["from"].values()), name
            first = action_json(next(form.actions()))
            assert {*data, *data.get("choose", {})} - {"choose"} == set(first)
            for name, value in data.items():
                assert name == "choose" or first[name] == value


def carta_zones(state: Any) -> list[list[int]]:
    """All cards of a game of Carta Impera Victoria, as lists of numbers."""
    draft = state.draft
    dealt = [*draft.packets, *draft.kept, *draft.arriving, draft.centre] if draft else []
    markers = [[sum(each) for each in state.democracy], [len(each) for each in state.embargoes]]
    return [*state.hands, *state.areas, *markers, state.discard, [len(state.deck)], *dealt]


ZONES: Final[dict[str, Callable[[Any], list[list[int]]]]] = {"carta-impera-victoria": carta_zones}


def test_cards_are_conserved_and_no_zone_has_less_than_nothing() -> None:
    """Once a seat has left, cards may leave with it, or go to it."""
    for move in random_games(11):
        zones = ZONES.get(move.before.game.id)
        if zones is None:
            continue
        before, after = zones(move.before.state), zones(move.unfolding.state)
        assert min(chain.from_iterable(after)) >= 0
        total = sum(chain.from_iterable(after))
        if all(move.unfolding.state.present):
            assert total == sum(chain.from_iterable(before))
        else:
            assert total <= sum(chain.from_iterable(before))


def test_every_game_ends_with_winners_of_its_seats() -> None:
    for move in random_games(12):
        match = move.table.match
        if match.status == "finished":
            assert match.result is not None
            assert match.result.winners
            assert set(match.result.winners) <= set(range(match.setup.seats))
            assert match.to_act() == []
            for seat in range(match.setup.seats):
                assert move.table.actions(seat) == []
        else:
            assert match.result is None
            assert match.to_act()


def without_known(view: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, int]]]:
    """A view, and apart from it what it claims to know of hands."""
    seats = [dict(each) for each in view.get("seats", [])]
    known = [each.pop("known", {}) for each in seats]
    return view | {"seats": seats}, known


def test_a_view_folded_from_what_one_may_see_is_the_view_of_the_whole_state() -> None:
    """What is known of a hand depends on what one was shown, so there it must only be true."""
    for move in random_games(13):
        for audience in move.table.audiences:
            seen, known = without_known(move.table.view(audience))
            whole, true = without_known(move.table.whole_view(audience))
            assert seen == whole
            for claims, facts in zip(known, true, strict=True):
                assert all(facts.get(kind, 0) >= number for kind, number in claims.items())


def test_what_a_seat_may_do_follows_from_what_it_may_see() -> None:
    for move in random_games(14):
        game = move.before.game
        own = move.table.views[move.seat].state
        if move.table.match.status == "playing":
            mine = game.expanded(own, move.seat, EVERY_ACTION)[0]
            assert mine == move.table.actions(move.seat, EVERY_ACTION)


def test_a_dry_run_on_a_seats_own_view_causes_the_same_events() -> None:
    rng = random.Random(150)
    for table in random_tables(random.Random(15)):
        while table.match.status == "playing":
            seat = rng.choice(table.match.to_act())
            action = rng.choice(table.actions(seat, 200))
            dry = table.dry_run(seat, action)
            assert [each.NAME for each in dry.events] == [each.NAME for each in table.act(seat, action).events]


def test_a_dry_run_leaves_open_what_a_seat_cannot_know_and_says_nothing_false() -> None:
    rng = random.Random(180)
    for table in random_tables(random.Random(18)):
        while table.match.status == "playing":
            seat = rng.choice(table.match.to_act())
            action = rng.choice(table.actions(seat, 200))
            dry, true = table.dry_run(seat, action), table.act(seat, action)
            for said, happened in zip(dry.events, true.events, strict=True):
                for each in fields_of(type(said)):
                    assert getattr(said, each.name) in (None, getattr(happened, each.name)), (said, happened)


def test_spectators_get_no_private_part_before_the_end_and_seats_only_their_own() -> None:
    for move in random_games(16):
        table, types = move.table, move.before.game.event_types
        for row in table.rows[-len(move.unfolding.events) :]:
            assert table.part([row], SPECTATOR)[0].private is None
            for seat in range(table.match.setup.seats):
                part = table.part([row], seat)[0]
                assert (part.public, part.hash) == (row.public, row.hash)
                assert part.private is None or row.private is not None
                read(types, part.public, part.private)


def test_the_positions_of_a_record_are_its_rows_and_each_action_is_one_ply() -> None:
    for move in random_games(17):
        rows = move.table.rows
        assert [row.position for row in rows[-3:]] == [len(rows) - 2, len(rows) - 1, len(rows)]
        new = rows[-len(move.unfolding.events) :]
        assert {row.ply for row in new} == {move.before.ply + 1}
        assert (move.table.match.version, move.table.match.ply) == (len(rows), move.before.ply + 1)
