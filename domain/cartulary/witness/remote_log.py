"""A transparency log read over HTTP, by those who don't trust it."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from http.client import HTTPException
from json import dumps, loads
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from cartulary.kernel.seats import Seat
from cartulary.record.bundle import WRONG, Broken, bundle_of
from cartulary.record.event import RecordedEvent
from cartulary.signing.notes import PublicKey, public_key
from cartulary.transparency.leaf import NO_BLANKS
from cartulary.transparency.merkle_tree import BadProof, hash_leaf, prove_consistency, prove_inclusion, root_with
from cartulary.transparency.tiles import WIDTH, Tile, TiledHashes, entries_in, hashes_in, width_at

SECONDS: Final = 20
PAGE: Final = 100


class Unreachable(Exception):
    """A log that does not answer as a log should; says what was asked."""


class ListedGame(NamedTuple):
    """A game as the service lists it."""

    id: str
    status: str
    version: int
    players: Mapping[Seat, str]
    """Their ids, by seat."""
    result: Mapping[str, Any] | None
    created: datetime | None = None


def read_listed_game(said: Mapping[str, Any]) -> ListedGame:
    """Read a game as a page of the list has it. Raises one of WRONG."""
    players = {seat["seat"]: seat["player"]["id"] for seat in said["seats"] if seat["player"]}
    result, created = said["result"], datetime.fromisoformat(said["created_at"]) if "created_at" in said else None
    texts, numbers = [said["id"], said["status"], *players.values()], [said["version"], *players]
    if result is not None:
        texts, numbers = [*texts, result["kind"]], [*numbers, *result["winners"]]
    if not all(map(NO_BLANKS.fullmatch, (said["id"], said["status"]))):
        raise ValueError(said)
    if not all(isinstance(each, str) for each in texts) or not all(type(each) is int for each in numbers):
        raise TypeError(said)
    if created is not None and created.tzinfo is None:
        raise ValueError(said)
    return ListedGame(said["id"], said["status"], said["version"], players, result, created)


class RemoteLog:
    """The log of the service at an address."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")

    def read_keys(self) -> list[PublicKey]:
        """Return the keys that the service shows. Raises Unreachable."""
        try:
            return [public_key(each["key"]) for each in loads(self._get("/v1/catalogue"))["keys"]]
        except WRONG as error:
            raise Unreachable(f"{self.url}/v1/catalogue: it names no keys") from error

    def read_checkpoint(self) -> str:
        """Return the newest checkpoint as a signed note. Raises Unreachable."""
        path = "/v1/log/checkpoint"
        try:
            return self._get(path).decode()
        except UnicodeDecodeError as error:
            raise Unreachable(f"{self.url}{path}: this is no text") from error

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
        self._ask("/v1/log/cosignatures", dumps({"size": size, "line": line}).encode())

    def list_games(self) -> Iterator[ListedGame]:
        """Yield all games that the service lists. Raises Unreachable."""
        first, seen = f"/v1/games?limit={PAGE}", set[str]()
        path: str | None = first
        while path is not None:
            try:
                page = loads(self._get(path))
                listed = [*map(read_listed_game, page["games"])]
                following = page["next"] and f"{first}&cursor={quote(page['next'])}"
            except WRONG as error:
                raise Unreachable(f"{self.url}{path}: this is no page of the list of games") from error
            if following and seen.issuperset(each.id for each in listed):
                raise Unreachable(f"{self.url}{path}: the list goes on without a game that is new")
            seen |= {each.id for each in listed}
            yield from listed
            path = following

    def read_record(self, game: str) -> Sequence[RecordedEvent] | None:
        """Return the events of a game; None if the service shows none. Raises Unreachable."""
        path = f"/v1/games/{quote(game)}/audit"
        status, body = self._send(path)
        if status == HTTPStatus.NOT_FOUND:
            return None
        if status >= HTTPStatus.BAD_REQUEST:
            raise Unreachable(f"{self.url}{path}: {status}")
        try:
            bundle = bundle_of(body.decode().removesuffix("\n").split("\n"))
        except (Broken, UnicodeDecodeError):
            return None
        if bundle.note is None:
            raise Unreachable(f"{self.url}{path}: the record ends without a note")
        return bundle.rows if bundle.header["id"] == game else None

    def _read_hashes(self, tile: Tile) -> list[bytes]:
        hashes = hashes_in(self._get_tile(tile))
        if len(hashes) != tile.width:
            raise Unreachable(f"Tile {tile.path} of {self.url} has {len(hashes)} hashes.")
        return hashes

    def _get_tile(self, tile: Tile) -> bytes:
        return self._get(f"/v1/log/tile/{quote(tile.path)}")

    def _get(self, path: str) -> bytes:
        return self._ask(path)

    def _ask(self, path: str, data: bytes | None = None) -> bytes:
        status, body = self._send(path, data)
        if status >= HTTPStatus.BAD_REQUEST:
            raise Unreachable(f"{self.url}{path}: {status} {body.decode(errors='replace')[:300]!r}")
        return body

    def _send(self, path: str, data: bytes | None = None) -> tuple[int, bytes]:
        """Return status and body. Raises Unreachable."""
        request = Request(f"{self.url}{path}", data, {"Content-Type": "application/json"} if data else {})
        try:
            with urlopen(request, timeout=SECONDS) as answer:
                return answer.status, answer.read()
        except HTTPError as error:
            with error:
                return error.code, error.read()
        except (OSError, HTTPException, ValueError) as error:
            raise Unreachable(f"{self.url}{path}: {error}") from error
