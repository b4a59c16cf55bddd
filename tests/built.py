"""Distributions as they are built: those that `make release` is about to publish, else built for the tests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.patience import PATIENCE

RELEASED: Final = os.environ.get("RELEASED")
"""The folder in which `make release` has put them."""


def build(place: Path, folder: Path, *options: str) -> None:
    """Build a Python distribution from its folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), *options]
    subprocess.run(command, cwd=place, check=True, capture_output=True, timeout=PATIENCE)


def built(place: Path, package: str, folder: Path) -> tuple[Path, Path]:
    """Return the wheel and the source of a package."""
    if RELEASED is None:
        build(place, folder)
    found = folder if RELEASED is None else Path(RELEASED)
    (wheel,), (source,) = found.glob(f"{package}-*.whl"), found.glob(f"{package}-*.tar.gz")
    return wheel, source


def packed(package: Path, folder: Path) -> Path:
    """Return the tarball of the TypeScript package."""
    if RELEASED is not None:
        (tarball,) = Path(RELEASED).glob("cartulary-client-*.tgz")
        return tarball
    # From a copy, so that tests which run at the same time do not build in one place.
    source = shutil.copytree(package, folder / "source", ignore=shutil.ignore_patterns("node_modules", "dist"))
    (source / "node_modules").symlink_to(package / "node_modules")
    for command in (["npm", "run", "build"], ["npm", "pack", "--pack-destination", str(folder)]):
        subprocess.run(command, cwd=source, check=True, capture_output=True)
    (tarball,) = folder.glob("*.tgz")
    return tarball
