"""Times as a record spells them: RFC 3339, UTC, milliseconds."""

import re
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from cartulary.kernel.codec import Instant

Time = Annotated[str, Instant()]
TIME: Final = re.compile(r"[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")


def moment(text: str) -> datetime:
    """A time of a record."""
    return datetime.fromisoformat(text)


def is_time(value: Any) -> bool:
    """Whether a value is a time that there is, in UTC to the millisecond, as a record spells it."""
    if not isinstance(value, str) or TIME.fullmatch(value) is None:
        return False
    try:
        return stamp(moment(value)) == value
    except ValueError:
        return False


def stamp(at: datetime) -> str:
    """A time as it stands in a record, in UTC to the millisecond."""
    utc = at.astimezone(UTC)
    return utc.strftime("%Y-%m-%dT%H:%M:%S.") + f"{utc.microsecond // 1000:03}Z"
