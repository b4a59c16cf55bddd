"""Bots of the Python client: they sit down, act on what is so now, and go on where they stopped."""

import asyncio

import pytest

from cartulary_client import Action, Bot, Client, Game, Problem
from tests.service.clients.tables import HASTY, RandomBot, play, play_async, table
from tests.service.clients.unsteady_proxy import UnsteadyProxy
from tests.service.conftest import kill, workers_of


class Tired(RandomBot):
    """Stops after some choices."""

    left = 5

    def choose(self, game: Game, actions: list[Action]) -> Action:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().choose(game, actions)


def test_two_play_a_game_to_its_end(served: str) -> None:
    bots = [RandomBot.register(served, name) for name in ("Ada", "Boris")]
    ends = play(bots, table(bots[0].client))
    assert [each["status"] for each in ends] == ["finished", "finished"]
    assert ends[0]["result"] == ends[1]["result"] is not None
    assert [each["player"] and each["player"]["bot"] for each in ends[0]["seats"]] == [True, True]


def test_many_play_in_one_thread(served: str, ada: Client) -> None:
    ends = asyncio.run(play_async(served, ("Ada", "Boris", "Chul"), table(ada, 3, deal="draft")))
    assert {each["status"] for each in ends} == {"finished"}


def test_bots_adds_entropy_of_their_own_to_the_shuffle(served: str, ada: Client) -> None:
    id = table(ada)
    RandomBot.register(served, "Boris").sit_down(id)
    taken = [each["public"] for each in ada.iter_events(id)][1]
    assert taken["type"] == "SeatTaken"
    assert taken["data"]["entropy"]


def test_they_commit_and_open_where_the_game_wants_it(served: str, ada: Client) -> None:
    bots = [RandomBot.register(served, name) for name in ("Ada", "Boris")]
    id = table(ada, fairness="commit")
    assert play(bots, id)[0]["status"] == "finished"
    types = [each["public"]["type"] for each in ada.iter_events(id)]
    assert types.count("EntropyCommitted") == types.count("EntropyOpened") == 2


def test_one_that_is_started_anew_opens_what_it_has_committed_to(served: str, ada: Client) -> None:
    id = table(ada, fairness="commit")
    first = RandomBot.register(served, "Ada", secret=b"known to Ada alone")
    first.sit_down(id)
    RandomBot.register(served, "Boris").sit_down(id)
    with pytest.raises(Problem) as raised:
        RandomBot(Client(served, first.client.token), secret=b"another").run(id)
    assert raised.value.rule == "opening.other_entropy"
    again = Tired(Client(served, first.client.token), secret=b"known to Ada alone")
    again._perform(again._turns.take_turns(id))
    assert [each["public"]["type"] for each in ada.iter_events(id)][-1] == "EntropyOpened"


def test_one_that_holds_a_seat_goes_on_with_it(served: str) -> None:
    first, other = Tired.register(served, "Ada"), RandomBot.register(served, "Boris")
    id = table(first.client)
    first.sit_down(id)
    other.sit_down(id)
    ends = play([Resumed(first.client), other], id)
    assert [each["status"] for each in ends] == ["finished", "finished"]


class Resumed(RandomBot):
    """Is interrupted, and started anew with the same token and secret."""

    def run(self, id: str, *, seat: int | None = None, invite: str | None = None) -> Game:
        with pytest.raises(KeyboardInterrupt):
            Tired(self.client, secret=self._turns.secret).run(id)
        return super().run(id)


class Overtaken(RandomBot):
    """Wants to resign at first, but the game goes on while it thinks."""

    choices = 0

    def choose(self, game: Game, actions: list[Action]) -> Action:
        self.choices += 1
        if self.choices > 1:
            return super().choose(game, actions)
        self.client.act(game["id"], actions[0])
        return {"type": "resign"}


def test_a_choice_on_an_outdated_view_is_made_anew(served: str) -> None:
    hasty = Overtaken(Client.register(served, "Ada", bot=True), signs=False)
    bots: list[Bot] = [hasty, RandomBot.register(served, "Boris")]
    (result,) = {str(each["result"]) for each in play(bots, table(bots[0].client))}
    assert "resignation" not in result


class Cheat(RandomBot):
    """Chooses what is not listed."""

    def choose(self, game: Game, actions: list[Action]) -> Action:
        return {"type": "take_back"} if len(actions) > 99 else {"type": "end_turn"}


def test_an_illegal_choice_is_told_with_its_rule(served: str, ada: Client) -> None:
    id = table(ada)
    bots = [Cheat.register(served, name) for name in ("Ada", "Boris")]
    for bot in bots:
        bot.sit_down(id)
    turn = bots[ada.read_game(id)["to_act"][0]]
    with pytest.raises(Problem) as raised:
        turn.run(id)
    assert raised.value.rule


def test_a_full_table_is_told_with_its_rule(served: str, ada: Client) -> None:
    for fairness in ("entropy", "commit"):
        id = table(ada, fairness=fairness)
        for name in ("Ada", "Boris"):
            RandomBot.register(served, name).sit_down(id)
        with pytest.raises(Problem) as raised:
            RandomBot.register(served, "Chul").sit_down(id)
        assert raised.value.rule == "seat.game_started"


def test_they_play_on_over_a_way_that_loses_and_cuts(served: str, proxy: UnsteadyProxy) -> None:
    bots = [RandomBot.register(served, "Ada"), RandomBot.register(served, "Boris")]
    unsteady = RandomBot(Client(proxy.url, bots[0].client.token, retries=HASTY))
    proxy.cut_after = 60_000
    id = table(bots[1].client)
    ends = play([unsteady, bots[1]], id)
    assert {each["status"] for each in ends} == {"finished"}
    assert proxy.connections > 3


def test_they_survive_that_all_workers_of_the_service_die(served: str) -> None:
    bots = [Killer.register(served, "Ada", retries=HASTY), RandomBot.register(served, "Boris", retries=HASTY)]
    ends = play(bots, table(bots[0].client))
    assert [each["status"] for each in ends] == ["finished", "finished"]


class Killer(RandomBot):
    """Kills the workers of the service, once, in the middle of the game."""

    choices = 0

    def choose(self, game: Game, actions: list[Action]) -> Action:
        self.choices += 1
        if self.choices == 10:
            kill(workers_of(self.client._settings.url))
        return super().choose(game, actions)
