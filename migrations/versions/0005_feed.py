"""The order of all events of all games, so that whoever follows them misses none."""

from alembic import op
from alembic.util import CommandError

revision = "0005"
down_revision = "0004"

# A transaction id tells what may still be committed before an event; a sequence or a time does not.
# What is there already comes before all that follows: 3 is the first id that any transaction ever had. A constant
# touches no row, and the order among them, by game_id, is that of the games' creation.
FEED = """
alter table events add column xid xid8 not null default '3';
alter table events alter column xid set default pg_current_xact_id();
create index events_order on events (xid, game_id, position);
grant select (xid) on events to cartulary_public;
"""


def upgrade() -> None:
    op.execute(FEED)


def downgrade() -> None:
    raise CommandError("There is no way back from this migration: the order over all games would be lost.")
