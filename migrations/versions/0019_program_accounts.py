"""Accounts of programs, search by handle, and labels and last use of tokens."""

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.execute(
        """
        alter table players add column bot boolean not null default false;
        update players set bot = true where skeleton like 'bot %';
        create index players_handle on players (handle text_pattern_ops) where handle is not null;
        grant select (bot) on players to cartulary_public;
        alter table tokens add column label text, add column used_at timestamptz;
        """
    )


def downgrade() -> None:
    op.execute(
        """
        alter table tokens drop column label, drop column used_at;
        drop index players_handle;
        alter table players drop column bot;
        """
    )
