"""A digest of the rules that a game is played by."""

from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from cartulary.match.game import Game

RULE_PACKAGES: Final = ("cartulary.kernel", "cartulary.match")
"""Packages that decide besides the game's own. Encoders (`cartulary.record`) and message catalogues are not rules."""


def rules_sha256(game: Game[Any]) -> str:
    """Return the SHA-256, in hexadecimal, over the Python sources that decide a game, by path and content."""
    return digest_of(".".join(game.decide.__module__.split(".")[:3]))


@cache
def digest_of(package: str) -> str:
    digest = sha256()
    for name in (*RULE_PACKAGES, package):
        folder = Path(str(import_module(name).__file__)).parent
        for path in sorted(folder.rglob("*.py")):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(folder.parent).as_posix()}\n{len(content)}\n".encode() + content)
    return digest.hexdigest()
