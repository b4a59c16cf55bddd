"""Origins of rights: the token or the consent from which each came, and with which it ends."""

from alembic import op

revision = "0048"
down_revision = "0047"

TABLES = (
    "tokens",
    "oauth_consents",
    "delegations",
    "webhooks",
    "calendars",
    "mailboxes",
    "recovery_codes",
    "invites",
    "organisers",
    "orders",
)


def upgrade() -> None:
    for table in TABLES:
        # An id of a token or of a consent, so no foreign key. Null: the right depends on no other, or nobody knows.
        op.execute(f"alter table {table} add column origin uuid")
        op.execute(f"create index {table}_origin on {table} (origin) where origin is not null")
    op.execute(
        """
        update tokens set origin = consent_id where consent_id is not null;
        create index tokens_lapsing on tokens (expires_at) where revoked_at is null and expires_at is not null;
        create index oauth_consents_lapsing on oauth_consents (expires_at) where revoked_at is null;

        -- The access token that was issued with a refresh token, and what the pair after it is derived from.
        alter table oauth_refresh_tokens add column token_id uuid references tokens on delete set null,
            add column seed uuid not null default gen_random_uuid();
        create index oauth_refresh_tokens_token on oauth_refresh_tokens (token_id) where token_id is not null;
        """
    )
    op.execute(HOLDS)
    op.execute(DESCRIBE)
    op.execute("grant select (origin) on delegations to cartulary_public")
    op.execute("grant update on recovery_codes, organisers to cartulary_service")
    op.execute("grant update (origin) on orders to cartulary_service")


# The public role may not read tokens, but asks whether a delegation holds. A parameter called as the column would be
# taken for the column of the tables that the functions read.
HOLDS = """
create function origin_holds(root uuid) returns boolean
language sql stable security definer set search_path from current as $$
    select root is null or exists (
        select from tokens t
        where t.id = root and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
    ) or exists (
        select from oauth_consents k where k.id = root and k.revoked_at is null and k.expires_at > now()
    )
$$
"""
DESCRIBE = """
create function describe_origin(root uuid) returns json language sql stable as $$
    select json_build_object('kind', 'token', 'id', t.id, 'name', t.label) from tokens t where t.id = root
    union all
    select json_build_object('kind', 'consent', 'id', k.id, 'name', c.name)
    from oauth_consents k join oauth_clients c on c.id = k.client_id where k.id = root
$$
"""


def downgrade() -> None:
    op.execute("revoke update on recovery_codes, organisers from cartulary_service")
    op.execute("drop function origin_holds(uuid)")
    op.execute("drop function describe_origin(uuid)")
    op.execute("alter table oauth_refresh_tokens drop column token_id, drop column seed")
    op.execute("drop index tokens_lapsing, oauth_consents_lapsing")
    for table in TABLES:
        op.execute(f"alter table {table} drop column origin")
