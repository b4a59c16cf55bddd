"""The export gives every game that has ended, once, and goes on where a download broke off."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from tests.commands import run
from tests.service.client import CARTA, CIVILIZATION, Client, Table, body_of
from tests.service.conftest import eventually


@pytest.fixture(scope="module")
def ended(own_base: str) -> list[str]:
    """Games that ended one after the other, though not in the order in which they were created; one is running."""
    tables = [Table.of(own_base, game=game, edition=None) for game in (CARTA, CIVILIZATION, CARTA, CARTA)]
    for number in (2, 0, 1):
        tables[number].act(0, {"type": "resign"})
    return [tables[number].game for number in (2, 0, 1)]


def exported(own_base: str, query: str = "") -> tuple[list[dict[str, str]], str | None]:
    """The lines of one answer, and where the next begins."""
    response = Client(own_base).get(f"/export{query}")
    assert response.status_code == 200
    link = response.links.get("next", {}).get("url")
    return [json.loads(line) for line in response.content.decode().splitlines()], link


def test_games_come_in_the_order_in_which_they_ended(own_base: str, ended: list[str]) -> None:
    lines, link = exported(own_base)
    assert ([each["id"] for each in lines], link) == (ended, None)
    assert [each["id"] for each in exported(own_base, f"?game={CIVILIZATION}")[0]] == ended[2:]


def test_a_download_goes_on_after_the_last_line_that_arrived(own_base: str, ended: list[str]) -> None:
    first, link = exported(own_base, "?limit=2")
    assert [each["id"] for each in first] == ended[:2]
    assert link == f"/v1/export?limit=2&cursor={first[-1]['cursor']}"
    assert [each["id"] for each in exported(own_base, f"?after={first[0]['cursor']}")[0]] == ended[1:]
    assert exported(own_base, f"?after={exported(own_base)[0][-1]['cursor']}") == ([], None)


def test_every_bundle_of_an_export_is_verified(own_base: str, ended: list[str], tmp_path: Path) -> None:
    path = tmp_path / "export.ndjson"
    path.write_bytes(Client(own_base).get("/export").content)
    assert exported(own_base)[0][0]["bundle"] == Client(own_base).get(f"/games/{ended[0]}/audit").text

    def verified() -> tuple[int, str]:
        done = run("verify", str(path))
        return done.returncode, done.stdout

    status, words = verified()
    assert (status, words.count("Verified")) == (0, len(ended))
    path.write_text(path.read_text().replace("SeatTaken", "SeatTakes", 1))
    assert verified()[0] == 1
    path.write_text(path.read_text() + "{}\n")
    status, words = verified()
    assert (status, words.count("Verified"), words.count("NOT verified.")) == (1, len(ended) - 1, 2)
    assert words.splitlines()[-1] == f"{len(ended) + 1} games: {len(ended) - 1} verified, 2 not."


@pytest.mark.parametrize("cursor", ["x", "1-2", "99999999999999999999-01a1fe54-ec83-74f0-8c10-da290604ef72", ""])
def test_an_unknown_cursor_is_refused(own_base: str, cursor: str) -> None:
    assert body_of(Client(own_base).get(f"/export?after={cursor}"), 400)["code"] == "bad-cursor"


def test_transactions_count_as_numbers(own_base: str, own_database: str, ended: list[str]) -> None:
    with psycopg.connect(own_database) as session:
        for number, game in zip(("9", "10", "100"), ended, strict=True):
            session.execute("update games set ended_in = %s::xid8 where id = %s", (number, game))
    assert [each["id"] for each in exported(own_base)[0]] == ended
    cursor = exported(own_base, "?limit=1")[0][0]["cursor"]
    assert [each["id"] for each in exported(own_base, f"?cursor={cursor}")[0]] == ended[1:]


@pytest.fixture
def other_transaction(own_database: str, ended: list[str]) -> Iterator[psycopg.Connection]:
    """Somebody who is still writing."""
    assert ended
    with psycopg.connect(own_database) as session:
        session.execute("select pg_current_xact_id()")
        yield session
        session.rollback()


def test_no_game_is_passed_over_by_a_reader_while_others_write(
    own_base: str, other_transaction: psycopg.Connection
) -> None:
    before = {each["id"] for each in exported(own_base)[0]}
    with ThreadPoolExecutor(4) as pool:
        tables = list(pool.map(lambda _: Table.of(own_base), range(4)))
        for table in tables:
            table.act(0, {"type": "resign"})
    assert {each["id"] for each in exported(own_base)[0]} == before
    other_transaction.rollback()
    after = before | {table.game for table in tables}
    eventually(lambda: {each["id"] for each in exported(own_base)[0]} == after)
