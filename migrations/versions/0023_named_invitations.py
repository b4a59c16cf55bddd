"""Invitations to a player by name, who is told of them."""

from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.execute(
        """
        alter table invites add column player_id uuid references players, add column announced_at timestamptz;
        create index invites_player on invites (player_id) where player_id is not null;
        create index invites_to_announce on invites (created_at) where player_id is not null and announced_at is null;
        """
    )


def downgrade() -> None:
    op.execute(
        """
        update invites set revoked_at = coalesce(revoked_at, now()) where player_id is not null;
        alter table invites drop column player_id, drop column announced_at;
        """
    )
