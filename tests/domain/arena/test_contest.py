"""Matches between bots: whose deals, which score, and what happens to a program that is at fault."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from cartulary.arena.contest import Contest, play_contest
from cartulary.arena.intervals import wilson
from cartulary.arena.report import Report
from cartulary.catalogue import CATALOGUE
from cartulary.commands.match import match
from examples.match_program import PositionHandler
from tests.cases import cases
from tests.commands import Done, invoke
from tests.patience import PATIENCE
from tests.service.client import CARTA, CIVILIZATION

Json = dict[str, Any]


def contest_of(
    *bots: str, games: int = 2, game: str = CARTA, seats: int = 2, seconds: float = 10, **options: Any
) -> Contest:
    setup = CATALOGUE[game].setup(None, seats, options)
    return Contest(game, setup, (bots[0], bots[1]), games, 7, seconds).with_whole_deals()


def report_of(contest: Contest, jobs: int = 1) -> Json:
    return Report(contest, [*play_contest(contest, jobs)]).as_json()


@contextmanager
def program(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a program that runs meanwhile."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def answering(answer: Callable[[Json], bytes], status: int = 200) -> type[BaseHTTPRequestHandler]:
    """A program that answers a position so."""

    class Answering(PositionHandler):
        def do_POST(self) -> None:  # noqa: N802
            position = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = answer(position)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Answering


def run(*arguments: str) -> Done:
    return invoke(match, *arguments)


def test_each_deal_is_played_once_from_every_side() -> None:
    for contest, sides in (
        (contest_of("random", "random", games=4), [[0], [1]]),
        (contest_of("random", "random", games=3, seats=3), [[0], [1], [2]]),
        (contest_of("random", "random", games=4, seats=4, teams=True), [[0, 2], [1, 3]]),
    ):
        played = [(each.deal, [*each.first]) for each in contest.pairings()]
        assert played == [(deal, side) for deal in range(contest.games // len(sides)) for side in sides]


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert contest_of("random", "random", games=5, seats=4).games == 8
    assert contest_of("random", "random", games=6).games == 6


def test_the_games_of_a_deal_begin_alike_and_those_of_other_deals_do_not() -> None:
    hands: list[Any] = []

    def note(position: Json) -> bytes:
        seats = position["game"]["state"]["seats"]
        hands.append((position["game"]["you"], seats[position["game"]["you"]]["hand"]))
        return b'{"type": "resign"}'

    with program(answering(note)) as address:
        report_of(contest_of(address, address, games=6))
    assert hands[0::2] == hands[1::2]
    assert len({str(each) for each in hands}) == 3


def test_the_same_seed_gives_the_same_games_in_one_process_and_in_two() -> None:
    contest = contest_of("greedy", "search-1", games=2)
    once, again = report_of(contest, jobs=1), report_of(contest, jobs=2)
    assert once["played"] == again["played"]
    other = contest_of("greedy", "random")
    assert report_of(other._replace(seed=8))["played"] != report_of(other)["played"]


def test_the_shares_of_both_bots_make_one() -> None:
    report = report_of(contest_of("greedy", "random", games=3, game=CIVILIZATION, seats=3))
    assert sum(each["share"] for each in report["bots"]) == pytest.approx(1)
    assert report["even_share"] == pytest.approx(1 / 3)


def test_a_better_bot_wins_more() -> None:
    better, worse = report_of(contest_of("greedy", "random", games=10))["bots"]
    assert better["low"] > 0.5 > worse["high"]


def test_the_interval_is_that_of_wilson() -> None:
    # The figures are those of the literature: Newcombe 1998, table I, 81 of 263.
    low, high = wilson(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == pytest.approx(1)


def test_a_program_over_http_plays_by_what_it_is_posted() -> None:
    with program(PositionHandler) as address:
        report = report_of(contest_of(address, "random", games=2))
    assert [each["loss"] for each in report["played"]] == [None, None]
    assert report["bots"][0]["lost_early"] == {}


def test_a_program_sees_no_hand_but_its_own() -> None:
    others: list[Any] = []

    def look(position: Json) -> bytes:
        game = position["game"]
        others.extend(each["hand"] for seat, each in enumerate(game["state"]["seats"]) if seat != game["you"])
        return json.dumps(position["actions"][0]).encode()

    with program(answering(look)) as address:
        report_of(contest_of(address, address, games=2))
    assert others
    assert not any(others)


@cases(
    ("kind", "body", "status"),
    [
        ("illegal", b'{"type": "end_turn"}', 200),
        ("illegal", b'{"type": "fly"}', 200),
        ("illegal", b"no json", 200),
        ("resigned", b'{"type": "resign"}', 200),
        ("no answer", b"", 500),
    ],
)
def test_a_program_at_fault_loses_and_the_report_says_why(kind: str, body: bytes, status: int) -> None:
    with program(answering(lambda _: body, status)) as address:
        report = report_of(contest_of("random", address, games=2))
    assert report["bots"][0]["score"] == 2
    assert report["bots"][1]["lost_early"] == {kind: 2}
    assert {each["loss"]["bot"] for each in report["played"]} == {1}


def test_a_program_that_takes_too_long_loses_on_time() -> None:
    done = threading.Event()
    with program(answering(lambda _: str(done.wait(PATIENCE)).encode())) as address:
        report = report_of(contest_of(address, "random", games=2, seconds=0.1))
        done.set()
    assert report["bots"][0]["lost_early"] == {"timeout": 2}


def test_the_command_prints_a_table_or_json_that_repeats_by_its_seed() -> None:
    shown = run("greedy", "random", "--games", "2", "--seed", "7", "--jobs", "1")
    assert shown.exit_code == 0, shown.output
    assert "greedy" in shown.output
    assert "95 % intervals by Wilson" in shown.output
    told = run("greedy", "random", "--games", "2", "--seed", "7", "--jobs", "1", "--json")
    report = json.loads(told.output)
    assert report["seed"] == 7
    assert report["played"] == report_of(contest_of("greedy", "random"))["played"]


def test_an_unknown_bot_or_option_is_refused_with_what_there_is() -> None:
    assert "Name one of random, greedy" in run("omniscient", "random").output
    refused = run("random", "random", "-o", "deal=none")
    assert refused.exit_code == 2
    assert "basic" in refused.output
