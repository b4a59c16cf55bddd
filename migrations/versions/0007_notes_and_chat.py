"""Texts of players: private notes, chats of games, and mutes."""

from alembic import op

revision = "0007"
down_revision = "0006"

NOTES = """
create table notes (
    game_id uuid not null,
    player_id uuid not null references players,
    version int not null check (version >= 0),
    text text not null check (char_length(text) between 1 and 2000),
    written_at timestamptz not null default now(),
    primary key (game_id, player_id, version)
);
create index notes_player on notes (player_id, game_id);
"""

# The line of a chat counts, and is the lock by which numbers are committed in their own order. A message's number
# stays; the number of its last change, which streams follow, is a new one when it is erased.
CHAT = """
create table chats (
    game_id uuid primary key,
    messages int not null,
    changes int not null
);

create table chat (
    game_id uuid not null,
    message int not null check (message > 0),
    change int not null,
    author uuid not null references players,
    text text check (char_length(text) between 1 and 2000),
    key text,
    written_at timestamptz not null default now(),
    primary key (game_id, message),
    unique (game_id, change),
    unique (game_id, author, key)
);
create index chat_author on chat (author, game_id);
"""

MUTES = """
create table mutes (
    player_id uuid not null references players,
    muted uuid not null references players,
    muted_at timestamptz not null default now(),
    primary key (player_id, muted),
    check (player_id <> muted)
);
create index mutes_muted on mutes (muted);
"""

# A message is erased by taking its text away; its line stays. The public role reads none of this.
RIGHTS = """
grant select, insert, update, delete on notes to cartulary_service;
grant select, insert, update on chats to cartulary_service;
grant select, insert, update (text, change) on chat to cartulary_service;
grant select, insert, delete on mutes to cartulary_service;
"""


def upgrade() -> None:
    for each in (NOTES, CHAT, MUTES, RIGHTS):
        op.execute(each)


def downgrade() -> None:
    for table in ("mutes", "chat", "chats", "notes"):
        op.execute(f"drop table {table}")
