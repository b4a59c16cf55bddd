"""Up to which message of a game's chat each player has read."""

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.execute("alter table reading_cursors add column message int not null default 0")


def downgrade() -> None:
    op.execute("alter table reading_cursors drop column message")
