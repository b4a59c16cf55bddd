"""Fills the lists, and nothing else: games with their seats and milestones again under other ids, by other players.

`python -m bench.copies GAMES`, in `DATABASE_URL`, which `bench.fill` has filled. The copies have no events: they are
there to be listed and searched for, not to be looked at.
"""

import os
from typing import Final

import click
import psycopg

COLUMNS: Final = (
    "game, edition, seats, options, sandbox, status, version, ply, result, to_act, created_at, updated_at, turns"
)
COPY: Final = (
    """
    create temp table moved on commit drop as
    select id as old, uuidv7(-random() * interval '1 year') as new from originals
    """,
    "create temp table others on commit drop as select id as old, uuidv7() as new, name from people",
    "insert into players (id, name) select new, name from others",
    f"insert into games (id, {COLUMNS}) select new, {COLUMNS} from moved join games on id = old",
    """
    insert into game_seats (game_id, seat, player_id)
    select moved.new, seat, others.new from game_seats
    join moved on game_id = moved.old join others on player_id = others.old
    """,
    """
    insert into milestones (game_id, event, turn, times)
    select new, event, turn, times from milestones join moved on game_id = old
    """,
)


@click.command()
@click.argument("number", type=click.IntRange(min=1))
def main(number: int) -> None:
    """Add copies until there are so many games."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as session:
        session.execute("create temp table originals as select id from games")
        session.execute("create temp table people as select id, name from players")
        while count(session) < number:
            with session.transaction():
                for statement in COPY:
                    session.execute(statement)
        for table in ("games", "game_seats", "milestones", "players"):
            session.execute(f"vacuum (freeze, analyze) {table}")


def count(session: psycopg.Connection) -> int:
    """Count the games."""
    row = session.execute("select count(*) from games").fetchone()
    assert row is not None
    return int(row[0])


if __name__ == "__main__":
    main()
