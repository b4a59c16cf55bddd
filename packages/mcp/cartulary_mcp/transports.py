"""The two ways to reach the server: a process of one player over stdio, and streamable HTTP for many."""

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from mcp.server.transport_security import TransportSecuritySettings

from cartulary_mcp.authorisation import ServiceTokens, auth_settings
from cartulary_mcp.callers import BearersOfTokens, OneCaller
from cartulary_mcp.identity import Identity
from cartulary_mcp.server import create_server
from cartulary_mcp.service_client import ServiceClient, connect

PATH: Final = "/mcp"
LOOPBACK: Final = ("127.0.0.1:*", "localhost:*", "[::1]:*")


async def serve_stdio(url: str, language: str, folder: Path, name: str, token: str | None) -> None:
    """Serve one player: that of the token, of the folder, or a new one. Raises Refusal."""
    identity = Identity(folder, url)
    async with connect(url, language) as http:
        token = token or identity.token() or await identity.sign_up(http, name)
        server = create_server(OneCaller(ServiceClient(http, token, identity.secret())))
        await server.run_stdio_async()


async def serve_http(url: str, language: str, folder: Path, host: str, port: int, address: str) -> None:
    """Serve all who bring a token of the service, at a public address. Raises Refusal."""
    async with connect(url, language) as http:
        callers = BearersOfTokens(http, Identity(folder, url).secret())
        server = create_server(callers, await auth_settings(http, address), ServiceTokens(http))
        # Without sessions each request has its own token, and any of several processes may answer it.
        await server.run_streamable_http_async(
            host=host,
            port=port,
            streamable_http_path=urlsplit(address).path or PATH,
            stateless_http=True,
            json_response=True,
            transport_security=allow_hosts(address),
        )


def allow_hosts(address: str) -> TransportSecuritySettings:
    """Take requests that name this host alone, so that no page of another host reaches a loopback address."""
    parts = urlsplit(address)
    return TransportSecuritySettings(
        allowed_hosts=[parts.netloc, *LOOPBACK],
        allowed_origins=[f"{parts.scheme}://{parts.netloc}", *(f"http://{each}" for each in LOOPBACK)],
    )
