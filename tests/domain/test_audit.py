"""A bundle can be checked offline: what was played is found right, and whatever is changed is found."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from json import dumps, loads
from random import Random
from typing import Any

import pytest

from cartulary.audit.report import Report
from cartulary.audit.verify import verify_lines
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.canonical import base64url, canonical
from cartulary.kernel.messages import Event
from cartulary.kernel.randomness import Chance
from cartulary.match.actions import Resign
from cartulary.match.decision import Decision
from cartulary.match.events.administration import GameCorrected
from cartulary.match.events.seating import SeatTaken
from cartulary.match.evolve import fold
from cartulary.match.game import Game
from cartulary.match.ply import record_ply
from cartulary.match.seating import expire
from cartulary.match.state import Match
from cartulary.record.bundle import FORMAT, receipt_text, write_bundle
from cartulary.record.event import RecordedEvent
from tests.cases import cases
from tests.domain.offers import completed
from tests.domain.table import AT, UNTIL, Table, decision_of

RULES = "0" * 64
EVERY_GAME = pytest.mark.parametrize("id", CATALOGUE)


@cache
def table_of(id: str, seed: int = 1, plies: int = 40, given: int = 3) -> Table:
    """A game of three seats, played at random, which ends by resignations after so many plies."""
    game: Game[Any] = CATALOGUE[id]
    random = Random(seed)
    entropy = [random.randbytes(32) if seat < given else b"" for seat in range(3)]
    table = Table(game, game.setup(None, 3, {}), random.randbytes(32), entropy, rules=RULES)
    while table.match.status == "playing":
        seat = table.match.to_act()[0]
        forms = list(game.legal_actions(table.match.state, seat))
        table.act(seat, completed(random.choice(forms), random) if table.match.ply < plies else Resign())
    return table


def lines_of(table: Table, until: int | None = None) -> list[str]:
    """The bundle of a game."""
    rows = table.rows[:until]
    match = table.match
    header = {
        "format": FORMAT,
        "id": match.id,
        "game": match.game.id,
        "edition": match.setup.edition,
        "rules_sha256": RULES,
        "key": None,
    }
    return list(write_bundle(header, rows, receipt_text(match.id, len(rows), rows[-1].hash)))


def checked(lines: list[str], **more: Any) -> Report:
    """The report on a bundle, its note being taken as signed."""
    return verify_lines(lines, CATALOGUE, **more)


def wrong(report: Report) -> list[str]:
    """The checks that do not hold."""
    return [each.check for each in report.outcomes if each.holds is False]


@EVERY_GAME
def test_a_finished_game_is_verified_completely(id: str) -> None:
    table = table_of(id)
    lines = lines_of(table)
    earlier = receipt_text(table.match.id, 9, table.rows[8].hash)
    report = checked(lines, note=loads(lines[-1])["note"], receipts=[earlier])
    assert [(each.check, each.holds) for each in report.outcomes if not each.holds] == []
    assert report.verified
    assert report.complete
    assert (report.version, report.fairness, report.status) == (len(table.rows), "B", "finished")


@cases(("given", "fairness"), [(3, "B"), (1, "partly B"), (0, "C")])
def test_the_report_says_who_had_a_hand_in_the_shuffle(given: int, fairness: str) -> None:
    assert checked(lines_of(table_of("carta-impera-victoria", given=given))).fairness == fairness


@EVERY_GAME
def test_of_a_running_game_what_can_be_checked_is(id: str) -> None:
    report = checked(lines_of(table_of(id), until=30))
    assert report.verified
    assert not report.complete
    unchecked = [each.check for each in report.outcomes if each.holds is None]
    assert unchecked == ["note", "receipt", "seed", "commitments", "rules"]


@EVERY_GAME
def test_every_event_that_is_dropped_doubled_or_swapped_is_found(id: str) -> None:
    lines = lines_of(table_of(id, plies=12))
    for number in range(1, len(lines) - 1):
        dropped = lines[:number] + lines[number + 1 :]
        doubled = [*lines[:number], lines[number], *lines[number:]]
        swapped = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
        for changed in (dropped, doubled, *([swapped] if number < len(lines) - 2 else [])):
            assert not checked(changed, note=loads(lines[-1])["note"]).verified, number


@EVERY_GAME
def test_every_byte_that_is_changed_is_found(id: str) -> None:
    lines = lines_of(table_of(id, plies=2))
    note = loads(lines[-1])["note"]
    for number, line in enumerate(lines):
        for place, byte in enumerate(line):
            changed = line[:place] + ("x" if byte == "0" else "0") + line[place + 1 :]
            bundle = [*lines[:number], changed, *lines[number + 1 :]]
            report = checked(bundle, note=note_of(bundle) if number == len(lines) - 1 else note)
            assert not report.verified, (number, place, changed)


def note_of(bundle: list[str]) -> str | None:
    """The note as it then is, taken as signed, which it would not be any more."""
    try:
        said = loads(bundle[-1])
    except ValueError:
        return ""
    return said.get("note", "") if isinstance(said, dict) else ""


def rewritten(lines: list[str], number: int, **data: Any) -> list[str]:
    """An event's data changed, and the chain and note made anew over it, as an operator could."""
    header, *said, _ = [loads(line) for line in lines]
    public = loads(said[number - 1]["public"])
    public["data"] |= data
    said[number - 1]["public"] = canonical(public)
    return [canonical(header), *(canonical(each) for each in said)]


def test_another_first_seat_than_was_drawn_is_found_though_all_is_signed_anew() -> None:
    table = table_of("carta-impera-victoria")
    started = next(row for row in table.rows if row.type == "GameStarted")
    first = loads(started.public)["data"]["first"]
    assert "rules" in wrong(checked(rewritten(lines_of(table), started.position, first=(first + 1) % 3)))


class Stacked(Table):
    """A table at which the server deals from another seed than it committed to, and makes all else fit."""

    def goes_on(self, decided: Decision | Sequence[Event]) -> list[RecordedEvent]:
        taken, *dealt = decision_of(self.match, decided).events
        if isinstance(taken, SeatTaken) and dealt:
            other = Chance(b"stacked".ljust(32), self.match.id, self.entropy)
            dealt = self.game.begin(self.match.setup, other).events
        return super().goes_on([taken, *dealt])


@EVERY_GAME
def test_a_stacked_deck_is_found_though_all_is_committed_and_chained_anew(id: str) -> None:
    game: Game[Any] = CATALOGUE[id]
    table = Stacked(game, game.setup(None, 3, {}), bytes(32), [bytes([seat] * 32) for seat in range(3)], rules=RULES)
    while table.match.status == "playing":
        table.act(table.match.to_act()[0], Resign())
    assert wrong(checked(lines_of(table))) == ["rules"]


def test_another_seed_than_was_committed_to_is_found() -> None:
    lines = lines_of(table_of("carta-impera-victoria"))
    seed = dumps("A" * 43)
    ended = lines[-2].replace(loads(loads(lines[-2])["public"])["data"]["server_seed"], loads(seed))
    assert {"seed", "commitments", "rules"} <= set(wrong(checked([*lines[:-2], ended, lines[-1]])))


@EVERY_GAME
def test_a_seed_that_is_withheld_at_the_end_is_found(id: str) -> None:
    table = table_of(id)
    withheld = rewritten(lines_of(table), len(table.rows), server_seed=None)
    assert {"seed", "commitments", "rules"} <= set(wrong(checked(withheld)))


def test_a_header_that_names_another_game_is_found_though_nobody_sits_there_yet() -> None:
    lines = lines_of(table_of("carta-impera-victoria"), until=1)
    lines[0] = lines[0].replace("carta-impera-victoria", "civilization-the-card-game")
    assert "heads" in wrong(checked(lines))


def test_an_older_copy_than_a_receipt_is_found() -> None:
    table = table_of("carta-impera-victoria")
    newer = receipt_text(table.match.id, 40, table.rows[39].hash)
    assert wrong(checked(lines_of(table, until=30), receipts=[newer])) == ["receipt"]


def test_a_receipt_of_another_history_is_found() -> None:
    table, other = table_of("carta-impera-victoria"), table_of("carta-impera-victoria", seed=2)
    strange = receipt_text(table.match.id, 20, other.rows[19].hash)
    assert wrong(checked(lines_of(table), receipts=[strange])) == ["receipt"]


def test_a_note_about_another_version_is_found() -> None:
    table = table_of("carta-impera-victoria")
    assert wrong(checked(lines_of(table), note=receipt_text(table.match.id, 5, table.rows[4].hash))) == ["note"]


def test_a_header_that_tells_of_other_rules_is_found() -> None:
    lines = lines_of(table_of("carta-impera-victoria"))
    lines[0] = lines[0].replace(RULES, "1" * 64)
    assert wrong(checked(lines)) == ["heads"]


@cases("lines", [[], ["{}"], ["no json"], ["[]", "{}"], ['{"format":"cartulary-audit/v2"}']])
def test_what_is_no_bundle_is_said_to_be_none(lines: list[str]) -> None:
    assert wrong(checked(lines)) == ["format"]


# Level A: what seats committed to


def committed(plies: int = 6) -> Table:
    """A game of three seats that committed to their entropy, ended by resignations."""
    game: Game[Any] = CATALOGUE["carta-impera-victoria"]
    entropy = [bytes([seat + 1] * 32) for seat in range(3)]
    table = Table(game, game.setup(None, 3, {"fairness": "commit"}), b"s" * 32, entropy, rules=RULES)
    random = Random(3)
    while table.match.status == "playing":
        seat = table.match.to_act()[0]
        forms = list(game.legal_actions(table.match.state, seat))
        table.act(seat, completed(random.choice(forms), random) if table.match.ply < plies + 7 else Resign())
    return table


def test_a_game_of_seats_that_committed_is_verified_as_fair_at_level_a() -> None:
    report = checked(lines_of(committed()))
    assert (report.verified, report.fairness) == (True, "A")
    assert "3 of 3 opened" in next(each.words for each in report.outcomes if each.check == "seats")


def test_before_all_have_opened_what_they_committed_to_the_server_alone_has_a_hand_in_the_shuffle() -> None:
    table = committed()
    for version in (1, at(table, "EntropyOpened"), at(table, "EntropyOpened", 1), at(table, "EntropyOpened", 2) - 1):
        assert checked(lines_of(table, until=version)).fairness == "C"
    assert checked(lines_of(table, until=at(table, "EntropyOpened", 2))).fairness == "A"


def at(table: Table, type: str, number: int = 0) -> int:
    """The position of an event of that type."""
    return [row.position for row in table.rows if row.type == type][number]


def test_another_opening_than_was_committed_to_is_found_though_all_is_chained_anew() -> None:
    table = committed()
    other = base64url(b"x" * 32)
    forged = rewritten(lines_of(table), at(table, "EntropyOpened", 1), entropy=other)
    assert {"seats", "rules"} <= set(wrong(checked(forged)))


def test_a_commitment_changed_after_the_fact_is_found() -> None:
    table = committed()
    forged = rewritten(lines_of(table), at(table, "EntropyCommitted", 2), commitment=base64url(b"x" * 32))
    assert "seats" in wrong(checked(forged))


def test_a_deadline_that_had_passed_is_found() -> None:
    table = committed()
    forged = rewritten(lines_of(table), at(table, "OpeningsAwaited"), until="2025-12-31T00:00:00.000Z")
    assert "seats" in wrong(checked(forged))


def moved(table: Table, position: int, to: int) -> list[str]:
    """An event put at another position, plies and positions and the chain made to fit."""
    header, *said = lines_of(table)[:-1]
    said.insert(to - 1, said.pop(position - 1))
    renumbered, last = [], 0
    for number, line in enumerate(said, 1):
        each = loads(line)
        public = loads(each["public"])
        last = min(max(last, public["ply"]), last + 1)
        each["public"] = canonical(public | {"position": number, "ply": last})
        renumbered.append(canonical(each))
    return [header, *renumbered]


def test_a_seat_that_opened_before_all_had_committed_is_found() -> None:
    table = committed()
    early = moved(table, at(table, "EntropyOpened"), at(table, "SeatTaken", 2))
    assert {"seats", "rules"} <= set(wrong(checked(early)))


def test_a_first_card_before_all_had_opened_is_found() -> None:
    table = committed()
    late = moved(table, at(table, "EntropyOpened", 2), at(table, "GameStarted"))
    assert {"seats", "rules"} <= set(wrong(checked(late)))


def test_a_game_that_is_void_for_an_opening_that_came_is_found() -> None:
    table = committed()
    gathered = table.rows[: at(table, "EntropyOpened")]
    match = fold(table.game, table.match.id, gathered)
    voided = record_ply(match, expire(match, UNTIL), UNTIL).rows
    header, note = lines_of(table)[0], lines_of(table)[-1]
    good = [*write_bundle(loads(header), [*gathered, *voided], loads(note)["note"])]
    assert (checked(good).verified, checked(good).status) == (True, "abandoned")
    assert "seats" in wrong(checked(rewritten(good, len(gathered) + 1, seats=[0, 1, 2])))
    early = record_ply(match, expire(match, UNTIL), AT).rows
    assert "seats" in wrong(checked([*write_bundle(loads(header), [*gathered, *early], loads(note)["note"])]))


def retold(lines: list[str], number: int, **public: Any) -> list[str]:
    """What an event says beside its data changed, and all later plies moved with its own."""
    header, *said = [loads(line) for line in lines[:-1]]
    for position, each in enumerate(said, 1):
        told = loads(each["public"])
        if position == number:
            told |= public
        elif position > number and "ply" in public:
            told["ply"] += 1
        each["public"] = canonical(told)
    return [canonical(header), *map(canonical, said)]


@cases("type", ["EntropyCommitted", "OpeningsAwaited", "GameStarted"])
def test_of_a_running_game_too_what_belongs_to_another_ply_is_found(type: str) -> None:
    table = committed()
    running = lines_of(table, until=len(table.rows) - 3)
    position = at(table, type)
    ply = table.rows[position - 1].ply
    assert wrong(checked(retold(running, position, ply=ply + 1))) == ["seats"]


@cases("type", ["SeatTaken", "EntropyOpened"])
def test_of_a_running_game_too_what_begins_no_ply_is_found(type: str) -> None:
    table = committed()
    running = lines_of(table, until=at(table, type, 1))
    ply = table.rows[at(table, type, 1) - 2].ply
    header, *said = [loads(line) for line in running[:-1]]
    last = loads(said[-1]["public"])
    said[-1]["public"] = canonical(last | {"ply": ply})
    assert wrong(checked([canonical(header), *map(canonical, said)])) == ["seats"]


@cases(("type", "seat"), [("OpeningsAwaited", 1), ("SeatTaken", None)])
def test_a_seat_where_none_belongs_and_none_where_one_does_are_found(type: str, seat: int | None) -> None:
    table = committed()
    running = lines_of(table, until=at(table, "GameStarted"))
    assert wrong(checked(retold(running, at(table, type), seat=seat)))


@cases("until", ["tomorrow", "2026-01-02", ""])
def test_a_deadline_that_is_no_time_is_found(until: str) -> None:
    table = committed()
    assert wrong(checked(rewritten(lines_of(table), at(table, "OpeningsAwaited"), until=until))) == ["format"]


def test_a_commitment_that_is_none_is_found_though_it_is_never_opened() -> None:
    table = committed()
    running = lines_of(table, until=at(table, "EntropyOpened"))
    forged = rewritten(running, at(table, "EntropyCommitted", 2), commitment="AAAA")
    assert wrong(checked(forged)) == ["seats"]


def corrected(back_to: int | bool, same_ply: bool = False) -> list[str]:
    """A running game that the operator says to have taken back to there."""
    table = committed(plies=12)
    rows = table.rows[: at(table, "GameStarted") + 12]
    match = fold(table.game, table.match.id, rows)
    match = match if not same_ply else match_in_the_same_ply(match)
    correction = GameCorrected(by="o", reason="r", back_to=back_to)
    after = [*rows, *record_ply(match, Decision([correction], match), AT).rows]
    header = loads(lines_of(table)[0])
    return list(write_bundle(header, after, receipt_text(match.id, len(after), after[-1].hash)))


def test_the_reason_tells_a_version_within_a_ply_from_one_before_the_game() -> None:
    begun = at(committed(plies=12), "GameStarted")
    reasons = {1: "at version 1 the game had not begun", begun: f"version {begun} is not the end of an earlier ply"}
    for back_to, reason in reasons.items():
        (said,) = [each.words for each in checked(corrected(back_to)).outcomes if each.check == "seats"]
        assert reason in said


def match_in_the_same_ply(match: Match) -> Match:
    """As if the last ply went on."""
    match.ply -= 1
    return match


def test_of_a_running_game_too_a_correction_to_where_none_can_go_is_found() -> None:
    table = committed(plies=12)
    begun = at(table, "GameStarted")
    ends = [row.position for row, later in pairwise(table.rows) if row.ply != later.ply and row.position > begun]
    assert wrong(checked(corrected(ends[0]))) == []
    for back_to in (begun, ends[0] - 1, 1, 2):
        assert "seats" in wrong(checked(corrected(back_to))), back_to
    assert wrong(checked(corrected(True))) == ["format"]
    assert "seats" in wrong(checked(corrected(ends[0], same_ply=True)))
