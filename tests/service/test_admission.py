"""A private game is read by those whom its newest version admits, by every operation of the contract."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import psycopg
import pytest

from tests.service.client import EVENT_STREAM, NDJSON, Player, body_of, contract

NO_GAME: Final = "00000000-0000-7000-8000-000000000000"
FORMS: Final[list[Mapping[str, str]]] = [{}, {"Accept": NDJSON}, {"Accept": EVENT_STREAM}, {"Accept": "text/plain"}]
OPERATIONS: Final = [
    (method.upper(), path.removeprefix("/v1"))
    for path, methods in contract()["paths"].items()
    for method in methods
    if "/games/{id}" in path
]


def private_table(ann: Player, *others: Player) -> str:
    """A private table of four seats at which Ann and these players sit."""
    game = ann.new_game(4, private=True)
    for player in (ann, *others):
        body_of(player.sit(game, invite=invitation(ann, game)), 201)
    return game


def invitation(maker: Player, game: str, **wish: Any) -> str:
    return str(body_of(maker.post(f"/games/{game}/invites", wish), 201)["code"])


def removed(ann: Player, reader: Player) -> str:
    game = private_table(ann, reader)
    assert ann.delete(f"/games/{game}/seats/1").status_code == 204
    return game


def left(ann: Player, reader: Player) -> str:
    game = private_table(ann, reader)
    assert reader.delete(f"/games/{game}/seats/1").status_code == 204
    return game


def no_delegate_any_more(ann: Player, reader: Player) -> str:
    game = private_table(ann)
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    given = body_of(ann.post("/me/delegations", {"player": reader.id, "until": until}), 201)["id"]
    assert reader.see(game)["you"] == 0
    assert ann.delete(f"/me/delegations/{given}").status_code == 204
    return game


def declined(ann: Player, reader: Player) -> str:
    game = private_table(ann)
    invitation(ann, game, player=reader.id)
    assert reader.see(game)["private"]
    (invite,) = body_of(reader.get("/me/invites"), 200)["invites"]
    assert reader.delete(f"/me/invites/{invite['id']}").status_code == 204
    return game


def invited_by_somebody_who_left(ann: Player, reader: Player) -> str:
    ben = Player(ann.base, "Ben")
    game = private_table(ann, ben)
    invitation(ben, game, player=reader.id)
    assert reader.see(game)["private"]
    assert ben.delete(f"/games/{game}/seats/1").status_code == 204
    return game


def never_there(ann: Player, reader: Player) -> str:
    return private_table(ann)


CLOSED_TO: Final = (removed, left, no_delegate_any_more, declined, invited_by_somebody_who_left, never_there)


def requests_of(method: str, path: str, version: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Requests of an operation in every form: each query parameter by itself, each media type, an example as body."""
    declared = contract()["paths"][f"/v1{path}"][method.lower()]
    values = {"version": version, "seat": 0, "message": 1, "invite": NO_GAME, "order": NO_GAME}
    address = re.sub(r"{(?!id})(\w+)}", lambda found: str(values[found[1]]), path)
    content = declared.get("requestBody", {}).get("content", {}).get("application/json", {})
    examples = [each["value"] for each in content.get("examples", {}).values()] or [content.get("example", {})]
    more = [{"headers": form} for form in FORMS] if method == "GET" else [{"json": each} for each in examples]
    queries = ["", *(f"?{each['name']}={value_of(each)}" for each in parameters(declared) if each["in"] == "query")]
    for query in queries:
        for each in more:
            yield address + query, each


def parameters(declared: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for each in declared.get("parameters", []):
        yield contract()["components"]["parameters"][each["$ref"].rpartition("/")[2]] if "$ref" in each else each


def value_of(parameter: dict[str, Any]) -> Any:
    """A value that a query parameter can have."""
    schema = parameter["schema"]
    return parameter.get("example", schema.get("enum", ["true" if "boolean" in schema.get("type", ()) else 1])[-1])


@pytest.mark.parametrize("closed", CLOSED_TO)
def test_whom_the_newest_version_does_not_admit_reads_nothing_of_any_version(
    served: str, closed: Callable[[Player, Player], str]
) -> None:
    ann, reader = Player(served, "Ann"), Player(served, "Rob")
    game = closed(ann, reader)
    newest = ann.see(game)["version"]
    for method, path in OPERATIONS:
        for version in (3, newest):
            for address, more in requests_of(method, path, version):
                asked = [reader.send(method, address.format(id=each), **more) for each in (game, NO_GAME)]
                assert (asked[0].status_code, asked[0].text) == (asked[1].status_code, asked[1].text), address
                assert not asked[0].ok or method == "DELETE", address


@pytest.mark.parametrize("closed", CLOSED_TO)
def test_whom_the_newest_version_does_not_admit_follows_no_range_of_versions(
    served: str, closed: Callable[[Player, Player], str]
) -> None:
    ann, reader = Player(served, "Ann"), Player(served, "Rob")
    game = closed(ann, reader)
    body_of(Player(served, "Eve").sit(game, invite=invitation(ann, game)), 201)
    newest = ann.see(game)["version"]
    for first in range(1, newest + 1):
        assert reader.get(f"/games/{game}/states?from={first}&to={newest}").status_code == 404


def test_a_substitute_sees_a_private_game_at_every_version(served: str) -> None:
    ann, ben, dan = (Player(served, name) for name in ("Ann", "Ben", "Dan"))
    game = handed_over(ann, ben, dan)
    for version in range(1, dan.see(game)["version"] + 1):
        assert dan.get(f"/games/{game}/states/{version}").status_code == 200, version
        assert dan.get(f"/games/{game}/states/{version}.svg").status_code == 200, version
    body_of(dan.get(f"/games/{game}/events?changes=true"), 200)


def test_a_former_player_may_watch_a_private_game_and_invites_nobody_to_it(served: str) -> None:
    ann, ben, dan, eve = (Player(served, name) for name in ("Ann", "Ben", "Dan", "Eve"))
    game = handed_over(ben, ann, dan, before=lambda game: invitation(ann, game, player=eve.id))
    assert ann.see(game)["you"] is None
    assert body_of(ann.post(f"/games/{game}/invites"), 403)["code"] == "no-seat"
    assert eve.get(f"/games/{game}").status_code == 404


def test_a_creator_who_gave_up_the_seat_invites_nobody_either(served: str) -> None:
    ann, ben, dan, eve = (Player(served, name) for name in ("Ann", "Ben", "Dan", "Eve"))
    game = ann.new_game(private=True)
    code = invitation(ann, game)
    body_of(ann.sit(game), 201)
    body_of(ben.sit(game, invite=code), 201)
    body_of(ann.act(game, {"type": "offer_seat"}), 201)
    body_of(dan.sit(game, invite=code), 201)
    assert body_of(ann.post(f"/games/{game}/invites"), 403)["code"] == "no-seat"
    assert eve.get(f"/games/{game}?invite={code}").status_code == 404


def handed_over(
    creator: Player, gone: Player, substitute: Player, before: Callable[[str], object] = lambda _: None
) -> str:
    """A private game of two in which one player has handed over the seat."""
    game = creator.new_game(private=True)
    code = invitation(creator, game)
    body_of(creator.sit(game), 201)
    body_of(gone.sit(game, invite=code), 201)
    before(game)
    body_of(gone.act(game, {"type": "offer_seat"}), 201)
    body_of(substitute.sit(game, invite=code), 201)
    return game


def test_a_stream_of_a_private_game_ends_with_the_invitation_to_watch(served: str, database_url: str) -> None:
    players = [Player(served, name) for name in ("Ann", "Ben")]
    game, eve = players[0].new_game(private=True), Player(served, "Eve")
    code = invitation(players[0], game)
    for each in players:
        body_of(each.sit(game, invite=code), 201)
    invitation(players[0], game, player=eve.id)
    with eve.following(f"/games/{game}/events?after={eve.see(game)['version']}") as stream:
        stream.beat()
        with psycopg.connect(database_url) as session:
            session.execute("update invites set expires_at = now() where player_id = %s", (eve.id,))
        actor = players[players[0].see(game)["to_act"][0]]
        body_of(actor.act(game, actor.legal(game)[0]), 201)
        assert list(stream) == []
