"""Token buckets: how much each caller may still ask for, over all workers."""

from alembic import op

revision = "0009"
down_revision = "0008"

# Unlogged: after a crash every bucket is full again, and no request waits for a disk.
BUCKETS = """
create unlogged table buckets (
    rule text not null,
    subject text not null,
    tokens double precision not null,
    granted int not null,
    at timestamptz not null,
    primary key (rule, subject)
);
create index buckets_at on buckets (at);
grant select, insert, update, delete on buckets to cartulary_service;
"""


def upgrade() -> None:
    op.execute(BUCKETS)


def downgrade() -> None:
    op.execute("drop table buckets")
