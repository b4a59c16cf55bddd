"""A game ends by agreement: all who are still in it have to want the same end."""

from typing import Any

import pytest

from cartulary.audit.replay import replay
from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria import GAME as CARTA
from cartulary.games.civilization_the_card_game import GAME as CIVILIZATION
from cartulary.kernel.rejected import Rejected
from cartulary.match.actions import AgreeEnd, EndKind, Resign
from cartulary.match.decide import decide
from cartulary.match.events.administration import DelegateActed
from cartulary.match.game import Game
from tests.cases import cases
from tests.domain.table import AT, Table

GAMES = pytest.mark.parametrize("game", CATALOGUE.values(), ids=CATALOGUE)


def dealt(game: Game[Any], seats: int = 3) -> Table:
    """A game that has just been dealt."""
    return Table(game, game.setup(None, seats, {}), b"\1" * 32, [b"salt" * 8] * seats)


def agree(table: Table, seat: int, how: EndKind) -> list[str]:
    """A seat agrees to an end; the events of that."""
    rows = table.goes_on(decide(table.match, seat, AgreeEnd(how=how), AT, lambda: table.rows))
    return [row.type for row in rows]


def refused(table: Table, seat: int, how: EndKind) -> str:
    with pytest.raises(Rejected) as error:
        decide(table.match, seat, AgreeEnd(how=how), AT, lambda: table.rows)
    return error.value.rule


@GAMES
@pytest.mark.parametrize(
    ("how", "kind", "status", "winners"),
    [("draw", "draw", "finished", (0, 1, 2)), ("abort", "void", "abandoned", ())],
)
def test_the_last_to_agree_ends_the_game(
    game: Game[Any], how: EndKind, kind: str, status: str, winners: tuple[int, ...]
) -> None:
    table = dealt(game)
    assert [agree(table, seat, how) for seat in (2, 0)] == [["EndAgreed"]] * 2
    assert table.match.wants_end == {2: how, 0: how}
    assert agree(table, 1, how) == ["EndAgreed", "GameEnded"]
    assert table.match.result is not None
    assert (table.match.status, table.match.result.kind, table.match.result.winners) == (status, kind, winners)
    assert table.match.to_act() == []


@cases(("game", "kind"), [(CARTA, "majority"), (CIVILIZATION, "technologies")])
def test_a_game_that_is_scored_as_it_stands_shows_the_hands_and_counts(game: Game[Any], kind: str) -> None:
    table = dealt(game)
    for seat in (0, 1):
        agree(table, seat, "score")
    assert agree(table, 2, "score") == ["EndAgreed", *["HandRevealed"] * 3, "GameEnded"]
    result = table.match.result
    assert result is not None
    assert (result.kind, [each.seat for each in result.points or ()]) == (kind, [0, 1, 2])


@GAMES
def test_the_record_of_an_agreed_end_is_verified(game: Game[Any]) -> None:
    for how in ("draw", "abort", "score"):
        table = dealt(game)
        for seat in range(3):
            agree(table, seat, how)
        assert replay(game, table.match.id, table.rows, table.seed) == table.match.ply


@GAMES
def test_different_ends_are_no_agreement_and_whoever_has_agreed_waits(game: Game[Any]) -> None:
    table = dealt(game, 2)
    agree(table, 0, "draw")
    assert refused(table, 0, "draw") == "end.agreed_already"
    assert agree(table, 1, "abort") == ["EndAgreed"]
    assert table.match.status == "playing"
    assert agree(table, 0, "abort") == ["EndAgreed", "GameEnded"]


def test_what_was_agreed_is_forgotten_when_the_game_goes_on() -> None:
    table = dealt(CARTA, 2)
    agree(table, 1, "draw")
    seat = table.match.to_act()[0]
    table.act(seat, next(iter(CARTA.legal_actions(table.match.state, seat)[0].actions())))
    assert table.match.wants_end == {}
    assert agree(table, 0, "draw") == ["EndAgreed"]


def test_a_seat_that_has_left_is_not_asked() -> None:
    table = dealt(CARTA)
    table.act(1, Resign())
    assert refused(table, 1, "draw") == "end.left"
    agree(table, 0, "draw")
    assert agree(table, 2, "draw") == ["EndAgreed", "GameEnded"]
    assert table.match.result is not None
    assert table.match.result.winners == (0, 2)


def test_a_delegate_cannot_agree_to_an_end() -> None:
    table = dealt(CARTA, 2)
    delegate = DelegateActed(seat=0, delegate="dan", owner="player 0")
    with pytest.raises(Rejected) as error:
        decide(table.match, 0, AgreeEnd(how="draw"), AT, lambda: table.rows, delegate)
    assert error.value.rule == "delegate.resign"
