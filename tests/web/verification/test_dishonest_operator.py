"""What an operator can do who keeps all keys, how it is found, and that it is not found without that defence."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

from domain.carta_impera_victoria import GAME
from tests.domain.table import Table
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
