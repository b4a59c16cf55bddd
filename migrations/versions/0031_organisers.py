"""Organisers whom players have allowed to seat them, and tags of the tables that organisers create."""

from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.execute(
        """
        create table organisers (
            player_id uuid not null references players,
            organiser uuid not null references players,
            allowed_at timestamptz not null default now(),
            primary key (player_id, organiser)
        );
        create index organisers_organiser on organisers (organiser);
        grant select, insert, delete on organisers to cartulary_service;

        create table tags (
            tag text primary key check (tag ~ '^[a-z0-9-]{1,40}$'),
            organiser uuid not null references players
        );
        create index tags_organiser on tags (organiser);
        grant select, insert, delete on tags to cartulary_service;

        create table tagged_games (
            game_id uuid primary key,
            tag text not null,
            first_game uuid not null,
            number smallint not null
        );
        create index tagged_games_tag on tagged_games (tag, game_id desc);
        create index tagged_games_first on tagged_games (first_game);
        grant select, insert, delete on tagged_games to cartulary_service;
        grant select on tagged_games to cartulary_public;
        """
    )


def downgrade() -> None:
    op.execute("drop table tagged_games, tags, organisers")
