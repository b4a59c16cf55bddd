"""The folder of keys: as several that need its first key find it, and as a start finds it that lacks one."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import CompletedProcess
from threading import Barrier

import pytest
import requests
from structlog.testing import capture_logs

from cartulary_service.config import Config
from cartulary_service.serving.start_check import check_installation
from cartulary_service.subjects.notices.web_push import PushKey
from cartulary_service.trust.keys import Keys, UnfitKeys
from tests.commands import run
from tests.conftest import created
from tests.other_user import kept_out_of, open_folder
from tests.patience import PATIENCE
from tests.service.conftest import free_port, service, worker
from tests.service.push_browser import PushBrowser

MANY = 16
WORKER = pytest.param("worker", marks=pytest.mark.every_subject)
"""A worker reads keys if a subject signs."""


def test_of_many_threads_that_need_the_first_key_one_makes_it_and_all_sign_with_it(tmp_path: Path) -> None:
    together = Barrier(MANY)

    def first_key(number: int) -> str:
        together.wait()
        keys = Keys(tmp_path / "keys")
        keys.make_first()
        return keys.active().public.text()

    with ThreadPoolExecutor(MANY) as pool:
        assert len({*pool.map(first_key, range(MANY))}) == 1
    (key,) = (tmp_path / "keys").iterdir()
    assert key.stat().st_mode & 0o077 == 0


KEPT_OUT = ("Restore the folder from your backup", "cartulary keys --replace-lost")


class Installation:
    """A service over a database of its own, which has signed and has ended since."""

    def __init__(self, database_url: str, place: Path) -> None:
        self.folder, self.place = place / "keys", place
        self.settings = {"DATABASE_URL": database_url, "KEYS_DIR": str(self.folder), "DATA_DIR": str(place)}
        (self.first,) = self.shown()

    def shown(self) -> list[str]:
        """Start it; return the keys that it shows, of which the last one has to be the one that signs."""
        with service(self.settings | {"WORKERS": "1"}, self.place / "log") as base:
            catalogue, integrity = (requests.get(f"{base}/v1/{each}").json() for each in ("catalogue", "integrity"))
        keys = [str(each["key"]) for each in catalogue["keys"]]
        assert catalogue["keys"] == integrity["keys"]
        assert keys[-1] == Keys(self.folder).active().public.text()
        return keys

    def start(self, command: str) -> CompletedProcess[str]:
        """Start a command that ends by itself, since it refuses."""
        environment = os.environ | self.settings | {"PORT": str(free_port()), "MIGRATE": "false"}
        words = [sys.executable, "-m", "cartulary", command]
        return subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)


@pytest.fixture
def installation(database_url: str, tmp_path: Path) -> Iterator[Installation]:
    with created(database_url) as url:
        yield Installation(url, tmp_path)


@pytest.mark.parametrize("command", ["serve", WORKER])
@pytest.mark.parametrize("another", [False, True])
def test_a_start_without_the_key_that_signed_refuses_and_says_both_ways_out(
    installation: Installation, command: str, another: bool
) -> None:
    shutil.rmtree(installation.folder)
    if another:
        Keys(installation.folder).make_first()
    refused = installation.start(command)
    assert refused.returncode == 1
    (sentence,) = refused.stderr.splitlines()
    assert installation.first in sentence
    assert all(way in sentence for way in KEPT_OUT)
    assert installation.folder.exists() == another


def test_the_folder_from_the_backup_lets_it_start_again(installation: Installation) -> None:
    installation.folder.rename(installation.place / "backup")
    assert installation.start("serve").returncode == 1
    (installation.place / "backup").rename(installation.folder)
    assert installation.shown() == [installation.first]


def test_a_lost_key_is_replaced_by_order_alone_and_shown_for_ever(installation: Installation) -> None:
    shutil.rmtree(installation.folder)
    refused = run("keys", "--new", **installation.settings)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "--replace-lost" in refused.stderr
    listed = run("keys", "--replace-lost", **installation.settings)
    assert listed.returncode == 0
    lost, active = listed.stdout.splitlines()
    assert lost.split()[0] == installation.first
    assert lost.endswith("not in KEYS_DIR")
    assert installation.shown() == [installation.first, active.split()[0]]


def test_a_key_is_not_made_while_the_database_cannot_say_whether_there_was_one(tmp_path: Path) -> None:
    nowhere = {"DATABASE_URL": "postgresql://127.0.0.1:1/none", "MIGRATE": "false", "PORT": str(free_port())}
    refused = run("serve", **nowhere, KEYS_DIR=str(tmp_path / "keys"))
    assert refused.returncode == 1
    assert not (tmp_path / "keys").exists()


@pytest.mark.parametrize("closed", ["", "keys"])
def test_a_folder_of_another_user_is_named_at_the_start_with_what_to_do(closed: str) -> None:
    with open_folder() as folder:
        config = Config(database_url="postgresql://127.0.0.1:1/none", keys_dir=folder / "above" / "keys")
        Keys(config.keys_folder).make_first()
        with kept_out_of(folder / "above" / closed), pytest.raises(UnfitKeys) as refused:
            check_installation(config)
    assert f"{config.keys_folder}, cannot be read (Permission denied)" in str(refused.value)
    assert "Make it the user's who runs the service" in str(refused.value)


def test_a_folder_in_which_no_key_can_be_made_is_named_with_what_to_do() -> None:
    with open_folder() as folder, kept_out_of(folder), pytest.raises(UnfitKeys) as refused:
        Keys(folder / "keys").make()
    assert str(folder / "keys") in str(refused.value)


def test_a_folder_that_vanishes_meanwhile_is_not_replaced(database_url: str, tmp_path: Path) -> None:
    with worker(database_url, tmp_path / "keys") as client:
        shutil.rmtree(tmp_path / "keys")
        answer = client.get("/v1/log/checkpoint")
        assert (answer.status_code, json.loads(answer.text)["code"]) == (503, "not-ready")
    assert not (tmp_path / "keys").exists()


def test_the_doctor_misses_the_key_that_signed_last(installation: Installation) -> None:
    assert "WRONG  keys" not in run("doctor", **installation.settings).stdout
    shutil.rmtree(installation.folder)
    said = run("doctor", **installation.settings)
    assert said.returncode == 1
    (finding,) = [line for line in said.stdout.splitlines() if " keys: " in line]
    assert finding.startswith("WRONG")
    assert installation.first in finding
    assert all(way in finding for way in KEPT_OUT)


@pytest.mark.parametrize("command", ["serve", WORKER, "keys"])
@pytest.mark.parametrize("content", ["", "no key\n", "00ff\n"])
def test_a_key_that_cannot_be_read_is_named_with_what_to_do(
    installation: Installation, command: str, content: str
) -> None:
    damaged = installation.folder / "0001.key"
    damaged.write_text(content)
    refused = installation.start(command)
    assert refused.returncode == 1
    (sentence,) = refused.stderr.splitlines()
    assert str(damaged) in sentence
    assert "restore it from your backup" in sentence
    assert str(damaged) in run("doctor", **installation.settings).stdout


def test_the_doctor_names_an_older_key_whose_file_is_missing_and_that_its_receipts_hold(
    installation: Installation,
) -> None:
    assert run("keys", "--new", **installation.settings).returncode == 0
    (installation.folder / "0001.key").unlink()
    said = run("doctor", **installation.settings).stdout
    (finding,) = [line for line in said.splitlines() if installation.first in line]
    assert finding.startswith("mind   keys: ")
    assert "can still be checked by its public key" in finding


@pytest.fixture
def subscribed(installation: Installation) -> Installation:
    """An installation with which a browser has subscribed to notifications."""
    with worker(installation.settings["DATABASE_URL"], installation.folder) as client:
        token = client.post("/v1/players", json={"name": "Ann"}).json["token"]  # type: ignore[index]
        assert client.get("/v1/push-key").status_code == 200
        wish = PushBrowser().subscription("https://93.184.216.34/push") | {"my_turn": True}
        made = client.post("/v1/webhooks", json=wish, headers={"Authorization": f"Bearer {token}"})
        assert made.status_code == 201, made.text
    return installation


def push_key_at(installation: Installation) -> tuple[list[str], list[str]]:
    """What the start and the doctor say of the key for browsers."""
    installation.shown()
    log = (installation.place / "log").read_text().splitlines()
    said = run("doctor", **installation.settings).stdout.splitlines()
    return [line for line in log if "push.key" in line], [line for line in said if "push.key" in line]


def test_a_push_key_that_stayed_or_that_nobody_subscribed_with_is_not_spoken_of(
    installation: Installation, request: pytest.FixtureRequest
) -> None:
    (installation.folder / "push.key").unlink(missing_ok=True)
    assert push_key_at(installation) == ([], [])
    request.getfixturevalue("subscribed")
    assert push_key_at(installation) == ([], [])


def test_the_start_and_the_doctor_name_a_lost_push_key_and_both_ways_out(subscribed: Installation) -> None:
    (subscribed.folder / "push.key").unlink()
    (told,), (found,) = push_key_at(subscribed)
    assert found.startswith("WRONG  push.key: ")
    for line in (told, found):
        assert "1 browser has subscribed" in line
        assert "restore it from your backup, or let their players" in line


@pytest.mark.parametrize("content", ["", "no key\n", "0" * 64])
def test_a_push_key_that_holds_no_key_is_named_by_start_doctor_and_log_and_is_no_fault_of_a_request(
    subscribed: Installation, content: str
) -> None:
    (subscribed.folder / "push.key").write_text(content)
    (told,), (found,) = push_key_at(subscribed)
    for line in (told, found):
        assert "holds no key. You can restore it from your backup" in line
    with worker(subscribed.settings["DATABASE_URL"], subscribed.folder) as client, capture_logs() as log:
        refused = client.get("/v1/push-key")
    assert (refused.status_code, refused.json["code"]) == (503, "not-ready")  # type: ignore[index]
    assert [each["event"] for each in log if each["log_level"] == "error"] == ["key lost"]


def test_the_log_says_that_a_push_key_is_made_beside_browsers_that_had_another(subscribed: Installation) -> None:
    (subscribed.folder / "push.key").unlink()
    with worker(subscribed.settings["DATABASE_URL"], subscribed.folder) as client, capture_logs() as log:
        assert client.get("/v1/push-key").status_code == 200
    (made,) = [each for each in log if each["event"] == "push key made"]
    assert "get nothing" in made["words"]


def test_the_doctor_minds_a_push_key_that_is_newer_than_a_subscription(subscribed: Installation) -> None:
    key = subscribed.folder / "push.key"
    key.unlink()
    PushKey(Config(keys_dir=subscribed.folder)).create()
    started, (found,) = push_key_at(subscribed)
    assert started == []
    assert found.startswith("mind   push.key: ")
    assert "they get nothing: restore it from your backup, or let" in found


def test_a_lost_key_beside_newer_ones_is_replaced_by_one_more(installation: Installation) -> None:
    assert run("keys", "--new", **installation.settings).returncode == 0
    first, second = (installation.folder / f"000{number}.key" for number in (1, 2))
    first.unlink()
    assert run("keys", "--new", **installation.settings).returncode == 0
    assert sorted(installation.folder.glob("0*.key")) == [second, installation.folder / "0003.key"]


def test_a_key_that_is_not_lost_is_not_replaced(installation: Installation) -> None:
    refused = run("keys", "--replace-lost", **installation.settings)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "cartulary keys --new" in refused.stderr
    assert installation.shown() == [installation.first]


def test_a_foreign_key_is_listed_as_one_that_the_installation_does_not_know(installation: Installation) -> None:
    shutil.rmtree(installation.folder)
    Keys(installation.folder).make_first()
    own, foreign = run("keys", **installation.settings).stdout.splitlines()
    assert (own.split()[0], own.endswith("not in KEYS_DIR")) == (installation.first, True)
    assert "never signed for this installation" in foreign
