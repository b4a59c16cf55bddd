"""Who waits for bots and analyses, and who has asked for them: so that the worker takes turns."""

from alembic import op

revision = "0049"
down_revision = "0048"


def upgrade() -> None:
    op.execute(
        """
        alter table games add column people smallint;

        create table search_bots (
            bot uuid primary key,
            player_id uuid,
            game_id uuid not null
        );
        create index search_bots_of on search_bots (player_id);
        insert into search_bots (bot, player_id, game_id)
        select p.id, g.created_by, g.id
        from games g join game_seats s on s.game_id = g.id join players p on p.id = s.player_id
        where g.status in ('open', 'playing') and p.bot and p.name like 'Bot (search-%)';
        grant select, insert, update, delete on search_bots to cartulary_service;
        grant select (bot) on search_bots to cartulary_public;

        alter table analyses add column requested_by uuid;
        create index analyses_of on analyses (requested_by, leased_until);
        """
    )


def downgrade() -> None:
    op.execute(
        """
        drop index analyses_of;
        alter table analyses drop column requested_by;
        drop table search_bots;
        alter table games drop column people;
        """
    )
