"""Short texts of people, such as names and titles: on one line, visible, tidied."""

import unicodedata

from marshmallow import ValidationError

from cartulary_service.players.skeletons import BLANK, JOINERS, shapes

UNPRINTABLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def require_visible(value: str, what: str, longest: int) -> None:
    """Raise ValidationError unless a text is short and can be seen."""
    text = value.strip()
    if not 1 <= len(text) <= longest:
        raise ValidationError(f"A {what} has 1 to {longest} characters.")
    if any(is_unprintable(text, place) for place in range(len(text))):
        raise ValidationError(f"A {what} has no control characters.")
    if all(char in BLANK or char.isspace() for char in text):
        raise ValidationError(f"A {what} needs a visible character.")


def is_unprintable(text: str, place: int) -> bool:
    """Whether the character at a place is not displayed, and shapes no others either."""
    char = text[place]
    return unicodedata.category(char) in UNPRINTABLE and not (char in JOINERS and shapes(text, place))


def tidy_text(value: str) -> str:
    """Return a text as it is stored."""
    return unicodedata.normalize("NFC", value.strip())
