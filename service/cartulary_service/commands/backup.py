"""Commands that back up and restore: the database and the keys, in one file."""

import os
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace as changed
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

from cartulary.commands.terminal import fail, say
from cartulary_service.terminal import Command, load_config, running_database, shared_database

DUMP: Final = "games.dump"
KEYS: Final = "keys"
ARCHIVE: Final = "archive.tar"


@click.command(cls=Command)
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Write the database and the keys into FILE, a new tar archive of secrets; the service may run meanwhile."""
    from cartulary_service.store import dump
    from cartulary_service.store.database import Connection
    from cartulary_service.trust.keys import Keys
    from cartulary_service.trust.signing_keys import list_known, require_signer

    config = load_config()
    if file.exists():
        fail(f"{file} is there already.")
    try:
        with TemporaryDirectory(dir=file.parent, prefix=".cartulary-backup-") as folder:
            draft = Path(folder, ARCHIVE)
            with running_database(config) as url, ending_with_a_sentence():
                with Connection.connect(url) as c:
                    require_signer(Keys(config.keys_folder), list_known(c))
                dump.take(url, config.database_url is None, Path(folder, DUMP))
            # Later than the dump, so that the key which signed last in it is there.
            with tarfile.open(draft, "w") as archive:
                archive.add(Path(folder, DUMP), DUMP)
                for each in sorted(read_keys(config.keys_folder)):
                    archive.add(config.keys_folder / each, f"{KEYS}/{each}")
            draft.chmod(0o600)
            draft.rename(file)
    except OSError as error:
        fail(f"{file} cannot be written: {error}.")
    say(f"{file} has the database and the keys in {config.keys_folder}. Keep it secret, and on another machine.")


@click.command(cls=Command)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def restore(file: Path) -> None:
    """Restore FILE, which `cartulary backup` wrote, into an empty database and KEYS_DIR."""
    from cartulary_service.commands.serve import migrate
    from cartulary_service.store import dump
    from cartulary_service.trust.keys import create_file

    config = load_config()
    with TemporaryDirectory(prefix="cartulary-restore-") as name:
        folder = Path(name)
        unpack(file, folder)
        keys, present = read_keys(folder / KEYS), read_keys(config.keys_folder)
        if present and present != keys:
            fail(
                f"KEYS_DIR ({config.keys_folder}) has other keys than {file}. Move them away, or set another KEYS_DIR."
            )
        # An embedded PostgreSQL is not made beside keys, but those of the backup may be there.
        with shared_database(changed(config, keys_dir=folder / "none")) as url, ending_with_a_sentence():
            dump.restore(url, config.database_url is None, folder / DUMP)
            for each, text in keys.items():
                create_file(config.keys_folder / each, text)
                # By its time the doctor tells a key that was made anew.
                written = (folder / KEYS / each).stat().st_mtime
                os.utime(config.keys_folder / each, (written, written))
            click.get_current_context().invoke(migrate)
    say("Restored. Start the service, then run: cartulary doctor, and cartulary check record --everything")


def unpack(file: Path, folder: Path) -> None:
    try:
        with tarfile.open(file) as archive:
            archive.extractall(folder, filter="data")
    except (tarfile.TarError, OSError) as error:
        fail(f"{file} cannot be unpacked: {error}.")
    if not (folder / DUMP).exists():
        fail(f"{file} is no backup: it has no {DUMP}.")


def read_keys(folder: Path) -> Mapping[str, str]:
    """Return the private keys of a folder by the names of their files."""
    try:
        # `glob` would take a folder that it may not read for an empty one.
        return {each.name: each.read_text(encoding="ascii") for each in folder.iterdir() if each.suffix == ".key"}
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        fail(f"The keys in {folder} cannot be read: {error}.")


@contextmanager
def ending_with_a_sentence() -> Iterator[None]:
    """End the command with a sentence if PostgreSQL, its programs or the keys refuse."""
    from psycopg import Error

    from cartulary_service.diagnostics import first_line
    from cartulary_service.store.dump import NotDone
    from cartulary_service.trust.keys import UnfitKeys

    try:
        yield
    except (NotDone, UnfitKeys) as error:
        fail(f"{error}.")
    except Error as error:
        fail(f"PostgreSQL refuses: {first_line(error)}.")
