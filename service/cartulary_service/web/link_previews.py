"""Tags by which other programs show a link to a page: Open Graph, cards of Twitter, discovery of oEmbed."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import escape
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from flask import current_app, request

from cartulary.i18n.catalogues import LANGUAGES
from cartulary.i18n.phrases import Localizer
from cartulary.match.state import Match
from cartulary_service.api.replay_links import ReplayLink, fit, read_link
from cartulary_service.errors import Problem
from cartulary_service.games.narration import headline, localizer_of, status_of, text, title_of
from cartulary_service.games.page_links import picture, replay_page
from cartulary_service.http.addresses import client_of, service_url
from cartulary_service.store.database import DatabaseUnavailable
from cartulary_service.subjects.pictures.covers import SEAL, Picture, cover_of
from cartulary_service.subjects.pictures.position import HEIGHT, WIDTH
from cartulary_service.web.words import words

SITE: Final = "Cartulary"
MARK: Final = f"<title>{SITE}</title>"
"""Stands in the head of each page, where the tags go."""
OF_A_GAME: Final = ("/play", "/replay")
"""Pages that `game` of their query makes those of a game."""
LOCALES: Final = {"en": "en_US", "ru": "ru_RU", "uk": "uk_UA", "ko": "ko_KR"}


class Preview(NamedTuple):
    """The preview of the page that a link leads to; `oembed` is the address of its description, if it has one."""

    title: str
    description: str
    path: str
    pictures: Sequence[Picture]
    oembed: str | None = None


def add_preview(page: str) -> str:
    """Return a page with the tags for the address that is asked for, in the language of the request."""
    language = negotiate_language()
    preview = preview_of(language)
    return page.replace(MARK, "\n  ".join((f"<title>{escape(preview.title)}</title>", *tags(preview, language))), 1)


def negotiate_language() -> str:
    """Return the language that the address names, else the one that the reader's program wants."""
    asked = request.args.get("lang")
    return asked if asked in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def preview_of(language: str) -> Preview:
    """Return the preview of the game that the address names, or that of the site.

    A game that spectators may not see has no preview of its own, and no game has one while the database is away.
    """
    link = read_link(request.args) if request.path in OF_A_GAME else None
    if link is not None:
        with suppress(Problem, DatabaseUnavailable):
            return preview_of_game(link, language)
    said = words(language)
    return Preview(f"{SITE}: {said['start-title']}", said["start-lead"], request.path, (SEAL,))


def preview_of_game(link: ReplayLink, language: str) -> Preview:
    """Return the preview of a game. Raises Problem where spectators may not see it, and DatabaseUnavailable."""
    service: dict[str, Any] = current_app.extensions["cartulary"]
    limits = service["limits"]
    limits.spend(limits.address, client_of(request), [])
    match: Match = service["table"].read(link.game_id, None)[0]
    name_of = service["names"].of(match.players, match.id)
    localizer = localizer_of(match, name_of, language)
    title = headline(match, localizer, language, title_of(match, name_of))
    if request.path == "/play":
        return preview_of_table(match, title, localizer, language)
    return preview_of_replay(fit(link, match), match, title, localizer, language)


def preview_of_table(match: Match, title: str, localizer: Localizer, language: str) -> Preview:
    """Return the preview of a table: how it stands, and the position of the moment."""
    facts = [localizer.name(match.setup.edition), status_of(match, language)]
    if match.to_act():
        facts.append(f"{text('to_act', language)}: {localizer.name_seat(match.to_act())}")
    if match.result is not None and match.result.winners:
        facts.append(localizer.tell_end(match.result_kind, match.result.winners))
    shown = picture_of(match, match.version, None, language)
    return Preview(title, " · ".join(facts), f"/play?game={match.id}", pictures(match, shown))


def preview_of_replay(link: ReplayLink, match: Match, title: str, localizer: Localizer, language: str) -> Preview:
    """Return the preview of a replay, which gives away nothing after the position that the address names."""
    facts = [localizer.name(match.setup.edition), words(language)["replay"]]
    path = replay_page(match.id, link.version, link.eyes)
    shown = picture_of(match, link.version or max(match.version // 2, 1), link.eyes, language)
    framed = match.state is not None and draws_pictures()
    oembed = f"/v1/oembed?{urlencode({'url': service_url() + path})}" if framed else None
    return Preview(title, " · ".join(facts), path, pictures(match, shown), oembed)


def picture_of(match: Match, version: int, eyes: str | None, language: str) -> Picture:
    return Picture(picture(match.id, version, eyes, language), "image/svg+xml", WIDTH, HEIGHT)


def pictures(match: Match, shown: Picture) -> Sequence[Picture]:
    """Return the lid of the box before the position: most chats draw the first picture only, and no SVG."""
    return (cover_of(match.game.id), shown) if draws_pictures() else (cover_of(match.game.id),)


def draws_pictures() -> bool:
    """Whether the subject runs that draws positions."""
    return any(each.name == "pictures" for each in current_app.extensions["cartulary"]["subjects"])


def tags(preview: Preview, language: str) -> Iterator[str]:
    """Yield the tags of a preview."""
    base, first = service_url(), preview.pictures[0]
    card = "summary" if first == SEAL else "summary_large_image"
    yield tag("name", "description", preview.description)
    yield tag("property", "og:type", "website")
    yield tag("property", "og:site_name", SITE)
    yield tag("property", "og:locale", LOCALES[language])
    yield tag("property", "og:title", preview.title)
    yield tag("property", "og:description", preview.description)
    yield tag("property", "og:url", base + preview.path)
    for each in preview.pictures:
        yield tag("property", "og:image", base + each.path)
        yield tag("property", "og:image:type", each.media_type)
        yield tag("property", "og:image:width", str(each.width))
        yield tag("property", "og:image:height", str(each.height))
        yield tag("property", "og:image:alt", preview.title)
    yield tag("name", "twitter:card", card)
    yield tag("name", "twitter:image", base + first.path)
    if preview.oembed is not None:
        address, title = escape(base + preview.oembed), escape(preview.title)
        yield f'<link rel="alternate" type="application/json+oembed" href="{address}" title="{title}">'


def tag(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'
