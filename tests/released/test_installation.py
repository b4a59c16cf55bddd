"""What a release left is served by every later version: no answer lacks anything, and its games go on."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cartulary_service.store import embedded
from tests.cases import cases
from tests.commands import run
from tests.released.installation import HOST, answer, backup_of, read, versions
from tests.service.client import Client
from tests.service.conftest import carried

pytestmark = pytest.mark.every_subject


def missing(kept: Any, now: Any, where: str) -> Iterator[str]:
    """List what of an answer is otherwise now, or not there; more may be, and a token may have been used since."""
    if isinstance(kept, dict) and isinstance(now, dict):
        for name, each in ((name, each) for name, each in kept.items() if name != "used_at"):
            yield from missing(each, now.get(name, "nothing"), f"{where}.{name}")
    elif isinstance(kept, list) and isinstance(now, list) and len(kept) == len(now):
        for number, (one, other) in enumerate(zip(kept, now, strict=True)):
            yield from missing(one, other, f"{where}[{number}]")
    elif kept != now:
        yield f"{where}: was {str(kept)[:200]}, is {str(now)[:200]}"


@cases("version", versions())
def test_what_a_release_left_is_upgraded_answers_no_less_and_is_played_on(version: str) -> None:
    kept = read(version)
    with tempfile.TemporaryDirectory(prefix="cartulary-") as name:
        home = Path(name)
        home.chmod(0o755)
        restored = run("restore", str(backup_of(version)), DATABASE_URL="", DATA_DIR=str(home), KEYS_DIR="")
        assert restored.returncode == 0, restored.stderr
        with embedded.running(home) as url:
            with carried(url, home / "keys", HOST) as base:
                for each in kept.answers:
                    now = answer(base, each.path, each.token)
                    assert not [*missing(each.lines, now.lines, each.path)]
                for game in kept.running:
                    (seat,) = Client(base).see(game)["to_act"]
                    player, path = Client(base, kept.tokens[seat]), f"/games/{game}/actions"
                    legal = player.get(f"{path}?expand=true").json()["actions"]
                    assert player.post(path, legal[0]).status_code == 201
            for what, all_of_it in (("record", "--everything"), ("rules", "--all")):
                checked = run("check", what, all_of_it, DATABASE_URL=url, KEYS_DIR=str(home / "keys"))
                assert checked.returncode == 0, checked.stdout


def test_what_is_missing_from_an_answer_is_found() -> None:
    assert not [*missing({"a": [1, {"b": None}]}, {"a": [1, {"b": None, "c": 2}], "d": 3}, "/x")]
    assert [*missing({"a": [1, {"b": None}], "c": 1}, {"a": [1, {"b": 2}]}, "/x")] == [
        "/x.a[1].b: was None, is 2",
        "/x.c: was 1, is nothing",
    ]
    assert [*missing([1, 2], [1], "/x")] == ["/x: was [1, 2], is [1]"]
