"""Commands that write the contracts, the reference and the guide, as the code has them."""

from pathlib import Path

import click

from cartulary.commands.terminal import say
from cartulary_service.terminal import Command


@click.command(cls=Command)
def openapi() -> None:
    """Print the contract, openapi.yaml, as the code has it."""
    from cartulary_service.contract import document

    click.echo(document.document(), nl=False)


@click.command(cls=Command)
def asyncapi() -> None:
    """Print asyncapi.yaml, the contract of streams and webhooks, as the code has it."""
    from cartulary_service.contract import asyncapi

    click.echo(asyncapi.document(), nl=False)


@click.command(cls=Command)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def reference(folder: Path) -> None:
    """Write the reference, docs/reference, as the code has it, into FOLDER."""
    from cartulary_service.contract import reference

    folder.mkdir(parents=True, exist_ok=True)
    for name, text in reference.pages().items():
        (folder / name).write_text(text, encoding="utf-8")


@click.command(cls=Command)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def guide(folder: Path) -> None:
    """Write the guide, as it is served at /docs/guide, into FOLDER."""
    from cartulary_service.web.guide import site

    say(f"{site.build(folder)} pages: {folder / 'index.html'}")
