"""Web Push: a webhook may be a browser's push service, with the keys by which its messages are encrypted."""

from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.execute(
        """
        alter table webhooks drop constraint webhooks_format_check,
            add column push_key bytea, add column push_auth bytea,
            add constraint webhooks_format_check check (format in ('standard', 'discord', 'slack', 'ntfy', 'push')),
            add constraint webhooks_push_check check (
                num_nulls(push_key, push_auth) = case when format = 'push' then 0 else 2 end
            );
        """
    )


def downgrade() -> None:
    op.execute(
        """
        delete from webhooks where format = 'push';
        alter table webhooks drop constraint webhooks_push_check, drop constraint webhooks_format_check,
            drop column push_key, drop column push_auth,
            add constraint webhooks_format_check check (format in ('standard', 'discord', 'slack', 'ntfy'));
        """
    )
