"""Taking back over HTTP: an action like others, that loses nothing and shows nobody anything."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cartulary.audit import bundles
from cartulary.match.action_limits import IN_A_ROW
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of


def played(table: Table) -> tuple[int, int]:
    """Whoever is to act plays a card, and it stays his turn; his seat, and the version before."""
    (seat,) = table.see()["to_act"]
    version = table.see()["version"]
    table.act(seat, next(each for each in table.legal(seat) if each["type"] != "end_turn"))
    return seat, version


@pytest.fixture
def table(served: str) -> Table:
    return Table.of(served)


def test_an_undone_action_stays_readable_beside_the_new_one(table: Table) -> None:
    seat, before = played(table)
    then, done = table.players[seat].see(table.game, before), table.see(seat)
    back = table.act(seat, {"type": "take_back"})
    assert [each["public"]["type"] for each in back["events"]] == ["ActionsTakenBack"]
    assert (back["game"]["state"], back["game"]["version"]) == (then["state"], done["version"] + 1)
    assert table.players[seat].see(table.game, done["version"])["state"] == done["state"]
    assert table.see()["to_act"] == [seat]


def test_to_ask_beforehand_tells_whether_one_can_alone(table: Table) -> None:
    seat, before = played(table)
    version = table.see()["version"]
    for player, expected in ((seat, "ActionsTakenBack"), (1 - seat, "TakeBackAgreed")):
        answer = body_of(table.players[player].act(table.game, {"type": "take_back"}, dry_run=True), 200)
        assert [each["public"]["type"] for each in answer["events"]] == [expected]
    assert table.see()["version"] == version
    assert before < version


def test_past_what_was_shown_all_have_to_agree(table: Table) -> None:
    seat, before = played(table)
    table.act(seat, {"type": "end_turn"})
    proposal = table.act(seat, {"type": "take_back", "version": before})
    assert proposal["game"]["takes_back"] == [{"seat": seat, "back_to": before}]
    assert table.refused(seat, {"type": "take_back", "version": before})["rule"] == "undo.agreed_already"
    agreed = table.act(1 - seat, {"type": "take_back", "version": before})["game"]
    assert (agreed["takes_back"], agreed["to_act"]) == ([], [seat])
    assert agreed["state"] == table.players[1 - seat].see(table.game, before)["state"]


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_a_game_with_things_taken_back_is_verified(served: str, tmp_path: Path, game: str) -> None:
    table = Table.of(served, game=game, edition=None)
    for _ in range(4):
        (seat,) = table.see()["to_act"]
        table.act(seat, table.legal(seat)[0])
        table.act(seat, {"type": "take_back"})
        for other in range(2):
            if table.see()["takes_back"]:
                table.players[other].act(
                    table.game, {"type": "take_back", "version": table.see()["takes_back"][0]["back_to"]}
                )
        (seat,) = table.see()["to_act"]
        table.act(seat, table.legal(seat)[0])
    table.act(0, {"type": "resign"})
    path = tmp_path / "bundle"
    path.write_bytes(table.visitor.get(f"/games/{table.game}/audit").content)
    assert bundles.verify(path, bundles.Given()).verified


def test_a_repeat_under_the_same_key_takes_back_once(table: Table) -> None:
    seat, _ = played(table)
    first, again = (table.act(seat, {"type": "take_back"}, key="once") for _ in range(2))
    assert first == again


def test_concurrent_actions_and_take_backs_are_all_served_in_some_order(table: Table) -> None:
    seat, before = played(table)
    client = [Client(table.visitor.base, table.players[seat].token) for _ in range(8)]

    def send(number: int) -> int:
        action = {"type": "take_back", "version": before} if number % 2 else {"type": "end_turn"}
        path = f"/games/{table.game}/actions"
        return client[number].post(path, action).status_code

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, range(8)))
    assert set(answers) <= {201, 422}
    events = [each["public"] for each in table.visitor.events(table.game)]
    assert [each["position"] for each in events] == list(range(1, len(events) + 1))
    for player in table.players:
        assert player.see(table.game)["version"] == len(events)


@pytest.mark.parametrize("version", [0, 1, 2, 9999, "3", -1, None])
def test_an_impossible_version_of_a_take_back_is_refused(table: Table, version: object) -> None:
    seat, _ = played(table)
    stood = table.see()["version"]
    refused = table.players[seat].act(table.game, {"type": "take_back", "version": version})
    assert refused.status_code == (201 if version is None else 422)
    assert table.see()["version"] == stood + (version is None)


def test_only_seated_players_take_back(table: Table, served: str) -> None:
    played(table)
    assert Player(served).act(table.game, {"type": "take_back"}).status_code == 403


def test_a_seat_that_takes_back_again_and_again_is_refused_until_another_acts(table: Table) -> None:
    for _ in range(IN_A_ROW):
        seat, _ = played(table)
        table.act(seat, {"type": "take_back"})
    played(table)
    for dry_run in (False, True):
        refused = body_of(table.players[seat].act(table.game, {"type": "take_back"}, dry_run=dry_run), 422)
        assert refused["rule"] == "undo.too_often"
    table.act(seat, {"type": "end_turn"})
    other, _ = played(table)
    table.act(other, {"type": "take_back"})
    assert table.players[seat].act(table.game, {"type": "take_back"}, dry_run=True).status_code == 200


def test_a_seat_gives_time_only_so_often_until_another_acts(served: str) -> None:
    table = Table.of(served, clock={"kind": "turn", "seconds": 3600})
    seat = table.see()["to_act"][0]
    give = {"type": "give_time", "seat": 1 - seat, "seconds": 1}
    for _ in range(IN_A_ROW):
        table.act(seat, give)
    assert table.refused(seat, give)["rule"] == "clock.too_often"
    assert table.refused(seat, {"type": "pause"})["rule"] == "clock.too_often"
