"""The transparency log: its entries, the hashes above them, its checkpoints, and what witnesses have cosigned."""

from alembic import op
from alembic.util import CommandError

revision = "0038"
down_revision = "0037"

GAMES = """
alter table games add column logged smallint not null default 0, add column logged_end xid8;
create index games_to_log on games (id) where
    logged = 0 or (logged = 1 and status in ('playing', 'finished'))
    or (ended_in is not null and ended_in is distinct from logged_end);
"""

# Salts of private games are for who may read the game: the role that serves everybody does not see them.
LOG = """
create table log_entries (
    place bigint primary key,
    game_id uuid not null,
    version int not null,
    entry text not null,
    hash bytea not null,
    salt bytea,
    unique (game_id, version)
);
create table log_hashes (
    level smallint not null,
    place bigint not null,
    hash bytea not null,
    primary key (level, place)
);
create table log_checkpoints (
    size bigint primary key,
    note text not null,
    made_at timestamptz not null default now()
);
create index log_checkpoints_newest on log_checkpoints (made_at);
create table log_cosignatures (
    size bigint not null references log_checkpoints,
    witness text not null,
    line text not null,
    primary key (size, witness)
);
grant select, insert on log_entries, log_hashes, log_checkpoints, log_cosignatures to cartulary_service;
grant select on log_hashes, log_checkpoints, log_cosignatures to cartulary_public;
grant select (place, game_id, version, entry, hash) on log_entries to cartulary_public;
"""


def upgrade() -> None:
    op.execute(GAMES)
    op.execute(LOG)


def downgrade() -> None:
    raise CommandError("There is no way back from this migration: a log that begins anew would be no log.")
