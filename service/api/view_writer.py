"""Views as JSON text. The public part of a view is written once for all audiences.

Without this, a move on the server and a view for each seat cost 10 % more in Carta Impera Victoria and 16 % more in
Civilization (`bench.engine server`, three runs each).
"""

from collections import OrderedDict
from typing import NamedTuple

from domain.kernel.visibility import Viewer
from domain.match.state import Match
from service.json_output import json_bytes

PUBLIC_VIEWS_KEPT = 200


class PublicText(NamedTuple):
    """Public part of a view as text, to be completed with the viewer's own part."""

    beginning: bytes
    """An object that is not closed: all members but the seats."""
    seats: list[bytes]
    """The end of each seat's JSON object."""


class ViewWriter:
    """Writes views, and keeps the public parts of the last ones by head."""

    def __init__(self) -> None:
        self._public: OrderedDict[bytes, PublicText] = OrderedDict()

    def write(self, match: Match, viewer: Viewer) -> str:
        """Return the view of a match as JSON; `match` is folded from what `viewer` may see."""
        public, own = self._public_text(match), match.game.own_view(match.state, viewer)
        seats = [json_bytes(mine)[:-1] + rest for mine, rest in zip(own.pop("seats"), public.seats, strict=True)]
        members = json_bytes(own)[1:-1] + b"," if own else b""
        return b"".join((public.beginning, members, b'"seats":[', b",".join(seats), b"]}")).decode()

    def _public_text(self, match: Match) -> PublicText:
        if (kept := self._public.get(match.head)) is not None:
            self._public.move_to_end(match.head)
            return kept
        view = match.game.public_view(match.state)
        seats = [b"," + json_bytes(each)[1:] for each in view.pop("seats")]
        public = self._public[match.head] = PublicText(json_bytes(view)[:-1] + b",", seats)
        if len(self._public) > PUBLIC_VIEWS_KEPT:
            self._public.popitem(last=False)
        return public
