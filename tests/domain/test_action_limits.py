"""A law: what costs no move is limited, for every action of every game; no seat alone makes a record without an end."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final
from uuid import UUID

import pytest

from cartulary.audit.replay import replay
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.canonical import base64url
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.match.action_limits import IN_A_ROW
from cartulary.match.actions import (
    AgreeEnd,
    ClaimTime,
    ComeBack,
    FreeSeat,
    GiveTime,
    KeepSeat,
    NameDelegate,
    OfferSeat,
    Pause,
    Resign,
    Resume,
    SignWith,
    TakeBack,
    TakeVacation,
)
from cartulary.match.clock.settings import Clock
from cartulary.match.decide import decide, decide_itself
from cartulary.match.decision import Decision
from cartulary.match.evolve import fold
from cartulary.match.game import Game
from cartulary.match.ply import record_ply
from cartulary.match.seating import Sitting, create, sit_down
from cartulary.match.state import Match
from cartulary.match.terms import Terms
from cartulary.record.bundle import Broken
from cartulary.record.event import RecordedEvent
from tests.domain.signer import SigningPlayer
from tests.domain.table import AT, UNTIL

SEED: Final = b"\1" * 32
DAYS: Final = 3
CLOCK: Final = Clock("turn", 86_400, vacation_days=DAYS, on_expiry="claim")
TRIES: Final = 4 * IN_A_ROW
LONGEST_TURN: Final = 60
"""Plies of a game's own that a seat makes in a row, whatever it prefers."""
KEYS: Final = [base64url(SigningPlayer(0, secret).key) for secret in range(1, TRIES)]

Makes = Callable[[Random, int], Action]
MADE: Final[Mapping[type[Action], Makes]] = {
    AgreeEnd: lambda random, _: AgreeEnd(how=random.choice(("draw", "abort", "score"))),
    ClaimTime: lambda _, seat: ClaimTime(seat=1 - seat),
    ComeBack: lambda *_: ComeBack(),
    FreeSeat: lambda _, seat: FreeSeat(seat=1 - seat),
    GiveTime: lambda _, seat: GiveTime(seat=1 - seat, seconds=1),
    KeepSeat: lambda *_: KeepSeat(),
    NameDelegate: lambda random, _: NameDelegate(delegate=str(UUID(int=random.randrange(9)))),
    OfferSeat: lambda *_: OfferSeat(),
    Pause: lambda *_: Pause(),
    Resume: lambda *_: Resume(),
    SignWith: lambda random, _: SignWith(key=random.choice(KEYS)),
    TakeBack: lambda random, _: TakeBack(version=random.choice((None, 3, 4, 5, 6, 7, 8))),
    TakeVacation: lambda *_: TakeVacation(days=1),
}
"""Examples of each action that is no game's own."""


class Play:
    """A game of two seats with a clock, and its record."""

    def __init__(self, game: Game[Any], random: Random) -> None:
        self.game, self.random = game, random
        self.rows: list[RecordedEvent] = list(
            create(game, "game", game.setup(game.editions[0], 2, {}), SEED, AT, Terms(clock=CLOCK))
        )
        self.match: Match = fold(game, "game", self.rows)
        for seat in range(2):
            self.record(sit_down(self.match, Sitting(f"player {seat}", seat), UNTIL))

    def record(self, decision: Decision) -> None:
        ply = record_ply(self.match, decision, AT)
        self.rows += ply.rows
        self.match = ply.after

    def accepts(self, seat: int, action: Action) -> bool:
        """Whether an action is accepted; then it is recorded."""
        try:
            self.record(decide(self.match, seat, action, AT, lambda: self.rows))
        except Rejected:
            return False
        return True

    def moves(self, seat: int, wanted: type[Action] | None = None) -> bool:
        """Make a move of a kind, or any; whether there was one."""
        forms = [*self.game.legal_actions(self.match.state, seat)] if self.match.status == "playing" else []
        fitting = [each for each in forms if wanted in (None, each.action)]
        return bool(fitting) and self.accepts(seat, self.random.choice(fitting).any_action(self.random))


def plays(game: Game[Any]) -> Iterator[tuple[Play, int]]:
    """Games under way, and each seat of them: the one whose turn it is, and the other."""
    for moves, seat in ((0, 0), (0, 1), (5, 0), (5, 1)):
        play = Play(game, Random(moves))
        for _ in range(moves):
            if play.match.to_act():
                play.moves(play.match.to_act()[0])
        if play.match.status == "playing":
            yield play, seat


def of_every_game(game: Game[Any]) -> set[type[Action]]:
    """The actions that a match adds to those of the game."""
    match = next(plays(game))[0].match
    return {each for name, each in match.action_types().items() if name not in game.action_types}


EVERY_GAME = pytest.mark.parametrize("game", CATALOGUE.values(), ids=[*CATALOGUE])


@EVERY_GAME
def test_a_record_in_which_a_seat_goes_beyond_a_limit_breaks_the_rules(game: Game[Any]) -> None:
    play = Play(game, Random(0))
    for number in range(IN_A_ROW + 1):
        action = KeepSeat() if number % 2 else OfferSeat()
        play.record(decide_itself(play.match, 0, action, AT, lambda: play.rows))
    with pytest.raises(Broken, match=f"at most {IN_A_ROW} times") as found:
        replay(game, "game", play.rows, SEED)
    assert (found.value.position, found.value.illegal) == (play.match.version, True)


@EVERY_GAME
def test_every_action_that_is_no_games_own_is_tried_here(game: Game[Any]) -> None:
    assert of_every_game(game) == {*MADE}


@EVERY_GAME
@pytest.mark.parametrize("kind", MADE, ids=lambda each: str(each.NAME))
def test_a_seat_alone_repeats_an_action_that_costs_no_move_only_so_often(game: Game[Any], kind: type[Action]) -> None:
    for play, seat in plays(game):
        accepted = sum(play.accepts(seat, MADE[kind](play.random, seat)) for _ in range(TRIES))
        assert accepted <= IN_A_ROW


@EVERY_GAME
def test_a_seat_alone_does_all_that_costs_no_move_only_so_often(game: Game[Any]) -> None:
    for play, seat in plays(game):
        kinds = (play.random.choice([*MADE.values()]) for _ in range(4 * TRIES))
        accepted = sum(play.accepts(seat, make(play.random, seat)) for make in kinds)
        # Each offer that is limited can be taken back once.
        assert accepted <= 2 * IN_A_ROW + DAYS


@EVERY_GAME
def test_no_move_of_a_game_can_be_made_again_and_again(game: Game[Any]) -> None:
    for kind in {*game.action_types.values()} - {Resign}:
        for number in range(3):
            play, alone = Play(game, Random(number)), 0
            last = -1
            for _ in range(200):
                if not (to_act := play.match.to_act()):
                    break
                seat = next((each for each in to_act if play.moves(each, kind)), None)
                if seat is None:
                    seat = to_act[0]
                    play.moves(seat)
                alone, last = (alone + 1, last) if seat == last else (1, seat)
                assert alone <= LONGEST_TURN, kind


def test_an_action_that_is_not_limited_says_why() -> None:
    assert all(each.UNLIMITED is None or each.UNLIMITED.endswith(".") for each in MADE)
