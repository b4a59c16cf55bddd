"""The command by which language models play."""

import asyncio
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from domain.i18n.catalogues import LANGUAGES
from service.cli.terminal import WRONG_CONFIG, fail

EXTRA: Final = "Tools for language models need an extra. Install it with: pip install 'cartulary[mcp]'"


@click.command()
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="Where the service answers.")
@click.option("--language", type=click.Choice([*LANGUAGES]), default="en", show_default=True, help="Of all texts.")
@click.option("--name", default="Language model", show_default=True, help="Name of the player that is registered.")
@click.option("--token", envvar="CARTULARY_TOKEN", help="Of a player that you have; in place of a new one.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(click.get_app_dir("cartulary")) / "mcp",
    help="Where the player's token, and the secret of commitments, are kept.  [default: in your home]",
)
@click.option("--http", is_flag=True, help="Serve streamable HTTP for many players, who sign in by OAuth.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on, with --http.")
@click.option("--port", type=click.IntRange(1, 65_535), default=8010, show_default=True, help="The port, with --http.")
@click.option("--address", help="Public address, with --http.  [default: http://HOST:PORT/mcp]")
def mcp(
    url: str,
    language: str,
    name: str,
    token: str | None,
    folder: Path,
    http: bool,
    host: str,
    port: int,
    address: str | None,
) -> None:
    """Serve tools by which a language model plays (Model Context Protocol), over stdio unless --http is given."""
    if find_spec("mcp") is None:
        fail(EXTRA, WRONG_CONFIG)
    from service.mcp.refusals import Refusal
    from service.mcp.transports import PATH, serve_http, serve_stdio

    try:
        if http:
            public = address or f"http://{host}:{port}{PATH}"
            asyncio.run(serve_http(url, language, folder, host, port, public))
        else:
            asyncio.run(serve_stdio(url, language, folder, name, token))
    except Refusal as error:
        fail(str(error))
    except KeyboardInterrupt:
        pass
