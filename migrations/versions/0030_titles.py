"""Titles of tables, beside the record, so that they are erased with the account of who wrote them; languages."""

from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.execute(
        """
        create table titles (
            game_id uuid primary key,
            player_id uuid not null references players,
            title text not null check (char_length(title) between 1 and 60)
        );
        create index titles_player on titles (player_id);
        grant select, insert, update, delete on titles to cartulary_service;
        grant select on titles to cartulary_public;

        alter table games add column language text check (language in ('en', 'ru', 'uk', 'ko'));
        """
    )


def downgrade() -> None:
    op.execute(
        """
        alter table games drop column language;
        drop table titles;
        """
    )
