"""Tags of tables that an organiser has created: each belongs to the organiser who has used it first."""

from collections.abc import Sequence
from http import HTTPStatus

from cartulary_service.errors import Problem
from cartulary_service.players import quotas
from cartulary_service.store.database import Connection, Database, connection


def claim(c: Connection, organiser: str, tag: str) -> None:
    """Take a tag for an organiser, in a transaction. Raises Problem 409 if it is another's."""
    quotas.require_room(c, quotas.TAGS, (organiser, tag))
    c.execute("insert into tags (tag, organiser) values (%s, %s) on conflict do nothing", (tag, organiser))
    row = c.execute("select from tags where tag = %s and organiser = %s", (tag, organiser)).fetchone()
    if row is None:
        raise Problem(HTTPStatus.CONFLICT, "tag-taken", "This tag belongs to another organiser. Choose another.")


def tag_games(c: Connection, tag: str, games: Sequence[str], consent: str | None) -> None:
    """Tag games that are created together, by the consent of a program if one did; the first of them names them all."""
    for number, game_id in enumerate(games):
        c.execute(
            "insert into tagged_games (game_id, tag, first_game, number, consent_id) values (%s, %s, %s, %s, %s)",
            (game_id, tag, games[0], number, consent),
        )


def is_consent_over(c: Connection, game_id: str) -> bool:
    """Whether the consent by which a program created a game has ended."""
    row = c.execute("select from tagged_games where game_id = %s and not origin_holds(consent_id)", (game_id,))
    return row.fetchone() is not None


def is_tagged(c: Connection, game_id: str) -> bool:
    """Whether an organiser created a game and assigned its seats."""
    return c.execute("select from tagged_games where game_id = %s", (game_id,)).fetchone() is not None


def list_created(database: Database, first_game: str) -> list[str]:
    """Return the games that were created together, in their order."""
    with connection(database.serving) as c:
        rows = c.execute(
            "select game_id::text from tagged_games where first_game = %s order by number", (first_game,)
        ).fetchall()
    return [row[0] for row in rows]


def list_tags_of(database: Database, organiser: str) -> list[str]:
    """Return the tags of an organiser."""
    with connection(database.serving) as c:
        rows = c.execute("select tag from tags where organiser = %s order by tag", (organiser,)).fetchall()
    return [row[0] for row in rows]


def erase_all(c: Connection, organiser: str) -> None:
    """Delete the tags of an organiser, and take them off the games."""
    c.execute("delete from tagged_games g using tags t where t.tag = g.tag and t.organiser = %s", (organiser,))
    c.execute("delete from tags where organiser = %s", (organiser,))
