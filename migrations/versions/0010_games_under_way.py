"""Index of the running games that a player has opened."""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.execute("create index games_under_way on games (created_by) where status in ('open', 'playing')")


def downgrade() -> None:
    op.execute("drop index games_under_way")
