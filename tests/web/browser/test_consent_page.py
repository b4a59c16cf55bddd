"""The consent page of OAuth: a player sees who asks for what, and answers."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from tests.service.client import Client, Player, body_of
from tests.service.program import BACK, Program
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]


def come_back(visitor: Visitor, key: str) -> dict[str, list[str]]:
    """Press a button; return what the browser brings back to the program."""
    visitor.page.route(f"{BACK}*", lambda route: route.fulfill(body="Back at the program."))
    visitor.keyed(key).click()
    visitor.page.wait_for_url(f"{BACK}*")
    return parse_qs(urlsplit(visitor.page.url).query)


@pytest.fixture
def program(served: str) -> Program:
    return Program(served)


def address_of(program: Program, **changes: str) -> str:
    return f"/authorize?{urlencode(program.ask() | changes)}"


def test_a_player_lets_a_program_in_and_it_acts_for_them(visit: Visit, served: str, program: Program) -> None:
    ada = Player(served, "Ada")
    visitor = visit(ada.token).goes(address_of(program))
    visitor.sees("Let Table by Boris play for you?", "h1")
    visitor.sees("127.0.0.1:9", "main")
    assert visitor.obstacles() == []
    address = f"{BACK}?{urlencode(come_back(visitor, 'agree'), doseq=True)}"
    for_ada = Client(served, program.redeem(address)["access_token"])
    assert body_of(for_ada.get("/me"), 200)["id"] == ada.id


def test_a_refusal_reaches_the_program(visit: Visit, served: str, program: Program) -> None:
    visitor = visit(Player(served, "Ada").token).goes(address_of(program))
    assert come_back(visitor, "refuse")["error"] == ["access_denied"]


def test_a_newcomer_says_a_name_first_and_is_asked_then(visit: Visit, program: Program) -> None:
    visitor = visit().goes(address_of(program))
    visitor.sees("Say first who you are.", "main")
    visitor.keyed("name").fill("Ada")
    visitor.keyed("name").press("Enter")
    visitor.sees("asks to act for you, Ada", "main")


@pytest.mark.parametrize(
    ("language", "words"),
    [("ru", "Разрешить программе"), ("uk", "Дозволити програмі"), ("ko", "허용할까요?")],
)
def test_it_asks_in_the_language_of_the_player(
    visit: Visit, served: str, program: Program, language: str, words: str
) -> None:
    visitor = visit(Player(served, "Ada").token).goes(address_of(program, lang=language))
    visitor.sees(words, "h1")


def test_an_address_that_is_not_the_programs_is_never_gone_to(visit: Visit, served: str, program: Program) -> None:
    visitor = visit(Player(served, "Ada").token).goes(address_of(program, redirect_uri="https://elsewhere.example/"))
    visitor.sees("This link of a program is wrong.", "[role=alert]")
    expect(visitor.keyed("agree")).to_have_count(0)


def test_a_player_ends_what_a_program_may_do_in_the_settings(visit: Visit, served: str, program: Program) -> None:
    ada = Player(served, "Ada")
    for_ada = program.sign_in(ada)
    visitor = visit(ada.token).goes("/play#/me")
    visitor.sees("Table by Boris", "section")
    visitor.keyed("for-auditors").locator("> summary").click()
    visitor.find("[aria-label='End the access of Table by Boris']").click()
    visitor.sees("None.", "section")
    assert for_ada.get("/me").status_code == 401
