"""The first minute of `make serve`: what is missing is said in one sentence, before anything is installed."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

import pytest

from tests.cases import cases
from tests.patience import PATIENCE
from tests.signals import handling

ROOT: Final = Path(__file__).parents[1]
NOWHERE: Final = "http://127.0.0.1:1/simple"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What of a checkout make reads, in a path with a space."""
    copy = tmp_path / "a copy"
    for each in ("Makefile", "requirements.lock", "domain/pyproject.toml", "service/pyproject.toml"):
        (copy / each).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / each, copy / each)
    return copy


def of_terminal(**variables: str) -> Mapping[str, str]:
    """The environment as at a terminal: the tests themselves are run by make, which tells those below it so."""
    own = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    return own | variables


def make(checkout: Path, *words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    command, environment = ["make", *words], of_terminal(**variables)
    return subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )


def program(folder: Path, text: str) -> Path:
    """A program of the shell."""
    file = folder / "some python"
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return file


@cases(
    ("python", "sentence"),
    [
        ("exit 127", "There is no"),
        ('case "$2" in *version_info*) exit 1;; esac', "is older than Python 3.11"),
        ('case "$2" in *ensurepip*) exit 1;; esac', "lacks the modules venv and ensurepip"),
    ],
)
def test_a_python_that_is_not_fit_is_said_in_one_sentence_before_anything_is_made(
    checkout: Path, python: str, sentence: str
) -> None:
    done = make(checkout, "serve", f"PYTHON={program(checkout, python)}")
    said, end = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in said
    assert end.startswith("make: ***")
    assert not (checkout / ".venv").exists()


def test_an_environment_whose_interpreter_is_gone_is_said_with_what_to_do(checkout: Path) -> None:
    (checkout / ".venv" / "bin").mkdir(parents=True)
    (checkout / ".venv" / "bin" / "python").symlink_to(checkout / "gone")
    said, _ = make(checkout, "serve").stderr.splitlines()
    assert "rm -r .venv" in said


def test_without_a_network_one_sentence_says_so_and_dots_show_that_it_was_tried(checkout: Path) -> None:
    done = make(checkout, "serve", PIP_INDEX_URL=NOWHERE, PIP_RETRIES="1", PIP_NO_CACHE_DIR="1")
    said, _ = done.stderr.splitlines()
    assert "see that the network is there" in said
    assert "." in done.stdout.splitlines()[1]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash alone warns of locales")
def test_a_locale_that_is_not_installed_is_not_warned_of(checkout: Path) -> None:
    python = program(checkout, "exit 127")
    done = make(checkout, "serve", "SHELL=bash", f"PYTHON={python}", LC_ALL="xx_XX.UTF-8")
    assert "setlocale" not in done.stderr


def test_an_interrupt_while_something_is_installed_ends_with_one_calm_sentence(checkout: Path) -> None:
    python = program(checkout, 'case "$*" in *venv*) case "$2" in venv) touch begun; exec sleep 60;; esac;; esac')
    command = ["make", "serve", f"PYTHON={python}"]
    # What a shell starts in the background ignores interrupts, and so does all below it.
    with handling(signal.SIGINT, signal.SIG_DFL):
        process = subprocess.Popen(
            command,
            cwd=checkout,
            env=of_terminal(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
    assert process.stdout is not None
    process.stdout.readline()
    while not (checkout / "begun").exists():
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    output = process.communicate(timeout=PATIENCE)[0]
    assert output.splitlines()[-1] == "Stopped. The same command goes on."
    assert "Error" not in output
    assert not (checkout / ".venv").exists()


def test_make_asks_for_the_python_that_the_distributions_need() -> None:
    (oldest,) = re.findall(r"^OLDEST_PYTHON := (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert distribution("cartulary-service").metadata["Requires-Python"] == f">={oldest}"


def test_the_size_that_make_names_is_about_that_of_what_serve_installs() -> None:
    (named,) = re.findall(
        r"what the service needs into .venv \(once, about (\d+) MB\)", (ROOT / "Makefile").read_text()
    )
    locked = re.findall(r"^([a-z0-9.-]+)==[^;]*?(;.*)?\\$", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    files: set[Path] = set()
    for name in ["pip", *(name for name, _ in locked)]:
        with suppress(PackageNotFoundError):
            files |= {Path(str(each.locate())) for each in distribution(name).files or ()}
    size = sum(each.stat().st_blocks * 512 for each in files if each.exists())
    assert size / (1 << 20) == pytest.approx(int(named), rel=0.25)


def test_a_stop_of_make_stops_the_service(checkout: Path) -> None:
    bin_folder = checkout / ".venv" / "bin"
    bin_folder.mkdir(parents=True)
    program(checkout, 'case "$*" in *cartulary*) touch begun; exec sleep 600;; esac').rename(bin_folder / "python")
    (checkout / ".venv" / "serve.stamp").touch()
    process = subprocess.Popen(
        ["make", "serve"], cwd=checkout, env=of_terminal(), stdout=subprocess.PIPE, start_new_session=True
    )
    while not (checkout / "begun").exists():
        assert process.poll() is None
    process.terminate()
    # The pipe ends with the last process that holds it.
    process.communicate(timeout=PATIENCE)
    assert process.returncode == -signal.SIGTERM
