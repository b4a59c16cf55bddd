"""Recovery of accounts: codes that players keep, and a code that is mailed."""

from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    # Whoever can read the mails of an address that recovers gets a token with every scope and without an end. So an
    # address recovers only if no lesser token can have confirmed it; a token of a sign-in link is not a lesser one.
    op.execute(
        """
        create table recovery_codes (
            player_id uuid not null references players,
            hash bytea not null,
            created_at timestamptz not null default now(),
            primary key (player_id, hash)
        );
        grant select, insert, delete on recovery_codes to cartulary_service;

        alter table mailboxes add column recovers boolean not null default false,
            add column recovery_wanted_at timestamptz,
            add column recovery_sent_at timestamptz,
            add column recovery_hash bytea;
        create index mailboxes_to_recover on mailboxes (recovery_wanted_at) where recovery_wanted_at is not null;
        update mailboxes m set recovers = true where confirmed_at is not null and not exists (
            select from tokens t where t.player_id = m.player_id and 'manage' = any(t.scopes)
            and (t.expires_at is not null and t.ends_after_rotation is distinct from 'infinity'
                 or not t.scopes @> '{read,play,manage}')
        );
        """
    )


def downgrade() -> None:
    op.execute(
        """
        alter table mailboxes drop column recovers, drop column recovery_wanted_at, drop column recovery_sent_at,
            drop column recovery_hash;
        drop table recovery_codes;
        """
    )
