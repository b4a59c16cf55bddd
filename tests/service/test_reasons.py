"""Why something is refused is said in the reader's language, for every refusal that somebody at the page can meet."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria.actions import Play
from cartulary.games.carta_impera_victoria.cards import KINDS as CARTA_KINDS
from cartulary.games.civilization_the_card_game.actions import Attack, Build, BuyTechnology
from cartulary.games.civilization_the_card_game.cards import BUILDABLE, TECHNOLOGIES, UNITS
from cartulary.i18n.catalogues import LANGUAGES
from cartulary.kernel.messages import Action
from cartulary.kernel.randomness import Chance
from cartulary.kernel.rejected import Rejected
from cartulary.match.game import Game
from cartulary_service.contract.refusals import SHARED, refusals_in
from cartulary_service.http.languages import NUMBER, REASONS, fill
from tests.cases import cases
from tests.message_catalogues import ROOT, read
from tests.service.client import Player, Table, body_of

NOT_AT_THE_PAGE: Final = re.compile(
    # A field of a shape that the page never sends; what only an operator, or the service itself, asks for.
    r"action\.undeclared|target\.no_such_seat|(correction|deadline|position)\..+"
    # The page commits where a game wants that, and does not where it wants none.
    r"|seat\.(commitment_needed|entropy_too_early|no_commitments)"
    # An order that was not due is found in a record that is replayed.
    r"|order\.not_due"
)
CANCELLED: Final = re.compile(r"""(?:Cancelled\("|rule = ')([\w.]+)["']""")
"""Why a standing order ends."""
PLAYS: Final = 12
MOVES: Final = 400
KEPT: Final = 300
"""Actions that are remembered, to be asked for when they are not legal."""


def declared() -> set[str]:
    """Every rule by which the source refuses something or ends an order."""
    games = [f"domain/cartulary/games/{game.id.replace('-', '_')}" for game in CATALOGUE.values()]
    ended = {
        rule
        for path in (
            "domain/cartulary/match/standing_orders.py",
            "service/cartulary_service/subjects/standing_orders/queries.py",
            "service/cartulary_service/players/rights.py",
        )
        for rule in CANCELLED.findall((ROOT / path).read_text(encoding="utf-8"))
    }
    return {each.rule for folders in (SHARED, games) for each in refusals_in(*folders)} | ended


@cases("language", LANGUAGES)
def test_every_refusal_that_the_page_can_meet_has_a_reason(language: str) -> None:
    wanted = {rule for rule in declared() if not NOT_AT_THE_PAGE.fullmatch(rule)}
    assert wanted - read(REASONS, language).keys() == set()


@cases("language", LANGUAGES)
def test_every_reason_belongs_to_a_refusal_that_the_source_declares(language: str) -> None:
    assert read(REASONS, language).keys() - declared() == set()


@cases("id", CATALOGUE)
def test_what_is_refused_in_play_has_a_reason_in_every_language(id: str) -> None:
    met = {each for seed in range(PLAYS) for each in refused_in_play(CATALOGUE[id], seed)}
    assert len({rule for rule, _ in met}) > 10
    for language in LANGUAGES:
        written = read(REASONS, language)
        assert {rule for rule, _ in met} - written.keys() == set(), language
        for rule, said in met:
            told = fill(written[rule], NUMBER.findall(said))
            assert not re.search(r"None|[{}|]", str(told)), (language, rule, said)


def refused_in_play(game: Game[Any], seed: int) -> Iterator[tuple[str, str]]:
    """Yield the rules that refuse what the page asks about, and actions that were kept, with what they say."""
    random = Random(seed)
    seats = random.choice(game.seats)
    options = {each.name: random.choice(each.values) for each in game.options if each.name != "teams" or seats == 4}
    decision = game.begin(game.setup(random.choice(game.editions), seats, options), Chance(bytes([seed]) * 32, "r", ()))
    kept: list[Action] = []
    for move in range(MOVES):
        state = decision.state
        if not (waited_for := game.to_act(state)):
            break
        asked = [*asked_by_the_page(game, state, waited_for[0]), *random.sample(kept, min(3, len(kept)))]
        for action in asked:
            for seat in {waited_for[0], random.randrange(seats)}:
                try:
                    game.apply(state, seat, action, None, move)
                except Rejected as error:
                    yield error.rule, error.reason
        form = random.choice(game.legal_actions(state, waited_for[0]))
        chosen = form.any_action(random)
        kept = [*kept[-KEPT:], chosen]
        decision = game.apply(state, waited_for[0], chosen, Chance(bytes([seed]) * 32, "r", ()), move)


def asked_by_the_page(game: Game[Any], state: Any, seat: int) -> list[Action]:
    """Return dry runs by which a table asks why a card cannot be used."""
    held = [kind for kind, number in enumerate(state.hands[seat]) if number]
    if game.id == "carta-impera-victoria":
        return [Play(card=kind) for kind in held if kind < len(CARTA_KINDS)]
    other = (seat + 1) % len(state.hands)
    units = [Attack(seat=other, units=(kind,)) for kind in held if kind < len(UNITS)]
    builds = [Build(building=kind, plot=0) for kind in held if kind in BUILDABLE]
    return [*units, *builds, *(BuyTechnology(technology=each) for each in range(len(TECHNOLOGIES)))]


@cases("language", LANGUAGES)
def test_a_refusal_speaks_the_language_that_is_asked_for(served: str, language: str) -> None:
    table = Table.of(served)
    for each in table.players:
        given = {"Accept-Language": f"fr, {language}-XX;q=0.9, en;q=0.5"}
        answer = each.post(f"/games/{table.game}/actions", {"type": "play", "card": "utopia-3"}, headers=given)
        problem = body_of(answer, 422)
        if problem["rule"] == "hand.missing_card":
            assert problem["detail"] == read(REASONS, language)[problem["rule"]].format(1, 0)
        else:
            assert problem["detail"] == read(REASONS, language)[problem["rule"]]
        assert answer.headers["Content-Language"] == language


@cases("language", LANGUAGES)
def test_a_table_that_cannot_be_opened_is_refused_in_the_language_that_is_asked_for(served: str, language: str) -> None:
    player, headers = Player(served), {"Accept-Language": language}
    table: dict[str, Any] = {"game": "carta-impera-victoria", "seats": 2}
    for wrong, rule in (
        ({"seats": 9}, "setup.seats"),
        ({"edition": "xx"}, "setup.unknown_edition"),
        ({"options": {"colour": "red"}}, "setup.option"),
        ({"options": {"teams": True}}, "setup.teams"),
        ({"options": {"team_chat": True}}, "setup.team_chat"),
    ):
        answer = player.post("/games", table | wrong, headers=headers)
        problem = body_of(answer, 422)
        assert (problem["rule"], problem["detail"]) == (rule, read(REASONS, language)[rule].format(2, 4))
        assert answer.headers["Content-Language"] == language


def test_without_a_language_a_refusal_is_explained_to_developers(served: str) -> None:
    table = Table.of(served)
    problem = table.refused(table.see()["to_act"][0], {"type": "play", "card": "utopia-3"})
    assert problem["detail"] != read(REASONS, "en")[problem["rule"]]


REFUSED: Final[tuple[tuple[str, str, list[str]], ...]] = (
    ("clock.vacation", "You have 3 days of vacation left.", ["3"]),
    ("clock.vacation", "There can be 0 to 365 days of vacation.", ["0", "365"]),
    ("back.within_a_ply", "Version 3 is not the end of a ply before version 12.", ["3", "12"]),
    ("fork.within_a_ply", "Version 7 is in the middle of a ply, which ends at 9.", ["7", "9"]),
    ("area.missing_card", "You name 2 × military-1, and 1 of it lie in your area.", ["2", "1"]),
    ("area.missing_card", "military-1 is no religion card in your area, face up.", []),
    ("effect.too_few_cards", "Purge needs 2 military cards; seat 1 has 0.", ["2", "0"]),
    ("end_turn.limit", "Your hand limit can be 3 or 5 now, not 4.", ["3", "5", "4"]),
    ("end_turn.limit", "Your hand limit can be 3 now, not 5.", ["3", "5"]),
    ("price.too_high", "It costs 15 resources of any types; you have 10.", ["15", "10"]),
    ("price.too_high", "It costs 3 resources.", ["3"]),
)


@cases("language", LANGUAGES)
def test_a_reason_tells_the_numbers_of_the_refusal(language: str) -> None:
    for rule, said, numbers in REFUSED:
        told = fill(read(REASONS, language)[rule], NUMBER.findall(said))
        assert not re.search(r"None|[{}|]", str(told)), rule
        assert sorted(re.findall(r"\d+", str(told))) == sorted(numbers), (rule, told)


def test_vacation_that_is_not_there_is_refused_with_the_days_that_are(served: str) -> None:
    clock = {"kind": "bank", "seconds": 86_400, "vacation_days": 2}
    table = Table.of(served, 2, clock=clock)
    seat = table.see()["to_act"][0]
    for days, told in ((3, read(REASONS, "uk")["clock.vacation"].partition(" | ")[0].format(2)), (1, None)):
        answer = table.players[seat].post(
            f"/games/{table.game}/actions", {"type": "take_vacation", "days": days}, headers={"Accept-Language": "uk"}
        )
        assert answer.json().get("detail") == told
