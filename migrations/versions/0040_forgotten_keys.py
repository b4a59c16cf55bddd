"""Idempotency keys of games that are over are forgotten after some days."""

from alembic import op

revision = "0040"
down_revision = "0038"


def upgrade() -> None:
    # By id, not by time: the time of a game changes with each action, which an index of it would make dearer.
    op.execute(
        """
        alter table games add column keys_forgotten boolean not null default false;
        create index games_with_keys on games (id)
            where status in ('finished', 'abandoned') and not keys_forgotten;
        grant delete on idempotency_keys to cartulary_service;
        """
    )


def downgrade() -> None:
    op.execute(
        """
        revoke delete on idempotency_keys from cartulary_service;
        drop index games_with_keys;
        alter table games drop column keys_forgotten;
        """
    )
