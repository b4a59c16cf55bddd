"""The operator's keys in a folder."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, TypeVar

import structlog

from cartulary.signing.notes import PublicKey, Signer
from cartulary_service.errors import Problem

T = TypeVar("T")

log = structlog.get_logger()


RESTORE: Final = (
    "restore it from your backup. If it is lost for good, move it away and run: cartulary keys --replace-lost"
)


class UnfitKeys(Exception):
    """Keys with which the service cannot sign; says what to do."""


class Keys:
    """The keys in a folder, of which the newest one signs. None is made unless somebody asks for it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._signers: dict[str, Signer] = {}
        self._is_lost = False
        self.shown: Sequence[PublicKey] = ()
        """The keys that were last shown, older ones too."""

    @property
    def folder(self) -> Path:
        """The folder, as an operator can find it."""
        return self._folder.resolve()

    def signers(self) -> list[Signer]:
        """Return all keys, the oldest first. Raises UnfitKeys if one cannot be read."""
        paths = self.paths()
        for path in paths:
            if path.name not in self._signers:
                self._signers[path.name] = read_key(path, lambda text: Signer(bytes.fromhex(text)))
        return [self._signers[path.name] for path in paths]

    def exist(self) -> bool:
        """Whether there is a key yet. Raises UnfitKeys if the folder cannot be read."""
        return bool(self.paths())

    def active(self) -> Signer:
        """Return the key that signs now. Raises Problem 503 if there is none, and logs the loss once."""
        reason = f"There is no key in {self.folder}"
        try:
            if signers := self.signers():
                self._is_lost = False
                return signers[-1]
        except UnfitKeys as error:
            reason = str(error)
        if not self._is_lost:
            self._is_lost = True
            log.error("key lost", reason=reason)
        raise key_lost()

    def make_first(self) -> None:
        """Make the first key, unless there is one."""
        if not self.exist():
            self._create(1)

    def make(self) -> None:
        """Make a new key, which signs from now on."""
        self._create(max((int(each.stem) for each in self.paths()), default=0) + 1)

    def _create(self, number: int) -> None:
        """Create the key of that number, unless another process or thread has."""
        create_file(self._folder / f"{number:04}.key", f"{os.urandom(32).hex()}\n")

    def paths(self) -> list[Path]:
        """Return the files of the keys, the oldest first. Raises UnfitKeys if the folder cannot be read."""
        try:
            # `glob` would take a folder that it may not read for an empty one.
            return sorted(each for each in self._folder.iterdir() if each.match("[0-9][0-9][0-9][0-9].key"))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise UnfitKeys(
                f"The folder of the keys, {self.folder}, cannot be read ({error.strerror}). Make it the user's who "
                "runs the service, or set KEYS_DIR to another one"
            ) from error


def key_lost() -> Problem:
    """503: a key is lost or damaged."""
    detail = "The service has lost its key and cannot sign. Its operator finds out more with: cartulary doctor"
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, "not-ready", detail)


def read_key(path: Path, parse: Callable[[str], T], ways_out: str = RESTORE) -> T:
    """Return the key in a file. Raises UnfitKeys, which says the ways out."""
    try:
        return parse(path.read_text(encoding="ascii").strip())
    except OSError as error:
        raise UnfitKeys(
            f"The key in {path.resolve()} cannot be read ({error.strerror}). Make the file the user's who runs the "
            f"service, or {ways_out}"
        ) from error
    except ValueError as error:
        raise UnfitKeys(f"The file {path.resolve()} holds no key. You can {ways_out}") from error


def create_file(path: Path, text: str) -> None:
    """Create a file that its owner alone can read. Raises UnfitKeys.

    Of several processes or threads that do so at once one creates it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # A name of its own, also beside other threads of this process; its owner alone can read it.
        with NamedTemporaryFile("w", dir=path.parent, prefix=".", encoding="ascii") as draft:
            draft.write(text)
            draft.flush()
            with suppress(FileExistsError):
                os.link(draft.name, path)
    except OSError as error:
        raise UnfitKeys(
            f"No key can be made in {path.parent.resolve()} ({error.strerror}). Make the folder the user's who runs "
            "the service, or set KEYS_DIR to another one"
        ) from error
