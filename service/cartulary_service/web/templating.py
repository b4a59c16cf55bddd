"""The templates of the pages, which share one head."""

from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

FOLDER: Final = Path(__file__).parent / "templates"


@cache
def environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render_page(template: str, **values: object) -> str:
    """Return a page made from a template."""
    return environment().get_template(template).render(values)
