"""Attacks of the conformance set on who acted: orders, delegates and keys of seats that sign, and times nobody saw."""

from dataclasses import replace
from typing import Any, Final

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.civilization_the_card_game import GAME as CIVILIZATION
from cartulary.games.civilization_the_card_game.actions import Attack, Fight
from cartulary.games.civilization_the_card_game.cards import AXEMAN
from cartulary.kernel.messages import Action
from cartulary.kernel.seats import Seat
from cartulary.match.actions import AgreeEnd, ComeBack, OfferSeat, Resign, TakeBack
from cartulary.match.agreed_end import agree_to_end, end_among_bots
from cartulary.match.clock.decide import restore_time
from cartulary.match.clock.settings import Clock
from cartulary.match.decision import decide_in_game
from cartulary.match.seating import Sitting, sit_down
from cartulary.match.standing_orders import Condition, condition_json
from cartulary.match.substitution import take_over
from tests.domain.civilization_the_card_game import story
from tests.domain.signer import SigningPlayer
from tests.domain.table import UNTIL, Table
from tests.web import dishonest_operator as operator
from tests.web.conformance import conforming
from tests.web.conformance_attacks import INVENTED, TIMES
from tests.web.dishonest_operator import ENTROPY, OWN_SEED, THROWAWAY, signing_table
from tests.web.verifiers import RULES, Case, bundle_of, take_back, with_more

ORDER: Final = "an order invented or changed"
DELEGATE: Final = "a delegate invented"
KEY: Final = "a key exchanged"
REACHED: Final = Condition("version", version=1)
BOT: Final = Clock("turn", 86_400, on_expiry="bot")


def under_way(*, keys: bool = True, **terms: Any) -> tuple[Table, list[SigningPlayer]]:
    """A game of two that has gone on for some plies."""
    table, players = signing_table(keys=keys, **terms)
    operator.play_signed(table, players, 2)
    return table, players


def closed(table: Table, players: list[SigningPlayer], plies: int = 2) -> Case:
    """The game, which goes on for some plies and is resigned."""
    operator.play_signed(table, players, plies)
    return Case(operator.ended(table, players))


# Orders


@conforming("An order that the seat has signed acts after its condition was met.", attack=ORDER)
def order_signed() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    signed = players[seat].sign_order(table.match, REACHED, action)
    operator.let_order_act(table, seat, REACHED, action, signed)
    return closed(table, players)


@conforming("The operator invented an order for a seat that signs.", attack=ORDER, fails=("signatures",))
def order_invented() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    operator.forge(table, action, operator.invented_order(seat, condition_json(REACHED)))
    return closed(table, players)


@conforming("The operator invented an order and signed it by another key.", attack=ORDER, fails=("signatures",))
def order_signed_by_another_key() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    signed = SigningPlayer(seat, THROWAWAY).sign_order(table.match, REACHED, action)
    operator.forge(table, action, operator.invented_order(seat, condition_json(REACHED)), signed)
    return closed(table, players)


@conforming(
    "A game is over, and the signature of an order is null in it, as if it were hidden.",
    attack=INVENTED,
    fails=("signatures",),
)
def order_under_no_signature() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    signed = replace(players[seat].sign_order(table.match, REACHED, action), signature=None)
    operator.forge(table, action, operator.invented_order(seat, condition_json(REACHED)), signed)
    return closed(table, players)


@conforming("An order acts that the seat has signed, and does something else.", attack=ORDER, fails=("rules",))
def order_does_something_else() -> Case:
    table, players = under_way()
    seat, ordered, done = operator.two_actions(table)
    signed = players[seat].sign_order(table.match, REACHED, ordered)
    operator.forge(table, done, operator.invented_order(seat, condition_json(REACHED)), signed)
    return closed(table, players)


@conforming("An order that the seat signed for one act acts twice.", attack=ORDER, fails=("signatures",))
def order_acts_twice() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    signed = players[seat].sign_order(table.match, REACHED, action)
    for _ in range(2):
        operator.forge(table, action, operator.invented_order(seat, condition_json(REACHED)), signed)
        back = TakeBack()
        operator.act_signed(table, seat, back, players[seat].sign(table.match, back))
    return closed(table, players)


@conforming(
    "An order of the player before acts for a substitute, to whom the operator gave the same key.",
    attack=ORDER,
    fails=("signatures",),
)
def order_from_before_a_substitute() -> Case:
    table, players = under_way(clock=BOT)
    seat, action = operator.first_action(table)
    signed = players[seat].sign_order(table.match, REACHED, action)
    pass_on(table, players[seat])
    operator.forge(table, action, operator.invented_order(seat, condition_json(REACHED)), signed)
    return closed(table, players)


@conforming("The same of a move that the player before had signed.", attack=INVENTED, fails=("signatures",))
def move_from_before_a_substitute() -> Case:
    table, players = under_way(clock=BOT)
    seat, action = operator.first_action(table)
    signed = players[seat].sign(table.match, action)
    pass_on(table, players[seat])
    operator.forge(table, action, signed)
    return closed(table, players)


def pass_on(table: Table, player: SigningPlayer) -> None:
    """Let a bot take over, the seat be offered unsigned, and a substitute give the key of the player before."""
    operator.take_over_by_bot(table, 0)
    operator.act_signed(table, player.seat, OfferSeat(), None)
    table.goes_on(take_over(table.match, "a substitute", player.seat, table.at))
    operator.give_key(table, player.seat, player.key, None)


@conforming(
    "An order acts whose key another key has replaced, though the seat has that key again.",
    attack=ORDER,
    fails=("signatures",),
)
def order_from_before_another_key() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    signed = players[seat].sign_order(table.match, REACHED, action)
    between = SigningPlayer(seat, THROWAWAY)
    operator.give_key(table, seat, between.key, players[seat])
    operator.give_key(table, seat, players[seat].key, between)
    operator.forge(table, action, operator.invented_order(seat, condition_json(REACHED)), signed)
    return closed(table, players)


@conforming("A signed order acts though its condition was not met.", attack=ORDER, fails=("rules",))
def order_signed_and_not_due() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    condition = Condition("version", version=900)
    signed = players[seat].sign_order(table.match, condition, action)
    operator.forge(table, action, operator.invented_order(seat, condition_json(condition)), signed)
    return closed(table, players)


@conforming("An unsigned order acts though its condition was not met.", attack=ORDER, fails=("rules",))
def order_not_due() -> Case:
    return unsigned_order({"kind": "version", "version": 900})


@conforming("An unsigned order acts that waits for nothing.", attack=ORDER, fails=("rules",))
def order_without_a_condition() -> Case:
    return unsigned_order({})


def unsigned_order(condition: Any) -> Case:
    table, players = under_way(keys=False)
    seat, action = operator.first_action(table)
    operator.forge(table, action, operator.invented_order(seat, condition))
    return closed(table, players)


@conforming(
    "The operator invented an order that is due, for a seat that signs nothing: not found, and counted as unsigned.",
    attack=ORDER,
    authority=[
        {"seat": 0, "own": 0, "delegate": 0, "order": 0, "bot": 0, "unsigned": 4},
        {"seat": 1, "own": 0, "delegate": 0, "order": 0, "bot": 0, "unsigned": 2},
    ],
)
def order_invented_where_nobody_signs() -> Case:
    return unsigned_order(condition_json(REACHED))


@conforming("An order resigns for a seat that signs.", attack=ORDER, fails=("signatures", "rules"))
def order_resigns() -> Case:
    table, _ = under_way()
    operator.forge(table, Resign(), operator.invented_order(table.match.to_act()[0], condition_json(REACHED)))
    return Case(bundle_of(table))


@conforming("An order resigns for a seat that signs nothing.", attack=ORDER, fails=("rules",))
def order_resigns_where_nobody_signs() -> Case:
    table, _ = under_way(keys=False)
    operator.forge(table, Resign(), operator.invented_order(table.match.to_act()[0], condition_json(REACHED)))
    return Case(bundle_of(table))


@conforming("Orders agree to an end for seats that sign.", attack=ORDER, fails=("signatures", "rules"))
def orders_agree_to_an_end() -> Case:
    return by_orders(AgreeEnd(how="draw"))


@conforming("Orders consent to taking back for seats that sign.", attack=ORDER, fails=("signatures", "rules"))
def orders_take_back() -> Case:
    return by_orders(TakeBack())


@conforming("An order offers the seat of a player who signs.", attack=ORDER, fails=("signatures", "rules"))
def order_offers_a_seat() -> Case:
    return by_orders(OfferSeat())


def by_orders(action: Action) -> Case:
    """A game in which orders that nobody gave do for each seat what no order does."""
    table, players = under_way()
    for seat in range(1 if isinstance(action, TakeBack) else 2):
        operator.forge(table, action, operator.invented_order(seat, condition_json(REACHED)))
    return Case(bundle_of(table)) if table.match.result else closed(table, players)


# Delegates


@conforming(
    "A delegate signs by the key that the seat has named.",
    attack=DELEGATE,
    authority=[
        {"seat": 0, "own": 4, "delegate": 0, "order": 0, "bot": 0, "unsigned": 0},
        {"seat": 1, "own": 2, "delegate": 1, "order": 0, "bot": 0, "unsigned": 0},
    ],
)
def delegate_named() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    friend = SigningPlayer(seat, THROWAWAY)
    operator.name_friend(table, players[seat], friend.key)
    operator.forge(table, action, operator.acted(seat), friend.sign(table.match, action))
    return closed(table, players)


@conforming(
    "A delegate whom the seat named without a key plays, and is counted as unsigned.",
    attack=DELEGATE,
    authority=[
        {"seat": 0, "own": 4, "delegate": 0, "order": 0, "bot": 0, "unsigned": 0},
        {"seat": 1, "own": 2, "delegate": 0, "order": 0, "bot": 0, "unsigned": 1},
    ],
)
def delegate_named_without_a_key() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    operator.name_friend(table, players[seat], None)
    operator.forge(table, action, operator.acted(seat))
    return closed(table, players)


@conforming("A delegate whom nobody named plays, by a key of its own.", attack=DELEGATE, fails=("signatures",))
def delegate_invented_and_signed() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    friend = SigningPlayer(seat, THROWAWAY)
    operator.forge(table, action, operator.acted(seat), friend.sign(table.match, action))
    return closed(table, players)


@conforming("A delegate whom nobody named plays for a seat that signs.", attack=DELEGATE, fails=("signatures",))
def delegate_invented_and_unsigned() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    operator.forge(table, action, operator.acted(seat))
    return closed(table, players)


@conforming(
    "A delegate whom nobody named signs for a seat that does not: counted as unsigned.",
    attack=DELEGATE,
    signed=[{"seat": 0, "signed": 0, "plies": 4}, {"seat": 1, "signed": 0, "plies": 2}],
)
def delegate_invented_where_nobody_signs() -> Case:
    table, players = under_way(keys=False)
    seat, action = operator.first_action(table)
    operator.forge(table, action, operator.acted(seat), SigningPlayer(seat, THROWAWAY).sign(table.match, action))
    return closed(table, players)


@conforming("A named delegate plays by another key.", attack=DELEGATE, fails=("signatures",))
def delegate_by_another_key() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    operator.name_friend(table, players[seat], SigningPlayer(seat, THROWAWAY).key)
    operator.forge(table, action, operator.acted(seat), SigningPlayer(seat, THROWAWAY + 1).sign(table.match, action))
    return closed(table, players)


@conforming("A delegate of another seat plays for a seat that signs.", attack=DELEGATE, fails=("signatures",))
def delegate_of_another_seat() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    operator.name_friend(table, players[1 - seat], None)
    operator.forge(table, action, operator.acted(1 - seat), seat=seat)
    return closed(table, players)


class BotBegins(Table):
    """A table at whose first seat a bot sits."""

    def sit(self, seat: Seat, entropy: bytes) -> None:
        bot = "careful" if seat == 0 else None
        self.goes_on(sit_down(self.match, Sitting(f"player {seat}", seat, entropy, None, bot), UNTIL))


def attacked(kind: type[Table], signing: Seat) -> tuple[Table, SigningPlayer]:
    """A game of Civilization in which seat 0 has attacked seat 1, and may attack seat 2; one of them signs."""
    attacker = story.seat("hills 0", hand="axeman axeman swordsman")
    attacked = [story.seat("coast 0", "hills 0", hand=hand) for hand in ("archer axeman", "archer")]
    position = story.position(attacker, *attacked)
    table = kind(CIVILIZATION, story.setup(3), OWN_SEED, [*ENTROPY, b"c" * 32], rules=RULES, position=position)
    player = SigningPlayer(signing, signing + 1)
    operator.give_key(table, signing, player.key, None)
    attack = Attack(seat=1, units=(AXEMAN,))
    operator.act_signed(table, 0, attack, player.sign(table.match, attack) if signing == 0 else None)
    return table, player


@conforming(
    "A bot fights a player who signs: its ply begins with an event about the player.",
    authority=[
        {"seat": 0, "own": 0, "delegate": 0, "order": 0, "bot": 2, "unsigned": 0},
        {"seat": 1, "own": 1, "delegate": 0, "order": 0, "bot": 0, "unsigned": 0},
        {"seat": 2, "own": 0, "delegate": 0, "order": 0, "bot": 0, "unsigned": 1},
    ],
)
def bot_fights_who_signs() -> Case:
    table, player = attacked(BotBegins, 1)
    operator.act_signed(table, 0, Fight(), None)
    operator.act_signed(table, 2, Resign(), None)
    operator.act_signed(table, 1, Resign(), player.sign(table.match, Resign()))
    return Case(bundle_of(table))


@conforming("The operator fights for a seat that signs.", attack=INVENTED, fails=("signatures",))
def fight_invented() -> Case:
    table, _ = attacked(Table, 0)
    operator.act_signed(table, 0, Fight(), None)
    for seat in (2, 1):
        operator.act_signed(table, seat, Resign(), None)
    return Case(bundle_of(table))


@conforming("A delegate resigns for the owner of the seat.", attack=DELEGATE, fails=("rules",))
def delegate_resigns() -> Case:
    return by_named_delegate(Resign())


@conforming("A delegate offers the seat of the owner.", attack=DELEGATE, fails=("rules",))
def delegate_offers_a_seat() -> Case:
    return by_named_delegate(OfferSeat())


@conforming("A delegate takes back for the owner of the seat.", attack=DELEGATE, fails=("rules",))
def delegate_takes_back() -> Case:
    return by_named_delegate(TakeBack())


def by_named_delegate(action: Action) -> Case:
    """A game in which a named delegate does what no delegate may."""
    table, players = under_way()
    seat = table.match.to_act()[0]
    friend = SigningPlayer(seat, THROWAWAY)
    operator.name_friend(table, players[seat], friend.key)
    operator.forge(table, action, operator.acted(seat), friend.sign(table.match, action))
    return Case(bundle_of(table)) if table.match.result else closed(table, players)


# Keys


@conforming("A seat has another key, which the one before has signed.", attack=KEY)
def key_replaced() -> Case:
    table, players = under_way()
    new = SigningPlayer(0, THROWAWAY)
    operator.give_key(table, 0, new.key, players[0])
    return closed(table, [new, players[1]])


@conforming("The operator gave a seat another key.", attack=KEY, fails=("signatures",))
def key_exchanged() -> Case:
    table, players = under_way()
    new = SigningPlayer(0, THROWAWAY)
    operator.give_key(table, 0, new.key, None)
    return closed(table, [new, players[1]])


@conforming("The operator put another key under what a seat had signed.", attack=KEY, fails=("signatures",))
def key_put_under_a_signature() -> Case:
    table, players = under_way()
    seat, action = operator.first_action(table)
    new = SigningPlayer(seat, THROWAWAY)
    operator.put_key_under(table, players[seat].sign(table.match, action), new.key)
    return closed(table, [new if each.seat == seat else each for each in players])


# What rests on the operator's word


@conforming(
    "Seats without keys agreed to an end: every ply rests on the operator's word.",
    attack=ORDER,
    authority=[
        {"seat": 0, "own": 0, "delegate": 0, "order": 0, "bot": 0, "unsigned": 3},
        {"seat": 1, "own": 0, "delegate": 0, "order": 0, "bot": 0, "unsigned": 1},
    ],
)
def end_agreed_without_keys() -> Case:
    table, _ = under_way(keys=False)
    for seat in range(2):
        table.goes_on(agree_to_end(table.match, seat, "draw"))
    return Case(bundle_of(table))


@conforming(
    "Time runs out at a time that nobody saw, and a bot plays on: all that rests on the operator's word.",
    attack=TIMES,
    expired=[{"seat": 1, "position": 24, "bot": 2}],
)
def bot_takes_over_at_a_false_time() -> Case:
    table, players = under_way(clock=BOT)
    operator.take_over_by_bot(table, 2)
    return closed(table, players, 0)


@conforming(
    "The same, and the game ends by it.",
    attack=TIMES,
    expired=[{"seat": 1, "position": 24, "bot": 0}],
    status="finished",
)
def time_runs_out_at_a_false_time() -> Case:
    return Case(operator.run_out(under_way(clock=operator.DAY)[0]))


@conforming("The time of a seat runs out before its deadline in a game that goes on.", attack=TIMES, fails=("times",))
def time_runs_out_before_its_deadline() -> Case:
    table = under_way(clock=operator.DAY)[0]
    seat = table.match.to_act()[0]
    return Case(with_more(bundle_of(table), {"type": "TimeExpired", "seat": seat, "data": {"until": UNTIL}}))


@conforming(
    "A player comes back, and signs it: that is no ply of the bot that played meanwhile.",
    attack=TIMES,
    expired=[{"seat": 1, "position": 24, "bot": 1}],
)
def signed_return_after_a_bot() -> Case:
    table, players = under_way(clock=BOT)
    operator.take_over_by_bot(table, 1)
    operator.act_signed(table, 1, ComeBack(), players[1].sign(table.match, ComeBack()))
    return closed(table, players, 0)


@conforming(
    "The operator let a deadline come later, which no player signs.",
    attack=TIMES,
    restored=[{"seats": [1], "position": 24, "seconds": 3600}],
)
def time_given() -> Case:
    table, players = under_way(clock=Clock("turn", 86_400))
    seat = table.match.to_act()[0]
    table.goes_on(restore_time(table.match, [seat], 3600, "Olga, operator", "A failover.", table.at))
    return closed(table, players)


@conforming(
    "The operator took a game back, and ended it by a consent that had lapsed before.",
    attack=ORDER,
    fails=("rules",),
)
def lapsed_consent_brought_back() -> Case:
    table, players = under_way()
    agreed = AgreeEnd(how="draw")
    operator.act_signed(table, 1, agreed, players[1].sign(table.match, agreed))
    then = table.match
    operator.play_signed(table, players, 1)
    take_back(table, then.version)
    table.goes_on([players[0].sign(table.match, agreed), *agree_to_end(then, 0, "draw").events])
    return Case(bundle_of(table))


@conforming(
    "While a bot plays, the seat is offered, an end agreed to and resigned, unsigned: that does no bot.",
    attack=TIMES,
    expired=[{"seat": 1, "position": 24, "bot": 1}],
    authority=[
        {"seat": 0, "own": 2, "delegate": 0, "order": 0, "bot": 0, "unsigned": 0},
        {"seat": 1, "own": 0, "delegate": 0, "order": 0, "bot": 1, "unsigned": 3},
    ],
)
def bot_said_to_do_what_only_players_do() -> Case:
    table, _ = under_way(clock=BOT)
    operator.take_over_by_bot(table, 1)
    for action in (OfferSeat(), AgreeEnd(how="draw"), Resign()):
        operator.act_signed(table, 1, action, None)
    return Case(bundle_of(table))


@conforming(
    "A substitute comes to a seat that was offered, and signs by another key.",
    attack=KEY,
    authority=[
        {"seat": 0, "own": 3, "delegate": 0, "order": 0, "bot": 0, "unsigned": 0},
        {"seat": 1, "own": 3, "delegate": 0, "order": 0, "bot": 0, "unsigned": 0},
    ],
)
def substitute_signs() -> Case:
    table, players = under_way()
    new = SigningPlayer(1, THROWAWAY)
    operator.act_signed(table, 1, OfferSeat(), players[1].sign(table.match, OfferSeat()))
    table.goes_on(take_over(table.match, "a substitute", 1, table.at))
    operator.give_key(table, 1, new.key, None)
    return closed(table, [players[0], new])


@conforming(
    "A time ran out and a bot took over; that was taken back, and it plays on for the seat all the same.",
    attack=TIMES,
    fails=("signatures",),
    expired=[{"seat": 1, "position": 24, "bot": 1}],
)
def taken_back_bot_plays_on() -> Case:
    table, players = under_way(clock=BOT)
    before, seat = table.match.version, table.match.to_act()[0]
    operator.take_over_by_bot(table, 0)
    action = TakeBack(version=before)
    operator.act_signed(table, 1 - seat, action, players[1 - seat].sign(table.match, action))
    operator.act_signed(table, seat, operator.first_action(table)[1], None)
    return Case(bundle_of(table))


@conforming(
    "A player came back from a bot; all agreed to take that back, and the bot plays on.",
    expired=[{"seat": 1, "position": 24, "bot": 2}],
)
def bot_plays_again_after_a_take_back() -> Case:
    table, players = under_way(clock=BOT)
    seat = table.match.to_act()[0]
    operator.take_over_by_bot(table, 0)
    bot_acts(table, seat)
    before = table.match.version
    for who, action in ((seat, ComeBack()), (seat, TakeBack(version=before)), (1 - seat, TakeBack(version=before))):
        operator.act_signed(table, who, action, players[who].sign(table.match, action))
    bot_acts(table, seat)
    return Case(bundle_of(table))


class TableOfBots(Table):
    """A table at which a bot sits at each seat."""

    def sit(self, seat: Seat, entropy: bytes) -> None:
        self.goes_on(sit_down(self.match, Sitting(f"bot {seat}", seat, entropy, None, "careful"), UNTIL))


@conforming(
    "Bots alone play, and the game is ended among them: no ply is a player's.",
    status="abandoned",
    authority=[
        {"seat": 0, "own": 0, "delegate": 0, "order": 0, "bot": 3, "unsigned": 0},
        {"seat": 1, "own": 0, "delegate": 0, "order": 0, "bot": 1, "unsigned": 0},
    ],
)
def ended_among_bots() -> Case:
    table = TableOfBots(GAME, GAME.setup("ru", 2, {}), operator.OWN_SEED, operator.ENTROPY, rules=RULES)
    while table.match.to_act() != [1]:
        bot_acts(table, table.match.to_act()[0])
    bot_acts(table, 1)
    table.goes_on(end_among_bots(table.match))
    return Case(bundle_of(table))


def bot_acts(table: Table, seat: int) -> None:
    """A bot plays a move for a seat."""
    table.goes_on(decide_in_game(table.match, seat, table.game.expand(table.match.state, seat, 1)[0][0]))
