"""Bots of the Python client sign what they do, by a key that they give first."""

from typing import Any

import pytest

from cartulary_client import ActionKey, Client, Problem, publication
from tests.service.client import CARTA
from tests.service.clients.tables import RandomBot, play, table
from tests.web.positions import LAST_CARD
from tests.web.verifiers import Case, by_first


@pytest.mark.parametrize("signs", [True, False])
def test_a_bot_signs_all_that_it_does_unless_told_otherwise(served: str, ada: Client, signs: bool) -> None:
    bots = [RandomBot(Client.register(served, name, bot=True), signs=signs) for name in ("Ada", "Boris")]
    id = table(bots[0].client)
    assert [each["status"] for each in play(bots, id)] == ["finished", "finished"]
    plies: dict[int, list[str]] = {}
    for each in ada.iter_events(id):
        plies.setdefault(each["public"]["ply"], []).append(each["public"]["type"])
    dealt = next(ply for ply, types in plies.items() if "GameStarted" in types)
    firsts = {types[0] for ply, types in plies.items() if ply > dealt}
    assert (firsts <= {"ActionSigned", "KeyGiven"}) is signs
    assert ("ActionSigned" in firsts) is signs


def test_one_that_is_started_anew_goes_on_by_its_secret_and_not_without(served: str, ada: Client) -> None:
    first = RandomBot.register(served, "Ada")
    other = RandomBot.register(served, "Boris")
    id = table(first.client)
    for each in (first, other):
        each.sit_down(id)
    for each in (first, other, first, other):
        each._perform(each._turns.take_turns(id))
    again = RandomBot(Client(served, first.client.token))
    with pytest.raises(Problem) as refused:
        again._perform(again._turns.take_turns(id))
    assert refused.value.rule == "signature.missing"
    again = RandomBot(Client(served, first.client.token), secret=first._turns.secret)
    assert [each["status"] for each in play([again, other], id)] == ["finished", "finished"]
    types = [each["public"]["type"] for each in ada.iter_events(id)]
    assert types.count("KeyGiven") == 2


def test_a_bot_whose_token_may_give_no_key_plays_unsigned(served: str, ada: Client) -> None:
    bots = [RandomBot.register(served, name) for name in ("Ada", "Boris")]
    token = bots[0].client.create_token({"scopes": ["read", "play"]})["token"]
    id = table(bots[0].client)
    assert [each["status"] for each in play([RandomBot(Client(served, token)), bots[1]], id)] == ["finished"] * 2
    assert [each["public"]["type"] for each in ada.iter_events(id)].count("KeyGiven") == 1


def test_what_a_player_publishes_of_a_move_is_held_against_the_record(ada: Client) -> None:
    wanted: Any = {"game": CARTA, "seats": 2, "position": LAST_CARD}
    id = ada.create_game(wanted)["id"]
    ada.take_seat(id)
    ada.take_seat(id, {"bot": "random"})
    key = ActionKey.of_game(b"secret", id)
    game = ada.act(id, key.gift())["game"]
    action: Any = ada.list_actions(id, expand=True)["actions"][0]
    signature = key.sign(game, action)
    ada.act(id, action, if_match=game["version"], action_signature=signature)
    case = Case(ada.read_audit(id).encode(), actions=[publication(action, signature)])
    (said,) = [each for each in by_first(case).report["checks"] if each["check"] == "actions"]
    assert "stands at event" in said["words"]
