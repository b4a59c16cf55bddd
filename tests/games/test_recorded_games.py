"""Games played to the end and recorded: today's code folds them to the same states, and they cover every ending."""

from collections.abc import Iterator
from functools import cache
from json import loads
from pathlib import Path
from typing import Any

import pytest

from cartulary.audit import transcript
from cartulary.audit.replay import replay
from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria.actions import PERMANENT_EFFECTS
from cartulary.games.carta_impera_victoria.cards import SPHERES
from cartulary.games.civilization_the_card_game.cards import BUILDINGS, TECHNOLOGY_NAMES
from cartulary.match.events import MATCH_EVENTS
from cartulary.match.events.ending import GameEnded
from cartulary.match.state import Match, fork
from cartulary.record.decode import decode
from cartulary.record.event import RecordedEvent, genesis
from tests.cases import cases

GAMES = Path(__file__).parent
RECORDED = {id: sorted((GAMES / id.replace("-", "_")).glob("*.ndjson")) for id in CATALOGUE}
CARTA = RECORDED["carta-impera-victoria"]
CIVILIZATION = RECORDED["civilization-the-card-game"]
ONLY_WITH_NEWER_RULES = {"RulesAgreed", "RulesMoved"}
"""No game has a second revision of its rules yet."""
EVERY_GAME = pytest.mark.parametrize("id", CATALOGUE)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@cache
def replayed(path: Path) -> Match:
    first, *events = lines(path)
    about = transcript.header(first)
    *_, last = transcript.replay_transcript(CATALOGUE[about["game"]], about["id"], events)
    return last


def events(path: Path) -> Iterator[dict[str, Any]]:
    return (loads(loads(line)["public"]) for line in lines(path)[1:])


@cases("path", [*CARTA, *CIVILIZATION])
def test_every_recorded_game_folds_to_the_states_it_was_recorded_with(path: Path) -> None:
    assert replayed(path).status == ("abandoned" if "-void-" in path.stem else "finished")


@cases("path", [*CARTA, *CIVILIZATION])
def test_every_recorded_game_is_what_the_rules_still_make_of_it(path: Path) -> None:
    about, *recorded = lines(path)
    game, game_id = CATALOGUE[transcript.header(about)["game"]], transcript.header(about)["id"]
    rows: list[RecordedEvent] = []
    for line in recorded:
        rows.append(transcript.read_line(rows[-1].hash if rows else genesis(game_id), line).row)
    end = decode(game.event_types, rows[-1]._replace(private=None))
    assert isinstance(end, GameEnded)
    assert replay(game, game_id, rows, end.server_seed or b"") == rows[-1].ply


@cases("path", [*CARTA[::4], *CIVILIZATION[::4]])
def test_a_copy_of_a_match_is_the_same_after_every_event(path: Path) -> None:
    first, *events = lines(path)
    about = transcript.header(first)
    for match in transcript.replay_transcript(CATALOGUE[about["game"]], about["id"], events):
        assert fork(match) == match


@cases("path", [*CARTA[:3], *CIVILIZATION[:3]])
def test_a_replay_finds_the_first_event_after_which_a_state_differs(path: Path) -> None:
    about, *recorded = lines(path)
    recorded[9] = recorded[9].replace('"state":"', '"state":"x')
    game = CATALOGUE[transcript.header(about)["game"]]
    with pytest.raises(transcript.Difference, match="After event 10 "):
        list(transcript.replay_transcript(game, transcript.header(about)["id"], recorded))


def ending(path: Path) -> str:
    """How a recorded game ends: its kind, what decided it, and whether teams played."""
    match = replayed(path)
    assert match.result is not None
    decided = [match.result.kind, *match.result.decided_by[-1:]]
    side = 2 if match.setup.options["teams"] else 1
    shared = ["shared"] if len(match.result.winners) > side else []
    return " ".join(decided + shared + ["teams"] * (side - 1))


DOMINATIONS = {f"domination {sphere}" for sphere in SPHERES}
MAJORITIES = {"majority", *(f"majority {sphere}" for sphere in SPHERES), "majority military shared"}
ENDINGS = {
    "carta-impera-victoria": DOMINATIONS | MAJORITIES | {"resignation"},
    # Who has as many points, technologies and population has as many wonders: those never decide alone.
    "civilization-the-card-game": {
        "technologies",
        "technologies technologies",
        "technologies population",
        "technologies wonders shared",
        "resignation",
    },
}


@EVERY_GAME
def test_every_way_to_end_has_a_recorded_game_with_and_without_teams(id: str) -> None:
    expected = ENDINGS[id] | {f"{each} teams" for each in ENDINGS[id]}
    assert expected <= {ending(path) for path in RECORDED[id]}


def test_a_domination_in_the_last_round_has_a_recorded_game() -> None:
    assert any(replayed(path).state.final_round for path in CARTA if ending(path).startswith("domination"))


@EVERY_GAME
def test_every_event_that_a_game_can_record_stands_in_a_recorded_game(id: str) -> None:
    recorded = {event["type"] for path in RECORDED[id] for event in events(path)}
    assert {event.NAME for event in CATALOGUE[id].events} <= recorded
    assert {event.NAME for event in MATCH_EVENTS} - recorded == ONLY_WITH_NEWER_RULES


def test_every_permanent_effect_has_a_recorded_game_in_which_it_is_copied() -> None:
    copied = {event["data"]["effect"] for path in CARTA for event in events(path) if event["type"] == "EffectCopied"}
    assert copied == {effect.NAME for effect in PERMANENT_EFFECTS}


@EVERY_GAME
def test_every_edition_has_a_recorded_game_from_a_position(id: str) -> None:
    from_positions = [replayed(path) for path in RECORDED[id] if replayed(path).sandbox]
    assert {match.setup.edition for match in from_positions} == set(CATALOGUE[id].editions)
    assert {match.setup.options["teams"] for match in from_positions} == {False, True}


@EVERY_GAME
def test_every_edition_number_of_seats_and_value_of_an_option_has_recorded_games(id: str) -> None:
    game, setups = CATALOGUE[id], [replayed(path).setup for path in RECORDED[id]]
    assert {setup.edition for setup in setups} == set(game.editions)
    assert {setup.seats for setup in setups} == set(game.seats)
    for option in game.options:
        assert {option.value_in(setup) for setup in setups} == set(option.values), option.name


def test_every_technology_and_every_kind_of_building_stands_in_a_recorded_game() -> None:
    data = [event["data"] for path in CIVILIZATION for event in events(path)]
    assert {each["technology"] for each in data if "technology" in each} >= set(TECHNOLOGY_NAMES)
    assert {each["building"] for each in data if "building" in each} == {each.name for each in BUILDINGS}
