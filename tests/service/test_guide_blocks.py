"""Every block of code in the guide and the README does what it says, against a running service."""

import configparser
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from cartulary_service.web.guide.rendering import parser
from tests.commands import COMMANDS
from tests.patience import PATIENCE
from tests.service.client import Player, Table

pytestmark = pytest.mark.every_subject

ROOT: Final = Path(__file__).parents[2]
WRITTEN: Final = "http://127.0.0.1:8000"
"""Where the guide says that the service answers."""
RECEIVER: Final = "https://club.example"
"""Somebody's server in the guide; one of that name cannot be looked up."""
SHOWN: Final = "text"
"""What is only shown: formulas, and what needs another machine or a container."""
FOUND_THERE: Final = ("clients", "docs", "examples", "openapi.yaml", "asyncapi.yaml")
"""What commands of the guide expect in the folder in which they are given."""


PACKAGES: Final = os.pathsep.join(map(str, (ROOT, ROOT / "packages" / "client-python")))
"""Where Python finds what the guide has the reader install."""


class Block(NamedTuple):
    """A block of code, and the file that it is to be kept as, if any."""

    language: str
    file: str
    text: str


def blocks(path: Path) -> list[Block]:
    """The blocks of a page, also those that are told by nothing but their indentation."""
    tokens = parser().parse(path.read_text(encoding="utf-8"))
    found = [each for each in tokens if each.type in ("fence", "code_block")]
    return [Block(*each.info.partition(" ")[::2], each.content) for each in found]


PAGES: Final = [path for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if blocks(path)]
PAGE: Final = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())


def read_html(text: str) -> None:
    html.parser.HTMLParser().feed(text)


def read_ini(text: str) -> None:
    configparser.ConfigParser(interpolation=None).read_string(f"[whole]\n{text}")


def run_python(text: str) -> None:
    exec(compile(text, "block", "exec"), {"__name__": "block"})


def ignore(text: str) -> None:
    pass


KINDS: Final[dict[str, Callable[[str], Any]]] = {
    SHOWN: ignore,
    "html": read_html,
    "ini": read_ini,
    "json": json.loads,
    "python": run_python,
    "sh": ignore,
}
"""How a block of each kind is read; those of a shell are run together."""


@PAGE
def test_every_block_is_of_a_known_kind_and_can_be_read(path: Path) -> None:
    for block in blocks(path):
        assert block.language in KINDS, f"{block.language or 'no kind'}: {block.text[:60]}"
        if not block.file:
            KINDS[block.language](block.text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which commands find what a checkout has, and the commands of this environment."""
    for name in FOUND_THERE:
        (tmp_path / name).symlink_to(ROOT / name)
    commands = tmp_path / "bin"
    commands.mkdir()
    for name, module in (("cartulary", "-m cartulary"), ("python3", "")):
        (commands / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
        (commands / name).chmod(0o755)
    return tmp_path


LAST_TURN: Final = {
    "turn": 9,
    "active": 1,
    "first": 0,
    "step": "play",
    "deck": [],
    "discard": {},
    "final_round": True,
    "seats": [{"hand": {}, "area": {}}, {"hand": {"military-1": 1}, "area": {}}],
}
"""The guide need not wait for a whole game."""


def known(served: str) -> dict[str, str]:
    """What the reader of a page has from the pages before it."""
    table = Table.of(served)
    receipt = table.audience(None).get(f"/games/{table.game}/audit").text.splitlines()[-1]
    table.act(0, {"type": "resign"})
    ada, boris = (Player(served, name) for name in ("Ada", "Boris"))
    waiting = ada.new_game(position=LAST_TURN)
    ada.sit(waiting, seat=0, bot="random")
    keys = ada.get("/catalogue").json()["keys"]
    return {
        "api": f"{served}/v1",
        "json": "Content-Type: application/json",
        "game": table.game,
        "table": waiting,
        "token": str(ada.token),
        "ada": str(ada.token),
        "boris": str(boris.token),
        "key": keys[-1]["key"],
        "receipt": receipt,
    }


BEFORE: Final = """
set -eu
curl() { command curl --fail-with-body "$@"; }
field() { python3 -c "import json,sys; print(json.load(sys.stdin)['$1'])"; }
echo "$receipt" > receipt.txt
"""


@pytest.mark.parametrize(
    "path",
    [path for path in PAGES if any(each.language == "sh" for each in blocks(path))],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_every_command_of_a_page_succeeds_one_after_the_other(path: Path, served: str, folder: Path) -> None:
    commands = "\n".join(each.text for each in blocks(path) if each.language == "sh")
    if "node " in commands and shutil.which("node") is None:
        pytest.skip("there is no Node here")
    for each in blocks(path):
        if each.file:
            (folder / each.file).write_text(each.text.replace(WRITTEN, served), encoding="utf-8")
    script = BEFORE + commands.replace(WRITTEN, served).replace(RECEIVER, "https://1.1.1.1")
    environment = (
        os.environ | known(served) | {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": PACKAGES}
    )
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]


@pytest.mark.parametrize("name", ["client", "replay-viewer"])
def test_a_client_and_a_viewer_have_less_than_sixty_lines(name: str) -> None:
    (program,) = [each for each in blocks(ROOT / "docs" / "tutorial" / f"{name}.md") if each.language == "python"]
    assert len(program.text.splitlines()) < 60


def test_every_target_of_make_and_every_command_that_is_named_exists() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")))
    targets = {*re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)}
    assert {*re.findall(r"`make ([a-z-]+)", text)} <= targets
    pairs = {name.split()[0] for name in COMMANDS if " " in name}
    named = re.findall(r"`(?:\.venv/bin/)?cartulary ([a-z-]+)(?:\s+([a-z-]+))?", text)
    assert {f"{first} {second}" if first in pairs else first for first, second in named} <= COMMANDS.keys()
