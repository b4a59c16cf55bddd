"""Receipts that the pages keep: nothing goes into a shuffle before one is held, and the record is checked by them."""

import json
import re
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Route, expect

from cartulary.signing.notes import Signer
from cartulary_service.trust.keys import Keys
from tests.service.client import Client, Player, Table, body_of
from tests.web.conformance import FOLDER
from tests.web.verifiers import SIGNER
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
KEPT = "game => JSON.parse(localStorage.getItem('cartulary-receipts'))[game]"
KEEP_OTHER_BYTES = "async game => (await import('/play/shuffle.js')).keepEntropy(game, 0, 'ab'.repeat(32))"
FORGET_ALL_BUT_THE_FIRST = """game => {
  const {first} = JSON.parse(localStorage.getItem('cartulary-receipts'))[game];
  localStorage.setItem('cartulary-receipts', JSON.stringify({[game]: {first, last: first}}));
}"""
KEEP = """async ([note, game]) => {
  const {Service} = await import('/play/api.js');
  await (await import('/play/receipts.js')).keepReceipt(new Service('en'), note, game);
}"""

KEEP_THE_FIRST_ALONE = """game => {
  const {first, proof} = JSON.parse(localStorage.getItem('cartulary-receipts'))[game];
  localStorage.setItem('cartulary-receipts', JSON.stringify({[game]: {first, last: first, proof}}));
}"""
ANSWER_WITH = """async ([game, receipt]) => {
  const answer = new Response('{}', {headers: {Receipt: receipt}});
  const {Service} = await import('/play/api.js');
  const asked = window.fetch;
  window.fetch = () => Promise.resolve(answer);
  await new Service('en').ask(`/games/${game}/actions`).catch(() => null);
  window.fetch = asked;
}"""
REQUIRE_TWICE = """async ([game, bytes]) => {
  const [{Service}, {requireReceipt}] = await Promise.all([import('/play/api.js'), import('/play/shuffle.js')]);
  const service = new Service('en');
  window.both = [0, 1].map(() => requireReceipt(service, {id: game, version: 1}, {t: String}, bytes));
  await Promise.any(window.both);
}"""
LACK_ED25519 = """() => {
  crypto.subtle.importKey = () => Promise.reject(new DOMException('no such algorithm', 'NotSupportedError'));
}"""


def met(visit: Visit, base: str, **wish: Any) -> tuple[Visitor, Visitor, Table]:
    """Two who have sat down in browsers at a table that one of them has opened."""
    ada, boris = Player(base, "Ada"), Player(base, "Boris")
    game = ada.new_game(2, **wish)
    both = [visit(each.token).goes(f"/play#/game/{game}") for each in (ada, boris)]
    for seat, each in enumerate(both):
        each.keyed(f"sit:{seat}").click()
    for each in both:
        each.sees("Your hand", ".hand")
    return both[0], both[1], Table(game, [ada, boris], Client(base))


def version_of(note: str) -> int:
    return int(note.split("\n")[2])


def test_both_hold_a_receipt_from_before_they_showed_their_entropy(visit: Visit, served: str) -> None:
    ada, boris, table = met(visit, served, options={"fairness": "commit"})
    for seat, each in enumerate((ada, boris)):
        kept = each.page.evaluate(KEPT, table.game)
        shown = [row["public"] for row in table.visitor.events(table.game)]
        opened = next(row["position"] for row in shown if row["type"] == "EntropyOpened" and row["seat"] == seat)
        committed = [row["position"] for row in shown if row["type"] == "EntropyCommitted"]
        assert version_of(kept["first"]) < opened
        assert max(committed) <= version_of(kept["shuffle"]) < opened
        assert kept["seat"] == seat
    table.act(0, {"type": "resign"})
    boris.goes(f"/replay?game={table.game}").sees(
        "before these seats added their part to the shuffle, and one of them was honest and sent the bytes",
        ".checks",
    )
    stranger = visit().goes(f"/replay?game={table.game}")
    stranger.sees("rests on the operator's word", ".checks")
    boris.goes(f"/verify?game={table.game}").sees("and one of them was honest and sent the bytes", "#report")


def test_who_left_and_sat_down_again_on_another_device_is_asked_and_nobody_is_accused(
    visit: Visit, served: str
) -> None:
    ada, boris = Player(served, "Ada"), Player(served, "Boris")
    game = ada.new_game()
    one, two = (visit(boris.token).goes(f"/play#/game/{game}") for _ in range(2))
    one.button("Sit here").first.click()
    two.button("Leave the table").click()
    two.button("Sit here").first.click()
    expect(two.button("Leave the table")).to_be_visible()
    body_of(ada.sit(game), 201)
    one.goes(f"/play#/game/{game}").sees("your seat was left before the first card", ".band")
    one.goes(f"/verify?game={game}").sees("Verified, except for", "main")
    two.goes(f"/play#/game/{game}").sees("Your hand", ".hand")
    expect(two.find(".band.distrust")).to_have_count(0)


def test_a_receipt_that_comes_late_takes_the_place_of_none_from_before_the_bytes_were_shown(
    visit: Visit, served: str
) -> None:
    ada, held = Player(served, "Ada"), list[Route]()
    game = ada.new_game()
    boris = visit(Player(served, "Boris").token).goes("/play")
    boris.page.route("**/audit", lambda route: held.append(route) if len(held) == 0 else route.continue_())
    boris.page.evaluate(REQUIRE_TWICE, [game, "ab" * 32])
    before = boris.page.evaluate(KEPT, game)["shuffle"]
    assert ada.sit(game, seat=0).ok
    held[0].continue_()
    boris.page.evaluate("() => Promise.all(window.both)")
    kept = boris.page.evaluate(KEPT, game)
    assert version_of(kept["last"]) > version_of(before)
    assert kept["shuffle"] == before


@pytest.mark.parametrize("damage", [lambda text: text.replace("server_commit", "server_commix"), lambda _: ""])
def test_without_a_valid_receipt_nothing_is_sent(visit: Visit, served: str, damage: Callable[[str], str]) -> None:
    game = Player(served, "Ada").new_game()
    boris = visit(Player(served, "Boris").token)

    def tell_otherwise(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=damage(answer.text()))

    boris.page.route("**/audit", tell_otherwise)
    boris.goes(f"/play#/game/{game}").keyed("sit:0").click()
    boris.sees("nothing was sent to its shuffle", "[role=alert]")
    assert body_of(Client(served).get(f"/games/{game}"), 200)["seats"][0]["player"] is None


def test_against_a_bot_too_nothing_is_sent_without_a_valid_receipt(visit: Visit, served: str) -> None:
    ada, asked = visit(Player(served, "Ada").token), list[str]()

    def tell_otherwise(route: Route) -> None:
        answer = route.fetch()
        asked.append(f"{route.request.method} {route.request.url.rpartition('/')[2]}")
        headers = {name: value for name, value in answer.headers.items() if name != "receipt"}
        route.fulfill(response=answer, headers=headers, body=answer.text().replace("server_commit", "server_commix"))

    for path in ("games", "games/*/audit", "games/*/seats"):
        ada.page.route(f"**/v1/{path}", tell_otherwise)
    ada.goes("/play").keyed("quick:carta-impera-victoria").click()
    expect(ada.keyed("sit:0")).to_be_visible()
    assert [each for each in asked if each != "GET games"] == ["POST games", "GET audit"]


def test_a_seat_that_is_refused_is_asked_for_with_the_same_bytes(visit: Visit, served: str) -> None:
    game, sent = Player(served, "Ada").new_game(), list[str]()
    boris = visit(Player(served, "Boris").token)

    def refuse_twice(route: Route) -> None:
        said: Any = route.request.post_data_json
        sent.append(said["entropy"])
        if len(sent) > 2:
            route.continue_()
        else:
            route.fulfill(status=503, json={"title": "Come back later", "status": 503})

    boris.page.route("**/seats", refuse_twice)
    for tries in (1, 2):
        boris.goes(f"/play#/game/{game}").keyed("sit:1").click()
        boris.sees("try again", "[role=alert]")
        assert len(sent) == tries
        boris.page.reload()
    boris.keyed("sit:1").click()
    expect(boris.keyed("leave")).to_be_visible()
    boris.complaints = [each for each in boris.complaints if "503" not in each]
    assert len({*sent}) == 1
    assert boris.page.evaluate(KEPT, game)["entropy"] == sent[0]


def test_a_game_against_a_bot_goes_on_at_the_same_table_with_the_same_bytes(visit: Visit, served: str) -> None:
    ada, sent = visit(Player(served, "Ada").token), list[tuple[str, str]]()

    def refuse_twice(route: Route) -> None:
        """Refuse the seat, and its repeat that the page sends by itself."""
        said: Any = route.request.post_data_json
        if "entropy" in said:
            sent.append((route.request.url, said["entropy"]))
        if len(sent) <= 2:
            route.fulfill(status=503, json={"title": "Come back later", "status": 503})
        else:
            route.continue_()

    ada.page.route("**/seats", refuse_twice)
    ada.goes("/play").keyed("quick:carta-impera-victoria").click()
    ada.keyed("sit:0").click()
    ada.keyed("bot:1").click()
    ada.sees("Your hand", ".hand")
    ada.complaints = [each for each in ada.complaints if "503" not in each]
    assert len(sent) == 3
    assert len({*sent}) == 1


def with_another_head(note: str) -> str:
    """The text of a note, up to its signature, with another head."""
    return "\n".join([*note.split("\n")[:3], "A" * 43, ""])


def test_two_heads_of_one_version_are_shown_as_what_they_are(visit: Visit, served: str, keys: Path) -> None:
    ada, _, table = met(visit, served)
    other = Keys(keys).active().note(with_another_head(ada.page.evaluate(KEPT, table.game)["last"]))
    ada.page.evaluate(KEEP, [other, table.game])
    ada.goes(f"/play#/game/{table.game}").sees("The service has signed two different histories", ".banner")
    ada.sees("What you hold proves it to others", ".banner")
    expect(ada.find(".banner a[download]")).to_be_visible()


@pytest.mark.parametrize("page", ["verify", "replay"])
def test_two_heads_of_the_end_are_offered_as_a_file_where_a_record_is_checked(
    visit: Visit, served: str, keys: Path, page: str
) -> None:
    table = Table.of(served, 2)
    table.act(0, {"type": "resign"})
    note = json.loads(table.visitor.get(f"/games/{table.game}/audit").text.splitlines()[-1])["note"]
    other = Keys(keys).active().note(with_another_head(note))
    ada = visit().goes("/play")
    ada.page.evaluate(KEEP, [other, table.game])
    ada.goes(f"/{page}?game={table.game}").sees("The service has signed two different histories", "main")
    ada.sees("What you hold proves it to others", ".proof")
    href = ada.find(".proof a[download]").get_attribute("href") or ""
    assert unquote(href.partition(",")[2]) == f"{other}\n{note}"


def test_a_file_that_contradicts_a_receipt_is_no_proof_unless_the_service_has_signed_both(
    visit: Visit, served: str, keys: Path, tmp_path: Path
) -> None:
    table, bundle = Table.of(served, 2), tmp_path / "game.ndjson"
    table.act(0, {"type": "resign"})
    text = table.visitor.get(f"/games/{table.game}/audit").text
    note = json.loads(text.splitlines()[-1])["note"]
    ada = visit().goes("/play")
    ada.page.evaluate(KEEP, [Keys(keys).active().note(with_another_head(note)), table.game])
    stranger = Signer(bytes(32)).note(note.partition("\n\n")[0] + "\n")
    for end, offered in ((stranger, 0), (note, 1)):
        lines = [*text.splitlines()[:-1], json.dumps({"note": end}, ensure_ascii=False, separators=(",", ":"))]
        bundle.write_text("\n".join(lines) + "\n", encoding="utf-8")
        ada.goes("/verify").sees("Nothing has been checked yet", "main")
        ada.find("#bundle").set_input_files(bundle)
        expect(ada.find("#report .checks")).to_be_visible()
        expect(ada.find(".proof a[download]")).to_have_count(offered)


@pytest.mark.parametrize("signer", [None, Signer(bytes(32))])
def test_a_note_that_the_service_has_not_signed_is_not_kept_and_accuses_nobody(
    visit: Visit, served: str, signer: Signer | None
) -> None:
    ada, _, table = met(visit, served)
    kept = ada.page.evaluate(KEPT, table.game)
    other = with_another_head(kept["last"])
    signature = kept["last"].partition("\n\n")[2]
    ada.page.evaluate(KEEP, [signer.note(other) if signer else f"{other}\n{signature}", table.game])
    assert ada.page.evaluate(KEPT, table.game) == kept
    ada.goes(f"/play#/game/{table.game}").sees("Your hand", ".hand")
    expect(ada.find(".banner").filter(has_text="two different histories")).to_have_count(0)


@pytest.mark.parametrize("header", ["no note", "bm90ZQ=="])
def test_a_receipt_of_another_game_or_of_none_is_not_kept(visit: Visit, served: str, keys: Path, header: str) -> None:
    ada, _, table = met(visit, served)
    note = Keys(keys).active().note(f"cartulary-receipt/v1\n{'0' * 36}\n1\n{'A' * 43}\n")
    before = ada.page.evaluate("localStorage.getItem('cartulary-receipts')")
    for each in (header, b64encode(note.encode()).decode()):
        ada.page.evaluate(ANSWER_WITH, [table.game, each])
    assert ada.page.evaluate("localStorage.getItem('cartulary-receipts')") == before


def test_where_no_signature_can_be_checked_a_note_is_kept_unchecked_and_accuses_nobody(
    visit: Visit, served: str
) -> None:
    ada, _, table = met(visit, served)
    ada.page.evaluate(LACK_ED25519)
    other = f"{with_another_head(ada.page.evaluate(KEPT, table.game)['last'])}\n"
    ada.page.evaluate(KEEP, [other, table.game])
    kept = ada.page.evaluate(KEPT, table.game)
    assert kept["unchecked"] == [other]
    assert "proof" not in kept


def test_a_key_that_came_beside_the_pinned_one_is_said_to_be_vouched_for_by_nobody(visit: Visit, served: str) -> None:
    table, added = Table.of(served, 2), Signer(bytes(range(32))).public.text()
    table.act(0, {"type": "resign"})
    ada = visit(table.players[0].token).goes(f"/replay?game={table.game}")
    ada.sees("Verified in your browser", ".verdict")
    expect(ada.find(".key-added")).to_have_count(0)

    def tell_of_another_key(route: Route) -> None:
        answer = route.fetch()
        catalogue = answer.json()
        catalogue["keys"].append(catalogue["keys"][0] | {"key": added})
        route.fulfill(response=answer, json=catalogue)

    ada.page.route("**/catalogue", tell_of_another_key)
    for path in ("replay", "verify"):
        ada.goes(f"/{path}?game={table.game}")
        expect(ada.find(".key-added")).to_have_count(1)
        expect(ada.find(".key-added")).to_contain_text(f"nobody vouched for it: {added}")


@pytest.mark.parametrize("page", ["verify", "replay"])
def test_a_key_that_the_service_has_not_shown_is_said_to_be_vouched_for_by_nobody(
    visit: Visit, served: str, tmp_path: Path, page: str
) -> None:
    game, text, _ = ended(served)
    (bundle := tmp_path / "game.ndjson").write_text(text, encoding="utf-8")
    ada = visit()
    ada.page.route("**/v1/catalogue", lambda route: route.fulfill(json=route.fetch().json() | {"keys": []}))
    for address in (f"/{page}", f"/{page}?game={game}"):
        ada.goes(address)
        if address == f"/{page}":
            ada.find("#bundle" if page == "verify" else "input[type=file]").set_input_files(bundle)
        ada.sees("the key that the bundle names, which nobody vouched for", ".checks li")
        assert "The service itself showed this key." not in ada.find("main").inner_text()
        if page == "replay":
            assert "by a key that nobody vouched for" in ada.find(".verdict").first.inner_text()


def test_a_key_that_stands_in_place_of_the_pinned_one_is_not_taken(visit: Visit, served: str) -> None:
    table, other = Table.of(served, 2), Signer(bytes(range(32))).public.text()
    table.act(0, {"type": "resign"})
    ada = visit(table.players[0].token)
    ada.goes("/play").page.evaluate("key => localStorage.setItem('cartulary-keys', JSON.stringify([key]))", other)
    ada.goes(f"/replay?game={table.game}").sees("NOT verified", ".verdict")


def test_bytes_that_were_replaced_are_said_to_be_no_proof_for_others(visit: Visit, served: str) -> None:
    ada, _, table = met(visit, served)
    ada.page.evaluate(KEEP_OTHER_BYTES, table.game)
    ada.goes(f"/play#/game/{table.game}").sees("it is no proof for others", ".banner")
    expect(ada.find(".banner").filter(has_text="proves it to others")).to_have_count(0)


def test_receipts_are_said_to_be_kept_no_further_than_they_are(visit: Visit, served: str) -> None:
    ada, boris, table = met(visit, served)
    table.act(0, {"type": "resign"})
    # The table, which keeps every receipt that it is given, is left first.
    boris.goes("/play").sees("Boris", ".account")
    boris.page.evaluate(FORGET_ALL_BUT_THE_FIRST, table.game)
    boris.goes(f"/replay?game={table.game}").sees("up to here: before the first move", ".trust")
    boris.sees("Receipts kept in part", ".badge")
    bundle = table.players[0].get(f"/games/{table.game}/audit").text
    ada.page.evaluate(KEEP, [json.loads(bundle.splitlines()[-1])["note"], table.game])
    ada.goes(f"/replay?game={table.game}").sees("a signed receipt of the end", ".trust")


def test_a_record_signed_by_a_key_in_place_of_the_first_one_is_not_verified(visit: Visit, served: str) -> None:
    ada, _, table = met(visit, served)
    table.act(0, {"type": "resign"})
    thief = Signer(bytes(32))
    bundle = table.visitor.get(f"/games/{table.game}/audit").text.splitlines()
    note = json.loads(bundle[-1])["note"]
    bundle[-1] = json.dumps({"note": thief.note(note.partition("\n\n")[0] + "\n")}, separators=(",", ":"))

    def list_thief(route: Route) -> None:
        answer = route.fetch()
        catalogue = answer.json()
        catalogue["keys"] = [{"key": thief.public.text(), "fingerprint": "x"}]
        route.fulfill(response=answer, json=catalogue)

    ada.page.route("**/v1/catalogue", list_thief)
    ada.page.route("**/audit?log=true", lambda route: route.fulfill(response=route.fetch(), body="\n".join(bundle)))
    ada.goes(f"/verify?game={table.game}").sees("NOT verified", "body")


@pytest.mark.parametrize("page", ["verify", "replay"])
def test_the_record_of_another_game_is_not_taken_for_the_one_that_was_asked_for(
    visit: Visit, served: str, page: str
) -> None:
    _, _, table = met(visit, served)
    other = Table.of(served)
    for each in (table, other):
        each.act(0, {"type": "resign"})
    bundle = other.visitor.get(f"/games/{other.game}/audit").text
    stranger = visit()
    stranger.page.route("**/audit?log=true", lambda route: route.fulfill(response=route.fetch(), body=bundle))
    stranger.goes(f"/{page}?game={table.game}").sees("the record of another game", "main")
    expect(stranger.find("main").filter(has_text=re.compile("Verified[ ,.]|Verified in your browser"))).to_have_count(0)


def ended(base: str) -> tuple[str, str, str]:
    """A finished game, its bundle, and the note at its end."""
    table = Table.of(base, 2)
    table.act(0, {"type": "resign"})
    bundle = table.visitor.get(f"/games/{table.game}/audit").text
    return table.game, bundle, json.loads(bundle.splitlines()[-1])["note"]


@pytest.mark.parametrize("page", ["verify", "replay"])
def test_a_record_is_checked_alike_however_the_address_spells_its_id(visit: Visit, served: str, page: str) -> None:
    game, _, note = ended(served)
    ada = visit().goes("/play")
    ada.page.evaluate(KEEP, [note, game])
    for each in (game, game.upper()):
        ada.goes(f"/{page}?game={each}")
        expect(ada.find(".verdict").first).to_contain_text("Verified")
        expect(ada.find(".checks li").filter(has_text="receipt").first).to_contain_text(f"version {version_of(note)}")


@pytest.mark.parametrize("page", ["verify", "replay"])
def test_two_signed_histories_never_stand_beside_verified(visit: Visit, served: str, keys: Path, page: str) -> None:
    game, _, note = ended(served)
    ada = visit().goes("/play")
    for each in (note, Keys(keys).active().note(with_another_head(note))):
        ada.page.evaluate(KEEP, [each, game])
    ada.page.evaluate(KEEP_THE_FIRST_ALONE, game)
    ada.goes(f"/{page}?game={game}").sees("The service has signed two different histories", "main")
    ada.sees("NOT verified.", "main")
    expect(ada.find("main").filter(has_text=re.compile("Verified[ ,.]|Verified in your browser"))).to_have_count(0)


def test_two_checkpoints_of_the_log_that_contradict_each_other_are_shown_beside_the_verdict(
    visit: Visit, served: str
) -> None:
    game, _, _ = ended(served)
    ada = visit().goes("/play")
    ada.page.evaluate("localStorage.setItem('cartulary-log', JSON.stringify({proof: ['one note', 'another note']}))")
    ada.goes(f"/replay?game={game}").sees("The service has changed the past of its log of games", ".verdict-box.bad")
    expect(ada.find(".verdict-box pre")).to_have_text("one note\nanother note")


@pytest.mark.parametrize("page", ["verify", "replay"])
def test_a_file_is_held_against_the_receipts_that_the_browser_keeps(
    visit: Visit, served: str, keys: Path, tmp_path: Path, page: str
) -> None:
    game, text, note = ended(served)
    (bundle := tmp_path / "game.ndjson").write_text(text, encoding="utf-8")
    earlier = note.replace(f"\n{version_of(note)}\n", "\n2\n").partition("\n\n")[0] + "\n"
    for kept, words in (
        (Keys(keys).active().note(with_another_head(earlier)), "has another head for version 2"),
        (note, "1"),
    ):
        ada = visit().goes("/play")
        ada.page.evaluate(KEEP, [kept, game])
        ada.goes(f"/{page}").find("#bundle" if page == "verify" else "input[type=file]").set_input_files(bundle)
        ada.sees("NOT verified" if kept != note else "Verified", "main")
        checks = ada.find(".checks li").filter(has_text="receipt")
        expect(checks).to_contain_text(words)
        expect(checks).not_to_contain_text("no earlier receipt was given")


@pytest.mark.parametrize("members", [["bundle", "cursor"], ["cursor", "bundle"]])
def test_of_an_export_the_page_says_what_it_is_and_nothing_of_damage(
    visit: Visit, served: str, tmp_path: Path, members: list[str]
) -> None:
    _, text, _ = ended(served)
    (export := tmp_path / "export.ndjson").write_text(
        json.dumps({each: text if each == "bundle" else "c" for each in members}) + "\n", encoding="utf-8"
    )
    ada = visit().goes("/verify")
    ada.find("#bundle").set_input_files(export)
    ada.sees("The file is an export of games.", "#report")
    expect(ada.find("#report")).not_to_contain_text(re.compile("damaged|Keep this file"))


def test_where_somebody_else_left_a_seat_before_other_bytes_there_are_replaced_ones(visit: Visit, served: str) -> None:
    ada, carl = Player(served, "Ada"), Player(served, "Carl")
    game = ada.new_game()
    body_of(carl.sit(game, seat=0), 201)
    carl.delete(f"/games/{game}/seats/0")
    boris = visit(Player(served, "Boris").token).goes(f"/play#/game/{game}")
    boris.button("Sit here").first.click()
    expect(boris.button("Leave the table")).to_be_visible()
    boris.page.evaluate(KEEP_OTHER_BYTES, game)
    body_of(ada.sit(game), 201)
    boris.goes(f"/play#/game/{game}").sees("The record holds other random bytes", ".band")


def test_a_file_from_before_a_kept_receipt_is_not_blamed_for_it(visit: Visit, served: str, tmp_path: Path) -> None:
    table = Table.of(served, 2)
    (bundle := tmp_path / "game.ndjson").write_text(
        table.visitor.get(f"/games/{table.game}/audit").text, encoding="utf-8"
    )
    table.act(0, {"type": "resign"})
    note = json.loads(table.visitor.get(f"/games/{table.game}/audit").text.splitlines()[-1])["note"]
    ada = visit().goes("/play")
    ada.page.evaluate(KEEP, [note, table.game])
    ada.goes("/verify").find("#bundle").set_input_files(bundle)
    ada.sees("Verified, except for what was not checked: whether history was rewritten", "main")


def test_two_receipts_of_one_version_are_offered_as_proof(
    visit: Visit, served: str, keys: Path, tmp_path: Path
) -> None:
    _, text, note = ended(served)
    (bundle := tmp_path / "game.ndjson").write_text(text, encoding="utf-8")
    other = Keys(keys).active().note(with_another_head(note))
    (receipt := tmp_path / "receipt.txt").write_text(other, encoding="utf-8")
    ada = visit().goes("/verify")
    ada.find("#bundle").set_input_files(bundle)
    ada.find("#receipt").set_input_files(receipt)
    ada.sees("NOT verified. The service has signed two different histories", "#verdict")
    href = ada.find(".proof a[download]").get_attribute("href") or ""
    assert unquote(href.partition(",")[2]) == f"{note}\n{other}"
    expect(ada.find(".failed")).not_to_contain_text("Two different keys")
    stranger = Signer(b"stranger".ljust(32))
    (forged := tmp_path / "forged.txt").write_text(stranger.note(with_another_head(note)), encoding="utf-8")
    ada.find("#keys").fill("\n".join([ada.find("#keys").input_value(), stranger.public.text()]))
    ada.find("#receipt").set_input_files(forged)
    ada.sees("Two different keys signed these histories", ".failed")
    ada.sees(stranger.public.fingerprint, ".failed")
    expect(ada.find("main")).not_to_contain_text("The service has signed two different histories")
    expect(ada.find("main")).not_to_contain_text("Do not trust this game")


def test_advice_is_about_what_was_given_where_the_file_itself_holds(visit: Visit, served: str, tmp_path: Path) -> None:
    _, text, note = ended(served)
    (bundle := tmp_path / "game.ndjson").write_text(text, encoding="utf-8")
    (receipt := tmp_path / "receipt.txt").write_text(Signer(bytes(32)).note(note.partition("\n\n")[0] + "\n"))
    ada = visit().goes("/verify")
    for field, file, words in (
        ("receipt", receipt, "Your receipt and this file do not go together"),
        ("origin", bundle, "This game goes on from no other"),
    ):
        ada.goes("/verify").find("#bundle").set_input_files(bundle)
        ada.find(f"#{field}").set_input_files(file)
        ada.sees(words, ".failed")
        ada.sees("Look again at what it was compared with", ".failed")
        expect(ada.find(".failed")).not_to_contain_text("ask for the file once more")
    receipt.write_text("")
    ada.goes("/verify").find("#bundle").set_input_files(receipt)
    ada.sees("The file is damaged", ".failed")
    expect(ada.find(".failed")).not_to_contain_text("No known key")


@pytest.mark.parametrize("page", ["verify", "replay"])
def test_checks_on_the_pages_count_seats_as_the_pages_do(visit: Visit, page: str) -> None:
    bundle = FOLDER / "carta-signed.ndjson"
    ada = visit().goes(f"/{page}")
    if page == "verify":
        ada.find("#keys").fill(SIGNER.public.text())
    ada.find("#bundle" if page == "verify" else "input[type=file]").set_input_files(bundle)
    if page == "replay":
        ada.button("To the end").click()
        ada.find("details[data-key=proof] > summary").click()
        ada.find("details[data-key=checks] summary").click()
    ada.sees("(seat 1: 5 own; seat 2: 2 own)", ".checks")
    expect(ada.find(".checks")).not_to_contain_text("seat 0")
