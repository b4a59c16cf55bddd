"""The packages in clients/ as they are built: whole games, and every program of their READMEs."""

import asyncio
import json
import re
import shutil
import sys
import tarfile
from base64 import b64encode
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import pytest

from cartulary_client import Client
from cartulary_service.web.guide.rendering import parser
from tests import built as distribution
from tests.service.client import CARTA, CIVILIZATION
from tests.service.clients.packages import ROOT, TYPESCRIPT, install_tarball, needs_npm, run
from tests.service.clients.tables import RandomBot, finished, play, play_async, table
from tests.weak_keys import OF_ANY_MESSAGE, WEAK_KEYS
from tests.web.log_growth import growths
from tests.web.positions import LAST_CARD
from tests.web.verifiers import SIGNER

PYTHON: Final = ROOT / "packages" / "client-python"
MOST_LINES: Final = 15
GAMES: Final = (CARTA, CIVILIZATION)


def programs(package: Path) -> dict[str, str]:
    """The programs of a README, by the files that they are to be kept as."""
    blocks = [each for each in parser().parse((package / "README.md").read_text()) if each.type == "fence"]
    return {each.info.partition(" ")[2]: each.content for each in blocks if " " in each.info}


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_whole_games_of_every_kind(game: str, served: str) -> None:
    bots = [RandomBot.register(served, name) for name in ("Ada", "Boris")]
    assert {each["status"] for each in play(bots, table(bots[0].client, game=game))} == {"finished"}


@pytest.mark.parametrize("game", GAMES)
def test_async_bots_play_whole_games_of_every_kind(game: str, served: str) -> None:
    id = table(Client.register(served, "Host"), game=game)
    assert {each["status"] for each in asyncio.run(play_async(served, ("Ada", "Boris"), id))} == {"finished"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the source of the Python package."""
    return distribution.built(PYTHON, "cartulary_client", tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def wheel(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the wheel of the Python package is unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    with ZipFile(built[0]) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the TypeScript package is installed."""
    return install_tarball(tmp_path_factory.mktemp("tarball"))


def test_wheel_and_source_hold_the_types_the_license_and_nothing_else(wheel: Path, built: tuple[Path, Path]) -> None:
    kept = {path.relative_to(wheel).parts[0] for path in wheel.rglob("*")}
    assert {name.partition("-")[0] for name in kept} == {"cartulary_client"}
    assert (wheel / "cartulary_client" / "py.typed").exists()
    assert [*wheel.rglob("LICENSE")]
    with tarfile.open(built[1]) as archive:
        names = {name.partition("/")[2].partition("/")[0] for name in archive.getnames()}
    assert names == {"cartulary_client", "LICENSE", "README.md", "pyproject.toml", "PKG-INFO", ".gitignore"} & names
    assert {"cartulary_client", "LICENSE", "README.md"} <= names


def given(file: str, url: str) -> list[str]:
    """What a program of a README is started with."""
    if file.startswith("bot."):
        host = Client.register(url, "Host")
        wanted: Any = {"game": CARTA, "seats": 2, "position": LAST_CARD}
        id = host.create_game(wanted)["id"]
        host.take_seat(id, {"seat": 1, "bot": "random"})
        return [url, id]
    return [url, finished(url)] if file.startswith("follow.") else [url]


@pytest.mark.parametrize("file", programs(PYTHON))
def test_every_program_of_the_python_readme_runs(file: str, served: str, wheel: Path, tmp_path: Path) -> None:
    (tmp_path / file).write_text(programs(PYTHON)[file])
    said = run([sys.executable, file, *given(file, served)], tmp_path, PYTHONPATH=str(wheel))
    assert said


@needs_npm
@pytest.mark.parametrize("file", programs(TYPESCRIPT))
def test_every_program_of_the_typescript_readme_runs(file: str, served: str, tarball: Path) -> None:
    (tarball / file).with_suffix(".mjs").write_text(programs(TYPESCRIPT)[file])
    assert run(["node", Path(file).with_suffix(".mjs"), *given(file, served)], tarball)


def test_the_python_programs_are_typed(wheel: Path, tmp_path: Path) -> None:
    for file, text in programs(PYTHON).items():
        (tmp_path / file).write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", *programs(PYTHON)]
    run(command, tmp_path, MYPYPATH=str(wheel))


@pytest.mark.parametrize("package", [PYTHON, TYPESCRIPT], ids=lambda path: path.name)
def test_a_bot_has_15_lines(package: Path) -> None:
    (bot,) = [text for file, text in programs(package).items() if file.startswith("bot.")]
    assert len(bot.splitlines()) <= MOST_LINES


@needs_npm
def test_the_typescript_package_keeps_its_own_promises(served: str, tarball: Path) -> None:
    shutil.copytree(TYPESCRIPT / "tests", tarball / "tests", dirs_exist_ok=True)
    run(
        [
            TYPESCRIPT / "node_modules" / ".bin" / "tsc",
            "--project",
            "tests",
            "--typeRoots",
            TYPESCRIPT / "node_modules" / "@types",
        ],
        tarball,
    )
    said = run(["node", "--test", "tests/"], tarball, CARTULARY_URL=served)
    assert re.search(r"^# fail 0$", said, re.MULTILINE)


FOLLOW = """
import { readFileSync } from "node:fs";
import { requireGrowth } from "./node_modules/cartulary-client/dist/transparency.js";
const { key, cases } = JSON.parse(readFileSync("cases.json", "utf8"));
const proven = (distrust) => (distrust.proof.length ? false : null);
const found = [];
for (const { earlier, later, tiles } of cases) {
  const readTile = async (path) => Uint8Array.from(Buffer.from(tiles[path], "base64"));
  found.push(await requireGrowth(earlier, later, readTile, [key]).then(() => true, proven));
}
console.log(JSON.stringify(found));
"""


@needs_npm
def test_the_typescript_package_sees_whether_a_log_goes_on_as_it_was(tarball: Path) -> None:
    cases = [*growths()]
    question = {"key": SIGNER.public.text(), "cases": [each.json() for each in cases]}
    (tarball / "cases.json").write_text(json.dumps(question), encoding="utf-8")
    (tarball / "follow.mjs").write_text(FOLLOW, encoding="utf-8")
    assert json.loads(run(["node", "follow.mjs"], tarball)) == [each.goes_on for each in cases]


SIGNED = """
import { readFileSync } from "node:fs";
import { hasSigned, isSoundKey } from "./node_modules/cartulary-client/dist/receipts.js";
const { weak, sound, note } = JSON.parse(readFileSync("keys.json", "utf8"));
const bytesOf = (text) => Buffer.from(text, "base64");
const isSound = (text) => isSoundKey(Uint8Array.from(bytesOf(text)));
const lineOf = (text) => `cartulary+00000000+${Buffer.concat([Buffer.from([1]), bytesOf(text)]).toString("base64")}`;
const refused = await Promise.all(weak.map((text) => hasSigned(lineOf(text), note).then(() => false, () => true)));
console.log(JSON.stringify([weak.some(isSound), refused.every((each) => each), isSound(sound)]));
"""


@needs_npm
def test_the_typescript_package_takes_no_key_by_which_anybody_can_sign(tarball: Path) -> None:
    signature = b64encode(bytes(4) + OF_ANY_MESSAGE).decode()
    question = {
        "weak": [b64encode(key).decode() for key in WEAK_KEYS],
        "sound": b64encode(SIGNER.public.raw).decode(),
        "note": f"text\n\n\N{EM DASH} cartulary {signature}\n",
    }
    (tarball / "keys.json").write_text(json.dumps(question), encoding="utf-8")
    (tarball / "signed.mjs").write_text(SIGNED, encoding="utf-8")
    assert json.loads(run(["node", "signed.mjs"], tarball)) == [False, True, True]
