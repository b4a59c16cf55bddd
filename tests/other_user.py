"""Lets a test act as a user who may not read a folder; root, whom nothing keeps out, acts for nobody meanwhile."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from pwd import getpwnam

from cartulary_service.store import postgresql


@contextmanager
def open_folder() -> Iterator[Path]:
    """Make a folder that anybody may enter, which pytest's own are not."""
    with tempfile.TemporaryDirectory(prefix="cartulary-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@contextmanager
def kept_out_of(path: Path) -> Iterator[None]:
    """Close a folder or a file to whoever acts. All that is called meanwhile has to be imported before."""
    mode, user = path.stat().st_mode, os.geteuid()
    path.chmod(0)
    if user == 0:
        os.seteuid(getpwnam("nobody").pw_uid)
    # It remembers who acts.
    postgresql.system_user.cache_clear()
    try:
        yield
    finally:
        os.seteuid(user)
        postgresql.system_user.cache_clear()
        path.chmod(mode)
