"""Text with names and titles that others have chosen, for mail and chats, which make links of what looks like one."""

import re
from typing import Final

from cartulary_service.players.handles import reads_like_address

WORD: Final = re.compile(r"\S+")
LEFT_OUT: Final = "…"


def leave_out_addresses(text: str) -> str:
    """Leave out the words that read like the address of a page or of a mailbox."""
    return WORD.sub(lambda word: LEFT_OUT if reads_like_address(word[0]) else word[0], text)


def leave_out_foreign_addresses(text: str, public_url: str | None) -> str:
    """The same, but for lines that are a link to a page of the service."""
    return "\n".join(
        line if public_url and re.fullmatch(rf"{re.escape(public_url)}/\S*", line) else leave_out_addresses(line)
        for line in text.split("\n")
    )
