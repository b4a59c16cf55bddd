"""Moves that an operator holds back, and how they are found: by a receipt, or by the signed action, made public."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.canonical import base64url
from cartulary.kernel.messages import Action
from cartulary.match.actions import ComeBack, NameDelegate, OfferSeat, Pause, Resign, SignWith
from cartulary.match.clock.decide import restore_time
from cartulary.match.clock.settings import Clock
from cartulary.match.substitution import take_over
from cartulary_service import web
from tests.domain.signer import SigningPlayer
from tests.domain.table import Table
from tests.web.conformance import FOLDER
from tests.web.dishonest_operator import (
    DAY,
    FRIEND,
    act_signed,
    acted,
    awaited,
    dealt,
    ended,
    forge,
    give_key,
    invent_move,
    name_friend,
    play_signed,
    publication_of,
    run_out,
    signing_table,
    take_over_by_bot,
    two_actions,
)
from tests.web.verifiers import (
    Case,
    Said,
    bundle_of,
    by_first,
    by_second,
    needs_node,
    parts,
    played,
    receipt_of,
    resigned,
    take_back,
    voided,
)

BOT = Clock("turn", 86_400, on_expiry="bot")


def told_of(case: Case) -> list[Said]:
    """What each of the verifiers says."""
    return [by_first(case), *by_second([case])]


@needs_node
@pytest.mark.parametrize("earlier", [0, 1])
def test_a_hidden_signature_is_no_answer_to_a_published_action_whatever_version_it_names(earlier: int) -> None:
    bundle = (FOLDER / "published-action-stands.ndjson").read_bytes()
    action = (FOLDER / "published-action-stands.action-1.txt").read_text(encoding="utf-8")
    version = int(action.splitlines()[1].split(" ")[0])
    header, events = parts(bundle)
    place = next(at for at, (public, _) in enumerate(events) if public["data"].get("version") == version)
    events = events[: next(at for at in range(place, len(events)) if events[at][0]["ply"] > events[place][0]["ply"])]
    events[place][0]["data"]["version"] = version - earlier
    events[place][1].clear()
    for said in told_of(Case(resigned(events, header), actions=[action])):
        (found,) = [each for each in said.report["checks"] if each["check"] == "actions"]
        words = "is not in the record" if earlier else "no signature in the bundle holds"
        assert (found["holds"], words in found["words"]) == (None, True)


def words_of(said: Said) -> str:
    """What a verifier says of the published actions."""
    return "".join(each["words"] for each in said.report["checks"] if each["check"] == "actions")


def require(case: Case, holds: bool | None, words: str) -> None:
    """Both say that of the published actions, and the whole is verified unless it is wrong."""
    for said in told_of(case):
        assert (said.checks()["actions"], said.verified) == (holds, holds is not False)
        assert words in words_of(said)


def acknowledged_and_left_out() -> tuple[bytes, str]:
    """A bundle without the last move, and the receipt of that move."""
    with_it, without = dealt(), dealt()
    bundle = bundle_of(played(without, 8))
    played(with_it, 9)
    return bundle, receipt_of(with_it.rows, len(with_it.rows) - 2)


def test_an_acknowledged_move_that_is_left_out_is_found_by_its_receipt() -> None:
    bundle, receipt = acknowledged_and_left_out()
    for said in told_of(Case(bundle, receipt=receipt)):
        assert (said.verified, said.checks()["receipt"]) == (False, False)


def test_without_the_receipt_a_move_that_is_left_out_is_not_found() -> None:
    bundle, _ = acknowledged_and_left_out()
    for said in told_of(Case(bundle)):
        assert said.verified


def nothing(table: Table, player: SigningPlayer) -> None:
    """The time of the player runs out."""


def names_a_delegate(table: Table, player: SigningPlayer) -> None:
    name_friend(table, player, None)


def gives_another_key(table: Table, player: SigningPlayer) -> None:
    give_key(table, player.seat, SigningPlayer(player.seat, 99).key, player)


def is_given_time(table: Table, player: SigningPlayer) -> None:
    table.goes_on(restore_time(table.match, [player.seat], 1, None, "down", table.at))


@pytest.mark.parametrize("happens", [nothing, names_a_delegate, gives_another_key, is_given_time])
def test_of_a_published_action_that_the_record_lacks_nobody_is_accused(
    happens: Callable[[Table, SigningPlayer], None],
) -> None:
    table, player = awaited()
    action = publication_of(player.sign(table.match, two_actions(table)[1]))
    happens(table, player)
    words = f"is not in the record, whose next event about that seat is {table.match.version + 1}, "
    bundle = run_out(table)
    require(Case(bundle, actions=[action]), None, words if happens is nothing else "is not in the record")
    require(Case(bundle, actions=[action]), None, "and nothing shows which")


def by_a_bot(table: Table, player: SigningPlayer) -> None:
    """A bot has taken over, the player returns, and the bot plays on."""
    invent_move(table)


def by_a_substitute(table: Table, player: SigningPlayer) -> None:
    """The seat is given to somebody else, who plays."""
    table.goes_on(take_over(table.match, "a friend of the operator", player.seat, table.at))
    invent_move(table)


def by_a_delegate(table: Table, player: SigningPlayer) -> None:
    """A delegate whom the player has named without a key is said to act."""
    forge(table, two_actions(table)[2], acted(player.seat))


@pytest.mark.parametrize("acts", [by_a_bot, by_a_substitute, by_a_delegate])
def test_what_others_do_for_a_seat_is_not_taken_for_the_action_of_its_player(
    acts: Callable[[Table, SigningPlayer], None],
) -> None:
    table, players = signing_table(clock=BOT)
    player = players[table.match.to_act()[0]]
    name_friend(table, player, None)
    act_signed(table, player.seat, OfferSeat(), player.sign(table.match, OfferSeat()))
    wanted: Action = two_actions(table)[1]
    if acts is by_a_bot:
        take_over_by_bot(table, 0)
        wanted = ComeBack()
    action = publication_of(player.sign(table.match, wanted))
    acts(table, player)
    other = players[1 - player.seat]
    act_signed(table, other.seat, Resign(), other.sign(table.match, Resign()))
    require(Case(bundle_of(table), actions=[action]), None, "is not in the record")


def test_an_action_that_stands_for_another_seat_of_its_key_is_not_said_to_be_taken() -> None:
    table, players = signing_table(keys=False, clock=DAY)
    seat = table.match.to_act()[0]
    for each in range(2):
        give_key(table, each, players[seat].key, None)
    signed = players[seat].sign(table.match, Pause())
    act_signed(table, 1 - seat, Pause(), replace(signed, seat=1 - seat))
    case = Case(run_out(table), actions=[publication_of(signed)])
    require(case, None, "stands at event")
    require(case, None, "is not in the record")


@needs_node
@pytest.mark.parametrize("quorum", ["0", "2", "x"])
def test_the_second_program_refuses_a_quorum_that_no_number_of_its_witnesses_is(tmp_path: Path, quorum: str) -> None:
    table, _ = awaited()
    (tmp_path / "game.ndjson").write_bytes(run_out(table))
    program = Path(web.__file__).parent / "static" / "verify.js"
    # One key under two names is one witness.
    keys = ["--witness", "anna+00000000+key", "--witness", "boris+11111111+key"]
    command = ["node", str(program), str(tmp_path / "game.ndjson"), *keys, "--quorum", quorum]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (refused.returncode, "--quorum is 1 to 1" in refused.stderr) == (2, True)


def test_without_the_published_action_time_that_ran_out_is_not_found() -> None:
    table, _ = awaited()
    for said in told_of(Case(run_out(table))):
        assert said.verified
        assert "actions" not in said.checks()


def test_an_action_that_was_taken_back_is_said_to_be() -> None:
    table, players = signing_table()
    seat, wanted, _ = two_actions(table)
    signed = players[seat].sign(table.match, wanted)
    before = table.match.version
    act_signed(table, seat, wanted, signed)
    take_back(table, before)
    words = ", which was taken back later"
    require(Case(ended(table, players), actions=[publication_of(signed)]), True, words)


def test_an_action_that_stands_in_the_record_is_said_to_stand() -> None:
    table, players = signing_table()
    seat, wanted, _ = two_actions(table)
    signed = players[seat].sign(table.match, wanted)
    act_signed(table, seat, wanted, signed)
    require(Case(ended(table, players), actions=[publication_of(signed)]), True, "stands at event")


@pytest.mark.parametrize("names", [True, False])
def test_a_published_action_that_says_who_acts_for_the_seat_is_said_to_stand(*, names: bool) -> None:
    table, player = awaited()
    other = base64url(SigningPlayer(player.seat, 99).key)
    wanted = NameDelegate(delegate=FRIEND, key=other) if names else SignWith(key=other)
    signed = player.sign(table.match, wanted)
    act_signed(table, player.seat, wanted, signed)
    require(Case(run_out(table), actions=[publication_of(signed)]), True, "stands at event")


def test_another_action_that_the_player_signed_is_not_taken_for_the_published_one() -> None:
    table, players = signing_table()
    seat, wanted, done = two_actions(table)
    action = publication_of(players[seat].sign(table.match, wanted))
    act_signed(table, seat, done, players[seat].sign(table.match, done))
    require(Case(ended(table, players), actions=[action]), None, "ActionSigned: the action was held back")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace("\n", " ", 1), "two lines"),
        (lambda text: text.replace('{"', '{ "'), ""),
        (lambda text: text.replace("\n", "\n9", 1), "ends before"),
        (lambda text: text[:-3] + "AA\n", ""),
        (lambda text: "[1]\n" + text.partition("\n")[2], "two lines"),
        (lambda text: text.replace("\n", "\n+", 1), "two lines"),
        (lambda text: text.replace("\n", "\n0", 1), "two lines"),
        (lambda text: text.replace("\n2", "\n٢", 1), "two lines"),
        (lambda text: text.replace("\n2", "\n2_", 1), "two lines"),
        (lambda text: text.replace(" ", " !", 1), ""),
    ],
)
def test_an_action_that_nobody_signed_proves_nothing(change: Callable[[str], str], words: str) -> None:
    table, player = awaited()
    action = publication_of(player.sign(table.match, two_actions(table)[1]))
    require(Case(run_out(table), actions=[change(action)]), False, words)


def test_a_file_that_ends_before_the_version_of_an_action_accuses_nobody() -> None:
    table, players = signing_table()
    play_signed(table, players, 2)
    older = bundle_of(table)
    play_signed(table, players, 2)
    player = players[table.match.to_act()[0]]
    action = publication_of(player.sign(table.match, two_actions(table)[1]))
    require(Case(older, actions=[action]), None, "the bundle ends before: read it anew")


def test_a_key_that_no_seat_had_proves_nothing() -> None:
    table, player = awaited(keys=False)
    action = publication_of(player.sign(table.match, two_actions(table)[1]))
    require(Case(run_out(table), actions=[action]), False, "no seat had the key")


def with_another_action(table: Table, player: SigningPlayer) -> None:
    done = two_actions(table)[2]
    forge(table, done, replace(player.sign(table.match, done), signature=None))


def with_the_published_action_in_name(table: Table, player: SigningPlayer) -> None:
    _, wanted, done = two_actions(table)
    forge(table, done, replace(player.sign(table.match, wanted), signature=None))


@pytest.mark.parametrize("answers", [with_another_action, with_the_published_action_in_name])
def test_what_no_signature_holds_for_is_no_answer_to_a_published_action(
    answers: Callable[[Table, SigningPlayer], None],
) -> None:
    table, player = awaited()
    action = publication_of(player.sign(table.match, two_actions(table)[1]))
    answers(table, player)
    require(Case(bundle_of(table), actions=[action]), None, "no signature in the bundle holds")


@pytest.mark.parametrize("is_over", [True, False])
def test_of_a_hidden_value_that_was_changed_no_player_is_said_to_be_the_cause(*, is_over: bool) -> None:
    table, players = signing_table(clock=DAY)
    play_signed(table, players, 2)
    header, events = parts(ended(table, players) if is_over else bundle_of(table))
    changed = next(hidden for public, hidden in events if public["type"] == "ActionSigned")
    changed["signature"] = base64url(bytes(64))
    for said in told_of(Case(resigned(events, header))):
        (words,) = [each["words"] for each in said.report["checks"] if each["check"] == "signatures"]
        assert said.checks()["signatures"] is False
        assert words.endswith("has not signed this, or a hidden value of the file is not what was signed")


def test_a_game_that_goes_on_says_nothing_of_the_action_yet() -> None:
    table, players = signing_table()
    play_signed(table, players, 2)
    player = players[table.match.to_act()[0]]
    action = publication_of(player.sign(table.match, two_actions(table)[1]))
    require(Case(bundle_of(table), actions=[action]), None, "which has none about that seat since")


@needs_node
def test_both_programs_take_the_file_with_the_action(tmp_path: Path) -> None:
    table, player = awaited()
    action = publication_of(player.sign(table.match, two_actions(table)[1]))
    (tmp_path / "game.ndjson").write_bytes(run_out(table))
    (tmp_path / "action.txt").write_text(action, encoding="utf-8")
    for command in ([sys.executable, "-m", "cartulary", "verify"], ["node", str(web.VERIFIER)]):
        arguments = [*command, str(tmp_path / "game.ndjson"), "--action", str(tmp_path / "action.txt")]
        done = subprocess.run(arguments, capture_output=True, text=True, check=False)
        assert (done.returncode, "not checked  actions:" in done.stdout) == (0, True), done.stdout + done.stderr


def test_that_a_seat_did_not_open_in_time_rests_on_the_operators_word() -> None:
    table = voided(GAME.id)
    [late] = [row for row in table.rows if row.type == "OpeningsExpired"]
    seats = json.loads(late.public)["data"]["seats"]
    case = Case(bundle_of(table))
    for said in (by_first(case), *by_second([case])):
        assert (said.verified, said.checks()["times"]) == (True, None)
        assert said.report["expired"] == [{"seat": seat, "position": late.position, "bot": 0} for seat in seats]
