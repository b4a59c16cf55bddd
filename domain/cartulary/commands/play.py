"""The command that plays a whole game in the terminal, in this process."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from json import loads
from random import Random
from typing import Any

from cartulary.bots.strategies import STRATEGIES, choose_action
from cartulary.bots.table import MemoryTable
from cartulary.catalogue import CATALOGUE
from cartulary.commands.terminal import WRONG_USE, add_setup, fail, parser, say
from cartulary.kernel.codec import decode_action
from cartulary.kernel.forms import forms_json
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent

Json = dict[str, Any]
SEED_BYTES = 32
YOU: Seat = 0


def play(arguments: Sequence[str], prog_name: str) -> None:
    """Play a whole game against bots in the terminal; seat 0 is yours. No service is needed."""
    reads = parser(prog_name, play.__doc__)
    add_setup(reads, [*CATALOGUE])
    reads.add_argument("--bots", action="store_true", help="bots among themselves; you look on")
    reads.add_argument("--bot", default="greedy", choices=[*STRATEGIES], help="how they play; by default greedy")
    reads.add_argument("--seed", type=int, help="of the deal and the bots' choices; by default a new one")
    given = reads.parse_args(arguments)
    try:
        setup = CATALOGUE[given.game].setup(given.edition, given.seats, dict(given.option))
    except Rejected as error:
        fail(str(error), WRONG_USE)
    random = Random(secrets.randbits(64) if given.seed is None else given.seed)
    entropy = [random.randbytes(SEED_BYTES) for _ in range(given.seats)]
    table = MemoryTable(CATALOGUE[given.game], setup, random.randbytes(SEED_BYTES), entropy)
    try:
        play_out(table, given.bot, None if given.bots else YOU, random)
    except (EOFError, KeyboardInterrupt):
        fail("The game was broken off, and is not kept.", 130)


def play_out(table: MemoryTable, bot: str, you: Seat | None, random: Random) -> None:
    """Play a game to its end: one seat by a person, if any, all others by a bot."""
    while table.match.status == "playing":
        seat = table.match.to_act()[0]
        seen = table.as_seen(seat)
        if seat == you:
            show_match(seen, seat)
            action = choose(seen, seat)
        else:
            action = choose_action(seen, seat, bot, random, lambda: 0.0)
        try:
            show_events(table.act(seat, action))
        except Rejected as error:
            say(str(error))
    show_match(table.match, 0 if you is None else you)
    say(describe_result(table.match))


def show_events(rows: Sequence[RecordedEvent]) -> None:
    """Print what everybody sees of events, one a line."""
    for row in rows:
        who = "" if row.seat is None else f"seat {row.seat} "
        data = loads(row.public)["data"]
        details = ", ".join(f"{name} {describe(value)}" for name, value in data.items() if plain(value))
        say(f"{row.position:>4} {who}{row.type} {details}")


def show_match(match: Match, seat: Seat) -> None:
    """Print a seat's view of a match: what is shared, then a paragraph for each seat."""
    view = match.game.view(match.state, seat)
    shared = [f"{name} {describe(value)}" for name, value in view.items() if name != "seats" and plain(value)]
    say("")
    say(" · ".join(shared))
    for number, each in enumerate(view["seats"]):
        say(f"seat {number}" + (" (you)" if number == seat else ""))
        for name, value in each.items():
            if plain(value):
                say(f"  {name}: {describe(value)}")


def choose(seen: Match, seat: Seat) -> Action:
    """Ask which action, then for each open choice which cards."""
    forms = forms_json(seen.game.legal_actions(seen.state, seat))
    for number, form in enumerate(forms, 1):
        say(f"{number:>3}  {describe_form(form)}")
    form = forms[int(ask("Your action", [str(number) for number in range(1, len(forms) + 1)])) - 1]
    chosen = {name: [*pick(name, choice)] for name, choice in form.get("choose", {}).items()}
    settled = {name: value for name, value in form.items() if name != "choose"}
    return decode_action(dict(seen.game.action_types), settled | chosen)


def pick(name: str, choice: Json) -> Iterator[str]:
    """Ask for as many items as are to be chosen; where fewer will do, for how many."""
    left, count, fewest = dict(choice["from"]), choice["count"], choice.get("at_least")
    if fewest is not None and fewest < count:
        count = int(ask(f"{name}: how many", [str(number) for number in range(fewest, count + 1)]))
    for number in range(1, count + 1):
        items = [item for item, number in left.items() if number]
        item = items[0] if len(items) == 1 else ask(f"{name} {number} of {count} ({', '.join(items)})", items)
        left[item] -= 1
        yield item


def ask(question: str, answers: Sequence[str]) -> str:
    """Ask until the answer is one of these."""
    while (answer := input(f"{question}: ").strip()) not in answers:
        say(f"Answer with one of: {', '.join(answers)}")
    return answer


def plain(value: Any) -> bool:
    """Whether a value is worth showing in a line."""
    if isinstance(value, Mapping):
        return any(map(plain, value.values()))
    return value not in (None, False, 0, "", []) and not (isinstance(value, str) and len(value) > 40)


def describe(value: Any) -> str:
    """A value in a line: multisets as '2×science-1, culture-2', other things by the names of their parts."""
    if isinstance(value, Mapping) and "count" not in value and all(type(each) is int for each in value.values()):
        return ", ".join(name if count == 1 else f"{count}×{name}" for name, count in value.items() if count) or "–"
    if isinstance(value, Mapping):
        parts = [(name, each) for name, each in value.items() if plain(each)]
        return ", ".join(each if isinstance(each, str) else f"{name} {describe(each)}" for name, each in parts) or "–"
    if isinstance(value, list):
        return ", ".join(map(describe, value)) or "–"
    return str(value)


def describe_form(form: Json) -> str:
    """An action with its settled fields, and what is left to choose."""
    settled = [describe(value) for name, value in form.items() if name not in ("type", "choose")]
    open_ones = [
        f"{name} {choice['at_least']} to {choice['count']}" if "at_least" in choice else f"{name} {choice['count']}"
        for name, choice in form.get("choose", {}).items()
    ]
    return " ".join([form["type"], *settled, *(f"({each})" for each in open_ones)])


def describe_result(match: Match) -> str:
    """Describe how a match ended."""
    ended = match.result
    if ended is None:
        return "not ended"
    winners = " and ".join(f"seat {seat}" for seat in ended.winners)
    points = ", ".join(f"{each.seat}: {each.points}" for each in ended.points or ())
    scored = f", points {points}" if points else ""
    decided = f", decided by {', '.join(ended.decided_by)}" if ended.decided_by else ""
    return f"{ended.kind}: {winners}{scored}{decided}"
