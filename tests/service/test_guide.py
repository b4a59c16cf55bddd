"""The guide: every page is served, leads to where there is something, and is written as files as it is served."""

import json
import re
from functools import cache
from html import escape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
import requests
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES
from cartulary.kernel.codec import fields_of
from cartulary.match.events import MATCH_EVENTS
from cartulary_service import web
from cartulary_service.commands import documents
from cartulary_service.config import Config
from cartulary_service.contract import reference
from cartulary_service.contract.descriptions import prefix
from cartulary_service.contract.problem_codes import problem_codes
from cartulary_service.http import problems
from cartulary_service.subjects import SUBJECTS
from cartulary_service.web import guide
from cartulary_service.web.guide import site, sources
from cartulary_service.web.guide.rendering import anchor_entries, anchor_headings, parser
from cartulary_service.web.guide.search import find, find_operations
from cartulary_service.web.words import words
from tests.cases import cases
from tests.patience import PATIENCE
from tests.service.client import Table, contract

ROOT = Path(__file__).parents[2]
KEPT = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "bench" / "README.md")
)
"""All that is written for readers."""
PAGES = sorted(sources.texts())


class Html(HTMLParser):
    """What a page leads to, and what of it can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.language = ""
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            assert name != "style"
            if name in ("href", "src"):
                self.links.append(value or "")
            elif name == "id":
                self.ids.append(value or "")
            elif (tag, name) == ("html", "lang"):
                self.language = value or ""


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """The guide and the pages beside it, without a service."""
    app = Flask(__name__)
    app.extensions["cartulary"] = {"subjects": SUBJECTS, "config": Config(database_url="")}
    problems.init_app(app)
    web.init_app(app)
    guide.init_app(app)
    return app.test_client()


def links_of(path: str) -> list[str]:
    """What a file in the repository leads to."""
    tokens = parser().parse((ROOT / path).read_text(encoding="utf-8"))
    found = [each for token in tokens for each in token.children or [] if each.type in ("link_open", "image")]
    return [str(each.attrGet("href") or each.attrGet("src")) for each in found]


@cache
def anchors_of(path: str) -> set[str]:
    """What can be led to in a file of the repository."""
    tokens = parser().parse((ROOT / path).read_text(encoding="utf-8"))
    return {*(each.anchor for each in anchor_headings(tokens)), *anchor_entries(tokens)}


@cases("path", KEPT)
def test_every_link_in_the_repository_leads_to_something(path: str) -> None:
    for link in links_of(path):
        parts = urlsplit(link)
        if parts.scheme:
            assert parts.scheme == "https", link
            assert re.fullmatch(r"[a-z0-9.-]+\.[a-z]+", parts.netloc), link
            continue
        place = normpath(join(dirname(path), parts.path)) if parts.path else path
        assert (ROOT / place).exists(), link
        if parts.fragment:
            assert unquote(parts.fragment) in anchors_of(place), link


def body_of(method: str, path: str) -> Any:
    """The schema of a request's body, with its members; empty where there are none."""
    known = contract()
    content = known["paths"][path][method.lower()].get("requestBody", {}).get("content", {})
    schemas = [each["schema"] for each in content.values()]
    reference = schemas[0].get("$ref", "") if schemas else ""
    return known["components"]["schemas"][reference.rpartition("/")[2]] if reference else {}


def shows(page: str, body: Any) -> bool:
    """Whether a page writes all members that a body needs, or one where it needs none."""
    written = {name for name in body["properties"] if re.search(rf'"{name}":|\b{name}=', page)}
    return bool(written) and written.issuperset(body.get("required", ()))


def test_of_each_request_that_how_to_pages_tell_of_one_of_them_shows_the_body() -> None:
    pages = [text for name, text in sources.texts().items() if name.startswith("how-to/")]
    named = [(re.findall(r"\b(POST|PUT|PATCH)\s(/v1/[\w/{}-]+)", page), page) for page in pages]
    for method, path in sorted({each for found, _ in named for each in found}):
        body = body_of(method, path)
        telling = [page for found, page in named if (method, path) in found]
        assert "properties" not in body or any(shows(page, body) for page in telling), (method, path)


def followed(client: FlaskClient, url: str) -> Any:
    """The answer at an address of the guide, which is there."""
    response = client.get(url, follow_redirects=True)
    assert response.status_code == 200, url
    return response


def test_every_link_of_the_served_guide_leads_to_something(client: FlaskClient) -> None:
    pages: dict[str, Html] = {}
    waiting, seen = [f"{guide.BASE}/"], {f"{guide.BASE}/"}
    while waiting:
        url = waiting.pop()
        response = followed(client, url)
        if response.mimetype != "text/html":
            continue
        pages[url] = Html(response.text)
        for link in pages[url].links:
            target = urljoin(url, link).partition("#")[0]
            if not urlsplit(target).scheme and target not in seen:
                seen.add(target)
                waiting.append(target)
    for url, page in pages.items():
        for link in page.links:
            target, _, anchor = urljoin(url, link).partition("#")
            assert not anchor or unquote(anchor) in pages[target].ids, (url, link)
    found = [url for url in pages if url.startswith(guide.BASE)]
    assert len(found) == len([*PAGES, "search"]), "a page that no other leads to"


@cases("name", ["openapi.yaml", "asyncapi.yaml", "events.schema.json"])
def test_what_a_client_is_generated_from_is_served_where_the_guide_leads(client: FlaskClient, name: str) -> None:
    url = f"{guide.BASE}/how-to/generate-a-client"
    (link,) = {each for each in Html(followed(client, url).text).links if each.endswith(f"/{name}")}
    (kept,) = (*ROOT.glob(name), *ROOT.glob(f"docs/reference/{name}"))
    assert followed(client, urljoin(url, link)).text == kept.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_runs_nothing_and_can_be_read_by_its_headings(client: FlaskClient, name: str) -> None:
    response = followed(client, f"{guide.BASE}/{name}" if name != sources.INDEX else f"{guide.BASE}/")
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'self'")
    page = Html(response.text)
    assert not {"script", "style"} & {*page.tags}
    assert page.tags.count("h1") == 1
    assert len(page.ids) == len({*page.ids})
    assert page.language == (name.partition(".")[2] or "en")
    main = page.tags[page.tags.index("main") :]
    levels = [int(tag[1]) for tag in main[: main.index("nav")] if re.fullmatch("h[1-6]", tag)]
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith("rules/")])
def test_rules_are_framed_for_players_in_the_language_of_the_page(client: FlaskClient, name: str) -> None:
    head, _, rest = client.get(f"{guide.BASE}/{name}").text.partition("<main>")
    frame = head + rest.partition("</main>")[2]
    language = name.partition(".")[2] or "en"
    contents = {"en": "Contents", "ru": "Содержание", "uk": "Зміст", "ko": "목차"}[language]
    assert f"<b>{words(language)['how-it-plays']}</b>" in frame
    assert f'aria-label="{contents}"' in frame
    for foreign in ('lang="en">', "The guide", "verify", "Reference"):
        assert foreign not in frame.replace('<html lang="en">', "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CATALOGUE)
def test_rules_call_options_as_the_form_does_that_sets_a_game_up(client: FlaskClient, game: str, language: str) -> None:
    page = f"rules/{game}" if language == LANGUAGES[0] else f"rules/{game}.{language}"
    text, names = client.get(f"{guide.BASE}/{page}").text, CATALOGUE[game].describe(language)["names"]
    told = [option for option in CATALOGUE[game].options if f"`{option.name}`" in sources.texts()[page]]
    assert told
    for option in told:
        assert f"<code>{option.name}</code>" not in text
        assert f'<q title="{option.name}">{escape(names[option.name])}</q>' in text


def test_the_index_leads_to_every_page_of_a_chapter() -> None:
    led = {name.partition(".")[0] for chapter in site.chapters() for name, _ in chapter.pages}
    kept = {name.partition(".")[0] for name in PAGES if not name.startswith("decisions/")}
    assert kept - led == {sources.INDEX}


def test_the_reference_says_what_the_code_declares() -> None:
    folder = ROOT / "docs" / "reference"
    kept = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.name != "problems.md"}
    assert kept == reference.pages(), "run: make openapi"


def test_the_reference_has_every_event_in_every_version_with_each_of_its_fields() -> None:
    pages = reference.pages()
    for game in CATALOGUE.values():
        for (name, version), event in game.event_types.items():
            owner = "every-game" if event in MATCH_EVENTS else game.id
            section = pages[f"events-{owner}.md"].partition(f"## {name}, version {version}\n")[2].partition("\n## ")[0]
            rows = dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", section, re.MULTILINE))
            assert rows.keys() == {each.wire for each in fields_of(event)}, name
            for each in fields_of(event):
                assert (rows[each.wire] == "everybody") is (each.secrecy is None), (name, each.wire)


@pytest.mark.parametrize("game", CATALOGUE)
def test_every_ruling_that_the_rules_cite_can_be_linked(client: FlaskClient, game: str) -> None:
    code = "".join(
        path.read_text() for path in (ROOT / "domain" / "cartulary" / "games" / game.replace("-", "_")).rglob("*.py")
    )
    cited = {*re.findall(r"\b[AC]-\d+[a-h]?\b", code)}
    assert cited
    for ruling in cited:
        answer = client.get(f"/rulings/{ruling}")
        assert (answer.status_code, answer.location) == (303, f"{guide.BASE}/rules/{game}#{ruling}")


@cases("language", LANGUAGES)
@cases("game", CATALOGUE)
def test_narration_uses_the_catalogue_s_names_in_every_language(game: str, language: str) -> None:
    suffix = "" if language == LANGUAGES[0] else f".{language}"
    text = sources.texts()[f"rules/{game}{suffix}"].lower()
    told = CATALOGUE[game].describe(language)
    known = [*told.get("spheres", []), *told.get("effects", []), *told.get("plots", [])]
    known += [each for each in told["kinds"] if each.get("sort") == "unit"]
    assert [each["name"] for each in known if each["name"].lower() not in text] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("game", CATALOGUE)
def test_every_ruling_stands_in_every_language_and_is_led_to_in_the_one_asked_for(
    client: FlaskClient, game: str, language: str
) -> None:
    rulings = rulings_of(f"rules/{game}")
    assert rulings_of(f"rules/{game}.{language}") == rulings
    answer = client.get(f"/rulings/{rulings[0]}", headers={"Accept-Language": language})
    assert answer.location == f"{guide.BASE}/rules/{game}.{language}#{rulings[0]}"
    assert "Accept-Language" in answer.vary


def rulings_of(name: str) -> list[str]:
    """The rulings of a page, in their order."""
    return anchor_entries(parser().parse(sources.texts()[name]))


def test_a_ruling_that_there_is_not_is_a_problem(client: FlaskClient) -> None:
    assert client.get("/rulings/A-999").status_code == 404


def test_every_problem_that_the_service_names_is_told_with_its_status_and_led_to(client: FlaskClient) -> None:
    text = sources.texts()["reference/problems"]
    told = {name: {int(status)} for name, status in re.findall(r"^- \*\*([a-z-]+)\*\* \((\d+)\)", text, re.MULTILINE)}
    assert told == problem_codes()
    for name in told:
        assert client.get(f"/problems/{name}").location == f"{guide.BASE}/reference/problems#{name}"
    assert client.get("/problems/nothing").status_code == 404


def test_the_contract_leads_from_an_event_to_a_type_for_each(client: FlaskClient) -> None:
    told = contract()["components"]["schemas"]["Event"]["externalDocs"]["url"]
    for document in ("/openapi.yaml", "/openapi.json"):
        types = json.loads(client.get(urljoin(document, told)).text)["$defs"]
        assert all(f"{prefix(game.id)}{event.NAME}" in types for game in CATALOGUE.values() for event in game.events)


def test_code_of_the_guide_calls_the_service_that_serves_it(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(client.application.config, "SERVICE_URL", "https://games.example/play")
    assert "API = &quot;https://games.example/play/v1&quot;" in client.get(f"{guide.BASE}/tutorial/client").text
    assert 'API = "https://games.example/play/v1"' in client.get(f"{guide.BASE}/tutorial/client.md").text
    text = client.get(f"{guide.BASE}/how-to/run-locally").text
    assert "<code>http://127.0.0.1:8000</code>" in text, "where a service of the reader's own answers"


def test_language_models_find_every_page_of_the_index_by_whole_addresses(served: str) -> None:
    text = requests.get(f"{served}/llms.txt", timeout=PATIENCE).text
    assert text.startswith("# ")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 60
    for link in links:
        assert link.startswith(f"{served}/")
        assert requests.get(link, timeout=PATIENCE).status_code == 200, link


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_there_as_markdown_too_and_leads_to_others_as_such(client: FlaskClient, name: str) -> None:
    answer = client.get(f"{guide.BASE}/{name}.md")
    assert (answer.status_code, answer.mimetype) == (200, "text/markdown")
    assert answer.text.startswith("# ")
    own = f"{guide.WRITTEN}{guide.BASE}/"
    for link in re.findall(rf"\]\({own}([^)#]+)[^)]*\)", answer.text):
        assert link.removesuffix(".md") in sources.texts() or client.get(f"{guide.BASE}/{link}").status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_whoever_searches_for_the_title_of_a_page_finds_it(name: str) -> None:
    assert name in {each.page for each in find(sources.title(sources.texts()[name]))}


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("alert", "operating"),
        ("authenticate", "how-to/choose-scopes"),
        ("backup restore", "how-to/back-up-and-restore"),
        ("delete my account", "how-to/export-or-delete-your-data"),
        ("how do I undo", "how-to/undo-actions"),
        ("invite a friend", "how-to/create-and-join-a-game"),
        ("lost my device", "how-to/recover-your-account"),
        ("night", "how-to/set-a-clock"),
        ("rate limit", "how-to/errors-and-limits"),
        ("sign in", "how-to/recover-your-account"),
        ("sleep", "how-to/set-a-clock"),
        ("vacation", "how-to/set-a-clock"),
    ],
)
def test_a_question_in_the_readers_words_finds_first_the_page_that_answers_it(asked: str, name: str) -> None:
    assert find(asked)[0].page == name


def test_no_operation_is_found_by_the_middle_of_a_word() -> None:
    assert "list_catalogue" not in {each.name for each in find_operations("sign in")}


def test_a_search_shows_what_stands_round_the_words(client: FlaskClient) -> None:
    page = client.get("/docs/guide/search?q=authenticate").text.partition("</main>")[0]
    assert "… registers a player and returns a token, which is shown only once. To authenticate, send it as" in page


def test_a_search_leads_to_the_sections_in_which_all_words_stand(client: FlaskClient) -> None:
    page = client.get("/docs/guide/search?q=BACKUP+restore").text.partition("</main>")[0]
    assert 'href="how-to/back-up-and-restore#' in page
    assert all("backup" in each.text and "restore" in each.text for each in find("backup restore"))


@pytest.mark.parametrize("asked", ["read_since", "GET /v1/games/{id}/since", "narration cursor"])
def test_a_search_leads_to_operations_by_their_id_their_path_and_their_words(client: FlaskClient, asked: str) -> None:
    page = client.get("/docs/guide/search", query_string={"q": asked}).text.partition("</main>")[0]
    assert 'href="../#/games/read_since"' in page


def test_an_operation_that_is_asked_for_by_its_path_comes_first() -> None:
    assert [each.name for each in find_operations("GET /v1/archive")][:2] == ["search_archive", "read_archive_figures"]
    assert "read_since" not in {each.name for each in find_operations("read_since", {"read_since"})}


def test_operations_that_are_not_named_stand_behind_the_pages(client: FlaskClient) -> None:
    def order(asked: str) -> list[int]:
        page = client.get("/docs/guide/search", query_string={"q": asked}).text.partition("</main>")[0]
        return [page.index(each) for each in ("<h2>Operations", "<h2>Guide")]

    assert order("delete my account") == sorted(order("delete my account"), reverse=True)
    assert order("webhooks") == sorted(order("webhooks"))


def test_a_search_without_success_says_so_and_shows_the_words_as_text(client: FlaskClient) -> None:
    page = client.get("/docs/guide/search?q=%3Cb%3Enowhere").text
    assert "No section has all of these words: &lt;b&gt;nowhere" in page


def test_robots_are_told_that_they_may_look(served: str) -> None:
    answer = requests.get(f"{served}/robots.txt", timeout=PATIENCE)
    assert (answer.headers["Content-Type"].partition(";")[0], answer.text) == (
        "text/plain",
        "User-agent: *\nDisallow:\n",
    )


def test_a_refusal_leads_to_the_words_of_its_ruling(served: str) -> None:
    table = Table.of(served)
    problem = table.refused(table.see()["to_act"][0], {"type": "skip_play"})
    response = requests.get(problem["ruling_url"], timeout=PATIENCE)
    assert response.url.endswith(f"#{problem['ruling']}")
    assert f'id="{problem["ruling"]}"' in response.text


def test_the_site_is_written_as_it_is_served(client: FlaskClient, tmp_path: Path) -> None:
    done = CliRunner().invoke(documents.guide, [str(tmp_path)])
    assert done.exit_code == 0
    assert done.output == f"{len(PAGES)} pages: {tmp_path}/index.html\n"
    for name in PAGES:
        path = tmp_path / f"{name}.html"
        page = Html(path.read_text(encoding="utf-8"))
        assert page.ids == Html(site.whole(name)).ids
        for link in page.links:
            if not urlsplit(link).scheme and link.partition("#")[0]:
                assert (path.parent / link.partition("#")[0]).is_file(), (name, link)


def test_the_guide_lies_beside_the_documentation_of_the_contract(served: str) -> None:
    response = requests.get(f"{served}/docs/guide", timeout=PATIENCE)
    assert response.status_code == 200
    assert response.url == f"{served}/docs/guide/"
    assert "<title>Cartulary: the guide</title>" in response.text
    assert "swagger" in requests.get(f"{served}/docs/", timeout=PATIENCE).text


@pytest.mark.parametrize("path", ["nothing", "nothing.md", "files/pyproject.toml", "../../etc/passwd", "rules"])
def test_an_unknown_page_is_a_problem(client: FlaskClient, path: str) -> None:
    response = client.get(f"{guide.BASE}/{path}", follow_redirects=True)
    assert (response.status_code, response.mimetype) == (404, problems.MEDIA_TYPE)
