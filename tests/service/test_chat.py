"""What is said at a table: once and in order, to whom it may concern, outside the record, gone when it is erased."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from tests.domain.notation import position
from tests.service.client import Client, NotStreamed, Player, Said, Table, body_of
from tests.service.conftest import Serve, tables_with

MIDDLE = position("A: hand W1 R1, area W3 R1 E1 | B: hand R1 C1, area R2 C2")
RESIGN = {"type": "resign"}
NOBODY = "00000000-0000-0000-0000-000000000000"


@pytest.fixture(scope="module")
def base(serve: Serve, own_database: str) -> str:
    """A service with a quick heart, over a database of its own."""
    return serve(DATABASE_URL=own_database, HEARTBEAT_SECONDS="1")


@pytest.fixture
def table(base: str) -> Table:
    return Table.of(base, 2, [Player(base, "Ann"), Player(base, "Ben")], position=MIDDLE)


@pytest.fixture
def cid(base: str) -> Player:
    """Somebody who sits nowhere."""
    return Player(base, "Cid")


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(16) as pool:
        yield pool


def say(player: Client, game: str, text: str, key: str | None = None) -> dict[str, Any]:
    """The message that a player sends."""
    headers = {} if key is None else {"Idempotency-Key": key}
    return body_of(player.post(f"/games/{game}/chat", {"text": text}, headers=headers), 201)


def chat(client: Client, game: str, query: str = "") -> dict[str, Any]:
    """A page of a chat."""
    return body_of(client.get(f"/games/{game}/chat{query}"), 200)


def texts(client: Client, game: str, query: str = "") -> list[str | None]:
    """What is said on a page of a chat."""
    return [each["text"] for each in chat(client, game, query)["messages"]]


def ids(client: Client, game: str, query: str = "") -> list[int]:
    """The numbers of the messages on a page of a chat."""
    return [each["id"] for each in chat(client, game, query)["messages"]]


def path_of(table: Table) -> str:
    return f"/games/{table.game}/chat"


def delegated(owner: Player, delegate: Player) -> str:
    """The id of a new delegation."""
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    return str(body_of(owner.post("/me/delegations", {"player": delegate.id, "until": until}), 201)["id"])


# Who writes and who reads


def test_players_write_and_everybody_reads_the_chat_of_a_public_game(table: Table, cid: Player) -> None:
    ann, ben = table.players
    first = say(ann, table.game, "Good luck!")
    assert (first["id"], first["author"], first["text"], first["erased"]) == (
        1,
        ann.shown(),
        "Good luck!",
        False,
    )
    say(ben, table.game, "  You too.\r\nI am away on Sunday.\n")
    for reader in (ann, ben, cid, table.visitor):
        assert texts(reader, table.game) == ["Good luck!", "You too.\nI am away on Sunday."]


def test_spectators_do_not_write_to_the_chat(table: Table, cid: Player) -> None:
    refused = body_of(cid.post(path_of(table), {"text": "Play the priest!"}), 403)
    assert refused["code"] == "no-seat"
    assert chat(cid, table.game) == {"messages": [], "next": None, "place": 0, "read": 0}


def test_only_players_who_may_watch_a_private_game_read_its_chat(base: str, cid: Player) -> None:
    ann = Player(base)
    game = ann.new_game(private=True)
    ann.sit(game)
    say(ann, game, "Nobody hears us.")
    for stranger in (cid, Client(base)):
        assert stranger.get(f"/games/{game}/chat").status_code == 404
        with pytest.raises(NotStreamed), stranger.following(f"/games/{game}/chat"):
            pass
    assert cid.post(f"/games/{game}/chat", {"text": "Hello?"}).status_code == 404
    assert cid.delete(f"/games/{game}/chat/1").status_code == 404
    delegated(ann, cid)
    assert texts(cid, game) == ["Nobody hears us."]


def test_a_delegate_writes_under_their_own_name_during_the_delegation(table: Table, cid: Player) -> None:
    delegation = delegated(table.players[0], cid)
    assert say(cid, table.game, "I play for Ann this week.")["author"] == cid.shown()
    assert cid.delete(f"/me/delegations/{delegation}").status_code == 204
    assert cid.post(path_of(table), {"text": "And on."}).status_code == 403


def test_after_the_end_the_chat_goes_on(table: Table) -> None:
    table.act(0, RESIGN)
    say(table.players[0], table.game, "Well played.")
    assert texts(table.visitor, table.game) == ["Well played."]


def test_chat_changes_nothing_in_the_record(table: Table) -> None:
    before, events = table.see(), table.players[0].events(table.game)
    message = say(table.players[0], table.game, "Hm.")
    assert table.players[0].delete(f"{path_of(table)}/{message['id']}").status_code == 204
    assert (table.see(), table.players[0].events(table.game)) == (before, events)
    assert before["head"] == table.see()["head"]


# Order


def test_a_chat_is_read_backwards_from_the_newest_and_forwards_after_any_message(table: Table) -> None:
    for number in range(1, 8):
        say(table.players[number % 2], table.game, str(number))
    newest = chat(table.visitor, table.game, "?limit=3")
    assert ([each["id"] for each in newest["messages"]], newest["next"]) == ([5, 6, 7], 5)
    assert pages(table.visitor, f"{path_of(table)}?limit=3") == [[5, 6, 7], [2, 3, 4], [1]]
    assert pages(table.visitor, f"{path_of(table)}?after=0&limit=3") == [[1, 2, 3], [4, 5, 6], [7]]
    assert pages(table.visitor, f"{path_of(table)}?after=4&limit=3") == [[5, 6, 7]]
    assert chat(table.visitor, table.game, "?after=7")["messages"] == []
    assert chat(table.visitor, table.game, "?before=1")["messages"] == []


def pages(client: Client, path: str) -> list[list[int]]:
    """The numbers of the messages on each page, as links lead from one to the next."""
    response = client.get(path)
    found = [[each["id"] for each in body_of(response, 200)["messages"]]]
    following = response.links.get("next")
    assert (following is None) == (response.json()["next"] is None)
    return found + (pages(client, following["url"].removeprefix("/v1")) if following else [])


def test_concurrent_chat_messages_are_all_kept(table: Table, pool: ThreadPoolExecutor) -> None:
    clients = [Client(player.base, player.token) for player in table.players for _ in range(8)]
    said = [*pool.map(lambda each: say(each[1], table.game, str(each[0]))["id"], enumerate(clients * 4))]
    assert sorted(said) == [*range(1, 65)]
    assert sorted(int(text or "") for text in texts(table.visitor, table.game, "?limit=200")) == [*range(64)]


def test_a_message_that_is_sent_again_under_its_key_is_said_once(table: Table, pool: ThreadPoolExecutor) -> None:
    ann, ben = table.players
    clients = [Client(ann.base, ann.token) for _ in range(8)]
    said = [*pool.map(lambda client: say(client, table.game, "Hello", "once"), clients)]
    assert all(each == said[0] for each in said)
    say(ben, table.game, "Hello", "once")
    assert texts(ann, table.game) == ["Hello", "Hello"]
    refused = ann.post(path_of(table), {"text": "Bye"}, headers={"Idempotency-Key": "once"})
    assert body_of(refused, 422)["code"] == "key-reused"
    ann.delete(f"{path_of(table)}/1")
    assert say(ann, table.game, "Hello", "once")["erased"] is True
    assert texts(ann, table.game) == [None, "Hello"]


# Erasing


def test_an_erased_text_is_in_no_table_and_its_number_stays(table: Table, own_database: str) -> None:
    ann = table.players[0]
    text = f"I should not have said that in {table.game}"
    for each in ("One", text, "Three"):
        say(ann, table.game, each)
    assert tables_with(own_database, text) == ["chat"]
    for _ in range(2):
        assert ann.delete(f"{path_of(table)}/2").status_code == 204
    assert tables_with(own_database, text) == []
    messages = chat(table.visitor, table.game)["messages"]
    assert [(each["id"], each["text"], each["erased"]) for each in messages] == [
        (1, "One", False),
        (2, None, True),
        (3, "Three", False),
    ]
    assert say(ann, table.game, "Four")["id"] == 4


def test_nobody_erases_what_another_has_said(table: Table, cid: Player) -> None:
    ann, ben = table.players
    say(ben, table.game, "Ann has opened this table.")
    for other in (ann, cid):
        assert other.delete(f"{path_of(table)}/1").status_code == 404
    for number in (0, 2, 2**31, 10**30):
        assert ben.delete(f"{path_of(table)}/{number}").status_code == 404
    assert texts(ben, table.game) == ["Ann has opened this table."]


def test_a_player_who_left_a_private_table_still_erases_their_messages(base: str) -> None:
    ann, ben = Player(base), Player(base)
    game = ann.new_game(private=True)
    ben.sit(game, seat=1, invite=body_of(ann.post(f"/games/{game}/invites"), 201)["code"])
    say(ben, game, "My number is 555.")
    assert ben.delete(f"/games/{game}/seats/1").status_code == 204
    assert ben.get(f"/games/{game}/chat").status_code == 404
    assert ben.delete(f"/games/{game}/chat/1").status_code == 204
    assert texts(ann, game) == [None]


def test_concurrent_erasures_of_a_message_erase_it_once(table: Table, pool: ThreadPoolExecutor) -> None:
    ann = table.players[0]
    clients = [Client(ann.base, ann.token) for _ in range(8)]
    for number in range(1, 6):
        say(ann, table.game, "Hm.")
        said = pool.map(lambda client, number=number: client.delete(f"{path_of(table)}/{number}").status_code, clients)
        assert {*said} == {204}
    with ann.following(path_of(table), "0") as stream:
        assert [(each.type, number_of(each)) for each in stream.take(5)] == [("erased", each) for each in range(1, 6)]


# Muting


def test_a_muted_player_is_hidden_from_the_muter_only_in_every_game(table: Table, base: str) -> None:
    ann, ben = table.players
    other = Table.of(base, 2, [ben, ann], position=MIDDLE)
    for game in (table.game, other.game):
        say(ben, game, "Hurry up!")
        say(ann, game, "Why?")
    for _ in range(2):
        assert ann.send("PUT", f"/me/mutes/{ben.id}").status_code == 204
    (mute,) = body_of(ann.get("/me/mutes"), 200)["mutes"]
    assert mute["player"] == ben.shown()
    for game in (table.game, other.game):
        say(ben, game, "Hurry up!!")
        assert (texts(ann, game), ids(ann, game)) == (["Why?"], [2])
        assert texts(ann, game, "?after=0&limit=1") == ["Why?"]
        for reader in (ben, table.visitor):
            assert texts(reader, game) == ["Hurry up!", "Why?", "Hurry up!!"]
    assert ann.delete(f"/me/mutes/{ben.id}").status_code == 204
    assert texts(ann, table.game) == ["Hurry up!", "Why?", "Hurry up!!"]
    assert ann.delete(f"/me/mutes/{ben.id}").status_code == 404
    assert body_of(ann.get("/me/mutes"), 200)["mutes"] == []


def test_nobody_mutes_himself_or_who_is_not_there(table: Table, cid: Player) -> None:
    ann = table.players[0]
    assert body_of(ann.send("PUT", f"/me/mutes/{ann.id}"), 422)["code"] == "bad-mute"
    assert ann.send("PUT", f"/me/mutes/{NOBODY}").status_code == 404
    assert cid.delete("/me?confirm=Cid").status_code == 204
    assert ann.send("PUT", f"/me/mutes/{cid.id}").status_code == 404


def test_a_muted_player_is_not_on_the_muter_s_streams(table: Table) -> None:
    ann, ben = table.players
    with ann.following(path_of(table)) as muting, ann.following(path_of(table)) as again:
        say(ben, table.game, "Hurry up!")
        assert [said_of(each) for each in muting.take(1) + again.take(1)] == ["Hurry up!"] * 2
        ann.send("PUT", f"/me/mutes/{ben.id}")
        say(ben, table.game, "Hurry up!!")
        say(ann, table.game, "I take my time.")
        assert [said_of(each) for each in muting.take(1) + again.take(1)] == ["I take my time."] * 2
    with ann.following(path_of(table), "0") as stream:
        assert [said_of(each) for each in stream.take(1)] == ["I take my time."]


# As it happens


def number_of(said: Said) -> int:
    return int(json.loads(said.data)["id"])


def said_of(said: Said) -> str | None:
    text: str | None = json.loads(said.data)["text"]
    return text


def test_every_stream_receives_messages_and_erasures_as_they_are_listed(table: Table, cid: Player) -> None:
    ann, ben = table.players
    say(ben, table.game, "Before.")
    with cid.following(path_of(table)) as one, table.visitor.following(path_of(table)) as other:
        for stream in (one, other):
            stream.beat()
        sent = say(ann, table.game, "Two\nlines.")
        ann.delete(f"{path_of(table)}/2")
        heard = one.take(1)
        if heard[0].type == "message":
            assert json.loads(heard[0].data) == sent
            heard += one.take(1)
        assert (heard[-1].type, number_of(heard[-1]), said_of(heard[-1])) == ("erased", 2, None)
        assert json.loads(heard[-1].data) == chat(cid, table.game)["messages"][-1]
        say(ben, table.game, "After.")
        last = one.take(1)[0]
        assert (last.type, said_of(last), number_of(last)) == ("message", "After.", 3)
        while said_of(*other.take(1)) != "After.":
            pass


def test_a_stream_goes_on_after_the_last_event_that_arrived(table: Table) -> None:
    ann, ben = table.players
    with ann.following(path_of(table)) as stream:
        stream.beat()
        began = stream.last_id
    for number in range(1, 6):
        say((ann, ben)[number % 2], table.game, str(number))
    with ann.following(path_of(table), began) as stream:
        heard = stream.take(5)
    assert [said_of(each) for each in heard] == ["1", "2", "3", "4", "5"]
    for number, each in enumerate(heard[:-1], 1):
        with ann.following(path_of(table), each.id) as stream:
            assert stream.take(5 - number) == heard[number:]
    ben.delete(f"{path_of(table)}/1")
    with ann.following(path_of(table), heard[1].id) as stream:
        assert [(each.type, number_of(each)) for each in stream.take(4)] == [
            ("message", 3),
            ("message", 4),
            ("message", 5),
            ("erased", 1),
        ]


def test_a_page_says_where_a_stream_goes_on(table: Table) -> None:
    ann, ben = table.players
    for text in ("One", "Two"):
        say(ann, table.game, text)
    ann.delete(f"{path_of(table)}/1")
    place = chat(ben, table.game)["place"]
    say(ann, table.game, "Three")
    with ben.following(path_of(table), str(place)) as stream:
        assert [said_of(each) for each in stream.take(1)] == ["Three"]


@pytest.mark.parametrize("last_id", ["", "x", "-1", "7", "1.0", "9" * 40])
def test_an_unknown_place_of_the_chat_is_refused(table: Table, last_id: str) -> None:
    say(table.players[0], table.game, "One")
    with pytest.raises(NotStreamed) as answered, table.visitor.following(path_of(table), last_id):
        pass
    assert body_of(answered.value.response, 400)["code"] == "bad-cursor"


def test_a_form_of_a_chat_that_there_is_not_is_refused(table: Table) -> None:
    refused = table.visitor.get(path_of(table), headers={"Accept": "text/html"})
    assert body_of(refused, 406)["code"] == "not-acceptable"


def test_every_follower_hears_all_once_and_in_order_while_many_write(table: Table, pool: ThreadPoolExecutor) -> None:
    listening = [Client(table.visitor.base), *(Client(player.base, player.token) for player in table.players)]
    heard = [pool.submit(heard_from_the_beginning, each, path_of(table), 40) for each in listening]
    clients = [Client(player.base, player.token) for player in table.players for _ in range(4)]
    assert {*pool.map(lambda client: say(client, table.game, "Hm.")["erased"], clients * 5)} == {False}
    for each in heard:
        assert each.result() == [*range(1, 41)]


def heard_from_the_beginning(client: Client, path: str, count: int) -> list[int]:
    """The numbers of the messages that a follower hears who comes again after each seven."""
    heard: list[Said] = []
    while len(heard) < count:
        with client.following(path, heard[-1].id if heard else "0") as stream:
            heard += stream.take(min(7, count - len(heard)))
    return [number_of(each) for each in heard]


def test_a_player_who_leaves_a_private_table_receives_no_more_chat(base: str) -> None:
    ann, ben = Player(base), Player(base)
    game = ann.new_game(3, private=True)
    body_of(ann.sit(game, seat=0), 201)
    invite = body_of(ann.post(f"/games/{game}/invites"), 201)["code"]
    body_of(ben.sit(game, seat=1, invite=invite), 201)
    with ben.following(f"/games/{game}/chat") as stream:
        stream.beat()
        say(ann, game, "You hear this.")
        assert [said_of(each) for each in stream.take(1)] == ["You hear this."]
        assert ben.delete(f"/games/{game}/seats/1").status_code == 204
        say(ann, game, "You do not hear this.")
        assert stream.take(1) == []


def test_the_streams_of_a_game_tell_nothing_of_its_chat(table: Table) -> None:
    with table.visitor.following(f"/games/{table.game}/events") as stream:
        stream.take(table.see()["version"])
        say(table.players[0], table.game, "Hm.")
        table.act(1, RESIGN)
        said = [json.loads(each.data) for each in stream]
    assert said == table.visitor.events(table.game)[-len(said) :]


# One's data


def test_the_export_has_your_messages_and_mutes(table: Table) -> None:
    ann, ben = table.players
    for player, text in ((ann, "One"), (ben, "Two"), (ann, "Three")):
        say(player, table.game, text)
    ann.delete(f"{path_of(table)}/3")
    ann.send("PUT", f"/me/mutes/{ben.id}")
    exported = [json.loads(line) for line in ann.get("/me/export").text.splitlines()]
    messages = [each for each in exported if each["kind"] == "message"]
    assert [(each["game"], each["id"], each["text"]) for each in messages] == [
        (table.game, 1, "One"),
        (table.game, 3, None),
    ]
    assert [each["player"]["id"] for each in exported if each["kind"] == "mute"] == [ben.id]
    assert [each["kind"] for each in map(json.loads, ben.get("/me/export").text.splitlines())].count("mute") == 0


def test_a_deleted_player_has_no_messages_and_no_mutes(table: Table, base: str, own_database: str) -> None:
    ann, ben = table.players
    other = Table.of(base, 2, [ben, ann], position=MIDDLE)
    text = f"a word in {table.game}"
    for game in (table.game, other.game, table.game):
        say(ann, game, text)
        say(ben, game, "Hm.")
    ann.send("PUT", f"/me/mutes/{ben.id}")
    ben.send("PUT", f"/me/mutes/{ann.id}")
    with table.visitor.following(path_of(table), str(chat(ben, table.game)["place"])) as stream:
        assert ann.delete("/me?confirm=Ann").status_code == 204
        assert [(each.type, number_of(each)) for each in stream.take(2)] == [("erased", 1), ("erased", 3)]
    assert tables_with(own_database, text) == []
    assert body_of(ben.get("/me/mutes"), 200)["mutes"] == []
    assert texts(ben, table.game) == [None, "Hm.", None, "Hm."]
    assert texts(ben, other.game) == [None, "Hm."]
    with psycopg.connect(own_database) as session:
        left = session.execute("select count(*) from mutes where %s in (player_id, muted)", (ann.id,)).fetchone()
    assert left == (0,)


def test_a_player_deleted_while_writing_leaves_no_text(base: str, own_database: str, pool: ThreadPoolExecutor) -> None:
    for _ in range(3):
        table = Table.of(base, 2, [Player(base, "Ann"), Player(base, "Ben")], position=MIDDLE)
        ann = table.players[0]
        text = f"a word in {table.game}"
        clients = [Client(base, ann.token) for _ in range(6)]
        writing = [pool.submit(write_until_refused, each, table.game, text) for each in clients]
        assert ann.delete("/me?confirm=Ann").status_code == 204
        assert {each.result() for each in writing} == {401}
        assert tables_with(own_database, text) == []


def write_until_refused(client: Client, game: str, text: str) -> int:
    """Say and note the same until that is no longer possible; answers how it is refused."""
    while True:
        said = client.post(f"/games/{game}/chat", {"text": text}).status_code
        if said != 201:
            return said
        client.send("PUT", f"/games/{game}/notes/0", json={"text": text})


# What has been read


def unread(player: Player, game: str) -> int:
    """The unread messages that a player's list of games tells."""
    (number,) = {
        each["unread_messages"]
        for path in (f"/games?player={player.id}", "/me/turns")
        for each in body_of(player.get(path), 200)["games"]
        if each["id"] == game
    }
    return int(number)


def read_up_to(player: Player, game: str, message: int) -> int:
    """The status with which a player says how far they have read."""
    return player.send("PUT", f"/games/{game}/chat-cursor", json={"message": message}).status_code


def test_lists_of_games_tell_how_many_messages_of_others_are_unread(table: Table, cid: Player) -> None:
    ann, ben = table.players
    assert unread(ann, table.game) == 0
    for text in ("One.", "Two.", "Three."):
        say(ben, table.game, text)
    say(ann, table.game, "Mine.")
    assert [unread(each, table.game) for each in (ann, ben)] == [3, 1]
    listed = body_of(cid.get(f"/games?player={ann.id}"), 200)["games"]
    assert [each["unread_messages"] for each in listed] == [0]


def test_what_was_read_on_one_device_is_read_on_all_and_stays_read(table: Table) -> None:
    ann, ben = table.players
    for text in ("One.", "Two.", "Three."):
        say(ben, table.game, text)
    assert read_up_to(ann, table.game, 2) == 204
    assert (unread(ann, table.game), chat(ann, table.game)["read"]) == (1, 2)
    assert read_up_to(ann, table.game, 1) == 204
    assert (unread(ann, table.game), chat(ann, table.game)["read"]) == (1, 2)
    assert chat(table.visitor, table.game)["read"] == 0


def test_a_message_that_nobody_sent_cannot_have_been_read(table: Table) -> None:
    ann, ben = table.players
    assert read_up_to(ann, table.game, 1) == 422
    say(ben, table.game, "One.")
    assert [read_up_to(ann, table.game, each) for each in (0, 2, 1)] == [422, 422, 204]


def test_messages_that_are_erased_or_by_a_muted_player_are_not_unread(table: Table) -> None:
    ann, ben = table.players
    say(ben, table.game, "One.")
    erased = say(ben, table.game, "Two.")["id"]
    ben.delete(f"{path_of(table)}/{erased}")
    assert unread(ann, table.game) == 1
    ann.send("PUT", f"/me/mutes/{ben.id}")
    assert unread(ann, table.game) == 0
    ann.delete(f"/me/mutes/{ben.id}")
    assert unread(ann, table.game) == 1


def test_a_cursor_of_the_chat_leaves_that_of_the_game_alone(table: Table) -> None:
    ann, ben = table.players
    say(ben, table.game, "One.")
    assert ann.send("PUT", f"/games/{table.game}/cursor", json={"version": 3}).status_code == 204
    assert read_up_to(ann, table.game, 1) == 204
    assert body_of(ann.get(f"/games/{table.game}/since"), 200)["after"] == 3
    assert unread(ann, table.game) == 0
