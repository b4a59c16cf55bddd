"""What callers send stays out of the log, whatever comes of it."""

import secrets
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tests.service.client import Client, Player, body_of
from tests.service.conftest import eventually, service


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def canary() -> str:
    """What nothing else would write."""
    return f"canary{secrets.token_hex(8)}"


def test_no_token_text_code_or_password_is_ever_logged(own_database: str, log: Path) -> None:
    password = canary()
    address = make_conninfo(own_database, password=password) if "password" not in conninfo_to_dict(own_database) else ""
    kept = [password] if address else []
    with service({"DATABASE_URL": address or own_database, "LOG_LEVEL": "debug"}, log) as url:
        kept += everything_said(url)
    written = log.read_text()
    assert [each for each in kept if each in written] == []


def everything_said(url: str) -> list[str]:
    """Send secrets wherever something can be sent, in requests that succeed and that fail; what they are."""
    name, text, key, code, field = (canary() for _ in range(5))
    entropy = secrets.token_hex(32)
    ann, ben = Player(url, name), Player(url)
    game = ann.new_game(private=True)
    body_of(ann.post(f"/games/{game}/seats", {"entropy": entropy}), 201)
    invite = str(body_of(ann.post(f"/games/{game}/invites"), 201)["code"])
    body_of(ben.sit(game, seat=1, invite=invite), 201)
    body_of(ann.post(f"/games/{game}/chat", {"text": text}, headers={"Idempotency-Key": key}), 201)
    assert ann.send("PUT", f"/games/{game}/notes/1", json={"text": text}).status_code == 200
    assert ann.get(f"/games/{game}?invite={code}").status_code == 200
    assert ann.post(f"/games/{game}/actions", {"type": field}).status_code == 422
    broken = f'{{"{field}'.encode()
    assert ann.send("POST", f"/games/{game}/actions", data=broken).status_code in (400, 415)
    assert Client(url, f"cart_{code}").get("/me").status_code == 401
    hook = body_of(ann.post("/webhooks", {"url": f"https://1.1.1.1/{code}", "games": [game]}), 201)
    body_of(ann.act(game, {"type": "resign"}), 201)
    eventually(lambda: ann.get(f"/webhooks/{hook['id']}/deliveries").json()["deliveries"])
    return [name, text, key, code, field, entropy, invite, ann.token, ben.token, hook["secret"]]
