"""Ratings of players by Plackett-Luce (openskill), from games at which all players had opted in.

A rating follows from the games of its kind in the order of their ends. The worker adds new games to what is stored;
where that would differ from folding all games, it folds all games.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from openskill.models import PlackettLuce

from cartulary.catalogue import CATALOGUE
from cartulary.match.game import Setup
from cartulary_service.attempts import attempt, readable
from cartulary_service.games.player_records import Results
from cartulary_service.store.database import Connection, Database, connection

AT_ONCE: Final = 200
SCALE: Final = 60
"""Points for a unit of openskill, in which a newcomer has 25, uncertain by 25/3: 1500 and 500 points."""
MODEL: Final = PlackettLuce()
NEWCOMER: Final = MODEL.rating()


class Rating(NamedTuple):
    """A player's skill in one kind of game, as a normal distribution."""

    mu: float = NEWCOMER.mu
    sigma: float = NEWCOMER.sigma
    games: int = 0


class Side(NamedTuple):
    """The players of one team, or one player alone, and their place in the game: 0 is the best."""

    players: Sequence[str]
    place: int


def rate(ratings: Mapping[str, Rating], sides: Sequence[Side]) -> dict[str, Rating]:
    """Return the ratings of a game's players after it. Sides with the same place have drawn."""
    before = [[ratings.get(player, Rating()) for player in side.players] for side in sides]
    teams = [[MODEL.rating(mu=each.mu, sigma=each.sigma) for each in side] for side in before]
    after = MODEL.rate(teams, ranks=[float(side.place) for side in sides])
    return {
        player: Rating(new.mu, new.sigma, old.games + 1)
        for side, olds, news in zip(sides, before, after, strict=True)
        for player, old, new in zip(side.players, olds, news, strict=True)
    }


def enlist(c: Connection, game_id: str, ended_at: str) -> None:
    """Put a game that has ended among those to be rated, if all its players had opted in when the last one sat down.

    A game that is there already stays as it is, rated or not: two workers may record the same game.
    """
    c.execute(ENLIST, {"game": game_id, "ended_at": ended_at})


ENLIST: Final = """
insert into rated_games (game_id, game, ended_at)
select g.id, g.game, %(ended_at)s::timestamptz from games g
where g.id = %(game)s and g.status = 'finished' and g.seats = (
    select count(*) from game_seats s where s.game_id = %(game)s and exists (
        select from rating_periods p,
            (select max(t.taken_at) as full_at from game_seats t where t.game_id = %(game)s) as begun
        where p.player_id = s.player_id and p.since <= full_at and (p.until is null or p.until > full_at)
    )
)
on conflict (game_id) do nothing
"""


def forget_all(c: Connection) -> None:
    """Forget all ratings, and which games were rated."""
    c.execute("delete from rated_games")
    c.execute("delete from ratings")


def apply_all(database: Database) -> None:
    """Rate games that wait for it; a kind of game whose rating fails leaves the others as they are."""
    with connection(database.public) as c:
        rows = c.execute(KINDS_WAITING).fetchall()
    for (game,) in rows:
        attempt(partial(apply, database, game), game)


KINDS_WAITING: Final = "select distinct game from rated_games where not applied order by game"
RATED_GAMES: Final = Results(enlist, forget_all, apply_all)


def apply(database: Database, game: str) -> None:
    """Rate games of a kind that wait for it, in the order in which they ended."""
    with connection(database.serving) as c, c.transaction():
        waiting = [row[0] for row in c.execute(WAITING, (game, AT_ONCE)).fetchall()]
        if not waiting:
            return
        row = c.execute(ADDS_UP, {"game": game, "first": waiting[0], "waiting": waiting}).fetchone()
        if row == (True,):
            store(c, game, waiting, read_ratings(c, game, waiting))
        else:
            c.execute("delete from ratings where game = %s", (game,))
            store(c, game, [row[0] for row in c.execute(ALL, (game,)).fetchall()], {})


WAITING: Final = """
select game_id::text from rated_games where game = %s and not applied order by ended_at, game_id limit %s for update
"""
ALL: Final = "select game_id::text from rated_games where game = %s order by ended_at, game_id for update"
ADDS_UP: Final = """
select not exists (
    select from rated_games r, rated_games f where r.game = %(game)s and r.applied and f.game_id = %(first)s
    and (r.ended_at, r.game_id) > (f.ended_at, f.game_id)
) and not exists (
    select from game_seats s join players p on p.id = s.player_id
    where s.game_id = any(%(waiting)s::uuid[]) and p.deleted_at is not null
)
"""
"""Whether the stored ratings are those before the first of these games; those of deleted players are not stored."""


def read_ratings(c: Connection, game: str, games: Sequence[str]) -> dict[str, Rating]:
    """Return the stored ratings of the players of some games."""
    rows = c.execute(STORED, {"game": game, "games": games}).fetchall()
    return {player: Rating(*rating) for player, *rating in rows}


STORED: Final = """
select player_id::text, mu, sigma, games from ratings where game = %(game)s and player_id in (
    select player_id from game_seats where game_id = any(%(games)s::uuid[])
)
"""


def store(c: Connection, game: str, games: Sequence[str], ratings: Mapping[str, Rating]) -> None:
    """Rate games one after the other, beginning with these ratings, and store those of players who are still there."""
    ratings = fold(c, game, games, ratings)
    c.execute(
        KEEP,
        {
            "game": game,
            "players": [*ratings],
            "mu": [each.mu for each in ratings.values()],
            "sigma": [each.sigma for each in ratings.values()],
            "games": [each.games for each in ratings.values()],
        },
    )
    c.execute("update rated_games set applied = true where game_id = any(%s::uuid[])", (games,))


def fold(c: Connection, game: str, games: Sequence[str], ratings: Mapping[str, Rating]) -> dict[str, Rating]:
    """Return the ratings after games of a kind, beginning with these."""
    after = dict(ratings)
    played = c.execute(PLAYED, (games,)).fetchall()
    sides = {row[0]: readable(row[0], partial(sides_of, game, *row[1:])) for row in played}
    for found in filter(None, map(sides.get, games)):
        after |= rate(after, found)
    return after


PLAYED: Final = """
select g.id::text, g.edition, g.seats, g.options, g.result->'winners',
       (select array_agg(s.player_id::text order by s.seat) from game_seats s where s.game_id = g.id)
from games g where g.id = any(%s::uuid[])
"""
KEEP: Final = """
with present as (
    select id from players where id = any(%(players)s::uuid[]) and deleted_at is null order by id for key share
)
insert into ratings (player_id, game, mu, sigma, games)
select each.player, %(game)s, each.mu, each.sigma, each.games
from unnest(%(players)s::uuid[], %(mu)s::float8[], %(sigma)s::float8[], %(games)s::int[])
    as each (player, mu, sigma, games) join present on present.id = each.player
on conflict (player_id, game) do update set mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
"""


def sides_of(
    game: str, edition: str, seats: int, options: Mapping[str, Any], winners: Iterable[int], players: Sequence[str]
) -> list[Side]:
    """Return the sides of a game: winners, who share the first place, and the others, who share the second."""
    team, setup, best = CATALOGUE[game].team, Setup(edition, seats, options), {*winners}
    sides: dict[tuple[str, int | None], list[int]] = {}
    for seat in range(seats):
        number = team(setup, seat)
        sides.setdefault(("seat", seat) if number is None else ("team", number), []).append(seat)
    return [Side([players[seat] for seat in side], int(best.isdisjoint(side))) for side in sides.values()]


def list_ratings(database: Database, player: str) -> list[dict[str, Any]]:
    """Return the ratings of a player on the wire; none unless the player is opted in."""
    with connection(database.public) as c:
        rows = c.execute(SHOWN, {"player": player}).fetchall()
    order = [*CATALOGUE]
    return [
        {"game": game, "value": round(SCALE * mu), "uncertainty": round(SCALE * sigma), "games": games}
        for game, mu, sigma, games in sorted(
            rows, key=lambda row: order.index(row[0]) if row[0] in order else len(order)
        )
    ]


SHOWN: Final = """
select game, mu, sigma, games from ratings where player_id = %(player)s
and exists (select from rating_periods where player_id = %(player)s and until is null)
"""


def export(database: Database, player: str) -> list[dict[str, Any]]:
    """Return the stored ratings of a player, for the export of their data."""
    with connection(database.serving) as c:
        rows = c.execute(EXPORT, (player,)).fetchall()
    return [row[0] for row in rows]


EXPORT: Final = "select to_jsonb(r) - 'player_id' from ratings r where player_id = %s order by game"


def erase_all(c: Connection, player: str) -> None:
    """Erase the ratings of a player, within the transaction that deletes them."""
    c.execute("delete from ratings where player_id = %s", (player,))
