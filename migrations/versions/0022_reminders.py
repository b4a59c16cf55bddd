"""Reminders before a deadline, quiet hours, alarms in calendars, a queue of mail, and rematches that are told."""

from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.execute(
        """
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
        create table mails (
            id uuid primary key default uuidv7(),
            player_id uuid not null references mailboxes on delete cascade,
            subject text not null,
            body text not null,
            send_after timestamptz not null,
            expires_at timestamptz not null,
            leased_until timestamptz
        );
        create index mails_due on mails (send_after);
        create index mails_player on mails (player_id);
        create index rematches_rematch on rematches (rematch_id);
        alter table calendars add column alarm_minutes int;
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
        grant select, insert, update, delete on notice_settings, reminders, mails to cartulary_service;
        """
    )


def downgrade() -> None:
    op.execute(
        """
        drop function quiet_period;
        alter table calendars drop column alarm_minutes;
        drop index rematches_rematch;
        drop table mails, reminders, notice_settings;
        """
    )
