"""Short texts of people, such as names and titles: on one line, visible, tidied."""

import re
import unicodedata
from typing import Final

from marshmallow import ValidationError

from cartulary_service.players.skeletons import BLANK, JOINERS, shapes

BLACK_FLAG: Final = "\U0001f3f4"
FLAG: Final = re.compile(f"{BLACK_FLAG}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{{3,6}}\U000e007f")
"""The flag of a part of a country, such as England (UTS #51): its code in tags, which nobody sees elsewhere."""
UNPRINTABLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def require_visible(value: str, what: str, longest: int) -> None:
    """Raise ValidationError unless a text is short and can be seen."""
    text = value.strip()
    if all(char in BLANK or char.isspace() for char in text):
        raise ValidationError(f"A {what} needs a visible character.")
    if len(text) > longest:
        raise ValidationError(f"A {what} has 1 to {longest} characters.")
    shown = FLAG.sub(BLACK_FLAG, text)
    if any(is_unprintable(shown, place) for place in range(len(shown))):
        raise ValidationError(f"A {what} has no control characters.")


def is_unprintable(text: str, place: int) -> bool:
    """Whether the character at a place is not displayed, and shapes no others either."""
    char = text[place]
    return unicodedata.category(char) in UNPRINTABLE and not (char in JOINERS and shapes(text, place))


def tidy_text(value: str) -> str:
    """Return a text as it is stored."""
    return unicodedata.normalize("NFC", value.strip())
