"""The order of events: what begins, and goes back, where it may not, is found in games that still go on too."""

import json
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest

from cartulary.match.actions import OfferSeat
from cartulary.match.decide import decide
from cartulary.match.substitution import take_over
from tests.domain.table import AT, UNTIL
from tests.patience import PATIENCE
from tests.web.conformance import FOLDER
from tests.web.conformance_games import CARTA, CIVILIZATION, begun, short
from tests.web.verifiers import (
    Case,
    Said,
    bundle_of,
    by_first,
    by_second,
    ends_of_plies,
    forked,
    needs_node,
    parts,
    resigned,
    seated,
    with_more,
)

THIRD: Final = Path(__file__).parents[3] / "examples" / "verify.py"
pytestmark = needs_node
Events = list[tuple[dict[str, Any], Any]]


def told_of(bundle: bytes) -> list[Said]:
    """What each of the verifiers that make the check of the seats says."""
    return [by_first(Case(bundle)), *by_second([Case(bundle)])]


def status_of_third(bundle: bytes, folder: Path) -> int:
    """The exit status of the third verifier."""
    file = folder / "game.ndjson"
    file.write_bytes(bundle)
    command = [sys.executable, str(THIRD), str(file)]
    return subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE).returncode


def require_found(bundle: bytes, folder: Path, by_third: bool = True) -> None:
    """Each finds it, whether or not the game is over."""
    for said in told_of(bundle):
        assert said.checks()["seats"] is False
    assert not by_third or status_of_third(bundle, folder) == 1


def require_fine(bundle: bytes, folder: Path) -> None:
    for said in told_of(bundle):
        assert (said.verified, said.checks()["seats"]) == (True, True)
    assert status_of_third(bundle, folder) == 0


def rewritten(bundle: bytes, change: Callable[[Events], Events]) -> bytes:
    """The bundle with other events, numbered anew."""
    header, events = parts(bundle)
    events = change(deepcopy(events))
    for position, (public, _) in enumerate(events, 1):
        public["position"] = position
    return resigned(events, header)


def cut(bundle: bytes, type: str) -> bytes:
    """The bundle up to the last event of a type."""
    header, events = parts(bundle)
    place = max(place for place, (public, _) in enumerate(events) if public["type"] == type)
    return resigned(events[: place + 1], header)


def corrected(back_to: int) -> dict[str, Any]:
    return {"type": "GameCorrected", "data": {"back_to": back_to, "by": "Olga", "reason": "All asked for it."}}


def taken_back(back_to: int) -> dict[str, Any]:
    return {"type": "ActionsTakenBack", "seat": 0, "data": {"back_to": back_to}}


@pytest.mark.parametrize("back", [corrected, taken_back])
def test_a_running_game_goes_back_to_no_place_but_the_end_of_a_ply_since_it_began(tmp_path: Path, back: Any) -> None:
    table = begun(CARTA)
    bundle, ends = bundle_of(table), ends_of_plies(table)
    for version in (1, 2, ends[0] - 1, len(table.rows)):
        require_found(with_more(bundle, back(version)), tmp_path, by_third=False)
    require_found(with_more(bundle, back(ends[0]), same_ply=True), tmp_path, by_third=False)
    consent = {"type": "EndAgreed", "seat": 0, "data": {"how": "draw"}}
    require_found(with_more(bundle, back(ends[0]), consent), tmp_path, by_third=False)
    require_fine(with_more(bundle, back(ends[0])), tmp_path)


def test_a_running_game_goes_back_to_no_place_from_before_a_substitute_sat_down(tmp_path: Path) -> None:
    table = begun(CARTA)
    ends = ends_of_plies(table)
    seat = table.match.to_act()[0]
    table.goes_on(decide(table.match, seat, OfferSeat(), AT, lambda: table.rows))
    table.goes_on(take_over(table.match, "another", seat, AT))
    sat = len(table.rows)
    table.goes_on(decide(table.match, seat, OfferSeat(), AT, lambda: table.rows))
    bundle = bundle_of(table)
    require_fine(with_more(bundle, corrected(sat)), tmp_path)
    require_found(with_more(bundle, corrected(ends[-1])), tmp_path, by_third=False)


def test_nothing_follows_the_end_of_a_game_not_even_what_takes_it_back(tmp_path: Path) -> None:
    table = short(CARTA)
    bundle = with_more(bundle_of(table), corrected(ends_of_plies(table)[0]))
    for said in told_of(bundle):
        assert not said.verified
    assert status_of_third(bundle, tmp_path) == 1


@pytest.mark.parametrize("id", [CARTA, CIVILIZATION])
def test_a_running_game_is_dealt_once(tmp_path: Path, id: str) -> None:
    bundle = bundle_of(begun(id))
    require_fine(bundle, tmp_path)

    def dealt_anew(events: Events) -> Events:
        start = next(place for place, (public, _) in enumerate(events) if public["type"] == "GameStarted")
        deal = [each for each in deepcopy(events[start:]) if each[0]["ply"] == events[start][0]["ply"]]
        for public, _ in deal:
            public["ply"] = events[-1][0]["ply"] + 1
        return events + deal

    require_found(rewritten(bundle, dealt_anew), tmp_path)


def place_of(events: Events, type: str) -> int:
    return next(place for place, (public, _) in enumerate(events) if public["type"] == type)


def deal_first(events: Events) -> Events:
    place = place_of(events, "GameStarted")
    events[place], events[place + 1] = events[place + 1], events[place]
    return events


def without_a_start(events: Events) -> Events:
    return [each for each in events if each[0]["type"] != "GameStarted"]


def created_as_a_sandbox(events: Events) -> Events:
    events[0][0]["data"]["sandbox"] = True
    return events


@pytest.mark.parametrize("change", [deal_first, without_a_start])
def test_no_card_of_a_running_game_is_dealt_before_its_deck_is_shuffled(tmp_path: Path, change: Any) -> None:
    require_found(rewritten(bundle_of(begun(CARTA)), change), tmp_path)


def test_a_game_begins_as_its_creation_says(tmp_path: Path) -> None:
    require_found(rewritten(bundle_of(begun(CARTA)), created_as_a_sandbox), tmp_path, by_third=False)


def test_every_seat_of_a_running_fork_sees_its_part_in_order_before_it_begins(tmp_path: Path) -> None:
    bundle = rewritten(bundle_of(forked(CARTA)), lambda events: events[:-2])
    require_fine(bundle, tmp_path)

    def exchanged(events: Events) -> Events:
        place = place_of(events, "SeatSaw")
        events[place], events[place + 1] = events[place + 1], events[place]
        return events

    for change in (
        exchanged,
        lambda events: [each for each in events if each[0]["type"] != "ForkBegan"],
        lambda events: [each for each in events if (each[0]["type"], each[0]["seat"]) != ("SeatSaw", 2)],
    ):
        require_found(rewritten(bundle, change), tmp_path, by_third=False)


def void(bundle: bytes) -> bytes:
    """The game, which is void."""
    seed = json.loads(bundle.decode().splitlines()[1])["private"]["server_seed"]
    data = {"decided_by": [], "kind": "void", "points": None, "server_seed": seed, "winners": []}
    return with_more(bundle, {"type": "GameEnded", "data": data}, same_ply=True)


def test_openings_do_not_expire_once_all_have_opened(tmp_path: Path) -> None:
    table = short(CARTA, fairness="commit")
    opened = cut(bundle_of(table), "EntropyOpened")
    until = next(json.loads(row.public)["data"]["until"] for row in table.rows if row.type == "OpeningsAwaited")
    expired = {"type": "OpeningsExpired", "at": until, "data": {"until": until, "seats": []}}
    require_found(with_more(opened, expired), tmp_path)
    require_found(void(with_more(opened, expired)), tmp_path)
    require_fine(opened, tmp_path)


def test_who_sits_down_where_seats_commit_has_committed_before_anything_else_happens(tmp_path: Path) -> None:
    header, events = parts(bundle_of(seated(CARTA, 2, 3, options={"fairness": "commit"}, open_until=UNTIL)))
    sat = resigned(events[:2], header)
    require_fine(resigned(events[:3], header), tmp_path)
    left = {"type": "SeatLeft", "seat": events[1][0]["seat"], "data": {}}
    expired = {"type": "TableExpired", "at": UNTIL, "data": {"until": UNTIL}}
    for bundle in (with_more(sat, left), with_more(sat, expired), void(with_more(sat, expired))):
        require_found(bundle, tmp_path)


@pytest.mark.parametrize("name", ["key-replaced", "carta-signed", "key-exchanged"])
def test_a_key_that_is_told_twice_in_a_ply_follows_from_nothing(name: str) -> None:
    bundle = (FOLDER / f"{name}.ndjson").read_bytes()

    def told_twice(events: Events) -> Events:
        place = max(place for place, (public, _) in enumerate(events) if public["type"] == "KeyGiven")
        return [*events[: place + 1], deepcopy(events[place])]

    for said in told_of(rewritten(bundle, told_twice)):
        assert (said.verified, said.checks()["signatures"]) == (False, False)
