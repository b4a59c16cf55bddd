"""The log holds every game's creation, seats and end; what it serves proves that, and it only grows."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from json import loads
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege, UniqueViolation

from cartulary.audit.bundles import Given, verify_text
from cartulary.kernel.canonical import base64url
from cartulary.record.bundle import bundle_of
from cartulary.signing.cosignatures import TrustedKeys
from cartulary.signing.notes import Signer, public_key
from cartulary.transparency import merkle_tree
from cartulary.transparency.checkpoint import Checkpoint
from cartulary.transparency.tiles import Tile, TiledHashes, entries_in, hashes_in, width_at
from cartulary_client import Client as Ours
from cartulary_client import Distrust
from cartulary_service.config import Config
from cartulary_service.store.database import Database, connection
from cartulary_service.subjects.log import growth
from cartulary_service.trust.keys import Keys
from tests.service.client import Client, Player, Table

pytestmark = pytest.mark.every_subject

ORIGIN = "games.example/v1/log"


class Log:
    """A service with a database of its own, whose log grows when the test says so."""

    def __init__(self, base: str, database: Database, signer: Signer) -> None:
        self.base = base
        self.database = database
        self.signer = signer
        self.client = Client(base)

    def grow(self) -> int:
        """Append all that is due; the number of new entries."""
        return sum(iter(lambda: growth.grow(self.database, self.signer, ORIGIN), 0))

    def checkpoint(self) -> Checkpoint:
        """The newest checkpoint, signed by the key in the catalogue."""
        keys = [public_key(each["key"]) for each in self.client.get("/catalogue").json()["keys"]]
        return TrustedKeys(keys, (), 0).open(self.client.get("/log/checkpoint").text)

    def tile(self, tile: Tile) -> bytes:
        answer = self.client.get(f"/log/tile/{quote(tile.path, safe='')}")
        assert answer.status_code == 200, answer.text
        return answer.content

    def hashes(self, size: int) -> TiledHashes:
        return TiledHashes(size, lambda tile: hashes_in(self.tile(tile)))

    def entries(self) -> list[Any]:
        """All entries, in their order."""
        size = self.checkpoint().size
        tiles = [Tile(None, number, width_at(size, 0, number)) for number in range(-(-size // 256))]
        return [loads(entry) for tile in tiles for entry in entries_in(self.tile(tile))]

    def bundle(self, game: str, player: Player | None = None) -> str:
        return (player or self.client).get(f"/games/{game}/audit?log=true").text


@pytest.fixture(scope="module")
def log(serve: Any, own_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Log]:
    keys = tmp_path_factory.mktemp("keys")
    base = serve(DATABASE_URL=own_database, OWN_WORKER="false", KEYS_DIR=str(keys))
    database = Database(Config(database_url=own_database))
    yield Log(base, database, Keys(keys).active())
    database.close()


def finished(log: Log) -> Table:
    """A public game of two that one has given up."""
    table = Table.of(log.base, 2)
    table.act(table.see()["to_act"][0], {"type": "resign"})
    return table


def logged(log: Log, game: str) -> list[int]:
    """The versions of a public game that the log names."""
    return [each["version"] for each in log.entries() if each.get("game") == game]


def test_a_game_is_logged_when_it_is_created_when_its_seats_are_full_and_when_it_ends(log: Log) -> None:
    player = Player(log.base)
    game = player.new_game(seats=2)
    log.grow()
    assert logged(log, game) == [1]
    table = finished(log)
    log.grow()
    versions = logged(log, table.game)
    rows = bundle_of(log.bundle(table.game).split("\n")[:-1]).rows
    assert versions == [1, max(row.position for row in rows if row.type == "SeatTaken"), len(rows)]
    heads = {each["version"]: each["head"] for each in log.entries() if each.get("game") == table.game}
    assert heads == {version: base64url(rows[version - 1].hash) for version in versions}
    assert log.grow() == 0


def test_full_seats_are_logged_while_the_game_does_not_begin_yet(log: Log) -> None:
    player, other = Player(log.base), Player(log.base)
    game = player.new_game(seats=2, options={"fairness": "commit"})
    for each, seat in ((player, 0), (other, 1)):
        assert each.sit(game, seat=seat, commitment="0" * 64).status_code == 201
    seen = player.see(game)
    assert (seen["status"], seen["version"]) == ("open", 6)
    log.grow()
    assert logged(log, game) == [1, 4]
    assert log.grow() == 0


def test_a_bundle_proves_that_the_log_holds_its_game(log: Log) -> None:
    table = finished(log)
    log.grow()
    report = verify_text(log.bundle(table.game), Given())
    assert report.holds("log")
    assert report.verified
    assert "log" not in [
        each.check for each in verify_text(log.bundle(table.game).replace('"log":', '"lag":'), Given()).outcomes
    ]


def test_the_end_that_is_not_logged_yet_is_not_said_to_be(log: Log) -> None:
    table = Table.of(log.base, 2)
    log.grow()
    table.act(table.see()["to_act"][0], {"type": "resign"})
    report = verify_text(log.bundle(table.game), Given())
    assert [each.holds for each in report.outcomes if each.check == "log"] == [None]


def test_an_entry_of_a_private_game_says_nothing_and_its_bundle_carries_the_salt(log: Log) -> None:
    player = Player(log.base)
    game = player.new_game(seats=2, private=True)
    log.grow()
    assert logged(log, game) == []
    bundle = log.bundle(game, player)
    (proof,) = bundle_of(bundle.split("\n")[:-1]).proofs
    assert proof.salt is not None
    assert verify_text(bundle, Given()).holds("log")
    other = bundle.replace(proof.salt, base64url(b"\7" * 32))
    assert [each.holds for each in verify_text(other, Given()).outcomes if each.check == "log"] == [False]


def test_the_role_that_serves_spectators_cannot_read_a_salt(log: Log) -> None:
    with connection(log.database.public) as c, pytest.raises(InsufficientPrivilege):
        c.execute("select salt from log_entries")


def test_tiles_are_those_of_the_checkpoint_and_every_later_log_goes_on_from_it(log: Log) -> None:
    player = Player(log.base)
    player.new_game(seats=2)
    log.grow()
    sizes = [log.checkpoint()]
    while sizes[-1].size < 520:
        for _ in range(100):
            player.new_game(seats=2)
        log.grow()
        sizes.append(log.checkpoint())
    newest = sizes[-1]
    assert merkle_tree.root(log.hashes(newest.size), newest.size) == newest.root
    for earlier in sizes:
        proof = merkle_tree.prove_consistency(log.hashes(newest.size), earlier.size, newest.size)
        merkle_tree.require_consistency(earlier.size, earlier.root, newest.size, newest.root, proof)
    assert hashes_in(log.tile(Tile(1, 0, 2))) == [
        merkle_tree.join(hashes_in(log.tile(Tile(0, each)))) for each in (0, 1)
    ]
    assert len(log.entries()) == newest.size


def test_workers_that_append_at_the_same_time_append_each_head_once(log: Log) -> None:
    games = [Player(log.base).new_game(seats=2) for _ in range(12)]

    def append(_: int) -> None:
        with suppress(UniqueViolation):
            growth.grow(log.database, log.signer, ORIGIN)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(append, range(8)))
    log.grow()
    assert [logged(log, game) for game in games] == [[1]] * len(games)


def test_a_log_keeps_its_name_whatever_the_address_is_later(log: Log) -> None:
    Player(log.base).new_game(seats=2)
    assert growth.grow(log.database, log.signer, "moved.example/v1/log") > 0
    assert log.checkpoint().origin == ORIGIN


def test_a_game_that_is_taken_back_after_its_end_is_logged_when_it_ends_anew(log: Log, own_database: str) -> None:
    table = finished(log)
    log.grow()
    with psycopg.connect(own_database, autocommit=True) as session:
        session.execute("update games set ended_in = null, status = 'playing' where id = %s", (table.game,))
    assert log.grow() == 0
    with psycopg.connect(own_database, autocommit=True) as session:
        session.execute(
            """
            update games set ended_in = pg_current_xact_id(), status = 'finished', version = version - 1 where id = %s
            """,
            (table.game,),
        )
    assert log.grow() == 1


def test_a_client_package_that_kept_a_checkpoint_follows_the_log(log: Log) -> None:
    client = Ours(log.base)
    kept = client.follow_log()
    Player(log.base).new_game(seats=2)
    log.grow()
    later = client.follow_log(kept)
    assert later == log.client.get("/log/checkpoint").text
    assert later != kept
    forged = log.signer.called(ORIGIN).note(Checkpoint(ORIGIN, log.checkpoint().size - 1, bytes(32)).text())
    with pytest.raises(Distrust) as found:
        client.follow_log(forged)
    assert found.value.proof == (forged, later)


@pytest.mark.parametrize("path", ["9/000", "0/999", "0/000.p/256", "0", "entries/x001/000"])
def test_a_tile_that_is_not_there_is_a_404(log: Log, path: str) -> None:
    assert log.client.get(f"/log/tile/{path}").status_code == 404
