"""Webhooks: what a seat may know reaches its receiver, signed, at least once, however receivers and workers behave."""

import itertools
import json
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from cartulary_service.config import Config
from cartulary_service.games.commands import GameCommands as Played
from cartulary_service.store.database import Database
from cartulary_service.subjects.notices import deliveries
from cartulary_service.subjects.notices.ticks import Notifying
from cartulary_service.subjects.notices.webhook_signing import sign
from tests.service.client import Player, Table, body_of, message, require_valid
from tests.service.conftest import Serve, eventually, workers_by_the_clock
from tests.service.delivery.moments import CLOCK, give_name, quiet_now, shorten_time
from tests.service.push_browser import PushBrowser
from tests.service.receiver import Received, Receiver, dripping, held, huge, receiver, status

GUIDE = Path(__file__).parents[3] / "docs" / "how-to" / "receive-webhooks.md"
NOBODY = "00000000-0000-0000-0000-000000000000"
ALLOWED = {
    "WEBHOOK_ALLOW_HTTP": "true",
    "WEBHOOK_ALLOW_PRIVATE": "true",
    "WEBHOOK_PORTS": "1-65535",
    "PUBLIC_URL": "https://games.example/",
}
PATHS = (f"/{number}" for number in itertools.count())


@pytest.fixture(scope="module")
def base(serve: Serve, own_database: str) -> str:
    """A service with a worker that sends to this machine too."""
    return serve(DATABASE_URL=own_database, **ALLOWED)


@pytest.fixture(scope="module")
def far(base: str) -> Iterator[Receiver]:
    with receiver() as listening:
        yield listening


@pytest.fixture
def path() -> str:
    """One that no other test uses."""
    return next(PATHS)


@pytest.fixture
def table(base: str) -> Table:
    return Table.of(base, players=(Player(base, "Ann"), Player(base, "Ben")))


def hooked(player: Player, url: str, **wish: Any) -> dict[str, Any]:
    return body_of(player.post("/webhooks", {"url": url, **wish}), 201)


def log_of(player: Player, hook: dict[str, Any]) -> list[dict[str, Any]]:
    return list(body_of(player.get(f"/webhooks/{hook['id']}/deliveries"), 200)["deliveries"])


def attempted(player: Player, hook: dict[str, Any]) -> dict[str, Any]:
    """A test delivery that was asked for."""
    return body_of(player.post(f"/webhooks/{hook['id']}/test"), 202)


def heard(far: Receiver, path: str, times: int = 1) -> list[Received]:
    """Wait until a path was sent to so often; what came in there."""
    eventually(lambda: len(far.at(path)) >= times)
    assert len(far.at(path)) == times
    return far.at(path)


def until_error(player: Player, hook: dict[str, Any], error: str) -> None:
    """Wait until the log has it that the oldest delivery failed so."""
    eventually(lambda: log_of(player, hook)[-1]["error"] == error)


def play(table: Table) -> dict[str, Any]:
    """Whoever is to act does the first thing that is legal."""
    (seat,) = table.see()["to_act"]
    return table.act(seat, table.legal(seat)[0])


def seconds_until_heard(table: Table, far: Receiver, path: str, times: int = 1) -> float:
    """Play so often; how long it takes until a path was sent to so often."""
    before, began = len(far.at(path)), time.monotonic()
    for _ in range(times):
        play(table)
    heard(far, path, before + times)
    return time.monotonic() - began


def receivers_check() -> Callable[..., bool]:
    """The function that docs/how-to/receive-webhooks.md gives receivers."""
    (found,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    names: dict[str, Any] = {}
    exec(found, names)
    check: Callable[..., bool] = names["genuine"]
    return check


def genuine(secret: str, each: Received) -> bool:
    """Whether a receiver takes a message for ours."""
    return receivers_check()(secret, each.headers, each.body)


# What is sent


def test_the_message_that_is_given_for_trying_a_receiver_is_signed_as_ours_are() -> None:
    (secret,) = re.findall(r"whsec_[\w+/]+=*", GUIDE.read_text())
    (told,) = re.findall(r"```text\n(webhook-id.*?)\n```", GUIDE.read_text(), re.DOTALL)
    head, body = told.split("\n\n")
    headers = dict(line.split(": ") for line in head.splitlines())
    assert sign(secret, headers["webhook-id"], int(headers["webhook-timestamp"]), body.encode()) == headers


def test_a_webhook_is_signed_and_equals_the_events_endpoint(table: Table, far: Receiver, path: str) -> None:
    hooks = [hooked(player, f"{far.url}{path}-{seat}") for seat, player in enumerate(table.players)]
    accepted = play(table)
    for seat, (player, hook) in enumerate(zip(table.players, hooks, strict=True)):
        there = f"{path}-{seat}"
        (each,) = heard(far, there)
        assert genuine(hook["secret"], each)
        require_valid(message("webhook", "ply"), each.json())
        assert not genuine(hooks[1 - seat]["secret"], each)
        assert not genuine(hook["secret"], each._replace(body=each.body + b" "))
        assert not genuine(hook["secret"], each._replace(headers={**each.headers, "webhook-timestamp": "1700000000"}))
        data = each.json()["data"]
        first = data["events"][0]["public"]["position"]
        assert data["events"] == player.events(table.game, first - 1)
        assert (data["game"], data["version"], data["seat"]) == (table.game, accepted["version"], seat)
        assert data["your_turn"] == (seat in table.see()["to_act"])
        assert data["words"][0].startswith(("Ann: plays ", "Ben: plays "))
        assert each.json()["timestamp"] == data["events"][0]["public"]["at"]


def test_webhooks_are_told_of_a_ply_in_the_order_in_which_they_were_made(
    table: Table, far: Receiver, path: str
) -> None:
    player = table.players[0]
    hooks = [hooked(player, f"{far.url}{path}-{number}") for number in range(3)]
    body_of(player.send("PATCH", f"/webhooks/{hooks[0]['id']}", json={"language": "ko"}), 200)
    play(table)
    for number in range(3):
        heard(far, f"{path}-{number}")
    deliveries = [log_of(player, hook)[0]["id"] for hook in hooks]
    assert deliveries == sorted(deliveries)


def test_the_cards_that_are_dealt_are_sent_to_their_own_seat_alone(base: str, far: Receiver, path: str) -> None:
    players = [Player(base, name) for name in ("Ann", "Ben")]
    for seat, player in enumerate(players):
        hooked(player, f"{far.url}{path}-{seat}", events=["CardsDealt"])
    table = Table.of(base, players=players)
    for seat, player in enumerate(players):
        events = heard(far, f"{path}-{seat}")[0].json()["data"]["events"]
        shown = [each for each in player.events(table.game) if each["public"]["type"] == "CardsDealt"]
        assert events == shown
        assert [bool(each["private"]) for each in events] == [each["public"]["seat"] == seat for each in events]


def test_one_may_hear_only_of_ones_turn(base: str, far: Receiver, path: str) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    table = Table.of(base, players=(ann, ben))
    hooked(ann, far.url + path, my_turn=True)
    hooked(ann, f"{far.url}{path}-all")
    turns = 0
    for _ in range(12):
        before = table.see()["to_act"]
        play(table)
        turns += 0 in table.see()["to_act"] and 0 not in before
    eventually(lambda: len(far.at(f"{path}-all")) == 12 and len(far.at(path)) == turns)
    assert turns > 0
    assert all(each.json()["data"]["your_turn"] for each in far.at(path))


def test_a_spectator_of_named_games_hears_what_lies_open(table: Table, base: str, far: Receiver, path: str) -> None:
    cid = Player(base, "Cid")
    hooked(cid, far.url + path, games=[table.game])
    hooked(cid, f"{far.url}{path}-none")
    play(table)
    eventually(lambda: far.at(path))
    data = far.at(path)[0].json()["data"]
    assert (data["seat"], data["your_turn"]) == (None, False)
    assert not any(each["private"] for each in data["events"])
    assert not far.at(f"{path}-none")


@pytest.mark.parametrize(("form", "field"), [("discord", "content"), ("slack", "text"), ("ntfy", None)])
def test_chats_get_words_and_a_link(base: str, far: Receiver, path: str, form: str, field: str | None) -> None:
    ann = Player(base, "@everyone <b>")
    table = Table.of(base, players=(ann, Player(base, "Ben")))
    hooked(ann, far.url + path, format=form, language="uk")
    play(table)
    eventually(lambda: far.at(path))
    (each,) = far.at(path)
    text = each.json()[field] if field else each.body.decode()
    assert text.endswith(f"\nhttps://games.example/play#/game/{table.game}?for={ann.id}")
    assert len(text.splitlines()) >= 3
    if form == "discord":
        assert each.json()["allowed_mentions"] == {"parse": []}
    if form == "slack":
        assert "<" not in text


def test_a_reminder_is_sent_before_the_deadline_to_whoever_is_to_act(
    base: str, own_database: str, far: Receiver, path: str
) -> None:
    players = Player(base, "Ann"), Player(base, "Ben")
    for seat, player in enumerate(players):
        body_of(player.send("PUT", "/me/notices", json={"email": None, "reminder_minutes": 120}), 200)
        hooked(player, f"{far.url}{path}-{seat}")
        hooked(player, f"{far.url}{path}-{seat}-chat", format="ntfy")
        hooked(player, f"{far.url}{path}-{seat}-typed", events=["CardPlayed"])
    table = Table.of(base, players=players, clock=CLOCK)
    (acting,) = table.see()["to_act"]
    shorten_time(own_database, table.game, 119)
    eventually(lambda: reminders_at(far, f"{path}-{acting}"))
    (each,) = reminders_at(far, f"{path}-{acting}")
    require_valid(message("webhook", "deadline"), each.json())
    data = each.json()["data"]
    assert (data["game"], data["seat"], data["version"]) == (table.game, acting, table.see()["version"])
    eventually(lambda: "(UTC)" in far.at(f"{path}-{acting}-chat")[-1].body.decode())
    assert not reminders_at(far, f"{path}-{acting}-typed")
    assert not reminders_at(far, f"{path}-{1 - acting}")


def reminders_at(far: Receiver, path: str) -> list[Received]:
    return [each for each in far.at(path) if each.json()["type"] == "game.deadline"]


def test_an_invitation_by_name_is_sent_to_whom_it_invites(base: str, far: Receiver, path: str) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    hooked(ben, far.url + path)
    game = ann.new_game(private=True)
    body_of(ann.post(f"/games/{game}/invites", {"player": ben.id, "seat": 1}), 201)
    (each,) = heard(far, path)
    require_valid(message("webhook", "invitation"), each.json())
    data = each.json()["data"]
    assert (data["game"], data["by"], data["seat"]) == (game, ann.shown(), 1)


def test_invitations_of_a_while_are_one_message_for_people_and_few_for_programs(
    base: str, own_database: str, far: Receiver, path: str
) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Eve")
    give_name(own_database, ben.id, "evil.example")
    hooked(ann, f"{far.url}{path}-program")
    hooked(ann, f"{far.url}{path}-chat", format="discord")

    def invite(number: int) -> None:
        for _ in range(number):
            body_of(ben.post(f"/games/{ben.new_game()}/invites", {"player": ann.id}), 201)

    invite(1)
    heard(far, f"{path}-program")
    invite(22)
    with psycopg.connect(own_database, autocommit=True) as session:
        session.execute(
            "update buckets set at = at - interval '30 minutes' where rule = 'invitation-notices' and subject = %s",
            (ann.id,),
        )
    heard(far, f"{path}-program", 1 + 20)
    one, many = (each.json()["content"] for each in heard(far, f"{path}-chat", 2))
    assert many.startswith("Invitations: 22\n")
    assert "evil.example" not in one + many


def test_quiet_hours_hold_back_what_people_read_and_only_the_last_of_each_game(
    table: Table, base: str, own_database: str, far: Receiver, path: str
) -> None:
    ann = table.players[0]
    body_of(ann.send("PUT", "/me/notices", json={"email": None, "quiet_hours": quiet_now()}), 200)
    hooked(ann, f"{far.url}{path}-program")
    hook = hooked(ann, far.url + path, format="ntfy")
    versions = [play(table)["version"] for _ in range(3)]
    heard(far, f"{path}-program", 3)
    eventually(lambda: [each["version"] for each in log_of(ann, hook)] == versions[-1:])
    assert not far.at(path)
    with psycopg.connect(own_database) as session:
        session.execute("update deliveries set next_try = now() where webhook_id = %s", (hook["id"],))
    heard(far, path)


def test_a_browser_gets_encrypted_notices_of_which_a_game_has_one_topic(
    table: Table, base: str, far: Receiver, path: str
) -> None:
    browser, ann = PushBrowser(), table.players[0]
    body_of(ann.post("/webhooks", browser.subscription(far.url + path)), 201)
    play(table)
    (each,) = heard(far, path)
    notice = json.loads(browser.read(each.body))
    assert notice["title"] == "CIV: Carta Impera Victoria"
    assert notice["body"].startswith(("Ann: plays ", "Ben: plays "))
    assert (notice["path"], notice["tag"]) == (f"/play#/game/{table.game}?for={ann.id}", table.game)
    assert each.headers["topic"] == table.game.replace("-", "")
    assert each.headers["content-encoding"] == "aes128gcm"
    assert each.headers["authorization"].endswith(f"k={body_of(ann.get('/push-key'), 200)['key']}")
    assert int(each.headers["ttl"]) > 0
    assert "webhook-signature" not in each.headers


@pytest.mark.parametrize("answered", [404, 410])
def test_a_subscription_that_the_browser_has_ended_is_disabled_at_once(
    base: str, far: Receiver, path: str, answered: int
) -> None:
    ann = Player(base)
    hook = body_of(ann.post("/webhooks", PushBrowser().subscription(far.told(path, status(answered)))), 201)
    attempted(ann, hook)
    eventually(lambda: not body_of(ann.get(f"/webhooks/{hook['id']}"), 200)["enabled"])
    (delivery,) = log_of(ann, hook)
    assert (delivery["status"], delivery["next_try"]) == (answered, None)


# Failures


def test_a_failed_delivery_is_retried_with_back_off_under_the_same_id(
    base: str, own_database: str, far: Receiver, path: str
) -> None:
    ann = Player(base)
    hook = hooked(ann, far.told(path, status(500), status(404), status(204)))
    attempted(ann, hook)
    for attempt, (answered, wait) in enumerate(((500, 5), (404, 30)), 1):
        heard(far, path, attempt)
        until_error(ann, hook, f"HTTP {answered}")
        with psycopg.connect(own_database) as session:
            row = session.execute(
                """
                update deliveries set next_try = now() where webhook_id = %s
                returning extract(epoch from old.next_try - now())::float, attempts
                """,
                (hook["id"],),
            ).fetchone()
        assert row is not None
        assert wait - 5 < row[0] <= wait * 1.1
        assert row[1] == attempt
    eventually(lambda: log_of(ann, hook)[0]["delivered_at"])
    (delivery,) = log_of(ann, hook)
    assert (delivery["attempts"], delivery["status"], delivery["next_try"]) == (3, 204, None)
    assert {each.id for each in far.at(path)} == {delivery["id"]}
    assert all(genuine(hook["secret"], each) for each in far.at(path))
    assert body_of(ann.get(f"/webhooks/{hook['id']}"), 200)["failing_since"] is None


def test_the_waits_are_those_that_are_documented_and_then_it_is_given_up() -> None:
    minute, hour = 60, 3_600
    documented = [5, 30, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, 24 * hour]
    for attempt, wait in enumerate(documented, 1):
        assert all(wait <= (deliveries.wait_after(attempt) or 0) <= wait * 1.1 for _ in range(50))
    assert deliveries.wait_after(len(documented) + 1) is None


def test_a_redirect_is_a_failure_and_is_not_followed(base: str, far: Receiver, path: str) -> None:
    ann = Player(base)
    hook = hooked(ann, far.told(path, status(307, Location=f"{far.url}{path}-other")))
    attempted(ann, hook)
    until_error(ann, hook, "HTTP 307")
    assert not far.at(f"{path}-other")


def test_only_the_beginning_of_a_huge_answer_is_read(base: str, far: Receiver, path: str) -> None:
    ann, sent = Player(base), list[int]()
    hook = hooked(ann, far.told(path, huge(sent)))
    attempted(ann, hook)
    eventually(lambda: log_of(ann, hook)[0]["status"] == 200)
    # Beyond what was read lies only what sockets hold by themselves.
    assert sum(sent) < 2**25


def test_slow_receivers_are_given_up_in_time_and_stop_nobody(table: Table, base: str, far: Receiver, path: str) -> None:
    ann, ben, over = *table.players, threading.Event()
    hooked(ben, far.url + path)
    alone = seconds_until_heard(table, far, path, times=5)
    slow = [hooked(ann, far.told(f"{path}-slow-{n}", (held, dripping)[n % 2](over))) for n in range(6)]
    beside = seconds_until_heard(table, far, path, times=5)
    assert beside - alone < 5
    for hook in slow:
        until_error(ann, hook, "timed out")
    over.set()
    for hook in slow:
        ann.delete(f"/webhooks/{hook['id']}")


def test_more_slow_receivers_than_there_are_threads_stop_nobody_either(
    table: Table, own_database: str, far: Receiver, path: str
) -> None:
    ann, ben, over = *table.players, threading.Event()
    slow = [hooked(ann, far.told(f"{path}-slow-{n}", held(over)), games=[ann.new_game()]) for n in range(20)]
    for hook in slow:
        attempted(ann, hook)
    for hook in slow:
        until_error(ann, hook, "timed out")
    hooked(ben, far.url + path)
    alone = seconds_until_heard(table, far, path)
    with psycopg.connect(own_database) as session:
        session.execute(
            "update deliveries set next_try = now() where webhook_id = any(%s::uuid[])",
            ([each["id"] for each in slow],),
        )
    eventually(lambda: any(len(far.at(f"{path}-slow-{n}")) == 2 for n in range(20)))
    beside = seconds_until_heard(table, far, path)
    assert beside - alone < 4
    over.set()


def test_after_days_of_failures_alone_it_is_disabled_until_it_is_switched_on(
    base: str, own_database: str, far: Receiver, path: str
) -> None:
    ann = Player(base)
    hook = hooked(ann, far.told(path, status(500), status(500), status(204)))
    attempted(ann, hook)
    eventually(lambda: body_of(ann.get(f"/webhooks/{hook['id']}"), 200)["failing_since"])
    with psycopg.connect(own_database) as session:
        session.execute("update webhooks set failing_since = now() - interval '121 hours' where id = %s", (hook["id"],))
    delivery = log_of(ann, hook)[0]["id"]
    again = f"/webhooks/{hook['id']}/deliveries/{delivery}/redelivery"
    assert ann.post(again).status_code == 202
    eventually(lambda: not body_of(ann.get(f"/webhooks/{hook['id']}"), 200)["enabled"])
    disabled = body_of(ann.get("/webhooks"), 200)["webhooks"][0]
    assert disabled["disabled_because"].startswith("Nothing could be delivered since 2")
    assert ann.post(again).status_code == 409
    assert ann.post(f"/webhooks/{hook['id']}/test").status_code == 409
    changed = body_of(ann.send("PATCH", f"/webhooks/{hook['id']}", json={"enabled": True}), 200)
    assert (changed["enabled"], changed["disabled_because"], changed["failing_since"]) == (True, None, None)
    assert ann.post(again).status_code == 202
    eventually(lambda: log_of(ann, hook)[0]["delivered_at"])
    assert {each.id for each in far.at(path)} == {delivery}


# Who may see it by now


def delivered(player: Player, hook: dict[str, Any], game: str) -> dict[str, Any]:
    """Wait until something about a game has been delivered; the newest such delivery."""
    found: list[dict[str, Any]] = []

    def arrived() -> bool:
        found[:] = [each for each in log_of(player, hook) if each["game"] == game and each["delivered_at"]]
        return bool(found)

    eventually(arrived)
    return found[0]


def test_a_player_removed_from_a_private_game_gets_no_older_message_about_it_again(
    base: str, far: Receiver, path: str
) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    game = ann.new_game(3, private=True)
    code = body_of(ann.post(f"/games/{game}/invites"), 201)
    hook = hooked(ben, far.url + path)
    body_of(ben.sit(game, seat=1, invite=code["code"]), 201)
    delivery = delivered(ben, hook, game)
    again = f"/webhooks/{hook['id']}/deliveries/{delivery['id']}/redelivery"
    assert ben.post(again).status_code == 202
    heard(far, path, 2)
    assert ann.delete(f"/games/{game}/seats/1").status_code == 204
    assert ann.delete(f"/games/{game}/invites/{code['id']}").status_code == 204
    assert (ben.get(f"/games/{game}").status_code, ben.post(again).status_code) == (404, 404)
    assert len(far.at(path)) == 2


@pytest.mark.parametrize("form", ["standard", "slack"])
def test_a_delegate_whose_time_is_over_gets_no_message_from_that_seat_again(
    table: Table, base: str, far: Receiver, path: str, form: str
) -> None:
    ann, cid = table.players[0], Player(base, "Cid")
    until = {"player": cid.id, "until": "2100-01-01T00:00:00Z"}
    given = body_of(ann.post("/me/delegations", until), 201)["id"]
    hook = hooked(cid, far.url + path, games=[table.game], format=form)
    play(table)
    delivery = delivered(cid, hook, table.game)
    again = f"/webhooks/{hook['id']}/deliveries/{delivery['id']}/redelivery"
    assert ann.delete(f"/me/delegations/{given}").status_code == 204
    assert cid.post(again).status_code == 404
    play(table)
    heard(far, path, 2)
    openly = delivered(cid, hook, table.game)
    assert openly["id"] != delivery["id"]
    assert cid.post(f"/webhooks/{hook['id']}/deliveries/{openly['id']}/redelivery").status_code == 202
    heard(far, path, 3)


def test_a_message_that_waited_for_another_try_is_withheld_from_who_may_no_longer_see_it(
    base: str, own_database: str, far: Receiver, path: str
) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    game = ann.new_game(3, private=True)
    code = body_of(ann.post(f"/games/{game}/invites"), 201)
    hook = hooked(ben, far.told(path, status(500)))
    body_of(ben.sit(game, seat=1, invite=code["code"]), 201)
    eventually(lambda: far.at(path))
    until_error(ben, hook, "HTTP 500")
    tries = len(far.at(path))
    assert ann.delete(f"/games/{game}/seats/1").status_code == 204
    assert ann.delete(f"/games/{game}/invites/{code['id']}").status_code == 204
    with psycopg.connect(own_database) as session:
        session.execute("update deliveries set next_try = now() where webhook_id = %s", (hook["id"],))
    until_error(ben, hook, "You no longer see this game as the message shows it.")
    assert (log_of(ben, hook)[-1]["next_try"], len(far.at(path))) == (None, tries)


# Workers


def config(url: str) -> Config:
    return Config(
        database_url=url, pool_size=20, webhook_allow_http=True, webhook_allow_private=True, webhook_ports="1-65535"
    )


def test_however_many_workers_look_nothing_is_sent_twice(
    base: str, own_database: str, far: Receiver, path: str
) -> None:
    players = [Player(base, "Ann"), Player(base, "Ben")]
    tables = [Table.of(base, players=players) for _ in range(5)]
    hooks = [hooked(player, f"{far.url}{path}-{n}") for n in range(4) for player in players]
    databases = [Database(config(own_database)) for _ in range(2)]
    offices = [Notifying(each, Played(each, config(own_database)), config(own_database)) for each in databases]
    over = threading.Event()

    def work(office: Notifying) -> None:
        while not over.wait(0.01):
            office.look()

    threads = [threading.Thread(target=work, args=(office,)) for office in offices]
    for thread in threads:
        thread.start()
    for table in tables:
        for _ in range(4):
            play(table)
    eventually(
        lambda: all(len(log) == 20 and all(each["delivered_at"] for each in log) for log in logs(players, hooks))
    )
    over.set()
    for thread, office, database in zip(threads, offices, databases, strict=True):
        thread.join()
        office.stop()
        database.close()
    ids = [each.id for n in range(4) for each in far.at(f"{path}-{n}")]
    assert len(ids) == len(set(ids)) == 160
    assert [each for log in logs(players, hooks) for each in log if each["attempts"] != 1] == []


def logs(players: list[Player], hooks: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    return [log_of(players[number % 2], hook) for number, hook in enumerate(hooks)]


def test_a_delivery_of_a_killed_worker_is_sent_by_another_under_the_same_id(
    own_database: str, base: str, far: Receiver, path: str
) -> None:
    ann, never = Player(base), threading.Event()
    hook = hooked(ann, far.told(path, held(never), status(204)))
    database = Database(config(own_database))
    office = Notifying(database, Played(database, config(own_database)), config(own_database))
    attempted(ann, hook)
    eventually(lambda: far.at(path))
    claimed = log_of(ann, hook)[0]
    assert (claimed["attempts"], claimed["delivered_at"]) == (1, None)
    for process in workers_by_the_clock(base):
        process.send_signal(signal.SIGKILL)
    assert deliveries.claim(database, deliveries.ONE, webhook=hook["id"]) == []
    with psycopg.connect(own_database) as session:
        session.execute("update deliveries set leased_until = now() where webhook_id = %s", (hook["id"],))
    office.look()
    eventually(lambda: log_of(ann, hook)[0]["delivered_at"])
    assert [each.id for each in far.at(path)] == [claimed["id"]] * 2
    assert log_of(ann, hook)[0]["attempts"] == 2
    never.set()
    office.stop()
    database.close()


def test_events_appended_without_a_worker_are_sent_by_the_next_one(
    base: str, table: Table, far: Receiver, path: str
) -> None:
    hooked(table.players[0], far.url + path)
    for process in workers_by_the_clock(base):
        process.send_signal(signal.SIGKILL)
    versions = [play(table)["version"] for _ in range(3)]
    eventually(lambda: len(far.at(path)) == 3)
    assert sorted(each.json()["data"]["version"] for each in far.at(path)) == versions


def test_a_webhook_address_is_checked_at_each_delivery(base: str, own_database: str, far: Receiver, path: str) -> None:
    ann = Player(base)
    hook = hooked(ann, f"{far.url}{path}")
    strict = Config(database_url=own_database, pool_size=2, webhook_allow_http=True, webhook_ports="1-65535")
    database = Database(strict)
    office = Notifying(database, Played(database, strict), strict)
    claimed = deliveries.Claimed(NOBODY, hook["id"], 1, False, hook["url"], hook["secret"], "text/plain", "", NOBODY)
    assert not office.courier.attempt(claimed)
    assert not far.at(path)
    office.stop()
    database.close()


# Whose they are


def test_a_webhook_is_its_owners_alone_and_its_secret_is_shown_once(base: str, far: Receiver, path: str) -> None:
    ann, ben = Player(base), Player(base)
    hook = hooked(ann, far.url + path)
    attempted(ann, hook)
    delivery = log_of(ann, hook)[0]["id"]
    assert hook["secret"] not in ann.get("/webhooks").text + ann.get(f"/webhooks/{hook['id']}").text
    assert body_of(ben.get("/webhooks"), 200) == {"webhooks": []}
    where = f"/webhooks/{hook['id']}"
    assert {ben.send(method, where, json={}).status_code for method in ("GET", "PATCH", "DELETE")} == {404}
    assert ben.get(f"{where}/deliveries").status_code == 404
    for rest in ("test", f"deliveries/{delivery}/redelivery"):
        assert ben.post(f"{where}/{rest}").status_code == 404
    assert ann.delete(f"/webhooks/{hook['id']}").status_code == 204
    assert ann.get(f"/webhooks/{hook['id']}").status_code == 404


def test_a_webhook_can_be_changed_but_not_to_what_it_could_not_be(base: str, far: Receiver, path: str) -> None:
    ann = Player(base)
    where = f"/webhooks/{hooked(ann, far.url + path)['id']}"
    game = ann.new_game()
    changes = {"games": [game], "events": ["CardPlayed"], "my_turn": True, "format": "slack", "language": "ko"}
    assert changes.items() <= body_of(ann.send("PATCH", where, json=changes), 200).items()
    refused: list[dict[str, Any]] = [
        {"format": "fax"},
        {"url": "ftp://x"},
        {"games": []},
        {"events": ["Nothing"]},
        {"secret": "x"},
    ]
    for bad in refused:
        assert ann.send("PATCH", where, json=bad).status_code == 422
    assert ann.send("PATCH", where, json={"games": [NOBODY]}).status_code == 404
    assert changes.items() <= body_of(ann.get(where), 200).items()
    assert not body_of(ann.send("PATCH", where, json={"enabled": False}), 200)["enabled"]


def test_nobody_has_webhooks_without_end(base: str, far: Receiver) -> None:
    ann = Player(base)
    for _ in range(20):
        hooked(ann, far.url)
    assert ann.post("/webhooks", {"url": far.url}).status_code == 409


def test_a_private_game_cannot_be_heard_of_from_outside(base: str, far: Receiver) -> None:
    game = Player(base).new_game(private=True)
    assert Player(base).post("/webhooks", {"url": far.url, "games": [game]}).status_code == 404
