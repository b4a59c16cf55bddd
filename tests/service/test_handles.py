"""Handles tell apart players whose names are the same or look alike, and reserved names are nobody's."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest

from cartulary_service.api.schemas.message_schemas import PlayerReference
from cartulary_service.contract.paths import parameters
from cartulary_service.players import handles
from cartulary_service.players.skeletons import skeleton
from cartulary_service.subjects import OPERATIONS
from tests.service.client import Client, Player, Table, body_of
from tests.service.conftest import eventually

RACERS = 12


def registered(base: str, name: str, handle: str | None = None) -> dict[str, Any]:
    """A new player's registration."""
    return body_of(Client(base).post("/players", {"name": name} | ({"handle": handle} if handle else {})), 201)


@pytest.mark.parametrize(
    "name",
    [
        "Bot (greedy)",
        "bot greedy",
        "B\u043et (greedy)",
        "BOT (RANDOM)",
        "Bot (greedy) 2",
        "Deleted player",
        "DELETED PLAYER",
        "D\u0435leted\u00a0pl\u0430yer",
        "Operator",
        "0perator",
        "o p e r a t o r",
        "Оператор",
        "운영자",
        "AdmIn",
        "cartulary official",
        "AdminSupport",
    ],
)
def test_a_reserved_name_is_refused_as_a_name_and_as_a_handle(served: str, name: str) -> None:
    refused = body_of(Client(served).post("/players", {"name": name}), 422)
    assert refused["code"] == "reserved-name"
    assert "Choose another" in refused["detail"]
    slug = handles.slug(name)
    assert body_of(Client(served).post("/players", {"name": "Ada", "handle": slug}), 422)["type"] == refused["type"]


def test_a_name_that_looks_reserved_because_of_its_capitals_is_refused(served: str) -> None:
    for name in ("\u0412\u041e\u0422 (search-1)", "R00T"):
        assert body_of(Client(served).post("/players", {"name": name}), 422)["code"] == "reserved-name"


@pytest.mark.parametrize("name", ["Bot (ismcts)", "B\u043et [2]", "Admin (Boris)", "\ubd07\uff08x\uff09"])
def test_a_reserved_name_with_something_in_brackets_is_refused(served: str, name: str) -> None:
    assert body_of(Client(served).post("/players", {"name": name}), 422)["code"] == "reserved-name"


@pytest.mark.parametrize(
    "name", ["Bottas", "Operetta", "Abbot", "Botond", "Rootbeer", "Ada (bot)", "Mark the operator", "Roberta"]
)
def test_a_name_that_only_begins_or_ends_like_a_reserved_one_is_taken(served: str, name: str) -> None:
    assert registered(served, name)["name"] == name


FOREIGN = [
    "The Cartulary",
    "Cartulary Team",
    "My Cartu-lary app",
    "Car\u1e6dulary",
    "Carțulary",
    "C\u0430rtulary.",
    "Official app",
    "App: \u041efficial",
    "Game Support",
    "Ȧdmin Boris",
    "Официальный клиент",
    "evil.com/login",
    "https://evil",
    "Ada ada@evil.example",
    "mailto:x@y",
    "TEL:+4900 tel:4900",
    "skype:evil",
    "localhost:80",
    "skype\uff1aevil",
    "//evil/login",
    "\uff0f\uff0fevil",
    "[::1]",
    "[2001:db8::1]",
    "evil\u2027com/login",
    "evil\u0589com",
    "evil\ufe52com",
    "evil\u06d4com",
    "evil\u1362com",
    "evil\u00b7com",
    "evil\u02d9com",
    "evil\u22c5com",
    "evil\u2022com",
    "evil(.)com",
    "evil [.] com",
    "evil (dot) com",
    "tel:+49",
    "http evil",
    "Ada hxxps evil",
    "www evil com",
    "Car\u0442ulary",
    "\u0441ar\u0442ulary app",
]


@pytest.mark.parametrize("name", FOREIGN)
def test_no_player_and_no_program_is_called_like_the_service_or_like_an_address(served: str, name: str) -> None:
    program = {"client_name": name, "redirect_uris": ["https://program.example/done"]}
    refused = [
        Client(served).post("/players", {"name": name}),
        Player(served).send("PATCH", "/me", json={"name": name}),
        Client(served).post("/oauth/clients", program),
    ]
    assert [each.status_code for each in refused[:2]] == [422, 422]
    assert {each.json()["code"] for each in refused[:2]} == {"reserved-name"}
    assert refused[2].status_code in (400, 422)


@pytest.mark.parametrize(
    "name",
    [
        "J. R. Tolkien",
        "Zoë",
        "Supporter",
        "O'Hara Jr.",
        "Анна",
        "Unofficial",
        "Ada, Staffa",
        "Charter 2.0",
        "Ada: 12:30",
        "Gal\u00b7la",
        "St. Mary",
        "J. R. R. Tolkien",
        "J.R.R. Tolkien",
        "v1.2",
        "6\u00b77\u00b78\u00b79",
        "\uc2dc\uacc4\u00b7\ubc29\ud5a5",
        "Ada \u00b7 Ben",
        "\u30b8\u30e7\u30f3\u30fb\u30b9\u30df\u30b9",
        "Ada :)",
        "Polka (dots)",
        "Ada (Dr.)",
        "Тарту",
    ],
)
def test_an_ordinary_name_is_taken(served: str, name: str) -> None:
    assert registered(served, name)["name"] == name


def test_two_players_of_one_name_get_different_handles_that_say_it(served: str) -> None:
    one, other = registered(served, "Ada Lovelace"), registered(served, "Ada Lovelace")
    assert one["handle"] == "ada-lovelace"
    assert other["handle"].startswith("ada-lovelace-")


@pytest.mark.parametrize(("name", "handle"), [("Ганна", "ганна"), ("안나", "안나"), ("O'Hara; --", "o-hara")])
def test_a_handle_keeps_the_script_of_the_name(served: str, name: str, handle: str) -> None:
    assert registered(served, name)["handle"].startswith(handle)


@pytest.mark.parametrize("name", ["🂡", "<>", "!!!"])
def test_a_name_without_letters_is_enough_to_begin(served: str, name: str) -> None:
    assert registered(served, name)["handle"].startswith("player-")


@pytest.mark.parametrize("handle", ["x.y.z.ru", "www.evil", "evil.com", "a.www", "EVIL.Org"])
def test_no_handle_is_like_an_address(served: str, handle: str) -> None:
    refused = Client(served).post("/players", {"name": "Ada", "handle": handle})
    assert body_of(refused, 422)["code"] == "reserved-name"
    assert Player(served).send("PATCH", "/me", json={"handle": handle}).status_code == 422


@pytest.mark.parametrize("handle", ["st.mary", "j.r.r.tolkien", "v1.2", "dr.who", "wwwilliam"])
def test_an_ordinary_handle_is_taken(served: str, handle: str) -> None:
    wish = f"{handle}{uuid4().hex[:6]}"
    assert registered(served, "Ada", wish)["handle"] == wish


def test_a_chosen_handle_is_kept_in_small_letters_and_is_nobody_elses(served: str) -> None:
    assert registered(served, "Grace", "@Grace.Hopper")["handle"] == "grace.hopper"
    for like in ("grace.hopper", "GRACE-HOPPER", "gr\u0430cehopper", "grace.h\u043epper"):
        refused = body_of(Client(served).post("/players", {"name": "Eve", "handle": like}), 409)
        assert refused["code"] == "handle-taken"
        assert "Choose another" in refused["detail"]


@pytest.mark.parametrize("handle", ["", " ", "a b", "-a", "a-", "a--b", "a:b", "a@b", "x" * 31, "\u3164", "🂡", 5])
def test_a_handle_that_cannot_be_written_in_a_sentence_is_refused(served: str, handle: Any) -> None:
    refused = body_of(Client(served).post("/players", {"name": "Eve", "handle": handle}), 422)
    assert refused["errors"]["handle"]


def test_concurrent_requests_for_a_handle_grant_it_once(served: str) -> None:
    def want(_: int) -> int:
        return Client(served).post("/players", {"name": "Eve", "handle": "everybodys"}).status_code

    with ThreadPoolExecutor(RACERS) as many:
        answers = sorted(many.map(want, range(RACERS)))
    assert answers == [201] + [409] * (RACERS - 1)


def test_concurrent_registrations_by_one_name_get_different_handles(served: str) -> None:
    with ThreadPoolExecutor(RACERS) as many:
        found = list(many.map(lambda _: registered(served, "Everybody")["handle"], range(RACERS)))
    assert len({skeleton(each) for each in found}) == RACERS
    assert "everybody" in found


def test_the_handle_stands_wherever_a_player_is_named(served: str) -> None:
    ann, ben = Player(served, "Ann"), Player(served, "Ann")
    table = Table.of(served, players=(ann, ben))
    said = body_of(ben.post(f"/games/{table.game}/chat", {"text": "Hello."}), 201)
    assert ann.send("PUT", f"/me/mutes/{ben.id}").status_code == 204
    until = "2100-01-01T00:00:00Z"
    given = body_of(ann.post("/me/delegations", {"player": ben.id, "until": until}), 201)
    own = [body_of(each.get("/me"), 200)["handle"] for each in (ann, ben)]
    assert len(set(own)) == 2
    shown = {"id": ben.id, "name": "Ann", "handle": own[1], "bot": False}
    assert [each["player"]["handle"] for each in table.see()["seats"]] == own
    lobby = body_of(ann.get(f"/games?player={ben.id}"), 200)["games"][0]
    assert lobby["seats"][1]["player"] == said["author"] == shown
    assert body_of(ann.get("/me/mutes"), 200)["mutes"][0]["player"] == shown
    assert (given["owner_handle"], given["delegate_handle"]) == (own[0], own[1])
    export = ann.get("/me/export").content.decode()
    assert all(f'"{each}"' in export for each in own)
    ann.act(table.game, {"type": "resign"})
    rematch = body_of(ann.post(f"/games/{table.game}/rematch"), 201)
    assert rematch["reserved"][1] == shown


@pytest.mark.parametrize("other", ["Twin", "Tw\u0456n", "twin."])
def test_in_sentences_players_whose_names_look_alike_are_told_apart(served: str, other: str) -> None:
    table = Table.of(served, players=(Player(served, other), Player(served, "Twin")))
    table.act(0, {"type": "resign"})
    handle = table.see()["seats"][1]["player"]["handle"]
    text = table.visitor.get(f"/games/{table.game}", headers={"Accept": "text/plain"}).text
    assert f"Twin (@{handle})" in text
    since = table.players[1].get(f"/games/{table.game}/since").text
    assert f"Twin (@{handle})" in since


def test_the_handle_of_a_deleted_player_stays_closed(served: str) -> None:
    ann, ben = Player(served, "Gone soon"), Player(served, "Ben")
    table = Table.of(served, players=(ann, ben))
    handle = body_of(ann.get("/me"), 200)["handle"]
    assert ann.delete("/me?confirm=Gone soon").status_code == 204
    lobby = body_of(ben.get(f"/games?player={ben.id}"), 200)["games"][0]
    assert lobby["id"] == table.game
    assert lobby["seats"][0]["player"] == {"id": ann.id, "name": "Deleted player", "handle": None, "bot": False}
    assert Client(served).post("/players", {"name": "Eve", "handle": handle}).status_code == 409
    assert ben.send("PATCH", "/me", json={"handle": f"@{handle.upper()}"}).status_code == 409
    assert registered(served, "Gone soon")["handle"] != handle


@pytest.mark.parametrize(
    "name",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0d05\u0d35\u0d28\u0d4d\u200d",
        "\u09b0\u200d\u09cd\u09af\u09be\u09ac",
        "Ann \U0001f469\U0001f3fd\u200d\U0001f4bb",
        "\U0001f3f3\ufe0f\u200d\U0001f308 Ann",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Ann",
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    ],
)
def test_joiners_and_the_tags_of_flags_are_letters_of_names_and_chats_where_scripts_and_emoji_want_them(
    served: str, name: str
) -> None:
    made = registered(served, name)
    assert made["name"] == name
    assert not {*"\u200c\u200d"} & {*made["handle"]}
    table = Table.of(served, 2)
    body_of(table.players[0].post(f"/games/{table.game}/chat", {"text": name}), 201)
    assert body_of(table.players[1].get(f"/games/{table.game}/chat"), 200)["messages"][0]["text"] == name
    found = body_of(table.players[0].get("/players", params={"handle": made["handle"]}), 200)["players"]
    assert made["id"] in [each["id"] for each in found]


@pytest.mark.parametrize(
    "name",
    [
        *("An\u200dn", "\u200dAnn", "Ann\u200c", "club\u200d.example", "\u0645\u200c\u200c\u0645"),
        *("Ann\U000e0067\U000e007f", "Ann\U000e0067\U000e0062\U000e0065\U000e007f"),
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067",
        "\U0001f3f4\U000e0020\U000e0041\U000e0021\U000e007f",
        "\U0001f3f4" + "\U000e0061" * 20 + "\U000e007f",
    ],
)
def test_a_joiner_or_tag_that_shapes_nothing_is_no_letter(served: str, name: str) -> None:
    refused = body_of(Client(served).post("/players", {"name": name}), 422)
    assert "control characters" in str(refused["errors"])


def test_a_joiner_hides_no_address_in_a_name(served: str) -> None:
    name = "\u0645\u200c.com"
    assert body_of(Client(served).post("/players", {"name": name}), 422)["type"].endswith("reserved-name")


@pytest.mark.parametrize(
    ("name", "handle"),
    [
        ("\u2764\ufe0f", "player"),
        ("\u2764\ufe0f love-of-it", "love-of-it"),
        ("1\ufe0f\u20e3 one-of-it", "1-one-of-it"),
        ("\u2764\u0301 accent", "accent"),
        ("\u845b\U000e0100\u57ce-of-it", "\u845b\u57ce-of-it"),
        ("s\u0336t\u0336ruck-of-it", "struck-of-it"),
        ("\u0928\u0940\u0932\u092e", "\u0928\u0940\u0932\u092e"),
        ("Pene\u0301lope of-it", "pen\u00e9lope-of-it"),
    ],
)
def test_what_is_no_letter_or_digit_gets_into_no_handle_made_from_a_name(served: str, name: str, handle: str) -> None:
    made = registered(served, name)
    assert made["handle"].startswith(handle)
    me = Client(served, made["token"])
    found = body_of(me.get("/players", params={"handle": made["handle"]}), 200)["players"]
    assert made["id"] in [each["id"] for each in found]


@pytest.mark.parametrize("handle", ["\u2764\ufe0f", "\ufe0f", "1\ufe0f\u20e3", "\u0301acute", "ann-\u0301", "s\u0336"])
def test_a_handle_of_marks_without_letters_is_refused(served: str, handle: str) -> None:
    refused = body_of(Client(served).post("/players", {"name": "Ann", "handle": handle}), 422)
    assert "letters and digits" in str(refused["errors"])


def test_a_variation_selector_falls_out_of_a_chosen_handle(served: str) -> None:
    assert registered(served, "Ann", "sun\ufe0fny-1")["handle"] == "sunny-1"


def test_a_greek_handle_is_found_with_the_sigma_at_its_end_typed_in_either_way(served: str) -> None:
    made = registered(served, "\u03a0\u03b5\u03c1\u03b9\u03ba\u03bb\u1fc6\u03c2")
    me = Client(served, made["token"])
    for typed in (made["handle"], made["handle"].replace("\u03c3", "\u03c2"), made["handle"].upper()):
        found = body_of(me.get("/players", params={"handle": typed}), 200)["players"]
        assert made["id"] in [each["id"] for each in found]


def test_a_handle_made_from_a_turkish_name_can_be_typed(served: str) -> None:
    made = registered(served, "\u0130stanbul")
    assert made["handle"].startswith("istanbul")
    me = Client(served, made["token"])
    found = body_of(me.get("/players", params={"handle": "\u0130STANBUL"}), 200)["players"]
    assert made["id"] in [each["id"] for each in found]


def test_a_bot_has_a_handle_of_its_own_that_no_person_can_take(served: str) -> None:
    ann = Player(served)
    game = ann.new_game(3)
    ann.sit(game, seat=0)
    for seat in (1, 2):
        body_of(ann.sit(game, seat=seat, bot="greedy"), 201)
    bots = [each["player"]["handle"] for each in ann.see(game)["seats"][1:]]
    assert len(set(bots)) == 2
    for bot in bots:
        assert bot.startswith("bot:greedy-")
        for like in (bot, bot.replace(":", "-"), bot.replace(":", "")):
            assert Client(served).post("/players", {"name": "Eve", "handle": like}).status_code == 422


def test_a_name_that_shows_nothing_is_refused(served: str) -> None:
    for name in ("\u3164", "\u2800\u2800", "\u3164 \u3164"):
        assert body_of(Client(served).post("/players", {"name": name}), 422)["errors"]["name"]


def test_a_handle_names_its_player_in_addresses_and_filters(served: str) -> None:
    ann, ben = Player(served, "Ann"), Player(served, "Ben")
    table = Table.of(served, players=(ann, ben))
    ann.act(table.game, {"type": "resign"})
    nobody = Client(served)
    eventually(lambda: found_by(nobody, f"winner={ben.id}") == [table.game])
    for named in (ben.handle, ben.handle.upper(), f"@{ben.handle}", ben.id.upper()):
        assert body_of(nobody.get(f"/players/{named}"), 200)["id"] == ben.id
        assert [each["id"] for each in body_of(nobody.get(f"/games?player={named}"), 200)["games"]] == [table.game]
        assert found_by(nobody, f"winner={named}&player={ann.handle}") == [table.game]
    assert ann.send("PUT", f"/me/mutes/{ben.handle}", json={}).status_code == 204
    assert [each["player"]["id"] for each in body_of(ann.get("/me/mutes"), 200)["mutes"]] == [ben.id]
    assert ann.send("DELETE", f"/me/mutes/{ben.handle}").status_code == 204


def found_by(client: Client, question: str) -> list[str]:
    return [each["id"] for each in body_of(client.get(f"/archive?{question}"), 200)["games"]]


@pytest.mark.parametrize("handle", ["nobody-has-this", "%00", "..%00", "%FF"])
def test_a_handle_that_nobody_has_is_told(served: str, handle: str) -> None:
    ann = Player(served, "Ann")
    for path in ("/players/{}", "/me/mutes/{}", "/me/organisers/{}"):
        method = "GET" if path.startswith("/players") else "DELETE"
        assert ann.send(method, path.format(handle)).status_code == 404
    for question in ("/games?player={}", "/archive?player={}", "/archive?winner={}"):
        assert {*body_of(ann.get(question.format(handle)), 422)["errors"]} <= {"player", "winner"}


def test_whatever_address_or_filter_names_a_player_takes_a_handle() -> None:
    named = [
        each
        for operation in OPERATIONS
        for each in parameters(operation)
        if isinstance(each, dict) and each.get("name") in ("player", "winner")
    ]
    assert len(named) == 5
    queries = [operation.query().fields for operation in OPERATIONS]
    filters = [fields[name] for fields in queries for name in ("player", "winner") if name in fields]
    assert len(filters) == 3
    assert all(each["schema"] == {"type": "string"} for each in named)
    assert all(isinstance(each, PlayerReference) for each in filters)
