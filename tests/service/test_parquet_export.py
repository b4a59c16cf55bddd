"""The record as Parquet files: the same games and parts as the export of bundles, by month, with a data card."""

import json
from itertools import accumulate
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from cartulary.record.event import genesis, next_head
from cartulary_parquet import command
from cartulary_parquet.export import MonthWriter
from cartulary_parquet.schema import TABLES
from tests.commands import Done, invoke
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import Serve

RESIGN = {"type": "resign"}


def export(base: str, folder: Path, *options: str) -> Done:
    return invoke(command.export, "--url", base, "--parquet", str(folder), *options)


def read(folder: Path, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ds.dataset(folder / table, partitioning="hive").to_table().to_pylist()
    return found


def bundles(base: str) -> dict[str, list[dict[str, Any]]]:
    """Return the events of each game of the export of bundles."""
    lines = map(json.loads, Client(base).get("/export").text.splitlines())
    return {each["id"]: [*map(json.loads, each["bundle"].splitlines()[1:-1])] for each in lines}


@pytest.fixture(scope="module")
def base(serve: Serve, own_database: str) -> str:
    return serve(DATABASE_URL=own_database)


@pytest.fixture(scope="module")
def ended(base: str) -> list[Table]:
    """Two games that have ended, one of which was gone back in; beside them one that runs and a private one."""
    taken_back = Table.of(base, 3)
    seat = taken_back.see()["to_act"][0]
    taken_back.act(seat, next(each for each in taken_back.legal(seat) if each["type"] != "end_turn"))
    taken_back.act(seat, {"type": "take_back"})
    taken_back.act(0, RESIGN)
    taken_back.act(1, RESIGN)
    other = Table.of(base, 2, game=CIVILIZATION, edition=None)
    other.act(0, RESIGN)
    Table.of(base, 2)
    ann, ben = Player(base), Player(base)
    private = ann.new_game(2, private=True)
    body_of(ann.sit(private), 201)
    body_of(ben.sit(private, invite=body_of(ann.post(f"/games/{private}/invites"), 201)["code"]), 201)
    body_of(ann.act(private, RESIGN), 201)
    return [taken_back, other]


@pytest.fixture(scope="module")
def folder(base: str, ended: list[Table], tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert ended
    folder = tmp_path_factory.mktemp("exported") / "new"
    done = export(base, folder)
    assert done.output == f"2 games exported to {folder}\n"
    return folder


def test_events_are_those_of_the_bundles_that_everybody_gets(base: str, folder: Path) -> None:
    expected = bundles(base)
    rows = read(folder, "events")
    assert {row["game_id"] for row in rows} == {*expected}
    for game_id, lines in expected.items():
        mine = sorted((row for row in rows if row["game_id"] == game_id), key=lambda row: row["position"])
        assert [(row["public"], json.loads(row["private"] or "{}")) for row in mine] == [
            (line["public"], line.get("private")) for line in lines
        ]
        heads = accumulate((row["public"] for row in mine), next_head, initial=genesis(game_id))
        assert [row["hash"] for row in mine] == [head.hex() for head in heads][1:]


def test_games_plies_and_results_agree_with_the_api(ended: list[Table], folder: Path) -> None:
    games = {row["game_id"]: row for row in read(folder, "games")}
    results = read(folder, "results")
    for table in ended:
        seen, row = table.see(), games[table.game]
        assert (row["game"], row["kind"], row["winners"]) == (
            seen["game"],
            seen["result"]["kind"],
            seen["result"]["winners"],
        )
        assert (row["events"], row["status"]) == (seen["version"], "finished")
        assert row["month"] == f"{row['ended_at']:%Y-%m}"
        assert row["plies"] == sum(each["game_id"] == table.game for each in read(folder, "plies"))
        mine = [each for each in results if each["game_id"] == table.game]
        assert [each["player"] for each in mine] == [player.id for player in table.players]
        assert [each["seat"] for each in mine if each["result"] == "won"] == seen["result"]["winners"]


def test_what_was_taken_back_is_marked(ended: list[Table], folder: Path) -> None:
    plies = [row for row in read(folder, "plies") if row["game_id"] == ended[0].game]
    assert sum(not row["counts"] for row in plies) == 2
    others = [row for row in read(folder, "plies") if row["game_id"] == ended[1].game]
    assert all(row["counts"] for row in others)


def test_no_file_holds_a_name(ended: list[Table], folder: Path) -> None:
    for path in folder.rglob("*.parquet"):
        text = str(pq.read_table(path).to_pylist())
        assert "Player 0" not in text
    assert ended


def test_the_data_card_counts_games_and_describes_each_column(folder: Path) -> None:
    card = (folder / "README.md").read_text()
    month = read(folder, "games")[0]["month"]
    assert f"| {CARTA} | {month} | 1 |" in card
    assert f"| events | {len(read(folder, 'events'))} |" in card
    assert [each.name for table in TABLES for each in table.columns if f"| `{each.name}` |" not in card] == []


def test_one_kind_of_game_is_exported_alone(base: str, ended: list[Table], tmp_path: Path) -> None:
    assert export(base, tmp_path, "--game", CIVILIZATION).exit_code == 0
    assert [row["game_id"] for row in read(tmp_path, "games")] == [ended[1].game]


def test_a_folder_that_holds_something_is_refused(base: str, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("kept")
    done = export(base, tmp_path)
    assert (done.exit_code, "is not empty" in done.output) == (2, True)
    assert [each.name for each in tmp_path.iterdir()] == ["mine"]


def test_a_month_that_comes_again_gets_a_further_file(tmp_path: Path) -> None:
    for month in ("2026-10", "2026-11", "2026-10"):
        MonthWriter(tmp_path, month).close()
    assert sorted(str(each.relative_to(tmp_path)) for each in tmp_path.glob("games/*/*")) == [
        "games/month=2026-10/part-0000.parquet",
        "games/month=2026-10/part-0001.parquet",
        "games/month=2026-11/part-0000.parquet",
    ]
