"""Pace of each game by its clock, for the lobby."""

from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    # The bands are those of games/pace.py at this revision. A table opened meanwhile by the version before
    # counts as one without a clock.
    op.execute(
        """
        alter table games add column pace text not null default 'none'
            check (pace in ('none', 'live', 'daily', 'slow'));
        update games g set pace = case
                when (e.public::jsonb #>> '{data,clock,seconds}')::int <= 3 * 3600 then 'live'
                when (e.public::jsonb #>> '{data,clock,seconds}')::int <= 86400 then 'daily'
                else 'slow'
            end
        from events e
        where e.game_id = g.id and e.position = 1 and e.public::jsonb #>> '{data,clock,seconds}' is not null;
        """
    )


def downgrade() -> None:
    op.execute("alter table games drop column pace")
