"""A seat cannot make a record long by itself; records that are longer stay valid."""

import pytest

from cartulary.audit.replay import replay
from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.match.action_limits import IN_A_GAME, IN_A_ROW, is_limited, require_within_limits
from cartulary.match.actions import GiveTime, Pause, Resume, TakeBack
from cartulary.match.clock.settings import Clock
from cartulary.match.decide import decide
from cartulary.match.decision import Decision, decide_in_game
from cartulary.match.events.administration import DelegateActed
from cartulary.match.evolve import fold
from cartulary.match.ply import record_ply
from cartulary.match.seating import Sitting, create, sit_down
from cartulary.match.state import Match
from cartulary.match.terms import Terms
from cartulary.match.undo import take_back
from cartulary.record.event import RecordedEvent
from tests.domain.table import AT, UNTIL

SEED = b"\1" * 32
CLOCK = Clock("turn", 86_400, vacation_days=3)


class Game:
    """A game of two seats with a clock, and its record."""

    def __init__(self) -> None:
        setup = GAME.setup("ru", 2, {})
        self.rows: list[RecordedEvent] = list(create(GAME, "game", setup, SEED, AT, Terms(clock=CLOCK)))
        self.match: Match = fold(GAME, "game", self.rows)
        for seat in range(2):
            self.goes_on(sit_down(self.match, Sitting(f"player {seat}", seat), UNTIL))

    def goes_on(self, decision: Decision) -> None:
        self.rows += record_ply(self.match, decision, AT).rows
        self.match = fold(GAME, "game", self.rows)

    def active(self) -> int:
        """The seat to act."""
        return self.match.to_act()[0]

    def acts(self, name: str) -> None:
        """Let the seat to act do the first legal thing of a kind."""
        forms = GAME.legal_actions(self.match.state, self.active())
        action = next(iter(next(each for each in forms if name == each.action.NAME).actions()))
        self.goes_on(decide_in_game(self.match, self.active(), action))

    def plays_and_takes_back(self) -> None:
        seat = self.active()
        self.acts("play")
        self.goes_on(take_back(self.match, self.rows, seat, None, AT))

    def refused(self, seat: int, action: Action) -> str | None:
        """By which rule an action would be refused."""
        try:
            require_within_limits(self.match, seat, action, lambda: self.rows)
        except Rejected as error:
            return error.rule
        return None


@pytest.fixture
def game() -> Game:
    return Game()


def test_a_seat_takes_back_only_so_often_until_another_acts(game: Game) -> None:
    seat = game.active()
    for _ in range(IN_A_ROW):
        assert game.refused(seat, TakeBack()) is None
        game.plays_and_takes_back()
    assert game.refused(seat, TakeBack()) == "undo.too_often"
    assert game.refused(1 - seat, TakeBack()) is None
    game.acts("play")
    game.acts("end_turn")
    assert game.refused(seat, TakeBack()) == "undo.too_often"
    game.acts("play")
    assert game.refused(seat, TakeBack()) is None


def test_proposals_to_go_back_count_too(game: Game) -> None:
    seat = game.active()
    versions = []
    for _ in range(2):
        versions.append(game.match.version)
        game.acts("play")
        game.acts("end_turn")
    for number in range(IN_A_ROW):
        assert game.refused(seat, TakeBack()) is None
        game.goes_on(take_back(game.match, game.rows, seat, versions[number % 2], AT))
    assert game.refused(seat, TakeBack()) == "undo.too_often"


@pytest.mark.parametrize("delegate", [False, True])
def test_time_is_given_only_so_often_also_by_a_delegate(game: Game, delegate: bool) -> None:
    seat = game.active()
    give: Action = GiveTime(seat=1 - seat, seconds=1)
    acted = DelegateActed(seat=seat, delegate="somebody", owner=f"player {seat}")
    for _ in range(IN_A_ROW):
        assert game.refused(seat, GiveTime(seat=1 - seat, seconds=1)) is None
        game.goes_on(
            decide(game.match, acted.seat, give, AT, list, acted)
            if delegate
            else decide(game.match, seat, give, AT, list)
        )
    assert game.refused(seat, GiveTime(seat=1 - seat, seconds=1)) == "clock.too_often"
    assert game.refused(seat, Pause()) == "clock.too_often"


def test_two_seats_together_cannot_do_it_without_end_either(game: Game) -> None:
    for number in range(2 * IN_A_GAME):
        assert game.refused(number % 2, Pause()) is None
        game.goes_on(decide(game.match, number % 2, GiveTime(seat=1 - number % 2, seconds=1), AT, list))
    assert [game.refused(seat, TakeBack()) for seat in range(2)] == ["undo.too_often"] * 2


def test_a_paused_game_can_always_go_on(game: Game) -> None:
    for seat in range(2):
        game.goes_on(decide(game.match, seat, Pause(), AT, list))
    assert not is_limited(game.match, Resume())
    game.goes_on(decide(game.match, 0, Resume(), AT, list))


def test_a_record_with_more_than_is_allowed_now_is_verified(game: Game) -> None:
    for _ in range(IN_A_ROW + 5):
        game.plays_and_takes_back()
    assert game.refused(game.active(), TakeBack()) == "undo.too_often"
    assert replay(GAME, "game", game.rows, SEED) == game.match.ply
