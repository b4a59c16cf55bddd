"""The command `cartulary mcp`, over stdio and over HTTP."""

from pathlib import Path
from typing import Any

import requests

from cartulary_mcp.command import mcp
from tests.commands import invoke
from tests.patience import PATIENCE
from tests.service.client import CARTA, Player, body_of
from tests.service.conftest import free_port
from tests.service.mcp.agent import over_http, over_stdio
from tests.service.mcp.conftest import Run
from tests.service.mcp.oauth_program import Consent


def test_a_player_over_stdio_is_the_same_after_a_restart(served: str, folder: Path, run: Run) -> None:
    async def ask(name: str) -> Any:
        async with over_stdio(served, folder, name) as agent:
            return await agent.call("who_am_i")

    first = run(ask("Model"))
    assert first["name"] == "Model"
    assert run(ask("Another name")) == first
    (token,) = folder.rglob("token")
    assert token.stat().st_mode & 0o077 == 0


def test_a_token_of_a_player_takes_the_place_of_a_new_one(served: str, folder: Path, run: Run) -> None:
    ada = Player(served, "Ada")

    async def ask() -> Any:
        async with over_stdio(served, folder, "Nobody", "--token", str(ada.token)) as agent:
            return await agent.call("who_am_i")

    assert run(ask())["handle"] == ada.handle


def test_players_of_one_server_over_http_see_their_own_hands_alone(served: str, address: str, run: Run) -> None:
    ada, boris = Player(served, "Ada"), Player(served, "Boris")

    async def look() -> None:
        async with (
            over_http(address, Consent(ada).sign_in(address)) as one,
            over_http(address, Consent(boris).sign_in(address)) as other,
        ):
            table = (await one.call("open_table", game=CARTA))["table"]
            await other.call("join_table", table=table)
            assert "You: Ada" in await one.call("read_table", table=table)
            text = await other.call("read_table", table=table)
            assert "You: Boris" in text
            assert "Ada\n  Hand: hidden" in text

    run(look())


def test_a_call_without_a_good_token_is_told_where_to_sign_in(served: str, address: str) -> None:
    for headers in ({}, {"Authorization": "Bearer nonsense"}):
        refused = requests.post(address, json={}, headers=headers, timeout=PATIENCE)
        assert refused.status_code == 401
        where = refused.headers["WWW-Authenticate"].partition('resource_metadata="')[2].rstrip('"')
        metadata = requests.get(where, timeout=PATIENCE).json()
        assert metadata["resource"] == address
        assert metadata["authorization_servers"] == [served]
        assert metadata["scopes_supported"] == ["read", "play"]


def test_a_token_that_may_not_play_is_refused(served: str, address: str) -> None:
    narrow = body_of(Player(served).post("/me/tokens", {"scopes": ["read"]}), 201)["token"]
    refused = requests.post(address, json={}, headers={"Authorization": f"Bearer {narrow}"}, timeout=PATIENCE)
    assert refused.status_code == 403
    assert 'error="insufficient_scope"' in refused.headers["WWW-Authenticate"]


def test_a_page_of_another_host_cannot_reach_the_server(served: str, address: str) -> None:
    headers = {"Authorization": f"Bearer {Player(served).token}", "Host": "evil.example", "Accept": "application/json"}
    assert requests.post(address, json={}, headers=headers, timeout=PATIENCE).status_code == 421


def test_without_a_service_the_command_says_so(folder: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    done = invoke(mcp, "--url", url, "--folder", str(folder))
    assert done.exit_code == 1
    assert f"Nothing answers at {url}" in done.output


def test_a_name_that_the_service_refuses_is_said_so(served: str, folder: Path) -> None:
    done = invoke(mcp, "--url", served, "--folder", str(folder), "--name", "x" * 500)
    assert done.exit_code == 1
    assert "name" in done.output
