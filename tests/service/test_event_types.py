"""The file of events for generators has a type for each event that is ever sent."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema_rs import Draft202012Validator

from cartulary.catalogue import CATALOGUE
from cartulary.match.events import MATCH_EVENTS
from cartulary_service.contract import event_types
from cartulary_service.contract.descriptions import prefix

ROOT: Final = Path(__file__).parents[2]
SCHEMA: Final[dict[str, Any]] = json.loads(event_types.document())
NAMES: Final = {
    each["$ref"].removeprefix(event_types.REFERENCE)
    for game in CATALOGUE
    for each in SCHEMA["$defs"][f"{prefix(game)}Event"]["anyOf"]
}


def type_of(game: str, event: dict[str, Any]) -> str:
    """The name of the type of an event."""
    public = event["public"]
    name = f"{public['type']}{'' if public['v'] == 1 else public['v']}"
    return name if name in NAMES else f"{prefix(game)}{name}"


@pytest.mark.parametrize("game", CATALOGUE)
def test_every_event_of_the_recorded_games_is_of_its_type_and_no_other(game: str) -> None:
    others = {prefix(each) for each in CATALOGUE if each != game}
    validators = {
        name: Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})
        for name in NAMES
        if not name.startswith((*others,))
    }
    met = set()
    for path in sorted((ROOT / "tests" / "games" / game.replace("-", "_")).glob("*.ndjson")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            row = json.loads(line)
            event = {"public": json.loads(row["public"]), "private": row["private"]}
            name = type_of(game, event)
            if name in met:
                assert validators[name].is_valid(event), (path.name, name)
            else:
                assert {each for each, validator in validators.items() if validator.is_valid(event)} == {name}
                met.add(name)
    assert len(met) > 20


def test_no_two_schemas_have_one_name() -> None:
    owners = {"": MATCH_EVENTS} | {prefix(game.id): game.events for game in CATALOGUE.values()}
    named = [pair for owner, events in owners.items() for pair in event_types.events_by_name(owner, events).items()]
    found = [name for event in named for name, _ in event_types.definitions(*event)]
    assert len(found) + len(CATALOGUE) == len(SCHEMA["$defs"])


@pytest.mark.parametrize("game", CATALOGUE)
def test_the_events_of_a_game_are_told_apart_by_type_and_version(game: str) -> None:
    union = [each["$ref"].rpartition("/")[2] for each in SCHEMA["$defs"][f"{prefix(game)}Event"]["anyOf"]]
    public = [SCHEMA["$defs"][f"{name}Public"]["properties"] for name in union]
    assert len({(each["type"]["const"], each["v"]["const"]) for each in public}) == len(union)
    assert len(union) == len(CATALOGUE[game].events) + len(MATCH_EVENTS)
