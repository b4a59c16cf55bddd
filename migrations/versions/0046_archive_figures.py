"""Figures of the archive: a row for each seat of each finished public game."""

from alembic import op

revision = "0046"
down_revision = "0040"


def upgrade() -> None:
    # By game the index has all that the figures are summed up from.
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
        create index archive_figures_by_game on archive_figures (game, edition, seats)
            include (seat, turns, opening, began, won);
        grant select, insert, delete on archive_figures to cartulary_service;
        grant select on archive_figures to cartulary_public;
        """
    )


def downgrade() -> None:
    op.execute("drop table archive_figures")
