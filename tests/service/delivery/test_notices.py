"""Mail: nothing but a code goes to an address that is not confirmed, and one digest instead of forty mails."""

import re
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage
from itertools import count
from typing import Any

import psycopg
import pytest
import requests

from cartulary_service.config import Config
from cartulary_service.subjects.notices.mailer import Mail, Mailer, NotSent
from tests.conftest import created
from tests.patience import PATIENCE
from tests.service.client import Client, Player, Table, body_of
from tests.service.conftest import Serve, eventually
from tests.service.delivery.moments import CLOCK, give_name, quiet_now, shorten_time
from tests.service.postbox import Postbox, postbox

ADDRESSES = (f"player-{number}@example.org" for number in count())


PUBLIC_URL = "https://games.example"
"""Of every service over the database: whichever worker announces something writes its links."""


@pytest.fixture(scope="module")
def box() -> Iterator[Postbox]:
    with postbox() as listening:
        yield listening


@pytest.fixture(scope="module")
def base(serve: Serve, own_database: str, box: Postbox) -> str:
    """A service that can send mail."""
    settings = {"SMTP_URL": box.url, "MAIL_FROM": "games@games.example", "PUBLIC_URL": PUBLIC_URL}
    return serve(DATABASE_URL=own_database, **settings)


@pytest.fixture
def address() -> str:
    """One that no other test uses."""
    return next(ADDRESSES)


def put(player: Player, address: str | None, **wish: Any) -> dict[str, Any]:
    return body_of(player.send("PUT", "/me/notices", json={"email": address, **wish}), 200)


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content()).replace("\r\n", "\n")


def mailed(box: Postbox, address: str, times: int = 1) -> list[EmailMessage]:
    """Wait until so many mails have come to an address."""
    eventually(lambda: len(box.to(address)) >= times)
    assert len(box.to(address)) == times
    return box.to(address)


def code_in(mail: EmailMessage) -> str:
    found = re.search(r": ([0-9a-f]{10})$", text_of(mail), re.MULTILINE)
    assert found
    return found[1]


def confirmed(player: Player, box: Postbox, address: str, **wish: Any) -> None:
    """The player has an address, and has proved that it is his."""
    put(player, address, **wish)
    code = code_in(mailed(box, address)[0])
    assert body_of(player.post("/me/notices/confirmation", {"code": code}), 200)["confirmed"]


def digest_is_due(database_url: str, player: Player) -> None:
    """The digest's period ends now; one that is just being sent is finished with first."""
    due = "update mailboxes set next_digest = now() where player_id = %s and leased_until is null"
    with psycopg.connect(database_url, autocommit=True) as session:
        eventually(lambda: session.execute(due, (player.id,)).rowcount)


def gathered(database_url: str, player: Player, game: str, until: int) -> None:
    """Wait until the digest of a player has come to that version of a game."""

    def there() -> bool:
        with psycopg.connect(database_url) as session:
            row = session.execute(
                "select until from digests where player_id = %s and game_id = %s", (player.id, game)
            ).fetchone()
        return row is not None and row[0] >= until

    eventually(there)


def play(table: Table, times: int) -> int:
    """Whoever is to act does the first thing that is legal; answers the version after so many plies."""
    version = 0
    for _ in range(times):
        acting = active(table)
        version = table.act(acting, table.legal(acting)[0])["version"]
    return version


def play_until_a_card_of(table: Table, seat: int) -> int:
    """Whoever is to act does the first thing that is legal, until that is a card played by a seat; the version then."""
    while True:
        acting = active(table)
        action = table.legal(acting)[0]
        version: int = table.act(acting, action)["version"]
        if (acting, action["type"]) == (seat, "play"):
            return version


def active(table: Table) -> int:
    """Whose turn it is."""
    (seat,) = table.see()["to_act"]
    return int(seat)


@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_an_address_is_confirmed_by_the_code_that_was_mailed_to_it(
    base: str, box: Postbox, address: str, language: str
) -> None:
    ann = Player(base)
    assert body_of(ann.get("/me/notices"), 200)["email"] is None
    asked = put(ann, address, digest_minutes=5, language=language)
    expected = {"email": address, "confirmed": False, "digest_minutes": 5, "language": language}
    assert asked == expected | {"reminder_minutes": None, "quiet_hours": None, "recovery": False}
    (mail,) = mailed(box, address)
    assert (mail["From"], mail["Auto-Submitted"]) == ("games@games.example", "auto-generated")
    other = Player(base)
    put(other, f"other-{address}")
    assert other.post("/me/notices/confirmation", {"code": code_in(mail)}).status_code == 422
    assert ann.post("/me/notices/confirmation", {"code": "0123456789"}).status_code == 422
    assert body_of(ann.post("/me/notices/confirmation", {"code": code_in(mail)}), 200) == asked | {
        "confirmed": True,
        "recovery": True,
    }
    assert ann.post("/me/notices/confirmation", {"code": code_in(mail)}).status_code == 422


def test_a_code_is_not_to_be_guessed_nor_mailed_without_end(
    base: str, own_database: str, box: Postbox, address: str
) -> None:
    ann = Player(base)
    put(ann, address)
    (mail,) = mailed(box, address)
    for _ in range(5):
        assert ann.post("/me/notices/confirmation", {"code": "0123456789"}).status_code == 422
    assert ann.post("/me/notices/confirmation", {"code": code_in(mail)}).status_code == 422
    put(ann, address)
    witness = Player(base)
    put(witness, f"witness-{address}")
    mailed(box, f"witness-{address}")
    assert len(box.to(address)) == 1
    with psycopg.connect(own_database) as session:
        session.execute(
            "update mailboxes set code_sent_at = now() - interval '6 minutes' where player_id = %s", (ann.id,)
        )
    again = mailed(box, address, 2)[1]
    assert ann.post("/me/notices/confirmation", {"code": code_in(again)}).status_code == 200


def test_an_address_that_is_not_confirmed_gets_no_news(
    base: str, own_database: str, box: Postbox, address: str
) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    put(ann, address)
    confirmed(ben, box, f"ben-{address}")
    table = Table.of(base, players=(ann, ben))
    gathered(own_database, ben, table.game, table.see()["version"])
    with psycopg.connect(own_database) as session:
        row = session.execute(
            "select count(*), min(next_digest) from digests d right join mailboxes m using (player_id) "
            "where m.player_id = %s and d.game_id is not null",
            (ann.id,),
        ).fetchone()
    assert row == (0, None)


def test_one_digest_tells_of_all_games_what_the_seat_may_know_and_others_did(
    base: str, own_database: str, box: Postbox, address: str
) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    confirmed(ann, box, address)
    tables = [Table.of(base, players=(ann, ben)) for _ in range(2)]
    for table in tables:
        gathered(own_database, ann, table.game, play(table, 10))
    digest_is_due(own_database, ann)
    mail = mailed(box, address, 2)[1]
    text = text_of(mail)
    for table in tables:
        assert f"https://games.example/play#/game/{table.game}?for={ann.id}" in text
        told = body_of(ann.get(f"/games/{table.game}/since?after=0"), 200)["plies"]
        sentences = [words for ply in told for words in ply["words"] if words.startswith("Ben: plays ")]
        assert sentences
        assert all(words in text for words in sentences)
    assert "Ann: plays " not in text
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    before = tables[0].see()["version"]
    gathered(own_database, ann, tables[0].game, play_until_a_card_of(tables[0], 1))
    digest_is_due(own_database, ann)
    about_one = mailed(box, address, 3)[2]
    later = text_of(about_one)
    assert (mail["References"], about_one["References"]) == (None, f"<game.{tables[0].game}@games.example>")
    assert tables[0].game in later
    assert tables[1].game not in later
    since = body_of(ann.get(f"/games/{tables[0].game}/since?after={before}"), 200)["plies"]
    plays = [words for ply in since for words in ply["words"] if words.startswith("Ben: plays ")]
    assert later.count("Ben: plays ") == len(plays) > 0


def test_the_first_news_begins_the_period_of_the_digest(
    base: str, own_database: str, box: Postbox, address: str
) -> None:
    ann = Player(base)
    confirmed(ann, box, address, digest_minutes=90)
    table = Table.of(base, players=(ann, Player(base)))
    gathered(own_database, ann, table.game, play(table, 1))
    with psycopg.connect(own_database) as session:
        row = session.execute(
            "select extract(epoch from next_digest - now())::float / 60 from mailboxes where player_id = %s", (ann.id,)
        ).fetchone()
    assert row is not None
    assert 89 < row[0] <= 90


def test_a_digest_that_the_server_does_not_take_is_sent_later(
    base: str, own_database: str, box: Postbox, address: str
) -> None:
    ann = Player(base)
    confirmed(ann, box, address)
    table = Table.of(base, players=(ann, Player(base, "Ben")))
    gathered(own_database, ann, table.game, play(table, 6))
    box.refusing = True
    digest_is_due(own_database, ann)
    eventually(lambda: box.refused)
    box.refusing = False

    def due_again() -> bool:
        with psycopg.connect(own_database) as session:
            row = session.execute(
                "select next_digest > now() and leased_until is null from mailboxes where player_id = %s", (ann.id,)
            ).fetchone()
        return row == (True,)

    eventually(due_again)
    assert len(box.to(address)) == 1
    digest_is_due(own_database, ann)
    assert table.game in text_of(mailed(box, address, 2)[1])


@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_whoever_is_to_act_is_reminded_once_before_the_deadline(
    base: str, own_database: str, box: Postbox, address: str, language: str
) -> None:
    players = Player(base, "Ann"), Player(base, "Ben")
    for seat, player in enumerate(players):
        confirmed(player, box, f"{seat}-{address}", reminder_minutes=60, language=language)
    table = Table.of(base, players=players, clock=CLOCK, title="Évening")
    acting = active(table)
    shorten_time(own_database, table.game, 59)
    text = text_of(mailed(box, f"{acting}-{address}", 2)[1])
    assert text.startswith("Évening · ")
    assert f"https://games.example/play#/game/{table.game}?for={players[acting].id}" in text
    assert re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d \(UTC\)", text)
    other = Table.of(base, players=players, clock=CLOCK)
    shorten_time(own_database, other.game, 30)
    assert other.game in text_of(mailed(box, f"{active(other)}-{address}", 3 if active(other) == acting else 2)[-1])
    assert len([each for each in box.mails if table.game in text_of(each)]) == 1


def test_nothing_is_mailed_in_quiet_hours(base: str, own_database: str, box: Postbox, address: str) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    confirmed(ann, box, address, quiet_hours=quiet_now())
    confirmed(ben, box, f"ben-{address}")
    table = Table.of(base, players=(ann, ben))
    version = play(table, 10)
    for player in (ann, ben):
        gathered(own_database, player, table.game, version)
        digest_is_due(own_database, player)
    assert table.game in text_of(mailed(box, f"ben-{address}", 2)[1])
    assert len(box.to(address)) == 1
    put(ann, address, quiet_hours=None)
    assert table.game in text_of(mailed(box, address, 2)[1])


def test_settings_that_are_left_out_stay(base: str, address: str) -> None:
    ann = Player(base)
    settings = {"reminder_minutes": 90, "quiet_hours": {"from": "22:30", "until": "07:00", "zone": "Europe/Kyiv"}}
    assert put(ann, address, **settings).items() >= settings.items()
    assert put(ann, address, digest_minutes=7).items() >= settings.items()
    assert body_of(ann.get("/me/notices"), 200).items() >= settings.items()
    assert put(ann, None).items() >= settings.items()
    assert put(ann, None, reminder_minutes=None, quiet_hours=None)["quiet_hours"] is None


def test_those_who_are_asked_for_a_rematch_are_told(base: str, own_database: str, box: Postbox, address: str) -> None:
    ann, ben = Player(base, "Ann"), Player(base, "Ben")
    confirmed(ann, box, address)
    confirmed(ben, box, f"ben-{address}")
    game = ann.new_game(private=True)
    body_of(ann.sit(game), 201)
    code = body_of(ann.post(f"/games/{game}/invites", {}), 201)["code"]
    body_of(ben.post(f"/games/{game}/seats", {"invite": code}), 201)
    ben.act(game, {"type": "resign"})
    rematch = body_of(ann.post(f"/games/{game}/rematch"), 201)["id"]
    gathered(own_database, ben, rematch, 1)
    digest_is_due(own_database, ben)
    text = text_of(mailed(box, f"ben-{address}", 2)[1])
    assert f"/play#/game/{rematch}?for={ben.id}" in text
    assert "You are asked for a rematch." in text
    gathered(own_database, ann, game, 1)
    with psycopg.connect(own_database) as session:
        told = session.execute("select from digests where player_id = %s and game_id = %s", (ann.id, rematch))
        assert told.rowcount == 0


@pytest.mark.parametrize("language", ["en", "ru", "uk", "ko"])
def test_a_player_who_is_invited_by_name_is_mailed_unless_they_have_muted_who_invites(
    base: str, box: Postbox, address: str, language: str
) -> None:
    ann, ben, pest = Player(base, "Ann"), Player(base, "Ben"), Player(base, "Pest")
    confirmed(ben, box, address, language=language)
    assert ben.send("PUT", f"/me/mutes/{pest.id}").status_code == 204
    unwanted, game = pest.new_game(), ann.new_game(private=True)
    body_of(pest.post(f"/games/{unwanted}/invites", {"player": ben.id}), 201)
    body_of(ann.post(f"/games/{game}/invites", {"player": ben.id}), 201)
    text = text_of(mailed(box, address, 2)[1])
    assert f"Ann (@{ann.handle})" in text
    assert f"https://games.example/play#/game/{game}?for={ben.id}" in text


def test_the_player_of_a_table_that_did_not_fill_is_told(
    serve: Serve, base: str, own_database: str, box: Postbox, address: str
) -> None:
    ann = Player(base)
    confirmed(ann, box, address)
    ann.base = serve(DATABASE_URL=own_database, TABLE_SECONDS="1", PUBLIC_URL=PUBLIC_URL)
    game = ann.new_game()
    body_of(ann.sit(game), 201)
    eventually(lambda: ann.see(game)["status"] == "abandoned")
    gathered(own_database, ann, game, ann.see(game)["version"])
    digest_is_due(own_database, ann)
    assert "did not fill in time" in text_of(mailed(box, address, 2)[1])


def test_an_address_that_the_server_never_takes_is_not_tried_again(
    base: str, own_database: str, box: Postbox, address: str
) -> None:
    ann = Player(base)
    put(ann, address.replace("player", "nobody"))

    def given_up() -> bool:
        with psycopg.connect(own_database) as session:
            row = session.execute("select code_wanted from mailboxes where player_id = %s", (ann.id,)).fetchone()
        return row == (False,)

    eventually(given_up)
    assert not box.to(address.replace("player", "nobody"))


def test_a_mail_program_ends_the_mails_at_a_press(base: str, own_database: str, box: Postbox, address: str) -> None:
    ann = Player(base)
    confirmed(ann, box, address)
    (mail,) = mailed(box, address)
    url = mail["List-Unsubscribe"].strip().strip("<>").replace("https://games.example", base)
    assert url.rpartition("/")[2] in text_of(mail)
    pressed = requests.post(url, data={"List-Unsubscribe": "One-Click"}, timeout=PATIENCE)
    assert pressed.status_code == 204
    assert body_of(ann.get("/me/notices"), 200)["email"] is None
    for code in ("none", "%00", "%FF", "%C3%A9"):
        assert Client(base).post(f"/unsubscriptions/{code}").status_code == 204


@pytest.mark.parametrize("place", ["header", "text"])
def test_a_reader_who_follows_the_link_of_a_mail_gets_a_page_with_one_button(
    base: str, box: Postbox, address: str, place: str
) -> None:
    ann = Player(base)
    confirmed(ann, box, address)
    (mail,) = mailed(box, address)
    found = re.search(r"https://games\.example/\S+$", text_of(mail).strip())
    assert found is not None
    link = {"header": mail["List-Unsubscribe"].strip().strip("<>"), "text": found[0]}[place]
    page = requests.get(
        link.replace("https://games.example", base), headers={"Accept-Language": "uk"}, timeout=PATIENCE
    )
    assert (page.status_code, page.text.count("<button")) == (200, 1)
    assert "Більше не надсилати" in page.text
    assert body_of(ann.get("/me/notices"), 200)["email"] == address
    pressed = requests.post(page.url, timeout=PATIENCE)
    assert pressed.status_code == 200
    assert "<button" not in pressed.text
    assert body_of(ann.get("/me/notices"), 200)["email"] is None


def test_another_address_is_to_be_confirmed_again_and_null_forgets_it(
    base: str, own_database: str, box: Postbox, address: str
) -> None:
    ann = Player(base)
    confirmed(ann, box, address)
    assert put(ann, address, digest_minutes=7)["confirmed"]
    assert not put(ann, f"new-{address}")["confirmed"]
    assert put(ann, None)["email"] is None
    assert address not in dump(own_database)


def test_a_deleted_player_has_no_mail_address_and_no_webhook(
    base: str, own_database: str, box: Postbox, address: str
) -> None:
    ann = Player(base, "Ann")
    confirmed(ann, box, address)
    ann.post("/webhooks", {"url": "https://1.1.1.1/of-ann", "games": [ann.new_game()]})
    kinds = ann.get("/me/export").text
    assert address in kinds
    assert "of-ann" in kinds
    assert "of-ann" in dump(own_database)
    assert ann.delete("/me?confirm=Ann").status_code == 204
    assert address not in dump(own_database)
    assert "of-ann" not in dump(own_database)


def dump(database_url: str) -> str:
    """What the tables hold in which addresses could stand."""
    with psycopg.connect(database_url) as session:
        rows = [session.execute(f"select t::text from {name} t").fetchall() for name in ("mailboxes", "webhooks")]
    return str(rows)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"email": "nobody"},
        {"email": "a@b\r\nBcc: c@d.example"},
        {"email": "ä@example.org"},
        {"email": "x" * 250 + "@example.org"},
        {"email": "a@example.org", "digest_minutes": 0},
        {"email": "a@example.org", "digest_minutes": 10_081},
        {"email": "a@example.org", "language": "fr"},
        {"email": "a@example.org", "confirmed": True},
        {"email": None, "reminder_minutes": 4},
        {"email": None, "quiet_hours": {"from": "22:00", "until": "22:00", "zone": "UTC"}},
        {"email": None, "quiet_hours": {"from": "24:00", "until": "07:00", "zone": "UTC"}},
        {"email": None, "quiet_hours": {"from": "22:00", "until": "07:00", "zone": "Nowhere/At_all"}},
        {"email": None, "quiet_hours": {"from": "22:00", "until": "07:00"}},
    ],
)
def test_an_invalid_mail_address_is_refused(base: str, body: dict[str, Any]) -> None:
    assert Player(base).send("PUT", "/me/notices", json=body).status_code == 422


def test_missing_mail_settings_are_reported(served: str) -> None:
    refused = Player(served).send("PUT", "/me/notices", json={"email": "ann@example.org"})
    assert body_of(refused, 409)["code"] == "no-mail"


def test_a_password_is_not_sent_in_the_clear(box: Postbox) -> None:
    url = box.url.replace("smtp://", "smtp://ann:secret@")
    postman = Mailer.of(Config(smtp_url=url, mail_from="games@games.example"))
    assert postman is not None
    before = len(box.mails)
    with pytest.raises(NotSent):
        postman.send(Mail("ann@example.org", "subject", "text"))
    assert len(box.mails) == before
    with suppress(NotSent):
        Mailer("smtp://127.0.0.1:1", "games@games.example").send(Mail("ann@example.org", "subject", "text"))


def test_invitations_of_a_while_are_one_mail_whoever_sends_them(
    base: str, own_database: str, box: Postbox, address: str
) -> None:
    ben, senders = Player(base, "Ben"), [Player(base, f"Sender {number}") for number in range(3)]
    confirmed(ben, box, address)
    first = senders[0].new_game()
    body_of(senders[0].post(f"/games/{first}/invites", {"player": ben.id}), 201)
    assert "Sender 0" in text_of(mailed(box, address, 2)[1])
    for each in senders:
        for _ in range(4):
            body_of(each.post(f"/games/{each.new_game()}/invites", {"player": ben.id}), 201)
    with psycopg.connect(own_database, autocommit=True) as session:
        session.execute(
            "update buckets set at = at - interval '30 minutes' where rule = 'invitation-notices' and subject = %s",
            (ben.id,),
        )
    text = text_of(mailed(box, address, 3)[2])
    assert text.startswith("Invitations: 12\n")
    assert [f"Sender {number} (@" in text for number in range(3)] == [True] * 3
    assert text.count("https://games.example/play#/game/") == 10


@pytest.fixture(scope="module")
def limited_database(database_url: str) -> Iterator[str]:
    with created(database_url) as url:
        yield url


@pytest.fixture(scope="module")
def limited(serve: Serve, limited_database: str, box: Postbox) -> str:
    """A service that limits rates."""
    settings = {"SMTP_URL": box.url, "MAIL_FROM": "games@games.example", "RATE_LIMITS": "yes"}
    return serve(DATABASE_URL=limited_database, **settings)


def test_an_address_gets_one_code_an_hour_over_all_accounts_and_spellings(limited: str, box: Postbox) -> None:
    spellings = ("a.victim@example.org", "a.victim@example.org", "A.Victim+1@Example.org", "avictim+2@example.org")
    for each in spellings:
        put(Player(limited), each)
    quoted = Player(limited).send("PUT", "/me/notices", json={"email": '"a.vic\\tim"@example.org'})
    assert "quotation" in body_of(quoted, 422)["errors"]["email"][0]
    put(Player(limited), "another@example.org")
    mailed(box, "another@example.org")
    assert sum(len(box.to(each)) for each in {*spellings}) == 1


def test_a_code_that_a_stranger_wanted_keeps_nobody_from_their_own(
    limited: str, limited_database: str, box: Postbox, address: str
) -> None:
    stranger, owner, another = (Player(limited, name) for name in ("Mallory", "Ann", "Eve"))
    put(stranger, address)
    (first,) = mailed(box, address)
    assert f"@{stranger.handle}" in text_of(first)
    put(owner, address)
    put(another, address)
    put(stranger, None)
    put(stranger, address)
    with psycopg.connect(limited_database, autocommit=True) as session:
        eventually(lambda: session.execute(f"{WAITING} and code_after > now()", (address,)).fetchone() == (3,))
        assert len(box.to(address)) == 1
        for times, player in ((2, owner), (3, another)):
            session.execute("update buckets set at = at - interval '1 hour' where rule = 'code-mails'")
            session.execute("update mailboxes set code_after = now() where code_after is not null")
            mail = mailed(box, address, times)[-1]
            assert f"@{player.handle}" in text_of(mail)
            body_of(stranger.post("/me/notices/confirmation", {"code": code_in(mail)}), 422)
            assert body_of(player.post("/me/notices/confirmation", {"code": code_in(mail)}), 200)["confirmed"]


WAITING = "select count(*) from mailboxes where code_wanted and address = %s"


def test_nothing_in_a_mail_reads_like_an_address_that_another_player_has_chosen(
    base: str, own_database: str, box: Postbox, address: str
) -> None:
    ann, ben = Player(base, "Eve"), Player(base, "Ben")
    give_name(own_database, ann.id, "evil.example/login")
    confirmed(ben, box, address)
    game = ann.new_game(title="Claim at www.prize.example now")
    body_of(ann.post(f"/games/{game}/invites", {"player": ben.id}), 201)
    invitation = text_of(mailed(box, address, 2)[1])
    body_of(ann.sit(game), 201)
    body_of(ben.sit(game), 201)
    body_of(ann.act(game, {"type": "resign"}), 201)
    gathered(own_database, ben, game, ben.see(game)["version"])
    digest_is_due(own_database, ben)
    digest = text_of(mailed(box, address, 3)[2])
    for text in (invitation, digest):
        assert "Claim at … now" in text
        assert "evil.example" not in text
        assert "prize.example" not in text
        assert f"https://games.example/play#/game/{game}" in text


def test_a_mail_is_one_that_every_server_takes_whatever_its_length_and_language() -> None:
    stop = f"https://games.example/a/long/path/v1/unsubscriptions/{'a' * 32}"
    game = "01a219ec-994f-73a7-b8ed-63fe6e9116c9"
    subject, text = "Cartulary: Код для подтверждения адреса и ещё немного", "Привет " * 300
    with postbox() as listening:
        mailer = Mailer(listening.url, "Games <games@a-long-name-of-a-domain.games.example>")
        for thread in (game, game, None):
            mailer.send(Mail("ann@example.org", subject, text, stop, thread))
        first, second, other = listening.mails
    assert first["References"] == second["References"] == f"<game.{game}@a-long-name-of-a-domain.games.example>"
    assert other["References"] is None
    assert (first["Subject"], first["List-Unsubscribe"]) == (subject, f"<{stop}>")
    assert first.get_content().strip() == text.strip()
