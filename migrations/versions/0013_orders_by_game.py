"""Orders are told apart within their game, like everything that belongs to one."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.execute("alter table orders drop constraint orders_pkey, add primary key (game_id, id)")


def downgrade() -> None:
    op.execute("alter table orders drop constraint orders_pkey, add primary key (id)")
