"""The archive: of each finished game, when each kind of event happened first."""

from alembic import op

revision = "0012"
down_revision = "0011"

ARCHIVE = """
alter table games add column turns int;
create index games_to_note on games (id) where status = 'finished' and turns is null;
create index games_ended_by on games ((result->>'kind'), id desc) where status = 'finished';
create index games_decided_by on games using gin ((result->'decided_by')) where status = 'finished';

create table milestones (
    game_id uuid not null,
    event text not null,
    turn int not null,
    times int not null,
    primary key (game_id, event)
);
create index milestones_event on milestones (event, turn, game_id);

grant select, insert on milestones to cartulary_service;
grant select on milestones to cartulary_public;
"""


def upgrade() -> None:
    op.execute(ARCHIVE)


def downgrade() -> None:
    op.execute("drop table milestones; drop index games_to_note, games_ended_by, games_decided_by")
    op.execute("alter table games drop column turns")
