"""What an operator can do who keeps all keys, how it is found, and that it is not found without that defence."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

from domain.carta_impera_victoria import GAME
from domain.kernel.canonical import base64url
from domain.kernel.codec import action_json
from domain.match import agreed_end
from domain.match.actions import SignWith
from domain.match.decide import decide
from domain.match.decision import decide_in_game
from tests.domain.signer import SigningPlayer
from tests.domain.table import AT, Table
from tests.web.verifiers import COMMITTING, RULES, Case, Said, bundle_of, by_first, by_second, played, receipt_of

ENTROPY = [bytes([seat + 1] * 32) for seat in range(2)]
OWN_SEED = b"\7" * 32


def dealt(seed: bytes) -> Table:
    """A game at level A, dealt from this seed and what the seats have added."""
    return Table(GAME, GAME.setup("ru", 2, COMMITTING), seed, ENTROPY, rules=RULES)


def chosen(pleases: Callable[[Table], bool]) -> Table:
    """The first deal that pleases an operator who knows what the seats have added, and tries seed after seed."""
    return next(table for table in (dealt(number.to_bytes(32, "big")) for number in count(1)) if pleases(table))


def has_three_military_cards(table: Table) -> bool:
    return all(card.startswith("military") for card in hand_of(table, 0))


def hand_of(table: Table, seat: int) -> list[str]:
    """The cards of a seat, by name."""
    return [*table.match.game.view(table.match.state, seat)["seats"][seat]["hand"]]


def told_of(case: Case, folder: Path) -> list[Said]:
    """What each of the verifiers says."""
    return [by_first(case, folder), *by_second([case])]


def test_a_seed_chosen_after_the_entropy_is_found_by_a_receipt_from_before(tmp_path: Path) -> None:
    honest, pleasing = dealt(OWN_SEED), chosen(has_three_military_cards)
    receipt = receipt_of(honest.rows, 1)
    bundle = bundle_of(played(pleasing, 20))
    for said in told_of(Case(bundle, receipt=receipt), tmp_path):
        assert not said.verified
        assert said.checks()["receipt"] is False


def test_without_a_receipt_it_is_not_found_and_the_report_says_on_what_it_rests(tmp_path: Path) -> None:
    bundle = bundle_of(played(chosen(has_three_military_cards), 20))
    for said in told_of(Case(bundle), tmp_path):
        assert said.verified
        assert (said.report["fairness"], said.report["receipt"], said.report["vouched_seats"]) == ("A", None, [])


def test_a_receipt_vouches_for_the_seats_that_showed_their_entropy_after_it(tmp_path: Path) -> None:
    table = played(dealt(OWN_SEED), 20)
    opened = [row.position for row in table.rows if row.type == "EntropyOpened"]
    for version, seats in ((1, [0, 1]), (opened[0], [1]), (opened[1], []), (len(table.rows), [])):
        case = Case(bundle_of(table), receipt=receipt_of(table.rows, version))
        for said in told_of(case, tmp_path):
            assert said.verified
            assert (said.report["receipt"], said.report["vouched_seats"]) == (version, seats)


def test_at_level_b_a_receipt_from_before_one_sat_down_vouches_for_that_seat(tmp_path: Path) -> None:
    table = played(Table(GAME, GAME.setup("ru", 2, {}), OWN_SEED, ENTROPY, rules=RULES), 20)
    for said in told_of(Case(bundle_of(table), receipt=receipt_of(table.rows, 2)), tmp_path):
        assert (said.report["fairness"], said.report["vouched_seats"]) == ("B", [1])


def signing_table(*, keys: bool) -> tuple[Table, list[SigningPlayer]]:
    """A game of two who sign all that they do, or nothing."""
    table, players = dealt(OWN_SEED), [SigningPlayer(seat, seat + 1) for seat in range(2)]
    for each in players if keys else []:
        table.goes_on(decide(table.match, each.seat, SignWith(key=base64url(each.key)), AT, list))
    return table, players


def play_signed(table: Table, players: list[SigningPlayer], plies: int) -> None:
    """Let the seats that are awaited act at random, each with a signature if it signs at all."""
    random = Random(4)
    for _ in range(plies):
        seat = table.match.to_act()[0]
        action = random.choice(table.game.expand(table.match.state, seat, 100)[0])
        signed = players[seat].sign(table.match, action) if table.match.keys[seat] else None
        table.goes_on(decide(table.match, seat, action, AT, lambda: table.rows, None, signed))


def invent_move(table: Table) -> None:
    """Let the operator move for whoever is awaited, without asking."""
    seat = table.match.to_act()[0]
    table.goes_on(decide_in_game(table.match, seat, table.game.expand(table.match.state, seat, 1)[0][0]))


def ended(table: Table) -> bytes:
    """The bundle of the game, which the operator ends."""
    table.goes_on(agreed_end.end(table.match, "abort"))
    return bundle_of(table)


def test_an_invented_move_is_found_where_the_seats_sign(tmp_path: Path) -> None:
    table, players = signing_table(keys=True)
    play_signed(table, players, 6)
    invent_move(table)
    for said in told_of(Case(ended(table)), tmp_path):
        assert said.checks()["signatures"] is False
        assert not said.verified


def test_an_invented_move_is_not_found_where_nobody_signs_and_the_report_says_so(tmp_path: Path) -> None:
    table, players = signing_table(keys=False)
    play_signed(table, players, 6)
    invent_move(table)
    for said in told_of(Case(ended(table)), tmp_path):
        assert said.checks()["signatures"] is True
        assert [each["signed"] for each in said.report["signed"]] == [0, 0]


def test_signed_moves_are_verified_and_counted(tmp_path: Path) -> None:
    table, players = signing_table(keys=True)
    play_signed(table, players, 6)
    for said in told_of(Case(ended(table)), tmp_path):
        assert said.checks()["signatures"] is True
        assert sum(each["signed"] for each in said.report["signed"]) == 6


def test_another_move_put_under_a_signature_is_found(tmp_path: Path) -> None:
    table, players = signing_table(keys=True)
    play_signed(table, players, 2)
    seat = table.match.to_act()[0]
    wanted, done, *_ = table.game.expand(table.match.state, seat, 10)[0]
    signed = replace(players[seat].sign(table.match, wanted), action=action_json(done))
    table.goes_on(decide(table.match, seat, done, AT, lambda: table.rows, None, signed))
    for said in told_of(Case(ended(table)), tmp_path):
        assert said.checks()["signatures"] is False


def test_another_move_done_than_was_signed_is_found_by_who_knows_the_rules(tmp_path: Path) -> None:
    table, players = signing_table(keys=True)
    play_signed(table, players, 2)
    seat = table.match.to_act()[0]
    wanted, done, *_ = table.game.expand(table.match.state, seat, 10)[0]
    signed = players[seat].sign(table.match, wanted)
    table.goes_on(decide(table.match, seat, done, AT, lambda: table.rows, None, signed))
    report = by_first(Case(ended(table)), tmp_path)
    assert not report.verified
    assert {each["check"] for each in report.report["checks"] if each["holds"] is False} == {"rules"}
