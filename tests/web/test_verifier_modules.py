"""The second verifier in its modules: each game in its own, and all of them in one archive."""

import re
import subprocess
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask

from cartulary.catalogue import CATALOGUE, GAMES
from cartulary_service import web
from cartulary_service.config import Config
from cartulary_service.subjects import SUBJECTS
from tests.released.events import released
from tests.web.verifiers import bundle_of, needs_node, table_of

FOLDER: Final = web.STATIC / "verifier"
OF_GAMES: Final = {FOLDER / "games.js", *(FOLDER / "games").rglob("*.js")}
SHARED: Final = [path for path in (web.VERIFIER, *FOLDER.rglob("*.js")) if path not in OF_GAMES]
IN_COMMON: Final = set.intersection(*({event.NAME for event in game.events} for game in GAMES))
"""Events that every game has, and so may be named everywhere."""


def names_in(schema: Any) -> Iterator[str]:
    """Yield the names that a schema lists: of cards, and of what else a game calls by a name."""
    if isinstance(schema, dict):
        yield from (each for each in schema.get("enum", ()) if each is not None)
        for each in schema.values():
            yield from names_in(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from names_in(each)


def names_of_games() -> set[str]:
    events = {event.NAME for game in GAMES for event in game.events} - IN_COMMON
    return events.union(CATALOGUE, *(names_in([*released(id).values()]) for id in CATALOGUE))


def test_only_the_modules_of_games_and_their_list_name_a_game() -> None:
    names = names_of_games()
    assert {"carta-impera-victoria", "CardPlayed", "archer", "military-1"} <= names
    found = [
        (path.name, name)
        for path in SHARED
        for name in sorted(names)
        if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize("id", CATALOGUE)
def test_each_game_has_a_module_of_its_own_in_the_list(id: str) -> None:
    assert f"./games/{id}/index.js" in (FOLDER / "games.js").read_text(encoding="utf-8")
    others = [other for other in CATALOGUE if other != id]
    for path in (FOLDER / "games" / id).glob("*.js"):
        assert not [other for other in others if other in path.read_text(encoding="utf-8")]


@needs_node
def test_the_archive_that_the_service_gives_runs_by_itself(tmp_path: Path) -> None:
    app = Flask(__name__)
    app.extensions["cartulary"] = {"subjects": SUBJECTS, "config": Config(database_url="")}
    web.init_app(app)
    with app.test_client().get("/verify.tar") as response:
        assert response.mimetype == "application/x-tar"
        with tarfile.open(fileobj=BytesIO(response.data)) as archive:
            archive.extractall(tmp_path, filter="data")
    bundle = tmp_path / "game.ndjson"
    bundle.write_bytes(bundle_of(table_of(next(iter(CATALOGUE)))))
    command = ["node", str(tmp_path / "verify.js"), str(bundle)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    verdict = "Verified, resting on the operator's word for every ply, except for what was not checked: receipt, rules."
    assert (done.returncode, done.stderr, done.stdout.splitlines()[-1]) == (0, "", verdict)
