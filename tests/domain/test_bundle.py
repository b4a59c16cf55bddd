"""What each check of a bundle is for: a game in a page, told otherwise at one place, is found by that check alone."""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from json import dumps, loads
from typing import Any, NamedTuple

import pytest

from cartulary.audit.replay import replay
from cartulary.audit.report import Outcome
from cartulary.audit.verify import verify_lines
from cartulary.kernel.canonical import base64url, canonical
from cartulary.kernel.messages import Event, event
from cartulary.kernel.seats import Seat
from cartulary.record.bundle import Broken
from cartulary.record.event import genesis
from tests.cases import cases
from tests.domain.table import Table
from tests.domain.test_toy_game import HANDS, lay
from tests.domain.toy_game import TOY, NumberLaid, NumberShown

ID = "00000000-0000-7000-8000-000000000001"
RULES = "0" * 64
HEADER = {
    "edition": "plain",
    "format": "cartulary-audit/v1",
    "game": "highest-number",
    "id": ID,
    "key": None,
    "rules_sha256": RULES,
}
CREATED, FIRST, SECOND, LAST, DECK, DEALT, LAID, SHOWN = 1, 2, 3, 4, 5, 6, 9, 12
"""Events by number: the creation, three seats taken, the deck, the first of three hands, of numbers laid and shown."""
COMMITTED = 8
"""Hidden values in a whole game: a position, a deck, three hands and three numbers."""


class Told(NamedTuple):
    """An event's two parts."""

    public: dict[str, Any]
    private: dict[str, Any]


@cache
def whole(*, dealt: bool = True) -> Table:
    """A whole game."""
    position = None if dealt else HANDS
    table = Table(TOY, TOY.setup(None, 3, {}), b"\1" * 32, [b"salt".ljust(32)] * 3, rules=RULES, position=position)
    for seat in (0, 1, 2):
        table.act(seat, table.actions(seat)[0])
    return table


def events(until: int | None = None) -> list[Told]:
    """The events of a game, up to one, to be told otherwise."""
    return [Told(loads(row.public), loads(row.private or "{}")) for row in whole().rows[:until]]


def lines(told: Iterable[Told], **header: Any) -> list[str]:
    """A bundle of these events, without a note: the chain is made anew."""
    said = [canonical({"private": each.private, "public": canonical(each.public)}) for each in told]
    return [canonical(HEADER | header), *said]


def running() -> list[Told]:
    """A game that has not ended yet, so that what is to be disclosed is not."""
    return [Told(each.public, {}) for each in events(LAID + 1)]


def told_otherwise(number: int, **public: Any) -> list[Told]:
    """A running game with something else in an event's public part."""
    told = running()
    told[number - 1].public.update(public)
    return told


def failed(bundle: list[str], **more: Any) -> list[Outcome]:
    """The checks that do not hold."""
    return [each for each in verify_lines(bundle, {TOY.id: TOY}, **more).outcomes if each.holds is False]


def require_found(bundle: list[str], check: str, number: int | None = None, **more: Any) -> None:
    """That check alone does not hold; it says at which event."""
    (found,) = failed(bundle, **more)
    assert found.check == check, found.words
    assert found.words.startswith("" if number is None else f"event {number}: ")


def said(bundle: list[str], check: str, **more: Any) -> Outcome:
    """What a check comes to."""
    (found,) = (each for each in verify_lines(bundle, {TOY.id: TOY}, **more).outcomes if each.check == check)
    return found


# format


def test_a_bundle_is_a_header_a_line_for_each_event_and_a_note() -> None:
    table = whole()
    from_record = [{"private": loads(row.private or "{}"), "public": row.public} for row in table.rows]
    head = base64url(table.match.head)
    note = f"cartulary-receipt/v1\n{ID}\n{len(table.rows)}\n{head}\n"
    bundle = [canonical(each) for each in (HEADER, *from_record, {"note": note})]
    report = verify_lines(bundle, {TOY.id: TOY}, note=note, receipts=[note])
    assert report.complete
    assert [each.check for each in report.outcomes] == [
        "format",
        "positions",
        "heads",
        "note",
        "receipt",
        "seats",
        "seed",
        "commitments",
        "rules",
        "signatures",
    ]
    assert (report.game, report.version, report.head) == (ID, len(table.rows), head)


def test_a_running_game_told_as_it_was_is_found_right() -> None:
    assert failed(lines(running())) == []
    assert failed(lines(events())) == []


def test_of_what_is_no_bundle_nothing_is_said() -> None:
    report = verify_lines(["no json"], {TOY.id: TOY})
    assert (report.game, report.version, report.head, report.status, report.fairness) == ("", 0, "", "", "")
    assert report.corrections == 0
    assert "docs/verifiers.md" in report.outcomes[0].words


def test_a_note_has_nothing_beside_it() -> None:
    assert failed([*lines(running()), canonical({"note": ""})]) == []
    require_found([*lines(running()), canonical({"note": "", "more": 1})], "format")
    require_found([*lines(running()), canonical({})], "format")


@cases("header", [{"format": "cartulary-audit/v2"}, {"format": "cartulary-audit/v0"}, {"format": ""}, {"more": 1}])
def test_a_header_has_its_format_and_fields_and_no_more(header: dict[str, Any]) -> None:
    require_found(lines(running(), **header), "format")


@cases("name", HEADER)
def test_a_header_has_all_its_fields(name: str) -> None:
    less = canonical({key: value for key, value in HEADER.items() if key != name})
    require_found([less, *lines(running())[1:]], "format")


def test_a_bundle_without_events_is_about_no_game() -> None:
    assert {each.check for each in failed(lines([]))} == {"format"}


@cases("name", ["ply", "position", "v"])
@cases("value", [True, "1", None])
def test_the_numbers_of_an_event_are_whole_numbers(name: str, value: object) -> None:
    require_found(lines(told_otherwise(CREATED, **{name: value})), "format", CREATED)


def test_a_number_with_a_fraction_is_named() -> None:
    (found,) = failed(lines(told_otherwise(SECOND, ply=2.0)))
    assert (found.check, found.words) == ("format", "2.0 is no whole number")


def test_a_seat_is_no_truth_value() -> None:
    require_found(lines(told_otherwise(FIRST, seat=False)), "format", FIRST)


def test_an_event_has_its_fields_and_no_more() -> None:
    require_found(lines(told_otherwise(SECOND, more=1)), "format", SECOND)
    for name in running()[0].public:
        told = running()
        del told[SECOND - 1].public[name]
        require_found(lines(told), "format", SECOND)


@cases("more", [{"more": 1}, {"note": "n"}])
def test_a_line_has_a_public_and_a_private_part_and_no_more(more: dict[str, Any]) -> None:
    bundle = lines(running())
    bundle[SECOND] = canonical(loads(bundle[SECOND]) | more)
    require_found(bundle, "format", SECOND)
    bundle[SECOND] = canonical({"public": loads(bundle[SECOND])["public"]})
    require_found(bundle, "format", SECOND)


def test_a_line_is_spelled_in_the_only_way_there_is() -> None:
    for number, line in enumerate(bundle := lines(running())):
        for other in (line.replace(":", ": ", 1), line.replace("{", '{"a":1,', 1), turned(line)):
            require_found([*bundle[:number], other, *bundle[number + 1 :]], "format")


def test_a_public_part_is_spelled_in_the_only_way_there_is() -> None:
    bundle = lines(running())
    public = canonical(running()[SECOND - 1].public)
    for other in (public.replace(":", ": ", 1), turned(public)):
        bundle[SECOND] = canonical({"private": {}, "public": other})
        require_found(bundle, "format", SECOND)


def turned(text: str) -> str:
    """The same object, its fields from the last to the first."""
    return dumps(dict(reversed(loads(text).items())), separators=(",", ":"))


@cases("private", [{"more": 1}, {"server_seed": "A" * 43}, {"hand": ["one"], "more": 1}])
@cases("number", [CREATED + 1, DEALT])
def test_nothing_is_hidden_that_was_not_committed_to(number: int, private: dict[str, Any]) -> None:
    told = running()
    told[number - 1].private.update(private)
    require_found(lines(told), "format", number)


# positions


@cases("number", [CREATED, SECOND, LAID])
@cases("by", [-1, 1])
def test_positions_count_from_one(number: int, by: int) -> None:
    require_found(lines(told_otherwise(number, position=number + by)), "positions", number)


@cases(("number", "ply"), [(CREATED, 0), (CREATED, 2), (SECOND, 1), (SECOND, 4), (DEALT, 3), (LAID, 6)])
def test_a_ply_is_that_of_the_event_before_or_the_next(number: int, ply: int) -> None:
    found = failed(lines(told_otherwise(number, ply=ply)))
    # Where a seat is taken or the game begins in another ply, the order of the seats is wrong too.
    assert {each.check for each in found} in ({"positions"}, {"positions", "seats"})
    assert found[0].words.startswith(f"event {number}: ")


def test_times_go_on_and_never_back() -> None:
    told = running()
    for each in told[LAID - 1 :]:
        each.public["at"] = "2026-01-01T00:00:01.000Z"
    assert failed(lines(told)) == []
    told[LAID].public["at"] = "2026-01-01T00:00:00.000Z"
    require_found(lines(told), "positions", LAID + 1)


def test_the_report_says_how_many_positions_and_plies_there_are() -> None:
    assert said(lines(running()), "positions").words == "positions 1 to 10, plies 1 to 6"


# heads, receipt


@cases("other", [{"edition": "other"}, {"rules_sha256": "1" * 64}, {"rules_sha256": None}])
def test_a_header_tells_of_the_game_that_the_events_tell(other: dict[str, Any]) -> None:
    require_found(lines(running(), **other), "heads")


@cases("version", range(1, LAID + 2))
def test_a_receipt_of_any_version_stands_in_the_chain(version: int) -> None:
    receipt = f"cartulary-receipt/v1\n{ID}\n{version}\n{base64url(whole().rows[version - 1].hash)}\n"
    outcome = said(lines(running()), "receipt", receipts=[receipt])
    assert (outcome.holds, outcome.words) == (True, f"the receipt's head stands at version {version}")


@cases("version", [-1, 0, LAID + 2])
def test_a_receipt_is_for_a_version_that_there_is(version: int) -> None:
    rows = whole().rows[: LAID + 1]
    for head in (genesis(ID), rows[-1].hash, *(row.hash for row in rows[version - 1 : version])):
        receipt = f"cartulary-receipt/v1\n{ID}\n{version}\n{base64url(head)}\n"
        require_found(lines(running()), "receipt", receipts=[receipt])


@cases("head", [bytes(32), b"\xcf\x3c\xf3" * 10 + b"\xcf\x3c"])
def test_a_receipt_has_the_head_that_the_chain_has(head: bytes) -> None:
    receipt = f"cartulary-receipt/v1\n{ID}\n{SECOND}\n{base64url(head)}\n"
    require_found(lines(running()), "receipt", receipts=[receipt])


def test_a_receipt_that_no_key_vouches_for_fails_for_the_reason_given() -> None:
    outcome = said(lines(running()), "receipt", receipts=[Broken("no key has signed it")])
    assert (outcome.holds, outcome.words) == (False, "no key has signed it")


# seats


def without(told: list[Told], *numbers: int) -> list[Told]:
    """Without these events, the others being counted anew."""
    kept = [deepcopy(each) for number, each in enumerate(told, 1) if number not in numbers]
    for position, each in enumerate(kept, 1):
        each.public["position"] = position
        each.public["ply"] = min(position, 4)
    return kept


@cases("taken", [0, 1, 2, 3])
def test_seats_are_taken_one_after_the_other(taken: int) -> None:
    bundle = lines(running()[: 1 + taken])
    assert failed(bundle) == []
    assert said(bundle, "seats").words == f"committed at event 1, {taken} of 3 seats taken after it"


@cases("first", [DECK, SHOWN])
def test_a_record_begins_with_the_creation(first: int) -> None:
    outcome = said(lines(without(events()[first - 1 : first])), "seats")
    assert (outcome.holds, outcome.words) == (False, "event 1: it is not the creation of the game")


@event()
class TableLaid(Event):
    """Something that a game may begin with; its name comes after that of taking a seat."""


@cases("number", [FIRST, SECOND, LAST])
def test_no_card_is_dealt_before_every_seat_is_taken(number: int) -> None:
    require_found(lines(without(running(), number)), "seats")
    late = [*running()[: number - 1], *running()[number:DECK], running()[number - 1], *running()[DECK:]]
    require_found(lines(without(late)), "seats")
    evolutions = {**TOY.evolutions, TableLaid: lambda *_: None}
    games = {TOY.id: replace(TOY, events=(*TOY.events, TableLaid), evolutions=evolutions)}
    begun = running()[LAID - 1].public | {"type": "TableLaid", "seat": None, "data": {}, "secrets": {}}
    bundle = lines(without([*running()[: number - 1], Told(begun, {}), *running()[number - 1 : DECK]]))
    assert [each.check for each in verify_lines(bundle, games).outcomes if each.holds is False] == ["seats"]


def test_no_seat_is_taken_once_more_in_place_of_another_or_later() -> None:
    told = running()
    require_found(lines(without([*told[:2], told[1]])), "seats")
    require_found(lines(without([*told[:3], told[1]])), "seats")
    require_found(lines(without([*told[:4], told[1]])), "seats")
    require_found(lines(without([*told, told[1]])), "seats")


def test_a_game_is_created_once() -> None:
    told = running()
    require_found(lines(without([told[0], told[0]])), "seats")
    require_found(lines(without([*told[:2], told[0]])), "seats")


# seed, commitments


def test_before_the_end_the_seed_and_what_follows_from_it_are_not_checked() -> None:
    unchecked = [each.check for each in verify_lines(lines(running()), {TOY.id: TOY}).outcomes if each.holds is None]
    assert unchecked == ["note", "receipt", "seed", "commitments", "rules"]


def test_the_report_says_how_many_hidden_values_there_are_and_how_many_are_missing() -> None:
    told = events()
    outcome = said(lines(told), "commitments")
    assert (outcome.holds, outcome.words) == (True, f"{COMMITTED} hidden values are what was committed to")
    told[DECK - 1].private.clear()
    told[LAID - 1].private.clear()
    outcome = said(lines(told), "commitments")
    assert outcome.holds is None
    assert outcome.words == f"2 hidden values are not in the bundle; {COMMITTED - 2} are what was committed to"


@cases("other", [bytes(32), b"\xff" * 32])
def test_the_seed_is_the_one_committed_to(other: bytes) -> None:
    told = events()
    told[CREATED - 1].public["data"]["server_commit"] = base64url(other)
    assert said(lines(told), "seed").holds is False


@cases("number", [DECK, DEALT, LAID])
def test_a_hidden_value_is_the_one_that_was_committed_to(number: int) -> None:
    told = events()
    ((name, values),) = told[number - 1].private.items()
    told[number - 1].private[name] = ["one", *values[1:]] if values[0] != "one" else ["two", *values[1:]]
    outcome = said(lines(told), "commitments")
    assert (outcome.holds, outcome.words) == (False, f"event {number}: {name} is not what was committed to")


def test_an_event_commits_to_what_it_hides_and_to_nothing_else() -> None:
    for number, secrets in ((FIRST, {"more": "A" * 43}), (DECK, {})):
        told = events()
        told[number - 1].public["secrets"] = secrets
        told[number - 1].private.clear()
        require_found(lines(told), "format", number)


# rules


@cases("dealt", [True, False])
def test_a_game_is_played_again_by_the_rules(dealt: bool) -> None:
    table = whole(dealt=dealt)
    assert replay(TOY, ID, table.rows, table.seed) == 7
    assert said(lines(events()), "rules").words == "7 plies are what the rules make of them"


@cases("until", [5, 6, 7, 11, 12, 13, 14])
def test_a_ply_is_found_that_lacks_events(until: int) -> None:
    rows = whole().rows[:until]
    with pytest.raises(Broken, match=r"^event (4|11): this ply has \d events, the rules make \d$") as broken:
        replay(TOY, ID, rows, whole().seed)
    assert broken.value.position == (4 if until < LAID else 11)
    assert not broken.value.illegal


def at_hand(*plies: Sequence[Event]) -> Table:
    """A table at which hands lie open, and which goes on as nobody asked for."""
    table = Table(TOY, TOY.setup(None, 3, {}), b"\1" * 32, [b"salt".ljust(32)] * 3, rules=RULES, position=HANDS)
    for ply in plies:
        table.goes_on(ply)
    return table


def laid(seat: Seat, name: str) -> NumberLaid:
    return NumberLaid(seat=seat, number=lay(name).number)


def shown(seat: Seat, name: str) -> NumberShown:
    return NumberShown(seat=seat, number=lay(name).number)


def parting(table: Table) -> Broken:
    """Where the rules part from what was recorded."""
    with pytest.raises(Broken) as broken:
        replay(TOY, ID, table.rows, table.seed)
    return broken.value


def test_a_ply_is_found_that_has_events_too_many() -> None:
    found = parting(at_hand([laid(0, "one"), shown(0, "one")]))
    assert str(found) == "event 8: this ply has 2 events, the rules make 1"
    assert (found.position, found.illegal, found.chain) == (8, False, False)


@cases("more", [[], [shown(1, "one")]])
def test_what_the_rules_refuse_is_said_to_be_refused_and_at_which_event(more: list[Event]) -> None:
    found = parting(at_hand([laid(0, "one")], [laid(1, "one"), *more]))
    assert str(found).startswith("event 9: the rules refuse what happened: lay.not_in_hand")
    assert (found.position, found.illegal) == (9, True)


@cases("more", [[], [shown(1, "one")]])
def test_what_no_action_causes_is_found_and_at_which_event(more: list[Event]) -> None:
    found = parting(at_hand([shown(0, "one"), *more]))
    assert str(found) == "event 8: no action of a seat causes this"
    assert (found.position, found.illegal) == (8, False)


def test_all_events_of_a_ply_have_one_time() -> None:
    told = events()
    for each in told[DEALT - 1 :]:
        each.public["at"] = "2026-01-01T00:00:01.000Z"
    assert said(lines(told), "rules").words.startswith(f"event {DEALT}: ")


@cases(
    ("number", "name"),
    [(CREATED, "clock"), (CREATED, "private"), (CREATED, "revision"), (FIRST, "bot"), (DEALT, "count")],
)
def test_a_field_that_is_missing_is_found(number: int, name: str) -> None:
    told = events()
    del told[number - 1].public["data"][name]
    require_found(lines(told), "format", number)


def test_a_field_that_is_missing_where_the_rules_make_something_of_it_is_found() -> None:
    told = events()
    del told[-1].public["data"]["kind"]
    require_found(lines(told), "format", len(told))


@cases("head", [bytes(32), b"\xcf\x3c\xf3" * 10 + b"\xcf\x3c"])
def test_a_note_has_the_head_that_the_chain_has(head: bytes) -> None:
    note = f"cartulary-receipt/v1\n{ID}\n{LAID + 1}\n{base64url(head)}\n"
    require_found(lines(running()), "note", note=note)


def test_a_seed_that_is_withheld_at_the_end_is_said_to_be() -> None:
    told = events()
    told[-1].public["data"]["server_seed"] = None
    for check in ("seed", "commitments", "rules"):
        assert said(lines(told), check).words == f"event {len(told)}: the game has ended and its seed is withheld"


def test_a_field_that_no_such_event_has_is_found() -> None:
    told = events()
    told[FIRST - 1].public["data"]["more"] = 1
    require_found(lines(told), "format", FIRST)


@cases("count", [2, 4])
def test_what_is_told_otherwise_than_the_rules_have_it_is_found(count: int) -> None:
    told = events()
    told[DEALT - 1].public["data"]["count"] = count
    require_found(lines(told), "rules", DEALT)
