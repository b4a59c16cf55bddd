"""Pictures of games for programs that draw no SVG: lids of boxes, and the seal of the site."""

from functools import cache
from typing import Final, NamedTuple

from cartulary_service.subjects.pictures.art import PAGES

PNG: Final = "image/png"


class Picture(NamedTuple):
    """A picture on this service: its path, media type and size."""

    path: str
    media_type: str
    width: int
    height: int


SEAL: Final = Picture("/play/icon-512.png", PNG, 512, 512)


@cache
def cover_of(game: str) -> Picture:
    """Return the lid of a game's box, the seal if there is none."""
    name = f"covers/{game}.png"
    return Picture(f"/play/{name}", PNG, 1200, 630) if (PAGES / name).exists() else SEAL
