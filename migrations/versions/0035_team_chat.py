"""Chats of partners, beside those of all who look on."""

from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    # Team -1 stands for everybody, as a primary key holds no null. Each chat counts its own messages, so that nothing
    # in one tells of the other.
    op.execute(
        """
        alter table chats add column team smallint not null default -1,
            drop constraint chats_pkey, add primary key (game_id, team);
        alter table chat add column team smallint not null default -1,
            drop constraint chat_pkey, add primary key (game_id, team, message),
            drop constraint chat_game_id_change_key, add unique (game_id, team, change),
            drop constraint chat_game_id_author_key_key, add unique (game_id, team, author, key);
        alter table reading_cursors add column team_message int not null default 0;
        """
    )


def downgrade() -> None:
    op.execute(
        """
        delete from chat where team >= 0;
        delete from chats where team >= 0;
        alter table reading_cursors drop column team_message;
        alter table chat drop constraint chat_game_id_team_author_key_key, add unique (game_id, author, key),
            drop constraint chat_game_id_team_change_key, add unique (game_id, change),
            drop constraint chat_pkey, add primary key (game_id, message), drop column team;
        alter table chats drop constraint chats_pkey, add primary key (game_id), drop column team;
        """
    )
