"""Players who act for others, who have gone, and how far each has read."""

from alembic import op
from alembic.util import CommandError

revision = "0004"
down_revision = "0003"

PLAYERS = """
alter table players add column deleted_at timestamptz;

create table delegations (
    owner uuid not null references players,
    id uuid not null default uuidv7(),
    delegate uuid not null references players,
    game_id uuid,
    until timestamptz not null,
    revoked_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (owner, id)
);
create index delegations_delegate on delegations (delegate) where revoked_at is null;

create table reading_cursors (
    game_id uuid not null,
    player_id uuid not null,
    version int not null,
    primary key (game_id, player_id)
);

grant select, insert, update on reading_cursors to cartulary_service;
grant select, insert, update on delegations to cartulary_service;
grant select (owner, delegate, game_id, until, revoked_at, created_at) on delegations to cartulary_public;
"""


def upgrade() -> None:
    op.execute(PLAYERS)


def downgrade() -> None:
    raise CommandError("There is no way back from this migration: who has gone would be forgotten.")
