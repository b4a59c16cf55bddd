"""A transparency log read over HTTP, by those who don't trust it."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import quote

import requests

from domain.kernel.canonical import base64url
from domain.record.bundle import Broken, bundle_of
from domain.transparency.merkle_tree import BadProof, hash_leaf, prove_consistency, prove_inclusion, root_with
from domain.transparency.tiles import WIDTH, Tile, TiledHashes, entries_in, hashes_in, width_at
from service.trust.signing import PublicKey, public_key

SECONDS: Final = 20


class Unreachable(Exception):
    """A log that does not answer as a log should; says what was asked."""


class LoggedHead(NamedTuple):
    """The entry of a public game."""

    game: str
    head: str
    version: int


class RemoteLog:
    """The log of the service at an address."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._session = requests.Session()

    def read_keys(self) -> list[PublicKey]:
        """Return the keys that the service shows. Raises Unreachable, BadNote."""
        return [public_key(each["key"]) for each in self._get("/v1/catalogue").json()["keys"]]

    def read_checkpoint(self) -> str:
        """Return the newest checkpoint as a signed note. Raises Unreachable."""
        return self._get("/v1/log/checkpoint").text

    def prove(self, old: int, size: int) -> list[bytes]:
        """Return the proof that the first `old` entries are the beginning of `size`. Raises Unreachable."""
        return prove_consistency(self.hashes(size), old, size)

    def hashes(self, size: int) -> TiledHashes:
        """Return the hashes of the log as it was at a size."""
        return TiledHashes(size, self._read_hashes)

    def read_entries(self, start: int, size: int, root: bytes) -> Iterator[bytes]:
        """Yield the entries from `start` on, each of which is in the tree. Raises Unreachable, BadProof."""
        hashes = self.hashes(size)
        for number in range(start // WIDTH, -(-size // WIDTH)):
            tile = Tile(None, number, width_at(size, 0, number))
            for place, entry in enumerate(entries_in(self._get_tile(tile)), tile.start):
                if place >= start:
                    if root_with(hash_leaf(entry), place, size, prove_inclusion(hashes, place, size)) != root:
                        raise BadProof(f"entry {place} is not the one in the tree")
                    yield entry

    def submit(self, size: int, line: str) -> None:
        """Send a cosignature of the checkpoint of a size. Raises Unreachable."""
        self._ask("POST", "/v1/log/cosignatures", json={"size": size, "line": line})

    def shows(self, leaf: LoggedHead) -> bool:
        """Whether the service still shows a game with the head that the log has for it. Raises Unreachable."""
        answer = self._send("GET", f"/v1/games/{leaf.game}/audit")
        if answer.status_code == requests.codes.not_found:
            return False
        if not answer.ok:
            raise Unreachable(f"GET {answer.url}: {answer.status_code}")
        try:
            rows = bundle_of(answer.text.removesuffix("\n").split("\n")).rows
        except Broken:
            return False
        return leaf.version <= len(rows) and base64url(rows[leaf.version - 1].hash) == leaf.head

    def _read_hashes(self, tile: Tile) -> list[bytes]:
        hashes = hashes_in(self._get_tile(tile))
        if len(hashes) != tile.width:
            raise Unreachable(f"Tile {tile.path} of {self.url} has {len(hashes)} hashes.")
        return hashes

    def _get_tile(self, tile: Tile) -> bytes:
        return self._get(f"/v1/log/tile/{quote(tile.path)}").content

    def _get(self, path: str) -> requests.Response:
        return self._ask("GET", path)

    def _ask(self, method: str, path: str, **more: Any) -> requests.Response:
        answer = self._send(method, path, **more)
        if not answer.ok:
            raise Unreachable(f"{method} {self.url}{path}: {answer.status_code} {answer.text[:300]}")
        return answer

    def _send(self, method: str, path: str, **more: Any) -> requests.Response:
        try:
            return self._session.request(method, f"{self.url}{path}", timeout=SECONDS, **more)
        except requests.RequestException as error:
            raise Unreachable(f"{method} {self.url}{path}: {error}") from error
