"""Visibility of event fields, declared on the fields and read by redaction, commitments and tests."""

from typing import Annotated, Final, NamedTuple, TypeVar

from cartulary.kernel.seats import Seat

T = TypeVar("T")


class Secrecy(NamedTuple):
    """A field that not everybody may see; it is None where it was withheld."""

    viewers: tuple[str, ...]
    """The event's own fields that hold the seats which may see it."""
    committed: bool = True
    """Whether `secrets` holds a salted commitment to it."""


Secret = Annotated[T | None, Secrecy(("seat",))]
"""Only the event's seat sees it."""
Shared = Annotated[T | None, Secrecy(("seat", "target"))]
"""The event's seat and its target see it."""
Hidden = Annotated[T | None, Secrecy(())]
"""Hidden from every seat until the game ends."""
Seed = Annotated[bytes | None, Secrecy((), committed=False)]
"""Hidden from every seat until the game ends. Its commitment is a field of the event itself and needs no salt."""


class Everything:
    """The audience that may see all: the service itself, never a caller."""

    def __reduce__(self) -> str:
        # It is compared by identity, in another process too.
        return "EVERYTHING"


class Spectator:
    """The audience that may see what everybody may see."""

    def __reduce__(self) -> str:
        return "SPECTATOR"


EVERYTHING: Final = Everything()
SPECTATOR: Final = Spectator()
Audience = Seat | Everything | Spectator
Viewer = Seat | Everything | None
"""The eyes through which a view is seen: a seat's, all at once, or none in particular (a spectator's)."""
