"""The image, and what docker-compose.yml makes of it, held against each other and against the settings."""

import os
import pwd
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import pytest
import yaml

from cartulary_service.config import Config
from cartulary_service.subjects import OPERATIONS

ROOT: Final = Path(__file__).parents[2]
SECRETS: Final = PurePosixPath("/run/secrets")
POSTGRES_DATA: Final = "/var/lib/postgresql"
"""Where the images of PostgreSQL from 18 on keep it."""
SOMEBODY: Final = "nobody"
AS_USER: Final = f"""
import os, pathlib, sys, tempfile
sys.path.insert(0, {str(ROOT)!r})
from cartulary_service.config import Config
from cartulary_service.trust.keys import Keys
with tempfile.TemporaryDirectory() as elsewhere:
    Keys(pathlib.Path(elsewhere)).make_first()
uid, gid = map(int, sys.argv[1:])
os.setgroups([])
os.setgid(gid)
os.setuid(uid)
keys = Keys(Config.from_environment().keys_folder)
keys.make_first()
print(keys.active().public.text())
"""
"""Makes the first key with another's rights, which need not suffice to load programs here: all is loaded before."""


class Instruction(NamedTuple):
    """A line of the Dockerfile."""

    word: str
    value: str


def image() -> list[Instruction]:
    """The Dockerfile, without comments and with its continued lines in one."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    return [Instruction(*line.split(maxsplit=1)) for line in text.splitlines() if line.strip()]


def place_of(word: str) -> int:
    """Where the one instruction with that word stands."""
    (place,) = [place for place, each in enumerate(image()) if each.word == word]
    return place


def value_of(word: str) -> str:
    return image()[place_of(word)].value


def settings() -> dict[str, str]:
    """What the image sets in the environment."""
    return dict(each.split("=", 1) for each in shlex.split(value_of("ENV")))


def installing() -> tuple[int, list[str]]:
    """Where the directory of the data is made, and the command for that."""
    commands = [
        (place, words)
        for place, each in enumerate(image())
        if each.word == "RUN"
        for words in map(shlex.split, each.value.split("&&"))
        if words[0] == "install"
    ]
    ((place, words),) = commands
    return place, words


def composed() -> Any:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


def mounts(service: str) -> dict[str, str]:
    """Where a service has what mounted: path -> volume, or file."""
    pairs = [each.split(":") for each in composed()["services"][service]["volumes"]]
    return {path: source for source, path, *_ in pairs}


def test_the_data_is_given_to_the_user_of_the_image() -> None:
    place, words = installing()
    assert words == ["install", "--directory", "--owner", value_of("USER"), "--mode", "700", settings()["DATA_DIR"]]
    assert f"useradd --system {value_of('USER')} && install" in image()[place].value
    assert place < place_of("USER") < place_of("CMD")


def test_the_image_makes_no_volumes_without_a_name() -> None:
    assert "VOLUME" not in {each.word for each in image()}


def test_the_image_gets_what_the_package_is_built_from_and_nothing_else() -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    assert lines[0] == "*"
    let_in = {line.removeprefix("!") for line in lines if line.startswith("!")}
    beside = runpy.run_path(str(ROOT / "service" / "hatch_build.py"))["PLACES"]
    assert let_in == {*beside, "domain", "service", "requirements.lock"}


def test_in_docker_compose_nothing_is_writable_or_without_bounds() -> None:
    for name, each in composed()["services"].items():
        assert each["read_only"], name
        assert each["cap_drop"] == ["ALL"], name
        assert each["security_opt"] == ["no-new-privileges:true"], name
        assert {"mem_limit", "cpus", "pids_limit"} <= each.keys(), name
        assert {"max-size", "max-file"} == each["logging"]["options"].keys(), name
        assert "/tmp" in each["tmpfs"], name
        if each["image"] == "cartulary":
            assert "cap_add" not in each, name


def test_the_image_sets_what_the_service_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in settings().items():
        monkeypatch.setenv(name, value)
    config = Config.from_environment()
    assert config.keys_dir is None, "the keys would not lie with the data"
    assert str(config.port) == value_of("EXPOSE")
    assert config.host == "0.0.0.0"


def test_docker_compose_names_settings_and_files_that_there_are() -> None:
    service, nginx = composed()["services"]["service"], composed()["services"]["nginx"]
    known = {name.upper() for name in Config.__dataclass_fields__} | {"DATABASE_PASSWORD_FILE"}
    assert service["environment"].keys() <= known - settings().keys() - {"KEYS_DIR"}
    assert service["environment"]["TRUSTED_PROXIES"] == 1
    assert "ports" not in service
    assert (ROOT / nginx["volumes"][0].split(":")[0]).is_file()
    assert f"server service:{Config().port};" in (ROOT / "deploy" / "nginx.conf").read_text()


def test_docker_compose_mounts_a_volume_where_the_image_keeps_its_data_and_leaves_it_its_user() -> None:
    data = settings()["DATA_DIR"]
    assert mounts("service") == mounts("worker") == mounts("migrations") == {data: "data"}
    assert mounts("database") == {POSTGRES_DATA: "database"}
    assert composed()["services"]["service"].keys().isdisjoint({"user", "command", "entrypoint"})


def test_docker_compose_declares_every_volume_and_secret_that_it_uses_and_no_other() -> None:
    names = composed()["services"]
    mounted = {each for name in names if "volumes" in names[name] for each in mounts(name).values()}
    assert {each for each in mounted if not each.startswith(".")} == composed()["volumes"].keys()
    given = {secret for each in names.values() for secret in each.get("secrets", ())}
    assert given == composed()["secrets"].keys()
    for each in names.values():
        files = {PurePosixPath(str(value)) for name, value in each.get("environment", {}).items() if "_FILE" in name}
        assert files == {SECRETS / secret for secret in each.get("secrets", ())}


@pytest.fixture
def somewhere() -> Iterator[Path]:
    """A directory that anybody may enter, which the tests' own are not."""
    with TemporaryDirectory(prefix="cartulary-") as place:
        Path(place).chmod(0o755)
        yield Path(place)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another user")
def test_the_user_of_the_image_can_write_the_keys_there(somewhere: Path) -> None:
    """The steps of the Dockerfile done by hand, under another directory than / and by another user without rights."""
    user = pwd.getpwnam(SOMEBODY)

    def moved(word: str) -> str:
        return {value_of("USER"): SOMEBODY}.get(word, f"{somewhere}{word}" if word.startswith("/") else word)

    def keys() -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-c", AS_USER, str(user.pw_uid), str(user.pw_gid)]
        environment = os.environ | {name: moved(value) for name, value in settings().items()}
        return subprocess.run(command, env=environment, cwd=somewhere, capture_output=True, text=True)

    subprocess.run([*map(moved, installing()[1])], check=True)
    made = keys()
    assert made.returncode == 0, made.stderr
    (key,) = (somewhere / settings()["DATA_DIR"].lstrip("/") / "keys").iterdir()
    assert (key.stat().st_uid, key.stat().st_mode & 0o777) == (user.pw_uid, 0o600)
    assert made.stdout == keys().stdout


def sizes_of_the_front() -> dict[str, int]:
    """The largest body that nginx takes, by path; that of all others under an empty one."""
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    path, sizes = "", dict[str, int]()
    for line in text.splitlines():
        if found := re.fullmatch(r"\s*location = (\S+) {", line):
            path = found[1]
        if found := re.fullmatch(r"\s*client_max_body_size (\d+)([km]);", line):
            sizes[path] = int(found[1]) << {"k": 10, "m": 20}[found[2]]
    return sizes


def test_the_front_takes_bodies_as_large_as_the_contract_does() -> None:
    larger = {each.openapi_path(): each.max_bytes for each in OPERATIONS if each.max_bytes is not None}
    assert sizes_of_the_front() == {"": Config().max_body_bytes, **larger}


def test_in_docker_compose_only_what_needs_the_database_reaches_it() -> None:
    networks = {name: {*each["networks"]} for name, each in composed()["services"].items()}
    reach = {name for name, each in networks.items() if each & networks["database"]}
    assert reach == {"database", "migrations", "service", "worker"}
    assert {name for name, each in networks.items() if each & networks["nginx"]} == {"nginx", "service"}
    assert composed()["networks"]["data"]["internal"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is missing")
@pytest.mark.parametrize("unit", sorted((ROOT / "deploy").glob("*.service")), ids=lambda unit: unit.stem)
def test_units_are_restricted_as_systemd_advises(unit: Path) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)]
    assert subprocess.run(command, capture_output=True).returncode == 0
