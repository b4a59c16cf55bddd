"""Who serves may see which migration the database is at."""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.execute("grant select on alembic_version to cartulary_public")


def downgrade() -> None:
    op.execute("revoke select on alembic_version from cartulary_public")
