"""Figures of the archive: a row for each seat of each finished public game, and what they add up to."""

from alembic import op

revision = "0046"
down_revision = "0040"


def upgrade() -> None:
    op.execute(
        """
        create table archive_figures (
            game_id uuid not null,
            seat smallint not null,
            game text not null,
            edition text not null,
            seats smallint not null,
            turns int not null,
            opening text,
            began boolean not null,
            won boolean not null,
            primary key (game_id, seat)
        );
        create table archive_counts (
            game text not null,
            edition text not null,
            seats smallint not null,
            name text not null,
            value text not null,
            games int not null,
            wins int not null,
            primary key (game, edition, seats, name, value)
        );
        grant select, insert, delete on archive_figures to cartulary_service;
        grant select, insert, update, delete on archive_counts to cartulary_service;
        grant select on archive_figures, archive_counts to cartulary_public;
        """
    )


def downgrade() -> None:
    op.execute("drop table archive_counts, archive_figures")
