"""Runs of the check that redaction leaves nothing in that an audience may not see."""

from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.execute(
        """
        create table redaction_runs (
            id bigint generated always as identity primary key,
            started_at timestamptz not null default clock_timestamp(),
            finished_at timestamptz,
            games int not null default 0,
            events int not null default 0,
            leaks int not null default 0
        );
        grant select, insert, update on redaction_runs to cartulary_service;
        grant select on redaction_runs to cartulary_public;
        """
    )


def downgrade() -> None:
    op.execute("drop table redaction_runs")
