"""Answers compressed for clients that ask for it."""

import gzip
import subprocess
import sys
from collections.abc import Callable, Mapping
from itertools import product

import brotli
import pytest
import requests
from backports import zstd

from cartulary_service.http.compression import AT_ONCE
from tests.patience import PATIENCE
from tests.service.client import CIVILIZATION, NDJSON, Client, Player, Table, body_of

DECODE: Mapping[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress,
    "br": brotli.decompress,
    "zstd": zstd.decompress,
    "identity": bytes,
}
LONG = ("", "/events?limit=5", "/states", "/audit")
"""Paths of a game whose answers are longer than a kilobyte."""


def ask(client: Client, path: str, coding: str, **more: str) -> requests.Response:
    """Ask with one coding, and keep the bytes as they came."""
    headers = {**client.session.headers, "Accept-Encoding": coding, **more}
    response = requests.get(f"{client.base}/v1{path}", headers=headers, stream=True, timeout=PATIENCE)
    response._content = response.raw.read(decode_content=False)
    return response


@pytest.fixture(scope="module")
def civilization(served: str) -> Table:
    return Table.of(served, 2, game=CIVILIZATION, edition=None)


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
@pytest.mark.parametrize("path", LONG)
def test_a_long_answer_comes_compressed_and_says_the_same(civilization: Table, path: str, coding: str) -> None:
    player, where = civilization.players[0], f"/games/{civilization.game}{path}"
    plain, packed = ask(player, where, "identity"), ask(player, where, coding)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == coding
    assert int(packed.headers["Content-Length"]) == len(packed.content) < len(plain.content)
    assert DECODE[coding](packed.content) == plain.content
    assert all("Accept-Encoding" in each.headers["Vary"] for each in (plain, packed))


@pytest.mark.parametrize("accept", [NDJSON, "text/plain"])
def test_lines_and_words_are_compressed_too(civilization: Table, accept: str) -> None:
    path = f"/games/{civilization.game}" + ("/events" if accept == NDJSON else "")
    packed = ask(civilization.players[0], path, "gzip", Accept=accept)
    assert (packed.status_code, packed.headers["Content-Encoding"]) == (200, "gzip")


def test_the_two_forms_of_an_answer_have_two_tags_and_each_gets_its_304(civilization: Table) -> None:
    player, path = civilization.players[0], f"/games/{civilization.game}"
    tags = {coding: ask(player, path, coding).headers["ETag"] for coding in ("identity", "gzip", "br")}
    assert len({*tags.values()}) == 3
    for coding, tag in tags.items():
        same = ask(player, path, coding, **{"If-None-Match": tag})
        assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", tag)


def test_an_action_takes_the_tag_of_a_compressed_answer(civilization: Table) -> None:
    tag = ask(civilization.players[0], f"/games/{civilization.game}", "zstd").headers["ETag"]
    seat = civilization.see()["to_act"][0]
    action = civilization.legal(seat)[0]
    assert civilization.players[seat].act(civilization.game, action, if_match=tag, dry_run=True).status_code == 200


def test_a_short_answer_and_a_stream_are_sent_as_they_are(served: str) -> None:
    ann = Player(served)
    assert "Content-Encoding" not in ask(ann, "/me", "gzip").headers
    game = ann.new_game()
    headers = {"Accept": "text/event-stream", "Accept-Encoding": "gzip, br, zstd"}
    with requests.get(f"{served}/v1/games/{game}/events", headers=headers, stream=True, timeout=PATIENCE) as stream:
        assert "Content-Encoding" not in stream.headers
        assert next(stream.iter_lines(chunk_size=None))


def test_a_client_that_takes_no_coding_of_ours_gets_the_answer_plain(civilization: Table) -> None:
    for coding in ("identity", "compress", "gzip;q=0", ""):
        answer = ask(civilization.players[0], f"/games/{civilization.game}", coding)
        assert "Content-Encoding" not in answer.headers
        assert body_of(answer, 200)["id"] == civilization.game


@pytest.mark.parametrize(
    ("coding", "path"),
    [*product(("gzip", "br", "zstd"), ("/", "/line")), ("identity", "/lines"), ("identity", "/line")],
)
def test_others_have_their_turn_while_a_long_answer_is_compressed_or_sent(coding: str, path: str) -> None:
    command = [sys.executable, "-m", "tests.service.turns", coding, path]
    length, turns = map(int, subprocess.check_output(command, text=True).split())
    assert turns > length // AT_ONCE // 2
