"""What `check-log` says of logs with next to nothing in them, and of games that they lack."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from json import dumps
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from cartulary.audit.listing import result_after
from cartulary.audit.log_proofs import list_due
from cartulary.games.carta_impera_victoria import GAME
from cartulary.match.actions import Resign
from cartulary.record.bundle import bundle_of as read_bundle
from cartulary.signing.notes import Signer, parse_note
from cartulary.transparency.checkpoint import Checkpoint, encode_hash
from cartulary.transparency.leaf import Leaf
from cartulary.transparency.submission import Submission
from cartulary.transparency.tiles import Tile, write_entries
from cartulary.witness.evidence import CHANGED_PAST
from cartulary.witness.log_audit import Finding, audit
from cartulary.witness.remote_log import RemoteLog
from cartulary.witness.watch import Pin
from cartulary.witness.witness import Refused, Witness
from tests.commands import run
from tests.domain.table import Table
from tests.web.operator_log import ORIGIN, OperatorLog
from tests.web.verifiers import GAME_ID, RULES, SIGNER, bundle_of, parts, play_on, played, resigned

URL = "https://games.example"
NO_GAMES: Final[Mapping[str, object]] = {"games": [], "next": None}


class Nonsense(Leaf):
    """A leaf whose entry is no JSON."""

    def entry(self) -> bytes:
        return b"nonsense"


def answers_of(log: OperatorLog) -> Mapping[str, bytes]:
    """What a service with this log and no games answers, by path."""
    entries = {Tile(None, 0, len(log.leaves)).path: write_entries([leaf.entry() for leaf in log.leaves])}
    tiles = {f"/v1/log/tile/{path}": data for path, data in {**entries, **log.tiles()}.items()}
    return {"/v1/log/checkpoint": log.checkpoint().encode(), "/v1/games?limit=100": dumps(NO_GAMES).encode(), **tiles}


def show(patched: pytest.MonkeyPatch, answers: Mapping[str, bytes]) -> None:
    """Let the service answer so, and nothing else."""
    patched.setattr(
        RemoteLog, "_send", lambda _, path, data=None: (200, answers[path]) if path in answers else (404, b"")
    )


def check_log(folder: Path) -> str:
    done = run("check-log", URL, "--folder", str(folder), "--key", SIGNER.public.text())
    return done.stdout + done.stderr


def test_an_empty_log_is_not_said_to_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    show(monkeypatch, answers_of(OperatorLog()))
    told = check_log(tmp_path)
    assert ("The log has no entries" in told, "No two entries contradict" in told) == (True, False)


def test_players_are_said_to_be_compared_by_id_and_names_not_to_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(monkeypatch, answers_of(OperatorLog([Leaf(GAME_ID, 1, bytes(32), b"private".ljust(32))])))
    told = check_log(tmp_path)
    assert "players (by their ids)" in told
    assert "Not looked at: names of players" in told


def test_an_entry_that_is_no_json_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    private = Leaf(GAME_ID, 1, bytes(32), b"private".ljust(32))
    show(monkeypatch, answers_of(OperatorLog([private, Nonsense(GAME_ID, 1, bytes(32))])))
    told = check_log(tmp_path)
    assert "The log cannot be checked: its entry 1 is none: it is no JSON" in told
    assert "Expecting value" not in told


def time_before(hours: int) -> str:
    return (datetime.now(UTC) - timedelta(hours=hours)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def running_since(hours: int) -> Table:
    """A game that began so many hours ago."""
    return Table(GAME, GAME.setup("ru", 2, {}), bytes(32), [b"\1" * 32] * 2, rules=RULES, at=time_before(hours))


def ended_before(hours: int) -> Table:
    """A game that was created and has ended so many hours ago."""
    return played(running_since(hours), 4)


def show_game(patched: pytest.MonkeyPatch, table: Table, log: OperatorLog, **otherwise: Any) -> None:
    """Let a service with this log show and list a game as its record is, or otherwise."""
    show_listed(patched, table, log, otherwise)


def show_listed(patched: pytest.MonkeyPatch, table: Table, log: OperatorLog, *places: Mapping[str, Any]) -> None:
    """Let a service with this log show a game, and list it in several places, in each otherwise than its record is."""
    players = [{"seat": seat, "player": {"id": id}} for seat, id in enumerate(table.match.players)]
    listed: dict[str, Any] = {"id": GAME_ID, "status": table.match.status, "version": len(table.rows), "seats": players}
    listed |= {"result": result_after(table.rows[-1])}
    games = [{**listed, **each} for each in places]
    answers = {**answers_of(log), "/v1/games?limit=100": dumps({"games": games, "next": None}).encode()}
    show(patched, {**answers, f"/v1/games/{GAME_ID}/audit": bundle_of(table)})


@pytest.mark.parametrize(
    ("hours", "logged", "words", "wrong"),
    [
        (1, False, "no entry of its creation, nor any other that names it, yet: it has a day", False),
        (48, False, "no entry of its creation, nor any other that names it, a day after it or later", True),
        (1, True, "no entry of its end yet: it has a day", False),
        (48, True, "no entry of its end a day after it or later", True),
    ],
)
def test_a_game_that_is_wholly_absent_is_told_from_one_whose_end_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int, logged: bool, words: str, wrong: bool
) -> None:
    table = ended_before(hours)
    show_game(monkeypatch, table, OperatorLog([Leaf(GAME_ID, 1, table.rows[0].hash)] if logged else []))
    found = {each.words: each.wrong for each in audit(RemoteLog(URL), tmp_path, Pin(ORIGIN, [SIGNER.public]), None)}
    assert found[next(each for each in found if words in each)] is wrong


@pytest.mark.parametrize(("hours", "status"), [(1, 1), (24 * 400, 3), (None, 1)])
def test_a_listed_game_without_entry_and_record_is_wrong_a_day_after_its_creation_and_cannot_be_told_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int | None, status: int
) -> None:
    listed: dict[str, Any] = {"id": GAME_ID, "status": "finished", "version": 9, "seats": [], "result": None}
    listed |= {} if hours is None else {"created_at": time_before(hours)}
    log = OperatorLog([Leaf("00000000-0000-7000-8000-0000000000ff", 1, bytes(32), b"private".ljust(32))])
    games = dumps({"games": [listed], "next": None}).encode()
    show(monkeypatch, {**answers_of(log), "/v1/games?limit=100": games})
    done = run("check-log", URL, "--folder", str(tmp_path), "--key", SIGNER.public.text())
    assert (done.returncode, "No two entries contradict" in done.stdout) == (status, False)
    words = {1: "whether one is missing cannot be told", 3: "the log has no entry of it a day after it or later"}
    assert words[status] in done.stdout + done.stderr
    assert "its record is not shown" in done.stdout + done.stderr


@pytest.mark.parametrize("missing", ["creation", "seats"])
@pytest.mark.parametrize("hours", [1, 48])
def test_a_game_that_lacks_an_entry_a_day_after_it_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int, missing: str
) -> None:
    table, log = ended_before(hours), OperatorLog()
    taken = max(row.position for row in table.rows if row.type == "SeatTaken")
    due = {"creation": 1, "seats": taken, "end": len(table.rows)}
    log.add(table, *(version for name, version in due.items() if name != missing))
    show_game(monkeypatch, table, log)
    found = [*audit(RemoteLog(URL), tmp_path, Pin(ORIGIN, [SIGNER.public]), None)]
    words = f"without an entry of version {due[missing]} a day after it or later"
    assert any(words in each.words and each.wrong for each in found) == (hours == 48)
    assert any(each.wrong for each in found) == (hours == 48)


@pytest.mark.parametrize("hours", [1, 48])
def test_a_running_game_that_lacks_the_entry_of_its_full_seats_a_day_after_them_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    table = running_since(hours)
    taken = max(row.position for row in table.rows if row.type == "SeatTaken")
    log = OperatorLog()
    log.add(table, 1)
    show_game(monkeypatch, table, log)
    found = [each.words for each in audit(RemoteLog(URL), tmp_path, Pin(ORIGIN, [SIGNER.public]), None) if each.wrong]
    lacks = f"Game {GAME_ID} is in the log, without an entry of version {taken} a day after it or later."
    assert found == ([lacks] if hours == 48 else [])


@pytest.mark.parametrize("hours", [1, 48, -48])
def test_a_running_game_that_the_log_leaves_out_is_found_a_day_after_its_creation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    table = running_since(hours)
    show_game(monkeypatch, table, OperatorLog([Leaf("0" * 36, 1, bytes(32), b"private".ljust(32))]))
    found = [each.words for each in audit(RemoteLog(URL), tmp_path, Pin(ORIGIN, [SIGNER.public]), None) if each.wrong]
    words = {
        1: [],
        48: [
            f"Game {GAME_ID} is listed as playing, and the log has no entry of its creation, nor any other that names "
            "it, a day after it or later."
        ],
        -48: [f"Event 1 of game {GAME_ID} is at a time that is yet to come."],
    }
    assert found == words[hours]


def found_in(folder: Path) -> list[Finding]:
    return [*audit(RemoteLog(URL), folder, Pin(ORIGIN, [SIGNER.public]), None)]


@pytest.mark.parametrize("status", ["playing", "finished"])
def test_an_end_without_an_entry_is_found_though_the_game_is_listed_at_a_version_from_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: str
) -> None:
    table, log = running_since(80), OperatorLog()
    seats = max(row.position for row in table.rows if row.type == "SeatTaken")
    log.add(table, 1, seats)
    show_game(monkeypatch, table, log)
    assert found_in(tmp_path) == []
    known, table.at = len(table.rows), time_before(72)
    table.act(table.match.to_act()[0], Resign())
    version = {"playing": known, "finished": seats}[status]
    show_game(monkeypatch, table, log, status=status, version=version)
    lacks = f"Game {GAME_ID} has ended, and the log has no entry of its end a day after it or later."
    assert lacks in [each.words for each in found_in(tmp_path) if each.wrong]


def test_each_place_of_a_game_that_is_listed_twice_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, log = ended_before(1), OperatorLog()
    log.add(table, 1, max(row.position for row in table.rows if row.type == "SeatTaken"), len(table.rows))
    result = result_after(table.rows[-1])
    assert result is not None
    false: Mapping[str, Any] = {"result": {**result, "winners": [1 - each for each in result["winners"]]}}
    true: Mapping[str, Any] = {}
    for number, places in enumerate(([true], [true, true], [false, true], [true, false])):
        show_listed(monkeypatch, table, log, *places)
        found = [each.words for each in found_in(tmp_path / str(number)) if each.wrong]
        assert ["as its result, and its record has" in each for each in found] == [True] * (false in places)


def test_an_event_that_is_yet_to_come_is_found_wherever_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, log = running_since(48), OperatorLog()
    log.add(table, 1, max(row.position for row in table.rows if row.type == "SeatTaken"))
    for hours in (-400, 1):
        table.at = time_before(hours)
        seat = table.match.to_act()[0]
        table.act(seat, table.game.expand(table.match.state, seat, 1)[0][0])
    show_game(monkeypatch, table, log)
    early = next(row.position for row in table.rows if json.loads(row.public)["at"] > time_before(0))
    assert early < len(table.rows)
    words = f"Event {early} of game {GAME_ID} is at a time that is yet to come."
    assert words in [each.words for each in found_in(tmp_path)]


def test_an_end_that_is_yet_to_come_is_found_though_the_game_is_listed_as_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, log = running_since(1), OperatorLog()
    known, table.at = len(table.rows), time_before(-20)
    table.act(table.match.to_act()[0], Resign())
    log.add(table, 1, max(row.position for row in table.rows if row.type == "SeatTaken"))
    show_game(monkeypatch, table, log, status="playing", version=known, result=None)
    found = [*audit(RemoteLog(URL), tmp_path, Pin(ORIGIN, [SIGNER.public]), None)]
    words = f"Event {known + 1} of game {GAME_ID} is at a time that is yet to come."
    ends = Finding(words, wrong=True, by_clock=True)
    assert [each for each in found if each.wrong] == [ends]


def test_the_log_has_to_hold_full_seats_whatever_position_the_record_gives_them() -> None:
    rows = running_since(1).rows
    honest = list_due(rows)
    assert honest == [1, max(row.position for row in rows if row.type == "SeatTaken")]
    assert list_due([row._replace(position=1) for row in rows]) == honest


def test_a_game_that_is_listed_as_open_though_it_has_begun_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, log = running_since(1), OperatorLog()
    log.add(table, 1, max(row.position for row in table.rows if row.type == "SeatTaken"))
    show_game(monkeypatch, table, log)
    assert [*audit(RemoteLog(URL), tmp_path / "honest", Pin(ORIGIN, [SIGNER.public]), None)] == []
    show_game(monkeypatch, table, log, status="open")
    (found,) = audit(RemoteLog(URL), tmp_path, Pin(ORIGIN, [SIGNER.public]), None)
    there = f"Game {GAME_ID} is listed as open at version {table.match.version}, and its record says playing there."
    assert found == Finding(there, wrong=True)


def test_of_a_record_that_goes_on_after_its_end_no_more_is_said_than_how_far_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, log = ended_before(1), OperatorLog()
    end = len(table.rows)
    log.add(table, 1, end)
    status, result = table.match.status, result_after(table.rows[-1])
    header, events = parts(bundle_of(table))
    events.append(({**events[-1][0], "position": end + 1, "type": "RulesAgreed", "data": {}}, {}))
    table.rows = [*read_bundle(resigned(events, header).decode().removesuffix("\n").split("\n")).rows]
    show_game(monkeypatch, table, log, status=status, version=end, result=result)
    words = f"Game {GAME_ID} is listed as {status} at version {end}, and its record goes to version {end + 1}."
    assert words in [each.words for each in found_in(tmp_path)]


@pytest.mark.parametrize("hours", [1, 48])
def test_a_game_without_an_entry_that_is_listed_otherwise_than_its_record_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    log = OperatorLog([Leaf("0" * 36, 1, bytes(32), b"private".ljust(32))])
    show_game(monkeypatch, running_since(hours), log, status="finished")
    assert any("is listed as finished at version" in each.words and each.wrong for each in found_in(tmp_path))


@pytest.mark.parametrize("logged", [True, False])
def test_a_record_with_an_event_that_is_none_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: bool
) -> None:
    table, log = ended_before(1), OperatorLog([Leaf("0" * 36, 1, bytes(32), b"private".ljust(32))])
    (at, taken), *_ = [(at, row) for at, row in enumerate(table.rows) if row.type == "SeatTaken"]
    table.rows[at] = taken._replace(public=taken.public.replace('"player":', '"people":'))
    if logged:
        log.add(table, 1)
    show_game(monkeypatch, table, log)
    words = f"Game {GAME_ID} is shown with an event that is none: cartulary verify says which."
    assert Finding(words, wrong=True) in found_in(tmp_path)


LISTED: Final[Mapping[str, Any]] = {"id": GAME_ID, "status": "open", "version": 1, "seats": [], "result": None}
NO_LISTED: Final[Sequence[Mapping[str, Any]]] = [
    {"id": GAME_ID},
    {**LISTED, "created_at": "soon"},
    {**LISTED, "created_at": "0001-01-01T00:00:00"},
    {**LISTED, "id": [1]},
    {**LISTED, "id": None},
    {**LISTED, "version": 15.0},
    {**LISTED, "version": "15"},
    {**LISTED, "result": "won"},
    {**LISTED, "result": {"winners": [1]}},
    {**LISTED, "result": {"kind": "resignation", "winners": [False]}},
]
NO_LIST: Final = [
    {**NO_GAMES, "games": 7},
    {"games": []},
    {"games": [], "next": 7},
    *({"games": [each], "next": None} for each in NO_LISTED),
]


@pytest.mark.parametrize("page", [*map(dumps, NO_LIST), "", "<html>"])
def test_a_list_of_games_that_is_none_is_said_to_be_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    log = OperatorLog([Leaf("0" * 36, 1, bytes(32), b"private".ljust(32))])
    show(monkeypatch, {**answers_of(log), "/v1/games?limit=100": page.encode()})
    done = run("check-log", URL, "--folder", str(tmp_path), "--key", SIGNER.public.text())
    assert (done.returncode, "this is no page of the list of games" in done.stderr) == (2, True)


def test_a_listed_game_that_is_private_by_its_record_is_not_said_to_lack_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, log = ended_before(48), OperatorLog([Leaf("0" * 36, 1, bytes(32), b"private".ljust(32))])
    created = table.rows[0]
    table.rows[0] = created._replace(public=created.public.replace('"private":false', '"private":true'))
    show_game(monkeypatch, table, log)
    found = found_in(tmp_path)
    assert [each.wrong for each in found if "is private by its record" in each.words] == [None]
    assert not any("the log has no entry" in each.words for each in found)


class Spelled(Leaf):
    """A leaf whose entry names the same head in another spelling, or a game in words."""

    def entry(self) -> bytes:
        text = super().entry().decode()
        return (
            text.replace('AA"', 'AB"') if self.game[0] == "0" else text.replace("1-1", "is as it was. Game 7")
        ).encode()


@pytest.mark.parametrize("game", ["0" * 36, "1-1"])
def test_an_entry_that_spells_its_head_or_game_otherwise_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    show(monkeypatch, answers_of(OperatorLog([Leaf("0" * 36, 1, bytes(32)), Spelled(game, 1, bytes(32))])))
    told = check_log(tmp_path)
    assert "The log cannot be checked: its entry 1 is none" in told
    assert "contradicts" not in told


def test_what_the_service_says_beside_an_error_is_told_from_the_words_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RemoteLog, "_send", lambda _, path, data=None: (500, b"down\nNo two entries contradict."))
    told = check_log(tmp_path)
    assert "500 'down\\nNo two entries contradict.'" in told.replace("\\\\", "\\")


def test_a_record_that_was_torn_on_its_way_is_not_held_against_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, log = ended_before(1), OperatorLog()
    log.add(table, 1, max(row.position for row in table.rows if row.type == "SeatTaken"), len(table.rows))
    show_game(monkeypatch, table, log)
    shown = RemoteLog._send
    monkeypatch.setattr(
        RemoteLog,
        "_send",
        lambda self, path, data=None: (
            (200, b"".join(bundle_of(table).splitlines(keepends=True)[:6]))
            if path.endswith("/audit")
            else shown(self, path, data)
        ),
    )
    assert [each.wrong for each in found_in(tmp_path)] == [None]


def test_a_list_that_goes_on_without_a_game_that_is_new_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = OperatorLog([Leaf("0" * 36, 1, bytes(32), b"private".ljust(32))])
    page = dumps({"games": [LISTED], "next": "on"}).encode()
    pages = dict.fromkeys(("/v1/games?limit=100", "/v1/games?limit=100&cursor=on"), page)
    show(monkeypatch, {**answers_of(log), **pages})
    shown, left = RemoteLog._send, iter(range(50))
    monkeypatch.setattr(RemoteLog, "_send", lambda self, path, data=None: (next(left), shown(self, path, data))[1])
    done = run("check-log", URL, "--folder", str(tmp_path), "--key", SIGNER.public.text())
    assert (done.returncode, "the list goes on without a game that is new" in done.stderr) == (2, True)


@pytest.mark.parametrize("hidden", ["the list", "the record of another game", "the new entries"])
def test_what_was_found_is_said_though_the_service_stops_to_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hidden: str
) -> None:
    table, log, other = ended_before(1), OperatorLog(), "00000000-0000-7000-8000-0000000000ff"
    log.leaves += [Leaf(GAME_ID, 1, bytes(32)), Leaf(other, 1, bytes(32))]
    if hidden == "the list":
        log.add(table, 1)
    show_game(monkeypatch, table, log)
    key, shown = ("--key", SIGNER.public.text()), RemoteLog._send
    if hidden == "the new entries":
        run("check-log", URL, "--folder", str(tmp_path), *key)
        log.leaves.append(Leaf(other, 2, bytes(32)))
        show_game(monkeypatch, table, log)
        shown = RemoteLog._send
    path = {"the list": "/v1/games?", "the record of another game": other, "the new entries": "/entries/"}[hidden]
    monkeypatch.setattr(
        RemoteLog, "_send", lambda self, asked, data=None: (500, b"") if path in asked else shown(self, asked, data)
    )
    done = run("check-log", URL, "--folder", str(tmp_path), *key)
    found = "contradicts what it has signed" if hidden == "the list" else "is not shown as it was at version 1"
    assert (done.returncode, found in done.stderr) == (3, True)
    assert ": 500" in done.stdout + done.stderr


@pytest.mark.parametrize("command", ["check-log", "witness"])
def test_a_log_of_the_same_name_by_another_key_accuses_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    stranger, log, other = Signer(b"stranger".ljust(32)), OperatorLog(), OperatorLog()
    log.leaves, other.leaves = ([Leaf(f"{n}" * 36, 1, bytes([n])) for n in numbers] for numbers in ((1, 2), (3, 4, 5)))
    once = ["--once"] if command == "witness" else []
    keys = [each.public.text() for each in (stranger, SIGNER)]
    forged = {**answers_of(other), "/v1/log/checkpoint": other.checkpoint(stranger).encode()}
    for given in ([["--key", keys[0]], ["--key", keys[1]]], [[word for key in keys for word in ("--key", key)]] * 2):
        folder = str(tmp_path / str(len(given[0])))
        show(monkeypatch, forged)
        run(command, URL, *once, "--folder", folder, *given[0])
        show(monkeypatch, answers_of(log))
        done = run(command, URL, *once, "--folder", folder, *given[1])
        assert (done.returncode, "contradicts what it has signed" in done.stderr) == (1, False), (
            done.stdout + done.stderr
        )


@pytest.mark.parametrize("command", ["check-log", "witness"])
def test_fewer_entries_that_are_others_are_evidence_though_the_larger_log_is_withdrawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    log, other = OperatorLog(), OperatorLog()
    log.leaves, other.leaves = ([Leaf(f"{n}" * 36, 1, bytes([n])) for n in numbers] for numbers in ((1, 2, 3), (4, 5)))
    once = ["--once"] if command == "witness" else []
    given = [URL, *once, "--folder", str(tmp_path), "--key", SIGNER.public.text()]
    show(monkeypatch, answers_of(log))
    run(command, *given)
    show(monkeypatch, answers_of(other))
    done = run(command, *given)
    assert (done.returncode, "contradicts what it has signed" in done.stderr) == (3, True)
    (evidence,) = tmp_path.glob("evidence-*.json")
    assert run("check-log", "--evidence", str(evidence), "--key", SIGNER.public.text()).returncode == 3


@pytest.mark.parametrize("command", ["check-log", "witness"])
def test_entries_that_somebody_changed_in_the_folder_accuse_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    log = OperatorLog([Leaf("1" * 36, version, bytes([version]) * 32) for version in (1, 2)])
    given = [URL, *(["--once"] if command == "witness" else []), "--folder", str(tmp_path), "--key"]
    show(monkeypatch, answers_of(log))
    run(command, *given, SIGNER.public.text())
    (entries,) = tmp_path.glob("*.entries")
    for changed in (write_entries([Leaf("1" * 36, 1, bytes([each]) * 32).entry() for each in (1, 3)]), b"", b"\0"):
        entries.write_bytes(changed)
        log.leaves.append(Leaf("2" * 36, 1, bytes(32)))
        show(monkeypatch, answers_of(log))
        done = run(command, *given, SIGNER.public.text())
        assert (done.returncode, done.stderr) == (1, "")
        assert f"{entries} was changed: its entries are not those of the checkpoint beside it" in done.stdout
    assert not [*tmp_path.glob("evidence-*")]


@pytest.mark.parametrize("command", ["check-log", "witness"])
def test_evidence_that_the_folder_keeps_is_told_at_every_look_though_the_log_goes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    log, fork = (OperatorLog([Leaf(f"{game}" * 36, 1, bytes(32)) for game in games]) for games in ((1, 2), (3, 2, 1)))
    given = [URL, *(["--once"] if command == "witness" else []), "--folder", str(tmp_path), "--key"]
    show(monkeypatch, answers_of(log))
    run(command, *given, SIGNER.public.text())
    for each in (fork, log, OperatorLog([*log.leaves, Leaf("4" * 36, 1, bytes(32))])):
        show(monkeypatch, answers_of(each))
        done = run(command, *given, SIGNER.public.text())
        assert (done.returncode, "Show the evidence: " in done.stderr) == (3, True)
    renamed = Signer(b"stranger".ljust(32)).public.text()
    assert "Show the evidence: " not in run(command, *given, renamed).stderr


@pytest.mark.parametrize("command", ["check-log", "witness"])
def test_evidence_is_told_whatever_the_log_shows_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    two_heads = OperatorLog([Leaf("2" * 36, 1, bytes([each]) * 32) for each in (1, 2)])
    given = [URL, *(["--once"] if command == "witness" else []), "--folder", str(tmp_path), "--key"]
    show(monkeypatch, answers_of(two_heads))
    assert run(command, *given, SIGNER.public.text()).returncode == 3
    honest = answers_of(OperatorLog([Leaf("1" * 36, 1, bytes(32))]))
    by_other = OperatorLog().checkpoint(Signer(b"stranger".ljust(32))).encode()
    renamed = SIGNER.called("other.example").note(Checkpoint("other.example", 0, bytes(32)).text()).encode()
    for checkpoint in (None, b"nonsense", by_other, renamed):
        answers = {each: said for each, said in honest.items() if not each.endswith("checkpoint")}
        show(monkeypatch, answers if checkpoint is None else {**answers, "/v1/log/checkpoint": checkpoint})
        done = run(command, *given, SIGNER.public.text())
        assert (done.returncode, "Show the evidence: " in done.stderr) == (3, True)


@pytest.mark.parametrize("command", ["check-log", "witness"])
def test_two_checkpoints_of_one_size_are_evidence_whatever_tiles_the_log_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    log, other = (OperatorLog([Leaf(f"{each}" * 36, 1, bytes(32))]) for each in (1, 2))
    once, answers = ["--once"] if command == "witness" else [], answers_of(log)
    forked = {**answers, "/v1/log/checkpoint": other.checkpoint().encode()}
    untiled = {path: said for path, said in forked.items() if "tile" not in path}
    for number, shown in enumerate((forked, untiled)):
        folder = tmp_path / str(number)
        given = [URL, *once, "--folder", str(folder), "--key", SIGNER.public.text()]
        show(monkeypatch, answers)
        run(command, *given)
        show(monkeypatch, shown)
        assert run(command, *given).returncode == 3
        (evidence,) = folder.glob("evidence-*.json")
        assert run("check-log", "--evidence", str(evidence), "--key", SIGNER.public.text()).returncode == 3


@pytest.mark.parametrize("before", ["check-log", "witness"])
def test_games_that_a_look_did_not_come_to_are_looked_at_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    table = ended_before(50)
    log = OperatorLog([Leaf(GAME_ID, version, bytes(32)) for version in list_due(table.rows)])
    given = [URL, "--folder", str(tmp_path), "--key", SIGNER.public.text()]
    show_game(monkeypatch, table, log)
    whole = RemoteLog._send
    monkeypatch.setattr(
        RemoteLog, "_send", lambda log, path, data=None: (503, b"") if "games" in path else whole(log, path, data)
    )
    run(before, *given, *(["--once"] if before == "witness" else []))
    monkeypatch.setattr(RemoteLog, "_send", whole)
    for _ in range(2):
        told = run("check-log", *given)
        assert (told.returncode, "is not shown as it was at version" in told.stderr) == (3, True)


def test_a_log_of_blinded_entries_is_not_said_to_be_free_of_contradictions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(monkeypatch, answers_of(OperatorLog([Leaf(GAME_ID, 1, bytes([each]) * 32, bytes(32)) for each in (1, 2)])))
    told = check_log(tmp_path)
    assert "contradict each other of those that name their game" in told
    assert "private games (their entries are blinded)" in told


@pytest.mark.parametrize(
    ("kind", "content"), [("checkpoint", b"garbage"), ("checkpoint", b"\xff"), ("read", b"garbage")]
)
def test_of_a_file_of_the_folder_that_was_damaged_it_is_said_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, content: bytes
) -> None:
    given = [URL, "--folder", str(tmp_path), "--key", SIGNER.public.text()]
    show(monkeypatch, answers_of(OperatorLog([Leaf(GAME_ID, 1, bytes(32))])))
    run("witness", *given, "--once")
    (file,) = tmp_path.glob(f"*.{kind}")
    file.write_bytes(content)
    done = run("witness", *given, "--once")
    assert (done.returncode, f"{file} was " in done.stdout, "another --key" in done.stdout) == (1, True, False)
    (tmp_path / "logs.json").write_bytes(content)
    for command in (["witness", "--once"], ["check-log"]):
        refused = run(*command, *given)
        assert (refused.returncode, "logs.json was damaged" in refused.stderr) == (2, True)


def test_without_the_list_of_games_in_doubt_all_are_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ended_before(50)
    log = OperatorLog([Leaf(GAME_ID, each, table.rows[each - 1].hash) for each in list_due(table.rows)])
    show_listed(monkeypatch, table, log, {"seats": []})
    given = ["check-log", URL, "--folder", str(tmp_path), "--key", SIGNER.public.text()]
    assert run(*given).returncode == 3
    (doubted,) = tmp_path.glob("*.doubted")
    doubted.unlink()
    assert run(*given).returncode == 3


def test_a_witness_that_lost_its_last_checkpoint_still_compares_what_it_has_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, fork = (OperatorLog([Leaf(f"{game}" * 36, 1, bytes(32)) for game in games]) for games in ((1, 2), (3, 2, 1)))
    given = ["witness", URL, "--once", "--folder", str(tmp_path), "--key", SIGNER.public.text()]
    show(monkeypatch, {**answers_of(log), "/v1/log/cosignatures/2": b""})
    run(*given)
    (checkpoint,) = tmp_path.glob("*.checkpoint")
    checkpoint.unlink()
    show(monkeypatch, answers_of(fork))
    assert run(*given).returncode == 3


class Misspelt(Leaf):
    """The leaf of a private game, otherwise spelled than the only way there is."""

    def entry(self) -> bytes:
        return self.head


@pytest.mark.parametrize("entry", ['{"blinded":""}', '{ "blinded" : "hello" }', '{"blinded":"é x"}', '{"blinded":7}'])
def test_a_blinded_entry_is_a_digest_in_its_one_spelling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    show(monkeypatch, answers_of(OperatorLog([Misspelt(GAME_ID, 1, entry.encode())])))
    assert "The log cannot be checked: its entry 0 is none: " in check_log(tmp_path)


def test_what_a_witness_read_by_another_key_accuses_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stranger, log, two_heads = Signer(b"stranger".ljust(32)), OperatorLog(), OperatorLog()
    log.leaves = [Leaf("1" * 36, 1, bytes(32))]
    two_heads.leaves = [Leaf("2" * 36, 1, bytes([n]) * 32) for n in (1, 2)]
    given = [URL, "--once", "--folder", str(tmp_path), "--key"]
    show(monkeypatch, {**answers_of(two_heads), "/v1/log/checkpoint": two_heads.checkpoint(stranger).encode()})
    assert run("witness", *given, stranger.public.text()).returncode == 3
    show(monkeypatch, answers_of(log))
    done = run("witness", *given, SIGNER.public.text())
    assert (done.returncode, done.stderr) == (1, "")
    assert "keeps entries of games.example/v1/log by a key that is not known here" in done.stdout


def test_all_keys_that_count_though_nobody_has_named_them_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [SIGNER.public.text(), Signer(b"stranger".ljust(32)).public.text()]
    catalogue = dumps({"keys": [{"key": each} for each in keys]}).encode()
    show(monkeypatch, {**answers_of(OperatorLog()), "/v1/catalogue": catalogue})
    assert f"they are those that {URL} showed at first, or that was given before, {', '.join(keys)}" in (
        run("check-log", URL, "--folder", str(tmp_path)).stdout
    )


def test_an_entry_of_a_version_that_no_game_has_is_said_to_be_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = running_since(1)
    log = OperatorLog([Leaf(GAME_ID, 0, bytes(32)), Leaf(GAME_ID, 1, table.rows[0].hash)])
    show_game(monkeypatch, table, log)
    words = [each.words for each in found_in(tmp_path) if each.wrong]
    assert words == [f"The log has an entry of game {GAME_ID} for version 0, and versions count from 1."]


def test_a_private_game_that_the_log_names_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = running_since(1)
    created = table.rows[0]
    table.rows[0] = created._replace(public=created.public.replace('"private":false', '"private":true'))
    head = read_bundle(bundle_of(table).decode().splitlines()).rows[0].hash
    show_game(monkeypatch, table, OperatorLog([Leaf(GAME_ID, 1, head)]))
    words = [each.words for each in found_in(tmp_path) if each.wrong]
    assert words == [f"Game {GAME_ID} is private by its record, and the log names it."]


@pytest.mark.parametrize("hours", [48, -1])
def test_beside_what_is_late_or_yet_to_come_the_clock_is_named_by_which_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    table = running_since(hours)
    show_game(monkeypatch, table, OperatorLog([Leaf("1" * 36, 1, bytes(32))]))
    assert "are by the clock of this machine: look at it first" in check_log(tmp_path)


def test_beside_a_list_that_is_older_than_its_record_the_clock_is_named_by_which_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, log = running_since(1), OperatorLog()
    log.add(table, 1, max(row.position for row in table.rows if row.type == "SeatTaken"))
    listed = len(table.rows)
    play_on(table, Random(1))
    show_game(monkeypatch, table, log, version=listed)
    told = check_log(tmp_path)
    assert f"is listed as playing at version {listed}, and its record goes to version {len(table.rows)}." in told
    assert "how old a list may be are by the clock of this machine: look at it first" in told


def test_two_addresses_that_show_logs_of_one_name_by_different_keys_are_not_watched_by_one_witness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {URL: SIGNER, f"{URL}.other": Signer(b"stranger".ljust(32))}
    show(monkeypatch, answers_of(OperatorLog()))
    monkeypatch.setattr(RemoteLog, "read_keys", lambda self: [keys[self.url].public])
    done = run("witness", *keys, "--once", "--folder", str(tmp_path))
    assert (done.returncode, "both show the log" in done.stderr) == (2, True)


def test_keys_that_are_given_to_a_witness_replace_those_that_it_saw_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger, log = Signer(b"stranger".ljust(32)), OperatorLog([Leaf("0" * 36, 1, bytes(32))])
    catalogue = dumps({"keys": [{"key": stranger.public.text()}]}).encode()
    answers = {**answers_of(log), "/v1/log/checkpoint": log.checkpoint(stranger).encode(), "/v1/catalogue": catalogue}
    show(monkeypatch, {**answers, "/v1/log/cosignatures": b""})
    told = run("witness", URL, "--once", "--folder", str(tmp_path)).stdout
    assert ("entries, cosigned" in told, "Nobody vouched for the key" in told) == (True, True)
    told = run("witness", URL, "--once", "--folder", str(tmp_path), "--key", SIGNER.public.text()).stdout
    assert ("not cosigned" in told, "Nobody vouched for the key" in told) == (True, False)


@pytest.mark.parametrize("option", ["--checkpoint", "--evidence"])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe"])
def test_a_file_that_holds_nothing_to_compare_is_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, content: bytes
) -> None:
    file = tmp_path / "given"
    file.write_bytes(content)
    show(monkeypatch, answers_of(OperatorLog([Leaf("0" * 36, 1, bytes(32), b"private".ljust(32))])))
    done = run("check-log", URL, option, str(file), "--folder", str(tmp_path / "log"), "--key", SIGNER.public.text())
    assert done.returncode == (1 if (option, content) == ("--checkpoint", b"") else 2)
    assert "No two entries contradict" not in done.stdout


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", ["", "\n"])
def test_an_earlier_checkpoint_is_read_however_its_lines_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line_end: str, last: str
) -> None:
    log, file = OperatorLog([Leaf("0" * 36, 1, bytes(32), b"private".ljust(32))]), tmp_path / "given"
    file.write_text(log.checkpoint().rstrip("\n") + last, encoding="utf-8", newline=line_end)
    show(monkeypatch, answers_of(log))
    key = SIGNER.public.text()
    done = run("check-log", URL, "--checkpoint", str(file), "--folder", str(tmp_path / "log"), "--key", key)
    assert "a checkpoint of the log is none" not in done.stdout


@pytest.mark.parametrize("catalogue", ["", "{}", '{"keys":[7]}', '{"keys":[{"key":7}]}', "[]"])
def test_a_catalogue_without_keys_is_said_to_name_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, catalogue: str
) -> None:
    show(monkeypatch, {**answers_of(OperatorLog()), "/v1/catalogue": catalogue.encode()})
    done = run("check-log", URL, "--folder", str(tmp_path))
    assert (done.returncode, "/v1/catalogue: it names no keys" in done.stderr) == (2, True)


@pytest.mark.parametrize("command", [("check-log",), ("witness", "--once")])
def test_a_checkpoint_that_is_no_text_is_said_to_be_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    show(monkeypatch, {**answers_of(OperatorLog()), "/v1/log/checkpoint": b"\xff"})
    done = run(*command, URL, "--folder", str(tmp_path), "--key", SIGNER.public.text())
    assert (done.returncode, "/v1/log/checkpoint: this is no text" in done.stderr + done.stdout) == (2, True)


def test_evidence_against_a_key_that_is_named_no_more_accuses_no_log_of_that_name(tmp_path: Path) -> None:
    stranger, log = Signer(b"stranger".ljust(32)), OperatorLog([Leaf("1" * 36, 1, bytes(32))])
    earlier, later = (OperatorLog([Leaf("0" * 36, 1, bytes([each]) * 32)]).checkpoint(stranger) for each in (1, 2))
    root = encode_hash(Checkpoint.parse(parse_note(later).text).root)
    evidence = {"earlier": earlier, "later": later, "proof": [], "root": root, "format": CHANGED_PAST}
    (tmp_path / "evidence-1.json").write_text(dumps(evidence), encoding="utf-8")
    by_stranger, by_true = (
        Witness(tmp_path, "witness", {ORIGIN: [each.public]}, lambda: 1) for each in (stranger, SIGNER)
    )
    with pytest.raises(Refused, match="it contradicts what it has signed"):
        by_stranger.add(Submission(0, [], log.checkpoint(stranger)))
    assert by_true.add(Submission(0, [], log.checkpoint()))
