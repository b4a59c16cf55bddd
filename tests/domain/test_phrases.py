"""Every event is told and every view listed in words, in each language, as far as the reader may see them."""

import re
from json import loads
from string import Formatter
from typing import Any

import pytest

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES, SHARED, load_catalogue
from cartulary.i18n.phrases import NONE, Localizer, Phrases
from cartulary.kernel.codec import fields_of
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR, Audience
from tests.cases import cases
from tests.domain.table import Table
from tests.domain.test_audit import table_of

EVERY_GAME = pytest.mark.parametrize("id", CATALOGUE)
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
PLAYERS = ("ANN", "BEN", "CID")
THINGS = frozenset(
    f"{{{field}}}"
    for field in (
        *("area", "building", "card", "cards", "given", "given_up", "resources", "stopped", "taken"),
        *("technologies", "technology", "terrain", "unit", "units"),
    )
)
"""Placeholders that stand for things by their names."""


def localizer_of(id: str, language: str) -> Localizer:
    return Localizer(CATALOGUE[id].phrases(language), PLAYERS)


def narrate(table: Table, audience: Audience, language: str) -> list[str]:
    """Narrate the whole game, as an audience may know it."""
    localizer = localizer_of(table.game.id, language)
    sentences = [
        localizer.narrate(loads(row.public), loads(row.private or "{}")) for row in table.part(table.rows, audience)
    ]
    return [each for each in sentences if each is not None]


def fields(phrase: str) -> set[str]:
    """Return the fields that a phrase has filled in."""
    return {field for _, field, _, _ in Formatter().parse(phrase) if field}


def event_of(key: str) -> str:
    """Return the type of event that a phrase is for, or for that of some readers or of some kind."""
    return re.split("[?@]", key)[0]


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_event_has_a_phrase_in_every_language_with_nothing_but_its_own_fields(id: str, language: str) -> None:
    game = CATALOGUE[id]
    events = game.phrases(language).events
    assert {event_of(key) for key in events} == {name for name, _ in game.event_types}
    for (name, _), kind in game.event_types.items():
        declared = {each.wire: each.secrecy for each in fields_of(kind)}
        for key in (key for key in events if event_of(key) == name):
            hidden = {wire for wire, secrecy in declared.items() if secrecy} if key.endswith("?") else set()
            assert fields(events[key]) <= declared.keys() - hidden, key


@EVERY_GAME
def test_an_event_that_some_may_see_whole_has_a_phrase_for_the_others(id: str) -> None:
    game = CATALOGUE[id]
    events = game.phrases("en").events
    for kind in game.events:
        secret = {each.wire for each in fields_of(kind) if each.secrecy and each.secrecy.viewers}
        if fields(events[kind.NAME]) & secret:
            assert f"{kind.NAME}?" in events, kind.NAME


@EVERY_GAME
@EVERY_LANGUAGE
def test_a_whole_game_is_told_to_everybody_without_a_name_that_is_missing(id: str, language: str) -> None:
    table = table_of(id)
    for audience in (EVERYTHING, SPECTATOR, 0, 1, 2):
        lines = narrate(table, audience, language)
        assert len(lines) > 30
        for line in lines:
            assert not re.search(r"[{}]|None|[a-z]+_[a-z]+|[a-z]+-[123]", line), line


@EVERY_GAME
def test_a_card_is_told_to_nobody_who_may_not_see_it(id: str) -> None:
    table = table_of(id)
    assert narrate(table, 0, "en") != narrate(table, SPECTATOR, "en")
    for one, other in zip(narrate(table, 0, "en"), narrate(table, SPECTATOR, "en"), strict=True):
        if one != other:
            assert one.startswith(other.partition(":")[0])


@EVERY_GAME
@EVERY_LANGUAGE
def test_a_view_is_told_with_every_member_of_it_named(id: str, language: str) -> None:
    table, localizer = table_of(id), localizer_of(id, language)
    for version in (len(table.rows) // 3, len(table.rows)):
        for audience in (0, SPECTATOR):
            match = table.as_seen(audience, version)
            view = match.game.view(match.state, audience if isinstance(audience, int) else None)
            lines = localizer.list_view(view)
            for player in PLAYERS:
                assert player in lines
            for line in lines:
                label = line.partition(":")[0].strip()
                assert not re.search(r"[a-z]+_[a-z]+|[{}]", line), line
                assert language == "en" or not re.search(r"[a-z]{3}", line), line
                assert label


@EVERY_LANGUAGE
def test_effects_that_a_seat_has_used_are_not_called_like_the_pile_of_cards(language: str) -> None:
    localizer = localizer_of("carta-impera-victoria", language)
    used, _, effects, *_ = localizer.list_view({"used": {"permanent": [], "discard": []}, "discard": {}})
    assert (used[-1], effects.partition(":")[0].strip()) == (":", localizer.phrases.names["discard@used"])
    assert localizer.list_view({"discard": {}}) == [f"{localizer.phrases.names['discard']}: {NONE}"]
    assert localizer.phrases.names["discard@used"] != localizer.phrases.names["discard"]


# By example


def toy(language: str = "en", **events: str) -> Localizer:
    """Return what words these events, and views of the sun and the moon."""
    shared = load_catalogue(SHARED, language)
    names = {"sun": "Sun", "moon": "Moon", "count": "Number"}
    return Localizer(Phrases(events, shared["labels"], names, shared["values"]), PLAYERS)


def happened(seat: int | None = None, secrets: tuple[str, ...] = (), **data: Any) -> dict[str, Any]:
    """Return the public part of an event."""
    return {"type": "Drawn", "seat": seat, "data": data, "secrets": dict.fromkeys(secrets, "")}


@cases(
    ("value", "words"),
    [
        (None, NONE),
        ([], NONE),
        ({}, NONE),
        ({"sun": 0}, NONE),
        ({"sun": 1, "moon": 2, "count": 0}, "Sun, Moon × 2"),
        (["moon", "sun", 7], "Moon, Sun, 7"),
        (0, "0"),
        ("sun", "Sun"),
        ("star", "star"),
    ],
)
def test_things_are_told_by_their_names_and_numbers(value: object, words: str) -> None:
    assert toy().name(value) == words


@cases(
    ("value", "words"), [(0, "ANN"), (2, "CID"), ([1, 0], "BEN, ANN"), ([], NONE), (None, NONE), ([None, 1], "–, BEN")]
)
def test_seats_are_told_by_the_names_of_their_players(value: object, words: str) -> None:
    assert toy().name_seat(value) == words


def test_a_phrase_follows_the_name_of_the_seat_and_tells_fields_as_it_says() -> None:
    localizer = toy(Drawn="gives {to:seat} {cards} ({cards:sum}, {list:count} kinds)")
    gift = happened(0, to=2, cards={"sun": 1, "moon": 2}, list=["sun", "moon"])
    assert localizer.narrate(gift, {}) == "ANN: gives CID Sun, Moon × 2 (3, 2 kinds)"
    assert localizer.narrate(gift | {"seat": None}, {}) == "gives CID Sun, Moon × 2 (3, 2 kinds)"
    assert toy(Drawn="is {seat:seat}").narrate(happened(1), {}) == "BEN: is BEN"


def test_readers_who_may_not_see_what_an_event_hides_get_the_phrase_without_it() -> None:
    localizer = toy(**{"Drawn": "draws {card}", "Drawn?": "draws"})
    drawn = happened(1, ("card",))
    assert localizer.narrate(drawn, {"card": "sun"}) == "BEN: draws Sun"
    assert localizer.narrate(drawn, {}) == "BEN: draws"
    assert toy(Drawn="draws").narrate(drawn, {}) == "BEN: draws"
    assert localizer.narrate(happened(1, ("card", "other")), {"card": "sun"}) == "BEN: draws"


@cases(
    ("number", "english", "russian"),
    [
        (0, "0 cards", "0 карт"),
        (1, "1 card", "1 карту"),
        (2, "2 cards", "2 карты"),
        (5, "5 cards", "5 карт"),
        (11, "11 cards", "11 карт"),
        (21, "21 cards", "21 карту"),
        (112, "112 cards", "112 карт"),
    ],
)
def test_a_number_has_the_form_of_the_word_that_goes_with_it(number: int, english: str, russian: str) -> None:
    for words, told in (("card|cards", english), ("карту|карты|карт", russian)):
        localizer = toy(Drawn=f"{{backs:sum|{words}}}, {{count:|{words}}}, {{list:count|{words}}}")
        event = happened(backs={"1": number}, count=number, list=["sun"] * number)
        assert localizer.narrate(event, {}) == ", ".join([told] * 3)


UNCHANGED = frozenset({"Єдинобожжя", "Узбережжя", "Луга"})
"""Neuters and a plural that end as feminine nouns do."""
PEOPLE = {
    "Лучник": "Лучника",
    "Секирщик": "Секирщика",
    "Копейщик": "Копейщика",
    "Мечник": "Мечника",
    "Сокирник": "Сокирника",
    "Списоносець": "Списоносця",
}
ENDINGS = {"ая": "ую", "яя": "юю", "а": "у", "я": "ю"}


def accusative_of(name: str) -> str:
    """Decline the name of a card: people by heart, feminine nouns and the adjectives before them by their endings."""
    head, *rest = name.split(" ")
    if head in PEOPLE or head in UNCHANGED:
        return " ".join([PEOPLE.get(head, head), *rest])
    ending = next((each for each in ENDINGS if head.endswith(each)), None)
    if ending is None:
        return name
    is_adjective = ending in ("ая", "яя") or head in ("Велика", "Гірнича", "Інженерна", "Кам’яна")
    declined = head.removesuffix(ending) + ENDINGS[ending]
    return " ".join([declined, accusative_of(" ".join(rest))] if is_adjective else [declined, *rest])


@EVERY_GAME
@pytest.mark.parametrize("language", ["ru", "uk"])
def test_every_card_is_named_in_the_accusative_after_a_verb(id: str, language: str) -> None:
    game = CATALOGUE[id]
    description, localizer = game.describe(language), localizer_of(id, language)
    things = [each for list_ in ("kinds", "technologies", "plots", "spheres") for each in description.get(list_, [])]
    assert len(things) > 15
    for each in things:
        assert localizer.format_field(each["id"], "accusative") == accusative_of(each["name"]), each["id"]


@EVERY_GAME
@pytest.mark.parametrize("language", ["ru", "uk"])
def test_no_verb_governs_a_name_in_the_nominative(id: str, language: str) -> None:
    things = "|".join(re.escape(each) for each in THINGS)
    verb = re.compile(rf"(ет|ёт|ит|ує|яє|ає|де|ить)(:| карт[уиы]:)? ({things})")
    for key, phrase in CATALOGUE[id].phrases(language).events.items():
        assert not verb.search(phrase), key


def test_what_is_not_worth_telling_is_not_told() -> None:
    assert toy(Drawn="").narrate(happened(1), {}) is None


def lines(**state: Any) -> list[str]:
    """Return a view as it is listed."""
    return toy().list_view(state)


def test_members_of_a_view_stand_one_a_line_and_those_inside_are_indented() -> None:
    inside = {"turn": 2, "used": {"sun": True, "moon": {"count": 3}}}
    assert lines(deck=inside, step=None) == [
        "deck:",
        "  Turn: 2",
        "  Used this turn:",
        "    Sun: yes",
        "    Moon:",
        "      Number: 3",
        "Step: –",
    ]


def test_the_seats_of_a_view_stand_under_the_names_of_their_players() -> None:
    seats = [{"present": True, "known": {"sun": 1}}, {"present": False, "known": {"1": 2, "2": 1}}, {}]
    assert lines(seats=seats) == [
        "ANN",
        "  In the game: yes",
        "  Known cards of it: Sun",
        "BEN",
        "  In the game: no",
        "  Known cards of it: 1 × 2, 2",
        "CID",
    ]
    assert lines(sun={"seats": [{"turn": 1}]}) == ["Sun:", "  ANN", "    Turn: 1"]
    assert lines(seats=3) == ["seats: 3"]


def test_objects_in_a_list_stand_one_a_line_without_what_is_empty() -> None:
    battles = [{"defender": 1, "known": {"sun": 2}, "used": []}, {"defender": 0, "known": {}, "count": 0}]
    assert lines(sun={"battles": battles}) == [
        "Sun:",
        "  battles:",
        "    defender: BEN; Known cards of it: Sun × 2",
        "    defender: ANN; Number: 0",
    ]
    assert lines(battles=[]) == ["battles: –"]
    assert lines(battles=["sun", "moon"], used=["sun"]) == ["battles: Sun, Moon", "Used this turn: Sun"]


@cases("member", ["active", "first", "dealer", "seat", "target", "attacker", "defender"])
def test_a_seat_is_told_by_its_player_and_a_number_is_not(member: str) -> None:
    assert lines(**{member: 2})[0].endswith(": CID")
    assert lines(**{member: None})[0].endswith(": –")
    assert lines(**{member: "sun"})[0].endswith(": Sun")
    assert lines(turn=2, type="sun", seat=1) == ["Turn: 2", "What: Sun", "Who: BEN"]


def test_what_is_true_or_not_is_told_in_every_language() -> None:
    told = [toy(each).list_view({"a": True, "b": False}) for each in LANGUAGES]
    assert told == [["a: yes", "b: no"], ["a: да", "b: нет"], ["a: так", "b: ні"], ["a: 예", "b: 아니요"]]


def test_how_many_there_are_of_something_is_told_of_things_and_not_of_members() -> None:
    assert lines(known={"sun": 2, "3": 1}) == ["Known cards of it: Sun × 2, 3"]
    assert lines(deck={"count": 5}) == ["deck:", "  Number: 5"]
    assert lines(known={"sun": True}) == ["Known cards of it:", "  Sun: yes"]
    assert lines(known={"sun": 1, "moon": None}) == ["Known cards of it:", "  Sun: 1", "  Moon: –"]
    assert lines(known={"sun": 1, "star": 1}) == ["Known cards of it:", "  Sun: 1", "  star: 1"]


def test_who_leads_is_told_by_name() -> None:
    localizer = localizer_of("civilization-the-card-game", "en")
    for leaders, said in (
        ({"happiness": 1, "culture": 2}, ["  Happiness: BEN", "  Culture: CID"]),
        ({"happiness": 0, "culture": None}, ["  Happiness: ANN", "  Culture: –"]),
    ):
        assert localizer.list_view({"leaders": leaders}) == ["Leaders:", *said]


@EVERY_GAME
@pytest.mark.parametrize("language", ["ru", "uk"])
def test_no_word_governs_the_name_of_a_player(id: str, language: str) -> None:
    governed = re.compile(r"(?i)\b(від|у|до|проти|за|гравц\w*|от|к|против|игрок\w*) {\w+:seat}")
    for key, phrase in CATALOGUE[id].phrases(language).events.items():
        assert not governed.search(phrase), key


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY_GAME
def test_how_much_time_and_which_position_are_told(id: str, language: str) -> None:
    localizer = localizer_of(id, language)
    for type, data, number in (
        ("TimeGiven", {"to": 1, "seconds": 61}, "61"),
        ("ActionsTakenBack", {"back_to": 11}, "11"),
        ("TakeBackAgreed", {"back_to": 11}, "11"),
    ):
        told = localizer.narrate({"type": type, "seat": 0, "data": data, "secrets": {}}, {})
        assert number in str(told)


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY_GAME
def test_the_phrase_of_a_resignation_holds_for_a_loss_on_time_too(id: str, language: str) -> None:
    ended = {"type": "GameEnded", "seat": None, "data": {"kind": "resignation", "winners": [0]}, "secrets": {}}
    localizer = localizer_of(id, language)
    assert localizer.phrases.names["resignation"] not in str(localizer.narrate(ended, {}))
    assert localizer.phrases.names["time"] in localizer.tell_end("time", [0])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The game is over: the others are out. Won by ANN, CID."),
        ("ru", "Игра окончена: остальные выбыли. В выигрыше: ANN, CID."),
        ("uk", "Гру завершено: решта вибула. У виграші: ANN, CID."),
        ("ko", "게임이 끝났습니다: 다른 플레이어가 모두 빠졌습니다. 승자: ANN, CID."),
    ],
)
@EVERY_GAME
def test_how_a_game_ended_is_told_in_every_language(id: str, language: str, words: str) -> None:
    ended = {"type": "GameEnded", "seat": None, "data": {"kind": "resignation", "winners": [0, 2]}, "secrets": {}}
    assert localizer_of(id, language).narrate(ended, {}) == words


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("draw", ["a draw.", "ничья.", "нічия.", "무승부."]),
        ("void", ["without a result.", "без результата.", "без результату.", "결과 없이 끝났습니다."]),
    ],
)
@EVERY_GAME
def test_nobody_is_called_the_winner_of_a_game_that_nobody_won(id: str, kind: str, words: list[str]) -> None:
    ended = {"type": "GameEnded", "seat": None, "data": {"kind": kind, "winners": [0, 2]}, "secrets": {}}
    for language, end in zip(LANGUAGES, words, strict=True):
        told = localizer_of(id, language).narrate(ended, {})
        assert told is not None
        assert told.endswith(end), told
        assert "ANN" not in told


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("void", ["void", "не засчитана", "не зараховано", "무효"]),
        ("over", ["over", "окончена", "завершено", "끝"]),
        ("resignation", ["resignation", "партия сдана", "партію здано", "기권"]),
    ],
)
@EVERY_GAME
def test_ends_that_every_game_has_are_called_by_a_word_in_every_language(id: str, key: str, words: list[str]) -> None:
    assert [localizer_of(id, each).name(key) for each in LANGUAGES] == words


def test_a_return_is_told_in_the_language_of_the_reader() -> None:
    back = {"type": "SeatReturned", "seat": 1, "data": {}, "secrets": {}}
    for language, words in (("en", "BEN: is back."), ("ru", "BEN: снова в игре."), ("ko", "BEN: 돌아왔습니다.")):
        for id in CATALOGUE:
            assert localizer_of(id, language).narrate(back, {}) == words


def declined(phrase: str) -> list[str]:
    """Return the placeholders of things that the phrase would have to decline: names are filled in as they are."""
    placeholders = re.finditer(r"(\S?)\s*({\w+})", phrase)
    return [each[2] for each in placeholders if each[2] in THINGS and each[1] not in ("", ":", "→")]


@cases(("game_id", "language"), [(game, language) for game in CATALOGUE for language in ("ru", "uk")])
def test_names_of_things_follow_a_colon_where_the_language_has_cases(game_id: str, language: str) -> None:
    phrases = CATALOGUE[game_id].phrases(language).events
    assert {key: phrase for key, phrase in phrases.items() if declined(phrase)} == {}


@cases(("phrase", "found"), [("сбрасывает {cards}.", ["{cards}"]), ("{unit} → {card}; на руке: {cards}.", [])])
def test_a_name_in_the_wrong_case_is_found(phrase: str, found: list[str]) -> None:
    assert declined(phrase) == found


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "buys Mountains, price 20: Commerce × 3, Food, Production × 16."),
        ("ru", "покупает Горы, цена 20: Коммерция × 3, Продовольствие, Производство × 16."),
        ("uk", "купує Гори, ціна 20: Торгівля × 3, Їжа, Виробництво × 16."),
        ("ko", "산 구매, 값 20: 상업 × 3, 식량, 생산력 × 16."),
    ],
)
def test_what_a_plot_costs_is_told_before_what_it_was_paid_with(language: str, told: str) -> None:
    paid = {"commerce": 3, "food": 1, "production": 16}
    bought = {"type": "PlotBought", "seat": 0, "data": {"terrain": "mountains", "paid": paid}, "secrets": {}}
    sentence = localizer_of("civilization-the-card-game", language).narrate(bought, {})
    assert sentence is not None
    assert sentence.endswith(told)
