"""Suspended players, messages that the operators have removed, and the log of both."""

from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    # A suspension without an end lasts until infinity.
    op.execute(
        """
        alter table players add column suspended_until timestamptz, add column suspended_because text;
        alter table chat add column removed boolean not null default false;
        grant update (removed) on chat to cartulary_service;

        create table moderation_log (
            id bigint generated always as identity primary key,
            at timestamptz not null default now(),
            action text not null check (action in ('suspend', 'unsuspend', 'remove_message')),
            operator text not null,
            player_id uuid not null references players,
            game_id uuid,
            message int,
            until timestamptz,
            reason text
        );
        create index moderation_log_player on moderation_log (player_id);
        grant select, insert, update (reason) on moderation_log to cartulary_service;
        """
    )


def downgrade() -> None:
    op.execute(
        """
        drop table moderation_log;
        alter table chat drop column removed;
        alter table players drop column suspended_until, drop column suspended_because;
        """
    )
