"""The analysis judges moves by what their seat could see, and always alike."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from cartulary.audit import transcript
from cartulary.bots.analysis import Move, count_worlds, find_action, judge, list_moves, share
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.canonical import canonical
from cartulary.kernel.codec import action_json
from cartulary.match.evolve import fold
from cartulary.record.event import RecordedEvent, genesis
from tests.cases import cases

GAMES = Path(__file__).parents[1] / "games"
CARTA = GAMES / "carta_impera_victoria"


@cache
def record_of(file: Path) -> tuple[str, str, Sequence[RecordedEvent]]:
    """The kind of game, its id and its record."""
    first, *lines = file.read_text(encoding="utf-8").splitlines()
    said = transcript.header(first)
    rows, head = list[RecordedEvent](), genesis(said["id"])
    for each in lines:
        rows.append(transcript.read_line(head, each).row)
        head = rows[-1].hash
    return said["game"], said["id"], rows


def moves_of(file: Path) -> list[Move]:
    game, game_id, rows = record_of(file)
    return [*list_moves(CATALOGUE[game], game_id, rows)]


@cases("file", sorted(CARTA.glob("*-2-*")))
def test_a_move_is_judged_from_what_its_seat_saw_before_it(file: Path) -> None:
    game, game_id, rows = record_of(file)
    for move in moves_of(file)[::7]:
        begins = next(row.position for row in rows if row.ply == move.ply)
        assert move.seen == fold(CATALOGUE[game], game_id, rows[: begins - 1], move.seat)
        assert move.seen.seed is None


@cases("name", ["ru-2-basic-resignation-taken-back", "uk-3-basic-majority-committed-corrected"])
def test_moves_that_were_taken_back_are_left_out(name: str) -> None:
    _, _, rows = record_of(CARTA / f"{name}.ndjson")
    plies = [move.ply for move in moves_of(CARTA / f"{name}.ndjson")]
    back = next(row for row in rows if row.type in ("ActionsTakenBack", "GameCorrected"))
    assert plies == sorted(set(plies))
    assert back.ply - 1 not in plies


@cases("name", ["ko-3-basic-majority-signed", "uk-2-basic-resignation-delegate"])
def test_moves_that_were_signed_or_made_by_a_delegate_are_judged_like_others(name: str) -> None:
    game, _, rows = record_of(CARTA / f"{name}.ndjson")
    own = {each.NAME for each in CATALOGUE[game].actions}
    moves = moves_of(CARTA / f"{name}.ndjson")
    announced = {row.ply for row in rows if row.type in ("ActionSigned", "DelegateActed")}
    assert announced & {move.ply for move in moves}
    assert {type(move.played).NAME for move in moves} <= own


def test_a_game_that_never_began_has_no_moves() -> None:
    assert moves_of(CARTA / "ru-2-void-not-filled.ndjson") == []


def test_the_same_move_is_always_judged_alike() -> None:
    for move in moves_of(CARTA / "ko-2-basic-majority-shared.ndjson")[20:26]:
        assert judge(move, 24) == judge(replace_seen(move), 24)


def replace_seen(move: Move) -> Move:
    """The same move, of a match that was folded anew."""
    return move._replace(seen=replace(move.seen))


def test_a_judgement_names_the_better_move_and_what_was_lost() -> None:
    judged = [found for move in moves_of(CARTA / "ko-2-draft-domination-religion.ndjson") if (found := judge(move, 24))]
    assert any(each.loss > 0 for each in judged)
    for each in judged:
        assert each.loss == pytest.approx(each.best_worth - each.played_worth)
        assert (each.loss == 0) == (each.best == each.played)
        assert sum(each.chances) == pytest.approx(1)
        assert canonical(action_json(each.best))


def test_a_move_without_a_choice_is_not_judged() -> None:
    forced = [
        move
        for move in moves_of(GAMES / "civilization_the_card_game" / "4-technologies.ndjson")[:60]
        if len(move.seen.game.expand(move.seen.state, move.seat, 2)[0]) == 1
    ]
    assert forced
    assert [judge(move, 4) for move in forced] == [None] * len(forced)


def test_partners_win_together_and_chances_of_sides_add_up() -> None:
    seen = moves_of(CARTA / "ko-4-basic-domination-religion-teams.ndjson")[0].seen
    teams = [seen.game.team(seen.setup, seat) for seat in range(4)]
    chances = share(seen, [1.0, 2.0, 3.0, 4.0])
    assert all((chances[a] == chances[b]) == (teams[a] == teams[b]) for a in range(4) for b in range(4))
    assert sum(dict(zip(teams, chances, strict=True)).values()) == pytest.approx(1)


def test_long_games_are_searched_less_for_each_move() -> None:
    numbers = [count_worlds(moves) for moves in (0, 1, 100, 500, 100_000)]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[-1] > 0


def test_what_the_clock_does_is_no_move() -> None:
    game, game_id, rows = record_of(CARTA / "ko-3-basic-resignation-clock-claimed.ndjson")
    claimed = next(row for row in rows if row.type == "TimeClaimed")
    before = fold(CATALOGUE[game], game_id, rows[: claimed.position - 1])
    assert find_action(before, []) is None
    assert claimed.ply not in [move.ply for move in moves_of(CARTA / "ko-3-basic-resignation-clock-claimed.ndjson")]
