"""The schema of the Parquet export: four tables, and what each column means."""

from typing import Any, Final, NamedTuple

import pyarrow as pa

VERSION: Final = 1
"""It grows with each change by which an earlier analysis would go wrong."""
TIME: Final = pa.timestamp("us", tz="UTC")


class Column(NamedTuple):
    """A column: its type, its meaning, and whether it may be null."""

    name: str
    type: Any
    meaning: str
    nullable: bool = False


class TableSchema(NamedTuple):
    """A table of the export."""

    name: str
    meaning: str
    columns: tuple[Column, ...]

    def arrow(self) -> Any:
        """Return the schema of its files, with the meanings as metadata."""
        fields = [
            pa.field(each.name, each.type, nullable=each.nullable, metadata={"description": each.meaning})
            for each in self.columns
        ]
        return pa.schema(fields, metadata={"description": self.meaning, "schema_version": str(VERSION)})


GAME_ID: Final = Column("game_id", pa.string(), "UUID of the game")
GAMES: Final = TableSchema(
    "games",
    "One row for each game.",
    (
        GAME_ID,
        Column("game", pa.string(), "Kind of game, as the catalogue names it"),
        Column("edition", pa.string(), "Edition"),
        Column("revision", pa.int32(), "Revision of the rules at the creation"),
        Column("rules_sha256", pa.string(), "Digest of the rules at the creation", nullable=True),
        Column("options", pa.string(), "Options at the creation, as JSON"),
        Column("seats", pa.int32(), "Number of seats"),
        Column("sandbox", pa.bool_(), "Whether the game began from a position that somebody set up"),
        Column("rematch_of", pa.string(), "The game that this one is a rematch of", nullable=True),
        Column("created_at", TIME, "Time of the first event"),
        Column("ended_at", TIME, "Time of the last event; the month of the folder is taken from it"),
        Column("status", pa.string(), "finished, or abandoned: the game is void, often because it never began"),
        Column("kind", pa.string(), "How the game ended; null if it is void", nullable=True),
        Column("winners", pa.list_(pa.int32()), "Seats that won, or that share a draw"),
        Column("decided_by", pa.list_(pa.string()), "What decided it: spheres, or tie-breaks"),
        Column("turns", pa.int32(), "Number of turns that were not taken back"),
        Column("plies", pa.int32(), "Number of plies, those that were taken back too"),
        Column("events", pa.int32(), "Number of events, those that were taken back too"),
    ),
)
PLIES: Final = TableSchema(
    "plies",
    "One row for each ply: the events that one request, or the clock, has caused.",
    (
        GAME_ID,
        Column("ply", pa.int32(), "Number of the ply"),
        Column("position", pa.int32(), "Position of its first event"),
        Column("events", pa.int32(), "Number of its events"),
        Column("type", pa.string(), "Type of its first event"),
        Column("seat", pa.int32(), "Seat of its first event; null if no seat caused it", nullable=True),
        Column("at", TIME, "Time of the ply"),
        Column("turn", pa.int32(), "Number of turns that had begun, this ply included"),
        Column("counts", pa.bool_(), "False if it was taken back, or takes others back"),
    ),
)
EVENTS: Final = TableSchema(
    "events",
    "One row for each event, as the audit bundle of the game has it.",
    (
        GAME_ID,
        Column("position", pa.int32(), "Position in the record, from 1"),
        Column("ply", pa.int32(), "Number of the ply"),
        Column("type", pa.string(), "Type of the event"),
        Column("v", pa.int32(), "Version of the type"),
        Column("seat", pa.int32(), "Seat of the event", nullable=True),
        Column("at", TIME, "Time of the event"),
        Column("counts", pa.bool_(), "False if it was taken back, or takes others back"),
        Column("public", pa.string(), "Public part: canonical JSON, whose `data` has the fields"),
        Column("private", pa.string(), "What was hidden during the game: canonical JSON", nullable=True),
        Column("hash", pa.string(), "Head of the hash chain after the event, in hexadecimal digits"),
    ),
)
RESULTS: Final = TableSchema(
    "results",
    "One row for each player of a game whose seats were all taken.",
    (
        GAME_ID,
        Column("seat", pa.int32(), "Seat"),
        Column("player", pa.string(), "Id of the player; no table has names"),
        Column("bot", pa.string(), "Strategy of a bot that sat down; null for a person", nullable=True),
        Column("result", pa.string(), "won, drawn, lost or void; null for who gave up the seat", nullable=True),
        Column("departure", pa.string(), "stayed, conceded, resigned, timed_out, replaced or handed_over"),
        Column("turns_in_time", pa.int32(), "Turns that ended before the clock ran out"),
        Column("turns_late", pa.int32(), "Deadlines that passed"),
    ),
)
TABLES: Final = (GAMES, PLIES, EVENTS, RESULTS)
