"""What callers send stays out of the log, whatever comes of it."""

import json
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import requests
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tests.patience import PATIENCE
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
    with service({"DATABASE_URL": address or own_database, "WORKERS": "1", "LOG_LEVEL": "debug"}, log) as url:
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


TRACE = "0af7651916cd43dd8448eb211c80319c"


def test_a_line_of_the_log_names_its_request_and_trace_and_so_does_the_answer(own_database: str, log: Path) -> None:
    trace = {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"}
    with service({"DATABASE_URL": own_database, "WORKERS": "1", "LOG_LEVEL": "info"}, log) as url:
        mine = Client(url).get("/catalogue", headers={"X-Request-Id": "mine-1", **trace}).headers["X-Request-Id"]
        made = Client(url).get("/catalogue/chess").headers["X-Request-Id"]
    said = {each["request"]: each for each in map(json.loads, lines_of_json(log)) if "request" in each}
    assert mine == "mine-1"
    assert said[mine] | {"trace": TRACE, "operation": "catalogue.list_catalogue", "status": 200} == said[mine]
    assert said[made]["status"] == 404
    assert "trace" not in said[made]
    assert made != mine


def lines_of_json(log: Path) -> list[str]:
    """The lines of the service, without those of gunicorn."""
    return [line for line in log.read_text().splitlines() if line.startswith("{")]


@pytest.mark.parametrize("id", ["", "a b", "x" * 65, "id\u00e9", "cart_0123456789", 'a"b'])
def test_an_id_that_is_not_well_formed_is_replaced(served: str, id: str) -> None:
    answered = requests.get(f"{served}/healthz", headers={"X-Request-Id": id.encode()}, timeout=PATIENCE)
    assert re.fullmatch("[0-9a-f]{16}-[0-9]+", answered.headers["X-Request-Id"])


def test_every_answer_has_an_id_of_its_own(served: str) -> None:
    paths = ("/v1/catalogue", "/v1/catalogue", "/v1/me", "/nowhere", "/play")
    ids = [requests.get(served + path, timeout=PATIENCE).headers["X-Request-Id"] for path in paths]
    assert len({*ids}) == len(paths)


# A worker without a subject that signs does not wait for what may sign.
@pytest.mark.every_subject
def test_a_worker_that_waits_for_its_database_logs_as_all_else(own_database: str, log: Path, tmp_path: Path) -> None:
    with psycopg.connect(own_database, autocommit=True) as session:
        session.execute("create role half login password 'x'")
        session.execute("grant cartulary_public to half")
        half = make_conninfo(own_database, user="half", password="x")
        environment = os.environ | {"DATABASE_URL": half, "KEYS_DIR": str(tmp_path / "keys")}
        with log.open("w") as output:
            command = [sys.executable, "-m", "cartulary", "worker"]
            process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
        eventually(lambda: "Waiting for the database" in log.read_text())
        process.terminate()
        process.wait(PATIENCE)
        session.execute("drop role half")
    assert lines_of_json(log)
    others = [line for line in log.read_text().splitlines() if line not in lines_of_json(log)]
    assert [line for line in others if not line.startswith("cartulary: ")] == []


def test_what_the_pool_says_is_one_line_of_json_like_all_else() -> None:
    program = """
import logging
from cartulary_service import logs
logs.configure("info")
logging.getLogger("psycopg.pool").warning("error connecting:\\nconnection refused")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    (line,) = done.stderr.splitlines()
    assert json.loads(line)["words"] == "error connecting:\nconnection refused"
