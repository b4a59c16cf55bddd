"""Ids in addresses: one that is malformed names nothing, like one that is unknown."""

from typing import Final
from uuid import UUID

from flask import Flask
from werkzeug.routing import BaseConverter

from cartulary_service.players.references import ID, Reference

NOBODY: Final = UUID(int=0)
"""An id that nothing has."""


class IdConverter(BaseConverter):
    """Reads the id of an address, so that a malformed one gets the 404 of its resource."""

    regex = r"[^/]+"

    def to_python(self, value: str) -> UUID:
        return UUID(value) if ID.fullmatch(value) else NOBODY


class ReferenceConverter(BaseConverter):
    """Reads the id or the handle of a player."""

    regex = r"[^/]+"

    def to_python(self, value: str) -> Reference:
        return Reference(value)


CONVERTERS: Final = {"player": ReferenceConverter, "uuid": IdConverter}


def init_app(app: Flask) -> None:
    """Read ids in that way. To be called before routes are registered."""
    app.url_map.converters.update(CONVERTERS)
