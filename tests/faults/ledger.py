"""What clients were told, and whether the record has it: by content, each once, and nothing else."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from json import loads
from typing import Any, Final, NamedTuple

from cartulary.kernel.canonical import base64url, canonical
from cartulary.record.event import genesis, next_head
from tests.faults.clusters import Cluster
from tests.faults.wire import Caller

EVENTS: Final = "select game_id::text, ply, public from events order by game_id, position"


class Told(NamedTuple):
    """An action that was acknowledged: its version, its ply, the head after it, the digest of its events; and when."""

    game: str
    version: int
    ply: int
    head: str
    digest: bytes
    began: float
    ended: float


class Chain(NamedTuple):
    """A game as it is stored: the head at each version, and of each ply the digest of its events."""

    heads: Sequence[str]
    plies: Mapping[int, bytes]


class Verdict(NamedTuple):
    """What was told and is not there as it was told; what is there and was not told, or was told twice."""

    lost: int
    doubled: int


Chains = Mapping[str, Chain]
NOTHING: Final = Chain([], {})


def told(game: str, answer: Mapping[str, Any], began: float, ended: float) -> Told:
    """What an answer to an action acknowledges."""
    events = [canonical(each["public"]) for each in answer["events"]]
    head = str(answer["game"]["head"])
    return Told(game, answer["version"], answer["ply"], head, digest_of(events), began, ended)


def digest_of(publics: Sequence[str]) -> bytes:
    return sha256("\n".join(publics).encode()).digest()


def chain(game: str, events: Iterable[tuple[int, str]]) -> Chain:
    """A game's chain, computed anew from the plies and public parts of its events."""
    head, heads = genesis(game), [base64url(genesis(game))]
    plies: dict[int, list[str]] = defaultdict(list)
    for ply, public in events:
        head = next_head(head, public)
        heads.append(base64url(head))
        plies[ply].append(public)
    return Chain(heads, {ply: digest_of(publics) for ply, publics in plies.items()})


def stored(cluster: Cluster) -> Chains:
    """All games as a cluster has them."""
    with cluster.connect() as session:
        rows: list[Any] = session.execute(EVENTS).fetchall()
    games = groupby(rows, key=lambda row: row[0])
    return {game: chain(game, ((ply, public) for _, ply, public in events)) for game, events in games}


def bundled(port: int, games: Iterable[str]) -> Chains:
    """Games as the service tells them in their audit bundles."""
    caller = Caller(port)
    return {game: chain(game, events_of(caller, game)) for game in games}


def events_of(caller: Caller, game: str) -> Iterator[tuple[int, str]]:
    answer = caller.send("GET", f"/games/{game}/audit")
    if answer.status == 200:
        for line in answer.body.decode().splitlines()[1:-1]:
            public = loads(line)["public"]
            yield loads(public)["ply"], public


def holds(each: Told, chains: Chains) -> bool:
    """Whether the record has what was told: the same head at that version, the same events in that ply."""
    found = chains.get(each.game, NOTHING)
    return (
        each.version < len(found.heads)
        and found.heads[each.version] == each.head
        and found.plies.get(each.ply) == each.digest
    )


def lost(acknowledged: Iterable[Told], chains: Chains) -> int:
    """How much of what was told is not there."""
    return sum(not holds(each, chains) for each in acknowledged)


def compared(acknowledged: Sequence[Told], seats: Mapping[str, int], chains: Chains) -> Verdict:
    """The verdict on games that nobody plays any more, with their numbers of seats."""
    known = {(each.game, each.ply) for each in acknowledged}
    # A ply for the game and one for each seat come before the first action.
    unaccounted = sum(
        ply > 1 + number and (game, ply) not in known
        for game, number in seats.items()
        for ply in chains.get(game, NOTHING).plies
    )
    return Verdict(lost(acknowledged, chains), unaccounted + len(acknowledged) - len(known))
