"""A dishonest operator, who keeps all keys: games as the operator would have them, and what others have kept."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any, Final

from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.canonical import base64url, canonical
from cartulary.kernel.codec import action_json
from cartulary.kernel.messages import Action, Event
from cartulary.kernel.randomness import Chance
from cartulary.kernel.seats import Seat
from cartulary.match.actions import NameDelegate, Resign, SignWith
from cartulary.match.clock.decide import expire
from cartulary.match.clock.settings import Clock
from cartulary.match.decide import announce, decide, decide_itself
from cartulary.match.decision import Decision, decide_in_game, happen
from cartulary.match.events.administration import DelegateActed, OrderFired
from cartulary.match.events.seating import SeatTaken
from cartulary.match.events.signing import ActionSigned, KeyGiven, OrderSigned
from cartulary.match.seating import Sitting, clear_seat, leave, sit_down
from cartulary.match.standing_orders import Condition, Order, carry_out
from cartulary.record.event import RecordedEvent
from tests.domain.signer import SigningPlayer
from tests.domain.table import AT, UNTIL, Table, decision_of
from tests.web.verifiers import COMMITTING, RULES, bundle_of, parts, resigned

OWN_SEED: Final = b"\7" * 32
ENTROPY: Final = [bytes([seat + 1] * 32) for seat in range(2)]
DAY: Final = Clock("turn", 86_400)
AFTER_A_DAY: Final = "2026-01-02T00:00:01.000Z"
FRIEND: Final = "00000000-0000-7000-8000-00000000000e"
THROWAWAY: Final = 99
YEAR_BEFORE: Final = "2025-01-01T00:00:00.000Z"


def dealt(seed: bytes = OWN_SEED, options: Any = None, **terms: Any) -> Table:
    """A game, at level A unless options say otherwise, dealt from this seed and what the seats have added."""
    setup = GAME.setup("ru", 2, COMMITTING if options is None else options)
    return Table(GAME, setup, seed, ENTROPY, rules=RULES, **terms)


def chosen(pleases: Callable[[Table], bool], **more: Any) -> Table:
    """The first deal that pleases an operator who knows what the seats have added, and tries seed after seed."""
    return next(table for table in (dealt(number.to_bytes(32, "big"), **more) for number in count(1)) if pleases(table))


def has_three_military_cards(table: Table) -> bool:
    return all(card.startswith("military") for card in hand_of(table, 0))


def hand_of(table: Table, seat: int) -> list[str]:
    """The cards of a seat, by name."""
    return [*table.match.game.view(table.match.state, seat)["seats"][seat]["hand"]]


# Games dealt from another seed


class Stacked(Table):
    """A table at which the server deals from another seed than it committed to, and makes all else fit."""

    def goes_on(self, decided: Decision | Sequence[Event]) -> list[RecordedEvent]:
        taken, *dealt = decision_of(self.match, decided).events
        if isinstance(taken, SeatTaken) and dealt and self.match.sandbox is False:
            dealt = self.game.begin(self.match.setup, self.other()).events
        return super().goes_on([taken, *dealt])

    def other(self) -> Chance:
        return Chance(b"stacked".ljust(32), self.match.id, self.entropy)


# Games in which the seats sign


def signing_table(*, keys: bool = True, **terms: Any) -> tuple[Table, list[SigningPlayer]]:
    """A game of two who sign all that they do, or nothing."""
    table, players = dealt(**terms), [SigningPlayer(seat, seat + 1) for seat in range(2)]
    for each in players if keys else []:
        table.goes_on(decide(table.match, each.seat, SignWith(key=base64url(each.key)), AT, list))
    return table, players


def play_signed(table: Table, players: Sequence[SigningPlayer], plies: int) -> None:
    """Let the seats that are awaited act at random, each with a signature if it signs at all."""
    random = Random(4)
    for _ in range(plies):
        seat = table.match.to_act()[0]
        action = random.choice(table.game.expand(table.match.state, seat, 100)[0])
        act_signed(table, seat, action, players[seat].sign(table.match, action) if table.match.keys[seat] else None)


def act_signed(table: Table, seat: int, action: Action, signed: ActionSigned | None) -> None:
    table.goes_on(decide(table.match, seat, action, AT, lambda: table.rows, None, signed))


def two_actions(table: Table) -> tuple[int, Action, Action]:
    """The seat that is awaited, and two of its actions."""
    seat = table.match.to_act()[0]
    first, second, *_ = table.game.expand(table.match.state, seat, 10)[0]
    return seat, first, second


def invent_move(table: Table) -> None:
    """Let the operator move for whoever is awaited, without asking."""
    seat = table.match.to_act()[0]
    table.goes_on(decide_in_game(table.match, seat, table.game.expand(table.match.state, seat, 1)[0][0]))


def move_behind_another(table: Table, players: Sequence[SigningPlayer]) -> None:
    """Let a seat end its turn by a signed move, and the operator move for the next seat in the same ply."""
    while True:
        seat, action = first_action(table)
        signed = announce(table.match, players[seat].sign(table.match, action))
        decision = signed.then(decide_itself(signed.after, seat, action, AT, lambda: table.rows))
        other = decision.after.to_act()[0]
        if other != seat:
            invented = table.game.expand(decision.after.state, other, 1)[0][0]
            table.goes_on(decision.then(decide_in_game(decision.after, other, invented)))
            return
        table.goes_on(decision)


def put_under_signature(table: Table, players: Sequence[SigningPlayer]) -> None:
    """Let the operator put another move, in words too, under the signature of a player."""
    seat, wanted, done = two_actions(table)
    act_signed(table, seat, done, replace(players[seat].sign(table.match, wanted), action=action_json(done)))


def do_otherwise(table: Table, players: Sequence[SigningPlayer]) -> None:
    """Let the operator record what was signed, and do something else."""
    seat, wanted, done = two_actions(table)
    act_signed(table, seat, done, players[seat].sign(table.match, wanted))


def invent_signature(table: Table, players: Sequence[SigningPlayer]) -> None:
    """Let the operator move for whoever is awaited, and say that this was signed, by hidden values that are null."""
    seat, wanted, done = two_actions(table)
    forge(table, done, replace(players[seat].sign(table.match, wanted), action=None, signature=None))


def ended(table: Table, players: Sequence[SigningPlayer]) -> bytes:
    """The bundle of the game, from which the player whose turn it is resigns."""
    seat = table.match.to_act()[0]
    act_signed(table, seat, Resign(), players[seat].sign(table.match, Resign()) if table.match.keys[seat] else None)
    return bundle_of(table)


# Moves held back


def publication_of(signed: ActionSigned) -> str:
    """A signed action as its player publishes it: canonical JSON, and the header of the request."""
    raw = base64url(signed.signature or b"")
    return f"{canonical(signed.action)}\n{signed.version} {base64url(signed.key)} {raw}\n"


def awaited(*, keys: bool = True) -> tuple[Table, SigningPlayer]:
    """A game with a clock, and the player whose turn it is."""
    table, players = signing_table(keys=keys, clock=DAY)
    play_signed(table, players, 2)
    return table, players[table.match.to_act()[0]]


def run_out(table: Table) -> bytes:
    """The bundle of the game, in which the time of the seat that is awaited runs out."""
    table.at = AFTER_A_DAY
    table.goes_on(expire(table.match, AFTER_A_DAY))
    return bundle_of(table)


# Times


def told_at(bundle: bytes, time: Callable[[int, str], str]) -> bytes:
    """The bundle with other times, made from position and time, chained and signed anew."""
    header, events = parts(bundle)
    for public, _ in events:
        public["at"] = time(public["position"], public["at"])
    return resigned(events, header)


def dated_back(bundle: bytes) -> bytes:
    """The whole record, a year earlier."""
    return told_at(bundle, lambda _, at: f"{int(at[:4]) - 1}{at[4:]}")


def set_back(bundle: bytes, position: int) -> bytes:
    """The record in which one event is a year before the others."""
    return told_at(bundle, lambda each, at: YEAR_BEFORE if each == position else at)


def last_note(bundle: bytes) -> str:
    """The receipt at the end of a bundle, as another reader got it."""
    note: str = json.loads(bundle.decode().splitlines()[-1])["note"]
    return note


# Orders, delegates and keys that the seat has not signed


def let_order_act(table: Table, seat: int, condition: Condition, action: Action, signed: OrderSigned | None) -> None:
    """Let a standing order act, as the service does."""
    order = Order("order", seat, condition, action)
    table.goes_on(carry_out(table.match, order, action, AT, lambda: table.rows, signed))


def forge(
    table: Table,
    action: Action,
    *announced: DelegateActed | OrderFired | ActionSigned | OrderSigned,
    seat: int | None = None,
) -> None:
    """Record an action by an authority which the service would refuse, of its seat unless another is given."""
    first = announce(table.match, *announced)
    seat = announced[0].seat if seat is None else seat
    table.goes_on(first.then(decide_itself(first.after, seat, action, AT, lambda: table.rows)))


def first_action(table: Table) -> tuple[int, Action]:
    """The seat that is awaited, and its first action."""
    seat = table.match.to_act()[0]
    return seat, table.game.expand(table.match.state, seat, 1)[0][0]


def invented_order(seat: int, condition: Any) -> OrderFired:
    """An order that the operator has put into the database."""
    return OrderFired(seat=seat, order="invented", condition=condition)


def acted(seat: int) -> DelegateActed:
    """A friend of the operator's acts for a seat."""
    return DelegateActed(seat=seat, delegate=FRIEND, owner=f"player {seat}")


def name_friend(table: Table, player: SigningPlayer, key: bytes | None) -> None:
    """Let a seat name the friend as its delegate, by this key."""
    action = NameDelegate(delegate=FRIEND, key=None if key is None else base64url(key))
    act_signed(table, player.seat, action, player.sign(table.match, action))


def give_key(table: Table, seat: int, key: bytes, by: SigningPlayer | None) -> None:
    """Let a seat have another key, which the one before has signed or not."""
    action = SignWith(key=base64url(key))
    act_signed(table, seat, action, None if by is None else by.sign(table.match, action))


def take_over_by_bot(table: Table, plies: int) -> None:
    """Let the time of the seat that is awaited run out at a time that nobody saw, and a bot play on for it."""
    seat = table.match.to_act()[0]
    table.at = AFTER_A_DAY
    table.goes_on(expire(table.match, AFTER_A_DAY))
    for _ in range(plies):
        if seat in table.match.to_act():
            table.goes_on(decide_in_game(table.match, seat, table.game.expand(table.match.state, seat, 1)[0][0]))


def put_key_under(table: Table, signed: ActionSigned, key: bytes) -> None:
    """Let another key follow from what a seat has signed."""
    table.goes_on(happen(table.match, signed, KeyGiven(seat=signed.seat, key=key)))


class Cleared(Table):
    """A table at which seat 0 is cleared once it has shown its bytes, and sits again with none of its own."""

    def sit(self, seat: Seat, entropy: bytes) -> None:
        super().sit(seat, entropy)
        if seat == 0:
            self.goes_on(clear_seat(self.match, seat))
            self.goes_on(sit_down(self.match, Sitting(f"player {seat}", seat), UNTIL))


def cleared_and_empty() -> Table:
    return Cleared(GAME, GAME.setup("ru", 2, {}), OWN_SEED, ENTROPY, rules=RULES)


class Deserted(Table):
    """A table of three: seat 0 leaves once seat 1 has shown its bytes, and sits again with none; seat 2 adds none."""

    def sit(self, seat: Seat, entropy: bytes) -> None:
        if seat < 2:
            super().sit(seat, entropy)
        else:
            self.goes_on(leave(self.match, 0))
            for each in (0, 2):
                self.goes_on(sit_down(self.match, Sitting(f"player {each}", each), UNTIL))


class LastEmpty(Table):
    """A table at which seat 1 sits down last and adds nothing, once seat 0 has shown its bytes."""

    def sit(self, seat: Seat, entropy: bytes) -> None:
        if seat == 0:
            super().sit(seat, entropy)
        else:
            self.goes_on(sit_down(self.match, Sitting(f"player {seat}", seat), UNTIL))


def sat_last_with_nothing() -> Table:
    return LastEmpty(GAME, GAME.setup("ru", 2, {}), OWN_SEED, ENTROPY, rules=RULES)


def left_and_empty() -> Table:
    return Deserted(GAME, GAME.setup("ru", 3, {}), OWN_SEED, [*ENTROPY, b""], rules=RULES)
