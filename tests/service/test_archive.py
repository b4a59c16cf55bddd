"""The archive: finished games are found by what their events tell."""

from collections.abc import Callable, Iterator
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

import pytest

from cartulary_service.config import Config
from cartulary_service.store.database import Database
from cartulary_service.subjects.archive import queries as archive
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import eventually


class Told(NamedTuple):
    """A finished game as its events tell it."""

    id: str
    game: dict[str, Any]
    events: list[tuple[str, int]]
    """Each event's type, and in what turn it happened."""

    def holds(self, name: str, value: Any, before: int | None = None) -> bool:
        """Whether what is asked of it holds."""
        return bool(self._held(name, value, before))

    def _held(self, name: str, value: Any, before: int | None) -> Any:
        match name:
            case "game" | "edition":
                return self.game[name] == value
            case "seats":
                return len(self.game["seats"]) == value
            case "player":
                return value in self.players()
            case "winner":
                return value in [self.players()[seat] for seat in self.game["result"]["winners"]]
            case "kind":
                return self.game["result"]["kind"] == value
            case "decided_by":
                return value in self.game["result"]["decided_by"]
            case "min_turns":
                return self.turns() >= value
            case "max_turns":
                return self.turns() <= value
            case "event":
                return any(each == value and (before is None or turn < before) for each, turn in self.events)
            case "without":
                return value not in [each for each, _ in self.events]
        raise ValueError(name)

    def players(self) -> list[str]:
        return [seat["player"]["id"] for seat in self.game["seats"]]

    def turns(self) -> int:
        return max(turn for _, turn in self.events)


def played(table: Table, plies: int) -> Told:
    """Play for a while by chance, then let whose turn it is resign until the game is over."""
    random = Random(plies)
    for _ in range(plies):
        seat = table.see()["to_act"][0]
        table.act(seat, random.choice(table.legal(seat)))
    while table.see()["status"] == "playing":
        table.act(table.see()["to_act"][0], {"type": "resign"})
    types = [each["public"]["type"] for each in table.visitor.events(table.game)]
    turns = accumulate(each == "TurnBegan" for each in types)
    return Told(table.game, table.see(), [*zip(types, turns, strict=True)])


@pytest.fixture(scope="module")
def finished(served: str) -> list[Told]:
    """Some games, by the same players at times, all in the archive."""
    ann, ben, cid = (Player(served, name) for name in ("Ann", "Ben", "Cid"))
    games = [
        played(Table.of(served, 2, [ann, ben]), 4),
        played(Table.of(served, 2, [ben, ann], edition="ko"), 40),
        played(Table.of(served, 3, [ann, ben, cid], edition="uk"), 60),
        played(Table.of(served, 2, [cid, ann], game=CIVILIZATION, edition=None), 30),
    ]
    eventually(lambda: {each.id for each in games} <= found(ann, f"player={ann.id}"))
    return games


def found(client: Client, query: str) -> set[str]:
    """The games of all pages."""
    return {game["id"] for page in pages(client, query) for game in page}


def pages(client: Client, query: str) -> Iterator[list[dict[str, Any]]]:
    cursor = ""
    while True:
        page = body_of(client.get(f"/archive?{query}{cursor}"), 200)
        yield page["games"]
        if page["cursor"] is None:
            return
        cursor = f"&cursor={page['cursor']}"


QUESTIONS: dict[str, Callable[[Told], list[Any]]] = {
    "game": lambda each: [each.game["game"]],
    "edition": lambda each: [each.game["edition"]],
    "seats": lambda each: [len(each.game["seats"])],
    "player": lambda each: each.players(),
    "winner": lambda each: each.players(),
    "kind": lambda each: [each.game["result"]["kind"]],
    "decided_by": lambda each: each.game["result"]["decided_by"],
    "min_turns": lambda each: [each.turns(), each.turns() + 1],
    "max_turns": lambda each: [each.turns(), each.turns() - 1],
    "event": lambda each: sorted({name for name, _ in each.events}),
    "without": lambda each: sorted({name for name, _ in each.events}),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_finds_the_games_whose_events_answer_it(served: str, finished: list[Told], name: str) -> None:
    ours = {each.id for each in finished}
    for value in dict.fromkeys(value for each in finished for value in QUESTIONS[name](each)):
        wanted = {each.id for each in finished if each.holds(name, value)}
        assert found(Client(served), f"{name}={value}&limit=100") & ours == wanted, value


def test_an_event_can_be_asked_for_before_a_turn(served: str, finished: list[Told]) -> None:
    ours = {each.id for each in finished}
    for value, turn in {(name, turn) for each in finished for name, turn in each.events if name == "CardPlayed"}:
        for before in (turn, turn + 1):
            if before:
                wanted = {each.id for each in finished if each.holds("event", value, before)}
                assert found(Client(served), f"event={value}&before_turn={before}&limit=100") & ours == wanted


def test_all_conditions_hold_together_and_pages_follow_each_other(served: str, finished: list[Told]) -> None:
    player = finished[0].players()[0]
    wanted = [each.id for each in finished if player in each.players() and each.game["game"] == CARTA][::-1]
    games = [page for page in pages(Client(served), f"player={player}&game={CARTA}&limit=1") if page]
    assert [[game["id"] for game in page] for page in games] == [[each] for each in wanted]
    told = {each.id: each.turns() for each in finished}
    assert [game["turns"] for page in games for game in page] == [told[each] for each in wanted]


def test_undone_events_do_not_count_in_the_archive(served: str) -> None:
    table = Table.of(served, 2)
    seat = table.see()["to_act"][0]
    table.act(seat, next(each for each in table.legal(seat) if each["type"] == "play"))
    types = {each["public"]["type"] for each in table.visitor.events(table.game)}
    assert "CardPlayed" in types
    table.act(seat, {"type": "take_back"})
    table.act(seat, {"type": "resign"})
    owner = table.players[0]
    eventually(lambda: table.game in found(owner, f"player={owner.id}"))
    assert table.game not in found(owner, f"player={owner.id}&event=CardPlayed")
    assert table.game in found(owner, f"player={owner.id}&without=CardPlayed")


def test_nobody_is_found_as_the_winner_of_an_agreed_draw(served: str) -> None:
    table = Table.of(served, 2)
    for seat in (0, 1):
        table.act(seat, {"type": "agree_end", "how": "draw"})
    owner = table.players[0]
    eventually(lambda: table.game in found(owner, f"player={owner.id}&kind=draw"))
    assert found(owner, f"winner={owner.id}") == set()
    assert "The game is over: a draw." in owner.get(f"/games/{table.game}", headers={"Accept": "text/plain"}).text


def test_a_private_game_is_found_by_those_who_sat_there_and_one_under_way_by_nobody(served: str) -> None:
    ann, ben, eve = Player(served), Player(served), Player(served)
    game = ann.new_game(2, private=True)
    ann.sit(game)
    ben.sit(game, invite=body_of(ann.post(f"/games/{game}/invites"), 201)["code"])
    under_way = Table.of(served, 2, [ann, ben])
    body_of(ann.act(game, {"type": "resign"}), 201)
    eventually(lambda: game in found(ben, f"player={ann.id}"))
    assert found(ann, f"player={ann.id}") == {game}
    assert found(eve, f"player={ann.id}") == set()
    assert under_way.game not in found(ann, f"player={ann.id}")


@pytest.mark.parametrize(
    ("query", "status"),
    [("before_turn=3", 422), ("event=Nothing", 422), ("winner=me", 422), ("colour=red", 422), ("cursor=x", 400)],
)
def test_a_question_that_is_none_is_refused_in_words(served: str, query: str, status: int) -> None:
    assert body_of(Client(served).get(f"/archive?{query}"), status)["detail"]


@pytest.mark.parametrize(
    "question",
    [{}, {"event": "CardPlayed"}, {"event": "TurnBegan", "before_turn": 2}, {"without": "PositionSet"}],
    ids=str,
)
def test_pages_that_look_through_few_games_at_a_time_come_to_the_same(
    database_url: str, finished: list[Told], monkeypatch: pytest.MonkeyPatch, question: dict[str, Any]
) -> None:
    database = Database(Config(database_url=database_url))

    def every() -> list[str]:
        pages = [archive.search(database, None, question, None, 3)]
        while pages[-1].cursor is not None:
            pages.append(archive.search(database, None, question, pages[-1].cursor, 3))
        return [game["id"] for page in pages for game in page.games]

    whole = every()
    assert len(whole) >= len(finished) - 1
    monkeypatch.setattr(archive, "LOOKED_THROUGH", 2)
    monkeypatch.setattr(archive, "FEW", 1)
    assert every() == whole
    database.close()
