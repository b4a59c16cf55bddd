"""The data card of the Parquet export: counts, columns, what is left out, known biases."""

from collections.abc import Iterator
from typing import Final

from cartulary_parquet.export import Summary
from cartulary_parquet.schema import TABLES, VERSION, TableSchema

NAME: Final = "README.md"
TEXT: Final = """# Data card: games of this service

{intro} Schema version {version}.

Each table is a folder of Parquet files, by the month in which games ended: `games/month=2026-11/part-0000.parquet`.

## Contents

{contents}

{rows}

## Left out

- Games that are running, and private games.
- Names, titles, chat, notes and mail addresses. A player is a UUID, the same as in the API, which tells
  the player's present name. Treat the ids as personal data.
- Ratings, and what players did outside their games.

## Known biases

- Players choose their opponents, their seats and when to resign. Only organisers assign seats.
- Many games are played by bots (`results.bot`), and a bot that another program runs is not marked.
- Games that ended early by resignation are shorter than the game would have been.
- Sandboxes (`games.sandbox`) begin in the middle. Leave them out of statistics on whole games.
- Months are those of the end, so the newest month is incomplete, and long games stand in late months.
- Rules have revisions and editions. Compare games of one edition and revision.

## Licence

The operator of the service states the licence of the data; the export states none.

## Tables

{tables}
"""


def write_card(summary: Summary) -> str:
    """Return the card as Markdown."""
    months = sorted({month for _, month in summary.games})
    total = sum(summary.games.values())
    span = f", which ended from {months[0]} to {months[-1]}" if months else ""
    return TEXT.format(
        intro=f"{total} public games{span}.",
        version=VERSION,
        contents=table(
            ("game", "month", "games"), (f"{game} | {month} | {count}" for game, month, count in by_month(summary))
        ),
        rows=table(("table", "rows"), (f"{name} | {count}" for name, count in summary.rows.items())),
        tables="\n\n".join(map(describe, TABLES)),
    )


def by_month(summary: Summary) -> Iterator[tuple[str, str, str]]:
    for (game, month), count in sorted(summary.games.items()):
        yield game, month, str(count)


def describe(schema: TableSchema) -> str:
    """Describe a table and its columns."""
    rows = (f"`{each.name}` | {each.type}{', or null' * each.nullable} | {each.meaning}" for each in schema.columns)
    return f"### {schema.name}\n\n{schema.meaning}\n\n{table(('column', 'type', 'meaning'), rows)}"


def table(heads: tuple[str, ...], rows: Iterator[str]) -> str:
    lines = [" | ".join(heads), "|".join("---" for _ in heads), *rows]
    return "\n".join(f"| {line} |" if "---" not in line else f"|{line}|" for line in lines)
