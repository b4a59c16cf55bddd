"""Web Push: messages that only one browser can read, and whose sender its push service knows."""

import time
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from joserfc import jwt
from joserfc.jwk import ECKey

from cartulary_service.config import Config
from cartulary_service.subjects.notices.web_push import (
    Browser,
    PushKey,
    decode,
    encode,
    encrypt,
    encrypt_with,
    point_of,
)
from tests.service.client import Player, body_of
from tests.service.push_browser import PushBrowser

# The example of RFC 8291, appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_a_message_is_encrypted_as_the_standard_shows() -> None:
    sender = ec.derive_private_key(int.from_bytes(decode(SENDER)), ec.SECP256R1())
    assert encode(encrypt_with(TEXT, Browser.read(KEY, AUTH), sender, decode(SALT))) == MESSAGE


@pytest.mark.parametrize("length", [0, 1, 3_993])
def test_only_the_browser_reads_a_message_and_no_two_are_alike(length: int) -> None:
    browser, other = PushBrowser(), PushBrowser()
    text, to = b"x" * length, Browser.read(browser.keys["p256dh"], browser.keys["auth"])
    message = encrypt(text, to)
    assert len(message) <= 4_096
    assert browser.read(message) == text
    assert message != encrypt(text, to)
    with pytest.raises(InvalidTag):
        other.read(message)


def test_a_push_service_knows_the_sender_by_a_key_that_stays(tmp_path: Path) -> None:
    config = Config(keys_dir=tmp_path, public_url="https://games.example")
    key = PushKey(config)
    (scheme, token), (_, shown) = (
        part.strip().split("=", 1) for part in key.headers("https://push.example:8443/x/y")["Authorization"].split(",")
    )
    assert (scheme, shown) == ("vapid t", key.public)
    public = ECKey.import_key(ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(shown)))
    read = jwt.decode(token, public, algorithms=["ES256"])
    claims: dict[str, Any] = read.claims
    assert (claims["aud"], claims["sub"]) == ("https://push.example:8443", "https://games.example")
    assert time.time() < claims["exp"] <= time.time() + 86_400
    assert PushKey(config).public == key.public
    assert (tmp_path / "push.key").stat().st_mode & 0o077 == 0


def test_the_key_is_shown_to_anybody_as_browsers_take_it(served: str) -> None:
    key = body_of(Player(served).get("/push-key"), 200)["key"]
    assert len(decode(key)) == 65
    assert decode(key)[0] == 4


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"keys": None},
        {"keys": {"p256dh": KEY}},
        {"keys": {"p256dh": KEY[:-4], "auth": AUTH}},
        {"keys": {"p256dh": KEY, "auth": AUTH[:-4]}},
        {"keys": {"p256dh": encode(bytes(65)), "auth": AUTH}},
        {"keys": {"p256dh": "ä", "auth": AUTH}},
        {"format": "slack", "keys": {"p256dh": KEY, "auth": AUTH}},
    ],
)
def test_a_subscription_without_good_keys_is_refused(served: str, wish: dict[str, Any]) -> None:
    refused = Player(served).post("/webhooks", {"url": "https://1.1.1.1/push", "format": "push"} | wish)
    assert "keys" in body_of(refused, 422)["errors"]


def test_a_subscription_keeps_its_keys_to_itself_until_it_becomes_another_webhook(served: str) -> None:
    ann, browser = Player(served), PushBrowser()
    made = body_of(ann.post("/webhooks", browser.subscription("https://1.1.1.1/push")), 201)
    assert browser.keys["auth"] not in ann.get("/webhooks").text
    path = f"/webhooks/{made['id']}"
    assert ann.send("PATCH", path, json={"format": "push"}).status_code == 422
    assert body_of(ann.send("PATCH", path, json={"format": "ntfy"}), 200)["format"] == "ntfy"


def test_a_key_is_made_once_however_many_ask_for_it(tmp_path: Path) -> None:
    config = Config(keys_dir=tmp_path)
    keys = [PushKey(config) for _ in range(5)]
    assert len({each.public for each in keys}) == 1
    assert len(point_of(keys[0].private)) == 65
