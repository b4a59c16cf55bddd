"""The player for whom a server over stdio acts: a token and a secret in a folder."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx2

from cartulary_mcp.service_client import ServiceClient

LABEL: Final = "MCP"
SECRET_BYTES: Final = 32


class Identity:
    """Files of one service in a folder that only its owner reads."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder = folder / urlsplit(url).netloc.replace(":", "_")

    def secret(self) -> bytes:
        """Return the secret, which is made at the first call."""
        return bytes.fromhex(self._keep("secret", lambda: secrets.token_hex(SECRET_BYTES)))

    def token(self) -> str | None:
        """Return the kept token, if there is one."""
        path = self._folder / "token"
        return path.read_text(encoding="ascii").strip() if path.exists() else None

    async def sign_up(self, http: httpx2.AsyncClient, name: str) -> str:
        """Register a player and keep the token. Raises Refusal."""
        nobody = ServiceClient(http, None, b"")
        player = await nobody.post("/v1/players", {"name": name, "bot": True, "label": LABEL})
        token = str(player["token"])
        return self._keep("token", lambda: token)

    def _keep(self, name: str, make: Callable[[], str]) -> str:
        path = self._folder / name
        if not path.exists():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
            path.write_text(make(), encoding="ascii")
        return path.read_text(encoding="ascii").strip()
