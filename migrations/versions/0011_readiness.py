"""Right of the serving roles to read the current migration."""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.execute("grant select on alembic_version to cartulary_public")


def downgrade() -> None:
    op.execute("revoke select on alembic_version from cartulary_public")
