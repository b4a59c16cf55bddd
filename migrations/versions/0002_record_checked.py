"""Deadlines, the order in which games end, and what the checks of the whole record found."""

from alembic import op
from alembic.util import CommandError

revision = "0002"
down_revision = "0001"

# Games are exported in the order in which they ended; a transaction id, unlike a time, tells what is still to come.
GAMES = """
alter table games add column deadline timestamptz, add column ended_in xid8;
update games set ended_in = pg_current_xact_id() where result is not null;
create index games_deadline on games (deadline) where deadline is not null;
create index games_ended on games (ended_in, id) where ended_in is not null;
"""

AUDITS = """
create table audit_runs (
    id bigint generated always as identity primary key,
    everything boolean not null,
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    games bigint not null default 0,
    events bigint not null default 0,
    mismatches bigint not null default 0
);

create table audits (
    game_id uuid primary key,
    version int not null,
    rules_sha256 text not null,
    outcome text not null check (outcome in ('same', 'differs', 'illegal', 'broken')),
    position int,
    words text not null,
    checked_at timestamptz not null default clock_timestamp()
);
create index audits_mismatch on audits (game_id) where outcome <> 'same';

grant select, insert, update on audit_runs, audits to cartulary_service;
grant select on audit_runs to cartulary_public;
grant select (game_id, version, outcome, position, checked_at) on audits to cartulary_public;
"""


def upgrade() -> None:
    op.execute(GAMES)
    op.execute(AUDITS)


def downgrade() -> None:
    raise CommandError("There is no way back from this migration: the order in which games ended would be lost.")
