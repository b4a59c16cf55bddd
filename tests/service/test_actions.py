"""Asking what one may do, looking ahead, and doing it; and nobody is told what is not for him."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from typing import Any

import pytest

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.phrases import Localizer
from cartulary.kernel.canonical import canonical
from cartulary.kernel.codec import decode_action
from cartulary_service.api.entity_tags import version_of
from cartulary_service.api.schemas.message_schemas import validate_action
from cartulary_service.games.narration import phrases
from tests.domain.notation import position
from tests.service.client import CARTA, CIVILIZATION, Client, Player, Table, body_of

RICH = "A: hand W1 R1 E1 S1, area W3 R3 E3 S3 C2 U3 | B: hand E1 S1, area W3 C1 R1 S2 | discard W1 R1; deck U.3×8"
COPYING = "A: hand W1 R1 S1, area C2 W1 E2 | B: hand -, area W5 S3 U3 | C: hand R1, area R5 E3 | discard C1 R2"
DRAFT = {"deal": "draft"}


@pytest.fixture(scope="module")
def players(served: str) -> list[Player]:
    return [Player(served, name) for name in ("Ann", "Ben", "Cem", "Dan")]


Begin = Callable[..., Table]


@pytest.fixture(scope="module")
def begin(players: list[Player]) -> Begin:
    """A table at a position given as text."""

    def begun(text: str, *, edition: str = "ru", teams: bool = False, **where: Any) -> Table:
        place = position(text, **where)
        seats = len(place["seats"])
        options = {"teams": teams}
        return Table.of(players[0].base, seats, players[:seats], edition=edition, options=options, position=place)

    return begun


# Forms


def fillings(form: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every complete action of a form: each choice filled with every multiset."""
    settled = {name: value for name, value in form.items() if name != "choose"}
    choices = form.get("choose", {})
    options = [multisets(choice["from"], choice["count"]) for choice in choices.values()]
    for chosen in product(*options):
        yield settled | {name: list(cards) for name, cards in zip(choices, chosen, strict=True)}


def multisets(source: Mapping[str, int], count: int) -> set[tuple[str, ...]]:
    """Every multiset of so many out of these."""
    return set(combinations(sorted(Counter(source).elements()), count))


def comparable(actions: Any) -> list[str]:
    """Actions without the order of the cards in them, and without an order of their own."""
    return sorted(
        canonical({name: sorted(value) if isinstance(value, list) else value for name, value in action.items()})
        for action in actions
    )


@pytest.mark.parametrize(
    ("text", "step"),
    [(RICH, "effects"), (RICH, "play"), (COPYING, "effects"), ("A: hand R3, embargo-on R1 | B: -", "play")],
    ids=["effects", "play", "copies", "nothing to play"],
)
@pytest.mark.parametrize("edition", ["ru", "ko"])
def test_forms_and_complete_actions_say_the_same(begin: Begin, text: str, step: str, edition: str) -> None:
    table = begin(text, step=step, edition=edition)
    forms, complete = table.legal(0, expand=False), table.legal(0)
    assert comparable(action for form in forms for action in fillings(form)) == comparable(complete)
    assert len(set(comparable(complete))) == len(complete) > 0
    assert not any("choose" in action for action in complete)


@pytest.mark.parametrize("text", [RICH, COPYING], ids=["effects", "copies"])
def test_every_complete_action_can_be_posted_as_it_stands(begin: Begin, text: str) -> None:
    table = begin(text)
    for action in table.legal(0):
        assert table.players[0].act(table.game, action, dry_run=True).status_code == 200, action


def test_who_posts_a_form_as_it_stands_is_told_to_fill_it_in(begin: Begin) -> None:
    table = begin(RICH)
    form = next(each for each in table.legal(0, expand=False) if "choose" in each)
    refused = body_of(table.players[0].act(table.game, form, dry_run=True), 422)
    assert "fill in the fields" in refused["errors"]["choose"][0]


def test_every_kind_of_action_is_accepted_once(begin: Begin) -> None:
    for text in (RICH, COPYING):
        complete = begin(text).legal(0)
        for name in {each["type"] for each in complete}:
            begin(text).act(0, next(each for each in complete if each["type"] == name))


def test_an_effect_half_done_is_finished_by_its_form(begin: Begin) -> None:
    table = begin("A: hand W1, area R1 S1 | B: hand E2, area -")
    for first, field in (({"type": "inquisition", "seat": 1}, "return"), ({"type": "breakthrough"}, "discard")):
        table.act(0, first)
        (form,) = table.legal(0, expand=False)
        assert form["choose"].keys() == {field}
        assert table.see(0)["state"]["pending"]["type"] == form["type"]
        complete = table.legal(0)
        assert comparable(complete) == comparable(fillings(form))
        table.act(0, complete[-1])
    assert table.see(0)["state"]["pending"] is None


def test_in_a_draft_each_seat_is_offered_its_own_packet(players: list[Player]) -> None:
    table = Table.of(players[0].base, 3, players[:3], options=DRAFT)
    for seat in range(3):
        packet = table.see(seat)["state"]["draft"]["packet"]
        assert {each["card"] for each in table.legal(seat)} == packet.keys()


def test_a_seat_that_is_not_to_act_has_no_legal_actions(begin: Begin) -> None:
    table = begin(RICH)
    assert table.legal(1) == table.legal(1, expand=False) == []


MANY = "A: hand W.1 W.2 R.1 R.2 E.1 E.2 S.1 S.2, area S.3×5 E.3×5 W.3 C.3 U.3 C.1 | B: -"


def test_more_than_a_thousand_complete_actions_are_cut_off_and_it_is_said(begin: Begin) -> None:
    table = begin(MANY)
    listed = body_of(table.players[0].get(f"/games/{table.game}/actions?expand=true"), 200)
    assert (len(listed["actions"]), listed["truncated"]) == (1_000, True)
    forms = body_of(table.players[0].get(f"/games/{table.game}/actions"), 200)
    assert not forms["truncated"]
    every = [action for form in forms["actions"] for action in fillings(form)]
    assert len(every) > 1_000
    assert set(comparable(listed["actions"])) < set(comparable(every))


def test_the_list_of_actions_names_its_version_and_seat(begin: Begin) -> None:
    table = begin(RICH)
    response = table.players[0].get(f"/games/{table.game}/actions")
    listed, version = body_of(response, 200), table.see()["version"]
    assert (listed["version"], listed["seat"]) == (version, 0)
    assert version_of(response.headers["ETag"].strip('"')) == version


# Prices


def test_prices_are_told_to_every_seat_in_its_turn_and_out_of_it_and_to_no_spectator(served: str) -> None:
    cheap = [{"terrain": "river", "buildings": ["library"]}, {"terrain": "coast", "population": 1}]
    position = {
        "active": 0,
        "dealer": 0,
        "step": "buy",
        "seats": [{"plots": [{"terrain": "coast"}] * 4, "resources": {"food": 5}}, {"plots": cheap}],
        "technologies": {"open": ["mining"]},
    }
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=position)
    path = f"/games/{table.game}/actions"
    told = [body_of(each.get(path), 200)["prices"] for each in table.players]
    assert [each["technologies"]["mining"] for each in told] == [12, 10]
    assert [each["population"] for each in told] == [[6] * 4, [6, 8]]
    assert (told[0]["plot"], told[0]["bank"], told[0]["buildings"]["walls"], told[0]["pottery"]) == (15, 3, 4, 3)
    assert told[1]["gains"] == {"granary": [1, 0], "forge": [0, 0], "market": [1, 2]}
    expanded = body_of(table.players[0].get(f"{path}?expand=true"), 200)
    assert expanded["prices"] == told[0]
    assert body_of(Player(served).get(path), 200)["prices"] is None
    table.act(0, {"type": "bank", "give": "food", "take": "commerce"})
    table.act(0, {"type": "resign"})
    assert [body_of(each.get(path), 200)["prices"] for each in table.players] == [None, None]


def test_a_game_in_which_nothing_is_bought_has_no_prices(begin: Begin) -> None:
    table = begin(RICH)
    assert body_of(table.players[0].get(f"/games/{table.game}/actions"), 200)["prices"] is None


# Looking ahead


def looked_ahead(table: Table, seat: int, action: Any) -> dict[str, Any]:
    """The answer of a dry run, after which the game is as it was for everybody."""
    before = [table.see(each) for each in table.audiences()]
    answer = body_of(table.players[seat].act(table.game, action, dry_run=True), 200)
    assert [table.see(each) for each in table.audiences()] == before
    assert answer["version"] == before[0]["version"]
    return answer


def private_parts(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Event type -> the hidden fields that are shown."""
    return {each["public"]["type"]: each["private"] for each in answer["events"] if each["private"]}


@pytest.mark.parametrize(
    ("action", "hidden", "where"),
    [
        ({"type": "end_turn"}, "CardsDrawn", "deck"),
        ({"type": "breakthrough"}, "CardsDrawn", "deck"),
        ({"type": "inquisition", "seat": 1}, "InquisitionBegun", "hand"),
    ],
    ids=["end of turn", "breakthrough", "inquisition"],
)
def test_looking_ahead_tells_that_something_would_be_revealed_and_not_what(
    begin: Begin, action: dict[str, Any], hidden: str, where: str
) -> None:
    table = begin("A: hand W1, area R1 S1 | B: hand C.3×3 | deck U.3×8", edition="uk")
    answer = looked_ahead(table, 0, action)
    assert answer["reveals"]
    assert hidden in {each["public"]["type"] for each in answer["events"]}
    assert private_parts(answer) == {}
    assert all(each["public"]["secrets"] for each in answer["events"] if each["public"]["type"] == hidden)
    words = Localizer(phrases(CARTA, "en"), ["Ann", "Ben"])
    assert all("{" not in (words.narrate(**each) or "") for each in answer["events"])
    secret = {"deck": "utopia-3", "hand": "culture-3"}
    assert secret[where] not in json.dumps(answer)
    assert secret["hand"] not in json.dumps(answer)
    accepted = table.act(0, action)
    assert secret[where] in json.dumps(private_parts(accepted))


def test_looking_ahead_at_what_reveals_nothing_shows_what_will_happen(begin: Begin) -> None:
    table = begin(RICH)
    for number in range(4):
        action = table.legal(0)[number]
        answer = looked_ahead(table, 0, action)
        assert not answer["reveals"]
        accepted = table.act(0, action)
        assert [unstamped(each) for each in answer["events"]] == [unstamped(each) for each in accepted["events"]]


def unstamped(event: Mapping[str, Any]) -> dict[str, Any]:
    """An event without its time and its commitments, which come with the real one."""
    public = {name: value for name, value in event["public"].items() if name != "at"}
    return {"public": public | {"secrets": [*public["secrets"]]}, "private": event["private"]}


def test_looking_ahead_shows_the_choices_that_are_ones_own(begin: Begin, players: list[Player]) -> None:
    draft = Table.of(players[0].base, 2, players[:2], options=DRAFT)
    keep = draft.legal(0)[0]
    assert private_parts(looked_ahead(draft, 0, keep)) == {"DraftKept": {"card": keep["card"]}}

    table = begin("A: hand W1, area R1 | B: hand E1 C1")
    table.act(0, {"type": "inquisition", "seat": 1})
    back = {"type": "inquisition_exchange", "return": ["economy-1", "military-1"]}
    shown = private_parts(looked_ahead(table, 0, back))["InquisitionExchanged"]["cards"]
    assert sorted(shown) == ["economy-1", "military-1"]


def test_the_last_choice_of_a_round_is_looked_ahead_at_without_what_the_others_pass_on(players: list[Player]) -> None:
    table = Table.of(players[0].base, 3, players[:3], options=DRAFT)
    for seat in (1, 2):
        table.act(seat, table.legal(seat)[0])
    answer = looked_ahead(table, 0, table.legal(0)[0])
    assert answer["reveals"]
    assert private_parts(answer).keys() <= {"DraftKept", "PacketPassed"}
    passed = [each for each in answer["events"] if each["public"]["type"] == "PacketPassed"]
    for each in passed:
        assert not each["private"] or each["public"]["data"]["source"] == 0, "the packet of another seat"


def test_looking_ahead_uses_no_key(begin: Begin) -> None:
    table = begin(RICH)
    ann = table.players[0]
    assert ann.act(table.game, {"type": "end_turn"}, key="one", dry_run=True).status_code == 200
    assert ann.act(table.game, {"type": "attack", "sphere": "military"}, key="one").status_code == 201


def test_the_end_of_the_game_is_looked_ahead_at_without_the_seed_and_the_hands(begin: Begin) -> None:
    table = begin("A: hand W1 | B: hand C.3 | deck U.3×4")
    answer = looked_ahead(table, 0, {"type": "resign"})
    (end,) = (each for each in answer["events"] if each["public"]["type"] == "GameEnded")
    assert end["public"]["data"]["server_seed"] is None
    assert "culture-3" not in json.dumps(answer)


# Acting


def test_an_accepted_action_answers_with_its_events_and_the_game_after_them(begin: Begin) -> None:
    table = begin(RICH)
    before = table.see()
    response = table.players[0].act(table.game, {"type": "attack", "sphere": "military"})
    accepted = body_of(response, 201)
    positions = [each["public"]["position"] for each in accepted["events"]]
    assert positions == [*range(before["version"] + 1, accepted["version"] + 1)]
    assert {each["public"]["ply"] for each in accepted["events"]} == {accepted["ply"]} == {before["ply"] + 1}
    assert accepted["game"] == table.see(0)
    assert response.headers["ETag"] == table.players[0].get(f"/games/{table.game}").headers["ETag"]
    assert accepted["events"] == table.players[0].events(table.game, before["version"])


def test_the_tag_of_the_game_is_what_if_match_takes(begin: Begin) -> None:
    table = begin(RICH)
    ann = table.players[0]
    seen = ann.get(f"/games/{table.game}").headers["ETag"]
    done = ann.act(table.game, {"type": "attack", "sphere": "military"}, if_match=seen)
    assert done.status_code == 201
    stale = ann.act(table.game, {"type": "end_turn"}, if_match=seen)
    assert body_of(stale, 412)["version"] == body_of(done, 201)["version"]
    assert ann.act(table.game, {"type": "end_turn"}, if_match=done.headers["ETag"]).status_code == 201


@pytest.mark.parametrize("tags", ["*", '"1", {now}', "{now}"])
def test_if_match_takes_a_star_and_a_list(begin: Begin, tags: str) -> None:
    table = begin(RICH)
    tag = tags.format(now=f'"{table.see()["version"]}"')
    assert table.players[0].act(table.game, {"type": "end_turn"}, if_match=tag).status_code == 201


def test_a_game_that_has_not_gone_on_is_a_304_for_everybody(begin: Begin) -> None:
    table = begin(RICH)
    for seat in table.audiences():
        client, path = table.audience(seat), f"/games/{table.game}"
        tag = client.get(path).headers["ETag"]
        same = client.get(path, headers={"If-None-Match": tag})
        assert (same.status_code, same.headers["ETag"]) == (304, tag)
    table.act(0, {"type": "attack", "sphere": "military"})
    for seat in table.audiences():
        changed = table.audience(seat).get(f"/games/{table.game}", headers={"If-None-Match": tag})
        assert body_of(changed, 200)["version"] > (version_of(tag.strip('"')) or 0)


def test_a_response_to_a_token_is_kept_by_no_shared_cache(begin: Begin) -> None:
    table = begin(RICH)
    version = table.see()["version"]
    for path in (f"/games/{table.game}", f"/games/{table.game}/events"):
        headers = table.players[0].get(path).headers
        assert {"private", "no-cache"} <= {each.strip() for each in headers["Cache-Control"].split(",")}
        assert "Authorization" in headers["Vary"]
    state = f"/games/{table.game}/states/{version}"
    own, public = table.players[0].get(state).headers, table.visitor.get(state).headers
    assert "immutable" in own["Cache-Control"]
    assert "private" in own["Cache-Control"]
    assert "public" in public["Cache-Control"]
    assert "Authorization" in own["Vary"]


PAID = "A: hand -, area W.1 W.2 W.3 S.1 S.2 | B: hand -, area W.1"


@pytest.mark.parametrize(
    ("named", "gone"),
    [
        ({}, {"military-1": 1, "military-2": 1}),
        ({"pay": "military-3"}, {"military-3": 1, "military-1": 1}),
        ({"give_up": "military-3"}, {"military-1": 1, "military-3": 1}),
        ({"pay": "military-2", "give_up": "military-3"}, {"military-2": 1, "military-3": 1}),
    ],
)
def test_the_paying_epoch_can_be_named_else_it_is_the_lowest(
    begin: Begin, named: dict[str, str], gone: dict[str, int]
) -> None:
    table = begin(PAID)
    before = Counter(table.see()["state"]["seats"][0]["area"])
    after = table.act(0, {"type": "attack", "sphere": "military"} | named)["game"]["state"]["seats"][0]["area"]
    assert before - Counter(after) == Counter(gone)


def test_a_card_cannot_be_both_paid_and_given_up(begin: Begin) -> None:
    action = {"type": "attack", "sphere": "military", "pay": "military-2", "give_up": "military-2"}
    assert begin(PAID).refused(0, action)["rule"] == "attack.nothing_left"


def test_a_named_kind_pays_for_the_other_effects_too(begin: Begin) -> None:
    table = begin(PAID)
    after = table.act(0, {"type": "breakthrough", "pay": "science-2"})["game"]["state"]
    assert "science-2" not in after["seats"][0]["area"]
    assert after["discard"]["science-2"] == 1


def test_a_player_resigns_and_the_others_go_on(players: list[Player]) -> None:
    table = Table.of(players[0].base, 3, players[:3])
    quitter = next(seat for seat in range(3) if seat not in table.see()["to_act"])
    table.act(quitter, {"type": "resign"})
    game = table.see()
    assert game["status"] == "playing"
    assert not game["state"]["seats"][quitter]["present"]
    assert table.legal(quitter) == []
    assert table.refused(quitter, {"type": "resign"})["rule"] == "seat.out"
    second = next(seat for seat in range(3) if seat != quitter)
    last = 3 - quitter - second
    table.act(second, {"type": "resign"})
    result = table.see()["result"]
    assert (result["kind"], result["winners"]) == ("resignation", [last])


def test_a_partner_goes_on_alone(players: list[Player]) -> None:
    table = Table.of(players[0].base, 4, players, options={"teams": True})
    table.act(0, {"type": "resign"})
    assert table.see()["status"] == "playing"
    table.act(2, {"type": "resign"})
    assert table.see()["result"]["winners"] == [1, 3]


# Who is told what

SECRETS = "A: hand U.3 W.1, area R1 E1 | B: hand C.3 W.2, area W1 | C: hand S.3, area - | deck E.3×8"
"""Of each of these kinds there is one place: a hand, or the deck."""
HOLDER = {"utopia-3": 0, "culture-3": 1, "science-3": 2}


def everything_sent_to(client: Client, game: str) -> str:
    """All that the service will tell somebody of a game."""
    version = client.see(game)["version"]
    texts = [client.get(f"/games/{game}/states/{each}").text for each in range(1, version + 1)]
    texts += [client.get(f"/games/{game}{path}").text for path in ("", "/events")]
    texts.append(client.get("/games?limit=100").text)
    if isinstance(client, Player):
        texts += [client.get(f"/games/{game}/actions?expand={each}").text for each in ("true", "false")]
        refused = [client.act(game, each, dry_run=True) for each in ({"type": "end_turn"}, {"type": "skip_play"})]
        texts += [each.text for each in refused]
        texts.append(client.act(game, {"type": "draft_keep", "card": "military-1"}).text)
    return "\n".join(texts)


@pytest.mark.parametrize("edition", ["ru", "uk", "ko"])
def test_cards_in_hands_and_the_deck_are_shown_to_nobody_else(begin: Begin, edition: str) -> None:
    table = begin(SECRETS, edition=edition)
    for seat in table.audiences():
        told = everything_sent_to(table.audience(seat), table.game)
        assert "economy-3" not in told, "the deck"
        for kind, holder in HOLDER.items():
            assert (kind in told) == (seat == holder), f"{kind} of seat {holder}, told to {seat}"


def test_a_hand_that_was_taken_is_known_to_the_two_and_to_nobody_else(begin: Begin) -> None:
    table = begin(SECRETS)
    answer = table.act(0, {"type": "inquisition", "seat": 1})
    assert "culture-3" in json.dumps(answer)
    table.act(0, {"type": "inquisition_exchange", "return": ["utopia-3", "military-1"]})
    for seat in table.audiences():
        told = everything_sent_to(table.audience(seat), table.game)
        assert ("culture-3" in told) == (seat in (0, 1))
        assert ("utopia-3" in told) == (seat in (0, 1))
    seats = table.see(0)["state"]["seats"]
    assert seats[1]["known"] == {"utopia-3": 1, "military-1": 1}
    assert table.see(2)["state"]["seats"][1]["known"] == {}


def test_cards_drawn_are_told_to_who_drew_them(begin: Begin) -> None:
    table = begin("A: hand W.1 | B: hand - | deck C.3 S.3 U.3 E.3×6", edition="ko")
    answer = table.act(0, {"type": "end_turn"})
    assert "science-3" in json.dumps(private_parts(answer))
    for seat in table.audiences():
        told = everything_sent_to(table.audience(seat), table.game)
        assert ("science-3" in told) == (seat == 0)
        assert "economy-3" not in told
        assert table.see(seat)["state"]["seats"][0]["backs"] == {"1": 1, "2": 0, "3": 2}


def test_a_choice_in_the_draft_is_told_to_who_made_it(players: list[Player]) -> None:
    table = Table.of(players[0].base, 3, players[:3], options=DRAFT)
    keep = table.legal(0)[0]
    table.act(0, keep)
    kept = {
        seat: [each for each in table.audience(seat).events(table.game) if each["public"]["type"] == "DraftKept"]
        for seat in table.audiences()
    }
    assert [each["private"] for each in kept[0]] == [{"card": keep["card"]}]
    for seat in (1, 2, None):
        assert [each["private"] for each in kept[seat]] == [{}]
        assert table.see(seat)["state"]["draft"]["kept"] in ({}, None)


def test_the_seed_is_told_to_nobody_before_the_end_and_to_everybody_after_it(begin: Begin) -> None:
    table = begin("A: hand W1 | B: hand -")
    first = [table.audience(seat).events(table.game)[0] for seat in table.audiences()]
    assert all(each["private"] == {} for each in first)
    table.act(0, {"type": "resign"})
    for seat in table.audiences():
        last = table.audience(seat).events(table.game)[-1]["public"]
        assert last["type"] == "GameEnded"
        assert len(last["data"]["server_seed"]) == 43


def test_every_audience_gets_the_same_public_bytes_and_head(players: list[Player]) -> None:
    table = Table.of(players[0].base, 3, players[:3], options=DRAFT)
    for seat in range(3):
        table.act(seat, table.legal(seat)[0])
    public = [[each["public"] for each in table.audience(seat).events(table.game)] for seat in table.audiences()]
    assert all(each == public[0] for each in public)
    assert len({table.see(seat)["head"] for seat in table.audiences()}) == 1


def test_thousands_of_a_resource_may_be_spent(served: str) -> None:
    plots = [{"terrain": "coast"}]
    position = {
        "active": 0,
        "dealer": 0,
        "step": "buy",
        "seats": [{"plots": plots, "resources": {"food": 5_000}}, *[{"plots": plots}] * 3],
        "technologies": {"open": ["mining"]},
    }
    wish: dict[str, Any] = {"game": CIVILIZATION, "edition": None, "options": {"teams": True}, "position": position}
    table = Table.of(served, 4, **wish)
    (given,) = [form for form in table.legal(0, expand=False) if form["type"] == "give"]
    assert given["choose"]["resources"] == {"from": {"food": 5_000}, "count": 5_000, "at_least": 1}
    assert len(table.legal(0)) == 1_000
    state = table.act(0, {"type": "give", "resources": {"food": 4_999}})["game"]["state"]
    assert [seat["resources"]["food"] for seat in state["seats"]] == [1, 0, 4_999, 0]


@pytest.mark.parametrize("more", [{}, {"take": None, "play": None}])
def test_an_action_within_another_takes_null_for_the_fields_of_those_that_it_is_not(more: dict[str, None]) -> None:
    posted = {"type": "inspiration", "seat": 1, "effect": "purge", "discard": ["military-1"] * 2} | more
    types = CATALOGUE[CARTA].action_types
    assert decode_action(types, validate_action(types, posted, "")) == decode_action(types, posted)
