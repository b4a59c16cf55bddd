"""Counts of the archive: what the rows of its figures add up to, by game, edition, seats and group."""

from alembic import op

revision = "0047"
down_revision = "0046"


def upgrade() -> None:
    # The rows are no longer summed up for each request, so their index goes.
    op.execute(
        """
        drop index archive_figures_by_game;
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
        grant select, insert, update, delete on archive_counts to cartulary_service;
        grant select on archive_counts to cartulary_public;
        insert into archive_counts (game, edition, seats, name, value, games, wins)
        select f.game, f.edition, f.seats, counted.name, counted.value, count(*), count(*) filter (where f.won)
        from archive_figures f cross join lateral (values
            ('seat', f.seat::text, true),
            ('opening', f.opening, f.opening is not null),
            ('edition', f.edition, f.began),
            ('length', (f.turns / 10)::text, f.began)
        ) as counted (name, value, counts)
        where counted.counts
        group by 1, 2, 3, 4, 5;
        """
    )


def downgrade() -> None:
    op.execute(
        """
        drop table archive_counts;
        create index archive_figures_by_game on archive_figures (game, edition, seats)
            include (seat, turns, opening, began, won);
        """
    )
