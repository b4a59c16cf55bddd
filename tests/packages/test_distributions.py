"""All distributions as they are built: what they hold, and what they do where nothing else of ours is."""

import json
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import ZipFile

import pytest
import requests
import yaml

from cartulary import __version__
from cartulary.i18n.catalogues import LANGUAGES
from cartulary_service.web import contracts
from cartulary_service.web.guide import sources
from tests.built import build, built
from tests.message_catalogues import FOLDERS, ROOT
from tests.patience import PATIENCE
from tests.service.conftest import free_port, wait_until_it_answers

PLACES: Final = sorted(
    path.parent for path in (*ROOT.glob("*/pyproject.toml"), *ROOT.glob("packages/*/pyproject.toml"))
)
LIBRARIES: Final = Path(requests.__file__).parents[1]
"""Where libraries of others are installed."""
PROGRAM: Final = re.compile(r"```python\n(.*?)```", re.DOTALL)


class Built(NamedTuple):
    """A distribution, built from its folder."""

    package: str
    wheel: Path
    source: Path

    def files(self) -> set[str]:
        return files_of(self.wheel)


def files_of(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Built]:
    """Every distribution, by its name."""
    found: dict[str, Built] = {}
    for place in PLACES:
        project = tomllib.loads((place / "pyproject.toml").read_text())
        (package,) = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
        found[project["project"]["name"]] = Built(package, *built(place, package, tmp_path_factory.mktemp("built")))
    return found


def test_each_distribution_installs_one_package_of_its_own_name(distributions: Mapping[str, Built]) -> None:
    assert len(distributions) == 6
    for name, each in distributions.items():
        assert each.package == name.replace("-", "_")
        assert {file.partition("/")[0] for file in each.files()} == {each.package}
        assert f"{each.package}/py.typed" in each.files()


def test_all_that_is_released_has_one_version(distributions: Mapping[str, Built]) -> None:
    packages = json.loads((ROOT / "packages" / "client-typescript" / "package-lock.json").read_text())
    assert json.loads((ROOT / "packages" / "client-typescript" / "package.json").read_text())["version"] == __version__
    assert (packages["version"], packages["packages"][""]["version"]) == (__version__, __version__)
    assert {each.wheel.name.split("-")[1] for each in distributions.values()} == {__version__}
    for contract in contracts.CONTRACTS:
        assert yaml.safe_load((ROOT / contract).read_text())["info"]["version"] == __version__


def test_a_wheel_built_from_the_source_holds_the_same_files(distributions: Mapping[str, Built], tmp_path: Path) -> None:
    for each in distributions.values():
        with tarfile.open(each.source) as archive:
            archive.extractall(tmp_path, filter="data")
        folder = tmp_path / each.source.name.removesuffix(".tar.gz")
        build(folder, tmp_path / each.package, "-t", "wheel")
        (wheel,) = (tmp_path / each.package).glob("*.whl")
        assert files_of(wheel) == each.files()


def test_the_service_holds_all_that_it_serves(distributions: Mapping[str, Built]) -> None:
    files, service = distributions["cartulary-service"].files(), ROOT / "service"
    kept = (sources.PACKAGED.relative_to(service) / name for name in ("docs/index.md", *sources.FILES))
    assert {str(each) for each in kept} <= files
    assert {f"cartulary_service/{name}" for name in contracts.CONTRACTS} <= files
    migrations = (ROOT / "migrations" / "versions").glob("*.py")
    assert {f"cartulary_service/_migrations/versions/{each.name}" for each in migrations} <= files


def test_the_distributions_hold_every_message_catalogue(distributions: Mapping[str, Built]) -> None:
    files = {file for each in distributions.values() for file in each.files()}
    folders = [folder.relative_to(ROOT) for folder in FOLDERS if "tests" not in folder.relative_to(ROOT).parts]
    assert folders
    for folder in folders:
        assert {str(Path(*folder.parts[1:]) / f"{language}.json") for language in LANGUAGES} <= files


class Environment(NamedTuple):
    """A virtual environment with some of the distributions."""

    folder: Path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        program = self.folder / "bin" / command[0]
        return subprocess.run(
            [program, *command[1:]], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )


def install(folder: Path, *built: Built, libraries: bool = False) -> Environment:
    """Return a new environment with these distributions, and the libraries of others only if they are wanted."""
    venv.create(folder, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-index", "--no-deps", *(each.wheel for each in built)], check=True, timeout=PATIENCE)
    if libraries:
        (site_packages,) = folder.glob("lib/*/site-packages")
        (site_packages / "libraries.pth").write_text(f"{LIBRARIES}\n")
    return Environment(folder)


def test_where_nothing_else_is_the_games_are_played_replayed_and_matched(
    distributions: Mapping[str, Built], tmp_path: Path
) -> None:
    alone = install(tmp_path / "alone", distributions["cartulary"])
    found = PROGRAM.search((ROOT / "domain" / "README.md").read_text())
    assert found is not None
    assert "winners" in alone.run("python", "-c", found[1]).stdout
    help_text = alone.run("cartulary", "--help").stdout
    assert {*re.findall(r"^  ([a-z-]+) ", help_text, re.MULTILINE)} == {
        *("check-log", "complete", "match", "play", "replay", "verify", "witness")
    }
    recorded = next((ROOT / "tests" / "games").rglob("*.ndjson"))
    assert "every state as recorded" in alone.run("cartulary", "replay", "--quiet", str(recorded)).stdout
    assert "95 % intervals" in alone.run("cartulary", "match", "random", "random", "--games", "2", "--jobs", "1").stdout
    assert alone.run("cartulary", "play", "--bots", "--seed", "7").returncode == 0
    refused = alone.run("cartulary", "verify", str(recorded))
    assert (refused.returncode, "cartulary[verify]" in refused.stderr) == (2, True)


def test_the_service_serves_where_no_checkout_is(
    distributions: Mapping[str, Built], database_url: str, keys: Path, tmp_path: Path
) -> None:
    built = (distributions["cartulary"], distributions["cartulary-service"])
    installed, port = install(tmp_path / "serving", *built, libraries=True), free_port()
    url, log = f"http://127.0.0.1:{port}", tmp_path / "log"
    settings = {"DATABASE_URL": database_url, "KEYS_DIR": str(keys), "PORT": str(port), "PATH": "/usr/bin"}
    with log.open("w") as output:
        command = [str(installed.folder / "bin" / "cartulary"), "serve"]
        process = subprocess.Popen(command, env=settings, cwd=tmp_path, stdout=output, stderr=output)
    try:
        wait_until_it_answers(url, process, log)
        assert len(requests.get(f"{url}/v1/catalogue", timeout=PATIENCE).json()["games"]) == 2
        for path in ("/", "/play", "/openapi.yaml", "/docs/guide/"):
            assert requests.get(f"{url}{path}", timeout=PATIENCE).status_code == 200, path
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


@pytest.mark.parametrize(("name", "command"), [("cartulary-mcp", "mcp"), ("cartulary-parquet", "export")])
def test_a_package_brings_its_command_without_the_service(
    name: str, command: str, distributions: Mapping[str, Built], tmp_path: Path
) -> None:
    installed = install(tmp_path / "with", distributions["cartulary"], distributions[name], libraries=True)
    shown = installed.run("cartulary", command, "--help")
    assert (shown.returncode, "--url" in shown.stdout) == (0, True), shown.stderr
