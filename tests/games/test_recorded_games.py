"""Games played to the end and recorded: today's code folds them to the same states, and they cover every ending."""

from collections.abc import Iterator
from functools import cache
from json import loads
from pathlib import Path
from typing import Any

import pytest

from domain.carta_impera_victoria.actions import PERMANENT_EFFECTS
from domain.carta_impera_victoria.cards import SPHERES
from domain.catalogue import CATALOGUE
from domain.kernel import transcript
from domain.kernel.match import Match

GAMES = Path(__file__).parent
CARTA = sorted((GAMES / "carta_impera_victoria").glob("*.ndjson"))


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@cache
def replayed(path: Path) -> Match:
    first, *events = lines(path)
    about = transcript.header(first)
    *_, last = transcript.replayed(CATALOGUE[about["game"]], about["id"], events)
    return last


def events(path: Path) -> Iterator[dict[str, Any]]:
    return (loads(loads(line)["public"]) for line in lines(path)[1:])


@pytest.mark.parametrize("path", CARTA, ids=lambda path: path.stem)
def test_every_recorded_game_folds_to_the_states_it_was_recorded_with(path: Path) -> None:
    assert replayed(path).status == "finished"


@pytest.mark.parametrize("path", CARTA[:3], ids=lambda path: path.stem)
def test_a_replay_finds_the_first_event_after_which_a_state_differs(path: Path) -> None:
    about, *recorded = lines(path)
    recorded[20] = recorded[20].replace('"state":"', '"state":"x')
    game = CATALOGUE[transcript.header(about)["game"]]
    with pytest.raises(transcript.Difference, match="After event 21 "):
        list(transcript.replayed(game, transcript.header(about)["id"], recorded))


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
ENDINGS = DOMINATIONS | MAJORITIES | {"resignation"}


def test_every_way_to_end_has_a_recorded_game_with_and_without_teams() -> None:
    expected = ENDINGS | {f"{each} teams" for each in ENDINGS}
    assert expected <= {ending(path) for path in CARTA}


def test_a_domination_in_the_last_round_has_a_recorded_game() -> None:
    assert any(replayed(path).state.final_round for path in CARTA if ending(path).startswith("domination"))


def test_every_event_that_a_game_can_record_stands_in_a_recorded_game() -> None:
    recorded = {event["type"] for path in CARTA for event in events(path)}
    game = CATALOGUE["carta-impera-victoria"]
    assert {name for name, _ in game.event_types} == recorded


def test_every_permanent_effect_has_a_recorded_game_in_which_it_is_copied() -> None:
    copied = {event["data"]["effect"] for path in CARTA for event in events(path) if event["type"] == "EffectCopied"}
    assert copied == {effect.NAME for effect in PERMANENT_EFFECTS}


def test_every_edition_has_a_recorded_game_from_a_position() -> None:
    from_positions = [replayed(path) for path in CARTA if replayed(path).sandbox]
    assert {match.setup.edition for match in from_positions} == set(CATALOGUE["carta-impera-victoria"].editions)
    assert {match.setup.options["teams"] for match in from_positions} == {False, True}


def test_every_edition_and_number_of_seats_has_recorded_games() -> None:
    setups = {(replayed(path).setup.edition, replayed(path).setup.seats) for path in CARTA}
    assert {edition for edition, _ in setups} == {"ru", "uk", "ko"}
    assert {seats for _, seats in setups} == {2, 3, 4}
