"""A recovery code goes to a confirmed address, and nobody learns by that whether there is one."""

import re
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.service.client import Client, Player, body_of
from tests.service.conftest import Serve, eventually
from tests.service.postbox import Postbox, postbox
from tests.service.test_recovery import FORM, redeem, refuse


@pytest.fixture(scope="module")
def box() -> Iterator[Postbox]:
    with postbox() as listening:
        yield listening


@pytest.fixture(scope="module")
def mailing(serve: Serve, own_database: str, box: Postbox) -> str:
    """A service that can send mail."""
    settings = {"SMTP_URL": box.url, "MAIL_FROM": "games@games.example", "PUBLIC_URL": "https://games.example"}
    return serve(DATABASE_URL=own_database, **settings)


def confirm(player: Player, box: Postbox, by: Client | None = None, language: str = "en") -> str:
    """Give a player a confirmed address."""
    address, confirming = f"{player.id}@example.org", by or player
    body_of(confirming.send("PUT", "/me/notices", json={"email": address, "language": language}), 200)
    eventually(lambda: box.to(address))
    code = re.search(r": ([0-9a-f]{10})$", text_of(box, address, 0), re.MULTILINE)
    assert code is not None
    body_of(confirming.post("/me/notices/confirmation", {"code": code[1]}), 200)
    return address


def text_of(box: Postbox, address: str, nth: int) -> str:
    return str(box.to(address)[nth].get_content()).replace("\r\n", "\n")


def ask_for_mail(base: str, handle: str) -> None:
    answer = Client(base).post("/recoveries/mail", {"handle": handle})
    assert (answer.status_code, answer.content) == (202, b"")


def mailed_code(box: Postbox, address: str, nth: int = 1) -> str:
    """The recovery code of a mail, once that has come."""
    eventually(lambda: len(box.to(address)) > nth)
    code = FORM.search(text_of(box, address, nth))
    assert code is not None
    return code[0]


@pytest.mark.parametrize(("language", "title"), [("en", "Your recovery code"), ("uk", "Ваш код відновлення")])
def test_a_code_that_was_mailed_signs_in_once(mailing: str, box: Postbox, language: str, title: str) -> None:
    ann = Player(mailing)
    address = confirm(ann, box, language=language)
    assert body_of(ann.get("/me/notices"), 200)["recovery"]
    ask_for_mail(mailing, ann.handle)
    code = mailed_code(box, address)
    text = text_of(box, address, 1)
    assert (f"@{ann.handle}" in text, "https://games.example/play#/recover" in text) == (True, True)
    assert title in box.to(address)[1]["Subject"]
    assert body_of(redeem(mailing, ann.handle, code.lower()).get("/me"), 200)["id"] == ann.id
    refuse(mailing, ann.handle, code)


def test_nobody_learns_by_mail_whether_there_is_a_player_or_an_address(mailing: str, box: Postbox) -> None:
    with_address, without = Player(mailing), Player(mailing)
    confirm(with_address, box)
    for handle in (with_address.handle, without.handle, "nobody-has-this-handle"):
        ask_for_mail(mailing, handle)


def test_a_mailed_code_is_good_for_an_hour_and_until_the_address_is_another(
    mailing: str, own_database: str, box: Postbox
) -> None:
    ann, ben = Player(mailing), Player(mailing)
    codes = []
    for player in (ann, ben):
        address = confirm(player, box)
        ask_for_mail(mailing, player.handle)
        codes.append(mailed_code(box, address))
    with psycopg.connect(own_database) as session:
        session.execute(
            "update mailboxes set recovery_sent_at = now() - interval '61 minutes' where player_id = %s", (ann.id,)
        )
    refuse(mailing, ann.handle, codes[0])
    body_of(ben.send("PUT", "/me/notices", json={"email": f"new-{ben.id}@example.org"}), 200)
    refuse(mailing, ben.handle, codes[1])


def test_a_second_code_is_not_mailed_within_five_minutes(mailing: str, own_database: str, box: Postbox) -> None:
    ann, witness = Player(mailing), Player(mailing)
    address, other = confirm(ann, box), confirm(witness, box)
    ask_for_mail(mailing, ann.handle)
    mailed_code(box, address)
    ask_for_mail(mailing, ann.handle)
    ask_for_mail(mailing, witness.handle)
    mailed_code(box, other)
    assert len(box.to(address)) == 2
    with psycopg.connect(own_database) as session:
        session.execute(
            "update mailboxes set recovery_sent_at = now() - interval '6 minutes' where player_id = %s", (ann.id,)
        )
    ask_for_mail(mailing, ann.handle)
    redeem(mailing, ann.handle, mailed_code(box, address, 2))


def test_a_mail_that_the_server_did_not_take_is_sent_later(mailing: str, own_database: str, box: Postbox) -> None:
    ann = Player(mailing)
    address = confirm(ann, box)
    before, box.refusing = box.refused, True
    ask_for_mail(mailing, ann.handle)
    eventually(lambda: box.refused > before)
    box.refusing = False
    with psycopg.connect(own_database) as session:
        session.execute(
            "update mailboxes set recovery_sent_at = now() - interval '6 minutes' where player_id = %s", (ann.id,)
        )
    redeem(mailing, ann.handle, mailed_code(box, address))


@pytest.mark.parametrize("wish", [{"scopes": ["read", "manage"]}, {"expires_at": "2100-01-01T00:00:00Z"}])
def test_an_address_that_a_lesser_token_has_confirmed_does_not_recover_the_account(
    mailing: str, box: Postbox, wish: dict[str, Any]
) -> None:
    ann, witness = Player(mailing), Player(mailing)
    lesser = Client(mailing, body_of(ann.post("/me/tokens", wish), 201)["token"])
    address, other = confirm(ann, box, by=lesser), confirm(witness, box)
    settings = body_of(ann.get("/me/notices"), 200)
    assert (settings["confirmed"], settings["recovery"]) == (True, False)
    ask_for_mail(mailing, ann.handle)
    ask_for_mail(mailing, witness.handle)
    mailed_code(box, other)
    assert len(box.to(address)) == 1


def test_an_address_that_is_not_confirmed_gets_no_recovery_code(mailing: str, box: Postbox) -> None:
    ann, witness = Player(mailing), Player(mailing)
    body_of(ann.send("PUT", "/me/notices", json={"email": f"{ann.id}@example.org"}), 200)
    other = confirm(witness, box)
    ask_for_mail(mailing, ann.handle)
    ask_for_mail(mailing, witness.handle)
    mailed_code(box, other)
    assert len(box.to(f"{ann.id}@example.org")) == 1


def test_anybody_has_only_so_many_mails_sent_to_a_handle(serve: Serve, own_database: str, box: Postbox) -> None:
    settings = {"SMTP_URL": box.url, "MAIL_FROM": "games@games.example", "TRUSTED_PROXIES": "1", "RATE_LIMITS": "true"}
    base = serve(DATABASE_URL=own_database, **settings)

    def ask(handle: str, address: str) -> int:
        client = Client(base)
        client.session.headers["X-Forwarded-For"] = address
        return client.post("/recoveries/mail", {"handle": handle}).status_code

    spellings = ("no.body", "no-body", "NO_BODY", "nobody", "@no.body")
    assert [ask(each, f"198.51.100.{nth}") for nth, each in enumerate(spellings)] == [202] * 4 + [429]
    assert ask("somebody", "198.51.100.9") == 202
