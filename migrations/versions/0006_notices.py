"""Notifications outside the service: an outbox, webhooks and their deliveries, mail, calendars."""

from alembic import op

revision = "0006"
down_revision = "0005"

# Every append writes a line of the outbox; the worker turns it into deliveries and takes it away.
WEBHOOKS = """
create table outbox (
    game_id uuid not null,
    version int not null,
    first int not null,
    turns smallint[] not null default '{}',
    at timestamptz not null default now(),
    primary key (game_id, version)
);

create table webhooks (
    id uuid primary key default uuidv7(),
    player_id uuid not null references players,
    url text not null,
    secret text not null,
    games uuid[],
    events text[],
    my_turn boolean not null,
    format text not null check (format in ('standard', 'discord', 'slack', 'ntfy')),
    language text not null,
    created_at timestamptz not null default now(),
    failing_since timestamptz,
    disabled_at timestamptz,
    disabled_because text
);
create index webhooks_player on webhooks (player_id);
create index webhooks_games on webhooks using gin (games);

create table deliveries (
    id uuid primary key default uuidv7(),
    webhook_id uuid not null references webhooks on delete cascade,
    game_id uuid,
    version int,
    media_type text not null,
    body text not null,
    created_at timestamptz not null default now(),
    attempts int not null default 0,
    next_try timestamptz default now(),
    leased_until timestamptz,
    delivered_at timestamptz,
    status int,
    error text
);
create index deliveries_webhook on deliveries (webhook_id, id desc);
create index deliveries_due on deliveries (next_try) where next_try is not null;
create index deliveries_old on deliveries (created_at);
"""

MAIL = """
create table mailboxes (
    player_id uuid primary key references players,
    address text not null,
    digest_minutes int not null,
    language text not null,
    unsubscribe text not null unique,
    code_wanted boolean not null default true,
    code_sent_at timestamptz,
    code_hash bytea,
    code_tries int not null default 0,
    confirmed_at timestamptz,
    next_digest timestamptz,
    leased_until timestamptz
);
create index mailboxes_due on mailboxes (next_digest) where next_digest is not null;
create index mailboxes_to_confirm on mailboxes (player_id) where code_wanted;

create table digests (
    player_id uuid not null references mailboxes on delete cascade,
    game_id uuid not null,
    after int not null,
    until int not null,
    primary key (player_id, game_id)
);
"""

CALENDARS = """
create table calendars (
    player_id uuid primary key references players,
    hash bytea not null unique,
    language text not null,
    created_at timestamptz not null default now()
);
"""

RIGHTS = """
grant select, insert, update, delete on outbox, webhooks, deliveries, mailboxes, digests, calendars
    to cartulary_service;
"""


def upgrade() -> None:
    for each in (WEBHOOKS, MAIL, CALENDARS, RIGHTS):
        op.execute(each)


def downgrade() -> None:
    for table in ("digests", "mailboxes", "calendars", "deliveries", "webhooks", "outbox"):
        op.execute(f"drop table {table}")
