"""Which rules a game is played by: a digest of the program that holds them."""

from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from domain import kernel
from domain.match.game import Game


def rules_sha256(game: Game[Any]) -> str:
    """SHA-256, in hexadecimal, over the sources of the kernel and of the game's package, by path and content."""
    return digest_of(".".join(game.decide.__module__.split(".")[:2]))


@cache
def digest_of(package: str) -> str:
    """The digest for a package that holds a game."""
    digest = sha256()
    for module in (kernel, import_module(package)):
        folder = Path(str(module.__file__)).parent
        for path in sorted(folder.rglob("*.py")):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(folder.parent).as_posix()}\n{len(content)}\n".encode() + content)
    return digest.hexdigest()
