"""Each player's part in finished public games, and tables that ask for a minimum of reliability."""

from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    # The mark keeps the worker from reading games again of which nobody has a row, for all their players are deleted.
    op.execute(
        """
        alter table games add column players_recorded boolean not null default false,
            add column min_reliability smallint check (min_reliability between 1 and 100);
        create index games_to_record on games (id)
            where status in ('finished', 'abandoned') and not players_recorded and not private and not sandbox;

        create table player_games (
            game_id uuid not null,
            seat smallint not null,
            player_id uuid not null references players,
            game text not null,
            edition text not null,
            seats smallint not null,
            ended_at timestamptz not null,
            result text not null check (result in ('won', 'drawn', 'lost', 'void')),
            departure text not null check (departure in ('stayed', 'conceded', 'resigned', 'timed_out', 'replaced')),
            turns_in_time int not null,
            turns_late int not null,
            primary key (game_id, seat)
        );
        create index player_games_newest on player_games (player_id, ended_at desc);
        grant select, insert, delete on player_games to cartulary_service;
        grant select on player_games to cartulary_public;
        """
    )


def downgrade() -> None:
    op.execute(
        """
        drop table player_games;
        drop index games_to_record;
        alter table games drop column players_recorded, drop column min_reliability;
        """
    )
