"""Games of the conformance set: good ones, of all ways to begin and to end."""

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR, Audience
from cartulary.match.agreed_end import agree_to_end
from cartulary.match.events.fork import Origin
from cartulary.match.evolve import fold
from cartulary.match.fork import Knowledge
from cartulary.match.seating import Sitting, sit_down
from tests.domain.notation import position
from tests.domain.table import UNTIL, Table
from tests.web import dishonest_operator as operator
from tests.web import verifiers
from tests.web.conformance import conforming
from tests.web.operator_log import OperatorLog
from tests.web.verifiers import (
    RULES,
    Case,
    bundle_of,
    ends_of_plies,
    play_on,
    played,
    seated,
)

CARTA, CIVILIZATION = CATALOGUE
MIDDLE: Final = position("A: hand W.2 R1, area C2 | B: hand S3, area W3 | C: area E2; deck W S.3; discard U2")
FORK: Final = "00000000-0000-7000-8000-00000000000f"


class ServedTable(Table):
    """A table at which a seat that adds nothing shows null, as the service has it."""

    def sit(self, seat: Seat, entropy: bytes) -> None:
        if entropy:
            super().sit(seat, entropy)
        else:
            self.goes_on(sit_down(self.match, Sitting(f"player {seat}", seat), UNTIL))


def short(id: str, plies: int = 6, given: int | None = None, **options: Any) -> Table:
    """A game of two that ends after a few plies."""
    return played(seated(id, 2, 3, given, ServedTable, options=options), plies)


# Good games


@conforming("Both seats committed to their entropy before either showed it.", fairness="A", status="finished")
def carta_level_a() -> Case:
    return Case(bundle_of(short(CARTA, 12, fairness="commit")))


@conforming("The same of the other game.", fairness="A", status="finished")
def civilization_level_a() -> Case:
    return Case(bundle_of(short(CIVILIZATION, 12, fairness="commit")))


@conforming("Both seats showed their entropy as they sat down.", fairness="B", status="finished")
def carta_level_b() -> Case:
    return Case(bundle_of(short(CARTA)))


@conforming("The same of the other game.", fairness="B", status="finished")
def civilization_level_b() -> Case:
    return Case(bundle_of(short(CIVILIZATION)))


@conforming("One of the seats added entropy.", fairness="partly B", status="finished")
def carta_partly_b() -> Case:
    return Case(bundle_of(short(CARTA, given=1)))


@conforming("No seat added anything to the shuffle.", fairness="C", status="finished")
def carta_level_c() -> Case:
    return Case(bundle_of(short(CARTA, given=0)))


@conforming("The same of the other game.", fairness="C", status="finished")
def civilization_level_c() -> Case:
    return Case(bundle_of(short(CIVILIZATION, given=0)))


@conforming("A draft, in which packets are passed on.", status="finished")
def carta_draft() -> Case:
    return Case(bundle_of(short(CARTA, 16, deal="draft")))


@conforming("All seats agreed to a draw.", status="finished")
def carta_draw_agreed() -> Case:
    return Case(agreed(CARTA, "draw"))


@conforming("All seats agreed to break the game off, which is then void.", status="abandoned")
def civilization_broken_off() -> Case:
    return Case(agreed(CIVILIZATION, "abort"))


def agreed(id: str, how: Any) -> bytes:
    """The bundle of a game to whose end all seats agree."""
    table = begun(id)
    for seat in range(2):
        table.goes_on(agree_to_end(table.match, seat, how))
    return bundle_of(table)


def begun(id: str, plies: int = 8) -> Table:
    """A game that is being played."""
    table, random = seated(id, 2, 3), Random(4)
    for _ in range(plies):
        play_on(table, random)
    return table


@conforming("Two seats did not open what they had committed to, so the game is void.", fairness="C", status="abandoned")
def carta_not_opened() -> Case:
    return Case(bundle_of(verifiers.voided(CARTA)))


@conforming("A seat was left, and the table did not fill in time.", status="abandoned")
def civilization_not_filled() -> Case:
    return Case(bundle_of(verifiers.gathered(CIVILIZATION, leaves=True, fills=False)))


@conforming("The creator removed a player and closed the table.", status="abandoned")
def carta_table_closed() -> Case:
    return Case(bundle_of(verifiers.cleared(CARTA, fills=False)))


@conforming("A running game, as everybody gets it: seed and hidden values are not checked yet.", status="playing")
def carta_running() -> Case:
    table = begun(CARTA)
    return Case(bundle_of(table, None, SPECTATOR))


@conforming("A running game, as seat 0 gets it.", status="playing")
def civilization_running_seat_0() -> Case:
    return Case(bundle_of(begun(CIVILIZATION), None, 0))


@conforming("A table at which seats are free.", status="open")
def carta_open() -> Case:
    return Case(bundle_of(short(CARTA), 2, SPECTATOR))


@conforming("The operator took the game back twice, which stays in the record.", corrections=2)
def carta_corrected() -> Case:
    table = begun(CARTA)
    for _ in range(2):
        verifiers.take_back(table, ends_of_plies(table)[-3])
    return Case(bundle_of(played(table, 0)))


@conforming("A seat's time ran out, and it resigned by that.", status="finished")
def carta_time_ran_out() -> Case:
    return Case(operator.run_out(operator.awaited()[0]))


@conforming(
    "Each seat signed what it did.", signed=[{"seat": 0, "signed": 5, "plies": 5}, {"seat": 1, "signed": 2, "plies": 2}]
)
def carta_signed() -> Case:
    table, players = operator.signing_table()
    operator.play_signed(table, players, 6)
    return Case(operator.ended(table, players))


@conforming("A game that began from a position, whose decks nobody shuffled.", fairness="B", status="finished")
def carta_position() -> Case:
    return Case(bundle_of(played(seated(CARTA, 3, 3, position=MIDDLE), 6)))


@conforming("A fork of a game that is over, with the game that it goes on from.", fairness="C", status="finished")
def carta_fork() -> Case:
    source = begun(CARTA)
    version = ends_of_plies(source)[-3]
    fork = fork_of(source, version)
    return Case(bundle_of(fork), origin=bundle_of(played(source, 0)))


@conforming(
    "Another game is given as the origin than the fork goes on from.", attack="a record damaged", fails=("origin",)
)
def carta_fork_of_another_game() -> Case:
    source, other = begun(CARTA), begun(CARTA, 14)
    fork = fork_of(other, ends_of_plies(other)[-2])
    return Case(bundle_of(fork), origin=bundle_of(played(source, 0)))


@conforming(
    "The origin of a fork is an invented history, below the note of the true one.",
    attack="a record damaged",
    fails=("origin",),
)
def fork_of_an_invented_history() -> Case:
    true, invented = begun(CARTA, 14), begun(CARTA, 16)
    fork = fork_of(invented, ends_of_plies(invented)[-2])
    note = bundle_of(played(true, 0)).splitlines(keepends=True)[-1]
    lines = bundle_of(played(invented, 0)).splitlines(keepends=True)
    return Case(bundle_of(fork), origin=b"".join([*lines[:-1], note]))


@conforming(
    "The origin of a fork has a move that the operator invented for a seat that signs.",
    attack="a move invented or changed",
    fails=("origin",),
)
def fork_of_a_game_with_an_invented_move() -> Case:
    source, players = operator.signing_table(options={})
    operator.play_signed(source, players, 2)
    operator.invent_move(source)
    operator.play_signed(source, players, 2)
    fork = fork_of(source, ends_of_plies(source)[-2])
    return Case(bundle_of(fork), origin=operator.ended(source, players))


TOLD: Final = "a seat of a fork told otherwise"


@conforming(
    "A seat of a fork is told of another turn, another own hand and other cards.", attack=TOLD, fails=("origin",)
)
def fork_tells_a_seat_otherwise() -> Case:
    source = begun(CARTA)
    fork = fork_of(source, ends_of_plies(source)[-3], tell_otherwise)
    return Case(bundle_of(fork), origin=bundle_of(played(source, 0)))


@conforming("The same, told to have been created before the other game stood there.", attack=TOLD, fails=("origin",))
def fork_dated_back_before_its_origin() -> Case:
    told = fork_tells_a_seat_otherwise()
    return told._replace(bundle=operator.dated_back(told.bundle))


@conforming("The same, without the game that the fork goes on from: nothing shows it.", attack=TOLD, status="finished")
def fork_tells_a_seat_otherwise_without_its_origin() -> Case:
    source = begun(CARTA)
    return Case(bundle_of(fork_of(source, ends_of_plies(source)[-3], tell_otherwise)))


def tell_otherwise(state: Any) -> None:
    """Change what seat 0 is told: the turn, a card of its own, and one of the other seat."""
    state["turn"] += 1
    own, other = state["hands"]
    exchange(own, next(kind for kind, number in enumerate(own) if number), 14)
    exchange(other, 15, 0)


def exchange(hand: list[int], kind: int, by: int) -> None:
    hand[kind] -= 1
    hand[by] += 1


def fork_of(source: Table, version: int, tell: Callable[[Any], None] = lambda _: None) -> Table:
    """A short fork from there, of which seat 0 may be told otherwise."""

    def state(audience: Audience) -> Any:
        return fold(source.game, source.match.id, source.part(source.rows[:version], audience)).state

    position = Knowledge(state(EVERYTHING), [state(seat) for seat in range(2)], state(SPECTATOR)).position()
    position = json.loads(json.dumps(position))
    tell(position["seats"][0])
    origin = Origin(source.match.id, version)
    more = {"game_id": FORK, "position": position, "forked_from": origin}
    return played(ServedTable(source.game, source.match.setup, b"f" * 32, [b"", b""], rules=RULES, **more), 8)


@conforming("A fork without the game that it goes on from: that is left unchecked.", status="finished")
def carta_fork_without_its_origin() -> Case:
    source = begun(CARTA)
    return Case(bundle_of(fork_of(source, ends_of_plies(source)[-3])))


@conforming("A fork that is not over: from where it began is left unchecked.", status="playing")
def carta_fork_running() -> Case:
    source = begun(CARTA)
    fork = fork_of(source, ends_of_plies(source)[-3])
    before_the_last_ply = sum(row.ply < fork.rows[-1].ply for row in fork.rows)
    return Case(bundle_of(fork, before_the_last_ply, SPECTATOR))


@conforming("Players have signed, and their signatures are disclosed at the end.", status="playing")
def carta_signed_running() -> Case:
    table, players = operator.signing_table()
    operator.play_signed(table, players, 3)
    return Case(bundle_of(table, audience=SPECTATOR))


@conforming("The log holds heads of the game, and that of its end not yet.", status="finished")
def end_not_yet_in_the_log() -> Case:
    table, log = short(CARTA), OperatorLog()
    log.add(table, 1)
    return Case(log.bundle(bundle_of(table)))


@conforming("Nobody sits at the seat whose bytes are given, so they are not compared.", status="open")
def entropy_of_a_free_seat() -> Case:
    table = seated(CARTA, 2, 3)
    return Case(bundle_of(table, 2), entropy={1: b"r" * 32})
