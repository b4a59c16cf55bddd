"""The front that is recommended: what reaches the service through it, and what it answers by itself."""

import socket
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests

from cartulary_service.config import Config
from tests.faults.front import NoFront, front, program
from tests.patience import PATIENCE
from tests.service.conftest import Serve

FORGED = ("198.51.100.1", "198.51.100.2")


@pytest.fixture(scope="module")
def behind(serve: Serve, own_database: str) -> str:
    """A service that trusts one proxy, and lets one address make one player."""
    try:
        program()
    except NoFront as error:
        pytest.skip(str(error))
    settings = {"TRUSTED_PROXIES": "1", "RATE_LIMITS": "yes", "PLAYERS_PER_HOUR": "1", "HEARTBEAT_SECONDS": "3600"}
    return serve(DATABASE_URL=own_database, **settings)


@pytest.fixture(scope="module")
def fronted(behind: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    place = tmp_path_factory.mktemp("front")
    # Its workers, who are nobody, keep there what is too large for memory.
    for folder in (place, place.parent):
        folder.chmod(0o755)
    with front(place / "nginx", urlsplit(behind).port or 0) as port:
        yield f"http://127.0.0.1:{port}"


def register(base: str, address: str) -> int:
    headers = {"X-Forwarded-For": address}
    return requests.post(f"{base}/v1/players", json={"name": "Ann"}, headers=headers, timeout=PATIENCE).status_code


def test_nobody_chooses_his_address_behind_the_front(behind: str, fronted: str) -> None:
    assert [register(behind, address) for address in FORGED] == [201, 201]
    assert [register(fronted, address) for address in FORGED] == [201, 429]


def test_a_refusal_by_nginx_is_a_problem(fronted: str) -> None:
    response = requests.post(f"{fronted}/v1/players", data=b" " * (Config().max_body_bytes + 1), timeout=PATIENCE)
    assert response.status_code == 413
    require_problem(response)


def test_a_body_as_large_as_may_be_passes_the_front(fronted: str) -> None:
    response = requests.post(f"{fronted}/v1/games", data=b" " * Config().max_body_bytes, timeout=PATIENCE)
    assert response.status_code == 401


def test_nginx_says_when_to_retry_while_the_service_is_away(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    try:
        with front(tmp_path / "nginx", port, awaited=False) as at:
            response = answered(f"http://127.0.0.1:{at}/v1/catalogue")
    except NoFront as error:
        pytest.skip(str(error))
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "1"
    require_problem(response)


def answered(url: str) -> requests.Response:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return requests.get(url, timeout=PATIENCE)
        except requests.ConnectionError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def require_problem(response: requests.Response) -> None:
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["Server"] == "nginx"
    problem = response.json()
    assert (problem["type"], problem["status"]) == ("about:blank", response.status_code)
    assert problem["title"]
    assert problem["detail"].endswith(".")


def test_streams_come_through_the_front_at_once(fronted: str) -> None:
    headers = {"Accept": "text/event-stream"}
    with requests.get(f"{fronted}/v1/feed", headers=headers, stream=True, timeout=PATIENCE) as response:
        assert next(response.iter_content(1)), "the place where it begins, and no heartbeat for an hour"


def test_one_address_holds_no_more_streams_than_the_front_lets_it(fronted: str) -> None:
    asked = b"GET /v1/feed HTTP/1.1\r\nHost: here\r\nAccept: text/event-stream\r\n\r\n"
    where = urlsplit(fronted)
    wires = [socket.create_connection((where.hostname, where.port), timeout=PATIENCE) for _ in range(40)]
    try:
        said = []
        for wire in wires:
            wire.sendall(asked)
            said.append(wire.recv(12)[9:])
        assert {b"429"} < {*said} <= {b"200", b"429"}
    finally:
        for wire in wires:
            wire.close()
    assert requests.get(f"{fronted}/v1/catalogue", timeout=PATIENCE).status_code == 200


def test_the_front_counts_the_addresses_of_one_network_as_one_client(behind: str, tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path.parent):
        folder.chmod(0o755)
    with front(tmp_path / "nginx", urlsplit(behind).port or 0, addressed="X-Client") as port:

        def refused(addresses: Iterable[str]) -> bool:
            """Whether it refuses some of 300 openings of streams at once, each from another address."""
            with ThreadPoolExecutor(16) as pool:
                return 429 in pool.map(lambda address: opening(port, address), addresses)

        assert not refused(f"2001:db8:0:{each:x}::1" for each in range(300))
        assert refused(f"2001:db8:1:1::{each:x}" for each in range(300))


def opening(port: int, address: str) -> int:
    """Ask as for a stream, for what ends by itself."""
    headers = {"X-Client": address, "Accept": "text/event-stream"}
    return requests.get(f"http://127.0.0.1:{port}/v1/nothing", headers=headers, timeout=PATIENCE).status_code
