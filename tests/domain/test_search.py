"""The search: it finds what wins in every world, keeps to its budget, and by the same chance chooses the same."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import pytest

from cartulary.bots.ismcts import Branch, Branches, Budget, Search, World, certainty, search
from cartulary.kernel.forms import Choice, Form
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.messages import Action, Event, action, event
from cartulary.kernel.seats import Seat
from cartulary.match.events.ending import GameEnded
from cartulary.match.game import Game, Setup
from cartulary.match.state import Match
from tests.cases import cases
from tests.domain.table import Table
from tests.domain.toy_game import TOY, Lay

MUCH: Final = Budget(iterations=400, seconds=1)


def at_once() -> float:
    """No time passes."""
    return 0.0


# Nim: in turn each takes one to three matches of a heap, and who takes the last one wins.


@action
class Take(Action):
    """Take some matches."""

    number: tuple[int, ...]


@event()
class Taken(Event):
    number: int


@dataclass
class Heap:
    matches: int
    active: Seat = 0
    over: bool = False


def matches_taken(heap: Heap, event: Taken) -> None:
    heap.matches, heap.active = heap.matches - event.number, 1 - heap.active


def game_ended(heap: Heap, _: GameEnded) -> None:
    heap.over = True


def decide(decision: GameDecision[Heap], seat: Seat, action: Action) -> None:
    assert isinstance(action, Take)
    assert decision.state.active == seat
    decision.emit(Taken(number=action.number[0]))
    if not decision.state.matches:
        end = GameEnded(kind="last", winners=(seat,), points=None, decided_by=(), server_seed=None)
        decision.emit(end)


def legal(heap: Heap, seat: Seat) -> Iterator[Form]:
    assert seat == heap.active
    most = min(3, heap.matches)
    yield Form(Take, {}, {"number": Choice(dict.fromkeys(range(1, most + 1), 1), 1)})


NIM: Final[dict[str, Any]] = {
    "fork": replace,
    "evolutions": {Taken: matches_taken, GameEnded: game_ended},
    "decide": decide,
    "legal_actions": legal,
    "to_act": lambda heap: [] if heap.over else [heap.active],
    "determinize": lambda heap, _: replace(heap),
    "remaining": lambda _: (0, 1),
    "worth": lambda _heap, _seat: 0,
}


def nim(matches: int, **other: Any) -> Match:
    """A heap that is the first seat's to take from."""
    game: Game[Any] = replace(TOY, **(NIM | other))
    return Match("nim", game, Setup("", 2, {}), b"", status="playing", state=Heap(matches))


def taken(match: Match, budget: Budget = MUCH, seed: int = 1) -> int:
    """How many matches a search takes."""
    actions, _ = match.game.expand(match.state, 0, 10)
    chosen = search(match, 0, actions, Random(seed), budget, at_once)
    assert isinstance(chosen, Take)
    return chosen.number[0]


@cases(("matches", "best"), [(2, 2), (3, 3), (5, 1), (6, 2), (7, 3)])
def test_a_search_takes_what_wins_against_every_answer(matches: int, best: int) -> None:
    assert [taken(nim(matches), seed=seed) for seed in range(3)] == [best] * 3


def test_a_search_takes_what_wins_in_every_world() -> None:
    """Nobody can lay a number that is higher than nine, or by the newer rules lower than one."""
    for revision, best in ((1, 8), (2, 0)):
        table = Table(
            TOY,
            TOY.setup(None, 2, {})._replace(revision=revision),
            bytes(32),
            [b"", b""],
            position={"hands": [["one", "five", "nine"], ["two", "three", "four"]]},
        )
        chosen = search(table.as_seen(0), 0, table.actions(0), Random(1), MUCH, at_once)
        assert chosen == Lay(number=(best,))


def test_with_the_same_chance_a_search_chooses_the_same() -> None:
    assert len({taken(nim(8), seed=5) for _ in range(4)}) == 1


def test_without_time_a_search_takes_what_looks_best_at_once() -> None:
    for best in (1, 2, 3):
        match = nim(9, worth=lambda heap, seat, best=best: -abs(heap.matches - 9 + best) * (seat == 0))
        assert taken(match, Budget(iterations=0, seconds=1)) == best
        assert taken(match, Budget(iterations=9, seconds=0)) == best


def worlds_looked_at(budget: Budget, times: Sequence[float]) -> int:
    """How many worlds a search makes by a clock that tells these times."""
    made, clock = list[Heap](), iter(times)

    def determinized(heap: Heap, _: Random) -> Heap:
        made.append(replace(heap))
        return made[-1]

    match = nim(9, determinize=determinized)
    search(match, 0, match.game.expand(match.state, 0, 10)[0], Random(1), budget, lambda: next(clock))
    return len(made)


def test_a_search_looks_at_as_many_worlds_as_its_budget_says() -> None:
    assert worlds_looked_at(Budget(iterations=12, seconds=1), [0.0] * 20) == 12


def test_a_search_looks_at_no_world_more_when_its_time_is_up() -> None:
    assert worlds_looked_at(Budget(iterations=12, seconds=3), [0, 1, 2, 3, 4]) == 3


def test_a_world_is_played_on_to_the_result_of_the_game_and_the_match_stays_as_it_is() -> None:
    match = nim(4)
    world = World(match, Random(1))
    for number, seat in ((3, 0), (1, 1)):
        assert world.result is None
        assert world.next_seat() == seat
        world.act(seat, Take(number=(number,)))
    assert isinstance(world.result, GameEnded)
    assert world.result.winners == (1,)
    assert match.state == Heap(4)


def test_a_world_goes_on_at_the_version_that_each_action_leads_to() -> None:
    """So that what is drawn in it is drawn anew each time."""
    positions: list[int] = []

    def noted(decision: GameDecision[Heap], seat: Seat, action: Action) -> None:
        positions.append(decision.position)
        decide(decision, seat, action)

    world = World(replace(nim(9, decide=noted), version=10), Random(1))
    for seat in (0, 1, 0):
        world.act(seat, Take(number=(2,)))
    assert positions == [11, 12, 13]


def test_of_several_that_may_act_the_first_does_in_a_world() -> None:
    table = Table(TOY, TOY.setup(None, 3, {}), bytes(32), [b"", b"", b""])
    assert World(table.as_seen(2), Random(1)).next_seat() == 0


def visited(match: Match, times: int) -> Branches:
    """The tree after so many visits."""
    search, root, actions = Search(match, Random(1)), Branches(), match.game.expand(match.state, 0, 10)[0]
    search.grow(root, match.state, 0, actions)
    for _ in range(times):
        search.visit(root, 0, actions)
    return root


def require_counted(branches: Branches, visits: int) -> None:
    """These branches had that many visits together, all below the first of each."""
    assert sum(each.visits for each in branches.values()) == visits
    for each in branches.values():
        assert each.available == visits
        assert 0 <= each.reward <= each.visits
        if each.branches:
            require_counted(each.branches, each.visits - 1)


def test_each_visit_counts_once_on_its_way_and_goes_one_step_further_than_the_one_before() -> None:
    for visits in (1, 2, 3, 40):
        require_counted(visited(nim(30), visits), visits)


def test_what_a_playout_comes_to_the_end_of_is_won_or_lost() -> None:
    assert all(each.reward.is_integer() for each in visited(nim(4), 3).values())


# What deserves a visit


def branch(visits: int = 0, mean: float = 0.5, prior: float = 0.5, available: int = 100) -> Branch:
    """A branch whose visits had that reward on average."""
    return Branch(prior, visits, available, visits * mean)


def test_a_branch_that_was_not_visited_promises_what_it_looks_like() -> None:
    assert branch(prior=0.6).promise() > branch(prior=0.5).promise()


@cases("visits", range(5))
def test_what_keeps_its_promise_promises_the_same_again(visits: int) -> None:
    assert branch(visits, 0.3, prior=0.3, available=0).promise() == pytest.approx(0.3)
    assert Branch(0.3).promise() == pytest.approx(0.3)


def test_what_had_better_rewards_promises_more() -> None:
    assert branch(10, 0.6).promise() > branch(10, 0.5).promise()


def test_of_equal_rewards_what_was_visited_less_promises_more() -> None:
    assert branch(0).promise() > branch(1).promise() > branch(10).promise() > branch(100).promise()


def test_what_was_passed_over_more_often_promises_more() -> None:
    promises = [branch(5, available=times).promise() for times in (0, 1, 2, 3, 6, 50)]
    assert promises == sorted({*promises})


def test_after_many_visits_nothing_but_their_rewards_counts() -> None:
    many = 1_000_000
    assert branch(many, 0.7, prior=0.1, available=many).promise() == pytest.approx(0.7, abs=0.01)


def test_a_standing_is_worth_more_than_none_at_all_and_less_than_a_win() -> None:
    certainties = [certainty(standing) for standing in (-200, -40, -1, 0, 1, 2, 40, 200)]
    assert certainties == sorted({*certainties})
    assert certainty(0) == 0.5
    assert 0 <= certainty(-200) < 0.01 < certainty(-40)
    assert certainty(40) < 0.99 < certainty(200) <= 1
