"""Tokens of sign-in links: short-lived until they are rotated, then as lasting as their maker allows."""

from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    # Null where rotation keeps the end of the token; infinity where the new one has none.
    op.execute("alter table tokens add column ends_after_rotation timestamptz")


def downgrade() -> None:
    op.execute("alter table tokens drop column ends_after_rotation")
