"""A muted player may be blocked as well: the two are not seated at one table."""

from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.execute(
        """
        alter table mutes add column blocked boolean not null default false;
        grant update on mutes to cartulary_service;
        """
    )


def downgrade() -> None:
    op.execute(
        """
        revoke update on mutes from cartulary_service;
        alter table mutes drop column blocked;
        """
    )
