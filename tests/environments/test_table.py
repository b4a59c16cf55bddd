"""Tables: every legal action can be spelled, every spelling is legal, and observations keep secrets."""

from random import Random

import numpy as np
import pytest

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.forms import Form
from cartulary.kernel.messages import Action
from cartulary_environments.action_space import action_space
from cartulary_environments.spelling import Spelling, read
from cartulary_environments.table import GameTable

GAMES = [*CATALOGUE]
MOST_LISTED = 60


def positions(game: str, number: int, seats: int | None = None) -> list[GameTable]:
    """Tables at random moments of random games, some in the middle of a spelling."""
    random, found, deal = Random(7), list[GameTable](), 0
    while len(found) < number:
        deal += 1
        table = GameTable(game, seats or 2 + deal % 3, deal)
        while not table.is_over():
            if random.random() < 0.03:
                found.append(table.copy())
            table.take(random.choice(table.tokens()))
    return found[:number]


def spell_all(table: GameTable) -> set[Action]:
    """Every action that can be spelled, the space searched whole."""
    found = set[Action]()
    space = table.space
    by_opening: dict[int, list[Form]] = {}
    for form in table.game.legal_actions(table.state, table.seat()):
        by_opening.setdefault(space.opening(form), []).append(form)
    for opening, forms in by_opening.items():
        collect(table, opening, forms, (), found)
    return found


def collect(table: GameTable, opening: int, forms: list[Form], tokens: tuple[int, ...], found: set[Action]) -> None:
    """Add the actions that go on from these tokens."""
    readings = [read(form) for form in forms]
    spelling = Spelling(opening, readings, table.space.lists_of(readings[0].inner.action))
    for token in tokens:
        spelling.take(table.space, token)
    if action := spelling.advance(table.space):
        found.add(action)
        return
    for token in spelling.options(table.space):
        collect(table, opening, forms, (*spelling.taken, token), found)


@pytest.mark.parametrize("game", GAMES)
def test_exactly_the_legal_actions_can_be_spelled(game: str) -> None:
    checked = 0
    for table in positions(game, 250):
        actions, more = table.game.expand(table.state, table.seat(), MOST_LISTED)
        if not more and table._spelling is None:
            checked += 1
            assert spell_all(table) == set(actions)
    assert checked > 50


@pytest.mark.parametrize("game", GAMES)
def test_the_mask_allows_exactly_the_tokens_that_are_taken(game: str) -> None:
    for table in positions(game, 40):
        allowed = set(np.flatnonzero(table.mask()))
        assert allowed == set(table.tokens())
        refused = next(token for token in range(table.space.size) if token not in allowed)
        with pytest.raises(ValueError, match="may not follow"):
            table.copy().take(refused)
        for token in allowed:
            table.copy().take(int(token))


@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_look_the_same_to_a_seat_give_it_equal_observations(game: str) -> None:
    random, differ = Random(3), 0
    for table in positions(game, 60):
        for seat in range(table.setup.seats):
            world = table.determinize(seat, random)
            assert np.array_equal(world.observation(seat), table.observation(seat))
            differ += world.state != table.state
            if table.seat() == seat:
                assert world.tokens() == table.tokens()
    assert differ > 50


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_sees_its_hand_and_no_other_sees_it(game: str) -> None:
    table = GameTable(game, 2, 1)
    while (
        not any(table.state.hands[0]) or not any(table.state.hands[1]) or table.state.hands[0] == table.state.hands[1]
    ):
        table.take(table.tokens()[0])
    part = {part.name: part for part in table.observer.parts()}["hand"]
    for seat in range(2):
        shown = table.observation(seat)[part.first : part.first + part.size]
        assert shown.tolist() == table.state.hands[seat][: part.size]


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_an_observation_is_in_a_named_part_and_in_range(game: str) -> None:
    for table in positions(game, 60):
        size = table.observer.size()
        for seat in range(table.setup.seats):
            observation = table.observation(seat)
            assert observation.shape == (size,)
            assert observation.min() >= 0


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_goes_on_by_itself_and_with_the_same_chance(game: str) -> None:
    random = Random(5)
    for table in positions(game, 5):
        before, copy, seed = table.observation(0), table.copy(), random.random()
        results = []
        for each in (copy, table.copy()):
            choices = Random(seed)
            while not each.is_over():
                each.take(choices.choice(each.tokens()))
            results.append((each.rewards(), each.steps))
        assert np.array_equal(table.observation(0), before)
        assert results[0] == results[1]


@pytest.mark.parametrize("game", GAMES)
def test_rewards_are_the_result_and_sum_to_zero(game: str) -> None:
    random = Random(2)
    for seats in (2, 3, 4):
        table = GameTable(game, seats, seats)
        while not table.is_over():
            assert table.rewards() == [0.0] * seats
            table.take(random.choice(table.tokens()))
        assert table.result is not None
        rewards = table.rewards()
        assert sum(rewards) == 0
        assert [seat for seat in range(seats) if rewards[seat] > 0] == sorted(table.result.winners)


@pytest.mark.parametrize("game", GAMES)
def test_every_token_has_a_meaning_of_its_own(game: str) -> None:
    space = action_space(game)
    labels = [space.label(token) for token in range(space.size)]
    assert len(set(labels)) == space.size
