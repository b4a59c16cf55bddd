"""Records with an action that breaks one declared constraint, hashed and signed as only an operator can."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from json import loads
from pathlib import Path
from typing import Any, Final, NamedTuple

from cartulary.audit.replay import clock_action
from cartulary.catalogue import CATALOGUE
from cartulary.games.civilization_the_card_game.actions import Attack, Fight, ReturnWalls
from cartulary.games.civilization_the_card_game.cards import CATAPULT
from cartulary.kernel.canonical import base64url, canonical
from cartulary.kernel.codec import Field, Inline, Length, Named, Tally, fields_of, unwrap
from cartulary.kernel.game_decision import GameDecision
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.match.actions import Resign, TakeBack
from cartulary.match.clock.state import CLOCK_EVENTS
from cartulary.match.decision import decide_in_game, happen
from cartulary.match.events.administration import DelegateActed, OrderFired
from cartulary.match.events.clock import ClockStarted, ClockStopped
from cartulary.match.events.undo import ActionsTakenBack, TakeBackAgreed
from cartulary.match.evolve import fold, follow
from cartulary.match.history import goes_back
from cartulary.match.ply import record_ply
from cartulary.match.state import Match, chance_of
from cartulary.record.bundle import FORMAT, WRONG
from cartulary.record.decode import decode_all, log_entries
from cartulary.record.event import RecordedEvent, commitment, genesis, next_head, time_of
from tests.domain.civilization_the_card_game.story import position as civilization_position
from tests.domain.civilization_the_card_game.story import seat
from tests.domain.table import Table

GAMES: Final = sorted((Path(__file__).parents[1] / "games").glob("*/*.ndjson"))
Event = tuple[dict[str, Any], dict[str, Any]]
"""The public and the private part of an event."""


class Instance(NamedTuple):
    """An action in a recorded game: the match before it, the rows up to it, and its own."""

    before: Match
    earlier: Sequence[RecordedEvent]
    rows: Sequence[RecordedEvent]
    seat: int
    action: Action


class Breach(NamedTuple):
    """A value that breaks one constraint of a field, in Python and as JSON."""

    constraint: str
    value: Any
    json: Any
    spelled: bool = False
    """Whether only its JSON is another one: recorded by the engine it would be an honest value."""


class Forgery(NamedTuple):
    """A record with one broken constraint; `played` where the engine itself went on from the broken action."""

    game: str
    name: str
    header: Mapping[str, Any]
    events: Sequence[Event]
    rows: Sequence[RecordedEvent]
    seed: bytes
    played: bool


# Recorded actions


def rows_of(lines: Sequence[str], game_id: str) -> list[RecordedEvent]:
    """The record in the lines of a recorded game."""
    rows, head = list[RecordedEvent](), genesis(game_id)
    for line in map(loads, lines):
        public = loads(line["public"])
        head = next_head(head, line["public"])
        private = canonical(line["private"]) if line["private"] else None
        position, ply, type, v, seat = (public[name] for name in ("position", "ply", "type", "v", "seat"))
        rows.append(RecordedEvent(position, ply, type, v, seat, line["public"], private, head))
    return rows


def instances_in(path: Path) -> Iterator[Instance]:
    """Every action of a recorded game."""
    about, *lines = path.read_text(encoding="utf-8").splitlines()
    game, game_id = CATALOGUE[loads(about)["game"]], loads(about)["id"]
    rows, match = rows_of(lines, game_id), None
    for _, each in groupby(rows, key=lambda row: row.ply):
        ply = list(each)
        until = ply[-1].position
        if match is not None and match.status == "playing" and (found := seat_and_action(match, ply)):
            yield Instance(match, rows[: ply[0].position - 1], ply, *found)
        whole = match is None or goes_back(ply)
        match = (
            fold(game, game_id, rows[:until])
            if whole
            else follow(match, log_entries(match.game.event_types, ply))
            if match
            else None
        )


def seat_and_action(match: Match, ply: Sequence[RecordedEvent]) -> tuple[int, Action] | None:
    """The action of a ply and its seat; None where no seat acted by itself."""
    events = decode_all(match.game.event_types, ply)
    first: Any = events[0]
    if isinstance(first, ActionsTakenBack | TakeBackAgreed):
        return first.seat, TakeBack(version=first.back_to)
    if isinstance(first, CLOCK_EVENTS):
        try:
            return clock_action(first)
        except LookupError:
            return None
    if type(first) not in match.game.events:
        return None
    own = [event for event in events if not isinstance(event, ClockStarted | ClockStopped | DelegateActed | OrderFired)]
    return match.game.infer_action(match.state, own)


@cache
def instances() -> dict[tuple[str, str, str], Instance]:
    """One recorded action for each field of each action, copied effects apart, by game, action and field."""
    found: dict[tuple[str, str, str], Instance] = {}
    for each in (*(each for path in GAMES for each in instances_in(path)), walls_returned()):
        for name, field, _ in fields_in(each.action):
            known = found.get((each.before.game.id, name, field.name))
            if known is None or size(value_of(known.action, field)) < size(value_of(each.action, field)) <= 3:
                found[each.before.game.id, name, field.name] = each
    return found


def walls_returned() -> Instance:
    """A choice that no recorded game has: from which plots Catapults return Walls."""
    game = CATALOGUE["civilization-the-card-game"]
    position = civilization_position(seat(hand="catapult"), seat("coast 0 walls", "hills 0 walls walls"))
    table = Table(game, game.setup(None, 2, {}), bytes(32), [b"", b""], position=position)
    table.act(0, Attack(seat=1, units=(CATAPULT,)))
    while table.match.to_act() != [1]:
        table.act(0, Fight())
    before, earlier, action = table.match, [*table.rows], ReturnWalls(plots=(1,))
    table.act(1, action)
    return Instance(before, earlier, table.rows[len(earlier) :], 1, action)


def size(value: Any) -> int:
    """How much of a value there is to break."""
    return len(set(value)) if isinstance(value, tuple) else int(value is not None)


def fields_in(action: Action) -> Iterator[tuple[str, Field, Action]]:
    """The fields of an action and of one inside it, with a name that tells copies apart."""
    for field in fields_of(type(action)):
        yield action.NAME, field, action
        if field.mark(Inline):
            inner = getattr(action, field.name)
            yield from ((f"{action.NAME}/{name}", each, found) for name, each, found in fields_in(inner))


def value_of(action: Action, field: Field) -> Any:
    """The value of a field of an action, or of one inside it."""
    owner = next(owner for _, each, owner in fields_in(action) if each is field)
    return getattr(owner, field.name)


# Breaches


def breaches(field: Field, value: Any) -> Iterator[Breach]:
    """A value for each constraint of a field that it breaks."""
    if not field.nullable:
        yield Breach("null", None, None)
    yield from breaches_of(field.annotation, field.marks, value, field.encode)


def breaches_of(annotation: Any, marks: tuple[Any, ...], value: Any, encode: Callable[[Any], Any]) -> Iterator[Breach]:
    """The same of a bare type with its marks."""
    kinds = {type(mark): mark for mark in marks}
    if Inline in kinds:
        yield Breach("no such action", Resign(), "resign")
    elif Named in kinds:
        named = kinds[Named]
        yield Breach("below the names", named.first - 1, "none")
        yield Breach("above the names", named.first + len(named.names), "no such name")
        yield Breach("truth value", True, True, spelled=True)
    elif Tally in kinds:
        value = value or ()
        yield Breach("no such name", (*value, len(kinds[Tally].names)), {"no such name": 1})
        yield Breach("negative", (*value, -1), {kinds[Tally].names[0]: -1})
        yield Breach("truth value", (*value, True), {kinds[Tally].names[0]: True}, spelled=True)
        if len(set(value)) > 1:
            yield Breach("out of order", value[::-1], [*encode(value)], spelled=True)
    elif isinstance(value, tuple):
        items = encode(value)
        if Length in kinds:
            yield Breach("too few", value[:-1], items[:-1])
            yield Breach("none", (), [])
            yield Breach("too many", (*value, *value[:1]), [*items, *items[:1]])
        item, item_marks, _ = unwrap(annotation.__args__[0])
        for each in breaches_of(item, item_marks, value[0], lambda one: encode((one,))[0]) if value else ():
            spoilt = (*value[:-1], each.value), [*items[:-1], each.json]
            yield Breach(f"an item {each.constraint}", *spoilt, each.spelled)
    else:
        yield Breach("truth value", True, True)
        yield Breach("text", "text", "text")
        yield Breach("below all", -1, -1)
        yield Breach("past all", 10**12, 10**12)


def broken(action: Any, owner: Any, name: str, value: Any) -> Any:
    """The action with another value in a field of itself, or of the action inside it."""
    if owner is action:
        return replace(action, **{name: value})
    outer = next(each.name for each in fields_of(type(action)) if getattr(action, each.name) is owner)
    return replace(action, **{outer: replace(owner, **{name: value})})


# Records


@cache
def forgeries() -> tuple[Forgery, ...]:
    """One record for each constraint of each field of each action."""
    return tuple(
        forged
        for (game, name, field_name), instance in sorted(instances().items(), key=lambda each: each[0])
        for found, field, owner in fields_in(instance.action)
        if (found, field.name) == (name, field_name)
        for breach in breaches(field, getattr(owner, field.name))
        for forged in [forge(instance, f"{game} {name}.{field.wire}: {breach.constraint}", field, owner, breach)]
    )


def forge(instance: Instance, name: str, field: Field, owner: Action, breach: Breach) -> Forgery:
    """The record of an operator whose rules let the broken action pass, else the honest one with that value."""
    before, at = instance.before, time_of(instance.rows[0])
    try:
        if breach.spelled:
            raise LookupError("the engine would record an honest value")
        events = unguarded(before, instance.seat, broken(instance.action, owner, field.name, breach.value))
        rows, played = to_the_end(before, instance.earlier, record_ply(before, happen(before, *events), at).rows), True
        told = parts_of(rows)
    except (Rejected, *WRONG):
        rows, played = to_the_end(before, instance.earlier, instance.rows), False
        told = parts_of(rows)
        put(told[len(instance.earlier) : instance.rows[-1].position], field, getattr(owner, field.name), breach.json)
    created = told[0][0]["data"]
    header = {name: created.get(name) for name in ("game", "edition", "rules_sha256")}
    header |= {"format": FORMAT, "id": before.id, "key": None}
    assert before.seed is not None
    committed = commit(before.id, before.seed, told)
    lines = [canonical({"private": private, "public": canonical(public)}) for public, private in committed]
    return Forgery(before.game.id, name, header, committed, rows_of(lines, before.id), before.seed, played)


def unguarded(match: Match, seat: int, action: Action) -> list[Any]:
    """What the rules make of an action whose declaration nobody checks."""
    decision = GameDecision(match.game.fork(match.state), match.game.evolutions, chance_of(match), match.version)
    match.game.decide(decision, seat, action)
    return decision.events


def to_the_end(before: Match, earlier: Sequence[RecordedEvent], ply: Sequence[RecordedEvent]) -> list[RecordedEvent]:
    """The record with this ply, after which all resign."""
    rows = [*earlier, *ply]
    match = (
        fold(before.game, before.id, rows)
        if goes_back(ply)
        else follow(before, log_entries(before.game.event_types, ply))
    )
    while match.status == "playing":
        new = record_ply(
            match, decide_in_game(match, match.game.remaining(match.state)[0], Resign()), time_of(rows[-1])
        ).rows
        match = follow(match, log_entries(match.game.event_types, new))
        rows += new
    return rows


def parts_of(rows: Sequence[RecordedEvent]) -> list[Event]:
    """The public and private part of each event."""
    return [(loads(row.public), loads(row.private) if row.private else {}) for row in rows]


def commit(game_id: str, seed: bytes, events: Sequence[Event]) -> list[Event]:
    """The events with commitments to what they hide now."""
    for public, private in events:
        for name in public["secrets"]:
            made = commitment(game_id, seed, public["position"], name, canonical(private[name]))
            public["secrets"][name] = base64url(made)
    return list(events)


def put(ply: Sequence[Event], field: Field, honest: Any, bad: Any) -> None:
    """Tell a value otherwise in the first event of a ply that tells it."""
    value = field.encode(honest) if not field.mark(Inline) else honest.NAME
    for part in (part for public, private in ply for part in (public["data"], private)):
        for name in sorted(part, key=lambda each: each != field.wire):
            told = part[name]
            if (type(told), told) in ((type(value), value), (list, [*honest] if isinstance(honest, tuple) else None)):
                part[name] = bad
                return
            if isinstance(value, str) and isinstance(part[name], dict) and value in part[name]:
                part[name] = {bad: part[name][value]} if isinstance(bad, str) else bad
                return
    sums = [(public["data"], name) for public, _ in ply for name, each in public["data"].items() if each != []]
    part, name = sums[0]
    part[name] = bad
