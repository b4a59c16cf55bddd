"""What an operator can do who keeps all keys, how it is found, and that it is not found without that defence."""

from cartulary.games.carta_impera_victoria import GAME
from cartulary.match.seating import leave
from tests.domain.table import UNTIL, Table
from tests.web.dishonest_operator import (
    ENTROPY,
    OWN_SEED,
    chosen,
    dealt,
    do_otherwise,
    ended,
    has_three_military_cards,
    invent_move,
    play_signed,
    put_under_signature,
    signing_table,
)
from tests.web.verifiers import RULES, Case, Said, bundle_of, by_first, by_second, played, receipt_of


def told_of(case: Case) -> list[Said]:
    """What each of the verifiers says."""
    return [by_first(case), *by_second([case])]


def test_a_seed_chosen_after_the_entropy_is_found_by_a_receipt_from_before() -> None:
    honest, pleasing = dealt(OWN_SEED), chosen(has_three_military_cards)
    receipt = receipt_of(honest.rows, 1)
    bundle = bundle_of(played(pleasing, 20))
    for said in told_of(Case(bundle, receipt=receipt)):
        assert not said.verified
        assert said.checks()["receipt"] is False


def test_without_a_receipt_it_is_not_found_and_the_report_says_on_what_it_rests() -> None:
    bundle = bundle_of(played(chosen(has_three_military_cards), 20))
    for said in told_of(Case(bundle)):
        assert said.verified
        assert (said.report["fairness"], said.report["receipt"], said.report["vouched_seats"]) == ("A", None, [])


def test_a_receipt_vouches_for_the_seats_that_showed_their_entropy_after_it() -> None:
    table = played(dealt(OWN_SEED), 20)
    opened = [row.position for row in table.rows if row.type == "EntropyOpened"]
    for version, seats in ((1, [0, 1]), (opened[0], [1]), (opened[1], []), (len(table.rows), [])):
        case = Case(bundle_of(table), receipt=receipt_of(table.rows, version))
        for said in told_of(case):
            assert said.verified
            assert (said.report["receipt"], said.report["vouched_seats"]) == (version, seats)


def test_at_level_b_a_receipt_from_before_one_sat_down_vouches_for_that_seat() -> None:
    table = played(dealt(options={}), 20)
    for said in told_of(Case(bundle_of(table), receipt=receipt_of(table.rows, 2))):
        assert (said.report["fairness"], said.report["vouched_seats"]) == ("B", [1])


def test_bytes_that_were_shown_before_a_seat_was_left_vouch_for_nothing_after_it() -> None:
    table = Table(GAME, GAME.setup("ru", 2, {}), OWN_SEED, [], rules=RULES, open_until=UNTIL)
    table.sit(0, ENTROPY[0])
    table.goes_on(leave(table.match, 0))
    table.sit(1, ENTROPY[1])
    receipt = receipt_of(table.rows, len(table.rows))
    table.sit(0, ENTROPY[0])
    for said in told_of(Case(bundle_of(played(table, 6)), receipt=receipt)):
        assert said.verified
        assert (said.report["vouched_seats"], said.report["deciding_seats"]) == ([], [])


def test_an_invented_move_is_found_where_the_seats_sign() -> None:
    table, players = signing_table(keys=True)
    play_signed(table, players, 6)
    invent_move(table)
    for said in told_of(Case(ended(table, players))):
        assert said.checks()["signatures"] is False
        assert not said.verified


def test_an_invented_move_is_not_found_where_nobody_signs_and_the_report_says_so() -> None:
    table, players = signing_table(keys=False)
    play_signed(table, players, 6)
    invent_move(table)
    for said in told_of(Case(ended(table, players))):
        assert said.checks()["signatures"] is True
        assert [each["signed"] for each in said.report["signed"]] == [0, 0]


def test_signed_moves_are_verified_and_counted() -> None:
    table, players = signing_table(keys=True)
    play_signed(table, players, 6)
    for said in told_of(Case(ended(table, players))):
        assert said.checks()["signatures"] is True
        assert sum(each["signed"] for each in said.report["signed"]) == 7


def test_another_move_put_under_a_signature_is_found() -> None:
    table, players = signing_table(keys=True)
    play_signed(table, players, 2)
    put_under_signature(table, players)
    for said in told_of(Case(ended(table, players))):
        assert said.checks()["signatures"] is False


def test_another_move_done_than_was_signed_is_found_by_who_knows_the_rules() -> None:
    table, players = signing_table(keys=True)
    play_signed(table, players, 2)
    do_otherwise(table, players)
    report = by_first(Case(ended(table, players)))
    assert not report.verified
    assert {each["check"] for each in report.report["checks"] if each["holds"] is False} == {"rules"}
