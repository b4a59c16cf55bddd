"""A fork begins from one position, which is how the other game stood: both verifiers check either."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR, Audience
from cartulary.match.actions import Resign
from cartulary.match.decision import decide_in_game
from cartulary.match.events.fork import Origin
from cartulary.match.evolve import fold, follow
from cartulary.match.fork import Knowledge, imagine
from cartulary.match.ply import record_ply
from cartulary.record.decode import log_entries
from cartulary.signing.notes import Signer
from tests.commands import run
from tests.domain.table import UNTIL, Table
from tests.web.dishonest_operator import told_at
from tests.web.otherwise import rewritten
from tests.web.verifiers import (
    GAME_ID,
    RULES,
    SIGNER,
    Case,
    Said,
    bundle_of,
    by_first,
    by_second,
    ends_of_plies,
    parts,
    play_on,
    played,
    resigned,
    signed,
)

FORK = "00000000-0000-7000-8000-00000000000f"
COMPARED = {
    "carta-impera-victoria": "decks, hands, areas, embargoes, discard, exchange, seats gone, cards of the draft",
    "civilization-the-card-game": "decks, hands, terrains and buildings, discard, market, resources, units at war, "
    "attacker, reshuffles",
}
OPEN = {
    "carta-impera-victoria": "areas, embargoes, discard, seats gone, sizes of hands",
    "civilization-the-card-game": "terrains and buildings, discard, market, resources, units at war, attacker, "
    "reshuffles, sizes of hands",
}
"""What the second verifier compares of a position, and of one whose hidden cards were drawn anew."""
EVERY_GAME = pytest.mark.parametrize("id", CATALOGUE)
Change = Callable[[Any], None]


def begun(id: str, plies: int = 25, options: Mapping[str, Any] | None = None) -> Table:
    """A game that is being played."""
    game, random = CATALOGUE[id], Random(4)
    table = Table(game, game.setup(None, 3, options or {}), b"s" * 32, [b"e" * 32] * 3, rules=RULES)
    for _ in range(plies):
        play_on(table, random)
    return table


@cache
def ended(id: str) -> Table:
    """A game that is over."""
    return played(begun(id), 0)


def ended_later(id: str) -> Table:
    """The same game, over only when its fork had begun."""
    table = begun(id)
    while table.match.status == "playing":
        new = record_ply(table.match, decide_in_game(table.match, table.match.to_act()[0], Resign()), UNTIL).rows
        table.match = follow(table.match, log_entries(table.match.game.event_types, new))
        table.rows += new
    return table


def version_of(id: str) -> int:
    """A version in the middle, the end of a ply."""
    return ends_of_plies(begun(id))[-3]


def as_it_was(source: Table, version: int) -> dict[str, Any]:
    """How things stood at a version, as the service tells a fork."""

    def state(audience: Audience) -> Any:
        return fold(source.game, source.match.id, source.part(source.rows[:version], audience)).state

    return Knowledge(state(EVERYTHING), [state(seat) for seat in range(3)], state(SPECTATOR)).position()


def as_it_may_be(source: Table, version: int) -> dict[str, Any]:
    """The same as far as seat 0 saw it, what was hidden being drawn anew."""
    seen = fold(source.game, source.match.id, source.part(source.rows[:version], 0))
    table = fold(source.game, source.match.id, source.part(source.rows[:version], SPECTATOR)).state
    return imagine(seen, 0, table, Random(9)).position()


def fork_of(source: Table, version: int, position: dict[str, Any], plies: int = 12, game_id: str = FORK) -> Table:
    """A fork from there, played to its end."""
    setup, from_there = source.match.setup, Origin(source.match.id, version)
    position = json.loads(json.dumps(position))
    table = Table(
        source.game,
        setup,
        b"f" * 32,
        [b""] * 3,
        game_id=game_id,
        rules=RULES,
        position=position,
        forked_from=from_there,
    )
    return played(table, plies)


def outcomes(case: Case) -> tuple[bool | None, bool | None]:
    """What both verifiers say of the fork and of its origin, of which the second leaves something unchecked."""
    first, (second,) = by_first(case), by_second([case])
    fork, origin = outcome(first)
    assert outcome(second) == (fork, None if origin else origin), (first.report, second.report)
    return fork, origin


def outcome(said: Said) -> tuple[bool | None, bool | None]:
    checks = {each["check"]: each["holds"] for each in said.report["checks"]}
    return checks["fork"], checks["origin"]


@EVERY_GAME
def test_a_fork_of_a_game_that_is_over_begins_as_that_game_stood(id: str) -> None:
    source, version = ended(id), version_of(id)
    fork = bundle_of(fork_of(source, version, as_it_was(source, version)))
    assert outcomes(Case(fork, origin=bundle_of(source))) == (True, True)
    assert outcomes(Case(fork)) == (True, None)


def exchange_card(position: Any, seat: int) -> None:
    """Let seat 0 be told of a card of a seat that is not there."""
    told, real = position["seats"][0]["hands"][seat], position["whole"]["hands"][seat]
    told[next(kind for kind, number in enumerate(told) if number)] -= 1
    told[real.index(0)] += 1


TOLD: Mapping[str, Change] = {
    "another turn": lambda position: position["seats"][0].update(turn=99),
    "another hand of its own": lambda position: exchange_card(position, 0),
    "other cards of another seat": lambda position: exchange_card(position, 1),
    "a card of a deck": lambda position: position["seats"][0]["deck"].__setitem__(0, 0),
}


@EVERY_GAME
@pytest.mark.parametrize("what", TOLD)
def test_a_fork_that_tells_a_seat_otherwise_than_it_was_is_found(id: str, what: str) -> None:
    source, version = ended(id), version_of(id)
    position = json.loads(json.dumps(as_it_was(source, version)))
    TOLD[what](position)
    fork = bundle_of(fork_of(source, version, position))
    assert outcomes(Case(fork, origin=bundle_of(source))) == (True, False)


@EVERY_GAME
def test_the_second_verifier_says_what_of_a_fork_it_has_not_compared(id: str) -> None:
    source, version = ended(id), version_of(id)
    case = Case(bundle_of(fork_of(source, version, as_it_was(source, version))), origin=bundle_of(source))
    (words,) = [each["words"] for each in by_second([case])[0].report["checks"] if each["check"] == "origin"]
    compared, cards, not_compared, _ = words.split("; ")
    assert compared == f"these are as in game {source.match.id} at version {version}: {COMPARED[id]}"
    assert cards == "no seat is shown cards that are not there"
    rest = "all else of the position, and whether each seat is shown all that it knew there, and no more"
    assert not_compared == f"{rest}, only the verifier in Python compares"


@EVERY_GAME
def test_a_fork_with_an_unknown_card_more_in_an_empty_discard_is_found(id: str) -> None:
    table = begun(id, 1)
    version = table.match.version
    source = played(table, 0)
    position = json.loads(json.dumps(as_it_was(source, version)))
    assert not any(position["whole"]["discard"])
    for told in (position["whole"], position["table"], *position["seats"]):
        told["discard"][-1] += 1
    fork = bundle_of(fork_of(source, version, position, 0))
    for said in told_by_both(Case(fork, origin=bundle_of(source))):
        assert words_of_origin(said).startswith("it does not begin as the other game stood there")


DRAFTED: Mapping[str, Change] = {
    "packets": lambda draft: exchange(*[each for each in draft["packets"] if any(each)][:2]),
    "kept": lambda draft: exchange(*[each for each in draft["kept"] if any(each)][:2]),
}


def exchange(one: list[int], other: list[int]) -> None:
    """Let two zones exchange a card."""
    more, less = (
        next(kind for kind, number in enumerate(one) if sign * (number - other[kind]) > 0) for sign in (1, -1)
    )
    for zone, step in ((one, -1), (other, 1)):
        zone[more] += step
        zone[less] -= step


@pytest.mark.parametrize("zone", DRAFTED)
def test_a_fork_of_a_draft_with_other_packets_is_found(zone: str) -> None:
    table = begun("carta-impera-victoria", 5, {"deal": "draft"})
    version = table.match.version
    source = played(table, 0)
    position = json.loads(json.dumps(as_it_was(source, version)))
    assert outcomes(Case(bundle_of(fork_of(source, version, position)), origin=bundle_of(source)))[1] is True
    DRAFTED[zone](position["whole"]["draft"])
    for seat, told in enumerate(position["seats"]):
        told["draft"][zone][seat] = position["whole"]["draft"][zone][seat]
    fork = bundle_of(fork_of(source, version, position, 0))
    for said in told_by_both(Case(fork, origin=bundle_of(source))):
        assert words_of_origin(said).startswith("it does not begin as the other game stood there")


@EVERY_GAME
@pytest.mark.parametrize("plies", [8, 15, 60])
def test_what_a_seat_has_seen_of_others_is_not_taken_for_false(id: str, plies: int) -> None:
    running = begun(id, plies)
    source, version = played(begun(id, plies), 0), ends_of_plies(running)[-1]
    fork = bundle_of(fork_of(source, version, as_it_was(source, version)))
    assert outcomes(Case(fork, origin=bundle_of(source))) == (True, True)


@EVERY_GAME
def test_a_fork_of_a_running_game_begins_with_its_open_cards(id: str) -> None:
    source, version = ended_later(id), version_of(id)
    fork = bundle_of(fork_of(source, version, as_it_may_be(source, version)))
    case = Case(fork, origin=bundle_of(source))
    assert outcomes(case) == (True, None)
    for said in (by_first(case), *by_second([case])):
        words = next(each["words"] for each in said.report["checks"] if each["check"] == "origin")
        stood = f"as in game {source.match.id} at version {version}"
        assert words.startswith((f"what lies open is {stood}; ", f"these are {stood}: {OPEN[id]}; all else of the"))
        assert "that such cards exist, what each seat is shown, and how it was drawn" in words
        assert words.endswith("how it was drawn rests on the operator's word; no receipt of that game was compared")
        assert (said.verified, said.report["complete"]) == (True, False)
    assert outcomes(Case(fork, origin=bundle_of(begun(id)))) == (True, None)


@EVERY_GAME
@pytest.mark.parametrize(("at", "holds"), [("2026-01-01T11:59:59.999Z", False), ("2026-01-01T12:00:00.000Z", None)])
def test_a_fork_from_before_the_other_game_stood_there_contradicts_it_by_its_own_times(
    id: str, at: str, holds: bool | None
) -> None:
    source, version = ended(id), version_of(id)
    fork = bundle_of(fork_of(source, version, as_it_was(source, version)))
    for other in (source, begun(id)):
        origin = told_at(bundle_of(other), lambda each, _: f"2026-01-0{1 + (each > version)}T12:00:00.000Z")
        case = Case(told_at(fork, lambda _, __: at), origin=origin)
        assert outcomes(case) == (True, holds)
        for said in told_by_both(case):
            words = next(each["words"] for each in said.report["checks"] if each["check"] == "origin")
            assert said.verified is (holds is None)
            assert ("was created before the other game stood" in words) is not said.verified


def test_of_an_origin_by_a_key_that_nobody_vouched_for_nothing_is_said_to_hold() -> None:
    id = "carta-impera-victoria"
    source, version = ended(id), version_of(id)
    fork = bundle_of(fork_of(source, version, as_it_was(source, version)))
    *events, note = bundle_of(source).decode().splitlines()
    text = json.loads(note)["note"].partition("\n\n")[0] + "\n"
    by_other = signed([*events, json.dumps({"note": text})], Signer(b"stranger".ljust(32)))
    assert outcomes(Case(fork, origin=by_other)) == (True, None)
    for said in told_by_both(Case(fork, origin=by_other)):
        assert "signed by another key than this one, and nobody vouched" in words_of_origin(said)
    given = Case(fork, origin=by_other, key=SIGNER.public.text())
    assert outcomes(given) == (True, None)
    assert all("signed by none of the keys given" in words_of_origin(said) for said in told_by_both(given))


@pytest.mark.parametrize("read_again", [True, False])
def test_a_file_of_the_other_game_from_before_the_fork_is_to_be_read_anew(read_again: bool) -> None:
    id = "carta-impera-victoria"
    source, version = ended(id), version_of(id)
    until = ends_of_plies(begun(id))[-2] if read_again else ends_of_plies(begun(id))[-4]
    fork = Case(bundle_of(fork_of(source, version, as_it_was(source, version))), origin=bundle_of(source, until))
    assert outcomes(fork) == (True, None)
    first, second = (words_of_origin(said) for said in told_by_both(fork))
    assert first == second
    assert ("read it anew" in first, "the other game has not ended" in first) == (not read_again, read_again)


def test_a_fork_of_a_fork_is_not_said_to_be_whole_as_long_as_the_first_is_not_compared() -> None:
    id = "carta-impera-victoria"
    source, version = begun(id), version_of(id)
    first = fork_of(source, version, as_it_was(source, version), game_id=FORK.replace("f", "e"))
    later = next(row.position for row, after in pairwise(first.rows[-12:]) if row.ply != after.ply)
    second = bundle_of(fork_of(first, later, as_it_was(first, later)))
    for said in told_by_both(Case(second, origin=bundle_of(first))):
        assert "that game goes on from another itself, which was not compared" in words_of_origin(said)
        assert not said.report["complete"]


@pytest.mark.parametrize("origin", [b"\n", b"{}\n", b"nothing\n"])
def test_a_file_that_is_no_bundle_is_no_other_game_with_which_a_fork_does_not_go_together(
    tmp_path: Path, origin: bytes
) -> None:
    id = "carta-impera-victoria"
    fork = bundle_of(fork_of(ended(id), version_of(id), as_it_was(ended(id), version_of(id))))
    for said in told_by_both(Case(fork, origin=origin)):
        assert words_of_origin(said) == "the file given as the bundle of the game from which it goes on is none"
    (path := tmp_path / "fork.ndjson").write_bytes(fork)
    (other := tmp_path / "other.ndjson").write_bytes(origin)
    words = run("verify", str(path), "--origin", str(other)).stdout
    assert ("nothing was compared with it" in words, "do not go together" in words) == (True, False)


@pytest.mark.parametrize("from_there", [Origin(FORK, 16), Origin(GAME_ID, 0)])
def test_no_game_goes_on_from_itself_or_from_before_another_began(from_there: Origin) -> None:
    id = "carta-impera-victoria"
    header, events = parts(bundle_of(fork_of(ended(id), version_of(id), as_it_was(ended(id), version_of(id)))))
    events[0][0]["data"]["forked_from"] = {"game": from_there.game, "version": from_there.version}
    for said in told_by_both(Case(resigned(events, header))):
        assert words_of_origin(said).startswith("no game goes on from itself, or from version 0")


def told_by_both(case: Case) -> list[Said]:
    return [by_first(case), *by_second([case])]


def words_of_origin(said: Said) -> str:
    return next(str(each["words"]) for each in said.report["checks"] if each["check"] == "origin")


def test_a_fork_written_down_before_states_got_new_parts_still_begins_as_the_game_stood() -> None:
    id = "carta-impera-victoria"
    source, version = ended(id), version_of(id)
    position = as_it_was(source, version)
    for state in (position["whole"], position["table"], *position["seats"]):
        for name in ("most_religion", "own_effects", "copied_effect"):
            del state[name]
    fork = bundle_of(fork_of(source, version, position))
    assert outcomes(Case(fork, origin=bundle_of(source))) == (True, True)


@EVERY_GAME
def test_a_fork_from_elsewhere_is_found(id: str) -> None:
    source, version = ended(id), version_of(id)
    origin, position = bundle_of(source), as_it_was(source, version)
    later = ends_of_plies(begun(id))[-1]
    stacked = json.loads(json.dumps(position))
    stacked["whole"]["deck"].reverse()
    other = played(begun(id, 26), 0)
    found = {
        "another version": Case(bundle_of(fork_of(source, later, position)), origin=origin),
        "within a ply": Case(bundle_of(fork_of(source, version - 1, position)), origin=origin),
        "past the end": Case(bundle_of(fork_of(source, 10_000, position)), origin=origin),
        "a stacked deck": Case(bundle_of(fork_of(source, version, stacked)), origin=origin),
        "a damaged origin": Case(bundle_of(fork_of(source, version, position)), origin=origin[:-200]),
        "no origin": Case(bundle_of(fork_of(source, version, position)), origin=b"hello"),
        "another game": Case(
            bundle_of(fork_of(source, version, position)), origin=bundle_of(fork_of(*of(other, version)))
        ),
    }
    assert {name: outcomes(case)[1] for name, case in found.items()} == dict.fromkeys(found, False)


@pytest.mark.parametrize("past", [0, 1])
def test_a_fork_from_the_end_of_a_game_is_said_to_be_from_there(past: int) -> None:
    id = "carta-impera-victoria"
    source, end = ended(id), len(ended(id).rows)
    fork = bundle_of(fork_of(source, end + past, as_it_was(source, version_of(id)), 0))
    for said in told_by_both(Case(fork, origin=bundle_of(source))):
        words = f"nothing goes on from version {end + past}: the other game ended at version {end}"
        assert words_of_origin(said) == words


def swapped(deck: list[int]) -> list[int]:
    """A deck in which two different cards below the top have changed places."""
    place = next(place for place in range(len(deck) - 2, 0, -1) if deck[place] != deck[place - 1])
    return [*deck[: place - 1], deck[place], deck[place - 1], *deck[place + 1 :]]


def of(source: Table, version: int) -> tuple[Table, int, dict[str, Any]]:
    """What a fork of a game is made of."""
    return source, version, as_it_was(source, version)


def hide(name: str, value: Any) -> Callable[[list[tuple[dict[str, Any], Any]]], None]:
    """The first event that hides something hides something else."""

    def change(events: list[tuple[dict[str, Any], Any]]) -> None:
        hidden = next(hidden for _, hidden in events if name in hidden)
        hidden[name] = value(hidden[name])

    return change


@EVERY_GAME
def test_a_fork_that_shows_another_position_than_it_begins_from_is_found(id: str) -> None:
    source, version = ended(id), version_of(id)
    honest = as_it_was(source, version)
    discard = json.loads(json.dumps(honest))
    discard["table"]["discard"][0] += 1
    sizes = json.loads(json.dumps(honest))
    sizes["table"]["hands"][0][-1] += 1
    for position in (discard, sizes):
        assert outcomes(Case(bundle_of(fork_of(source, version, position, 0))))[0] is False
    fork = fork_of(source, version, honest)
    for name in ("state", "whole"):
        case = rewritten(fork, hide(name, lambda told: told | {"turn": told["turn"] + 1}))
        assert outcomes(case)[0] is False
