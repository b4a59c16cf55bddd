"""Invitations by name are told to whom they invite, by webhooks and by mail."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from psycopg import Rollback

from cartulary.kernel.canonical import canonical
from cartulary_service.games.page_links import GameLink
from cartulary_service.json_output import format_time
from cartulary_service.players.handles import Named
from cartulary_service.players.rate_limits import INVITATION_NOTICES, take
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.subjects.notices import deliveries, mail_queue
from cartulary_service.subjects.notices.deliveries import Message
from cartulary_service.subjects.notices.mail_queue import Letter
from cartulary_service.subjects.notices.payloads import JSON, Body, chat, name_table
from cartulary_service.subjects.notices.player_mail import mail_text

AT_ONCE: Final = 100
MOST_TOLD: Final = 20
"""Invitations of which programs are told at once; the others are in the list of the player's invitations."""
MOST_LISTED: Final = 10
"""Invitations that a message for people lists."""


class InvitationNotice(NamedTuple):
    """An invitation to a player, and by whom."""

    player: str
    game_id: str
    game: str
    title: str | None
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
        by_whom = mail_text("invitation", language).format(name=Named(self.name, self.handle).full)
        return f"{name_table(self.game, self.title, language)}\n{by_whom}"

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
    """Queue the notices of new invitations, to each player at most twice an hour. Returns the number of players.

    Invitations that come meanwhile are told together.
    """
    rule = INVITATION_NOTICES
    with connection(database.serving) as c:
        players = [row[0] for row in c.execute(READY, {"rule": rule.name, "seconds": rule.window, "limit": AT_ONCE})]
        for player in players:
            with c.transaction() as announcing:
                notices = [InvitationNotice(*row) for wanted, *row in c.execute(TAKE, (player,)).fetchall() if wanted]
                # Another worker has told the player of others meanwhile: these wait.
                if notices and not take(c, rule, player)[0]:
                    raise Rollback(announcing)
                if notices:
                    enqueue(c, notices, public_url)
    return len(players)


def enqueue(c: Connection, notices: Sequence[InvitationNotice], public_url: str | None) -> None:
    """Queue one message for people, and for programs one of each invitation, up to a number."""
    newest = notices[0]
    for webhook, form, language in c.execute(WEBHOOKS, (newest.player,)).fetchall():
        told = notices[:MOST_TOLD] if form == "standard" else [newest]
        for notice in told:
            link = GameLink(notice.game_id, notice.player, public_url)
            body = notice.body(form, language, link) if is_alone(notices, form) else together(notices, form, language)
            held_until = None if form == "standard" else notice.quiet_until
            deliveries.enqueue(c, Message(webhook, *body, notice.game_id, held_until=held_until))
    if newest.mail_language is not None:
        letter = mail(notices, newest.mail_language, public_url)
        mail_queue.enqueue(c, letter)


def is_alone(notices: Sequence[InvitationNotice], form: str) -> bool:
    """Whether a message is about one invitation."""
    return len(notices) == 1 or form == "standard"


def together(notices: Sequence[InvitationNotice], form: str, language: str) -> Body:
    """Return the message about several invitations in the format of a webhook that people read."""
    texts = [each.text(language).replace("\n", ": ") for each in notices[:MOST_LISTED]]
    return chat(form, "\n".join([headline(notices, language), *texts]), None)


def mail(notices: Sequence[InvitationNotice], language: str, public_url: str | None) -> Letter:
    """Write the mail about invitations: each with a link to its game, as far as they are listed."""
    newest = notices[0]
    texts = [
        "\n".join(filter(None, (each.text(language), GameLink(each.game_id, each.player, public_url).url)))
        for each in notices[:MOST_LISTED]
    ]
    lines = texts if len(notices) == 1 else [headline(notices, language), *texts]
    expires_at = max(each.expires_at for each in notices)
    game = newest.game_id if len(notices) == 1 else None
    return Letter(
        newest.player, mail_text("invited", language), "\n\n".join(lines), expires_at, game, newest.quiet_until
    )


def headline(notices: Sequence[InvitationNotice], language: str) -> str:
    return mail_text("invitations", language).format(count=len(notices))


# A player who was told a short while ago is told of the others later.
READY: Final = """
select distinct i.player_id::text from invites i
where i.player_id is not null and i.announced_at is null and not exists (
    select from buckets b
    where b.rule = %(rule)s and b.subject = i.player_id::text and b.at > now() - make_interval(secs => %(seconds)s)
)
limit %(limit)s
"""

# Whoever has muted another is not told of their invitations. Of each inviter the newest invitation comes first.
TAKE: Final = """
with taken as (
    update invites set announced_at = now() where (game_id, id) in (
        select game_id, id from invites where player_id = %s and announced_at is null for update skip locked
    )
    returning id, player_id, game_id, seat, expires_at, revoked_at, created_by
)
select t.revoked_at is null and t.expires_at > now() and g.status = 'open' and not exists (
        select from mutes m where m.player_id = t.player_id and m.muted = t.created_by
    ),
    t.player_id::text, g.id::text, g.game, k.title, t.seat, t.expires_at, m.language,
    upper(quiet_period(n.quiet_from, n.quiet_until, n.zone, now())), p.id::text, p.name, p.handle, p.bot
from taken t join games g on g.id = t.game_id join players p on p.id = t.created_by
    left join titles k on k.game_id = g.id
    left join mailboxes m on m.player_id = t.player_id and m.confirmed_at is not null
    left join notice_settings n on n.player_id = t.player_id
order by row_number() over (partition by t.created_by order by t.id desc), t.id desc
"""

# A webhook that names games or event types is not for invitations.
WEBHOOKS: Final = """
select id::text, format, language from webhooks
where player_id = %s and disabled_at is null and events is null and games is null
"""
