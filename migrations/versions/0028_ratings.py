"""Ratings of players who have opted in."""

from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    # Periods stay when they have ended: which games are rated follows from them, whenever ratings are made again.
    op.execute(
        """
        create table rating_periods (
            player_id uuid not null references players,
            since timestamptz not null default now(),
            until timestamptz,
            primary key (player_id, since)
        );
        create unique index rating_periods_open on rating_periods (player_id) where until is null;

        create table rated_games (
            game_id uuid not null primary key,
            game text not null,
            ended_at timestamptz not null,
            applied boolean not null default false
        );
        create index rated_games_in_order on rated_games (game, ended_at, game_id);
        create index rated_games_to_apply on rated_games (game) where not applied;

        create table ratings (
            player_id uuid not null references players,
            game text not null,
            mu float8 not null,
            sigma float8 not null,
            games int not null,
            primary key (player_id, game)
        );
        grant select, insert, update on rating_periods to cartulary_service;
        grant select, insert, update, delete on rated_games, ratings to cartulary_service;
        grant select on rating_periods, rated_games, ratings to cartulary_public;
        """
    )


def downgrade() -> None:
    op.execute("drop table rating_periods, rated_games, ratings")
