"""The part of each seat in a match: result, departure, and turns by the clock."""

from functools import partial
from json import loads
from pathlib import Path

from cartulary.audit import transcript
from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.visibility import SPECTATOR
from cartulary.match.actions import AgreeEnd, ClaimTime, ComeBack, GiveTime, Pause, Resign, Resume, TakeVacation
from cartulary.match.clock.settings import Clock
from cartulary.match.evolve import fold
from cartulary.match.participation import Departure, Participation, list_participations
from cartulary.match.seating import Sitting, create, expire, open_entropy, seat_commitment, sit_down
from cartulary.match.terms import Terms
from cartulary.record.event import RecordedEvent, genesis
from cartulary.record.redact import redact_row
from tests.cases import cases
from tests.domain.test_clock import DAILY, DAY, HOUR, ID, Played, at
from tests.domain.toy_game import TOY

RECORDED = sorted((Path(__file__).parents[1] / "games").rglob("*.ndjson"))


def parts(played: Played) -> list[Participation]:
    """The part of each seat, which spectators can work out as well."""
    found = list_participations(played.game, ID, played.rows)
    seen = [redact_row(played.game.event_types, row, SPECTATOR) for row in played.rows]
    assert list_participations(played.game, ID, seen) == found
    return found


def turns(played: Played) -> list[tuple[int, int]]:
    """Turns in time and late, by seat."""
    return [(each.turns_in_time, each.turns_late) for each in parts(played)]


def departures(played: Played) -> list[Departure]:
    return [each.departure for each in parts(played)]


def play_turn(played: Played, now: str) -> int:
    """Let the seat that is awaited take a whole turn of Carta Impera Victoria, in two actions."""
    (seat,) = played.match.to_act()
    for wanted in ("play", "end_turn"):
        actions = GAME.expand(played.match.state, seat, 1000)[0]
        played.act(now, seat, next(each for each in actions if wanted == each.NAME))
    return seat


def awaited(played: Played) -> int:
    (seat,) = played.match.to_act()
    return seat


def leave(played: Played, seat: int, now: str = at(9)) -> None:
    played.act(now, seat, Resign())


def test_a_turn_of_several_actions_counts_once_and_a_resignation_is_no_turn() -> None:
    played = Played(DAILY, GAME)
    order = [play_turn(played, at(1, hour)) for hour in (13, 14, 15, 16)]
    leave(played, awaited(played))
    leave(played, awaited(played))
    assert turns(played) == [(order.count(seat), 0) for seat in range(3)]


def test_a_game_that_goes_on_after_a_resignation_was_left_and_one_that_ends_by_it_was_conceded() -> None:
    played = Played(DAILY, GAME)
    first = awaited(played)
    leave(played, first)
    second = awaited(played)
    leave(played, second)
    (winner,) = {0, 1, 2} - {first, second}
    found = {each.seat: (each.result, each.departure) for each in parts(played)}
    assert found == {first: ("lost", "resigned"), second: ("lost", "conceded"), winner: ("won", "stayed")}


def test_a_loss_on_time_is_told_apart_from_a_resignation() -> None:
    played = Played(DAILY, GAME)
    late = awaited(played)
    played.expire(at(2))
    leaving = awaited(played)
    leave(played, leaving)
    assert (departures(played)[late], departures(played)[leaving]) == ("timed_out", "conceded")
    assert turns(played)[late] == (0, 1)
    assert turns(played)[leaving] == (0, 0)


def test_a_claimed_seat_was_late_once_and_whoever_claims_has_taken_no_turn() -> None:
    played = Played(Clock("turn", DAY, on_expiry="claim"), GAME)
    late = awaited(played)
    played.expire(at(2))
    played.act(at(2, 13), (late + 1) % 3, ClaimTime(seat=late))
    leave(played, awaited(played))
    assert departures(played)[late] == "timed_out"
    assert turns(played) == [(0, int(seat == late)) for seat in range(3)]


def test_a_turn_after_its_deadline_is_late_and_not_in_time_as_well() -> None:
    played = Played(Clock("turn", DAY, on_expiry="claim"))
    played.lay(at(1, 13), 1)
    played.lay(at(1, 14), 2)
    played.expire(at(2))
    played.lay(at(2, 13), 0)
    assert departures(played) == ["stayed"] * 3
    assert turns(played) == [(0, 1), (1, 0), (1, 0)]


@cases(("returns", "departure"), [(False, "replaced"), (True, "stayed")])
def test_a_seat_is_replaced_unless_its_player_comes_back_from_the_bot(returns: bool, departure: Departure) -> None:
    played = Played(Clock("turn", DAY, on_expiry="bot"), GAME)
    late = awaited(played)
    played.expire(at(2))
    if returns:
        played.act(at(2, 13), late, ComeBack())
    play_turn(played, at(2, 14))
    for seat in {0, 1, 2} - {late}:
        leave(played, seat)
    assert departures(played)[late] == departure
    assert turns(played)[late] == (int(returns), 1)


def test_pauses_vacations_and_gifts_of_time_are_no_turns() -> None:
    played = Played(Clock("turn", DAY, vacation_days=3))
    played.act(at(1, 13), 0, TakeVacation(days=1))
    played.act(at(1, 13), 1, GiveTime(seat=0, seconds=HOUR))
    for seat in range(3):
        played.act(at(1, 14), seat, Pause())
    played.act(at(5), 0, Resume())
    for seat in range(3):
        played.lay(at(5, 13), seat)
    assert turns(played) == [(1, 0)] * 3


def test_a_turn_that_was_taken_back_counts_once_when_it_is_taken_again() -> None:
    played = Played(DAILY)
    played.lay(at(1, 13), 1)
    played.take_back(at(1, 14), 1)
    for seat in range(3):
        played.lay(at(1, 15), seat)
    assert turns(played) == [(1, 0)] * 3


def test_an_agreement_to_end_the_game_is_no_turn_and_whoever_left_before_a_draw_has_lost() -> None:
    played = Played(DAILY, GAME)
    leaving = awaited(played)
    leave(played, leaving)
    for seat in {0, 1, 2} - {leaving}:
        played.act(at(9), seat, AgreeEnd(how="draw"))
    assert [each.result for each in parts(played)] == ["lost" if seat == leaving else "drawn" for seat in range(3)]
    assert turns(played) == [(0, 0)] * 3


def test_a_bot_has_no_clock_and_so_no_turns() -> None:
    rows: list[RecordedEvent] = create(TOY, ID, TOY.setup(None, 3, {}), b"s" * 32, at(1), Terms(clock=DAILY))
    played = Played(DAILY)
    played.rows, played.match = rows, fold(TOY, ID, rows)
    for seat in range(3):
        bot = "random" if seat == 2 else None
        played.goes_on(at(1), partial(sit_down, played.match, Sitting(f"player {seat}", seat, bot=bot)))
    for seat in range(3):
        played.lay(at(1, 15), seat)
    assert turns(played) == [(1, 0), (1, 0), (0, 0)]
    assert departures(played) == ["stayed"] * 3


def test_a_seat_that_does_not_open_its_commitment_voids_the_game_by_its_delay() -> None:
    rows = create(TOY, ID, TOY.setup(None, 3, {"fairness": "commit"}), b"s" * 32, at(1), Terms())
    played = Played(DAILY)
    played.rows, played.match = rows, fold(TOY, ID, rows)
    for seat in range(3):
        commitment = seat_commitment(ID, seat, bytes([seat]) * 32)
        sitting = Sitting(f"player {seat}", seat, None, commitment)
        played.goes_on(at(2), partial(sit_down, played.match, sitting))
    played.goes_on(at(1, 13), partial(open_entropy, played.match, 1, bytes([1]) * 32))
    assert played.match.deadline is not None
    played.goes_on(played.match.deadline, partial(expire, played.match))
    assert [(each.result, each.departure) for each in parts(played)] == [
        ("void", "timed_out"),
        ("void", "stayed"),
        ("void", "timed_out"),
    ]


def test_nobody_had_a_part_before_the_end_or_in_a_table_that_did_not_fill() -> None:
    played = Played(DAILY)
    assert parts(played) == []
    rows = create(TOY, ID, TOY.setup(None, 3, {}), b"s" * 32, at(1), Terms(open_until=at(2)))
    played.rows, played.match = rows, fold(TOY, ID, rows)
    played.goes_on(at(1), partial(sit_down, played.match, Sitting("player 0", 0)))
    played.goes_on(at(2), partial(expire, played.match))
    assert parts(played) == []


@cases("path", RECORDED)
def test_in_every_recorded_game_the_parts_agree_with_its_end(path: Path) -> None:
    about, *lines = path.read_text(encoding="utf-8").splitlines()
    game, game_id = CATALOGUE[transcript.header(about)["game"]], transcript.header(about)["id"]
    rows: list[RecordedEvent] = []
    for line in lines:
        rows.append(transcript.read_line(rows[-1].hash if rows else genesis(game_id), line).row)
    ended = loads(rows[-1].public)["data"]
    found = list_participations(game, game_id, rows)
    if "not-filled" in path.stem:
        assert found == []
        return
    match = fold(game, game_id, rows)
    assert len(found) == match.setup.seats + len(match.former)
    best = {"draw": "drawn"}.get(ended["kind"], "won")
    found = found[: match.setup.seats]
    assert [each.seat for each in found if each.result == best] == sorted(ended["winners"])
    assert {each.result for each in found if each.result != best} <= {"void" if ended["kind"] == "void" else "lost"}
