"""Disks that are files, so that a copy of the file is the disk as it was at that instant."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class CannotBeMade(Exception):
    """This machine does not let us make such disks; says why."""


def do(*command: str | Path) -> None:
    """Run a command. Raises CannotBeMade if it fails."""
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotBeMade(f"{' '.join(map(str, command))}: {done.stderr.strip()}")


def require_root() -> None:
    if os.geteuid() != 0:
        raise CannotBeMade("only root may mount disks")
    missing = [each for each in ("losetup", "mount", "mkfs.ext4", "mkfs.xfs") if shutil.which(each) is None]
    if missing:
        raise CannotBeMade(f"there is no {', '.join(missing)}")


@contextmanager
def mounted(file: Path, where: Path) -> Iterator[Path]:
    """The disk in a file, as a folder."""
    where.mkdir(parents=True, exist_ok=True)
    do("mount", "-o", "loop", file, where)
    try:
        yield where
    finally:
        unmount(where)


def unmount(where: Path) -> None:
    """Let go of a disk, be it used or not."""
    try:
        do("umount", where)
    except CannotBeMade:
        with suppress(CannotBeMade):
            do("umount", "--lazy", where)


@contextmanager
def disk(file: Path, where: Path, size: str, kind: str = "ext4") -> Iterator[Path]:
    """A new disk of that size, as a folder; its file is as large as what it holds."""
    require_root()
    do("truncate", "-s", size, file)
    do(f"mkfs.{kind}", "-q", file)
    with mounted(file, where) as made:
        made.chmod(0o755)
        yield made


def snapshot(file: Path, copy: Path) -> None:
    """The disk at this instant, in a few milliseconds, while it goes on: both share their blocks."""
    do("cp", "--reflink=always", file, copy)
