"""OAuth: clients, and the consents by which players let them act."""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.execute(
        """
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
            revoked_at timestamptz
        );
        create index oauth_consents_player on oauth_consents (player_id) where revoked_at is null;
        create index oauth_consents_client on oauth_consents (client_id);
        create table oauth_refresh_tokens (
            hash bytea primary key,
            consent_id uuid not null references oauth_consents on delete cascade,
            used_at timestamptz
        );
        create index oauth_refresh_tokens_consent on oauth_refresh_tokens (consent_id);
        alter table tokens add column consent_id uuid references oauth_consents;
        create index tokens_consent on tokens (consent_id) where consent_id is not null;
        grant delete on tokens to cartulary_service;
        grant select, insert, update, delete on oauth_clients, oauth_consents, oauth_refresh_tokens
            to cartulary_service;
        """
    )


def downgrade() -> None:
    op.execute(
        """
        update tokens set revoked_at = coalesce(revoked_at, now()) where consent_id is not null;
        alter table tokens drop column consent_id;
        drop table oauth_refresh_tokens, oauth_consents, oauth_clients;
        revoke delete on tokens from cartulary_service;
        """
    )
