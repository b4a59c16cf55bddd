"""The first tables, the two roles that serve, and their rights."""

from alembic import op
from alembic.util import CommandError

revision = "0001"
down_revision = None

PLAYERS = """
create table players (
    id uuid primary key default uuidv7(),
    name text not null,
    created_at timestamptz not null default now()
);

create table tokens (
    id uuid primary key default uuidv7(),
    player_id uuid not null references players,
    hash bytea not null unique,
    scopes text[] not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    created_at timestamptz not null default now()
);
create index tokens_player on tokens (player_id);
"""

# The ids are uuidv7, so their order is the order of time.
GAMES = """
create table games (
    id uuid primary key default uuidv7(),
    game text not null,
    edition text not null,
    seats smallint not null,
    options jsonb not null default '{}',
    sandbox boolean not null default false,
    status text not null check (status in ('open', 'playing', 'finished', 'abandoned')),
    version int not null default 0,
    ply int not null default 0,
    result jsonb,
    created_by uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create index games_status_newest on games (status, id desc);
create index games_game_newest on games (game, id desc);

create table game_seats (
    game_id uuid not null,
    seat smallint not null,
    player_id uuid not null,
    taken_at timestamptz not null default now(),
    primary key (game_id, seat),
    unique (game_id, player_id)
);
create index game_seats_player_newest on game_seats (player_id, game_id desc);
"""

# No foreign key to games: an append would then lock the game's row, and the primary key is the only lock.
EVENTS = """
create table events (
    game_id uuid not null,
    position int not null,
    ply int not null,
    type text not null,
    v smallint not null,
    seat smallint,
    public text not null,
    private text,
    hash bytea not null,
    recorded_at timestamptz not null default now(),
    constraint events_pkey primary key (game_id, position)
);

create table idempotency_keys (
    game_id uuid not null,
    player_id uuid not null,
    key text not null,
    fingerprint bytea not null,
    version int not null,
    ply int not null,
    repeats int not null default 0,
    created_at timestamptz not null default now(),
    primary key (game_id, player_id, key)
);
"""

# Roles belong to the whole server: another database may have made them, or be making them now.
ROLE = """
do $$ begin
    create role {role} nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
    if not pg_has_role(current_user, '{role}', 'set') then
        grant {role} to current_user;
    end if;
exception when unique_violation then null;
end $$;
"""

RIGHTS = """
grant select, insert on events to cartulary_service;
grant select, insert, update on players, tokens, games, game_seats, idempotency_keys to cartulary_service;
grant delete on game_seats to cartulary_service;

grant select on games, game_seats to cartulary_public;
grant select (id, name) on players to cartulary_public;
grant select (game_id, position, ply, type, v, seat, public, hash, recorded_at)
    on events to cartulary_public;
"""


def upgrade() -> None:
    require_postgresql_18()
    op.execute(PLAYERS)
    op.execute(GAMES)
    op.execute(EVENTS)
    op.execute(ROLE.format(role="cartulary_service"))
    op.execute(ROLE.format(role="cartulary_public"))
    op.execute(RIGHTS)


def downgrade() -> None:
    raise CommandError("There is no way back from the first migration: it would drop every recorded game.")


def require_postgresql_18() -> None:
    version = op.get_bind().exec_driver_sql("show server_version_num").scalar_one()
    if int(version) < 180_000:
        raise CommandError("Cartulary needs PostgreSQL 18 or newer; this server is older.")
