"""Games that requests with an idempotency key have created."""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.execute(
        """
        create table creations (
            player_id uuid not null references players,
            key text not null,
            fingerprint bytea not null,
            created uuid not null,
            created_at timestamptz not null default now(),
            primary key (player_id, key)
        );
        grant select, insert, delete on creations to cartulary_service;
        """
    )


def downgrade() -> None:
    op.execute("drop table creations")
