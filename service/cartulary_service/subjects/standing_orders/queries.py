"""Standing orders of players: kept beside the record, which tells of each that was carried out."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from itertools import islice
from json import loads
from typing import Any, Final, NamedTuple

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.canonical import base64url, canonical
from cartulary.kernel.codec import decode_action, decode_record
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import EVERYTHING
from cartulary.match import standing_orders
from cartulary.match.decision import Decision
from cartulary.match.events.administration import OrderFired
from cartulary.match.events.signing import OrderSigned
from cartulary.match.signing import MISSING
from cartulary.match.standing_orders import (
    LASTING,
    Cancelled,
    Condition,
    Order,
    Outcome,
    Ply,
    Verdict,
    condition_json,
    judge,
    plies_of,
    require_possible,
    require_sense,
    try_order,
)
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent
from cartulary_service.errors import Problem, not_found
from cartulary_service.games.commands import GameCommands
from cartulary_service.games.preconditions import require_version, seat_held
from cartulary_service.games.queries import GameQueries
from cartulary_service.games.signatures import Signature, read_order_signature
from cartulary_service.games.state_cache import fold_record
from cartulary_service.json_output import format_time
from cartulary_service.players import rights
from cartulary_service.players.callers import Caller
from cartulary_service.store.database import Connection, Database, connection

MOST: Final = 20
"""Orders of one player that wait in one game."""
MOST_SETTLED: Final = 50
"""Orders that are listed though they wait no more: the last ones."""
MOST_OUTCOMES: Final = 100
AT_ONCE: Final = 100
SEAT_GIVEN_UP: Final = Cancelled("order.seat_given_up", "A substitute has taken your seat.")
WITHDRAWN: Final = Cancelled("order.withdrawn", "You have withdrawn it.")

Reads = Callable[[Match], tuple[Condition, Action | None]]


class StoredOrder(NamedTuple):
    """An order as it is kept."""

    game_id: str
    player: str
    order: Order
    since: int
    """The version at which it was given."""
    looked: int
    """The version up to which it was judged."""
    signed: OrderSigned | None


def give(
    database: Database,
    table: GameCommands,
    game_id: str,
    caller: Caller,
    reads: Reads,
    asked: Mapping[str, Any] | None,
    signature: Signature | None,
) -> Mapping[str, Any]:
    """Give an order to do what was `asked`, once for the request's key; a seat that has a key to sign with signs it.

    Raises Rejected for one that makes no sense, and Problem: 403, 404, 409 for too many, 422 for a wrong signature or a
    key of another request.
    """
    match = table.read(game_id, caller.player)[0]
    seat = seat_held(match, caller.player)
    condition, action = reads(match)
    require_possible(match, Order("", seat, condition, action))
    order = {"action": asked, "condition": condition_json(condition)}
    signed = sign_order(match, seat, order, action, signature)
    values = {
        "game": game_id,
        "player": caller.player,
        "origin": caller.origin,
        "seat": seat,
        "condition": canonical(order["condition"]),
        # As it was sent, for that was signed.
        "action": None if asked is None else canonical(asked),
        "version": match.version,
        # What lasts, or has been reached already, is looked at though the game does not go on.
        "looked": match.version - (condition.kind != "action"),
        "most": MOST,
        "key": signed and signed.key,
        "signature": signed and signed.signature,
    }
    return rights.grant(database, caller, lambda c: order_json(insert_order(c, values)))


COLUMNS: Final = """
    id::text, condition, action, since, met, status, fired_at, firings, rule, reason, given_at
"""
GIVE: Final = f"""
insert into orders (game_id, player_id, seat, condition, action, since, looked, origin, key, signature)
select %(game)s, %(player)s, %(seat)s, %(condition)s, %(action)s, %(version)s, %(looked)s, %(origin)s,
       %(key)s, %(signature)s
where (
    select count(*) from orders where game_id = %(game)s and player_id = %(player)s and status = 'waiting'
) < %(most)s
on conflict (game_id, signature) where signature is not null do nothing
returning {COLUMNS}
"""


def insert_order(c: Connection, values: Mapping[str, Any]) -> tuple[Any, ...]:
    """Store an order with the values of `GIVE`. Raises Rejected for one signed twice, Problem 409."""
    if row := c.execute(GIVE, values).fetchone():
        return row
    if is_given(c, values):
        raise Rejected("order.same", "You have signed this very order on this version already, and it acts once.")
    detail = f"At most {MOST} of your orders may wait in a game. Withdraw one."
    raise Problem(HTTPStatus.CONFLICT, "too-many", detail)


def sign_order(
    match: Match, seat: Seat, order: Mapping[str, Any], action: Action | None, signature: Signature | None
) -> OrderSigned | None:
    """Return the order as it was signed, for the record. Raises Rejected, Problem 422."""
    if signature is not None:
        return read_order_signature(match, seat, order, action, signature)
    if match.keys[seat] is not None:
        raise Rejected("signature.missing", MISSING)
    return None


def is_given(c: Connection, values: Mapping[str, Any]) -> bool:
    """Whether an order with this signature was given before."""
    found = c.execute("select from orders where game_id = %(game)s and signature = %(signature)s", values)
    return found.fetchone() is not None


def list_orders(database: Database, game_id: str, player: str) -> list[dict[str, Any]]:
    """The orders of a player that wait in a game, and what became of the last ones that do not."""
    with connection(database.serving) as c:
        rows = c.execute(
            f"""
            select {COLUMNS} from (
                select *, row_number() over (partition by status = 'waiting' order by number desc) as place from orders
                where game_id = %s and player_id = %s
            ) as given where status = 'waiting' or place <= %s order by number
            """,
            (game_id, player, MOST_SETTLED),
        ).fetchall()
    return [order_json(row) for row in rows]


def withdraw(database: Database, game_id: str, player: str, order: str) -> None:
    """Withdraw an order; to do it twice does no harm. Raises Problem 404, and 409 for one that was carried out."""
    with connection(database.serving) as c, c.transaction():
        row = c.execute(
            "select status from orders where game_id = %s and player_id = %s and id = %s for update",
            (game_id, player, order),
        ).fetchone()
        if row is None:
            raise not_found("order of yours in this game")
        if row[0] == "fired":
            raise Problem(HTTPStatus.CONFLICT, "order-fired", "The order was carried out. Undo its action if you can.")
        if row[0] == "waiting":
            cancel(c, game_id, order, WITHDRAWN)


class Trial(NamedTuple):
    """An order that is tried on a game as its seat has seen it, from one version to another."""

    game_id: str
    order: Order
    since: int
    until: int


def prepare_trial(table: GameCommands, game_id: str, player: str, reads: Reads, since: int) -> Trial:
    """Return the trial of an order. Raises Rejected, Problem 403 or 404."""
    match = table.read(game_id, player)[0]
    seat = seat_held(match, player)
    order = Order("", seat, *reads(match))
    require_sense(match, order)
    return Trial(game_id, order, since, match.version)


def list_outcomes(queries: GameQueries, trial: Trial) -> list[Outcome]:
    """Return the outcomes that an order would have had in the past."""
    record = queries.recording_as(trial.game_id, trial.order.seat, trial.until).rows(1)
    start = end_of_ply(record, trial.since)
    then = fold_record(trial.game_id, record[:start], EVERYTHING)
    outcomes = try_order(trial.order, plies_of(then, record[start:], record))
    return [*islice(outcomes, MOST_OUTCOMES)]


def waiting(database: Database) -> list[tuple[str, str]]:
    """The orders, each after its game, in games that have gone on since; some of them when there are many."""
    with connection(database.serving) as c:
        return c.execute(
            """
            select o.game_id::text, o.id::text from orders o join games g on g.id = o.game_id
            where o.status = 'waiting' and o.looked < g.version order by o.number limit %s
            """,
            (AT_ONCE,),
        ).fetchall()


def look(database: Database, table: GameCommands, game_id: str, order_id: str) -> None:
    """Carry out an order if its time has come, or cancel it. Raises Problem 412 where the match went on meanwhile."""
    with connection(database.serving) as c, c.transaction():
        kept = lock(c, game_id, order_id)
        if kept is None:
            return
        now, new = follow_plies(table, kept)
        if now.seat_of(kept.player) != kept.order.seat:
            cancel(c, game_id, order_id, SEAT_GIVEN_UP)
            return
        if (version := find_firing(new, order_id)) and kept.order.condition.kind not in LASTING:
            # It was stored before this could be noted.
            note_firing(c, kept, version)
            return
        settle(c, table, kept, now, judge(kept.order, now, new))


def lock(c: Connection, game_id: str, order_id: str) -> StoredOrder | None:
    """An order that waits, for this transaction alone; None where another has it, or it waits no more."""
    row: Any = c.execute(
        """
        select g.game, o.player_id::text, o.seat, o.condition, o.action, o.met, o.since, o.looked, o.key, o.signature
        from orders o join games g on g.id = o.game_id
        where o.game_id = %s and o.id = %s and o.status = 'waiting' and origin_holds(o.origin)
        for update of o skip locked
        """,
        (game_id, order_id),
    ).fetchone()
    if row is None:
        return None
    game, player, seat, condition, action, met, since, looked, key, signature = row
    types = dict(CATALOGUE[game].action_types)
    said = {"action": None if action is None else loads(action), "condition": loads(condition)}
    asked = None if action is None else decode_action(types, said["action"])
    signed = None
    if signature is not None:
        signed = OrderSigned(seat=seat, key=bytes(key), version=since, order=said, signature=bytes(signature))
    order = Order(order_id, seat, read_condition(condition), asked, met)
    return StoredOrder(game_id, player, order, since, looked, signed)


def follow_plies(table: GameCommands, kept: StoredOrder) -> tuple[Match, list[Ply]]:
    """The match as the order's seat sees it now, and the plies since the order was looked at."""
    seat, order = kept.order.seat, kept.order
    now = table.match(kept.game_id, seat)
    start = max(kept.since, kept.looked)
    if order.condition.kind in LASTING or start >= now.version:
        return now, []
    record = table.rows(now, seat, 0, now.version)
    return now, list(plies_of(table.match_at(kept.game_id, seat, start), record[start:], record))


def end_of_ply(record: Sequence[RecordedEvent], version: int) -> int:
    """The version, or the last one before it that ends a ply."""
    while 0 < version < len(record) and record[version - 1].ply == record[version].ply:
        version -= 1
    return version


def find_firing(plies: Sequence[Ply], order_id: str) -> int | None:
    """The version after an order was carried out, if it was."""
    for ply in plies:
        if any(isinstance(event, OrderFired) and event.order == order_id for event in ply.events):
            return ply.after.version
    return None


def settle(c: Connection, table: GameCommands, kept: StoredOrder, now: Match, verdict: Verdict) -> None:
    """Keep an order waiting, carry it out, or cancel it."""
    match verdict:
        case Order(met=met):
            c.execute(
                "update orders set looked = %s, met = %s where game_id = %s and id = %s",
                (now.version, met, kept.game_id, verdict.id),
            )
        case Cancelled():
            cancel(c, kept.game_id, kept.order.id, verdict)
        case _:
            carry_out(c, table, kept, now, verdict)


def carry_out(c: Connection, table: GameCommands, kept: StoredOrder, now: Match, action: Action) -> None:
    """Carry out an order at the version that it was judged at, or cancel it if the rules refuse it."""

    def act(match: Match, at: str) -> Decision:
        require_version(match, frozenset({now.version}))
        return standing_orders.carry_out(match, kept.order, action, at, table.history(match), kept.signed)

    try:
        ply = table.ply(kept.game_id, act)[1]
    except Rejected as error:
        cancel(c, kept.game_id, kept.order.id, Cancelled(error.rule, error.reason))
        return
    note_firing(c, kept, ply.after.version)


def note_firing(c: Connection, kept: StoredOrder, version: int) -> None:
    """An order was carried out; one that lasts waits on."""
    status = "waiting" if kept.order.condition.kind in LASTING else "fired"
    c.execute(
        """
        update orders set status = %s, fired_at = %s, looked = %s, met = true, firings = firings + 1
        where game_id = %s and id = %s
        """,
        (status, version, version - 1, kept.game_id, kept.order.id),
    )


def cancel(c: Connection, game_id: str, order: str, why: Cancelled) -> None:
    """An order will not be carried out any more."""
    c.execute(
        "update orders set status = 'cancelled', rule = %s, reason = %s where game_id = %s and id = %s",
        (why.rule, why.reason, game_id, order),
    )


def of_player(database: Database, player: str) -> list[dict[str, Any]]:
    """All orders that a player has given."""
    with connection(database.serving) as c:
        rows = c.execute(
            f"select {COLUMNS}, game_id::text, signature from orders where player_id = %s order by number", (player,)
        ).fetchall()
    return [order_json(row[:-2]) | {"game": row[-2], "signature": row[-1] and base64url(row[-1])} for row in rows]


def erase_all(c: Connection, player: str) -> None:
    """Erase all orders of a player."""
    c.execute("delete from orders where player_id = %s", (player,))


def read_condition(text: str) -> Condition:
    condition: Condition = decode_record(Condition, loads(text))
    return condition


def order_json(row: tuple[Any, ...]) -> dict[str, Any]:
    """An order on the wire."""
    order, condition, action, since, met, status, fired_at, firings, rule, reason, given_at = row
    at: datetime = given_at
    return {
        "id": order,
        "condition": loads(condition),
        "action": None if action is None else loads(action),
        "status": status,
        "met": met,
        "since": since,
        "fired_at": fired_at,
        "firings": firings,
        "rule": rule,
        "reason": reason,
        "given_at": format_time(at),
    }
