"""Reminders: a player hears once that a deadline of theirs nears, by webhooks and by mail."""

from datetime import datetime
from functools import partial
from typing import Final, NamedTuple

from cartulary_service.attempts import readable
from cartulary_service.games.page_links import GameLink
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.subjects.notices import deliveries, mail_queue
from cartulary_service.subjects.notices.deliveries import Message
from cartulary_service.subjects.notices.mail_queue import Letter
from cartulary_service.subjects.notices.payloads import Deadline, deadline_body, deadline_text
from cartulary_service.subjects.notices.player_mail import mail_text

AT_ONCE: Final = 100
DAYS_KEPT: Final = 1


class Reminder(NamedTuple):
    """A deadline that nears, for the player for whom it does."""

    player: str
    game_id: str
    game: str
    title: str | None
    seat: int
    version: int
    deadline: datetime
    zone: str | None
    mail_language: str | None
    """None for a player who gets no mail."""

    def about(self) -> Deadline:
        return Deadline(self.game_id, self.game, self.title, self.seat, self.version, self.deadline, self.zone)


def note_due(database: Database, public_url: str | None) -> int:
    """Queue the reminders that are due, for webhooks and as mail. Returns how many there were."""
    with connection(database.serving) as c, c.transaction():
        due = [Reminder(*row) for row in c.execute(DUE, (AT_ONCE,)).fetchall()]
        for reminder in due:
            link = GameLink(reminder.game_id, reminder.player, public_url)
            readable(reminder.game_id, partial(enqueue, c, reminder, link))
    return len(due)


def enqueue(c: Connection, reminder: Reminder, link: GameLink) -> None:
    about = reminder.about()
    for webhook, form, language in c.execute(WEBHOOKS, reminder._asdict()).fetchall():
        body = deadline_body(about, form, language, link)
        message = Message(webhook, *body, reminder.game_id, reminder.version, seat=reminder.seat)
        deliveries.enqueue(c, message)
    if reminder.mail_language is not None:
        subject = mail_text("reminder", reminder.mail_language)
        text = "\n".join(filter(None, (deadline_text(about, reminder.mail_language), link.url)))
        mail_queue.enqueue(c, Letter(reminder.player, subject, text, reminder.deadline, reminder.game_id))


def forget_old(database: Database) -> None:
    with connection(database.serving) as c:
        c.execute("delete from reminders where deadline < now() - make_interval(days => %s)", (DAYS_KEPT,))


# A reminder comes so long before the deadline as the player chose, or before quiet hours begin that fall there. Who is
# given less time than that is not reminded: the news that it is their turn has just come.
DUE: Final = """
with due as (
    select n.player_id, g.id, g.game, s.seat, g.version, g.deadline, n.zone
    from notice_settings n join game_seats s on s.player_id = n.player_id join games g on g.id = s.game_id,
        lateral (select g.deadline - make_interval(mins => n.reminder_minutes) as at) as wish,
        lateral (
            select coalesce(lower(quiet_period(n.quiet_from, n.quiet_until, n.zone, wish.at)), wish.at) as at
        ) as remind
    where n.reminder_minutes is not null and g.status in ('open', 'playing') and s.seat = any(g.to_act)
        and g.deadline > now() and remind.at <= now() and g.updated_at < remind.at
        and not exists (
            select from reminders r
            where r.player_id = n.player_id and r.game_id = g.id and r.deadline >= g.deadline
        )
    order by g.deadline limit %s
), noted as (
    insert into reminders as r (player_id, game_id, deadline) select player_id, id, deadline from due
    on conflict (player_id, game_id) do update set deadline = excluded.deadline
    where r.deadline < excluded.deadline
    returning player_id, game_id
)
select d.player_id::text, d.id::text, d.game, t.title, d.seat, d.version, d.deadline, d.zone, m.language
from due d join noted on noted.player_id = d.player_id and noted.game_id = d.id
    left join titles t on t.game_id = d.id
    left join mailboxes m on m.player_id = d.player_id and m.confirmed_at is not null
"""

# A webhook that names event types is not for reminders.
WEBHOOKS: Final = """
select id::text, format, language from webhooks
where player_id = %(player)s and disabled_at is null and events is null
    and (games is null or games @> array[%(game_id)s::uuid])
"""
