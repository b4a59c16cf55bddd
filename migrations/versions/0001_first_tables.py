"""The schema: tables by subject, and the rights of the two roles that serve."""

from alembic import op
from alembic.util import CommandError

revision = "0001"
down_revision = None

# Ids are uuidv7 where their order is that of time. What belongs to a game is keyed by the game, without a foreign key
# to it: an append would then lock the game's row, and the tables can be partitioned by game.

# PostgreSQL 18 has it itself. As RFC 9562 has it: 48 bits of milliseconds, the version, 12 bits of what is left of the
# millisecond, and 64 bits of which all but the variant are random.
UUIDV7 = """
create function uuidv7() returns uuid language sql volatile parallel safe as $$
    select (
        lpad(to_hex(us / 1000), 12, '0')
        || '7' || lpad(to_hex(us % 1000 * 4096 / 1000), 3, '0')
        || right(replace(gen_random_uuid()::text, '-', ''), 16)
    )::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint) as clock (us)
$$;
"""

# Roles belong to the whole server: another database may have made them, or be making them now.
ROLES = ("cartulary_service", "cartulary_public")
ROLE = """
do $$ begin
    if to_regrole('{role}') is null then
        create role {role} nologin;
    end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
    if not pg_has_role(current_user, '{role}', 'set') then
        grant {role} to current_user;
    end if;
exception when unique_violation then null;
end $$;
"""

MAY_HAVE_ROLE = """
select case when exists (select from pg_roles where rolname = %(role)s)
    then pg_has_role(current_user, %(role)s, 'set')
        or pg_has_role(current_user, %(role)s, 'member with admin option')
    else (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) end, current_user
"""

# A suspension without an end lasts until infinity.
PLAYERS = """
create table players (
    id uuid primary key default uuidv7(),
    name text not null,
    handle text,
    skeleton text,
    bot boolean not null default false,
    suspended_until timestamptz,
    suspended_because text,
    created_at timestamptz not null default now(),
    deleted_at timestamptz
);
create unique index players_skeleton on players (skeleton);
create index players_handle on players (handle text_pattern_ops) where handle is not null;
grant select, insert, update on players to cartulary_service;
grant select (id, name, handle, bot) on players to cartulary_public;

create table closed_handles (
    digest bytea primary key
);
grant select, insert on closed_handles to cartulary_service;

create table creations (
    player_id uuid not null references players,
    key text not null,
    fingerprint bytea not null,
    created uuid not null,
    created_at timestamptz not null default now(),
    primary key (player_id, key)
);
grant select, insert, delete on creations to cartulary_service;

-- Encrypted under the idempotency key of the request, of which only a digest is here, and the salt.
create table repeated_answers (
    key bytea primary key,
    fingerprint bytea not null,
    salt bytea not null,
    encrypted bytea,
    player_id uuid references players,
    created_at timestamptz not null default now()
);
create index repeated_answers_player on repeated_answers (player_id);
grant select, insert, update, delete on repeated_answers to cartulary_service;
"""

# An `origin` is the id of the token or the consent from which a right came and with which it ends, so it has no foreign
# key. It is null where the right depends on no other.
ACCESS = """
create table oauth_clients (
    id uuid primary key default uuidv7(),
    name text not null,
    uri text,
    redirect_uris text[] not null,
    created_at timestamptz not null default now()
);

create table oauth_consents (
    id uuid primary key default uuidv7(),
    client_id uuid not null references oauth_clients,
    player_id uuid not null references players,
    scopes text[] not null,
    redirect_uri text not null,
    challenge text not null,
    code_hash bytea not null unique,
    code_used_at timestamptz,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    -- Null where renewal goes on for as long as the client uses it.
    ends_at timestamptz,
    revoked_at timestamptz,
    origin uuid
);
create index oauth_consents_player on oauth_consents (player_id) where revoked_at is null;
create index oauth_consents_client on oauth_consents (client_id);
create index oauth_consents_lapsing on oauth_consents (expires_at) where revoked_at is null;
create index oauth_consents_origin on oauth_consents (origin) where origin is not null;

create table tokens (
    id uuid primary key default uuidv7(),
    player_id uuid not null references players,
    hash bytea not null unique,
    scopes text[] not null,
    label text,
    consent_id uuid references oauth_consents,
    origin uuid,
    created_at timestamptz not null default now(),
    used_at timestamptz,
    expires_at timestamptz,
    -- Null where rotation keeps the end of the token; infinity where the new one has none.
    ends_after_rotation timestamptz,
    revoked_at timestamptz
);
create index tokens_player on tokens (player_id);
create index tokens_consent on tokens (consent_id) where consent_id is not null;
create index tokens_origin on tokens (origin) where origin is not null;
-- By which each tick finds the tokens that have just ended.
create index tokens_end on tokens (least(revoked_at, expires_at));
create index tokens_lapsing on tokens (expires_at) where revoked_at is null and expires_at is not null;

create table oauth_refresh_tokens (
    hash bytea primary key,
    consent_id uuid not null references oauth_consents on delete cascade,
    -- The access token that was issued with it, and what the pair after it is derived from.
    token_id uuid references tokens on delete set null,
    seed uuid not null default gen_random_uuid(),
    used_at timestamptz
);
create index oauth_refresh_tokens_consent on oauth_refresh_tokens (consent_id);
create index oauth_refresh_tokens_token on oauth_refresh_tokens (token_id) where token_id is not null;

grant select, insert, update, delete on tokens, oauth_clients, oauth_consents, oauth_refresh_tokens
    to cartulary_service;

create table recovery_codes (
    player_id uuid not null references players,
    hash bytea not null,
    origin uuid,
    created_at timestamptz not null default now(),
    primary key (player_id, hash)
);
create index recovery_codes_origin on recovery_codes (origin) where origin is not null;
grant select, insert, update, delete on recovery_codes to cartulary_service;

create table delegations (
    owner uuid not null references players,
    id uuid not null default uuidv7(),
    delegate uuid not null references players,
    game_id uuid,
    until timestamptz not null,
    origin uuid,
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    primary key (owner, id)
);
create index delegations_delegate on delegations (delegate) where revoked_at is null;
create index delegations_origin on delegations (origin) where origin is not null;
grant select, insert, update on delegations to cartulary_service;
grant select (owner, delegate, game_id, until, origin, revoked_at, created_at) on delegations to cartulary_public;

-- Seats whose cards a delegate has seen.
create table seen_seats (
    game_id uuid,
    player_id uuid,
    seat smallint,
    seen_at timestamptz not null default clock_timestamp(),
    primary key (game_id, player_id, seat)
);
create index seen_seats_of on seen_seats (player_id);
grant select, insert, delete on seen_seats to cartulary_service;

-- The public role may not read tokens, but asks whether a delegation holds. A parameter called as the column would be
-- taken for the column of the tables that the functions read.
create function origin_holds(root uuid) returns boolean
language sql stable security definer set search_path from current as $$
    select root is null or exists (
        select from tokens t
        where t.id = root and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
    ) or exists (
        select from oauth_consents k where k.id = root and k.revoked_at is null and k.expires_at > now()
    )
$$;

create function describe_origin(root uuid) returns json language sql stable as $$
    select json_build_object('kind', 'token', 'id', t.id, 'name', t.label) from tokens t where t.id = root
    union all
    select json_build_object('kind', 'consent', 'id', k.id, 'name', c.name)
    from oauth_consents k join oauth_clients c on c.id = k.client_id where k.id = root
$$;
"""

# Unlogged: after a crash every bucket is full again, and no request waits for a disk.
BUCKETS = """
create unlogged table buckets (
    rule text not null,
    subject text not null,
    tokens double precision not null,
    granted int not null,
    at timestamptz not null,
    primary key (rule, subject)
);
create index buckets_at on buckets (at);
grant select, insert, update, delete on buckets to cartulary_service;
"""

# Games are exported in the order in which they ended; a transaction id, unlike a time, tells what is still to come.
# Of the marks of the worker, `players_recorded` keeps it from reading games again of which nobody has a row, for all
# their players are deleted.
GAMES = """
create table games (
    id uuid primary key default uuidv7(),
    game text not null,
    edition text not null,
    seats smallint not null,
    options jsonb not null default '{}',
    sandbox boolean not null default false,
    private boolean not null default false,
    pace text not null default 'none' check (pace in ('none', 'live', 'daily', 'slow')),
    language text check (language in ('en', 'ru', 'uk', 'ko')),
    min_reliability smallint check (min_reliability between 1 and 100),
    created_by uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),

    status text not null check (status in ('open', 'playing', 'finished', 'abandoned')),
    version int not null default 0,
    ply int not null default 0,
    to_act smallint[] not null default '{}',
    deadline timestamptz,
    bots smallint[] not null default '{}',
    vacant smallint[] not null default '{}',
    people smallint,
    result jsonb,
    ended_in xid8,

    turns int,
    players_recorded boolean not null default false,
    keys_forgotten boolean not null default false,
    logged smallint not null default 0,
    logged_end xid8,
    sealed boolean not null default false
);
create index games_status_newest on games (status, id desc);
create index games_game_newest on games (game, id desc);
create index games_vacant on games (id desc) where vacant <> '{}';
create index games_under_way on games (created_by) where status in ('open', 'playing');
create index games_deadline on games (deadline) where deadline is not null;
create index games_bots on games (id) where bots <> '{}';
create index games_ended on games (ended_in, id) where ended_in is not null;
create index games_ended_by on games ((result->>'kind'), id desc) where status = 'finished';
create index games_decided_by on games using gin ((result->'decided_by')) where status = 'finished';
create index games_to_note on games (id) where status = 'finished' and turns is null;
create index games_to_record on games (id)
    where status in ('finished', 'abandoned') and not players_recorded and not private and not sandbox;
create index games_to_log on games (id) where
    logged = 0 or (logged = 1 and status in ('open', 'playing', 'finished'))
    or (ended_in is not null and ended_in is distinct from logged_end);
-- By id, not by time: the time of a game changes with each action, which an index of it would make dearer.
create index games_with_keys on games (id) where status in ('finished', 'abandoned') and not keys_forgotten;
grant select, insert, update on games to cartulary_service;
grant select on games to cartulary_public;

create table game_seats (
    game_id uuid not null,
    seat smallint not null,
    player_id uuid not null,
    taken_at timestamptz not null default now(),
    primary key (game_id, seat),
    unique (game_id, player_id)
);
create index game_seats_player_newest on game_seats (player_id, game_id desc);
grant select, insert, update, delete on game_seats to cartulary_service;
grant select on game_seats to cartulary_public;
"""

# A transaction id tells what may still be committed before an event; a sequence or a time does not. Within a
# transaction and a game there are few events, which are sorted when they are read: those of a ply share an entry of
# the index.
EVENTS = """
create table events (
    game_id uuid not null,
    position int not null,
    ply int not null,
    type text not null,
    v smallint not null,
    seat smallint,
    public text not null,
    private text,
    hash bytea not null,
    recorded_at timestamptz not null default now(),
    xid xid8 not null default pg_current_xact_id(),
    constraint events_pkey primary key (game_id, position)
);
create index events_by_transaction on events (xid, game_id);
grant select, insert on events to cartulary_service;
grant select (game_id, position, ply, type, v, seat, public, hash, recorded_at, xid) on events to cartulary_public;

create table idempotency_keys (
    game_id uuid not null,
    player_id uuid not null,
    key text not null,
    fingerprint bytea not null,
    version int not null,
    ply int not null,
    repeats int not null default 0,
    created_at timestamptz not null default now(),
    primary key (game_id, player_id, key)
);
grant select, insert, update, delete on idempotency_keys to cartulary_service;
"""

# The record of a game that is over, compressed: cartulary/record/sealed.py reads it. Nothing is appended to such a
# game. Nobody may delete events but by `seal_game`, which takes only those of a game that has ended, and only whole.
SEALED_GAMES = """
create table sealed_games (
    game_id uuid primary key,
    version int not null,
    public bytea not null,
    private bytea not null,
    transactions xid8[] not null,
    span int8range not null
);
alter table sealed_games alter public set storage external, alter private set storage external;
create index sealed_games_span on sealed_games using gist (span);
create index sealed_games_first on sealed_games (lower(span));
create index games_to_seal on games (id) where status in ('finished', 'abandoned') and not sealed;
grant select on sealed_games to cartulary_service;
grant select (game_id, version, public, transactions, span) on sealed_games to cartulary_public;

create function seal_game(whose uuid, last_head bytea, packed_public bytea, packed_private bytea) returns boolean
language plpgsql security definer set search_path from current as $$
begin
    perform from games g join events e on e.game_id = g.id and e.position = g.version
    where g.id = whose and g.status in ('finished', 'abandoned') and e.hash = last_head for update of g;
    if not found then
        return false;
    end if;
    with gone as (
        delete from events where game_id = whose returning position, xid
    )
    insert into sealed_games (game_id, version, public, private, transactions, span)
    select whose, max(position), packed_public, packed_private, array_agg(xid order by position),
           int8range(min(xid::text::int8), max(xid::text::int8), '[]')
    from gone;
    update games set sealed = true where id = whose;
    return true;
end
$$;
revoke execute on function seal_game from public;
grant execute on function seal_game to cartulary_service;
"""

# Titles stand beside the record, so that they are erased with the account of who wrote them.
LOBBY = """
create table titles (
    game_id uuid primary key,
    player_id uuid not null references players,
    title text not null check (char_length(title) between 1 and 60)
);
create index titles_player on titles (player_id);
grant select, insert, update, delete on titles to cartulary_service;
grant select on titles to cartulary_public;

create table invites (
    game_id uuid not null,
    id uuid not null default uuidv7(),
    hash bytea not null,
    seat smallint,
    player_id uuid references players,
    created_by uuid not null,
    origin uuid,
    created_at timestamptz not null default now(),
    announced_at timestamptz,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    primary key (game_id, id),
    unique (game_id, hash)
);
create index invites_player on invites (player_id) where player_id is not null;
create index invites_to_announce on invites (created_at) where player_id is not null and announced_at is null;
create index invites_origin on invites (origin) where origin is not null;
grant select, insert, update on invites to cartulary_service;

create table rematches (
    game_id uuid primary key,
    rematch_id uuid not null
);
create index rematches_rematch on rematches (rematch_id);
grant select, insert, update (rematch_id) on rematches to cartulary_service;
grant select on rematches to cartulary_public;

create table search_bots (
    bot uuid primary key,
    player_id uuid,
    game_id uuid not null
);
create index search_bots_of on search_bots (player_id);
grant select, insert, update, delete on search_bots to cartulary_service;
grant select (bot) on search_bots to cartulary_public;
"""

ORGANISERS = """
create table organisers (
    player_id uuid not null references players,
    organiser uuid not null references players,
    origin uuid,
    allowed_at timestamptz not null default now(),
    primary key (player_id, organiser)
);
create index organisers_organiser on organisers (organiser);
create index organisers_origin on organisers (origin) where origin is not null;
grant select, insert, update, delete on organisers to cartulary_service;

create table tags (
    tag text primary key check (tag ~ '^[a-z0-9-]{1,40}$'),
    organiser uuid not null references players
);
create index tags_organiser on tags (organiser);
grant select, insert, delete on tags to cartulary_service;

create table tagged_games (
    game_id uuid primary key,
    tag text not null,
    first_game uuid not null,
    number smallint not null,
    consent_id uuid
);
create index tagged_games_tag on tagged_games (tag, game_id desc);
create index tagged_games_first on tagged_games (first_game);
grant select, insert, delete on tagged_games to cartulary_service;
grant select on tagged_games to cartulary_public;
"""

# What an order waits for is private: the public role reads nothing of it. `since` is the version at which the order was
# given, `looked` the one up to which it was judged.
ORDERS = """
create table orders (
    game_id uuid not null,
    id uuid not null default gen_random_uuid(),
    number bigint generated always as identity,
    player_id uuid not null references players,
    seat smallint not null,
    condition text not null,
    action text,
    since int not null,
    looked int not null,
    met boolean not null default false,
    status text not null default 'waiting' check (status in ('waiting', 'fired', 'cancelled')),
    fired_at int,
    firings int not null default 0,
    rule text,
    reason text,
    origin uuid,
    key bytea,
    signature bytea,
    given_at timestamptz not null default now(),
    primary key (game_id, id),
    check ((key is null) = (signature is null)),
    check ((status = 'cancelled') = (reason is not null))
);
create index orders_waiting on orders (game_id, number) where status = 'waiting';
create index orders_player on orders (player_id, game_id, number);
create unique index orders_signature on orders (game_id, signature) where signature is not null;
create index orders_origin on orders (origin) where origin is not null;
grant select, insert, delete, update (looked, met, status, fired_at, firings, rule, reason, origin)
    on orders to cartulary_service;
"""

# The line of a chat counts, and is the lock by which numbers are committed in their own order. A message's number
# stays; the number of its last change, which streams follow, is a new one when it is erased. Each chat counts its own
# messages, so that nothing in one tells of another. Team -1 stands for everybody, as a primary key holds no null.
# A message is erased by taking its text away; its line stays. The public role reads no text of a player.
TEXTS = """
create table notes (
    game_id uuid not null,
    player_id uuid not null references players,
    version int not null check (version >= 0),
    text text not null check (char_length(text) between 1 and 2000),
    written_at timestamptz not null default now(),
    primary key (game_id, player_id, version)
);
create index notes_player on notes (player_id, game_id);
grant select, insert, update, delete on notes to cartulary_service;

create table chats (
    game_id uuid not null,
    team smallint not null default -1,
    messages int not null,
    changes int not null,
    primary key (game_id, team)
);
grant select, insert, update on chats to cartulary_service;

create table chat (
    game_id uuid not null,
    team smallint not null default -1,
    message int not null check (message > 0),
    change int not null,
    author uuid not null references players,
    text text check (char_length(text) between 1 and 2000),
    key text,
    removed boolean not null default false,
    written_at timestamptz not null default now(),
    primary key (game_id, team, message),
    unique (game_id, team, change),
    unique (game_id, team, author, key)
);
create index chat_author on chat (author, game_id);
grant select, insert, update (text, change, removed) on chat to cartulary_service;

create table reading_cursors (
    game_id uuid not null,
    player_id uuid not null,
    version int not null,
    message int not null default 0,
    team_message int not null default 0,
    primary key (game_id, player_id)
);
grant select, insert, update on reading_cursors to cartulary_service;

create table mutes (
    player_id uuid not null references players,
    muted uuid not null references players,
    muted_at timestamptz not null default now(),
    blocked boolean not null default false,
    primary key (player_id, muted),
    check (player_id <> muted)
);
create index mutes_muted on mutes (muted);
grant select, insert, update, delete on mutes to cartulary_service;

create table moderation_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    action text not null check (action in ('suspend', 'unsuspend', 'remove_message', 'recover')),
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

# Every append writes a line of the outbox; the worker turns it into deliveries and takes it away.
WEBHOOKS = """
create table outbox (
    game_id uuid not null,
    version int not null,
    first int not null,
    turns smallint[] not null default '{}',
    at timestamptz not null default now(),
    primary key (game_id, version)
);

create table webhooks (
    id uuid primary key default uuidv7(),
    player_id uuid not null references players,
    url text not null,
    secret text not null,
    games uuid[],
    events text[],
    my_turn boolean not null,
    format text not null check (format in ('standard', 'discord', 'slack', 'ntfy', 'push')),
    -- The keys by which messages to a browser's push service are encrypted.
    push_key bytea,
    push_auth bytea,
    language text not null,
    origin uuid,
    created_at timestamptz not null default now(),
    failing_since timestamptz,
    disabled_at timestamptz,
    disabled_because text,
    constraint webhooks_push_check check (
        num_nulls(push_key, push_auth) = case when format = 'push' then 0 else 2 end
    )
);
create index webhooks_player on webhooks (player_id);
create index webhooks_games on webhooks using gin (games);
create index webhooks_origin on webhooks (origin) where origin is not null;

create table deliveries (
    id uuid primary key default uuidv7(),
    webhook_id uuid not null references webhooks on delete cascade,
    game_id uuid,
    version int,
    seat smallint,
    media_type text not null,
    body text not null,
    created_at timestamptz not null default now(),
    attempts int not null default 0,
    next_try timestamptz default now(),
    leased_until timestamptz,
    delivered_at timestamptz,
    status int,
    error text
);
create index deliveries_webhook on deliveries (webhook_id, id desc);
create index deliveries_due on deliveries (next_try) where next_try is not null;
create index deliveries_old on deliveries (created_at);

grant select, insert, update, delete on outbox, webhooks, deliveries to cartulary_service;
"""

# Whoever can read the mails of an address that recovers gets a token with every scope and without an end. So an address
# recovers only if no lesser token can have confirmed it; a token of a sign-in link is not a lesser one.
MAIL = """
create table mailboxes (
    player_id uuid primary key references players,
    address text not null,
    digest_minutes int not null,
    language text not null,
    unsubscribe text not null unique,
    origin uuid,
    code_wanted boolean not null default true,
    code_wanted_at timestamptz not null default now(),
    code_after timestamptz,
    code_sent_at timestamptz,
    code_hash bytea,
    code_tries int not null default 0,
    confirmed_at timestamptz,
    recovers boolean not null default false,
    recovery_wanted_at timestamptz,
    recovery_sent_at timestamptz,
    recovery_hash bytea,
    next_digest timestamptz,
    leased_until timestamptz
);
create index mailboxes_due on mailboxes (next_digest) where next_digest is not null;
create index mailboxes_to_confirm on mailboxes (player_id) where code_wanted;
create index mailboxes_to_recover on mailboxes (recovery_wanted_at) where recovery_wanted_at is not null;
create index mailboxes_origin on mailboxes (origin) where origin is not null;

create table digests (
    player_id uuid not null references mailboxes on delete cascade,
    game_id uuid not null,
    after int not null,
    until int not null,
    primary key (player_id, game_id)
);

create table mails (
    id uuid primary key default uuidv7(),
    player_id uuid not null references mailboxes on delete cascade,
    subject text not null,
    body text not null,
    send_after timestamptz not null,
    expires_at timestamptz not null,
    -- Null for mail about several games.
    game_id uuid,
    leased_until timestamptz
);
create index mails_due on mails (send_after);
create index mails_player on mails (player_id);

grant select, insert, update, delete on mailboxes, digests, mails to cartulary_service;
"""

REMINDERS = """
create table calendars (
    player_id uuid primary key references players,
    hash bytea not null unique,
    language text not null,
    alarm_minutes int,
    origin uuid,
    created_at timestamptz not null default now()
);
create index calendars_origin on calendars (origin) where origin is not null;

create table notice_settings (
    player_id uuid primary key references players,
    reminder_minutes int,
    quiet_from time,
    quiet_until time,
    zone text,
    check (num_nulls(quiet_from, quiet_until, zone) in (0, 3)),
    check (quiet_from <> quiet_until)
);
create index notice_settings_reminded on notice_settings (player_id) where reminder_minutes is not null;

create table reminders (
    player_id uuid not null references notice_settings on delete cascade,
    game_id uuid not null,
    deadline timestamptz not null,
    primary key (player_id, game_id)
);

grant select, insert, update, delete on calendars, notice_settings, reminders to cartulary_service;

-- The quiet hours that a moment falls into, or null.
create function quiet_period(quiet_from time, quiet_until time, zone text, moment timestamptz)
returns tstzrange language sql stable as $$
    select period from generate_series(0, 1) as back,
        lateral (select (moment at time zone zone)::date - back as day) as d,
        lateral (select (day + quiet_from) at time zone zone as starts,
            (day + quiet_until + case when quiet_until < quiet_from then interval '1 day' else '0' end)
            at time zone zone as ends) as e,
        -- Where a clock is put forward, an hour that does not exist may seem to begin after its end.
        lateral (select tstzrange(starts, greatest(starts, ends)) as period) as p
    where zone is not null and period @> moment
    limit 1
$$;
"""

# Periods of rating stay when they have ended: which games are rated follows from them, whenever ratings are made again.
FINISHED_GAMES = """
create table player_games (
    game_id uuid not null,
    player_id uuid not null references players,
    seat smallint not null,
    game text not null,
    edition text not null,
    seats smallint not null,
    ended_at timestamptz not null,
    result text check (result in ('won', 'drawn', 'lost', 'void')),
    departure text not null check (
        departure in ('stayed', 'conceded', 'resigned', 'timed_out', 'replaced', 'handed_over')
    ),
    turns_in_time int not null,
    turns_late int not null,
    primary key (game_id, player_id)
);
create index player_games_newest on player_games (player_id, ended_at desc);
grant select, insert, delete on player_games to cartulary_service;
grant select on player_games to cartulary_public;

create table rating_periods (
    player_id uuid not null references players,
    since timestamptz not null default now(),
    until timestamptz,
    primary key (player_id, since)
);
create unique index rating_periods_open on rating_periods (player_id) where until is null;
grant select, insert, update on rating_periods to cartulary_service;

create table rated_games (
    game_id uuid not null primary key,
    game text not null,
    ended_at timestamptz not null,
    applied boolean not null default false
);
create index rated_games_in_order on rated_games (game, ended_at, game_id);
create index rated_games_to_apply on rated_games (game) where not applied;

create table ratings (
    player_id uuid not null references players,
    game text not null,
    mu float8 not null,
    sigma float8 not null,
    games int not null,
    primary key (player_id, game)
);
grant select, insert, update, delete on rated_games, ratings to cartulary_service;
grant select on rating_periods, rated_games, ratings to cartulary_public;

-- Judgements are appended to one row, as they are read together only.
create table analyses (
    game_id uuid not null primary key,
    status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
    requested_by uuid,
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
create index analyses_of on analyses (requested_by, leased_until);
grant select, insert, update, delete on analyses to cartulary_service;
grant select on analyses to cartulary_public;
"""

# Milestones are when each kind of event happened first. Figures have a row for each seat of each finished public game;
# counts are what they add up to, by game, edition, seats and group.
ARCHIVE = """
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

create table archive_figures (
    game_id uuid not null,
    seat smallint not null,
    game text not null,
    edition text not null,
    seats smallint not null,
    turns int not null,
    opening text,
    began boolean not null,
    won boolean not null,
    primary key (game_id, seat)
);
grant select, insert, delete on archive_figures to cartulary_service;
grant select on archive_figures to cartulary_public;

create table archive_counts (
    game text not null,
    edition text not null,
    seats smallint not null,
    name text not null,
    value text not null,
    games int not null,
    wins int not null,
    primary key (game, edition, seats, name, value)
);
grant select, insert, update, delete on archive_counts to cartulary_service;
grant select on archive_counts to cartulary_public;
"""

WORKER = """
-- One line: the last sign of life of a worker.
create table worker_beats (
    one boolean primary key default true check (one),
    at timestamptz not null default clock_timestamp()
);
insert into worker_beats default values;

grant select, update on worker_beats to cartulary_service;
"""

AUDITS = """
create table audit_runs (
    id bigint generated always as identity primary key,
    everything boolean not null,
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    games bigint not null default 0,
    events bigint not null default 0,
    mismatches bigint not null default 0
);

create table audits (
    game_id uuid primary key,
    version int not null,
    rules_sha256 text not null,
    outcome text not null check (outcome in ('same', 'differs', 'illegal', 'broken', 'projection')),
    position int,
    words text not null,
    checked_at timestamptz not null default clock_timestamp()
);
create index audits_mismatch on audits (game_id) where outcome <> 'same';

create table redaction_runs (
    id bigint generated always as identity primary key,
    started_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    games int not null default 0,
    events int not null default 0,
    leaks int not null default 0
);

grant select, insert, update on audit_runs, audits, redaction_runs to cartulary_service;
grant select on audit_runs, redaction_runs to cartulary_public;
grant select (game_id, version, outcome, position, checked_at) on audits to cartulary_public;
"""

# Private keys lie in a folder, which can be lost; what they signed can be checked by these. The last one signs.
SIGNING_KEYS = """
create table signing_keys (
    place int generated always as identity primary key,
    key text not null unique,
    first_seen_at timestamptz not null default now()
);
grant select, insert on signing_keys to cartulary_service;
grant select (place, key) on signing_keys to cartulary_public;
"""

# Salts of private games are for who may read the game: the role that serves everybody does not see them.
TRANSPARENCY_LOG = """
create table log_entries (
    place bigint primary key,
    game_id uuid not null,
    version int not null,
    entry text not null,
    hash bytea not null,
    salt bytea,
    unique (game_id, version)
);

create table log_hashes (
    level smallint not null,
    place bigint not null,
    hash bytea not null,
    primary key (level, place)
);

create table log_checkpoints (
    size bigint primary key,
    note text not null,
    made_at timestamptz not null default now()
);
create index log_checkpoints_newest on log_checkpoints (made_at);

create table log_cosignatures (
    size bigint not null references log_checkpoints,
    witness text not null,
    line text not null,
    primary key (size, witness)
);

grant select, insert on log_entries, log_hashes, log_checkpoints, log_cosignatures to cartulary_service;
grant select on log_hashes, log_checkpoints, log_cosignatures to cartulary_public;
grant select (place, game_id, version, entry, hash) on log_entries to cartulary_public;
"""

# Kept by env.py: the oldest revision whose programs this schema serves. A program cannot read later migrations, which
# say of themselves whether they only expand (`only_expands = True`).
FLOOR = """
create table schema_floor (
    revision text not null
);
create unique index schema_floor_only on schema_floor ((true));
grant select on schema_floor to cartulary_service, cartulary_public;
"""

TABLES = (
    *(PLAYERS, ACCESS, BUCKETS, GAMES, EVENTS, SEALED_GAMES, LOBBY, ORGANISERS, ORDERS, TEXTS, WEBHOOKS, MAIL),
    *(REMINDERS, FINISHED_GAMES, ARCHIVE, WORKER, AUDITS, SIGNING_KEYS, TRANSPARENCY_LOG, FLOOR),
)


def upgrade() -> None:
    if int(op.get_bind().exec_driver_sql("show server_version_num").scalar_one()) < 180_000:
        op.execute(UUIDV7)
    for role in ROLES:
        require_role(role)
        op.execute(ROLE.format(role=role))
    for subject in TABLES:
        op.execute(subject)
    op.execute("grant select on alembic_version to cartulary_public")


def downgrade() -> None:
    raise CommandError("There is no way back from the first migration: it would drop every recorded game.")


def require_role(role):
    may_have, user = op.get_bind().exec_driver_sql(MAY_HAVE_ROLE, {"role": role}).one()
    if not may_have:
        raise CommandError(
            f"{user} may neither make nor take on the role {role}, which all installations on one PostgreSQL share. "
            f"Make {' and '.join(ROLES)} if they are missing (create role … nologin), and let a superuser run: "
            f'grant {", ".join(ROLES)} to "{user}" with admin option'
        )
