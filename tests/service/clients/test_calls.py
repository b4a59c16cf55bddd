"""Calls of the Python client: answers, problems, pages, and what is sent again."""

import asyncio
import gc
import time
from base64 import urlsafe_b64encode
from hashlib import sha256
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from cartulary_client import AsyncClient, Client, NoAnswer, Problem, Retries, types
from cartulary_client.request import Request
from cartulary_client.retries import may_be_repeated
from tests.service.clients.tables import HASTY, table
from tests.service.clients.unsteady_proxy import UnsteadyProxy, refusal
from tests.service.conftest import Serve


def through(proxy: UnsteadyProxy, ada: Client) -> Client:
    """The same player by the unsteady way."""
    return Client(proxy.url, ada.token, retries=HASTY)


def seated(ada: Client) -> tuple[str, Client]:
    """A game that has begun, and the client whose turn it is."""
    boris = Client.register(ada._settings.url, "Boris")
    id = table(ada)
    for each in (ada, boris):
        each.take_seat(id)
    game = ada.read_game(id)
    return id, (ada, boris)[game["to_act"][0]]


def test_a_refusal_by_the_rules_names_the_rule_and_what_is_legal(ada: Client) -> None:
    id, turn = seated(ada)
    with pytest.raises(Problem) as raised:
        turn.act(id, {"type": "skip_play"})
    problem = raised.value
    assert (problem.status, problem.code, problem.rule) == (422, "illegal", "skip_play.card_playable")
    assert problem.legal
    assert {each["type"] for each in turn.legal_actions(id)} == {each["type"] for each in problem.legal}


def test_a_refused_field_is_named(ada: Client) -> None:
    with pytest.raises(Problem) as raised:
        ada.take_seat(table(ada), {"entropy": "too short"})
    assert raised.value.errors.keys() == {"entropy"}


def test_what_a_front_refuses_is_a_problem_without_a_code(proxy: UnsteadyProxy, ada: Client) -> None:
    proxy.refusals.append(refusal("413 Content Too Large"))
    with pytest.raises(Problem) as raised:
        through(proxy, ada).read_me()
    assert (raised.value.status, raised.value.code) == (413, None)


class Way(httpx.HTTPTransport):
    """A transport that several clients share, and that says whether one of them has closed it."""

    is_closed = False

    def close(self) -> None:
        self.is_closed = True
        super().close()


def test_a_client_that_is_forgotten_leaves_the_transport_open_that_others_use(served: str) -> None:
    way = Way()
    Client(served, transport=way).list_games()
    gc.collect()
    assert not way.is_closed
    with Client(served, transport=way) as client:
        client.list_games()
    assert way.is_closed


def test_a_service_that_is_not_there_is_no_answer() -> None:
    with pytest.raises(NoAnswer):
        Client("http://127.0.0.1:9", retries=Retries(attempts=2, first_pause=0.001)).list_games()


def test_lists_are_read_page_after_page(ada: Client) -> None:
    made = [table(ada) for _ in range(3)]
    assert [each["id"] for each in ada.iter_games(status="open", limit=1)][:3] == made[::-1]
    ada.take_seat(made[0])
    for number in range(3):
        ada.send_message(made[0], {"text": f"{number}"})
    assert [each["text"] for each in ada.iter_chat(made[0], after=0, limit=2)] == ["0", "1", "2"]


def test_the_export_is_read_to_its_end(served: str, ada: Client) -> None:
    id, turn = seated(ada)
    turn.act(id, {"type": "resign"})

    async def exported() -> list[str]:
        async with AsyncClient(served) as client:
            return [each["bundle"] async for each in client.iter_export()]

    bundles = [each["bundle"] for each in ada.iter_export(game="carta-impera-victoria")]
    assert sum(id in each for each in bundles) == 1
    assert [each for each in asyncio.run(exported()) if id in each] == [each for each in bundles if id in each]


def test_the_async_client_reads_the_same_lists(served: str, ada: Client) -> None:
    made = [table(ada) for _ in range(3)]

    async def listed() -> list[str]:
        async with AsyncClient(served) as client:
            return [each["id"] async for each in client.iter_games(status="open", limit=2)]

    assert asyncio.run(listed())[:3] == made[::-1]


def test_an_action_whose_answer_is_lost_takes_effect_once(proxy: UnsteadyProxy, ada: Client) -> None:
    id, turn = seated(ada)
    before = turn.read_game(id)
    proxy.losses = 2
    accepted = through(proxy, turn).act(id, turn.legal_actions(id)[0], if_match=before["version"])
    assert proxy.connections == 3
    assert accepted["ply"] == before["ply"] + 1
    assert turn.read_game(id)["version"] == accepted["version"]


def test_the_async_client_creates_one_game_though_answers_are_lost(proxy: UnsteadyProxy, ada: Client) -> None:
    async def create() -> str:
        async with AsyncClient(proxy.url, ada.token, retries=HASTY) as client:
            return (await client.create_game({"game": "carta-impera-victoria", "seats": 4}))["id"]

    before = {each["id"] for each in ada.iter_games(status="open")}
    proxy.losses = 2
    made = asyncio.run(create())
    assert {each["id"] for each in ada.iter_games(status="open")} - before == {made}


def test_an_account_whose_answer_is_lost_is_made_once(proxy: UnsteadyProxy, ada: Client) -> None:
    proxy.losses = 1
    made = Client.register(proxy.url, "Made once", retries=HASTY)
    assert made.read_me()["handle"] == "made-once"
    assert [each["handle"] for each in ada.search_players(handle="made-once")["players"]] == ["made-once"]


@pytest.mark.parametrize("hours", [3, -3])
def test_deadlines_are_held_against_the_clock_of_the_service(
    ada: Client, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + hours * 3600)
    here = Client(ada._settings.url, ada.token)
    here.read_me()
    assert abs(here.clock.now().timestamp() - right()) < 2
    assert abs(here.clock.offset.total_seconds() + hours * 3600) < 2


def test_a_clock_that_may_be_right_is_left_alone(ada: Client) -> None:
    ada.read_me()
    assert ada.clock.offset.total_seconds() == 0


def test_the_async_client_knows_the_clock_of_the_service(ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    right = time.time

    async def offset() -> float:
        async with AsyncClient(ada._settings.url, ada.token) as client:
            await client.read_me()
            return client.clock.offset.total_seconds()

    monkeypatch.setattr(time, "time", lambda: right() + 7200)
    assert abs(asyncio.run(offset()) + 7200) < 2


def test_what_takes_no_key_is_not_sent_again_when_its_answer_is_lost(proxy: UnsteadyProxy, ada: Client) -> None:
    webhook = ada.create_webhook({"url": "https://93.184.216.34/hook"})["id"]
    proxy.losses = 1
    with pytest.raises(NoAnswer):
        through(proxy, ada).try_webhook(webhook)
    assert proxy.connections == 1


def test_what_takes_a_key_is_sent_again_and_made_once(proxy: UnsteadyProxy, ada: Client) -> None:
    proxy.losses = 1
    made = through(proxy, ada).create_token({"label": "lost"})
    assert [each["id"] for each in ada.list_tokens()["tokens"] if each["label"] == "lost"] == [made["id"]]


@pytest.mark.parametrize("status", ["502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout"])
def test_a_service_that_is_away_for_a_moment_is_asked_again(status: str, proxy: UnsteadyProxy, ada: Client) -> None:
    proxy.refusals += [refusal(status), refusal(status, "0")]
    through(proxy, ada).take_seat(table(ada))
    assert proxy.connections == 3


def test_too_many_requests_are_sent_again_whatever_they_are(proxy: UnsteadyProxy, ada: Client) -> None:
    proxy.refusals.append(refusal("429 Too Many Requests", "0"))
    assert through(proxy, ada).create_token({"label": "patient"})["label"] == "patient"


def test_the_limits_of_the_service_are_kept_by_waiting(serve: Serve) -> None:
    url = serve(RATE_LIMITS="yes")
    ada = Client.register(url, "Ada")
    id = table(ada)
    ada.take_seat(id)
    for number in range(22):
        ada.send_message(id, {"text": f"{number}"})
    assert len([*ada.iter_chat(id, after=0)]) == 22


def test_a_pause_is_what_the_service_asks_for_and_else_grows_up_to_a_bound() -> None:
    retries = Retries(attempts=9, first_pause=1, longest_pause=10, longest_wait=60)
    assert retries.pause_after(Problem(429, {}, 7), 1) == 7
    pauses = [retries.pause_after(NoAnswer(), attempt) for attempt in range(1, 9)]
    assert all(least / 2 <= pause <= least for pause, least in zip(pauses, [1, 2, 4, 8, 10, 10, 10, 10], strict=True))
    with pytest.raises(NoAnswer):
        retries.pause_after(NoAnswer(), 9)
    with pytest.raises(Problem):
        retries.pause_after(Problem(429, {}, 61), 1)


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE"])
def test_only_what_happens_once_is_repeated_after_a_lost_answer(method: str) -> None:
    request: Request[None] = Request(method, "/games")
    for failure in (NoAnswer(), Problem(503, {})):
        assert not may_be_repeated(request, failure)
        assert may_be_repeated(request.with_key(), failure)
    assert may_be_repeated(request, Problem(409, {"code": "lost-race"}))
    assert not may_be_repeated(request.with_key(), Problem(409, {"code": "too-many"}))


def test_forms_and_lines_are_sent_as_such(served: str, ada: Client) -> None:
    back, verifier = "http://127.0.0.1/back", "v" * 43
    program = ada.register_client({"client_name": "Table", "redirect_uris": [back]})["client_id"]
    challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
    wish: types.AgreedAuthorization = {
        "response_type": "code",
        "client_id": program,
        "redirect_uri": back,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    code = parse_qs(urlsplit(ada.create_consent(wish)["redirect_to"]).query)["code"][0]
    form: types.TokenRequest = {
        "grant_type": "authorization_code",
        "client_id": program,
        "redirect_uri": back,
        "code": code,
        "code_verifier": verifier,
    }
    tokens = ada.issue_tokens(form)
    with Client(served, token=tokens["access_token"]) as program_of_ada:
        assert program_of_ada.read_me()["id"] == ada.read_me()["id"]
    ada.revoke_oauth_token({"client_id": program, "token": tokens["refresh_token"]})
    assert ada.list_consents()["consents"] == []
    with pytest.raises(Problem) as refused:
        ada.replay_bundle("{}", as_="everything")
    assert refused.value.code == "not-verified"
