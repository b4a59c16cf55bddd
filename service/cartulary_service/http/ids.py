"""Ids in addresses: one that is malformed names nothing, like one that is unknown."""

import re
from typing import Final
from uuid import UUID

from flask import Flask
from werkzeug.routing import BaseConverter

WELL_FORMED: Final = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
NOBODY: Final = UUID(int=0)
"""An id that nothing has."""


class IdConverter(BaseConverter):
    """Reads the id of an address, so that a malformed one gets the 404 of its resource."""

    regex = r"[^/]+"

    def to_python(self, value: str) -> UUID:
        return UUID(value) if WELL_FORMED.fullmatch(value) else NOBODY


def init_app(app: Flask) -> None:
    """Read ids in that way. To be called before routes are registered."""
    app.url_map.converters["uuid"] = IdConverter
