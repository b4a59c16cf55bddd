"""Commands by which operators see what runs, with which settings, and for whom."""

import json
from pathlib import Path

from cartulary_service.diagnostics import VERSION
from cartulary_service.store.schema import newest
from tests.commands import run
from tests.service.client import Table


def test_the_status_counts_games_and_players_as_the_database_has_them(own_base: str, own_database: str) -> None:
    before = json.loads(run("status", "--json", DATABASE_URL=own_database).stdout)
    Table.of(own_base)
    after = json.loads(run("status", "--json", DATABASE_URL=own_database).stdout)
    assert (after["running_games"], after["players"]) == (before["running_games"] + 1, before["players"] + 2)
    assert (after["version"], after["schema"], after["newest_schema"]) == (VERSION, newest(), newest())
    assert f"running games      {after['running_games']}\n" in run("status", DATABASE_URL=own_database).stdout


def test_the_status_fails_with_a_sentence_if_the_database_is_away_and_tells_no_password(tmp_path: Path) -> None:
    refused = run("status", DATABASE_URL="postgresql://ann:secret@127.0.0.1:1/none", DATA_DIR=str(tmp_path))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "Database none at 127.0.0.1:1 cannot be reached" in refused.stderr
    assert "secret" not in refused.stderr
