"""How a seat stands beside the others: what counts for it, what against it, and what not at all."""

from collections.abc import Sequence
from dataclasses import replace

from cartulary.bots.evaluation import PARTNERS, RIVALS, Standings
from cartulary.match.state import Match
from tests.domain.toy_game import TOY


def standing(
    worths: Sequence[float],
    teams: Sequence[int | None] | None = None,
    remaining: Sequence[int] | None = None,
    seat: int = 0,
) -> float:
    """How a seat, by default the first, stands where each is worth so much."""
    seats = len(worths)
    game = replace(
        TOY,
        worth=lambda _, seat: worths[seat],
        team=lambda _, seat: teams[seat] if teams else None,
        remaining=lambda _: range(seats) if remaining is None else remaining,
    )
    setup = TOY.setup(None, 2, {})._replace(seats=seats)
    return Standings(Match("x", game, setup, b"")).of(None, seat)


def test_what_a_seat_has_counts_for_it_and_alone_at_a_table_nothing_else() -> None:
    assert standing([7]) == 7


def test_of_several_rivals_the_strongest_counts_against_a_seat_and_no_other() -> None:
    assert standing([7, 4, 6, 5]) == 7 - 6 * RIVALS
    assert standing([7, 6, 1, 0]) == standing([7, 4, 6, 5])
    assert standing([5, 4, 7, 3], seat=2) == 7 - 5 * RIVALS


def test_who_has_left_is_no_rival() -> None:
    assert standing([7, 6, 4], remaining=[0, 2]) == 7 - 4 * RIVALS


def test_a_partner_counts_for_a_seat_and_is_no_rival() -> None:
    assert standing([7, 2, 6, 3], teams=[0, 1, 0, 1]) == 7 + 6 * PARTNERS - 3 * RIVALS
    assert standing([7, 2, 6, 3], teams=[0, 1, 0, 1], seat=3) == 3 + 2 * PARTNERS - 7 * RIVALS


def test_where_there_are_no_teams_nobody_has_a_partner() -> None:
    assert standing([7, 4], teams=[None, None]) == 7 - 4 * RIVALS


def test_what_others_have_counts_but_less_than_what_a_seat_has_itself() -> None:
    assert 0 < PARTNERS < 1
    assert 0 < RIVALS < 1
