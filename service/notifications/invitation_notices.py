"""Invitations by name are told to whom they invite, by webhooks and by mail."""

from datetime import UTC, datetime
from typing import Final, NamedTuple

from domain.kernel.canonical import canonical
from service.games.narration import game_name
from service.json_output import format_time
from service.notifications import deliveries, mail_queue
from service.notifications.deliveries import Message
from service.notifications.mail_queue import Letter
from service.notifications.payloads import JSON, Body, GameLink, chat
from service.notifications.player_mail import mail_text
from service.players.handles import Named
from service.store.database import Connection, Database, connection

AT_ONCE: Final = 100


class InvitationNotice(NamedTuple):
    """An invitation to a player, and by whom."""

    player: str
    game_id: str
    game: str
    seat: int | None
    expires_at: datetime
    mail_language: str | None
    """None for a player who gets no mail."""
    quiet_until: datetime | None
    by: str
    name: str
    handle: str | None
    bot: bool

    def text(self, language: str) -> str:
        inviter = Named(self.name, self.handle).full
        return f"{game_name(self.game, language)}\n{mail_text('invitation', language).format(name=inviter)}"

    def body(self, form: str, language: str, link: GameLink) -> Body:
        """Return the message to a webhook in its format."""
        if form != "standard":
            return chat(form, self.text(language), link)
        data = {
            "game": self.game_id,
            "by": Named(self.name, self.handle, self.bot).json(self.by),
            "seat": self.seat,
            "expires_at": format_time(self.expires_at),
        }
        moment = format_time(datetime.now(UTC))
        return Body(JSON, canonical({"type": "game.invitation", "timestamp": moment, "data": data}))


def announce(database: Database, public_url: str | None) -> int:
    """Queue the notices of new invitations. Returns how many invitations there were."""
    with connection(database.serving) as c, c.transaction():
        taken = c.execute(TAKE, (AT_ONCE,)).fetchall()
        for wanted, *row in taken:
            if wanted:
                notice = InvitationNotice(*row)
                enqueue(c, notice, GameLink(notice.game_id, notice.player, public_url))
    return len(taken)


def enqueue(c: Connection, notice: InvitationNotice, link: GameLink) -> None:
    for webhook, form, language in c.execute(WEBHOOKS, (notice.player,)).fetchall():
        held_until = None if form == "standard" else notice.quiet_until
        deliveries.enqueue(
            c, Message(webhook, *notice.body(form, language, link), notice.game_id, held_until=held_until)
        )
    if notice.mail_language is not None:
        subject = mail_text("invited", notice.mail_language)
        text = "\n".join(filter(None, (notice.text(notice.mail_language), link.url)))
        mail_queue.enqueue(c, Letter(notice.player, subject, text, notice.expires_at, notice.quiet_until))


# Whoever has muted another is not told of their invitations.
TAKE: Final = """
with taken as (
    update invites set announced_at = now() where (game_id, id) in (
        select game_id, id from invites where player_id is not null and announced_at is null
        order by created_at limit %s for update skip locked
    )
    returning player_id, game_id, seat, expires_at, revoked_at, created_by
)
select t.revoked_at is null and t.expires_at > now() and g.status = 'open' and not exists (
        select from mutes m where m.player_id = t.player_id and m.muted = t.created_by
    ),
    t.player_id::text, g.id::text, g.game, t.seat, t.expires_at, m.language,
    upper(quiet_period(n.quiet_from, n.quiet_until, n.zone, now())), p.id::text, p.name, p.handle, p.bot
from taken t join games g on g.id = t.game_id join players p on p.id = t.created_by
    left join mailboxes m on m.player_id = t.player_id and m.confirmed_at is not null
    left join notice_settings n on n.player_id = t.player_id
"""

# A webhook that names games or event types is not for invitations.
WEBHOOKS: Final = """
select id::text, format, language from webhooks
where player_id = %s and disabled_at is null and events is null and games is null
"""
