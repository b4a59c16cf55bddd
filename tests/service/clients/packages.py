"""The TypeScript package as it is built and installed."""

import os
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.built import packed

ROOT: Final = Path(__file__).parents[3]
TYPESCRIPT: Final = ROOT / "packages" / "client-typescript"
needs_npm: Final = pytest.mark.skipif(
    not (TYPESCRIPT / "node_modules").exists(), reason="the TypeScript compiler is missing: make dist"
)


def run(command: Sequence[object], folder: Path, **settings: str) -> str:
    """What a command says, which must succeed; as it may play whole games, the suite's limit is its own."""
    done = subprocess.run(
        [str(each) for each in command],
        cwd=folder,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr[-4_000:]
    return done.stdout


def install_tarball(folder: Path) -> Path:
    """Install the package, as it is built, into a folder, which is returned."""
    with tarfile.open(packed(TYPESCRIPT, folder)) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (folder / "node_modules").mkdir()
    (folder / "unpacked" / "package").rename(folder / "node_modules" / "cartulary-client")
    return folder
