"""Bundles signed as the service signs them, and what either verifier says of them."""

import json
import shutil
import subprocess
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import pytest

from cartulary.audit import bundles, report_text
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.canonical import canonical
from cartulary.kernel.messages import Event
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR, Audience
from cartulary.match import undo
from cartulary.match.actions import Resign
from cartulary.match.decision import Decision
from cartulary.match.events.fork import Origin
from cartulary.match.events.seating import EntropyOpened
from cartulary.match.evolve import fold, follow
from cartulary.match.fork import imagine
from cartulary.match.game import Game
from cartulary.match.ply import record_ply
from cartulary.match.rules_change import correct
from cartulary.match.seating import Sitting, clear_seat, close_table, expire, leave, sit_down
from cartulary.record.bundle import FORMAT, receipt_text, write_bundle
from cartulary.record.decode import log_entries
from cartulary.record.event import RecordedEvent, genesis, next_head
from cartulary.signing.cosignatures import witness_key
from cartulary.signing.notes import Signer
from cartulary_service import web
from tests.domain.offers import completed
from tests.domain.table import AT, UNTIL, Table, decision_of

RULES: Final = "0" * 64
SIGNER: Final = Signer(b"operator".ljust(32))
COMMITTING: Final = {"fairness": "commit"}
needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="the second verifier runs in Node, which is not here"
)
GAME_ID: Final = "00000000-0000-7000-8000-000000000001"
FORK_ID: Final = "00000000-0000-7000-8000-00000000000f"
ONLY_FIRST: Final = {"rules", "program"}
ONLY_SECOND: Final = {"deal"}
DRIVER: Final = (
    f"import {{verify}} from {json.dumps(web.VERIFIER.as_uri())};"
    + """
const AT_ONCE = 64;
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const reports = [];
const bytesOf = (text) => Uint8Array.from(Buffer.from(text, 'base64'));
for (const {bundle, changes, receipt, receipts, origin, ...given} of JSON.parse(Buffer.concat(chunks))) {
  const report = (change) => {
    const bytes = bytesOf(bundle);
    if (change) bytes[change[0]] ^= change[1];
    const known = {...given, key: given.key ?? undefined, receipt: receipt ?? receipts};
    const more = {...known, origin: origin ? bytesOf(origin) : undefined};
    return verify(bytes, more);
  };
  while (changes.length) reports.push(...await Promise.all(changes.splice(0, AT_ONCE).map(report)));
}
console.log(JSON.stringify(reports));
"""
)


class Case(NamedTuple):
    """A bundle, and what it is checked against."""

    bundle: bytes
    key: str | None = None
    receipt: str | None = None
    origin: bytes | None = None
    witnesses: Sequence[str] = ()
    quorum: int = 0
    receipts: Sequence[str] = ()
    """Several, in place of `receipt`."""
    entropy: Mapping[int, bytes] = MappingProxyType({})
    actions: Sequence[str] = ()
    """Signed actions that players have published."""
    asked_at: int | None = None
    """When proofs of the log were asked for, in seconds of POSIX time."""


Change = tuple[int, int]
"""At which byte which bits change."""


class Said(NamedTuple):
    """What a verifier says."""

    verified: bool
    report: dict[str, Any]

    def checks(self) -> dict[str, bool | None]:
        """Of each check both make, whether it holds."""
        checks = {each["check"]: each["holds"] for each in self.report.get("checks", [])}
        return {name: holds for name, holds in checks.items() if name not in ONLY_FIRST | ONLY_SECOND}


def by_first(case: Case) -> Said:
    """What the verifier in Python says; what is no text is not verified."""
    try:
        report = bundles.verify_text(case.bundle.decode(), given_to(case))
    except UnicodeDecodeError:
        return Said(False, {})
    return Said(report.verified, report_text.report_json(report))


def given_to(case: Case) -> bundles.Given:
    """What a case is checked against."""
    receipts = [case.receipt] if case.receipt is not None else case.receipts
    origin = None if case.origin is None else case.origin.decode()
    witnesses = [*map(witness_key, case.witnesses)]
    keys = [case.key] if case.key else []
    return bundles.Given(keys, receipts, origin, case.entropy, witnesses, case.quorum, case.actions, case.asked_at)


def by_second(cases: Iterable[Case]) -> list[Said]:
    """What the verifier in JavaScript says of each."""
    return asked([(case, [None]) for case in cases])


def by_second_changed(case: Case, changes: Sequence[Change]) -> list[Said]:
    """What it says of a bundle after each of these changes of one byte."""
    return asked([(case, list(changes))])


def asked(cases: Iterable[tuple[Case, Sequence[Change | None]]]) -> list[Said]:
    """All of them in one process."""
    questions = [
        {
            "bundle": b64encode(case.bundle).decode(),
            "changes": changes,
            "key": case.key,
            "receipt": case.receipt,
            "origin": case.origin and b64encode(case.origin).decode(),
            "witnesses": case.witnesses,
            "quorum": case.quorum,
            "receipts": case.receipts,
            "entropy": {seat: each.hex() for seat, each in case.entropy.items()},
            "actions": case.actions,
            **({} if case.asked_at is None else {"askedAt": case.asked_at * 1_000}),
        }
        for case, changes in cases
    ]
    command = ["node", "--input-type=module", "-e", DRIVER]
    done = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [Said(report["verified"], report) for report in json.loads(done.stdout)]


def changed(bundle: bytes, change: Change) -> bytes:
    """A bundle with one byte changed."""
    offset, bits = change
    return bundle[:offset] + bytes([bundle[offset] ^ bits]) + bundle[offset + 1 :]


# Bundles


def signed(lines: Sequence[str], signer: Signer = SIGNER) -> bytes:
    """A bundle from header, events and the text of its note."""
    header = canonical(json.loads(lines[0]) | {"key": signer.public.text()})
    note = canonical({"note": signer.note(json.loads(lines[-1])["note"])})
    return "".join(f"{line}\n" for line in (header, *lines[1:-1], note)).encode()


def bundle_of(table: Table, until: int | None = None, audience: Audience = EVERYTHING) -> bytes:
    """The bundle of a table, as an audience gets it."""
    match = table.match
    rows = table.part(table.rows[:until], audience)
    header = {
        "format": FORMAT,
        "id": match.id,
        "game": match.game.id,
        "edition": match.setup.edition,
        "rules_sha256": RULES,
        "key": None,
    }
    return signed(list(write_bundle(header, rows, receipt_text(match.id, len(rows), rows[-1].hash))))


def receipt_of(rows: Sequence[RecordedEvent], version: int, signer: Signer = SIGNER) -> str:
    """The receipt that was given at a version."""
    return signer.note(receipt_text(GAME_ID, version, rows[version - 1].hash))


def resigned(events: Iterable[tuple[dict[str, Any], Any]], header: dict[str, Any]) -> bytes:
    """A bundle of these public and private parts, chained and signed anew, as only the operator can."""
    lines, head = [], genesis(header["id"])
    for public, private in events:
        text = canonical(public)
        head = next_head(head, text)
        lines.append(canonical({"private": private, "public": text}))
    note = canonical({"note": receipt_text(header["id"], len(lines), head)})
    return signed([canonical(header), *lines, note])


def parts(bundle: bytes) -> tuple[dict[str, Any], list[tuple[dict[str, Any], Any]]]:
    """The header of a bundle, and the public and private part of each event."""
    header, *events, _ = (json.loads(line) for line in bundle.decode().splitlines())
    return header, [(json.loads(each["public"]), each["private"]) for each in events]


def with_more(bundle: bytes, *more: dict[str, Any], same_ply: bool = False) -> bytes:
    """The bundle with another ply, or more of the last one."""
    header, events = parts(bundle)
    last = events[-1][0]
    ply = last["ply"] + (not same_ply)
    for position, each in enumerate(more, last["position"] + 1):
        told = {"at": last["at"], "ply": ply, "position": position, "seat": None, "secrets": {}, "v": 1}
        events.append((told | each, {}))
    return resigned(events, header)


# Games


def seated(id: str, seats: int, seed: int, given: int | None = None, kind: type[Table] = Table, **more: Any) -> Table:
    """A game whose first seats added to the shuffle, at a kind of table."""
    game: Game[Any] = CATALOGUE[id]
    random = Random(seed)
    entropy = [random.randbytes(32) if given is None or seat < given else b"" for seat in range(seats)]
    options = more.pop("options", {})
    return kind(
        game, game.setup(more.pop("edition", None), seats, options), random.randbytes(32), entropy, rules=RULES, **more
    )


def played(table: Table, plies: int, seed: int = 1) -> Table:
    """The game played at random, ended by resignations after so many plies."""
    random = Random(seed)
    while table.match.status == "playing":
        if table.match.ply < plies:
            play_on(table, random)
        else:
            table.act(table.match.to_act()[0], Resign())
    return table


def play_on(table: Table, random: Random) -> None:
    """A seat acts at random."""
    seat = table.match.to_act()[0]
    table.act(seat, completed(random.choice(list(table.match.game.legal_actions(table.match.state, seat))), random))


@cache
def table_of(id: str, seats: int = 3, seed: int = 1, plies: int = 60, given: int | None = None) -> Table:
    """A finished game."""
    return played(seated(id, seats, seed, given), plies, seed)


def forked(id: str, plies: int = 12, after: int = 20, options: Any = None) -> Table:
    """A fork of a game that goes on after so many plies, as seat 0 sees it."""
    options = options or {}
    source, random = seated(id, 3, 2, options=options), Random(2)
    for _ in range(after):
        play_on(source, random)
    known = imagine(source.as_seen(0), 0, source.as_seen(SPECTATOR).state, random)
    origin = Origin(source.match.id, source.match.version)
    fork = seated(id, 3, 3, options=options, position=known.position(), forked_from=origin, game_id=FORK_ID)
    return played(fork, plies)


class Silent(Table):
    """A table at which seats 0 and 2 do not open what they committed to."""

    def goes_on(self, decided: Decision | Sequence[Event]) -> list[RecordedEvent]:
        opened = decision_of(self.match, decided).events[0]
        silent = isinstance(opened, EntropyOpened) and opened.seat in (0, 2)
        return [] if silent else super().goes_on(decided)


def voided(id: str, seats: int = 3) -> Table:
    """A game that is void because seats did not open in time."""
    table = seated(id, seats, 1, kind=Silent, options=COMMITTING)
    new = record_ply(table.match, expire(table.match, UNTIL), UNTIL).rows
    table.match = follow(table.match, log_entries(table.match.game.event_types, new))
    table.rows += new
    return table


def take_back(table: Table, back_to: int) -> None:
    """The operator takes a game back."""
    events = correct(table.match, table.rows, "Olga, operator", "All asked for it.", back_to, AT)
    table.rows += record_ply(table.match, events, AT).rows
    table.match = fold(table.game, table.match.id, table.rows)


def ends_of_plies(table: Table) -> list[int]:
    """The versions to which a running game can be taken back."""
    types = [json.loads(row.public)["type"] for row in table.rows]
    begun = min(types.index(each) for each in ("GameStarted", "PositionSet") if each in types)
    return [row.position for row, after in pairwise(table.rows) if row.ply != after.ply and row.position > begun]


def corrected(table: Table, plies: int, every: int, seed: int = 1) -> Table:
    """The game played at random, and taken back by some plies every so many; corrections may be taken back too."""
    random = Random(seed)
    while table.match.status == "playing" and table.match.ply < plies:
        play_on(table, random)
        if table.match.status == "playing" and table.match.ply % every == 0:
            take_back(table, random.choice(ends_of_plies(table)))
    return played(table, plies, seed)


def gathered(id: str, *, leaves: bool, fills: bool = True) -> Table:
    """A game of three seats, one of which is left and taken anew; or a table that does not fill in time."""
    setup = CATALOGUE[id].setup(None, 3, {})
    table = Table(CATALOGUE[id], setup, b"g" * 32, [], rules=RULES, open_until=UNTIL)
    for seat in (0, 1):
        table.sit(seat, bytes([seat] * 32))
    if leaves:
        table.goes_on(leave(table.match, 1))
    if not fills:
        new = record_ply(table.match, expire(table.match, UNTIL), UNTIL).rows
        table.match = follow(table.match, log_entries(table.match.game.event_types, new))
        table.rows += new
        return table
    for seat in (2, 1):
        table.sit(seat, b"")
    return table


def cleared(id: str, *, fills: bool = True) -> Table:
    """A game of three seats whose creator removes a player for another; or a table that is closed then."""
    table = Table(CATALOGUE[id], CATALOGUE[id].setup(None, 3, {}), b"g" * 32, [], rules=RULES, open_until=UNTIL)
    for seat in (0, 1):
        table.sit(seat, bytes([seat] * 32))
    table.goes_on(clear_seat(table.match, 1))
    if not fills:
        table.goes_on(close_table(table.match))
        return table
    for seat in (2, 1):
        table.sit(seat, b"")
    return table


def starting(id: str, plies: int = 30) -> Table:
    """A game of three seats that begins at a certain time."""
    table = Table(CATALOGUE[id], CATALOGUE[id].setup(None, 3, {}), b"g" * 32, [], rules=RULES, open_until=UNTIL)
    for seat in range(3):
        table.goes_on(sit_down(table.match, Sitting(f"player {seat}", seat), UNTIL, AT))
    table.goes_on(expire(table.match, AT))
    return played(table, plies)


def undone(id: str, plies: int = 40) -> Table:
    """A game at random in which a seat takes back what it may, and all agree to go back now and then."""
    table, random = seated(id, 3, 5), Random(5)
    while table.match.ply < plies:
        (seat, *_), version = table.match.to_act(), table.match.version
        play_on(table, random)
        if table.match.ply % 9 == 0:
            for other in table.game.remaining(table.match.state):
                if table.match.version > version:
                    goes_back(table, other, version)
        elif table.match.to_act() == [seat] and table.match.ply % 4 == 0:
            goes_back(table, seat, None)
    return played(table, plies, 5)


def goes_back(table: Table, seat: int, version: int | None) -> None:
    """A seat takes back, or agrees to."""
    with suppress(Rejected):
        events = undo.take_back(table.match, table.rows, seat, version, AT)
        table.rows += record_ply(table.match, events, AT).rows
        table.match = fold(table.game, table.match.id, table.rows)


def recorded(path: Path) -> bytes:
    """The bundle of a recorded game."""
    about, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    events = [(json.loads(line["public"]), line["private"]) for line in lines]
    data = events[0][0]["data"]
    named = {name: data.get(name) for name in ("game", "edition", "rules_sha256")}
    return resigned(events, named | {"format": FORMAT, "id": about["id"], "key": None})


def counts_of_types(bundle: bytes) -> Counter[str]:
    """How often each type of event stands in a bundle."""
    return Counter(public["type"] for public, _ in parts(bundle)[1])


def every_change(bundle: bytes, bits: Iterable[int]) -> Iterator[Change]:
    """Every byte changed in each of these ways."""
    for each in bits:
        yield from ((offset, each) for offset in range(len(bundle)))
