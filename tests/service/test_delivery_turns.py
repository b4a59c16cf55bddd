"""Deliveries of players take turns: many webhooks of one player keep no other waiting."""

from collections.abc import Iterator

import pytest

from cartulary_service.config import Config
from cartulary_service.games.queries import GameQueries
from cartulary_service.players.rate_limits import HOUR, Rule
from cartulary_service.store.database import Database, connection
from cartulary_service.subjects.notices import deliveries, recipients
from cartulary_service.subjects.notices.deliveries import ONE, Claimed, Message, Room
from cartulary_service.subjects.notices.webhook_sender import Courier
from tests.service.client import Player, body_of
from tests.service.receiver import receiver

UNPROVEN = 3


@pytest.fixture
def database(own_database: str) -> Iterator[Database]:
    opened = Database(Config(database_url=own_database))
    yield opened
    opened.close()


def hook(player: Player) -> str:
    made: str = body_of(player.post("/webhooks", {"url": "https://1.1.1.1/"}), 201)["id"]
    return made


def test_players_take_turns_in_the_queue_of_deliveries(own_base: str, database: Database) -> None:
    farmer, other = Player(own_base), Player(own_base)
    farm, own = [hook(farmer) for _ in range(6)], hook(other)
    for webhook in (*farm, *farm, own):
        player = other if webhook == own else farmer
        deliveries.send(database, player.id, Message(webhook, "text/plain", "News."))
    claimed = [each.webhook for each in deliveries.claim(database, Room(2, 2))]
    assert sorted(claimed) == sorted([farm[0], own])


def test_a_proven_receiver_waits_behind_none_that_never_received_anything_or_failed_last(
    own_base: str, database: Database
) -> None:
    proven = hook(ann := Player(own_base))
    first = deliveries.send(database, ann.id, Message(proven, "text/plain", "News."))["id"]
    (claimed,) = deliveries.claim(database, Room(1, 1), webhook=proven)
    assert (claimed.id, claimed.unproven) == (first, True)
    deliveries.mark_delivered(database, claimed, 204)
    farm = [(owner, hook(owner)) for owner in (Player(own_base) for _ in range(4 * UNPROVEN))]
    for owner, webhook in farm:
        deliveries.send(database, owner.id, Message(webhook, "text/plain", "News."))
    tarpits = deliveries.claim(database, Room(2 * UNPROVEN, UNPROVEN))
    assert [each.unproven for each in tarpits] == [True] * UNPROVEN
    deliveries.send(database, ann.id, Message(proven, "text/plain", "News."))
    busy = [each.webhook for each in tarpits]
    claimed, *others = deliveries.claim(database, Room(UNPROVEN, 0), busy)
    assert (claimed.webhook, claimed.unproven, others) == (proven, False, [])
    deliveries.mark_failed(database, claimed, None, "timed out", 1)
    with connection(database.serving) as c:
        c.execute("update deliveries set next_try = now() where id = %s", (claimed.id,))
    assert deliveries.claim(database, Room(UNPROVEN, 0), busy) == []
    body_of(ann.send("PATCH", f"/webhooks/{proven}", json={"enabled": True}), 200)
    assert deliveries.claim(database, Room(UNPROVEN, 0), busy) == []


def test_a_webhook_that_is_deleted_meanwhile_keeps_no_other_from_its_messages(
    own_base: str, database: Database
) -> None:
    ann, ben = Player(own_base), Player(own_base)
    gone, there = hook(ann), hook(ben)
    assert ann.delete(f"/webhooks/{gone}").status_code == 204
    with connection(database.serving) as c, c.transaction():
        queued = [deliveries.enqueue(c, Message(each, "text/plain", "News.")) for each in (gone, there)]
    assert [each is not None for each in queued] == [False, True]


def test_webhooks_of_all_players_to_one_host_and_port_share_a_rate(
    own_base: str, database: Database, own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recipients, "RECIPIENTS", Rule("recipients", 1 / HOUR, 3))
    allowed = Config(
        database_url=own_database, webhook_allow_http=True, webhook_allow_private=True, webhook_ports="1-65535"
    )
    courier = Courier(database, GameQueries(database, 1), allowed)
    hooks = [(player, hook(player)) for player in (Player(own_base), Player(own_base)) for _ in range(2)]
    with receiver() as far, receiver() as another:
        with connection(database.serving) as c:
            for number, (_, webhook) in enumerate(hooks):
                c.execute("update webhooks set url = %s where id = %s", (f"{far.url}/busy/{number}?{number}", webhook))
        for player, webhook in (*hooks, *hooks):
            deliveries.send(database, player.id, Message(webhook, "text/plain", "News."))
        (first, *_, (owner, last)) = hooks
        went = [courier.attempt(claim(database, webhook)) for _, webhook in hooks]
        assert (went, len(far.received)) == ([True, True, True, False], 3)
        assert deliveries.claim(database, ONE, webhook=last) == [], "all of its messages wait"
        log = deliveries.list_deliveries(database, owner.id, last, 9)
        assert [(each["attempts"], each["error"], bool(each["next_try"])) for each in log] == [(0, None, True)] * 2
        assert not courier.attempt(claim(database, first[1]))
        other, elsewhere = Player(own_base), f"{another.url}/busy/0"
        own = hook(other)
        with connection(database.serving) as c:
            c.execute("update webhooks set url = %s where id = %s", (elsewhere, own))
        deliveries.send(database, other.id, Message(own, "text/plain", "News."))
        assert courier.attempt(claim(database, own)), "another port has a rate of its own"


def claim(database: Database, webhook: str) -> Claimed:
    (claimed,) = deliveries.claim(database, ONE, webhook=webhook)
    return claimed
