"""What commands print: lines to which no record adds one, for readers that may stop reading."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cartulary.audit.transcript import write_transcript
from cartulary.commands.main import UNREAD
from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.canonical import canonical
from tests.commands import run
from tests.domain.table import Table
from tests.patience import PATIENCE

CARTULARY = Path(sys.executable).with_name("cartulary")
FORGED = "9 events, as recorded"


def recorded(folder: Path, player: str) -> str:
    """The file of a recorded game, in which this player has taken the first seat."""
    table = Table(GAME, GAME.setup(None, 2, {}), b"s" * 32, [b"e" * 32] * 2)
    lines = list(write_transcript(table.game, table.match.id, table.rows, "a test"))
    taken = json.loads(lines[2])
    public = json.loads(taken["public"])
    public["data"]["player"] = player
    lines[2] = json.dumps(taken | {"public": canonical(public)})
    path = folder / "game.ndjson"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_a_record_that_is_replayed_adds_no_line_and_hides_none(tmp_path: Path) -> None:
    done = run("replay", recorded(tmp_path, f"Ada\n{FORGED}\x1b[8m"))
    assert done.returncode == 0, done.stderr
    assert f"Ada\\n{FORGED}\\x1b[8m" in done.stdout
    assert FORGED not in done.stdout.splitlines()
    assert "\x1b" not in done.stdout


def test_a_sentence_on_failure_stays_one_line(tmp_path: Path) -> None:
    path = tmp_path / "no\ngame.txt"
    path.write_text("nothing\n", encoding="utf-8")
    done = run("replay", str(path))
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)


@pytest.mark.parametrize("more", [[], ["--quiet"]])
def test_a_command_whose_output_nobody_reads_on_ends_quietly(tmp_path: Path, more: list[str]) -> None:
    command = [str(CARTULARY), "replay", recorded(tmp_path, "Ada"), *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert (process.wait(PATIENCE), process.stderr.read()) == (UNREAD, b"")
