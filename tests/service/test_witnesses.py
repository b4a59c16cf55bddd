"""Witnesses cosign the log of a running service, by themselves or when asked, and find what its operator does to it."""

import re
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from json import dumps, loads
from pathlib import Path
from subprocess import CompletedProcess
from time import time
from typing import Any

import psycopg
import pytest
import requests

from cartulary.audit.bundles import Given, verify_text
from cartulary.audit.listing import follow_seats
from cartulary.record.event import time_of
from cartulary.signing.cosignatures import cosign, list_witnesses, time_cosigned, witness_key
from cartulary.signing.notes import PublicKey, Signer
from cartulary.transparency import merkle_tree
from cartulary.transparency.checkpoint import Checkpoint
from cartulary.transparency.leaf import Leaf
from cartulary.transparency.submission import Submission
from cartulary.witness import server as witness_server
from cartulary.witness import watch
from cartulary.witness.log_audit import audit, audit_unlogged, compare_listed
from cartulary.witness.remote_log import ListedGame, RemoteLog
from cartulary.witness.watch import Pin
from cartulary.witness.witness import Witness, read_secret
from cartulary_service.config import Config
from cartulary_service.store.database import Database, connection
from cartulary_service.subjects.log import cosigning, growth
from cartulary_service.trust.keys import Keys
from tests.commands import run
from tests.patience import PATIENCE
from tests.service.client import Client, Player, Table, body_of
from tests.service.conftest import free_port
from tests.web.operator_log import OperatorLog

pytestmark = pytest.mark.every_subject

ORIGIN = "games.example/v1/log"


class Club:
    """A service, a witness that sends its cosignatures, and one that waits to be asked."""

    def __init__(self, base: str, database: Database, folder: Path, config: Config) -> None:
        self.base = base
        self.client = Client(base)
        self.database = database
        self.folder = folder
        self.config = config
        self.signer = Keys(folder / "keys").active()
        self.looks = 0
        self.home, self.asked = folder / "home", folder / "asked"

    def play(self) -> Table:
        """A game to its end, which the log takes up."""
        table = Table.of(self.base, 2)
        table.act(table.see()["to_act"][0], {"type": "resign"})
        growth.grow(self.database, self.signer, ORIGIN)
        return table

    def checkpoint(self) -> str:
        return self.client.get("/log/checkpoint").text

    def look(self, *more: str) -> CompletedProcess[str]:
        """The witness at home looks once."""
        return run("witness", self.base, "--folder", str(self.home), "--once", *more)

    def check_log(self, *more: str) -> CompletedProcess[str]:
        """Check the whole log, from its first entry."""
        self.looks += 1
        return run("check-log", self.base, "--folder", str(self.folder / f"log-{self.looks}"), *more)


def key_in(folder: Path) -> PublicKey:
    """The public key of the witness that keeps its own in a folder."""
    return Signer(read_secret(folder), "witness", b"\x04").public


@pytest.fixture(scope="module")
def club(serve: Any, own_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder, port = tmp_path_factory.mktemp("club"), free_port()
    witnesses = f"{key_in(folder / 'home').text()}, {key_in(folder / 'asked').text()} http://127.0.0.1:{port}"
    base = serve(DATABASE_URL=own_database, OWN_WORKER="false", KEYS_DIR=str(folder / "keys"), WITNESSES=witnesses)
    config = Config(database_url=own_database, witnesses=witnesses)
    database = Database(config)
    club = Club(base, database, folder, config)
    club.play()
    logs = {ORIGIN: [club.signer.public]}
    server = witness_server.serve(Witness(club.asked, "witness", logs, lambda: 1_800_000_000), "127.0.0.1", port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield club
    server.shutdown()
    server.server_close()
    database.close()


def test_a_witness_at_home_cosigns_what_goes_on_and_the_bundle_shows_it(club: Club) -> None:
    for _ in range(2):
        table = club.play()
        seen = club.look()
        assert (seen.returncode, seen.stderr) == (0, "")
        assert time_cosigned(club.checkpoint(), key_in(club.home)) is not None
        bundle = club.client.get(f"/games/{table.game}/audit?log=true").text
        assert verify_text(bundle, Given(witnesses=[key_in(club.home)], quorum=1)).holds("witnesses")
    assert "nothing new" in club.look().stdout


def test_a_witness_that_waits_is_asked_for_every_checkpoint(club: Club) -> None:
    for _ in range(2):
        club.play()
        cosigning.ask_witnesses(club.database, club.config)
        assert time_cosigned(club.checkpoint(), key_in(club.asked)) == 1_800_000_000


def test_a_witness_that_has_cosigned_without_our_knowing_is_asked_again_from_there(club: Club) -> None:
    club.play()
    note = club.checkpoint().partition("\n\n")[0] + "\n"
    size = int(note.split("\n")[1])
    cosigning.ask_witnesses(club.database, club.config)
    with psycopg.connect(club.config.database_url or "", autocommit=True) as session:
        session.execute("delete from log_cosignatures where witness = %s", (key_in(club.asked).text(),))
    club.play()
    cosigning.ask_witnesses(club.database, club.config)
    assert int(club.checkpoint().split("\n")[1]) > size
    assert time_cosigned(club.checkpoint(), key_in(club.asked)) is not None


def test_only_cosignatures_of_known_witnesses_on_their_checkpoint_are_taken(club: Club) -> None:
    club.play()
    note = club.checkpoint()
    size = int(note.split("\n")[1])
    stranger = Signer(b"stranger".ljust(32), "witness", b"\x04")
    home = Signer(read_secret(club.home), "witness", b"\x04")
    other = OperatorLog().checkpoint()
    for line in (cosign(stranger, note, 1), cosign(home, other, 1), "x", cosign(home, note, 1) * 2):
        assert club.client.post("/log/cosignatures", {"size": size, "line": line}).status_code == 422
    good = cosign(home, note, 1)
    assert club.client.post("/log/cosignatures", {"size": size + 1, "line": good}).status_code == 404
    for _ in range(2):
        assert club.client.post("/log/cosignatures", {"size": size, "line": good}).status_code == 204
    assert club.checkpoint().count(good) == 1


def test_a_witness_answers_as_its_specification_says(club: Club) -> None:
    address = next(each.url for each in list_witnesses(club.config.witnesses) if each.url)
    log = RemoteLog(club.base)
    note = log.read_checkpoint()
    size = int(note.split("\n")[1])
    cosigning.ask_witnesses(club.database, club.config)

    def add(body: str) -> requests.Response:
        return requests.post(f"{address}/add-checkpoint", data=body.encode(), timeout=PATIENCE)

    assert add(Submission(size, [], note).text()).status_code == 200
    behind = add(Submission(0, [], note).text())
    assert (behind.status_code, behind.text) == (409, f"{size}\n")
    assert behind.headers["Content-Type"] == "text/x.tlog.size"
    assert add(Submission(size + 1, [], note).text()).status_code == 400
    assert add(Submission(0, [], OperatorLog().checkpoint()).text()).status_code == 403
    assert add(Submission(0, [], note.replace(ORIGIN, "other.example")).text()).status_code == 404
    for body in ("", "old 0\n\nnothing", f"old 00\n\n{note}", "old 0\nx\n\n" + note):
        assert add(body).status_code == 400
    assert requests.post(f"{address}/other", data=b"x", timeout=PATIENCE).status_code == 404


def test_a_cosignature_that_the_service_does_not_take_is_said_to_be_made(club: Club, tmp_path: Path) -> None:
    club.play()
    size = int(club.checkpoint().split("\n")[1])
    seen = run("witness", club.base, "--folder", str(tmp_path / "unlisted"), "--once")
    last = seen.stdout.splitlines()[-1]
    assert (seen.returncode, seen.stderr) == (1, "")
    assert f"{size} entries, cosigned, and the service has not taken the cosignature: " in last
    assert "WITNESSES" in last
    assert "not cosigned" not in last


def test_a_log_that_goes_back_is_accused_once_it_has_grown_otherwise(club: Club) -> None:
    club.play()
    assert club.look().returncode == 0
    note, folder = club.checkpoint(), str(club.folder / "before")
    assert run("check-log", club.base, "--folder", folder).returncode != 2
    with psycopg.connect(club.config.database_url or "", autocommit=True) as session:
        session.execute("begin")
        session.execute(
            "delete from log_cosignatures using log_checkpoints n where n.size = log_cosignatures.size "
            "and n.size = (select max(size) from log_checkpoints)"
        )
        session.execute("delete from log_checkpoints where size = (select max(size) from log_checkpoints)")
        session.execute("delete from log_entries where place >= (select max(size) from log_checkpoints)")
        session.execute("commit")
    older = club.look()
    assert (older.returncode, older.stderr) == (1, "")
    assert "an older checkpoint of" in older.stdout
    checked = run("check-log", club.base, "--folder", folder)
    assert "look again, and show others the larger checkpoint" in checked.stdout
    assert "404" not in older.stdout + checked.stdout + checked.stderr
    assert not [*club.home.glob("evidence-*")]
    club.play()
    club.play()
    seen = club.look()
    assert seen.returncode == 3
    (evidence,) = club.home.glob("evidence-*.json")
    assert note.partition("\n\n")[0] in loads(evidence.read_text(encoding="utf-8"))["earlier"]
    key = club.signer.public.text()
    shown = run("check-log", "--evidence", str(evidence), "--key", key)
    assert (shown.returncode, "begin with others" in shown.stdout) == (3, True), shown.stderr
    stranger = Signer(b"another key".ljust(32)).public.text()
    assert run("check-log", "--evidence", str(evidence), "--key", stranger).returncode == 2
    # The witness starts anew for the tests that follow.
    for each in (*club.home.glob("*.checkpoint"), *club.home.glob("*.read"), evidence):
        each.unlink()


def test_an_older_checkpoint_of_the_same_log_accuses_nobody(club: Club, tmp_path: Path) -> None:
    earlier = club.checkpoint()
    club.play()
    later = tmp_path / "checkpoint.txt"
    later.write_text(club.checkpoint(), encoding="utf-8")
    size, newer = int(earlier.split("\n")[1]), int(later.read_text(encoding="utf-8").split("\n")[1])
    log, witness = RemoteLog(club.base), Witness(tmp_path / "w", "witness", {ORIGIN: [club.signer.public]}, lambda: 1)
    witness.add(Submission(0, [], later.read_text(encoding="utf-8")))
    log.read_checkpoint = lambda: earlier  # type: ignore[method-assign]
    seen = watch.look(witness, tmp_path / "w", log, ORIGIN)
    assert (seen.accused, size < newer) == (False, True)
    assert "older checkpoint" in seen.words
    found = [*audit(log, tmp_path / "log", Pin(ORIGIN, [club.signer.public]), later.read_text(encoding="utf-8"))]
    assert not [each.words for each in found if "contradicts" in each.words or "cannot be checked" in each.words]


def test_a_service_whose_key_is_unknown_is_not_accused(club: Club) -> None:
    club.play()
    folder = club.folder / "stranger"
    assert run("witness", club.base, "--folder", str(folder), "--once").returncode != 3
    pins = folder / "logs.json"
    other = Signer(b"another key".ljust(32)).public.text()
    pins.write_text(pins.read_text(encoding="utf-8").replace(club.signer.public.text(), other), encoding="utf-8")
    seen = run("witness", club.base, "--folder", str(folder), "--once")
    assert (seen.returncode, "no key that is known here has signed this" in seen.stdout) == (1, True)
    assert not [*folder.glob("evidence-*")]


def test_a_game_that_was_dropped_is_found_by_the_log_and_by_no_list(club: Club) -> None:
    table = club.play()
    assert club.check_log().returncode == 0
    with psycopg.connect(club.config.database_url or "", autocommit=True) as session:
        for each in ("events", "game_seats", "outbox", "idempotency_keys"):
            session.execute(f"delete from {each} where game_id = %s", (table.game,))
        session.execute("delete from games where id = %s", (table.game,))
    assert body_of(club.client.get("/games?status=finished"), 200)["games"]
    assert club.client.get("/export").status_code == 200
    found = club.check_log()
    assert found.returncode == 3
    assert table.game in found.stderr


def test_a_log_that_shows_less_than_before_is_not_said_to_hold(club: Club, tmp_path: Path) -> None:
    kept, folder = tmp_path / "larger.txt", tmp_path / "log"
    larger = Checkpoint(ORIGIN, 10**6, bytes(32))
    kept.write_text(growth.sign(club.signer, larger), encoding="utf-8")
    log = RemoteLog(club.base)
    found = [*audit(log, folder, Pin(ORIGIN, [club.signer.public]), kept.read_text(encoding="utf-8"))]
    assert [each.wrong for each in found if "has signed 1000000 before" in each.words] == [None]
    (folder / "logs.json").write_text(
        dumps({club.base: {"name": "another.example", "keys": [club.signer.public.text()]}})
    )
    seen = run("check-log", club.base, "--folder", str(folder), "--key", club.signer.public.text())
    assert seen.returncode in {1, 3}
    assert "showed the log another.example before" in seen.stdout


def test_a_game_that_is_listed_otherwise_than_recorded_is_found(club: Club) -> None:
    table, tomorrow = club.play(), 86_400 + int(time())
    rows = RemoteLog(club.base).read_record(table.game)
    assert rows
    version, (game,) = len(rows), (each for each in RemoteLog(club.base).list_games() if each.id == table.game)
    assert not [*compare_listed(game, rows, tomorrow)]
    for status, listed in (
        ("playing", version),
        ("playing", version - 1),
        ("finished", version - 1),
        ("finished", 999),
    ):
        (found,) = compare_listed(game._replace(status=status, version=listed), rows, tomorrow)
        assert (found.wrong, f"is listed as {status} at version {listed}" in found.words) == (True, True)


SWAP_SEATS = tuple(
    f"update game_seats set seat = {after} where seat = {before} and game_id = %s"
    for before, after in ((0, 9), (1, 0), (9, 1))
)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (["update games set result = jsonb_set(result, '{winners}', '[]') where id = %s"], "as its result"),
        (["update games set result = jsonb_set(result, '{decided_by}', '[\"x\"]') where id = %s"], "as its result"),
        (SWAP_SEATS, "the players"),
        (["delete from game_seats where game_id = %s"], "the players"),
    ],
)
def test_a_result_or_players_that_are_listed_otherwise_than_recorded_are_found(
    club: Club, changes: Sequence[str], words: str
) -> None:
    table = club.play()
    assert table.game not in club.check_log().stderr
    with psycopg.connect(club.config.database_url or "") as session:
        for each in changes:
            assert session.execute(each, (table.game,)).rowcount
    found = club.check_log()
    assert found.returncode == 3
    assert re.search(f"Game {table.game} is listed with .*?{words}", found.stderr)


def test_players_who_sat_down_after_the_list_was_read_accuse_nobody(club: Club) -> None:
    table = club.play()
    rows = RemoteLog(club.base).read_record(table.game)
    assert rows
    *seatings, last = follow_seats(rows)
    at = next(version for version, seated in enumerate(seatings, 1) if len(seated) == 1)
    for players, is_told in ((seatings[at - 1], False), (last, False), ({}, True)):
        listed = ListedGame(table.game, "open", at, players, None)
        assert bool([*compare_listed(listed, rows, 0)]) == is_told


def test_what_did_not_hold_is_told_again_until_it_does(club: Club) -> None:
    table, folder = club.play(), str(club.folder / "anew")
    with psycopg.connect(club.config.database_url or "") as session:
        session.execute("update games set status = 'abandoned' where id = %s", (table.game,))
    for _ in range(2):
        found = run("check-log", club.base, "--folder", folder)
        assert f"Game {table.game} is listed as abandoned" in found.stderr
    with psycopg.connect(club.config.database_url or "") as session:
        session.execute("update games set status = 'finished' where id = %s", (table.game,))
    assert table.game not in run("check-log", club.base, "--folder", folder).stderr


def test_a_game_that_is_listed_with_fewer_events_than_it_has_is_found(club: Club) -> None:
    table = club.play()
    with psycopg.connect(club.config.database_url or "") as session:
        session.execute("update games set version = version - 1 where id = %s", (table.game,))
    found = club.check_log()
    assert f"Game {table.game} is listed as finished" in found.stderr


def test_a_game_that_ends_at_a_time_that_is_yet_to_come_is_found(club: Club) -> None:
    table, log = club.play(), RemoteLog(club.base)
    *others, end = log.read_record(table.game) or ()
    tomorrow = datetime.fromtimestamp(time() + 86_400, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    later = end._replace(public=end.public.replace(time_of(end), tomorrow))
    log.read_record = lambda _: [*others, later]  # type: ignore[method-assign, assignment]
    found = [*audit_unlogged(log, [ListedGame(table.game, "finished", len(others) + 1, {}, None)], int(time()))]
    assert [each.wrong for each in found if "yet to come" in each.words] == [True]


def test_a_game_that_is_made_private_after_it_was_logged_is_missed(club: Club) -> None:
    table = club.play()
    with psycopg.connect(club.config.database_url or "") as session:
        session.execute("update games set private = true where id = %s", (table.game,))
    assert table.game in club.check_log().stderr + club.check_log().stdout


def test_who_gives_no_key_is_told_that_nobody_vouched_for_it(club: Club, tmp_path: Path) -> None:
    words = "Nobody vouched for the key"
    folder, key = str(tmp_path / "log"), club.signer.public.text()
    assert words in run("check-log", club.base, "--folder", folder).stdout
    policy = tmp_path / "policy"
    policy.write_text(f"# ours\nkey {key}\n", encoding="utf-8")
    assert words not in run("check-log", club.base, "--folder", folder, "--policy", str(policy)).stdout
    policy.write_text("quorum x\n", encoding="utf-8")
    wrong = run("check-log", club.base, "--folder", folder, "--policy", str(policy))
    assert (wrong.returncode, "Line 1 of" in wrong.stderr) == (2, True)


def test_a_log_that_does_not_go_on_from_an_earlier_checkpoint_is_found(club: Club, tmp_path: Path) -> None:
    earlier = tmp_path / "checkpoint.txt"
    earlier.write_text(club.checkpoint(), encoding="utf-8")
    Player(club.base).new_game(seats=2)
    growth.grow(club.database, club.signer, ORIGIN)
    assert "contradicts" not in club.check_log("--checkpoint", str(earlier)).stderr
    root = earlier.read_text(encoding="utf-8").split("\n")
    forked = club.signer.called(ORIGIN).note(f"{root[0]}\n{root[1]}\n{'A' * 43}=\n")
    earlier.write_text(forked, encoding="utf-8")
    found = club.check_log("--checkpoint", str(earlier))
    assert (found.returncode, "contradicts" in found.stderr) == (3, True)


def test_a_log_that_contradicts_itself_is_not_cosigned_when_asked_nor_after_a_restart(
    club: Club, tmp_path: Path
) -> None:
    log, logs = RemoteLog(club.base), {ORIGIN: [club.signer.public]}
    club.play()
    note = log.read_checkpoint()
    size = int(note.split("\n")[1])
    folder, port = tmp_path / "w", free_port()
    first = Witness(folder, "witness", logs, lambda: 1)
    forked = club.signer.called(ORIGIN).note(f"{ORIGIN}\n{size}\n{'A' * 43}=\n")
    first.add(Submission(0, [], forked))
    assert watch.look(first, folder, log, ORIGIN).accused
    (evidence,) = folder.glob("evidence-*.json")
    for witness in (first, Witness(folder, "witness", logs, lambda: 1)):
        server = witness_server.serve(witness, "127.0.0.1", port)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        body = Submission(size, [], forked).text().encode()
        refused = requests.post(f"http://127.0.0.1:{port}/add-checkpoint", data=body, timeout=PATIENCE)
        server.shutdown()
        server.server_close()
        assert (refused.status_code, evidence.name in refused.text) == (403, True)


def test_the_walk_through_the_log_goes_on_where_it_stopped_and_reads_each_entry_once(
    club: Club, tmp_path: Path
) -> None:
    logs, starts, entries = {ORIGIN: [club.signer.public]}, [], []

    class Counting(RemoteLog):
        def read_entries(self, start: int, size: int, root: bytes) -> Iterator[bytes]:
            starts.append(start)
            for entry in super().read_entries(start, size, root):
                entries.append(entry)
                yield entry

    sizes = []
    for _ in range(3):
        club.play()
        log = Counting(club.base)
        sizes.append(int(log.read_checkpoint().split("\n")[1]))
        assert not watch.look(Witness(tmp_path, "witness", logs, lambda: 1), tmp_path, log, ORIGIN).accused
    assert starts == [0, *sizes[:-1]]
    assert len(entries) == len({*entries}) == sizes[-1]


def test_two_heads_of_a_game_at_one_version_are_found_and_proven_offline(club: Club, tmp_path: Path) -> None:
    table = club.play()
    folder, key = str(tmp_path / "log"), club.signer.public.text()
    assert "contradicts" not in run("check-log", club.base, "--folder", folder).stderr
    with psycopg.connect(club.config.database_url or "") as session:
        # The operator owns the database, so its constraints do not bind the operator.
        session.execute("alter table log_entries drop constraint log_entries_game_id_version_key")
    with connection(club.database.serving) as c, c.transaction():
        last = growth.newest(c)
        assert last is not None
        growth.append(c, last.size, [Leaf(table.game, 1, bytes(32))])
        size = last.size + 1
        root = merkle_tree.root(growth.hashes_of(c, size), size)
        note = growth.sign(club.signer, Checkpoint(ORIGIN, size, root))
        c.execute("insert into log_checkpoints (size, note) values (%s, %s)", (size, note))
    for found, where in (
        (run("check-log", club.base, "--folder", folder), tmp_path / "log"),
        (run("witness", club.base, "--folder", str(tmp_path / "w"), "--once"), tmp_path / "w"),
    ):
        assert found.returncode == 3, found.stdout
        (evidence,) = where.glob("evidence-*.json")
        shown = run("check-log", "--evidence", str(evidence), "--key", key)
        assert (shown.returncode, table.game in shown.stdout) == (3, True), shown.stderr
        said = loads(evidence.read_text(encoding="utf-8"))
        said["entries"][1] = said["entries"][0]
        evidence.write_text(dumps(said), encoding="utf-8")
        assert run("check-log", "--evidence", str(evidence), "--key", key).returncode == 2
    with psycopg.connect(club.config.database_url or "") as session:
        session.execute("delete from log_checkpoints where size = %s", (size,))
        session.execute("delete from log_entries where place = %s", (size - 1,))
    # The evidence stands, though the log shows no more what would make it anew.
    assert run("check-log", club.base, "--folder", folder).returncode == 3
    assert run("witness", club.base, "--folder", str(tmp_path / "w"), "--once").returncode == 3


@pytest.mark.parametrize("witnesses", ["nonsense", "witness+00000000+BM2C", "a b c"])
def test_a_setting_that_names_no_witness_ends_the_start_with_words(witnesses: str) -> None:
    done = run("migrate", WITNESSES=witnesses)
    assert done.returncode == 2
    assert "WITNESSES" in done.stderr
    with pytest.raises(ValueError, match="key"):
        witness_key("nonsense")


@pytest.mark.parametrize("text", ["", "no key\n", "abcd\n", "é"])
def test_a_key_of_a_witness_that_cannot_be_read_is_one_sentence_that_names_the_file(
    club: Club, tmp_path: Path, text: str
) -> None:
    (tmp_path / "witness.key").write_text(text, encoding="utf-8")
    refused = run("witness", club.base, "--folder", str(tmp_path), "--once")
    (sentence,) = refused.stderr.splitlines()
    assert (refused.returncode, refused.stdout) == (2, "")
    assert str(tmp_path / "witness.key") in sentence
    assert "backup" in sentence
