"""Seats that a substitute may take, and the parts of players who have given up their seats."""

from alembic import op

revision = "0037"
down_revision = "0031"


def upgrade() -> None:
    op.execute(
        """
        alter table games add column vacant smallint[] not null default '{}';
        create index games_vacant on games (id desc) where vacant <> '{}';

        alter table player_games drop constraint player_games_pkey, add primary key (game_id, player_id),
            alter column result drop not null, drop constraint player_games_departure_check,
            add check (
                departure in ('stayed', 'conceded', 'resigned', 'timed_out', 'replaced', 'handed_over')
            );
        """
    )


def downgrade() -> None:
    op.execute(
        """
        delete from player_games where result is null or departure = 'handed_over';
        alter table player_games drop constraint player_games_pkey, add primary key (game_id, seat),
            alter column result set not null, drop constraint player_games_departure_check,
            add check (departure in ('stayed', 'conceded', 'resigned', 'timed_out', 'replaced'));
        drop index games_vacant;
        alter table games drop column vacant;
        """
    )
