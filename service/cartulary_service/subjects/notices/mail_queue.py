"""Queue of mail that is written already: each is sent once, unless it expires before."""

from datetime import datetime
from typing import Final, NamedTuple

from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.subjects.notices.player_mail import PlayerMailer, Recipient

LEASE_SECONDS: Final = 120
MOST_CHARACTERS: Final = 20_000
"""Maximum length of a mail to which text is added while it waits."""


class Letter(NamedTuple):
    """A mail to a player, and until when it is worth sending."""

    player: str
    subject: str
    text: str
    expires_at: datetime
    game: str | None
    """The game that it is about; None for several."""
    send_after: datetime | None = None
    """None for at once."""


def enqueue(c: Connection, letter: Letter) -> None:
    """Put a mail into the queue, if the player has a confirmed address; a mail of its subject that is held takes it."""
    if letter.send_after is not None and c.execute(APPEND, letter._asdict()).rowcount:
        return
    c.execute(
        """
        insert into mails (player_id, subject, body, expires_at, game_id, send_after)
        select player_id, %(subject)s, %(text)s, %(expires_at)s, %(game)s, coalesce(%(send_after)s, now())
        from mailboxes where player_id = %(player)s and confirmed_at is not null
        """,
        letter._asdict(),
    )


APPEND: Final = f"""
update mails set body = left(body || E'\\n\\n' || %(text)s, {MOST_CHARACTERS}),
    expires_at = greatest(expires_at, %(expires_at)s),
    game_id = case when game_id = %(game)s then game_id end
where id = (
    select id from mails
    where player_id = %(player)s and subject = %(subject)s and send_after > now() and leased_until is null
    limit 1 for update
)
"""


class MailQueue:
    """Sends what the queue holds. What the mail server does not take now is tried again after the lease."""

    def __init__(self, database: Database, mailer: PlayerMailer) -> None:
        self._database = database
        self._mailer = mailer

    def send_queued(self) -> bool:
        """Send one mail. Returns whether there was one."""
        with connection(self._database.serving) as c:
            row = c.execute(TAKE, {"seconds": LEASE_SECONDS}).fetchone()
        if row is None:
            return False
        mail, subject, text, game, expired, *to = row
        if expired or self._mailer.send(Recipient(*to), subject, text, game):
            with connection(self._database.serving) as c:
                c.execute("delete from mails where id = %s", (mail,))
        return True


TAKE: Final = """
update mails q set leased_until = now() + make_interval(secs => %(seconds)s)
from mailboxes m
where m.player_id = q.player_id and q.id = (
    select id from mails where send_after <= now() and coalesce(leased_until, '-infinity') < now()
    order by send_after limit 1 for update skip locked
)
returning q.id, q.subject, q.body, q.game_id::text, q.expires_at < now(),
    m.player_id::text, m.address, m.language, m.unsubscribe
"""
