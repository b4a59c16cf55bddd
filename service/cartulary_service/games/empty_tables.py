"""Open tables that nobody can close or begin any more."""

from typing import Final

from cartulary_service.store.database import Database, connection

AT_ONCE: Final = 100


def list_opened(database: Database, player: str) -> list[str]:
    """Return the tables that a player has opened and that have not begun."""
    with connection(database.public) as c:
        rows = c.execute("select id::text from games where created_by = %s and status = 'open'", (player,))
        return [row[0] for row in rows]


def list_empty(database: Database, seconds: int) -> list[str]:
    """Return tables at which no player sits, to which nobody is invited, and where nothing has happened for so long."""
    with connection(database.serving) as c:
        return [row[0] for row in c.execute(EMPTY, {"seconds": seconds, "limit": AT_ONCE})]


EMPTY: Final = """
select id::text from games g
where status = 'open' and updated_at < now() - make_interval(secs => %(seconds)s)
  and not exists (
      select from game_seats s join players p on p.id = s.player_id where s.game_id = g.id and not p.bot
  )
  and not exists (select from invites i where i.game_id = g.id and i.revoked_at is null and i.expires_at > now())
order by id limit %(limit)s
"""
