"""Seats whose cards a delegate has seen."""

from alembic import op

revision = "0052"
down_revision = "0051"


def upgrade() -> None:
    op.execute(
        """
        create table seen_seats (
            game_id uuid,
            player_id uuid,
            seat smallint,
            seen_at timestamptz not null default clock_timestamp(),
            primary key (game_id, player_id, seat)
        );
        create index seen_seats_of on seen_seats (player_id);
        -- Nobody knows who of the delegates of games that are played has looked.
        insert into seen_seats (game_id, player_id, seat, seen_at)
        select s.game_id, d.delegate, s.seat, min(d.created_at)
        from delegations d
        join game_seats s on s.player_id = d.owner and s.game_id = coalesce(d.game_id, s.game_id)
        join games g on g.id = s.game_id and g.status = 'playing'
        where least(d.until, d.revoked_at) > (select max(t.taken_at) from game_seats t where t.game_id = g.id)
        group by s.game_id, d.delegate, s.seat;
        grant select, insert, delete on seen_seats to cartulary_service;
        """
    )


def downgrade() -> None:
    op.execute("drop table seen_seats")
