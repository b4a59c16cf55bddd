"""What a seat can try out on what it sees: the same events, with nothing in them that it cannot know."""

from cartulary.games.carta_impera_victoria import GAME
from cartulary.games.carta_impera_victoria.actions import DraftKeep, EndTurn
from cartulary.games.carta_impera_victoria.cards import Backs
from cartulary.games.carta_impera_victoria.events import CardExposed, CardsDrawn, PacketPassed
from tests.cases import cases
from tests.domain.notation import A, position
from tests.domain.table import Table


def drafting(seats: int, seed: int) -> Table:
    """A table in the first round of its draft."""
    return Table(GAME, GAME.setup("ru", seats, {"deal": "draft"}), bytes([seed] * 32), [b""] * seats)


@cases("seats", [2, 3, 4])
@cases("seed", range(4))
def test_the_last_choice_of_a_round_shows_of_other_packets_what_is_true_or_nothing(seats: int, seed: int) -> None:
    """In later rounds a seat knows the cards of packets that it has passed on, and not what was kept of them."""
    table = drafting(seats, seed)
    for chosen in range(3):
        last = (seed + chosen) % seats
        for seat in (*(each for each in range(seats) if each != last), last):
            keep = table.actions(seat)[-1 if chosen == 1 else 0]
            assert isinstance(keep, DraftKeep)
            tried, done = table.dry_run(seat, keep).events, table.act(seat, keep).events
            assert [each.NAME for each in tried] == [each.NAME for each in done]
            for guess, truth in zip(tried, done, strict=True):
                if isinstance(guess, PacketPassed) and isinstance(truth, PacketPassed):
                    assert guess.cards == (truth.cards if truth.source == seat else None)
                elif isinstance(guess, CardExposed) and isinstance(truth, CardExposed):
                    assert guess.card == (truth.card if truth.seat == seat else None)
                else:
                    assert guess == truth


@cases("seats", [2, 3, 4])
@cases("seed", range(4))
def test_what_a_draft_lets_a_seat_know_of_other_hands_is_true(seats: int, seed: int) -> None:
    table = drafting(seats, seed)
    while table.match.state.draft is not None:
        seat = table.match.to_act()[0]
        table.act(seat, table.actions(seat)[seed % 2 - 1])
    hands = [table.whole_view(seat)["seats"][seat]["hand"] for seat in range(seats)]
    for audience in table.audiences:
        shown = table.view(audience)["seats"]
        assert [sum(each["backs"].values()) for each in shown] == [3] * seats
        assert [each["backs"]["1"] for each in shown] == [3] * seats
        for each, hand in zip(shown, hands, strict=True):
            known = each["hand"] if each["hand"] is not None else each["known"]
            assert all(0 < number <= hand.get(kind, 0) for kind, number in known.items())
            assert sum(known.values()) <= 3


def test_who_tries_out_the_end_of_the_turn_is_told_of_the_cards_to_come_just_the_backs() -> None:
    data = position("A: - | B: -; deck W.1 R.2 S.3")
    (drawn,) = (
        each
        for each in Table(GAME, GAME.setup("ru", 2, {}), bytes(32), [b""] * 2, position=data)
        .dry_run(A, EndTurn())
        .events
        if isinstance(each, CardsDrawn)
    )
    assert (drawn.backs, drawn.cards) == (Backs(1, 1, 1), None)
