"""The command by which language models play."""

import asyncio
import os
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from cartulary.commands.terminal import fail, parser, port
from cartulary.i18n.catalogues import LANGUAGES
from cartulary_mcp.refusals import Refusal
from cartulary_mcp.transports import PATH, serve_http, serve_stdio


def mcp(arguments: Sequence[str], prog_name: str) -> None:
    """Serve tools by which a language model plays (Model Context Protocol), over stdio unless --http is given."""
    given = read(arguments, prog_name)
    try:
        if given.http:
            public = given.address or f"http://{given.host}:{given.port}{PATH}"
            asyncio.run(serve_http(given.url, given.language, given.folder, given.host, given.port, public))
        else:
            asyncio.run(serve_stdio(given.url, given.language, given.folder, given.name, given.token))
    except Refusal as error:
        fail(str(error))
    except KeyboardInterrupt:
        pass


def read(arguments: Sequence[str], prog_name: str) -> Namespace:
    reads = parser(prog_name, mcp.__doc__)
    reads.add_argument("--url", default="http://127.0.0.1:8000", help="where the service answers; %(default)s")
    reads.add_argument("--language", choices=[*LANGUAGES], default="en", help="of all texts")
    reads.add_argument("--name", default="Language model", help="name of the player that is registered")
    reads.add_argument(
        "--token",
        default=os.environ.get("CARTULARY_TOKEN"),
        help="of a player that you have, in place of a new one; else CARTULARY_TOKEN of the environment",
    )
    reads.add_argument(
        "--folder",
        type=Path,
        default=Path.home() / ".config" / "cartulary" / "mcp",
        help="where the player's token, and the secret of commitments, are kept; %(default)s",
    )
    reads.add_argument("--http", action="store_true", help="serve many players, who sign in by OAuth, over HTTP")
    reads.add_argument("--host", default="127.0.0.1", help="the address to listen on, with --http")
    reads.add_argument("--port", type=port, default=8010, help="the port, with --http; %(default)s")
    reads.add_argument("--address", help="public address, with --http; else http://HOST:PORT/mcp")
    return reads.parse_args(arguments)
