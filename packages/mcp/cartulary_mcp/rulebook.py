"""The rules of a game as the service's guide has them: by section, and by the number of a ruling."""

import re
from html.parser import HTMLParser
from http import HTTPStatus
from typing import Final, NamedTuple
from urllib.parse import quote

from cartulary_mcp.refusals import Refusal
from cartulary_mcp.service_client import ServiceClient

RULING: Final = re.compile(r"[A-Z]+-\d+")
BLOCKS: Final = ("p", "li", "tr", "pre", "h1", "h2", "h3")
CELLS: Final = ("td", "th")
HEADING: Final = "h2"
HTML: Final = "text/html"


class Section(NamedTuple):
    """A section of the rules, with its heading."""

    title: str
    lines: list[str]


class Rulebook(HTMLParser):
    """A page of rules, read as text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sections: list[Section] = []
        self.rulings: dict[str, str] = {}
        self._line: list[str] = []
        self._ruling: str | None = None
        self._is_heading = False
        self.feed(page.partition("<main")[2].partition("</main")[0] or page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in BLOCKS:
            self._end_line()
            self._is_heading = tag == HEADING
            anchor = dict(attributes).get("id") or ""
            self._ruling = anchor if RULING.fullmatch(anchor) else self._ruling if tag == "p" else None

    def handle_endtag(self, tag: str) -> None:
        if tag in BLOCKS:
            self._end_line()
        elif tag in CELLS:
            self._line.append(" | ")

    def handle_data(self, data: str) -> None:
        self._line.append(data)

    def _end_line(self) -> None:
        text = " ".join("".join(self._line).split()).removesuffix(" |")
        self._line.clear()
        if not text:
            return
        if self._is_heading:
            self.sections.append(Section(text, []))
            self._is_heading = False
        elif self.sections:
            self.sections[-1].lines.append(text)
            if self._ruling is not None:
                self.rulings[self._ruling] = f"{self.rulings.get(self._ruling, '')} {text}".strip()

    def read_section(self, title: str) -> str:
        """Return a section, by its heading in any case. Raises Refusal."""
        for each in self.sections:
            if each.title.casefold() == title.casefold():
                return "\n".join([each.title, *each.lines])
        raise Refusal(f"There is no such section. Sections: {self.list_titles()}.")

    def read_ruling(self, number: str) -> str:
        """Return a ruling by its number. Raises Refusal."""
        try:
            return self.rulings[number.upper()]
        except KeyError:
            known = [*self.rulings]
            raise Refusal(f"There is no such ruling. Numbers go from {known[0]} to {known[-1]}.") from None

    def read_beginning(self) -> str:
        """Return how the game is played, and what else can be read."""
        how = self.sections[0]
        return "\n".join([how.title, *how.lines, f"Further sections: {self.list_titles()}."])

    def list_titles(self) -> str:
        return ", ".join(f'"{each.title}"' for each in self.sections)


async def read_rulebook(client: ServiceClient, game: str) -> Rulebook:
    """Return the rules of a game. Raises Refusal."""
    try:
        return Rulebook(await client.read_text(f"/docs/guide/rules/{quote(game, safe='')}", HTML))
    except Refusal as error:
        if error.status != HTTPStatus.NOT_FOUND:
            raise
        raise Refusal(f"There are no rules of {game}. Call list_games for the ids of games.") from error
