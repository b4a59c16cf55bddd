"""Every event that was ever released can be read by its schema for ever."""

from json import loads
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from cartulary.kernel.messages import Event, event
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Secret
from cartulary_service.api.event_schemas import schema_of_stored
from tests.cases import cases
from tests.released import shapes
from tests.released.events import DECLARED, FOLDER, Changed, made, released, with_new

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*/*.ndjson"))


@cases("owner", DECLARED)
def test_no_schema_that_was_released_changes_or_goes(owner: str) -> None:
    with_new(released(owner), made(DECLARED[owner]))


@cases("owner", DECLARED)
def test_every_event_in_every_version_has_its_schema_among_the_released(owner: str) -> None:
    assert released(owner).keys() == made(DECLARED[owner]).keys(), "run: make released"


def test_the_released_schemas_are_those_of_the_games_that_are_offered() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == {*DECLARED}


@cases("path", GAMES)
def test_every_recorded_game_is_valid_by_the_released_schemas(path: Path) -> None:
    about, *lines = path.read_text(encoding="utf-8").splitlines()
    schemas = released("every-game") | released(loads(about)["game"])
    valid = {name: Draft202012Validator(schema) for name, schema in schemas.items()}
    for line in map(loads, lines):
        stored = {"public": loads(line["public"]), "private": line["private"]}
        name = f"{stored['public']['type']}/{stored['public']['v']}"
        assert [error.message for error in valid[name].iter_errors(stored)] == []


@cases("owner", DECLARED)
def test_every_released_schema_is_one(owner: str) -> None:
    for schema in released(owner).values():
        meta.validate(schema)


SECRET: Any = Secret
HIDDEN = SECRET[str]


def declared(fields: dict[str, Any]) -> type[Event]:
    """An event with these fields."""
    kind: type[Event] = event()(type("Told", (Event,), {"__annotations__": fields}))
    return kind


BEFORE = {"Told/1": schema_of_stored(declared({"seat": Seat, "number": int, "card": HIDDEN}))}


@cases(
    "fields",
    [
        {"seat": Seat, "number": int, "card": HIDDEN, "more": int | None},
        {"seat": Seat, "card": HIDDEN},
        {"seat": Seat, "count": int, "card": HIDDEN},
        {"seat": Seat, "number": str, "card": HIDDEN},
        {"seat": Seat, "number": int, "card": str},
        {"number": int, "card": HIDDEN},
    ],
)
def test_whatever_changes_of_a_released_event_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(Changed, match="Told/1"):
        with_new(BEFORE, {"Told/1": schema_of_stored(declared(fields))})


def test_what_goes_is_refused_and_a_new_version_is_taken() -> None:
    with pytest.raises(Changed, match="Told/1"):
        with_new(BEFORE, {})
    assert [*with_new(BEFORE, BEFORE | {"Told/2": {}})] == ["Told/1", "Told/2"]


def test_a_schema_says_which_seats_see_what_is_hidden() -> None:
    private = BEFORE["Told/1"]["properties"]["private"]
    assert private["properties"]["card"]["visibleTo"] == ["seat"]
    assert "card" not in BEFORE["Told/1"]["properties"]["public"]["properties"]["data"]["properties"]


def test_the_second_verifier_carries_the_released_schemas() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in shapes.FOLDER.rglob("*.js")}
    carried = {path: text for path, text in texts.items() if text.startswith(shapes.SAID)}
    assert carried == shapes.modules(), "run: make released"
