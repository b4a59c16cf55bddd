"""Receipts of the Python client: no entropy without one, and no history that contradicts them."""

import json
from base64 import b64encode
from collections.abc import Callable

import httpx
import pytest

from cartulary_client import Client, Distrust, Receipts
from cartulary_client.receipts import has_signed
from tests.service.clients.tables import RandomBot, play, table
from tests.weak_keys import OF_ANY_MESSAGE, WEAK_KEYS


class Liar(httpx.HTTPTransport):
    """A way to the service on which audit bundles are told otherwise."""

    def __init__(self, otherwise: Callable[[str], str]) -> None:
        super().__init__()
        self._otherwise = otherwise

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = super().handle_request(request)
        if not request.url.path.endswith("/audit"):
            return answer
        return httpx.Response(answer.status_code, text=self._otherwise(answer.read().decode()))


def lied_to(base: str, otherwise: Callable[[str], str]) -> Client:
    """A new player to whom audit bundles are told otherwise."""
    return Client(base, Client.register(base, "Boris").token, transport=Liar(otherwise))


def test_a_bot_holds_the_first_and_the_last_receipt_of_its_game(served: str) -> None:
    bots = [RandomBot.register(served, name) for name in ("Ada", "Boris")]
    id = table(bots[0].client, fairness="commit")
    ends = play(bots, id)
    for each in bots:
        kept = each.client.receipts.games[id].receipts
        assert min(kept) < 4
        assert max(kept) == ends[0]["version"]
        assert kept[max(kept)].head == ends[0]["head"]


def test_whoever_adds_to_a_shuffle_has_asked_for_a_receipt_before(served: str, ada: Client) -> None:
    id, boris = table(ada), Client.register(served, "Boris")
    boris.take_seat(id, {"entropy": "ab" * 32})
    assert min(boris.receipts.games[id].receipts) == 1
    boris.check_record(id)


@pytest.mark.parametrize(
    "otherwise",
    [
        lambda text: text.replace("server_commit", "server_commix"),
        lambda text: text.replace("GameCreated", "GameCreates"),
        lambda text: text.replace('"version', '"versiom').replace("/v1\\n", "/v2\\n"),
        lambda text: text.replace("+", "-", 1).replace("\u2014 cartulary ", "\u2014 cartulary A"),
    ],
)
def test_without_a_receipt_that_holds_nothing_is_added(
    served: str, ada: Client, otherwise: Callable[[str], str]
) -> None:
    id, boris = table(ada), lied_to(served, otherwise)
    with pytest.raises((Distrust, ValueError)):
        boris.take_seat(id, {"entropy": "ab" * 32})
    assert ada.read_game(id)["seats"][0]["player"] is None


def test_other_bytes_than_ones_own_are_found_at_the_deal(served: str, ada: Client) -> None:
    id = table(ada)
    ada.take_seat(id, {"entropy": "ab" * 32})
    ada.check_record(id)
    ada.receipts.games[id].entropy = "cd" * 32
    with pytest.raises(Distrust, match="lacks the bytes"):
        ada.check_record(id)


def test_bytes_in_a_seat_that_was_left_again_behind_ones_back_are_found_missing(served: str, ada: Client) -> None:
    id = table(ada)
    ada.take_seat(id, {"seat": 0, "entropy": "ab" * 32})
    other = Client(served, str(ada.token))
    other.leave_seat(id, 0)
    with pytest.raises(Distrust, match="lacks the bytes"):
        ada.check_record(id)
    other.take_seat(id, {"seat": 0})
    with pytest.raises(Distrust, match="lacks the bytes"):
        ada.check_record(id)


def test_who_leaves_a_seat_misses_no_bytes(ada: Client) -> None:
    id = table(ada)
    ada.take_seat(id, {"seat": 0, "entropy": "ab" * 32})
    ada.leave_seat(id, 0)
    ada.check_record(id)
    ada.take_seat(id, {"seat": 0, "entropy": "cd" * 32})
    ada.check_record(id)


def test_a_history_other_than_the_receipts_is_found(served: str, ada: Client) -> None:
    id, other = table(ada), table(ada)
    bundle = ada.read_audit(other)
    with pytest.raises(Distrust):
        ada.receipts.check(id, bundle)


def test_two_heads_of_one_version_are_kept_as_proof(served: str, ada: Client) -> None:
    id = table(ada)
    note = str(ada.receipts.earliest(id))
    lines = note.split("\n")
    lines[3] = "A" * 43
    with pytest.raises(Distrust) as raised:
        ada.receipts.keep("\n".join(lines))
    assert raised.value.proof == (note, "\n".join(lines))


def test_a_pinned_key_is_the_only_one_that_signs(served: str, ada: Client) -> None:
    id = table(ada)
    stranger = json.loads(ada.read_audit(id).splitlines()[0])["key"].replace("cartulary", "another")
    boris = Client(served, Client.register(served, "Boris").token, receipts=Receipts([stranger]))
    with pytest.raises(Distrust, match="No known key"):
        boris.check_record(id)


def test_nothing_is_signed_by_a_key_by_which_anybody_can_sign() -> None:
    text = "cartulary-receipt/v1"
    for key in WEAK_KEYS:
        line = f"cartulary+00000000+{b64encode(bytes([1]) + key).decode()}"
        signature = b64encode(bytes(4) + OF_ANY_MESSAGE).decode()
        with pytest.raises(Distrust):
            has_signed(line, f"{text}\n\n\N{EM DASH} cartulary {signature}\n")
