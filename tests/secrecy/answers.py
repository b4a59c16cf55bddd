"""An answer of the service, as transcripts keep it."""

from typing import NamedTuple


class Answer(NamedTuple):
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
