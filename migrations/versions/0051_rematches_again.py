"""Rematches that take the place of an abandoned one."""

from alembic import op

revision = "0051"
down_revision = "0050"


def upgrade() -> None:
    op.execute("grant update (rematch_id) on rematches to cartulary_service")


def downgrade() -> None:
    op.execute("revoke update (rematch_id) on rematches from cartulary_service")
