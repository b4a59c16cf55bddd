"""Operations that will go: since when that is known, and when they do."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from werkzeug.http import http_date

NOTICE: Final = timedelta(days=180)
"""For so long at least an operation stays after it was said that it goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deprecation:
    """An operation is deprecated since one day, and may be gone from another on, UTC."""

    since: date
    sunset: date
    instead: str | None = None
    """The path, as it is documented, that takes its place."""

    def __post_init__(self) -> None:
        if self.sunset - self.since < NOTICE:
            raise ValueError(f"An operation stays for {NOTICE.days} days at least after it is deprecated.")

    def headers(self) -> Iterator[tuple[str, str]]:
        """Yield the headers that announce a deprecation (RFC 9745) and a sunset (RFC 8594)."""
        yield "Deprecation", f"@{int(midnight(self.since).timestamp())}"
        yield "Sunset", http_date(midnight(self.sunset))
        yield "Link", '</openapi.yaml>; rel="deprecation"; type="application/yaml"'
        if self.instead is not None:
            yield "Link", f'<{self.instead}>; rel="successor-version"'

    def sentence(self) -> str:
        """Return the sentence for the contract."""
        instead = f" Use `{self.instead}` instead." if self.instead else ""
        return f"Deprecated since {self.since}; may be gone from {self.sunset} on.{instead}"


def midnight(day: date) -> datetime:
    """The first moment of a day."""
    return datetime.combine(day, time(), UTC)
