"""Analyses of finished games."""

from alembic import op

revision = "0033"
down_revision = "0031"


def upgrade() -> None:
    # Judgements are appended to one row, as they are read together only.
    op.execute(
        """
        create table analyses (
            game_id uuid not null primary key,
            status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
            requested_at timestamptz not null default now(),
            finished_at timestamptz,
            leased_until timestamptz,
            attempts int not null default 0,
            rules_sha256 text,
            moves int,
            judged int not null default 0,
            judgements jsonb not null default '[]'
        );
        create index analyses_to_do on analyses (requested_at, game_id) where status in ('queued', 'running');
        grant select, insert, update, delete on analyses to cartulary_service;
        grant select on analyses to cartulary_public;
        """
    )


def downgrade() -> None:
    op.execute("drop table analyses")
