"""States as JSON; what everybody sees of one is written once, whoever looks."""

from collections import OrderedDict
from typing import NamedTuple

from domain.kernel.seats import Seat
from domain.match.state import Match
from service.json_output import json_bytes

STATES_KEPT = 200


class Public(NamedTuple):
    """Public part of a view as text, to be completed with the viewer's own part."""

    beginning: bytes
    """An object that is not closed: all members but the seats."""
    seats: list[bytes]
    """The end of each seat's JSON object."""


class States:
    """The last states that were looked at, by their heads."""

    def __init__(self) -> None:
        self._public: OrderedDict[bytes, Public] = OrderedDict()

    def of(self, match: Match, viewer: Seat | None) -> str:
        """The JSON of the state of a match, folded from what `viewer` may see."""
        public, own = self._public_of(match), match.game.own_view(match.state, viewer)
        seats = [json_bytes(mine)[:-1] + rest for mine, rest in zip(own.pop("seats"), public.seats, strict=True)]
        members = json_bytes(own)[1:-1] + b"," if own else b""
        return b"".join((public.beginning, members, b'"seats":[', b",".join(seats), b"]}")).decode()

    def _public_of(self, match: Match) -> Public:
        if (kept := self._public.get(match.head)) is not None:
            self._public.move_to_end(match.head)
            return kept
        view = match.game.public_view(match.state)
        seats = [b"," + json_bytes(each)[1:] for each in view.pop("seats")]
        public = self._public[match.head] = Public(json_bytes(view)[:-1] + b",", seats)
        if len(self._public) > STATES_KEPT:
            self._public.popitem(last=False)
        return public
