"""Texts that players write."""

import unicodedata
from typing import Any, Final

from marshmallow import ValidationError, fields

LONGEST: Final = 2_000
"""Characters; so many of nearly any script fit into the largest body, however a client writes them in JSON."""
TURNED: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of the text around them."""


class Prose(fields.String):
    """Some lines of text in which something can be seen; what surrounds them falls away."""

    def __init__(self, **more: Any) -> None:
        super().__init__(required=True, metadata={"minLength": 1, "maxLength": LONGEST}, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        written = super()._deserialize(value, attr, data, **more)
        if len(written) > LONGEST:
            raise ValidationError(f"A text has at most {LONGEST:,} characters; this one has {len(written):,}.")
        text = written.replace("\r\n", "\n").strip()
        if any(map(controls, text)):
            raise ValidationError("A text has no control characters but line breaks; leave them out.")
        if not any(map(visible, text)):
            raise ValidationError("The text is blank. Write something.")
        return text


def controls(char: str) -> bool:
    """Whether a character does something instead of being seen, other than beginning a new line."""
    return char != "\n" and (unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in TURNED)


def visible(char: str) -> bool:
    """Whether a character can be seen."""
    return unicodedata.category(char)[0] not in "CZ"
