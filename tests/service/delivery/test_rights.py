"""Every kind of right ends with the token or the consent that it came from; the service declares which there are."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

import psycopg
import pytest

from cartulary_service.players import rights
from tests.service.client import Client, Player, Table, body_of
from tests.service.conftest import Serve, eventually
from tests.service.delivery.test_recovery_mail import ask_for_mail, confirm, mailed_code
from tests.service.postbox import Postbox, postbox
from tests.service.program import Program
from tests.service.push_browser import PushBrowser
from tests.service.receiver import Receiver, receiver
from tests.service.test_recovery import codes_of, redeem

EVERYTHING: Final = "read play manage"
SOUND_KEY: Final = "WGZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmY"
PATHS: Final = (f"/{number}" for number in itertools.count())
Holds = Callable[[], bool]
"""Whether a right holds, as others find it."""


@pytest.fixture(scope="module")
def box() -> Iterator[Postbox]:
    with postbox() as listening:
        yield listening


@pytest.fixture(scope="module")
def far() -> Iterator[Receiver]:
    with receiver() as listening:
        yield listening


@pytest.fixture(scope="module")
def base(serve: Serve, own_database: str, box: Postbox) -> str:
    """A service that sends to this machine, and mail."""
    return serve(
        DATABASE_URL=own_database,
        WEBHOOK_ALLOW_HTTP="true",
        WEBHOOK_ALLOW_PRIVATE="true",
        WEBHOOK_PORTS="1-65535",
        SMTP_URL=box.url,
        MAIL_FROM="games@games.example",
        PUBLIC_URL="https://games.example",
    )


class World:
    """Ann, who plays, and the others to whom she gives rights."""

    def __init__(self, base: str, database: str, box: Postbox, far: Receiver) -> None:
        self.base, self.database, self.box, self.far = base, database, box, far
        self.ann, self.ben, self.cid = (Player(base, name) for name in ("Ann", "Ben", "Cid"))
        self.table = Table.of(base, players=(self.ann, self.ben))
        self.closed = self.ann.new_game(private=True)
        self.ann.sit(self.closed)

    def go_on_as(self, ann: Client) -> None:
        """Let Ann use another token from now on."""
        self.ann.session.headers.update(ann.session.headers)

    def token(self, by: Client, **wish: Any) -> "Made":
        """A further token of Ann's."""
        made = body_of(by.post("/me/tokens", wish), 201)
        return Made(made["id"], Client(self.base, made["token"]))


class Made(NamedTuple):
    """A token of Ann's."""

    id: str
    client: Client


def works(client: Client) -> Holds:
    return lambda: client.get("/me").status_code == 200


def make_token(world: World, by: Client) -> Holds:
    """A token, one that replaced another, and one of a sign-in link."""
    plain = world.token(by)
    old, soon = world.token(by), (datetime.now(UTC) + timedelta(minutes=10)).isoformat()
    linked = world.token(by, rotate_by=soon)
    made = [
        body_of(turner.post(f"/me/tokens/{id}/rotation"), 201)["token"]
        for turner, id in ((by, old.id), (linked.client, linked.id))
    ]
    each = [works(client) for client in (plain.client, *(Client(world.base, token) for token in made))]
    return lambda: unanimous(holds() for holds in each)


def make_consent(world: World, by: Client) -> Holds:
    """A program, which has refreshed its tokens."""
    program = Program(world.base)
    address = body_of(by.post("/me/consents", program.ask()), 201)["redirect_to"]
    fields = {"grant_type": "refresh_token", "refresh_token": program.redeem(address)["refresh_token"]}
    return works(Client(world.base, body_of(program.post_form("/oauth/tokens", **fields), 200)["access_token"]))


def make_delegation(world: World, by: Client) -> Holds:
    """A delegate, who sees the hand."""
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    body_of(by.post("/me/delegations", {"player": world.cid.id, "until": until}), 201)

    def holds() -> bool:
        seen = world.cid.see(world.table.game)
        private = world.cid.get(f"/games/{world.closed}").status_code == 200
        return unanimous((seen["you"] is not None, seen["state"]["seats"][0]["hand"] is not None, private))

    return holds


def make_webhook(world: World, by: Client) -> Holds:
    """A webhook and a push subscription, which hear of what happens."""
    paths = [next(PATHS), next(PATHS)]
    body_of(by.post("/webhooks", {"url": world.far.url + paths[0]}), 201)
    body_of(by.post("/webhooks", PushBrowser().subscription(world.far.url + paths[1])), 201)

    def holds() -> bool:
        # What Ben is told of the same ply is sent last.
        told = next(PATHS)
        hook = body_of(world.ben.post("/webhooks", {"url": world.far.url + told}), 201)["id"]
        before = [len(world.far.at(path)) for path in paths]
        (seat,) = world.table.see()["to_act"]
        world.table.act(seat, world.table.legal(seat)[0])
        eventually(lambda: world.far.at(told))
        world.ben.delete(f"/webhooks/{hook}")
        with psycopg.connect(world.database, autocommit=True) as c:
            eventually(lambda: c.execute(UNDER_WAY).fetchone() == (0,))
        return unanimous(len(world.far.at(path)) > count for path, count in zip(paths, before, strict=True))

    return holds


UNDER_WAY: Final = "select count(*) from deliveries where delivered_at is null and next_try is not null"


def make_calendar(world: World, by: Client) -> Holds:
    path = body_of(by.post("/me/calendar"), 201)["path"].removeprefix("/v1")
    return lambda: Client(world.base).get(path).status_code == 200


def make_address(world: World, by: Client) -> Holds:
    """An address that mails go to, and recovery codes if the token is good for that."""
    confirm(world.ann, world.box, by)
    return lambda: is_confirmed(world)


def is_confirmed(world: World) -> bool:
    with psycopg.connect(world.database) as c:
        row = c.execute(
            "select confirmed_at is not null or recovers from mailboxes where player_id = %s", (world.ann.id,)
        ).fetchone()
    return row == (True,)


def make_codes(world: World, by: Client) -> Holds:
    codes = iter(codes_of(by))
    wish = {"handle": world.ann.handle}
    return lambda: Client(world.base).post("/recoveries", wish | {"code": next(codes)}).status_code == 201


def make_invitation(world: World, by: Client) -> Holds:
    """Invitations to a private game, by a code and by name."""
    code = body_of(by.post(f"/games/{world.closed}/invites"), 201)["code"]
    body_of(by.post(f"/games/{world.closed}/invites", {"player": world.ben.id}), 201)
    looks = ((Client(world.base), f"?invite={code}"), (world.ben, ""))
    return lambda: unanimous(who.get(f"/games/{world.closed}{how}").status_code == 200 for who, how in looks)


def make_order(world: World, by: Client) -> Holds:
    """A standing order, which waits."""
    order = {"condition": {"kind": "end_turn"}}
    path = f"/games/{world.table.game}/orders"
    given = body_of(by.post(path, order), 201)["id"]

    def holds() -> bool:
        orders = body_of(world.ann.get(path), 200)["orders"]
        return any((each["id"], each["status"]) == (given, "waiting") for each in orders)

    return holds


def make_organiser(world: World, by: Client) -> Holds:
    assert by.send("PUT", f"/me/organisers/{world.ben.id}").status_code == 204
    return lambda: bool(body_of(world.ben.get("/me/organisers"), 200)["players"])


def unanimous(answers: Iterable[bool]) -> bool:
    """The one answer that all give."""
    (answer,) = {*answers}
    return bool(answer)


MAKE: Final[Mapping[str, Callable[[World, Client], Holds]]] = {
    "tokens": make_token,
    "consents": make_consent,
    "delegations": make_delegation,
    "webhooks": make_webhook,
    "calendars": make_calendar,
    "addresses": make_address,
    "recovery_codes": make_codes,
    "invitations": make_invitation,
    "organisers": make_organiser,
    "orders": make_order,
}
NOT_OF_PROGRAMS: Final = ("consents", "recovery_codes", "addresses")
OF_MAIN_TOKENS: Final = ("recovery_codes",)
"""Kinds of rights that no token makes which came from another."""
LINKS: Final = [(kind, links) for kind in MAKE for links in (1, 2) if (kind, links) != (*OF_MAIN_TOKENS, 2)]


def maker(world: World, kind: str) -> Made:
    """A token that may make rights of a kind, besides Ann's first."""
    if kind not in OF_MAIN_TOKENS:
        return world.token(world.ann)
    client = redeem(world.base, world.ann.handle, codes_of(world.ann)[0])
    return Made(body_of(client.get("/me"), 200)["token"]["id"], client)


def test_every_kind_of_right_is_tried() -> None:
    assert MAKE.keys() == rights.KINDS.keys()


def test_every_table_that_keeps_an_origin_is_a_kind_of_right(own_database: str) -> None:
    with psycopg.connect(own_database) as c:
        rows = c.execute("select table_name from information_schema.columns where column_name = 'origin'").fetchall()
    assert {row[0] for row in rows} == {kind.table for kind in rights.KINDS.values()}


@pytest.fixture
def world(base: str, own_database: str, box: Postbox, far: Receiver) -> World:
    return World(base, own_database, box, far)


# A token, a chain of tokens, a consent


@pytest.mark.parametrize(("kind", "links"), LINKS)
def test_what_a_token_made_ends_when_it_or_the_one_that_it_came_from_is_revoked(
    world: World, kind: str, links: int
) -> None:
    root = made = maker(world, kind)
    for _ in range(links - 1):
        made = world.token(made.client)
    holds = MAKE[kind](world, made.client)
    assert holds()
    listed = {each["kind"] for each in body_of(world.ann.get("/me/rights"), 200)["rights"] if is_from(each, made.id)}
    assert kind in listed
    ended = world.ann.delete(f"/me/tokens/{root.id}")
    assert (ended.status_code, kind in counted(ended)) == (204, True)
    assert not holds()
    assert made.client.get("/me").status_code == 401


@pytest.mark.parametrize("kind", [each for each in MAKE if each not in ("webhooks", *OF_MAIN_TOKENS)])
def test_what_a_token_made_ends_at_the_time_at_which_the_token_does(world: World, kind: str) -> None:
    made = world.token(world.ann)
    holds = MAKE[kind](world, made.client)
    with psycopg.connect(world.database) as c:
        c.execute("update tokens set expires_at = now() where id = %s or origin = %s", (made.id, made.id))
    # What the worker does comes within a second.
    eventually(lambda: not any(is_from(each, made.id) for each in body_of(world.ann.get("/me/rights"), 200)["rights"]))
    if kind not in ("consents", "addresses", "orders"):
        assert not holds()
    else:
        eventually(lambda: not holds())


@pytest.mark.parametrize("kind", [each for each in MAKE if each not in NOT_OF_PROGRAMS])
@pytest.mark.parametrize("how", ["revoked", "given up", "replayed"])
def test_what_a_program_made_lasts_as_long_as_its_consent(world: World, kind: str, how: str) -> None:
    program = Program(world.base, EVERYTHING)
    tokens = program.redeem(program.let_in(world.ann))
    holds = MAKE[kind](world, Client(world.base, tokens["access_token"]))
    fields = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    body_of(program.post_form("/oauth/tokens", **fields), 200)
    assert holds()
    if how == "revoked":
        (consent,) = body_of(world.ann.get("/me/consents"), 200)["consents"]
        assert kind in counted(world.ann.delete(f"/me/consents/{consent['id']}"))
    elif how == "given up":
        program.post_form("/oauth/revocations", token=tokens["refresh_token"])
    else:
        with psycopg.connect(world.database) as c:
            c.execute("update oauth_refresh_tokens set used_at = used_at - interval '31 seconds'")
        assert program.post_form("/oauth/tokens", **fields).status_code == 400
    assert not holds()


@pytest.mark.parametrize("kind", [each for each in MAKE if each not in NOT_OF_PROGRAMS])
def test_what_a_program_made_ends_with_the_token_that_let_the_program_in(world: World, kind: str) -> None:
    made = world.token(world.ann)
    program = Program(world.base, EVERYTHING)
    address = body_of(made.client.post("/me/consents", program.ask()), 201)["redirect_to"]
    holds = MAKE[kind](world, Client(world.base, program.redeem(address)["access_token"]))
    assert world.ann.delete(f"/me/tokens/{made.id}").status_code == 204
    assert not holds()


@pytest.mark.parametrize("kind", MAKE)
def test_what_a_token_made_goes_on_with_the_token_that_replaces_it(world: World, kind: str) -> None:
    made = maker(world, kind)
    holds = MAKE[kind](world, made.client)
    successor = body_of(made.client.post(f"/me/tokens/{made.id}/rotation"), 201)
    assert holds()
    assert world.ann.delete(f"/me/tokens/{successor['id']}").status_code == 204
    assert not holds()


# Everything


@pytest.mark.parametrize("kind", MAKE)
def test_signing_out_everywhere_else_ends_what_others_made_or_might_have_made(world: World, kind: str) -> None:
    holds = MAKE[kind](world, maker(world, kind).client)
    answer = world.ann.delete("/me/tokens")
    assert (answer.status_code, kind in counted(answer)) == (204, True)
    assert not holds()
    assert world.ann.get("/me").status_code == 200


@pytest.mark.parametrize("kind", [each for each in MAKE if each not in rights.ROOTS])
def test_signing_out_everywhere_else_leaves_what_the_token_in_use_made(world: World, kind: str) -> None:
    holds = MAKE[kind](world, world.ann)
    assert world.ann.delete("/me/tokens").status_code == 204
    assert holds()


@pytest.mark.parametrize("kind", [each for each in MAKE if each not in rights.ROOTS])
def test_signing_out_everywhere_else_ends_what_is_of_unknown_origin(world: World, kind: str) -> None:
    holds = MAKE[kind](world, world.ann)
    with psycopg.connect(world.database) as c:
        c.execute(f"update {rights.KINDS[kind].table} set origin = null")
    assert holds()
    assert kind in counted(world.ann.delete("/me/tokens"))
    assert not holds()


@pytest.mark.parametrize("kind", [each for each in MAKE if each != "recovery_codes"])
def test_a_recovery_by_a_kept_code_can_end_all_but_the_other_codes(world: World, kind: str) -> None:
    first, second, *_ = codes_of(world.ann)
    holds = MAKE[kind](world, world.token(world.ann).client)
    wish = {"handle": world.ann.handle, "revoke_others": True}
    answer = Client(world.base).post("/recoveries", wish | {"code": first})
    assert kind in counted(answer)
    assert world.ann.get("/me").status_code == 401
    world.go_on_as(Client(world.base, body_of(answer, 201)["token"]))
    assert not holds()
    assert world.ann.get("/me").status_code == 200
    redeem(world.base, world.ann.handle, second)


@pytest.mark.parametrize("kind", [each for each in MAKE if each != "addresses"])
def test_a_recovery_by_mail_can_end_all_but_the_address(world: World, kind: str) -> None:
    address = confirm(world.ann, world.box)
    holds = MAKE[kind](world, maker(world, kind).client)
    ask_for_mail(world.base, world.ann.handle)
    world.go_on_as(redeem(world.base, world.ann.handle, mailed_code(world.box, address), revoke_others=True))
    assert not holds()
    assert is_confirmed(world)


# What a token may not touch


def test_a_token_ends_none_that_it_came_from_and_leaves_the_player_a_way_back(world: World) -> None:
    codes = iter(codes_of(world.ann))
    oldest = body_of(world.ann.get("/me"), 200)["token"]["id"]
    older = world.token(world.ann)
    soon = (datetime.now(UTC) + timedelta(seconds=25)).isoformat()
    short, link = world.token(older.client, expires_at=soon), world.token(older.client, rotate_by=soon)
    for derived in (short, link):
        for ancestor in (oldest, older.id):
            refused = derived.client.delete(f"/me/tokens/{ancestor}")
            assert body_of(refused, 403)["code"] == "outlives-token"
        assert body_of(derived.client.delete("/me/tokens"), 403)["code"] == "not-main-token"
        assert body_of(derived.client.post("/me/recovery-codes"), 403)["code"] == "not-main-token"
        assert body_of(derived.client.delete("/me?confirm=Ann"), 403)["code"] == "outlives-token"
        assert derived.client.delete(f"/me/tokens/{derived.id}").status_code == 204
    assert [each.get("/me").status_code for each in (world.ann, older.client)] == [200, 200]
    redeem(world.base, world.ann.handle, next(codes))


def test_no_token_that_came_from_another_makes_a_way_into_the_account(world: World) -> None:
    derived = world.token(world.ann)
    assert body_of(derived.client.post("/me/recovery-codes"), 403)["code"] == "not-main-token"
    confirm(world.ann, world.box, derived.client)
    assert not body_of(world.ann.get("/me/notices"), 200)["recovery"]


def test_no_token_that_came_from_another_takes_the_address_for_recovery_away(world: World) -> None:
    address = confirm(world.ann, world.box)
    derived = world.token(world.ann)
    for other in (None, f"thief-{world.ann.id}@example.org"):
        refused = derived.client.send("PUT", "/me/notices", json={"email": other, "reminder_minutes": 30})
        assert body_of(refused, 403)["code"] == "not-main-token"
    left = body_of(derived.client.send("PUT", "/me/notices", json={"email": address, "language": "ru"}), 200)
    assert (left["email"], left["recovery"], left["language"], left["reminder_minutes"]) == (address, True, "ru", None)
    body_of(world.ann.send("PUT", "/me/notices", json={"email": None}), 200)


def test_no_token_that_came_from_another_changes_the_handle(world: World) -> None:
    own = body_of(world.ann.get("/me"), 200)
    derived = world.token(world.ann).client
    for handle in (None, f"thief-{world.ann.id[-8:]}"):
        refused = derived.send("PATCH", "/me", json={"name": "Nora", "handle": handle})
        assert body_of(refused, 403)["code"] == "not-main-token"
    left = body_of(derived.send("PATCH", "/me", json={"name": "Ann the Second", "handle": own["handle"]}), 200)
    assert (left["name"], left["handle"]) == ("Ann the Second", own["handle"])


def test_codes_of_a_registration_outlive_its_token(served: str) -> None:
    made = body_of(Client(served).post("/players", {"name": "Ann", "recovery_codes": True}), 201)
    ann, (first, second, *_) = Client(served, made["token"]), made["recovery_codes"]
    own = body_of(ann.get("/me"), 200)["token"]["id"]
    again = redeem(served, made["handle"], first)
    assert again.delete(f"/me/tokens/{own}").status_code == 204
    redeem(served, made["handle"], second)


def test_a_token_cannot_replace_the_one_that_it_came_from(world: World) -> None:
    older = world.token(world.ann)
    newer = world.token(older.client)
    assert newer.client.post(f"/me/tokens/{older.id}/rotation").status_code == 403
    assert older.client.get("/me").status_code == 200


def test_a_token_that_another_replaced_ends_with_that_other(world: World) -> None:
    one, other = world.token(world.ann), world.token(world.ann)
    taken = Client(world.base, body_of(one.client.post(f"/me/tokens/{other.id}/rotation"), 201)["token"])
    assert world.ann.delete(f"/me/tokens/{one.id}").status_code == 204
    assert taken.get("/me").status_code == 401


def test_a_program_touches_neither_tokens_nor_consents_of_others(world: World) -> None:
    for_ann, other = (Program(world.base, EVERYTHING).sign_in(world.ann) for _ in range(2))
    own = body_of(world.ann.get("/me"), 200)["token"]["id"]
    consent = body_of(other.get("/me"), 200)["token"]["consent"]
    theirs = body_of(other.get("/me"), 200)["token"]["id"]
    hook = body_of(world.ann.post("/webhooks", {"url": world.far.url + next(PATHS)}), 201)["id"]
    refused = [
        for_ann.delete("/me/tokens"),
        for_ann.delete(f"/me/tokens/{own}"),
        for_ann.delete(f"/me/tokens/{theirs}"),
        for_ann.post(f"/me/tokens/{own}/rotation"),
        for_ann.post(f"/me/tokens/{theirs}/rotation"),
        for_ann.delete(f"/me/consents/{consent}"),
        for_ann.post("/me/consents", Program(world.base).ask()),
        for_ann.post("/me/recovery-codes"),
        for_ann.send("PATCH", f"/webhooks/{hook}", json={"url": world.far.url}),
    ]
    assert [each.status_code for each in refused] == [403] * len(refused)
    assert [each.get("/me").status_code for each in (world.ann, for_ann, other)] == [200] * 3


def test_a_program_does_nothing_that_only_the_player_may(world: World) -> None:
    for_ann, other = Program(world.base, EVERYTHING).sign_in(world.ann), world.ben
    hook = body_of(world.ann.post("/webhooks", {"url": world.far.url + next(PATHS)}), 201)["id"]
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    given = body_of(world.ann.post("/me/delegations", {"player": world.cid.id, "until": until}), 201)["id"]
    assert world.ann.send("PUT", f"/me/organisers/{other.id}").status_code == 204
    body_of(world.ann.post("/me/calendar", {}), 201)
    refused = [
        for_ann.delete("/me?confirm=Ann"),
        for_ann.send("PATCH", "/me", json={"handle": "ann-of-the-program"}),
        for_ann.send("PUT", "/me/notices", json={"email": "program@example.org"}),
        for_ann.post("/me/notices/confirmation", {"code": "0123456789"}),
        for_ann.post(f"/games/{world.table.game}/actions", {"type": "sign_with", "key": SOUND_KEY}),
        for_ann.delete(f"/webhooks/{hook}"),
        for_ann.post(f"/webhooks/{hook}/test"),
        for_ann.get(f"/webhooks/{hook}/deliveries"),
        for_ann.delete(f"/me/delegations/{given}"),
        for_ann.delete(f"/me/organisers/{other.id}"),
        for_ann.delete("/me/calendar"),
        for_ann.post("/me/calendar", {}),
    ]
    assert [(each.status_code, each.json()["code"]) for each in refused] == [(403, "not-of-program")] * len(refused)
    assert world.ann.get("/me").status_code == 200


def test_a_webhook_whose_language_the_player_changes_still_ends_with_the_program(world: World) -> None:
    program = Program(world.base, EVERYTHING)
    hook = body_of(program.sign_in(world.ann).post("/webhooks", {"url": world.far.url + next(PATHS)}), 201)["id"]
    body_of(world.ann.send("PATCH", f"/webhooks/{hook}", json={"language": "ru"}), 200)
    (consent,) = body_of(world.ann.get("/me/consents"), 200)["consents"]
    assert "webhooks" in counted(world.ann.delete(f"/me/consents/{consent['id']}"))
    assert world.ann.get(f"/webhooks/{hook}").status_code == 404


def test_a_program_ends_what_is_its_own(world: World) -> None:
    for_ann = Program(world.base, EVERYTHING).sign_in(world.ann)
    further = world.token(for_ann)
    me = body_of(for_ann.get("/me"), 200)["token"]
    assert body_of(further.client.get("/me"), 200)["token"]["consent"] == me["consent"]
    again = body_of(for_ann.post(f"/me/tokens/{further.id}/rotation"), 201)
    assert again["consent"] == me["consent"]
    assert for_ann.delete(f"/me/tokens/{again['id']}").status_code == 204
    assert for_ann.delete(f"/me/consents/{me['consent']}").status_code == 204
    assert for_ann.get("/me").status_code == 401


def test_a_webhook_that_a_token_changed_ends_with_that_token(world: World) -> None:
    hook = body_of(world.ann.post("/webhooks", {"url": world.far.url + next(PATHS)}), 201)["id"]
    made = world.token(world.ann)
    changed = body_of(made.client.send("PATCH", f"/webhooks/{hook}", json={"url": world.far.url + next(PATHS)}), 200)
    assert changed["origin"] == {"kind": "token", "id": made.id, "name": None}
    assert world.ann.delete(f"/me/tokens/{made.id}").status_code == 204
    assert body_of(world.ann.get("/webhooks"), 200)["webhooks"] == []


def test_lists_name_the_origin_and_a_delegate_is_not_told_of_it(world: World) -> None:
    made = world.token(world.ann, label="Laptop")
    origin = {"kind": "token", "id": made.id, "name": "Laptop"}
    for kind in ("tokens", "consents", "delegations", "webhooks"):
        MAKE[kind](world, made.client)
    lists = [("/me/tokens", "tokens"), ("/me/consents", "consents"), ("/me/delegations", "given")]
    for path, name in [*lists, ("/webhooks", "webhooks")]:
        found = [each["origin"] for each in body_of(world.ann.get(path), 200)[name]]
        assert origin in found
    assert [each["origin"] for each in body_of(world.cid.get("/me/delegations"), 200)["received"]] == [None]


def counted(answer: Any) -> dict[str, int]:
    """The kinds of rights of which an answer says that they have ended, and how many."""
    said = answer.headers.get("Ended", "")
    return {kind: int(count) for kind, _, count in (each.partition("=") for each in said.split(", ") if each)}


def is_from(right: dict[str, Any], token: str) -> bool:
    return right["origin"] is not None and right["origin"]["id"] == token
