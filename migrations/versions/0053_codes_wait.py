"""Codes for an address that wait until it may get another."""

from alembic import op

revision = "0053"
down_revision = "0052"


def upgrade() -> None:
    op.execute(
        """
        alter table mailboxes add column code_wanted_at timestamptz not null default now(),
            add column code_after timestamptz;
        """
    )


def downgrade() -> None:
    op.execute("alter table mailboxes drop column code_wanted_at, drop column code_after")
