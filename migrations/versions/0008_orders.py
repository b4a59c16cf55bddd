"""Standing orders: what players have asked for beforehand in their games."""

from alembic import op

revision = "0008"
down_revision = "0007"

# `since` is the version at which the order was given, `looked` the one up to which it was judged.
ORDERS = """
create table orders (
    id uuid primary key default gen_random_uuid(),
    number bigint generated always as identity,
    game_id uuid not null,
    player_id uuid not null references players,
    seat smallint not null,
    condition text not null,
    action text,
    since int not null,
    looked int not null,
    met boolean not null default false,
    status text not null default 'waiting' check (status in ('waiting', 'fired', 'cancelled')),
    fired_at int,
    firings int not null default 0,
    rule text,
    reason text,
    given_at timestamptz not null default now(),
    check ((status = 'cancelled') = (reason is not null))
);
create index orders_waiting on orders (game_id, number) where status = 'waiting';
create index orders_player on orders (player_id, game_id, number);
"""

# What an order waits for is private: the public role reads nothing of it.
RIGHTS = """
grant select, insert, delete on orders to cartulary_service;
grant update (looked, met, status, fired_at, firings, rule, reason) on orders to cartulary_service;
"""


def upgrade() -> None:
    op.execute(ORDERS)
    op.execute(RIGHTS)


def downgrade() -> None:
    op.execute("drop table orders")
