"""Chapters of both games on the live table, in as many browsers as there are players: a whole game, war, the draft."""

from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import expect

from tests.service.client import CIVILIZATION, Table
from tests.web.playing import Touch, acts, press, touch, turn_of
from tests.web.positions import WAR
from tests.web.visitor import HAND_HELD, Visitor

Visit = Callable[..., Visitor]
SOONEST: Final = (
    *('[data-key^="sale:coast"]', '.of-plots [data-key^="sale:river"]', '.of-plots [data-key^="sale:forest"]'),
    *('[data-key^="hand:market"]', '[data-key^="hand:library"]', '[data-key^="technology:"]'),
    *('.over[aria-label*="Coast"]', '.over[aria-label*="Mountains"]', '[data-key^="hand:monastery"]'),
    *('[data-key^="sale:forest"]', '[data-key^="sale:"]'),
)
"""What ends a game of Civilization soonest, the best first: some 115 plies, seldom more than 140."""


def at_table(visit: Visit, table: Table, **context: Any) -> list[Visitor]:
    """Every player of a table, each in a browser context of his own."""
    return [visit(player.token, **context).goes(f"/play#/game/{table.game}") for player in table.players]


def test_two_people_play_a_whole_game_of_civilization_to_its_end_one_by_keys_and_one_by_touch(
    visit: Visit, served: str
) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None)
    ways: list[tuple[dict[str, Any], Touch]] = [({}, press), (HAND_HELD, touch)]
    both = [
        visit(player.token, reduced_motion="reduce", **way).goes(f"/play#/game/{table.game}")
        for player, (way, _) in zip(table.players, ways, strict=True)
    ]
    while table.see()["status"] == "playing":
        acting = turn_of(both)
        acts(acting, *SOONEST, touch=ways[both.index(acting)][1])
    for each in both:
        each.sees("The game is over:", ".band")
        each.sees("(by points)", ".band")
    assert table.see()["result"]["kind"] == "technologies"


def test_a_war_is_fought_from_the_attack_to_its_settling(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=WAR)
    attacker, defender = at_table(visit, table)
    for kind in ("swordsman:0", "swordsman:1", "chariot:0", "catapult:0"):
        attacker.keyed(f"hand:{kind}").click()
    attacker.sees("Attack Player 1", "[data-key=go]")
    acts(attacker)
    attacker.sees("Player 0 is at war", ".war")
    defender.sees("Player 0 attacks you", ".war")
    defender.sees("Your turn – Take back Walls", ".status")
    acts(defender)
    acts(defender, '.duel [data-key^="attacker:swordsman"]')
    acts(defender, '[data-key^="hand:archer"]')
    attacker.sees("stopped", ".war .duel:has([aria-label=Archer])")
    defender.sees("you lose: Population 1", "[data-key=go]")
    acts(defender)
    defender.sees("Takes population 1", ".war")
    fought = []
    while (pending := table.see()["state"]["pending"]) is not None:
        fought.append(pending["type"])
        acts(turn_of([attacker, defender]))
    assert "give_up_population" in fought
    for each in (attacker, defender):
        expect(each.find(".war")).to_have_count(0)
        each.sees("draw cards" if each is attacker else "Waiting for Player 0", ".status")
    acts(attacker)


def test_three_people_draft_at_once_and_play_on(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, options={"deal": "draft"})
    people = at_table(visit, table)
    for each in people:
        each.sees("Draft, round 1", ".draft")
        each.sees("Your turn", ".status")
    people[1].keyed("packet:").first.click()
    people[1].sees("Keep", "[data-key=go]")
    acts(people[1])
    people[1].sees("Waiting for Player 0 and Player 2", ".status")
    people[1].sees("Kept", ".draft")
    while (game := table.see())["state"]["step"] == "draft":
        drafting = turn_of(people)
        expect(drafting.find('.can[data-key^="kept:"]')).to_have_count(0)
        acts(drafting)
    assert game["status"] == "playing"
    for each in people:
        expect(each.find(".draft")).to_have_count(0)
    acts(turn_of(people))
