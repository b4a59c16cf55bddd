"""Receipts of the Python client: no entropy without one, and no history that contradicts them."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from cartulary.signing.notes import Signer
from cartulary_client import Client, Distrust, Doubt, Problem, Receipts
from cartulary_client.receipts import has_signed
from cartulary_service.trust.keys import Keys
from tests.service.clients.conftest import Opened
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


@pytest.fixture
def lied_to(served: str, opened: Opened) -> Opened:
    """Makes a new player to whom audit bundles are told otherwise."""
    return lambda otherwise: opened(Client.register(served, "Boris").token, transport=Liar(otherwise))


def test_a_bot_holds_the_first_and_the_last_receipt_of_its_game(served: str) -> None:
    bots = [RandomBot.register(served, name) for name in ("Ada", "Boris")]
    id = table(bots[0].client, fairness="commit")
    ends = play(bots, id)
    for each in bots:
        kept = each.client.receipts.games[id].receipts
        assert min(kept) < 4
        assert max(kept) == ends[0]["version"]
        assert kept[max(kept)].head == ends[0]["head"]


def positions(client: Client, id: str, kind: str) -> list[int]:
    """Where the events of a kind stand in the record of a game."""
    events = [json.loads(json.loads(line)["public"]) for line in client.read_audit(id).splitlines()[1:-1]]
    return [each["position"] for each in events if each["type"] == kind]


def test_bytes_are_opened_after_a_receipt_that_fixes_what_all_have_committed_to(served: str) -> None:
    bots = [RandomBot.register(served, name) for name in ("Ada", "Boris")]
    id = table(bots[0].client, fairness="commit")
    play(bots, id)
    committed, opened = (positions(bots[0].client, id, each) for each in ("EntropyCommitted", "EntropyOpened"))
    for bot in bots:
        version = bot.client.receipts.games[id].before
        assert version is not None
        assert max(committed) <= version < max(opened)
        assert bot.client.receipts.before_shuffle(id) == bot.client.receipts.games[id].receipts[version].note


def test_whoever_sits_down_last_holds_a_receipt_that_fixes_what_all_others_have_added(served: str, ada: Client) -> None:
    id, boris = table(ada), Client.register(served, "Boris")
    boris.read_game(id)
    ada.take_seat(id, {"entropy": "ab" * 32})
    boris.take_seat(id, {"entropy": "cd" * 32})
    first, last = positions(ada, id, "SeatTaken")
    assert first <= (boris.receipts.games[id].before or 0) < last


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
    ada: Client, lied_to: Opened, otherwise: Callable[[str], str]
) -> None:
    id, boris = table(ada), lied_to(otherwise)
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


def test_who_was_refused_a_seat_misses_no_bytes(served: str, ada: Client) -> None:
    id = table(ada)
    for each in (ada, Client.register(served, "Cid")):
        each.take_seat(id)
    late = Client.register(served, "Boris")
    with pytest.raises(Problem):
        late.take_seat(id, {"entropy": "ab" * 32})
    late.check_record(id)


def test_a_record_that_is_older_than_a_receipt_and_has_no_end_is_no_other_history(served: str, ada: Client) -> None:
    id = table(ada)
    older = ada.read_audit(id)
    ada.take_seat(id, {"entropy": "ab" * 32})
    ada.check_record(id)
    ada.receipts.check(id, older)


def test_a_history_other_than_the_receipts_is_found(served: str, ada: Client) -> None:
    id, other = table(ada), table(ada)
    bundle = ada.read_audit(other)
    with pytest.raises(Distrust):
        ada.receipts.check(id, bundle)


def with_another_head(note: str) -> str:
    """The text of a note, up to its signature, with another head."""
    return "\n".join([*note.split("\n")[:3], "A" * 43, ""])


def test_two_heads_of_one_version_are_kept_as_proof(served: str, ada: Client, keys: Path) -> None:
    note = str(ada.receipts.earliest(table(ada)))
    other = Keys(keys).active().note(with_another_head(note))
    with pytest.raises(Distrust) as raised:
        ada.receipts.keep(other)
    assert raised.value.proof == (note, other)


class Scribe(httpx.HTTPTransport):
    """A way to the service on which the receipts, or the keys, are others."""

    def __init__(self, receipt: Callable[[str], str] = str, added: str | None = None) -> None:
        super().__init__()
        self.receipt, self.added = receipt, added

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = super().handle_request(request)
        headers = {"Content-Type": answer.headers["Content-Type"]}
        body = answer.read()
        if (encoded := answer.headers.get("Receipt")) is not None:
            headers["Receipt"] = b64encode(self.receipt(b64decode(encoded).decode()).encode()).decode()
        if self.added and request.url.path.endswith("/catalogue"):
            said = json.loads(body)
            said["keys"].append(said["keys"][0] | {"key": self.added})
            body = json.dumps(said).encode()
        return httpx.Response(answer.status_code, headers=headers, content=body)


@pytest.mark.parametrize(
    "receipt",
    [
        lambda note: f"{with_another_head(note)}\n{note.partition(chr(10) * 2)[2]}",
        lambda note: Signer(bytes(32)).note(with_another_head(note)),
        lambda note: "no note",
    ],
)
def test_a_receipt_that_the_service_has_not_signed_is_doubted_and_accuses_nobody(
    opened: Opened, ada: Client, receipt: Callable[[str], str]
) -> None:
    boris = opened(ada.token, transport=Scribe(receipt))
    with pytest.warns(Doubt, match="not kept"):
        id = table(boris)
    assert boris.receipts.earliest(id) is None
    assert len(boris.receipts.doubts) == 1


def test_a_receipt_of_another_game_than_was_asked_for_is_not_kept(opened: Opened, ada: Client, keys: Path) -> None:
    other = "0" * 8 + "-0000" * 3 + "-" + "0" * 12
    note = Keys(keys).active().note(f"cartulary-receipt/v1\n{other}\n1\n{'A' * 43}\n")
    boris = opened(ada.token, transport=Scribe(lambda _: note))
    with pytest.warns(Doubt, match="not kept"):
        table(boris)
    assert boris.receipts.games == {}


def test_a_key_that_comes_beside_the_pinned_ones_is_taken_up_with_a_doubt(opened: Opened, ada: Client) -> None:
    thief = Signer(bytes(range(32)))
    way = Scribe()
    boris = opened(ada.token, transport=way)
    table(boris)
    way.receipt, way.added = (lambda note: thief.note(f"{note.partition(chr(10) * 2)[0]}\n")), thief.public.text()
    with pytest.warns(Doubt, match="Nobody vouched for it"):
        id = table(boris)
    assert boris.receipts.earliest(id)
    assert [each.rpartition(" ")[2] for each in boris.receipts.doubts] == [thief.public.text()]
    table(boris)


def test_beside_a_key_that_the_caller_gave_no_other_is_taken_up(opened: Opened, ada: Client) -> None:
    thief = Signer(bytes(range(32)))
    given = [each["key"] for each in ada.list_catalogue()["keys"]]
    way = Scribe(lambda note: thief.note(f"{note.partition(chr(10) * 2)[0]}\n"), thief.public.text())
    boris = opened(ada.token, receipts=Receipts(given), transport=way)
    with pytest.warns(Doubt, match="not kept"):
        table(boris)
    assert boris.receipts.keys == given


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
