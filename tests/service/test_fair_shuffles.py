"""Fairness level A over HTTP: what seats committed to is opened by all in time, or the game is void."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from cartulary.audit import bundles
from cartulary.audit.report import Report
from cartulary.match.seating import seat_commitment
from tests.service.client import Client, Player, body_of
from tests.service.conftest import Serve, eventually

ENTROPY = [bytes([seat + 1] * 32) for seat in range(3)]


def commitment(game: str, seat: int) -> str:
    return seat_commitment(game, seat, ENTROPY[seat]).hex()


def gathered(base: str, seats: int = 2) -> tuple[str, list[Player]]:
    """A game whose seats have all committed."""
    players = [Player(base, f"Player {seat}") for seat in range(seats)]
    game = players[0].new_game(seats, options={"fairness": "commit"})
    for seat, player in enumerate(players):
        body_of(player.sit(game, seat=seat, commitment=commitment(game, seat)), 201)
    return game, players


def opened(player: Player, game: str, seat: int, status: int = 201) -> dict[str, Any]:
    return body_of(player.post(f"/games/{game}/openings", {"entropy": ENTROPY[seat].hex()}), status)


def report_of(tmp_path: Path, client: Client, game: str) -> Report:
    """What the verifier says of the game's bundle."""
    path = tmp_path / "bundle"
    path.write_bytes(client.get(f"/games/{game}/audit").content)
    return bundles.verify(path, bundles.Given())


def test_a_game_begins_when_all_have_opened_and_is_fair_at_level_a(served: str, tmp_path: Path) -> None:
    game, players = gathered(served, 3)
    table = players[0].see(game)
    assert (table["status"], table["to_act"], table["openings"]["awaited"]) == ("open", [0, 1, 2], [0, 1, 2])
    for seat in (2, 0):
        assert opened(players[seat], game, seat)["game"]["status"] == "open"
    begun = opened(players[1], game, 1)["game"]
    assert (begun["status"], begun["openings"], begun["options"]["fairness"]) == ("playing", None, "commit")
    body_of(players[0].act(game, {"type": "resign"}), 201)
    body_of(players[1].act(game, {"type": "resign"}), 201)
    report = report_of(tmp_path, players[0], game)
    assert (report.verified, report.fairness) == (True, "A")


def test_to_open_again_changes_nothing(served: str) -> None:
    game, players = gathered(served)
    first = opened(players[0], game, 0)
    assert opened(players[0], game, 0) == first


def test_to_open_again_at_the_same_moment_changes_nothing_either(served: str) -> None:
    for _ in range(5):
        game, players = gathered(served)
        with ThreadPoolExecutor(6) as pool:
            again = [pool.submit(opened, players[0], game, 0) for _ in range(6)]
        assert [each.result()["game"]["openings"]["awaited"] for each in again] == [[1]] * 6


def test_what_is_refused_says_what_to_do_and_stores_nothing(served: str) -> None:
    game, players = gathered(served)
    version = players[0].see(game)["version"]
    assert opened(players[0], game, 1, 422)["rule"] == "opening.other_entropy"
    assert opened(Player(served), game, 0, 403)["code"] == "no-seat"
    assert body_of(players[0].act(game, {"type": "resign"}), 422)["rule"] == "game.not_started"
    plain = players[0].new_game(2)
    given = {"seat": 0, "commitment": commitment(plain, 0)}
    assert body_of(players[0].sit(plain, **given), 422)["rule"] == "seat.no_commitments"
    committing = players[0].new_game(2, options={"fairness": "commit"})
    for choice, rule in (
        ({"seat": 0}, "seat.commitment_needed"),
        ({"commitment": "0" * 64}, "seat.commitment_needed"),
        ({"seat": 0, "entropy": "0" * 64}, "seat.entropy_too_early"),
    ):
        assert body_of(players[0].sit(committing, **choice), 422)["rule"] == rule
    assert body_of(players[0].post("/games", wish("maybe")), 422)["rule"] == "setup.option"
    assert players[0].see(game)["version"] == version


def wish(fairness: str) -> dict[str, Any]:
    return {"game": "carta-impera-victoria", "seats": 2, "options": {"fairness": fairness}}


@pytest.fixture(scope="module")
def hasty(serve: Serve) -> str:
    """A service that awaits openings for a second."""
    return serve(OPENING_SECONDS="1")


def test_a_seat_that_does_not_open_in_time_voids_the_game_for_all_to_see(hasty: str, tmp_path: Path) -> None:
    game, players = gathered(hasty)
    opened(players[1], game, 1)
    until = players[0].see(game)["openings"]["until"]
    eventually(lambda: players[0].see(game)["status"] == "abandoned")
    over = players[0].see(game)
    assert (over["result"]["kind"], over["result"]["winners"], over["state"], over["to_act"]) == ("void", [], None, [])
    expired, ended = [each["public"] for each in players[0].events(game)[-2:]]
    assert (expired["type"], expired["data"]) == ("OpeningsExpired", {"seats": [0], "until": until})
    assert (ended["type"], expired["at"] >= until) == ("GameEnded", True)
    assert opened(players[0], game, 0, 422)["rule"] == "opening.not_awaited"
    assert game in players[0].get("/games?status=abandoned").text
    report = report_of(tmp_path, Client(hasty), game)
    assert (report.verified, report.status, report.fairness) == (True, "abandoned", "C")


def test_the_time_for_openings_ends_a_table_that_waits_for_a_deleted_account_and_no_other(
    hasty: str, served: str
) -> None:
    game, players = gathered(hasty)
    assert players[0].delete("/me?confirm=Player 0").status_code == 204
    eventually(lambda: players[1].see(game)["status"] == "abandoned")
    assert [each["public"]["type"] for each in players[1].events(game)[-2:]] == ["OpeningsExpired", "GameEnded"]
    creator = Player(served, "Creator")
    others = creator.new_game(2, options={"fairness": "commit"})
    sitting = [Player(served, f"Player {seat}") for seat in range(2)]
    for seat, player in enumerate(sitting):
        body_of(player.sit(others, seat=seat, commitment=commitment(others, seat)), 201)
    assert creator.delete("/me?confirm=Creator").status_code == 204
    begun = [opened(player, others, seat)["game"]["status"] for seat, player in enumerate(sitting)]
    assert begun == ["open", "playing"]


def test_several_services_void_a_game_once(hasty: str, serve: Serve) -> None:
    serve(OPENING_SECONDS="1")
    games = [gathered(hasty)[0] for _ in range(3)]
    visitor = Client(hasty)
    eventually(lambda: all(visitor.see(game)["status"] == "abandoned" for game in games))
    for game in games:
        types = [each["public"]["type"] for each in visitor.events(game)]
        assert types.count("GameEnded") == types.count("OpeningsExpired") == 1


def test_the_catalogue_offers_fairness_with_every_game(served: str) -> None:
    options = body_of(Client(served).get("/catalogue"), 200)["options"]
    assert {"name": "fairness", "values": ["entropy", "commit"], "default": "entropy"} in options


def test_a_deadline_is_forgotten_once_all_have_opened(served: str, database_url: str) -> None:
    game, players = gathered(served)
    with psycopg.connect(database_url) as session:
        deadline = session.execute("select deadline from games where id = %s", (game,)).fetchone()
        assert deadline is not None
        assert deadline[0] is not None
    for seat, player in enumerate(players):
        opened(player, game, seat)
    with psycopg.connect(database_url) as session:
        assert session.execute("select deadline from games where id = %s", (game,)).fetchone() == (None,)
