"""Rate limits, shared by all workers: a token bucket for each rule and subject, in the database.

A worker takes tokens in small lots and spends them by itself, so most requests ask the database nothing.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass
from http import HTTPStatus
from math import ceil
from typing import Final, NamedTuple

from cartulary_service.config import Config
from cartulary_service.errors import Problem
from cartulary_service.store.database import Connection, Database, connection

BURST_SECONDS: Final = 2
"""A bucket holds what so many seconds fill."""
LOTS: Final = 20
"""A full bucket is handed out in so many lots."""
SUBJECTS_KEPT: Final = 10_000
HOUR: Final = 3_600


class Rule(NamedTuple):
    """A token bucket: requests a second, and burst size."""

    name: str
    per_second: float
    burst: int

    @property
    def window(self) -> int:
        """Seconds in which an empty bucket fills."""
        return ceil(self.burst / self.per_second)


@dataclass(slots=True)
class Lot:
    """Tokens that a worker has taken out of a bucket, and what is left in there."""

    tokens: int
    left: float
    until: float = 0
    """For an empty bucket: the worker's own time at which it holds a token again."""


class Allowance(NamedTuple):
    """Remaining requests of a subject."""

    rule: Rule
    remaining: int

    @property
    def seconds(self) -> int:
        """Return the seconds until the bucket is full."""
        return ceil((self.rule.burst - self.remaining) / self.rule.per_second)


MESSAGES: Final = Rule("messages", 1 / 3, 20)
GRANTS: Final = Rule("grants", 1 / 20, 100)
"""Tokens, codes, invitations, delegations, webhooks and calendars: whatever can be made and revoked again and again."""
SEATS: Final = Rule("seats", 1 / 10, 60)
"""Seats that a player takes, or has a bot take: a table that is left again and again has a longer record each time."""
TABLES: Final = Rule("tables", 1 / 30, 200)
"""Tables that a player opens, however few of them are open at once: the record and the log keep each for ever."""
ORDERS: Final = Rule("orders", 1 / 10, 60)
"""Standing orders that a player gives, however few of them wait at once: each is kept, also if it is withdrawn."""
PROGRAMS: Final = Rule("programs", 1 / 360, 50)
"""Programs that an address registers without a token, whatever an operator allows for players."""
MAILS: Final = Rule("mails", 1 / 360, 10)
DELIVERIES: Final = Rule("deliveries", 1 / 60, 20)
"""Deliveries that are asked for: tests and redeliveries."""
RECIPIENTS: Final = Rule("recipients", 10, 600)
"""Deliveries to one host and port, by the webhooks of all players together: their owner may not have asked for them.

One host may serve the players of a whole site, of whom a thousand act once in two minutes.
"""
REFRESHES: Final = Rule("refreshes", 1 / 60, 20)
"""Requests for tokens by the refresh tokens of one consent; an access token is good for an hour."""
RECOVERIES: Final = Rule("recoveries", 1 / 360, 10)
"""Attempts to recover an account, of an address. Codes need no limit for each account: 80 bits are not to be guessed,
and anybody could use it up and so lock the owner out."""
CODE_MAILS: Final = Rule("code-mails", 1 / HOUR, 1)
"""Codes that anybody wants to be mailed to an address, over all accounts: those that are too many wait."""
INVITATION_NOTICES: Final = Rule("invitation-notices", 2 / HOUR, 1)
"""Notices of invitations to a player: those that come meanwhile are told together."""
RECOVERY_MAILS: Final = Rule("recovery-mails", 1 / 1_800, 4)
"""Mails that anybody asks to be sent to the player of a handle."""
WORK: Final = Rule("work", 100, 10_000)
"""Milliseconds of a processor that requests of one caller take: a tenth of one processor, and ten seconds at once."""
ANALYSES: Final = Rule("analyses", 1 / 360, 10)
"""Games whose analysis a player asks for: each takes a processor for about a minute."""
NAMES: Final = {
    "players": "new players and programs from this address",
    "token": "requests with this token",
    "messages": "messages of yours",
    "grants": "new tokens, recovery codes, invitations, delegations, webhooks and calendars of yours",
    "refreshes": "requests for tokens by this consent",
    "seats": "seats taken by you",
    "tables": "tables opened by you",
    "orders": "standing orders of yours",
    "programs": "new programs from this address",
    "mails": "changes to where your mail goes",
    "recoveries": "attempts to recover an account from this address",
    "recovery-mails": "recovery mails for this handle",
    "work": "milliseconds of computing for you",
    "analyses": "analyses of games that you have asked for",
    "deliveries": "deliveries that you have asked for",
}


class Limits:
    """Counts requests, and refuses those that are too many; nothing where limits are switched off."""

    def __init__(self, database: Database, config: Config) -> None:
        self._database = database
        self._lots: OrderedDict[tuple[str, str], Lot] = OrderedDict()
        self.on = config.rate_limits
        self.address = rule("address", config.rate_per_address)
        self.token = rule("token", config.rate_per_token)
        self.players = Rule("players", config.players_per_hour / HOUR, config.players_per_hour)

    def spend(self, rule: Rule, subject: str, left: list[Allowance], tokens: int = 1) -> None:
        """Take tokens from a subject's bucket, and add to `left` what remains. Raises Problem 429.

        More tokens than the bucket can hold are as many as it holds.
        """
        if not self.on:
            return
        wanted = min(tokens, rule.burst)
        lot = self._lot(rule, subject, wanted)
        if lot.tokens < wanted:
            left.append(Allowance(rule, lot.tokens))
            raise too_many(rule, max(1, ceil(lot.until - time.monotonic())))
        lot.tokens -= wanted
        left.append(Allowance(rule, lot.tokens + int(lot.left)))

    def _lot(self, rule: Rule, subject: str, wanted: int) -> Lot:
        """Return the tokens that the worker holds, if there are enough with those still in the bucket."""
        known = self._lots.get((rule.name, subject))
        now = time.monotonic()
        if known is not None and (known.tokens >= wanted or now < known.until):
            return known
        lot = self._take(rule, subject, now, wanted, known.tokens if known else 0)
        self._lots[rule.name, subject] = lot
        self._lots.move_to_end((rule.name, subject))
        while len(self._lots) > SUBJECTS_KEPT:
            self._lots.popitem(last=False)
        return lot

    def _take(self, rule: Rule, subject: str, now: float, wanted: int, held: int) -> Lot:
        """A new lot out of the bucket, beside the tokens that the worker holds."""
        with connection(self._database.serving) as c:
            granted, left = take(c, rule, subject, max(wanted - held, rule.burst // LOTS))
        tokens = held + granted
        return Lot(tokens, left, now + max(0, wanted - tokens - left) / rule.per_second if tokens < wanted else 0)


def rule(name: str, per_second: int) -> Rule:
    return Rule(name, per_second, per_second * BURST_SECONDS)


def take(c: Connection, rule: Rule, subject: str, lot: int = 1) -> tuple[int, float]:
    """Take up to so many tokens out of a bucket; return how many there were, and what is left."""
    values = {"rule": rule.name, "subject": subject, "burst": rule.burst, "rate": rule.per_second, "lot": lot}
    row = c.execute(TAKE, values).fetchone()
    assert row is not None
    return row[0], row[1]


TAKE: Final = """
insert into buckets as b (rule, subject, tokens, granted, at)
values (%(rule)s, %(subject)s, %(burst)s::int - least(%(lot)s::int, %(burst)s::int),
        least(%(lot)s::int, %(burst)s::int), clock_timestamp())
on conflict (rule, subject) do update set
    granted = least(%(lot)s::int, floor(FILLED))::int,
    tokens = FILLED - least(%(lot)s::int, floor(FILLED)),
    at = clock_timestamp()
returning granted, tokens
""".replace(
    "FILLED",
    "least(%(burst)s, b.tokens + %(rate)s * greatest(0, extract(epoch from clock_timestamp() - b.at)::float8))",
)


def too_many(rule: Rule, seconds: int) -> Problem:
    """429: too many requests by one rule."""
    said = NAMES.get(rule.name, "requests from this address")
    detail = f"Too many {said}: at most {rule.burst:,} at once. Try again in {seconds} s."
    problem = Problem(HTTPStatus.TOO_MANY_REQUESTS, "too-many-requests", detail)
    problem.headers = {"Retry-After": str(seconds)}
    return problem


def forget(database: Database) -> None:
    """Drop buckets that are long full again."""
    with connection(database.serving) as c:
        c.execute("delete from buckets where at < now() - interval '2 hours'")
