"""Random games and random positions of each game, played by the engine and by its reference at once."""

import os
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.reference import pair_carta, pair_civilization
from tests.reference.pair import Difference

GAMES = int(os.environ.get("GAMES", "400"))
SEED = int(os.environ.get("SEED", "1"))
CARTA_SEEN = {"end by domination", "end by majority", "end by resignation"}
CARTA_SEEN |= {"monopoly", "research", "republic", "purge", "divine_right", "holy_book"}
CARTA_SEEN |= {"limit 3", "limit 5", "embargo on oneself", "teams tied: best_member", "teams tied: sum"}
CARTA_SEEN |= {"own and copied effect of a sphere"}
CIVILIZATION_SEEN = {f"attack: {unit}" for unit in ("axeman", "spearman", "swordsman", "chariot", "catapult")}
CIVILIZATION_SEEN |= {f"resign: {where}" for where in ("in setup", "in a turn", "attacker in war", "defender in war")}
CIVILIZATION_SEEN |= {
    "walls returned: all",
    "walls returned: by choice",
    "sent back by: great wall",
    "attack: on a partner",
}
CIVILIZATION_SEEN |= {"send_back", "attack: second neighbour", "defend: second unit", "give_up_building", "resettle"}
CIVILIZATION_SEEN |= {
    "give_up_population",
    "happened: DeckReshuffled",
    "happened: CardStolen",
    "code_of_laws",
    "pottery",
}
CIVILIZATION_SEEN |= {"happened: ResourcesTaken", "happened: ProtectionSet", "action after the last technology", "give"}
CIVILIZATION_SEEN |= {"end by technologies", "end by resignation", "end with tie-breaks", "end with several winners"}
CIVILIZATION_SEEN |= {"round counter-clockwise", "supply without population", "supply without a resource"}
CIVILIZATION_SEEN |= {"happened: BattleResumed"}
CIVILIZATION_SEEN |= {f"use_bonus: {where}" for where in ("buy", "draw", "discard")}
CIVILIZATION_SEEN |= {f"tear_down: {where}" for where in ("collect", "buy", "war", "draw", "discard")}
CIVILIZATION_SEEN |= {f"tear_down: {decision}" for decision in pair_civilization.WAR_DECISIONS}
CIVILIZATION_SEEN |= {
    f"{leader} leader, {tie}: {change}"
    for leader in ("happiness", "culture")
    for tie in ("nobody", "clockwise")
    for change in ("nobody to seat", "seat to seat", "seat to nobody")
}


def played(
    name: str, games: int, begun: Callable[[int, Random], Any], play_on: Callable[[Any, Random], None]
) -> set[str]:
    """So many games; returns what came up, and shows it to whoever runs this with -s."""
    seen: Counter[str] = Counter()
    for number in range(games):
        random = Random(f"{name} {SEED} {number}")
        game = begun(number, random)
        try:
            play_on(game, random)
        except Difference as difference:
            raise Difference(f"{name} {number} of seed {SEED}: {difference}") from difference
        seen += game.seen
    print(f"\n{games} × {name}:", dict(sorted(seen.items())))
    return set(seen)


def test_carta_impera_victoria() -> None:
    seen = played("game", GAMES // 4, pair_carta.whole_game, pair_carta.play_on)
    seen |= played("position", GAMES - GAMES // 4, pair_carta.game_from_position, pair_carta.play_on)
    assert GAMES < 200 or seen >= CARTA_SEEN, CARTA_SEEN - seen


def test_civilization_the_card_game() -> None:
    seen = played("civilization", GAMES // 40, pair_civilization.whole_game, pair_civilization.play_on)
    seen |= played("its position", GAMES // 8, pair_civilization.game_from_position, pair_civilization.play_on)
    assert GAMES < 2000 or seen >= CIVILIZATION_SEEN, CIVILIZATION_SEEN - seen


def test_a_hand_taken_by_an_inquisition_leaves_the_game_when_both_seats_leave() -> None:
    """Found by random play: the target has left, so what the inquisitor gives back on leaving goes out with it."""
    hand = {"military-1": 1}
    seats = [{"hand": hand, "area": {"religion-1": 1}}, {"hand": hand, "area": {}}, {"hand": hand, "area": {}}]
    position = {"active": 0, "first": 0, "step": "effects", "deck": ["utopia-3"], "seats": [*seats, seats[1]]}
    setup = pair_carta.setup_for(4)
    game = pair_carta.playing(setup, pair_carta.set_up(setup, position), Random(0))
    game.act(0, {"type": "inquisition", "seat": 1})
    game.act(1, {"type": "resign"})
    game.act(0, {"type": "resign"})
    assert game.reference.open_state()["seats"][1]["hand"] == {}


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__, "-s", "-q"]))
