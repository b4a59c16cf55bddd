"""Games from the first card to the last through the API: what was shown is what is kept, and what is kept is all."""

import hashlib
import json
import random
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

import psycopg
import pytest

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.canonical import canonical
from cartulary.match.evolve import fold
from cartulary.match.game import Game
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent
from cartulary_service.api.entity_tags import version_of
from tests.service.client import CARTA, CIVILIZATION, JSON, Client, Player, Table

NAMES = ("Ann", "Борис", "Женя", "다니엘")
MOST_PLIES = 2_000
RARE = ("bank", "tear_down", "give")
RARELY = 0.1
SOUGHT = ("buy_technology",)
SEVERAL_PAGES = 50
MOST_LOOKED_AT = 400
"""Of longer games not every version is looked at again, but versions throughout."""
COMPLETE = 0.2
AT_ONCE = 2


class Wish(NamedTuple):
    """One way to play."""

    game: str
    seats: int
    edition: str
    options: tuple[tuple[str, str | int], ...]

    def __str__(self) -> str:
        """Also the seed of what is chosen in the game."""
        return " ".join(
            [self.game, f"{self.seats} seats", self.edition, *(f"{name}={each}" for name, each in self.options)]
        )

    def looked_at_by_all(self) -> bool:
        """Whether everybody looks at every version of this game; of the others one at random does."""
        return self in LOOKED_AT_BY_ALL


LOOKED_AT_BY_ALL = (
    Wish(CARTA, 2, "ru", (("deal", "basic"), ("teams", False))),
    Wish(CARTA, 3, "uk", (("deal", "basic"), ("teams", False))),
    Wish(CARTA, 4, "ko", (("deal", "draft"), ("teams", True))),
)
WISHES = [
    Wish(CARTA, seats, edition, (("deal", deal), ("teams", teams)))
    for seats, teams in ((2, False), (3, False), (4, False), (4, True))
    for edition in ("ru", "uk", "ko")
    for deal in ("basic", "draft")
] + [
    Wish(CIVILIZATION, 2, "2006", ()),
    Wish(CIVILIZATION, 3, "2006", (("free_population", "first_turn"), ("end", "end_of_turn"))),
    Wish(CIVILIZATION, 4, "2006", (("code_of_laws_every_turn", True),)),
    Wish(CIVILIZATION, 4, "2006", (("teams", True),)),
    Wish(CIVILIZATION, 4, "2006", (("teams", True), ("seating", "side_by_side"))),
]


@dataclass
class Played:
    """A game played to its end, and what was shown on the way: version and audience -> the bytes."""

    table: Table
    shown: dict[tuple[int, int | None], bytes] = field(default_factory=dict)
    answered: dict[int, dict[str, Any]] = field(default_factory=dict)
    """What was answered to the action that led to a version."""

    @classmethod
    def at_random(cls, table: Table, chance: random.Random, by_all: bool) -> Self:
        """Let everybody choose at random among what is listed until the game is over."""
        played = cls(table)
        game = played.look(chance, by_all)
        while game["status"] == "playing":
            assert len(played.answered) < MOST_PLIES
            seat = chance.choice(game["to_act"])
            action = chosen(table, seat, chance)
            answer = table.act(seat, action, if_match=game["version"])
            played.answered[answer["version"]] = answer | {"by": seat}
            game = played.look(chance, by_all)
        assert game["status"] == "finished"
        return played

    def look(self, chance: random.Random, by_all: bool) -> dict[str, Any]:
        """Remember what the game shows now."""
        audiences = self.table.audiences()
        game: dict[str, Any] = {}
        for seat in audiences if by_all else [chance.choice(audiences)]:
            content = self.table.audience(seat).get(f"/games/{self.table.game}").content
            game = json.loads(content)
            self.shown[game["version"], seat] = content
        return game


@pytest.fixture(scope="module", params=WISHES, ids=str)
def played(request: pytest.FixtureRequest, being_played: dict[Wish, "Future[Played]"]) -> Played:
    """One finished game of each kind."""
    return being_played[request.param].result()


@pytest.fixture(scope="module")
def being_played(request: pytest.FixtureRequest, served: str) -> Iterator[dict[Wish, "Future[Played]"]]:
    """The games that the tests ask for, going on while the tests look at those before them."""
    calls = (getattr(item, "callspec", None) for item in request.session.items)
    wished = dict.fromkeys(call.params["played"] for call in calls if call and "played" in call.params)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {wish: pool.submit(play, served, wish) for wish in wished}
        pool.shutdown(cancel_futures=True)


def play(served: str, wish: Wish) -> Played:
    """A game of that kind by new players, always the same as far as their choices go."""
    players = [Player(served, name) for name in NAMES[: wish.seats]]
    table = Table.of(served, wish.seats, players, game=wish.game, edition=wish.edition, options=dict(wish.options))
    return Played.at_random(table, random.Random(str(wish)), wish.looked_at_by_all())


def test_a_game_ends_with_winners_and_open_hands(played: Played) -> None:
    game = played.table.see()
    assert game["result"]["winners"]
    assert game["to_act"] == []
    assert all(seat["hand"] is not None for seat in game["state"]["seats"])


def immutable(game: dict[str, Any]) -> dict[str, Any]:
    """A game as it was shown, without what may change while its version stays."""
    seats = [
        each | {"player": each["player"] and each["player"] | {"name": "", "handle": None}} for each in game["seats"]
    ]
    rules = {"revision": game["rules"]["revision"], "newest": game["rules"]["revision"], "agreed": [], "changes": []}
    return game | {"seats": seats, "rules": rules}


def test_versions_stay_as_they_were_shown_but_for_names(played: Played) -> None:
    table = played.table
    assert len({version for version, _ in played.shown}) == len(played.answered) + 1

    def look_again(seat: int | None) -> None:
        client = table.audience(seat)
        for (version, looking), content in list(played.shown.items())[:: 1 + len(played.answered) // MOST_LOOKED_AT]:
            if looking == seat:
                state = client.get(f"/games/{table.game}/states/{version}")
                assert state.json() == immutable(json.loads(content))
                assert version_of(state.headers["ETag"].strip('"')) == version

    with ThreadPoolExecutor() as pool:
        list(pool.map(look_again, table.audiences()))


def test_an_accepted_action_answers_with_the_game_as_it_then_is_for_its_seat(played: Played) -> None:
    for version, answer in played.answered.items():
        shown = played.shown.get((version, answer["by"]))
        assert shown is None or json.loads(shown) == answer["game"]


def test_the_events_of_the_answers_are_those_of_the_record(played: Played) -> None:
    for seat, player in enumerate(played.table.players):
        answers = [each for each in played.answered.values() if each["by"] == seat]
        plies = {each["ply"] for each in answers}
        recorded = [each for each in player.events(played.table.game) if each["public"]["ply"] in plies]
        assert [event for each in answers for event in each["events"]] == recorded


def test_the_stored_rows_alone_give_what_everybody_is_shown(played: Played, database_url: str) -> None:
    table = played.table
    rules = CATALOGUE[table.see()["game"]]
    stored = fold(rules, table.game, rows_of(database_url, table.game))
    for seat in table.audiences():
        game = table.see(seat)
        assert rules.view(stored.state, seat) == game["state"]
        assert (stored.version, stored.ply, stored.status) == (game["version"], game["ply"], game["status"])


def test_folding_the_events_gives_the_view_at_every_version(played: Played) -> None:
    table = played.table
    for seat in table.audiences():
        client = table.audience(seat)
        events, rules = client.events(table.game), CATALOGUE[table.see()["game"]]
        assert [each["public"]["position"] for each in events] == [*range(1, len(events) + 1)]
        for (version, looking), content in played.shown.items():
            if looking == seat and version % 7 == 0:
                assert shown_by(followed(rules, table.game, events[:version]), seat) == json.loads(content)["state"]
        assert shown_by(followed(rules, table.game, events), seat) == client.see(table.game)["state"]


def test_pages_of_events_are_the_same_events(played: Played) -> None:
    table = played.table
    for seat in (0, None):
        client = table.audience(seat)
        assert pages(client, table.game) == client.events(table.game)


def test_the_public_parts_alone_give_the_head(played: Played) -> None:
    game = played.table.see()
    assert head_of(game["id"], (each["public"] for each in played.table.visitor.events(game["id"]))) == game["head"]


def test_heads_on_the_way_are_those_of_the_record_up_to_there(played: Played) -> None:
    table = played.table
    public = [each["public"] for each in table.visitor.events(table.game)]
    for (version, _), content in list(played.shown.items())[::9]:
        assert head_of(table.game, public[:version]) == json.loads(content)["head"]


def chosen(table: Table, seat: int, chance: random.Random) -> dict[str, Any]:
    """An action at random, now and then from the list of complete ones, else from a form; some sorts are rare."""
    if chance.random() < COMPLETE:
        return chance.choice(table.legal(seat))
    forms = table.legal(seat, expand=False)
    common = [form for form in forms if form["type"] not in RARE or chance.random() < RARELY] or forms
    return completed(chance.choice([form for form in common if form["type"] in SOUGHT] or common), chance)


def completed(form: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The form with its choices made at random."""
    settled = {name: value for name, value in form.items() if name != "choose"}
    choices = form.get("choose", {})
    return settled | {name: picked(choice, chance) for name, choice in choices.items()}


def picked(choice: dict[str, Any], chance: random.Random) -> list[str]:
    """As many items as the choice asks for."""
    count = chance.randint(choice.get("at_least", choice["count"]), choice["count"])
    return chance.sample([*choice["from"]], count, counts=[*choice["from"].values()])


def rows_of(database_url: str, game: str) -> list[RecordedEvent]:
    """The record as it lies in the database."""
    with psycopg.connect(database_url) as session:
        rows = session.execute(
            """
            select position, ply, type, v, seat, public, private, hash from events
            where game_id = %s order by position
            """,
            [game],
        )
        return [RecordedEvent(*row) for row in rows]


def followed(rules: Game[Any], game: str, events: Iterable[dict[str, Any]]) -> Match:
    """The match as a client folds it that is sent nothing but events."""
    return fold(
        rules,
        game,
        [
            RecordedEvent(
                public["position"],
                public["ply"],
                public["type"],
                public["v"],
                public["seat"],
                canonical(public),
                canonical(private) if private else None,
                b"",
            )
            for public, private in (each.values() for each in events)
        ],
    )


def shown_by(match: Match, seat: int | None) -> dict[str, Any]:
    """The state that such a client shows."""
    shown: dict[str, Any] = match.game.view(match.state, seat)
    return shown


def pages(client: Client, game: str) -> list[dict[str, Any]]:
    """All events, by the links from page to page."""
    events: list[dict[str, Any]] = []
    path = f"/games/{game}/events?limit={SEVERAL_PAGES}"
    while path:
        response = client.get(path, headers={"Accept": JSON})
        page = json.loads(response.content)
        events += page["events"]
        assert (page["next"] is None) == ("next" not in response.links)
        path = response.links.get("next", {}).get("url", "").removeprefix("/v1")
    return events


def head_of(game: str, public: Iterable[dict[str, Any]]) -> str:
    """The head, computed as the format of the record describes it and not by the code that writes it."""
    head = digest(b"cartulary/v1/genesis", game.encode())
    for each in public:
        text = json.dumps(each, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        head = digest(b"cartulary/v1/event", head, text.encode())
    return urlsafe_b64encode(head).rstrip(b"=").decode()


def digest(*parts: bytes) -> bytes:
    """SHA-256 over the parts, each with its length before it in four bytes."""
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()
