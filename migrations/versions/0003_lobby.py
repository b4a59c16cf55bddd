"""Private games and invitations, rematches, whom a game waits for, and for whom a bot plays."""

from alembic import op
from alembic.util import CommandError

revision = "0003"
down_revision = "0002"

LOBBY = """
alter table games add column private boolean not null default false,
    add column to_act smallint[] not null default '{}', add column bots smallint[] not null default '{}';
create index games_bots on games (id) where bots <> '{}';

create table invites (
    game_id uuid not null,
    id uuid not null default uuidv7(),
    hash bytea not null,
    seat smallint,
    created_by uuid not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz,
    primary key (game_id, id),
    unique (game_id, hash)
);

create table rematches (
    game_id uuid primary key,
    rematch_id uuid not null
);

grant select, insert, update on invites to cartulary_service;
grant select, insert on rematches to cartulary_service;
grant select on rematches to cartulary_public;
"""


def upgrade() -> None:
    op.execute(LOBBY)


def downgrade() -> None:
    raise CommandError("There is no way back from this migration: private games would become public.")
