"""Receipts: every change of a game is answered with the signed head, and the finished game is checked against them."""

import json
from base64 import b64decode
from pathlib import Path
from secrets import token_bytes
from typing import Any

import pytest
import requests

from cartulary.commands.verify import verify
from cartulary.match.seating import seat_commitment
from cartulary.signing import notes
from tests.commands import invoke
from tests.patience import PATIENCE
from tests.service.client import CARTA, Player, Table, body_of


def note_of(answer: requests.Response) -> str:
    return b64decode(answer.headers["Receipt"]).decode()


def require_receipt(answer: requests.Response, game: dict[str, Any]) -> str:
    """The note of an answer, which must be signed by the service and tell of the game as the answer does."""
    base = str(answer.request.url).partition("/v1")[0]
    key = requests.get(f"{base}/v1/catalogue", timeout=PATIENCE).json()["keys"][-1]["key"]
    text, _ = notes.open_note(note_of(answer), [notes.public_key(key)])
    assert text == f"cartulary-receipt/v1\n{game['id']}\n{game['version']}\n{game['head']}\n"
    return text


def test_creating_seating_and_acting_are_answered_with_a_receipt(served: str) -> None:
    ann, ben = Player(served), Player(served)
    opened = ann.post("/games", {"game": CARTA, "seats": 2})
    game = body_of(opened, 201)
    require_receipt(opened, game)
    for player in (ann, ben):
        seated = player.sit(game["id"])
        require_receipt(seated, body_of(seated, 201)["game"])
    table = Table(game["id"], [ann, ben], ann)
    seat = table.see()["to_act"][0]
    action = table.legal(seat)[0]
    acted = [table.players[seat].act(table.game, action, key="once") for _ in range(2)]
    for each in acted:
        require_receipt(each, body_of(each, 201)["game"])
    assert note_of(acted[0]) == note_of(acted[1])
    table.act(0, {"type": "resign"})
    rematch = ann.post(f"/games/{table.game}/rematch")
    require_receipt(rematch, body_of(rematch, 201))


@pytest.fixture
def committed(served: str) -> tuple[Table, dict[int, bytes], list[str]]:
    """A finished game at level A, what the seats added to it, and the receipts of its first and its last seat."""
    players, entropy = [Player(served), Player(served)], {seat: token_bytes(32) for seat in (0, 1)}
    opened = players[0].post("/games", {"game": CARTA, "seats": 2, "options": {"fairness": "commit"}})
    game = body_of(opened, 201)["id"]
    notes = [note_of(opened)]
    for seat, player in enumerate(players):
        commitment = seat_commitment(game, seat, entropy[seat]).hex()
        notes.append(note_of(player.post(f"/games/{game}/seats", {"seat": seat, "commitment": commitment})))
    for seat, player in enumerate(players):
        body_of(player.post(f"/games/{game}/openings", {"entropy": entropy[seat].hex()}), 201)
    table = Table(game, players, players[0])
    table.act(0, {"type": "resign"})
    return table, entropy, notes[1:]


def verified(folder: Path, table: Table, *arguments: str) -> tuple[int, str]:
    bundle = folder / "game.ndjson"
    bundle.write_bytes(table.visitor.get(f"/games/{table.game}/audit").content)
    done = invoke(verify, str(bundle), *arguments)
    return done.exit_code, done.output


def test_several_receipts_and_ones_own_entropy_are_checked(
    committed: tuple[Table, dict[int, bytes], list[str]], tmp_path: Path
) -> None:
    table, entropy, notes = committed
    given: list[str] = []
    for number, note in enumerate(notes):
        (tmp_path / f"{number}.txt").write_text(note)
        given += ["--receipt", str(tmp_path / f"{number}.txt")]
    status, words = verified(tmp_path, table, *given, "--entropy", f"1={entropy[1].hex()}")
    assert status == 0, words
    assert "A, if the receipt of version 6 was kept before seats 0, 1 showed their entropy" in words
    assert "and one of them was honest" in words
    assert "ok  entropy: the bytes given are what seat 1 added" in words
    status, words = verified(tmp_path, table, "--entropy", f"0={entropy[1].hex()}")
    assert (status, "WRONG  entropy: seat 0 has added other bytes" in words) == (1, True)


def test_a_receipt_of_another_game_is_said_to_be_one_and_accuses_nobody(
    committed: tuple[Table, dict[int, bytes], list[str]], tmp_path: Path
) -> None:
    table = committed[0]
    other = Table.of(table.visitor.base)
    (tmp_path / "other.txt").write_text(other.visitor.get(f"/games/{other.game}/audit").text.splitlines()[-1])
    status, words = verified(tmp_path, table, "--receipt", str(tmp_path / "other.txt"))
    assert (status, f"the receipt is about another game: {other.game}" in words) == (1, True), words
    assert "has another head" not in words


def test_without_a_receipt_the_report_says_that_it_rests_on_the_operators_word(
    committed: tuple[Table, dict[int, bytes], list[str]], tmp_path: Path
) -> None:
    status, words = verified(tmp_path, committed[0])
    assert (status, "which rests on the operator's word" in words) == (0, True)


def test_entropy_that_is_no_entropy_is_refused_in_words(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    bundle.write_text(json.dumps({}))
    for text in ("1", "1=ab", "x=" + "0" * 64, "=" + "0" * 64):
        done = invoke(verify, str(bundle), "--entropy", text)
        assert done.exit_code == 2
        assert "64 hexadecimal digits" in done.output
