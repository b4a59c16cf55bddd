"""The seat for which a message to a webhook was written, and the consent by which a program created a table."""

from alembic import op

revision = "0050"
down_revision = "0049"


def upgrade() -> None:
    op.execute("alter table deliveries add column seat smallint")
    op.execute("alter table tagged_games add column consent_id uuid")
    op.execute(
        """
        update deliveries set seat = (body::jsonb -> 'data' ->> 'seat')::smallint
        where game_id is not null and media_type = 'application/json' and body like '%"type":"game.events"%'
        """
    )


def downgrade() -> None:
    op.execute("alter table tagged_games drop column consent_id")
    op.execute("alter table deliveries drop column seat")
