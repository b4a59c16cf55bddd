"""Attacks of the conformance set, each with what finds it, and not found without that evidence."""

from typing import Final

from cartulary.audit.log_proofs import seconds_of
from cartulary.kernel.visibility import SPECTATOR
from cartulary.signing.cosignatures import cosign
from cartulary.signing.notes import Signer
from tests.domain.table import AT, Table
from tests.web import dishonest_operator as operator
from tests.web.conformance import conforming
from tests.web.conformance_games import CARTA, short
from tests.web.dishonest_operator import OWN_SEED, dealt, publication_of, two_actions
from tests.web.operator_log import OperatorLog
from tests.web.verifiers import (
    Case,
    bundle_of,
    parts,
    played,
    receipt_of,
)

WITNESS: Final = Signer(b"witness".ljust(32), "witness", b"\x04")
SEED_CHOSEN: Final = "a seed chosen after the entropy"
INVENTED: Final = "a move invented or changed"
HELD_BACK: Final = "a move held back"
TWO_HISTORIES: Final = "another history shown to one reader"
REWRITTEN: Final = "a history rewritten"
TIMES: Final = "times set back"


# A seed chosen after the entropy


@conforming(
    "Given a receipt from before, the seed was fixed before either seat showed its entropy.",
    attack=SEED_CHOSEN,
    fairness="A",
    receipt=1,
    vouched_seats=[0, 1],
)
def seed_fixed_before() -> Case:
    table = played(dealt(), 8)
    return Case(bundle_of(table), receipt=receipt_of(table.rows, 1))


@conforming(
    "A receipt from after one seat had sat down vouches for the other only.",
    attack=SEED_CHOSEN,
    fairness="B",
    receipt=2,
    vouched_seats=[1],
)
def seed_fixed_before_one_seat() -> Case:
    table = played(dealt(options={}), 8)
    return Case(bundle_of(table), receipt=receipt_of(table.rows, 2))


@conforming(
    "The operator tried seeds until the deal pleased; a receipt from before shows it.",
    attack=SEED_CHOSEN,
    fails=("receipt",),
)
def seed_chosen_late() -> Case:
    return Case(bundle_of(pleasing()), receipt=receipt_of(dealt().rows, 1))


@conforming(
    "The same without a receipt: not found, and the order rests on the operator's word.",
    attack=SEED_CHOSEN,
    fairness="A",
    receipt=None,
    vouched_seats=[],
)
def seed_chosen_late_without_a_receipt() -> Case:
    return Case(bundle_of(pleasing()))


def pleasing() -> Table:
    return played(operator.chosen(operator.has_three_military_cards), 8)


@conforming(
    "A receipt from before a seat was cleared does not vouch for that seat, which sat again and added nothing.",
    attack=SEED_CHOSEN,
    fairness="partly B",
    receipt=1,
    vouched_seats=[1],
)
def cleared_seat_not_vouched() -> Case:
    table = operator.cleared_and_empty()
    return Case(bundle_of(played(table, 8)), receipt=receipt_of(table.rows, 1))


@conforming(
    "A friend left after the last seat showed its bytes, and sat again with none: no receipt tells that nobody chose.",
    attack=SEED_CHOSEN,
    fairness="partly B",
    receipt=2,
    vouched_seats=[1],
    shuffle_receipt=None,
    deciding_seats=[],
)
def left_and_sat_again_with_nothing() -> Case:
    table = operator.left_and_empty()
    return Case(bundle_of(played(table, 8)), receipt=receipt_of(table.rows, 2))


@conforming(
    "A friend sat down last and added nothing, and could have added bytes: no receipt tells that nobody chose.",
    attack=SEED_CHOSEN,
    fairness="partly B",
    receipt=1,
    vouched_seats=[0],
    shuffle_receipt=None,
    deciding_seats=[],
)
def sat_last_with_nothing() -> Case:
    table = operator.sat_last_with_nothing()
    return Case(bundle_of(played(table, 8)), receipt=receipt_of(table.rows, 1))


@conforming("The bytes that a seat has sent are those in the record.", attack=SEED_CHOSEN, fairness="B")
def own_entropy() -> Case:
    return Case(bundle_of(played(dealt(options={}), 8)), entropy={1: operator.ENTROPY[1]})


@conforming(
    "The operator put other bytes in place of those that a seat has sent.", attack=SEED_CHOSEN, fails=("entropy",)
)
def own_entropy_replaced() -> Case:
    return Case(bundle_of(played(dealt(options={}), 8)), entropy={1: b"\5" * 32})


@conforming("The bytes that a seat will add are those to which it has committed.", attack=SEED_CHOSEN, status="open")
def own_entropy_committed() -> Case:
    return Case(before_the_openings(), entropy={1: operator.ENTROPY[1]})


@conforming(
    "The operator put another commitment in place of the one that a seat has sent.",
    attack=SEED_CHOSEN,
    fails=("entropy",),
)
def own_commitment_replaced() -> Case:
    return Case(before_the_openings(), entropy={1: b"\5" * 32})


def before_the_openings() -> bytes:
    """The bundle of a table at which all have committed, and nobody has shown anything."""
    table = dealt()
    until = next(row.position for row in table.rows if row.type == "OpeningsAwaited")
    return bundle_of(table, until, SPECTATOR)


# Moves


@conforming("The operator moved for a seat that signs what it does.", attack=INVENTED, fails=("signatures",))
def move_invented() -> Case:
    table, players = operator.signing_table()
    operator.play_signed(table, players, 4)
    operator.invent_move(table)
    return Case(operator.ended(table, players))


@conforming(
    "The same where nobody signs: not found, and no ply counts as signed.",
    attack=INVENTED,
    signed=[{"seat": 0, "signed": 0, "plies": 4}, {"seat": 1, "signed": 0, "plies": 2}],
)
def move_invented_where_nobody_signs() -> Case:
    table, players = operator.signing_table(keys=False)
    operator.play_signed(table, players, 4)
    operator.invent_move(table)
    return Case(operator.ended(table, players))


@conforming("Another move stands under the signature of a player.", attack=INVENTED, fails=("signatures",))
def move_put_under_a_signature() -> Case:
    table, players = operator.signing_table()
    operator.play_signed(table, players, 2)
    operator.put_under_signature(table, players)
    return Case(operator.ended(table, players))


@conforming(
    "A game is over, and action and signature of a move are null in it, as if they were hidden.",
    attack=INVENTED,
    fails=("signatures",),
)
def move_under_no_signature() -> Case:
    table, players = operator.signing_table()
    operator.invent_signature(table, players)
    return Case(operator.ended(table, players))


@conforming("The signed action stands there, and another one was done.", attack=INVENTED, fails=("rules",))
def move_done_otherwise_than_signed() -> Case:
    table, players = operator.signing_table()
    operator.play_signed(table, players, 2)
    operator.do_otherwise(table, players)
    return Case(operator.ended(table, players))


@conforming(
    "Behind a signed move of a friend, in one ply, the operator moved for a seat that signs what it does.",
    attack=INVENTED,
    fails=("rules",),
)
def move_invented_behind_another() -> Case:
    table, players = operator.signing_table()
    operator.play_signed(table, players, 2)
    operator.move_behind_another(table, players)
    return Case(operator.ended(table, players))


@conforming("A move that was acknowledged with a receipt is not in the record.", attack=HELD_BACK, fails=("receipt",))
def move_left_out() -> Case:
    with_it = played(dealt(), 9)
    return Case(bundle_of(played(dealt(), 8)), receipt=receipt_of(with_it.rows, len(with_it.rows) - 2))


@conforming("The same without the receipt: not found.", attack=HELD_BACK)
def move_left_out_without_a_receipt() -> Case:
    return Case(bundle_of(played(dealt(), 8)))


@conforming(
    "A player published a signed action, and the record says that the time ran out: nothing shows why.",
    attack=HELD_BACK,
)
def move_held_back() -> Case:
    table, player = operator.awaited()
    action = publication_of(player.sign(table.match, two_actions(table)[1]))
    return Case(operator.run_out(table), actions=[action])


@conforming("The same without the published action: not found.", attack=HELD_BACK)
def move_held_back_without_the_action() -> Case:
    return Case(operator.run_out(operator.awaited()[0]))


@conforming("A published action stands in the record.", attack=HELD_BACK)
def published_action_stands() -> Case:
    table, players = operator.signing_table()
    seat, wanted, _ = two_actions(table)
    signed = players[seat].sign(table.match, wanted)
    operator.act_signed(table, seat, wanted, signed)
    return Case(operator.ended(table, players), actions=[publication_of(signed)])


@conforming("The player published one action and signed another.", attack=HELD_BACK)
def published_action_replaced() -> Case:
    table, players = operator.signing_table()
    seat, wanted, done = two_actions(table)
    action = publication_of(players[seat].sign(table.match, wanted))
    operator.act_signed(table, seat, done, players[seat].sign(table.match, done))
    return Case(operator.ended(table, players), actions=[action])


@conforming(
    "A game is over, and what the player signed instead of the published action is null in it, as if it were hidden.",
    attack=HELD_BACK,
    fails=("signatures",),
)
def published_action_and_no_signature() -> Case:
    table, players = operator.signing_table()
    action = publication_of(players[table.match.to_act()[0]].sign(table.match, two_actions(table)[1]))
    operator.invent_signature(table, players)
    return Case(operator.ended(table, players), actions=[action])


@conforming(
    "After a player signed an action, the seat named a delegate: the rules refuse it then, and time ran out.",
    attack=HELD_BACK,
)
def published_action_before_a_delegate_was_named() -> Case:
    table, player = operator.awaited()
    action = publication_of(player.sign(table.match, two_actions(table)[1]))
    operator.name_friend(table, player, None)
    return Case(operator.run_out(table), actions=[action])


# Histories


@conforming(
    "Each of two readers has another history; the receipt of the other shows it.",
    attack=TWO_HISTORIES,
    fails=("receipt",),
)
def another_history() -> Case:
    shown, other = played(dealt(), 8), played(dealt(), 9)
    version = len(other.rows) - 2
    return Case(bundle_of(shown), receipts=[receipt_of(shown.rows, 1), receipt_of(other.rows, version)])


@conforming("The same with one's own receipts alone: not found.", attack=TWO_HISTORIES)
def another_history_with_own_receipts() -> Case:
    shown = played(dealt(), 8)
    return Case(bundle_of(shown), receipts=[receipt_of(shown.rows, version) for version in (1, len(shown.rows))])


@conforming("The operator wrote the history anew after a receipt had left.", attack=REWRITTEN, fails=("receipt",))
def rewritten_after_a_receipt() -> Case:
    return Case(bundle_of(played(dealt(bytes(32)), 8)), receipt=receipt_of(dealt().rows, 3))


@conforming("The operator wrote the history anew before the first receipt left: nothing finds it.", attack=REWRITTEN)
def rewritten_before_the_first_receipt() -> Case:
    anew = played(dealt(bytes(32)), 8)
    return Case(bundle_of(anew), receipt=receipt_of(anew.rows, 1))


@conforming("An event is a year before the one before it.", attack=TIMES, fails=("positions",))
def time_goes_back() -> Case:
    bundle = bundle_of(short(CARTA))
    return Case(operator.set_back(bundle, len(parts(bundle)[1]) - 1))


@conforming("The whole record is dated a year back: not found by the bundle alone.", attack=TIMES)
def dated_back() -> Case:
    return Case(operator.dated_back(bundle_of(short(CARTA))))


# The log


def logged(plies: int = 6) -> tuple[OperatorLog, Table]:
    """A game in a log, at its creation, its last seat and its end."""
    table, log = played(dealt(OWN_SEED, {}), plies), OperatorLog()
    taken = max(row.position for row in table.rows if row.type == "SeatTaken")
    log.add(table, 1, taken, len(table.rows))
    return log, table


def cosigned(later: int = 0) -> Case:
    """A bundle with proofs that a witness has cosigned, so many seconds after the game."""
    log, table = logged()
    line = cosign(WITNESS, log.checkpoint(), seconds_of(AT) + 30 + later)
    return Case(log.bundle(bundle_of(table), line), witnesses=[WITNESS.public.text()], quorum=1)


@conforming("The log holds the game's heads, and a witness has cosigned that in time.")
def in_the_log() -> Case:
    return cosigned()


@conforming("The log holds other heads of the game than the bundle.", attack=REWRITTEN, fails=("log",))
def rewritten_after_a_checkpoint() -> Case:
    log, _ = logged()
    return Case(log.bundle(bundle_of(played(dealt(OWN_SEED, {}), 5))))


@conforming(
    "No trusted witness has cosigned the log that this reader was shown.", attack=TWO_HISTORIES, fails=("witnesses",)
)
def log_without_the_witness() -> Case:
    log, table = logged(5)
    return cosigned()._replace(bundle=log.bundle(bundle_of(table)))


@conforming(
    "The witness saw the game a week after the times that the record states.", attack=TIMES, fails=("witnesses",)
)
def dated_back_and_cosigned() -> Case:
    return cosigned(later=7 * 86_400)


@conforming("One witness under two names counts once.", attack=TWO_HISTORIES, fails=("witnesses",))
def witness_under_two_names() -> Case:
    log, table = logged()
    names = [Signer(b"witness".ljust(32), name, b"\x04") for name in ("witness", "another")]
    lines = "".join(cosign(each, log.checkpoint(), seconds_of(AT) + 30) for each in names)
    return Case(log.bundle(bundle_of(table), lines), witnesses=[each.public.text() for each in names], quorum=2)


@conforming(
    "Two receipts of one version have different heads, and both are signed.", attack=TWO_HISTORIES, fails=("receipt",)
)
def two_heads_of_one_version() -> Case:
    shown, other = played(dealt(), 5), played(dealt(bytes(32)), 5)
    return Case(bundle_of(shown), receipts=[receipt_of(each.rows, 3) for each in (shown, other)])
