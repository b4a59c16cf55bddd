"""The seat for which a message to a webhook was written, so that it is sent only to who sees the game from there."""

from alembic import op

revision = "0050"
down_revision = "0049"


def upgrade() -> None:
    op.execute("alter table deliveries add column seat smallint")
    op.execute(
        """
        update deliveries set seat = (body::jsonb -> 'data' ->> 'seat')::smallint
        where game_id is not null and media_type = 'application/json' and body like '%"type":"game.events"%'
        """
    )


def downgrade() -> None:
    op.execute("alter table deliveries drop column seat")
