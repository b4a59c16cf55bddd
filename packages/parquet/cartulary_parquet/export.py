"""Games that have ended, as Parquet files by month."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from json import loads
from pathlib import Path
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from cartulary.kernel.canonical import canonical
from cartulary.match.events.seating import SeatTaken
from cartulary.match.history import counting
from cartulary.match.participation import list_participations
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent, time_of
from cartulary_parquet.bundles import EndedGame
from cartulary_parquet.schema import TABLES, TableSchema

ROWS_AT_ONCE: Final = 20_000
"""Rows of one table that are kept in memory before they are written."""
Rows = Mapping[str, Sequence[Mapping[str, Any]]]
"""Rows of each table, by its name."""


class Part(NamedTuple):
    """A game with its events, from which all its rows are made."""

    id: str
    match: Match
    record: Sequence[RecordedEvent]
    counted: frozenset[int]
    """Positions of the events that were not taken back."""
    turn_event: str

    @property
    def month(self) -> str:
        return time_of(self.record[-1])[:7]


class Summary(NamedTuple):
    """Counts of what was written, for the data card."""

    games: Mapping[tuple[str, str], int]
    """Number of games by kind and month."""
    rows: Mapping[str, int]
    """Number of rows by table."""


class MonthWriter:
    """Files of one month, one for each table; later files of the same month get the next number."""

    def __init__(self, folder: Path, month: str) -> None:
        self.month = month
        self._rows: dict[str, list[Mapping[str, Any]]] = {each.name: [] for each in TABLES}
        self._files = {each.name: open_file(folder, each, month) for each in TABLES}

    def add(self, rows: Rows) -> None:
        """Keep the rows of a game, and write what has gathered if it is much."""
        for name, new in rows.items():
            self._rows[name].extend(new)
        if max(map(len, self._rows.values())) >= ROWS_AT_ONCE:
            self._flush()

    def close(self) -> None:
        self._flush()
        for file in self._files.values():
            file.close()

    def _flush(self) -> None:
        for name, rows in self._rows.items():
            if rows:
                self._files[name].write_table(pa.Table.from_pylist(rows, schema=self._files[name].schema))
                rows.clear()


def open_file(folder: Path, table: TableSchema, month: str) -> Any:
    """Open the next file of a table and month."""
    place = folder / table.name / f"month={month}"
    place.mkdir(parents=True, exist_ok=True)
    return pq.ParquetWriter(place / f"part-{len([*place.iterdir()]):04}.parquet", table.arrow(), compression="zstd")


def write(ended: Iterable[EndedGame], folder: Path) -> Summary:
    """Write all tables into an empty folder, game by game in the order of their ends."""
    games: dict[tuple[str, str], int] = {}
    counts = {each.name: 0 for each in TABLES}
    writer: MonthWriter | None = None
    for part in map(make_part, ended):
        if writer is None or writer.month != part.month:
            if writer is not None:
                writer.close()
            writer = MonthWriter(folder, part.month)
        rows = rows_of(part)
        writer.add(rows)
        (row,) = rows["games"]
        games[row["game"], part.month] = games.get((row["game"], part.month), 0) + 1
        counts = {name: count + len(rows[name]) for name, count in counts.items()}
    if writer is not None:
        writer.close()
    return Summary(games, counts)


def make_part(ended: EndedGame) -> Part:
    counted = frozenset(row.position for row in counting(ended.rows))
    return Part(ended.match.id, ended.match, ended.rows, counted, ended.match.game.begins_turn.NAME)


def rows_of(part: Part) -> Rows:
    """Return the rows of one game in each table."""
    return {
        "games": [game_row(part)],
        "plies": [*ply_rows(part)],
        "events": [event_row(part, row) for row in part.record],
        "results": [*result_rows(part)],
    }


def game_row(part: Part) -> dict[str, Any]:
    created, result = loads(part.record[0].public)["data"], part.match.result
    assert result is not None
    return {
        "game_id": part.id,
        **{name: created[name] for name in ("game", "edition", "seats", "sandbox")},
        "rules_sha256": created["rules_sha256"],
        "rematch_of": created["rematch_of"],
        "revision": created["revision"],
        "options": canonical(created["options"]),
        "created_at": moment_of(part.record[0]),
        "ended_at": moment_of(part.record[-1]),
        "status": part.match.status,
        "kind": part.match.result_kind,
        "winners": [*result.winners],
        "decided_by": [*result.decided_by],
        "turns": sum(row.type == part.turn_event for row in part.record if row.position in part.counted),
        "plies": part.record[-1].ply,
        "events": len(part.record),
    }


def ply_rows(part: Part) -> Iterator[dict[str, Any]]:
    turn = 0
    for ply, group in groupby(part.record, key=lambda row: row.ply):
        rows = [*group]
        first, counts = rows[0], rows[0].position in part.counted
        turn += counts and sum(row.type == part.turn_event for row in rows)
        yield {
            "game_id": part.id,
            "ply": ply,
            "position": first.position,
            "events": len(rows),
            "type": first.type,
            "seat": first.seat,
            "at": moment_of(first),
            "turn": turn,
            "counts": counts,
        }


def event_row(part: Part, row: RecordedEvent) -> dict[str, Any]:
    same = {name: getattr(row, name) for name in ("position", "ply", "type", "v", "seat", "public", "private")}
    counts = row.position in part.counted
    return {"game_id": part.id, **same, "at": moment_of(row), "counts": counts, "hash": row.hash.hex()}


def result_rows(part: Part) -> Iterator[dict[str, Any]]:
    taken = [(row.seat, loads(row.public)["data"]) for row in part.record if row.type == SeatTaken.NAME]
    bots = {(seat, data["player"]): data["bot"] for seat, data in taken}
    for each in list_participations(part.match.game, part.id, part.record):
        yield {"game_id": part.id, **each._asdict(), "bot": bots.get((each.seat, each.player))}


def moment_of(row: RecordedEvent) -> datetime:
    return datetime.fromisoformat(time_of(row))
