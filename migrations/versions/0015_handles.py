"""Handles of players, unique by their skeletons."""

from typing import Any

from alembic import op

from cartulary_service.players import handles

revision = "0015"
down_revision = "0014"

# Anybody without a token is a bot.
PLAYERS = """
select id::text, name, not exists (select from tokens t where t.player_id = p.id) from players p
where deleted_at is null order by id
"""
COLUMNS = "alter table players add column handle text, add column skeleton text"
GIVEN = "create temporary table given (id uuid, handle text, skeleton text) on commit drop"
FILL = """
update players set handle = given.handle, skeleton = given.skeleton from given where players.id = given.id;
create unique index players_skeleton on players (skeleton);
create index players_without_handle on players (id) where handle is null and deleted_at is null;
grant select (handle) on players to cartulary_public;
"""


def upgrade() -> None:
    connection: Any = op.get_bind().connection.driver_connection
    # The handles are chosen before the table is locked, so that the version before goes on meanwhile.
    given = list(handles.of_all(connection.execute(PLAYERS).fetchall()))
    connection.execute(GIVEN)
    with connection.cursor() as cursor, cursor.copy("copy given from stdin") as copy:
        for each in given:
            copy.write_row(each)
    op.execute(COLUMNS)
    op.execute(FILL)


def downgrade() -> None:
    op.execute("alter table players drop column skeleton, drop column handle")
