"""An index by which each tick finds the tokens that have just been revoked or have expired."""

from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.execute("create index tokens_end on tokens (least(revoked_at, expires_at))")


def downgrade() -> None:
    op.execute("drop index tokens_end")
