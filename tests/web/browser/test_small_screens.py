"""Small screens: nothing is cut at their edges in any language, and hand and main action stay in sight."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.service.client import CARTA, CIVILIZATION, Player, Table, body_of
from tests.web.playing import touch
from tests.web.positions import CROWD, EMPIRE, EMPIRES, MIDDLE, SPRAWL, WAR, plot
from tests.web.visitor import DESKTOP, HAND_HELD, LAPTOP, SIDEWAYS, TWICE_AS_LARGE, Visitor

Visit = Callable[..., Visitor]
LANGUAGES: Final = ("en", "ru", "uk", "ko")
CLOCK: Final = {"kind": "turn", "seconds": 108_000, "on_expiry": "forfeit"}
POSITIONS: Final[dict[str, dict[str, Any]]] = {CARTA: MIDDLE, CIVILIZATION: EMPIRES}
CUT: Final = """
() => [...document.querySelectorAll('.top .crumb > *, .top .crumb b > span')]
    .filter((each) => each.getClientRects().length > 0)
    .filter((each) => {
        const {left, right} = each.getBoundingClientRect();
        return left < 0 || right > innerWidth || each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0;
    }).map((each) => each.textContent)
"""
"""What stands in the head of a table and is not seen whole."""
RAIDED: Final[dict[str, Any]] = EMPIRES | {
    "active": 1,
    "seats": [
        EMPIRES["seats"][0],
        EMPIRES["seats"][1]
        | {
            "hand": {"swordsman": 1, "chariot": 1, "catapult": 1, "spearman": 1},
            "resources": {"food": 0, "production": 0, "commerce": 15},
        },
        EMPIRES["seats"][2] | {"hand": {}},
    ],
}
NOT_WHOLE: Final = """
(selector) => {
    const seen = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
        .map((each) => [each, each.parentElement.getBoundingClientRect(), each.getBoundingClientRect()])
        .filter(([, {bottom}, {top}]) => top < bottom);
    return seen.length === 0 ? ['none'] : seen.filter(([each, around]) => {
        const letters = document.createRange();
        letters.selectNodeContents(each.querySelector(':scope > span:not(.unseen)'));
        const {top, bottom, left, right} = letters.getBoundingClientRect();
        return top < around.top || bottom > around.bottom || left < around.left || right > around.right;
    }).map(([each]) => each.textContent);
}
"""
"""What is seen of a list without being seen whole."""
PARTED: Final = r"""
(places) => [...document.querySelectorAll(places
    ?? '.card .name, .card .why, .house span, .site, .site span, .marker > span')]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 2)
    .flatMap((each) => [...each.childNodes])
    .filter((each) => each.nodeType === Node.TEXT_NODE)
    .flatMap((each) => [...each.data.matchAll(/\p{L}+/gu)].filter(({0: word, index}) => {
        const letters = document.createRange();
        // The first letter after a hyphen also has the hyphen, in the line before.
        const tops = [...word].map((_, nth) => {
            letters.setStart(each, index + nth);
            letters.setEnd(each, index + nth + 1);
            return [...letters.getClientRects()].at(-1).top;
        });
        // Cards of a hand are a little aslant, and so are their lines.
        return Math.max(...tops) - Math.min(...tops) > 6;
    })).map(([word]) => word)
"""
"""Syllables at some places, or on cards, plots and markers, that end in another line than they begin in."""
WIDE: Final = {"viewport": {"width": 1280, "height": 800}}
SMALL: Final = {"upright": HAND_HELD, "sideways": SIDEWAYS, "large": TWICE_AS_LARGE}
SCREENS: Final = pytest.mark.parametrize("way", SMALL.values(), ids=SMALL)
OUT_OF_REACH: Final = """
() => [...document.querySelectorAll('.fan > li:nth-child(-n+4) .card, .doing .go, .doing .idle')].filter((each) => {
    const {top, bottom, left, right} = each.getBoundingClientRect();
    const [x, y] = [left + 12, (top + bottom) / 2];
    return top < 0 || bottom > innerHeight || left < 0 || right > innerWidth
        || !each.contains(document.elementFromPoint(x, y));
}).map((each) => each.dataset.key ?? each.className)
"""
"""Cards in the hand, and the main action, that are not whole in the window, or lie under something."""
TOO_SMALL: Final = """
() => [...document.querySelectorAll('.play-table button, .top button, .top a')]
    .filter((each) => each.getClientRects().length > 0 && each.checkVisibility() && !each.closest('.skip'))
    .map((each) => [each.dataset.key ?? each.className, each.getBoundingClientRect()])
    .filter(([, {width, height}]) => width < 24 || height < 24)
    .map(([key, {width, height}]) => `${key}: ${width} x ${height}`)
"""
"""Buttons of less than 24 by 24 pixels."""
CUT_BY_THE_HAND: Final = """
() => {
    const {top} = document.querySelector('.handbar').getBoundingClientRect();
    return [...document.querySelectorAll('.lane .effect, .tray > *, .lands .land, .techs .card')]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().bottom > top)
        .map((each) => each.textContent);
}
"""
"""What lies lower than the upper edge of the hand."""
EFFECTS_UNDER_THE_HAND: Final = """
() => {
    const {top} = document.querySelector('.replay .hand').getBoundingClientRect();
    return [...document.querySelectorAll('.lane .effect')]
        .filter((each) => each.getBoundingClientRect().bottom > top).map((each) => each.textContent);
}
"""
"""Effects that the hand of a replay hides."""
CUT_INSIDE: Final = """
() => [...document.querySelectorAll('.lane .effect, .marker, .btn.option')].filter((each) => each.checkVisibility())
    .filter((each) => {
        const {top, bottom, left, right} = each.getBoundingClientRect();
        const around = each.closest('.well, .doing, .lane').getBoundingClientRect();
        return each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1
            || top < around.top || bottom > around.bottom || left < around.left - 1 || right > around.right + 1;
    }).map((each) => each.textContent)
"""
"""Effects, markers and options that are not seen whole where they stand."""
MOVES: Final[dict[str, list[tuple[int, dict[str, Any] | None]]]] = {
    CARTA: [
        (0, {"type": "play", "card": "science-3"}),
        (0, {"type": "end_turn"}),
        (1, {"type": "play", "card": "religion-2"}),
    ],
    CIVILIZATION: [
        (0, {"type": "draw"}),
        (0, {"type": "discard", "cards": ["archer", "walls"]}),
        (1, None),
        (1, {"type": "bank", "give": "commerce", "take": "food"}),
    ],
}
"""How play goes on from the middle of a game, until a rival has done something; None for what comes first."""
FOUR: Final[dict[str, dict[str, Any]]] = {
    CARTA: MIDDLE | {"seats": [*MIDDLE["seats"], {"hand": {}, "area": {"religion-1": 1}}]},
    CIVILIZATION: EMPIRES | {"seats": [*EMPIRES["seats"], EMPIRE]},
}
NINE: Final[dict[str, dict[str, Any]]] = {
    CARTA: MIDDLE
    | {
        "deck": [],
        "seats": [
            MIDDLE["seats"][0]
            | {
                "hand": {
                    "military-2": 1,
                    "religion-2": 1,
                    "economy-3": 2,
                    "science-3": 2,
                    "culture-3": 2,
                    "utopia-3": 1,
                }
            },
            *MIDDLE["seats"][1:],
        ],
    },
    CIVILIZATION: EMPIRES
    | {
        "seats": [
            EMPIRES["seats"][0]
            | {"hand": {"archer": 1, "catapult": 1, "swordsman": 1, "granary": 1, "library": 1, "commerce-2": 4}},
            *EMPIRES["seats"][1:],
        ]
    },
}
"""Nine cards in the hand of seat 0."""
TWELVE: Final[dict[str, Any]] = EMPIRES | {
    "deck": ["library", "food-2"],
    "discard": {},
    "seats": [
        EMPIRES["seats"][0]
        | {
            "hand": {"spearman": 1, "walls": 2, "barracks": 1, "granary": 1, "monastery": 1, "library": 1}
            | {"hanging_gardens": 1, "commerce-2": 1, "red-2": 1},
            "plots": [plot("mountains", 1, "barracks"), plot("coast", 1, "library"), plot("hills")],
        },
        EMPIRES["seats"][1],
    ],
}
"""Seat 0 has ten cards, and twelve once it has drawn."""
NAMES_UNDER_LABELS: Final = """
() => [...document.querySelectorAll('.fan .card:has(.why)')].filter((card) => {
    const letters = document.createRange();
    letters.selectNodeContents(card.querySelector('.name'));
    const label = card.querySelector('.why').getBoundingClientRect();
    return label.top < card.getBoundingClientRect().top
        || [...letters.getClientRects()].some(({top}) => top + 3 < label.bottom);
}).map((card) => card.textContent)
"""
"""Cards in the hand of which what says why they cannot be played hides the name, or goes beyond the card."""
CUT_ABOVE: Final = """
() => {
    const fan = document.querySelector('.fan');
    const {maskImage, overflowY} = getComputedStyle(fan);
    const edge = maskImage === 'none' && overflowY === 'visible' ? 0 : fan.getBoundingClientRect().top;
    return [...fan.querySelectorAll('.card')].filter((each) => each.getBoundingClientRect().top - 6 < edge)
        .map((each) => each.dataset.key);
}
"""
"""Cards whose top, or the edge around it, is cut by the edge of the hand."""
UNDER_THE_NEXT: Final = """
() => [...document.querySelectorAll('.fan > li:not(:last-child)')].flatMap((each) => {
    const next = each.nextElementSibling.querySelector('.card').getBoundingClientRect().left;
    return [...each.querySelectorAll('.name, .why')].filter((text) => {
        const letters = document.createRange();
        letters.selectNodeContents(text);
        return [...letters.getClientRects()].some(({right}) => right > next + 3);
    }).map((text) => text.textContent);
})
"""
"""Words on cards of a hand that go on under the next card."""
DRAWN: Final[dict[str, Any]] = EMPIRES | {
    "deck": ["monastery", "library", "great_library", "catapult"],
    "discard": {},
    "seats": [EMPIRES["seats"][0] | {"hand": {}}, EMPIRES["seats"][1] | {"plots": [plot("river", 1)]}],
}
"""Seat 0 draws the cards that have the longest names."""
UNDER_A_RIBBON: Final = """
() => [...document.querySelectorAll('.fan .card')].filter((card) => {
    const over = card.querySelector('.ribbon').getBoundingClientRect();
    const letters = document.createRange();
    letters.selectNodeContents(card.querySelector('.name'));
    const lines = [...letters.getClientRects()];
    return lines.length === 0 || lines.some(({top, bottom}) => top < over.bottom && bottom > over.top);
}).map((card) => card.textContent)
"""
"""New cards in the hand whose names are not seen, or lie under what says that they are new."""
NUMBERS_UNDER_A_RIBBON: Final = """
() => [...document.querySelectorAll('.fan .card:has(.value)')].filter((card) => {
    const over = card.querySelector('.ribbon').getBoundingClientRect();
    const {left, right, top, bottom} = card.querySelector('.value b').getBoundingClientRect();
    const blank = (bottom - top) / 6;
    return left < over.right && right > over.left && top + blank < over.bottom && bottom - blank > over.top;
}).map((card) => card.textContent)
"""
"""New cards in the hand whose numbers lie under what says that they are new."""
CUT_LABELS: Final = """
() => {
    const labels = [...document.querySelectorAll('.lands .house > span')].filter((each) => each.checkVisibility());
    return labels.length === 0 ? ['none'] : labels.filter((each) => {
        const {right, bottom} = each.closest('.scene').getBoundingClientRect();
        const label = each.getBoundingClientRect();
        return each.scrollWidth > each.clientWidth || label.right > right || label.bottom > bottom;
    }).map((each) => each.textContent);
}
"""
"""Names of buildings on one's plots that are not seen whole."""
NOT_TOLD: Final = """
() => [...document.querySelectorAll('.rivals .rival')].filter((panel) => {
    const [who, hand, time, head] = ['.who', '.minihand', '.time', 'header']
        .map((each) => panel.querySelector(each)?.getBoundingClientRect());
    const letters = document.createRange();
    letters.selectNodeContents(panel.querySelector('.who bdi'));
    const isCut = [...letters.getClientRects()]
        .some(({right, bottom}) => right > who.right + 1 || bottom > who.bottom + 2);
    const isOver = time && hand.left < time.right && time.left < hand.right
        && hand.top < time.bottom && time.top < hand.bottom;
    return isCut || isOver || hand.width === 0 || hand.right > head.right || hand.bottom > head.bottom;
}).map((each) => each.textContent)
"""
"""Panels of rivals that do not show the whole name and the number of cards in the hand."""

LARGE: Final = {"viewport": DESKTOP}
SMALL_WORDS: Final = """
() => [...document.querySelectorAll('.fan :is(.name, .why), .lane .effect > span, .techs .name, .lands .foot b')]
    .filter((each) => each.checkVisibility())
    .map((each) => [each.textContent, parseFloat(getComputedStyle(each).fontSize)])
    .filter(([, size]) => 0 < size && size < 16)
"""
"""Words of cards, effects and plots that are as small as where letters are of the usual size."""
COUNTS_OUT_OF_SIGHT: Final = """
() => {
    const counts = [...document.querySelectorAll('.rival :is(.tower b, .minihand, .counts, .score)')];
    return counts.length === 0 ? ['none'] : counts.filter((each) => {
        const {left, right, width, top, bottom} = each.getBoundingClientRect();
        const around = each.closest('.rival').getBoundingClientRect();
        return width === 0 || left < 0 || right > innerWidth || top < around.top || bottom > around.bottom;
    }).map((each) => each.textContent);
}
"""
CLIPPED: Final = """
([places, room]) => [...document.querySelectorAll(places)].filter((each) => each.checkVisibility()).filter((each) => {
    const {top, right, bottom, left} = each.getBoundingClientRect();
    const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    const letters = document.createRange();
    const lines = [];
    while (walker.nextNode()) {
        letters.selectNodeContents(walker.currentNode);
        lines.push(...letters.getClientRects());
    }
    return lines.some((line) => line.top < top + room - .5 || line.bottom > bottom - room + .5
        || line.left < left - .5 || line.right > right + .5);
}).map((each) => each.textContent)
"""
"""What has letters that the edge of their place cuts, or that are nearer to its top and bottom than so many pixels."""
UNDER_A_CARD: Final = """
() => [...document.querySelectorAll('.lid .name')].filter((name) => {
    const letters = document.createRange();
    letters.selectNodeContents(name);
    const {left, right, top, bottom} = letters.getBoundingClientRect();
    return [left + 2, right - 2].some((x) => !name.contains(document.elementFromPoint(x, (top + bottom) / 2)));
}).map((name) => name.textContent)
"""
"""Names of cards on the lid of a box that go on under the next card, or beyond the lid."""
MARKS_THAT_MEET: Final = """
() => [...document.querySelectorAll('.lane')].filter((lane) => {
    const marks = [...lane.querySelectorAll('.ruler')].filter((each) => each.checkVisibility())
        .map((each) => each.getBoundingClientRect()).sort((one, other) => one.top - other.top);
    return marks.some(({top}, nth) => nth > 0 && top < marks[nth - 1].bottom - 1);
}).map((lane) => lane.dataset.key)
"""
"""Lanes of which the marks of effects and victory lie on one another."""
POOR: Final[dict[str, Any]] = EMPIRES | {
    "seats": [
        EMPIRES["seats"][0]
        | {
            "hand": {"walls": 1, "colossus": 1, "archer": 1},
            "resources": {"food": 14, "production": 1, "commerce": 1},
        },
        EMPIRES["seats"][1],
    ]
}
"""Seat 0 can pay no building, and one more population."""


def enlarges_letters(visitor: Visitor, times: float = 2) -> None:
    """Have letters so much larger than usual in this browser."""
    sizes = {"standard": int(16 * times), "fixed": int(13 * times)}
    visitor.context.new_cdp_session(visitor.page).send("Page.setFontSizes", {"fontSizes": sizes})


def with_large_letters(visit: Visit, served: str, game: str, way: dict[str, Any]) -> Visitor:
    """A table of two in a browser whose letters are twice as large as usual."""
    position = POSITIONS[game] | {"seats": POSITIONS[game]["seats"][:2]}
    table = Table.of(served, 2, game=game, edition=None, position=position)
    nora = visit(table.players[0].token, **way)
    enlarges_letters(nora)
    nora.goes(f"/play?lang=uk#/game/{table.game}")
    expect(nora.find(".doing .go, .doing .idle")).to_be_visible()
    return nora


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
@pytest.mark.parametrize("language", LANGUAGES)
def test_name_clock_and_next_game_stand_whole_in_the_head(visit: Visit, served: str, game: str, language: str) -> None:
    people = [Player(served, name) for name in ("Nora", "Ada", "Boris")]
    wish = {"game": game, "edition": None, "position": POSITIONS[game], "clock": CLOCK}
    first, *others = (Table.of(served, 3, people, **wish) for _ in range(3))
    nora = visit(people[0].token, **HAND_HELD, locale=language).goes(f"/play?lang={language}#/game/{first.game}")
    expect(nora.keyed("next-game")).to_be_visible()
    expect(nora.find(".crumb > .tag")).to_be_visible()
    expect(nora.find(".crumb b")).to_be_visible()
    assert nora.page.evaluate(CUT) == []
    assert nora.overflows() <= 0
    nora.keyed("next-game").click()
    nora.page.wait_for_url(lambda url: first.game not in url)
    assert nora.game() in {each.game for each in others}


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS, WIDE], ids=["upright", "sideways", "wide"])
@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_names_and_hands_of_three_rivals_are_seen(visit: Visit, served: str, game: str, way: dict[str, Any]) -> None:
    people = [Player(served, name) for name in ("Nora", "Alexandra Petrova", "Alexander Petrov", "Bartholomew Kim")]
    for wish in ({}, {"clock": CLOCK}):
        table = Table.of(served, 4, people, game=game, edition=None, position=FOUR[game], **wish)
        nora = visit(people[0].token, **way).goes(f"/play#/game/{table.game}")
        expect(nora.find(".rivals .minihand")).to_have_count(3)
        assert nora.asks(NOT_TOLD) == []


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS, WIDE], ids=["upright", "sideways", "wide"])
def test_what_others_did_is_told_in_whole_sentences(visit: Visit, served: str, way: dict[str, Any]) -> None:
    people = [Player(served, name) for name in ("Nora Wilhelmina Lindqvist", "Ada", "Boris")]
    table = Table.of(served, 3, people, game=CIVILIZATION, edition=None, position=RAIDED)
    for _ in range(5):
        table.act(1, {"type": "bank", "give": "commerce", "take": "food"})
    table.act(1, {"type": "attack", "seat": 0, "units": ["catapult", "chariot", "spearman", "swordsman"]})
    nora = visit(people[0].token, **way).goes(f"/play#/game/{table.game}")
    hit = nora.find(".since .event").first
    expect(hit).to_have_text("Ada: attacks Nora Wilhelmina Lindqvist with Spearman, Swordsman, Chariot, Catapult")
    assert nora.asks(NOT_WHOLE, ".since .event") == []
    nora.button("All 6").click()
    expect(nora.find(".sheet .told li")).to_have_count(6)
    assert nora.asks(NOT_WHOLE, ".sheet .told li") == []


def test_large_letters_on_a_phone_tell_what_others_did_in_two_lines_of_the_full_width(
    visit: Visit, served: str
) -> None:
    table = Table.of(served, 3, game=CIVILIZATION, edition=None, position=RAIDED)
    table.act(1, {"type": "bank", "give": "commerce", "take": "food"})
    table.act(1, {"type": "attack", "seat": 0, "units": ["catapult", "chariot", "spearman", "swordsman"]})
    nora = visit(table.players[0].token, **HAND_HELD)
    enlarges_letters(nora)
    nora.goes(f"/play#/game/{table.game}")
    told = nora.find(".since .event > span:not(.unseen)").first
    expect(told).to_contain_text("attacks")
    box = told.bounding_box()
    assert box is not None
    assert box["width"] >= HAND_HELD["viewport"]["width"] * 0.85
    assert box["height"] <= 2 * told.evaluate("(each) => parseFloat(getComputedStyle(each).lineHeight)") + 1
    nora.button("All 2").click()
    expect(nora.find(".sheet .told")).to_contain_text("Chariot, Catapult")


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS], ids=["upright", "sideways"])
@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_a_replay_on_a_phone_shows_the_hand_above_a_low_bar(
    visit: Visit, served: str, game: str, way: dict[str, Any]
) -> None:
    table = Table.of(
        served, 2, game=game, edition=None, position=POSITIONS[game] | {"seats": POSITIONS[game]["seats"][:2]}
    )
    before = table.see()["version"]
    table.act(0, {"type": "resign"})
    nora = visit(table.players[0].token, **way).goes(f"/replay?game={table.game}&version={before}")
    nora.sees("Verified in your browser.", ".verdict")
    verdict, bar, hand = (nora.find(each).bounding_box() for each in (".verdict-box", ".controls", ".replay .hand"))
    assert verdict is not None
    assert bar is not None
    assert hand is not None
    assert verdict["height"] <= 40
    assert bar["height"] <= way["viewport"]["height"] / 6
    assert hand["y"] + hand["height"] <= bar["y"] + 1
    assert nora.lies_open(".replay .hand .card >> nth=0")
    if game == CARTA:
        assert nora.asks(EFFECTS_UNDER_THE_HAND) == []
    nora.find(".verdict-box summary").first.click()
    expect(nora.keyed("checks")).to_be_visible()


def test_a_purchase_is_told_before_what_a_rival_did_with_small_change(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, game=CIVILIZATION, edition=None, position=RAIDED)
    table.act(1, {"type": "buy_technology", "technology": "mathematics"})
    table.act(1, {"type": "bank", "give": "commerce", "take": "food"})
    nora = visit(table.players[0].token).goes(f"/play#/game/{table.game}")
    expect(nora.find(".since .event")).to_have_text([re.compile("buys Mathematics")])
    nora.button("All 2").click()
    expect(nora.find(".sheet .told li")).to_have_count(2)


def test_a_long_press_shows_a_card_large_and_does_not_choose_it(visit: Visit, served: str) -> None:
    table = Table.of(served, 3, edition=None, position=MIDDLE)
    nora = visit(table.players[0].token, **HAND_HELD).goes(f"/play#/game/{table.game}")
    card, large = nora.keyed("hand:science-3"), nora.find(".zoom")
    nora.holds(card, large)
    expect(large).to_be_visible()
    expect(card).to_have_attribute("aria-pressed", "false")
    card.tap(position={"x": 14, "y": 20})
    expect(large).to_be_hidden()
    expect(card).to_have_attribute("aria-pressed", "true")


COVERED: Final = """
() => [...document.querySelectorAll('.fan > li')].filter((each) => {
    const {left, top} = each.querySelector('.card').getBoundingClientRect();
    const found = document.elementFromPoint(left + 12, top + 8)?.closest('.fan > li');
    return found && found !== each;
}).map((each) => each.dataset.key)
"""
"""Cards of the hand whose left corners, which show also where cards overlap, lie under others."""


@pytest.mark.parametrize("kinds", [("archer",), ("archer", "axeman"), ("archer", "axeman", "chariot")])
def test_a_card_that_was_touched_lies_on_no_corner_of_the_next(
    visit: Visit, served: str, kinds: tuple[str, ...]
) -> None:
    seats = [CROWD["seats"][0] | {"hand": dict.fromkeys(kinds, 4)}, *CROWD["seats"][1:]]
    table = Table.of(served, 3, game=CIVILIZATION, edition=None, position=CROWD | {"seats": seats})
    nora = visit(table.players[0].token, **HAND_HELD).goes(f"/play#/game/{table.game}")
    for kind in kinds:
        for copy in range(4):
            touch(nora, f"hand:{kind}:{copy}")
            assert nora.page.evaluate(COVERED) == []


@pytest.mark.parametrize("language", ["ru", "uk"])
@pytest.mark.parametrize("way", [WIDE, SIDEWAYS], ids=["wide", "sideways"])
@pytest.mark.parametrize(
    "position",
    [MIDDLE, NINE[CARTA], EMPIRES, NINE[CIVILIZATION], WAR],
    ids=["carta", "carta-nine", "civilization", "civilization-nine", "war"],
)
def test_no_word_breaks_without_a_hyphen(
    visit: Visit, served: str, language: str, way: dict[str, Any], position: dict[str, Any]
) -> None:
    game = CARTA if position in (MIDDLE, NINE[CARTA]) else CIVILIZATION
    table = Table.of(served, len(position["seats"]), game=game, edition=None, position=position)
    nora = visit(table.players[0].token, **way).goes(f"/play?lang={language}#/game/{table.game}")
    expect(nora.find(".hand .card").first).to_be_visible()
    assert nora.asks(PARTED) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(195, 422), (390, 844), (640, 400), (844, 390)])
def test_no_word_of_an_answer_breaks(visit: Visit, served: str, language: str, width: int, height: int) -> None:
    table = Table.of(served, 3, game=CIVILIZATION, edition=None, position=EMPIRES)
    nora = visit(table.players[0].token, viewport={"width": width, "height": height}, has_touch=True)
    nora.goes(f"/play?lang={language}#/game/{table.game}").keyed("go").click()
    expect(nora.find(".preview .btn")).to_have_count(2)
    assert nora.asks(PARTED, ".preview .btn") == []
    assert nora.asks(CLIPPED, [".preview .btn", 3]) == []


def test_in_a_hand_of_ten_and_on_plots_no_name_breaks_within_a_syllable(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=TWELVE)
    nora = visit(table.players[0].token, **WIDE).goes(f"/play#/game/{table.game}")
    expect(nora.find(".fan .card")).to_have_count(10)
    assert nora.asks(PARTED) == []
    nora.keyed("hand:barracks").click(position={"x": 12, "y": 30})
    nora.keyed("place:").nth(2).click(position={"x": 30, "y": 30})
    expect(nora.find(".site.ghost")).to_be_visible()
    assert nora.asks(PARTED) == []
    assert nora.asks(CLIPPED, [".site.ghost", 2]) == []


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS, WIDE], ids=["upright", "sideways", "wide"])
def test_the_hand_cuts_no_card_that_is_raised_out_of_it(visit: Visit, served: str, way: dict[str, Any]) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=TWELVE)
    table.act(0, {"type": "draw"})
    nora = visit(table.players[0].token, **way, reduced_motion="reduce").goes(f"/play#/game/{table.game}")
    for key in ("hand:spearman:0", "hand:walls:0"):
        touch(nora, key)
    expect(nora.find(".fan .up")).to_have_count(2)
    assert nora.asks(CUT_ABOVE) == []


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS, WIDE], ids=["upright", "sideways", "wide"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_why_a_card_cannot_be_built_stands_above_its_name(
    visit: Visit, served: str, language: str, way: dict[str, Any]
) -> None:
    hand = {"hand": {"hanging_gardens": 1, "great_library": 1, "library": 1}}
    position = POOR | {"seats": [POOR["seats"][0] | hand, POOR["seats"][1] | {"plots": [plot("river", 1)]}]}
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=position)
    nora = visit(table.players[0].token, **way).goes(f"/play?lang={language}#/game/{table.game}")
    expect(nora.find(".fan .why")).to_have_count(3)
    assert nora.asks(NAMES_UNDER_LABELS) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_names_of_cards_that_lie_under_others_are_read_whole(
    visit: Visit, served: str, game: str, language: str
) -> None:
    table = Table.of(served, 3, game=game, edition=None, position=NINE[game])
    nora = visit(table.players[0].token, **WIDE).goes(f"/play?lang={language}#/game/{table.game}")
    expect(nora.find(".fan .card")).to_have_count(9)
    assert nora.page.evaluate(UNDER_THE_NEXT) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS, WIDE], ids=["upright", "sideways", "wide"])
def test_names_of_new_cards_are_read_beside_what_says_that_they_are_new(
    visit: Visit, served: str, way: dict[str, Any], language: str
) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=DRAWN)
    table.act(0, {"type": "draw"})
    nora = visit(table.players[0].token, **way).goes(f"/play?lang={language}#/game/{table.game}")
    expect(nora.find(".fan .ribbon")).to_have_count(4)
    assert nora.asks(UNDER_A_RIBBON) == []


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS, WIDE], ids=["upright", "sideways", "wide"])
def test_numbers_of_new_cards_lie_under_no_ribbon(visit: Visit, served: str, way: dict[str, Any]) -> None:
    held = {"archer": 1, "walls": 1, "granary": 1, "chariot": 1}
    position = DRAWN | {"deck": ["food-2", "commerce-2", "production-2", "red-2"]}
    seats = [DRAWN["seats"][0] | {"hand": held}, DRAWN["seats"][1]]
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=position | {"seats": seats})
    table.act(0, {"type": "draw"})
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    expect(nora.find(".fan .card:has(.value) .ribbon")).to_have_count(4)
    assert nora.asks(NUMBERS_UNDER_A_RIBBON) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", [WIDE, LAPTOP], ids=["wide", "laptop"])
def test_names_of_buildings_on_plots_are_read_whole(
    visit: Visit, served: str, way: dict[str, Any], language: str
) -> None:
    table = Table.of(served, 3, game=CIVILIZATION, edition=None, position=EMPIRES)
    nora = visit(table.players[0].token, **way).goes(f"/play?lang={language}#/game/{table.game}")
    expect(nora.find(".lands .house")).to_have_count(3)
    assert nora.asks(CUT_LABELS) == []


def test_on_a_phone_on_its_side_a_technology_shows_its_price_and_picture_above_the_hand(
    visit: Visit, served: str
) -> None:
    table = Table.of(served, 3, game=CIVILIZATION, edition=None, position=EMPIRES)
    nora = visit(table.players[0].token, **SIDEWAYS).goes(f"/play#/game/{table.game}")
    expect(nora.find(".techs .card")).to_have_count(3)
    above = nora.find(".handbar").bounding_box()
    assert above is not None
    for part in nora.find(".techs .card :is(.cost, svg.main)").all():
        seen = part.bounding_box()
        assert seen is not None
        assert seen["y"] + seen["height"] <= above["y"]


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS], ids=["upright", "sideways"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guided_game_shows_all_that_can_be_bought(visit: Visit, language: str, way: dict[str, Any]) -> None:
    newcomer = visit(**way, locale=language).goes(f"/play?lang={language}")
    newcomer.keyed(f"guided:{CIVILIZATION}").click()
    expect(newcomer.find(".coach")).to_be_visible()
    expect(newcomer.find(".techs .card.can")).to_have_count(3)
    assert newcomer.behind_the_hand() == []
    newcomer.keyed("guide-next").click()
    expect(newcomer.find(".techs .card.can")).to_have_count(3)
    assert newcomer.behind_the_hand() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plots_to_choose_from_are_whole_on_a_phone_on_its_side(visit: Visit, served: str, language: str) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None)
    (seat,) = table.see()["to_act"]
    newcomer = visit(table.players[seat].token, **SIDEWAYS).goes(f"/play?lang={language}#/game/{table.game}")
    expect(newcomer.find(".stall .land").first).to_be_visible()
    above = newcomer.find(".handbar").bounding_box()
    assert above is not None
    for each in newcomer.find(".stall .land").all():
        box = each.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= above["y"]


@pytest.mark.parametrize("position", [EMPIRES, SPRAWL], ids=["all is seen", "more below"])
def test_an_arrow_above_the_hand_says_that_more_lies_below(visit: Visit, served: str, position: dict[str, Any]) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=position | {"seats": position["seats"][:2]})
    nora = visit(table.players[0].token, **SIDEWAYS).goes(f"/play#/game/{table.game}")
    expect(nora.find(".fan .card").first).to_be_visible()
    arrow = "() => getComputedStyle(document.querySelector('.handbar'), '::before').opacity"
    assert nora.asks(arrow) == ("1" if position is SPRAWL else "0")
    nora.find(".col").evaluate("(each) => each.scrollTo(0, each.scrollHeight)")
    nora.awaits(f"() => ({arrow})() === '0'")


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS, WIDE], ids=["upright", "sideways", "wide"])
@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_hand_and_main_action_stay_in_sight_where_letters_are_twice_as_large(
    visit: Visit, served: str, game: str, way: dict[str, Any]
) -> None:
    nora = with_large_letters(visit, served, game, way)
    assert nora.asks("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert nora.asks(OUT_OF_REACH) == []
    assert nora.overflows() <= 0


@pytest.mark.parametrize("times", [1.5, 1.75, 2])
@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_the_head_of_a_timed_game_stays_one_line_high_as_letters_grow(
    visit: Visit, served: str, game: str, times: float
) -> None:
    people = [Player(served, name) for name in ("Nora", "Ada", "Boris")]
    wish = {"game": game, "edition": None, "position": POSITIONS[game], "clock": CLOCK}
    for tables in (1, 2):
        table = Table.of(served, 3, people, **wish)
        nora = visit(people[0].token, **HAND_HELD)
        enlarges_letters(nora, times)
        nora.goes(f"/play#/game/{table.game}")
        expect(nora.find(".crumb > .tag")).to_be_visible()
        expect(nora.keyed("next-game")).to_have_count(1)
        expect(nora.keyed("next-game")).to_be_visible(visible=tables == 2)
        head = nora.find(".top").bounding_box()
        assert head is not None
        assert head["height"] <= 40 * times
        nora.keyed("menu").click(trial=True)
        assert nora.overflows() <= 0


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS, LARGE], ids=["upright", "sideways", "large"])
@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_words_on_cards_and_counts_of_a_rival_grow_with_the_letters_and_stay_whole(
    visit: Visit, served: str, game: str, way: dict[str, Any]
) -> None:
    nora = with_large_letters(visit, served, game, way)
    assert nora.asks(SMALL_WORDS) == []
    assert nora.asks(COUNTS_OUT_OF_SIGHT) == []


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_large_letters_leave_the_table_half_of_a_phone_on_its_side(visit: Visit, served: str, game: str) -> None:
    nora = with_large_letters(visit, served, game, SIDEWAYS)
    head, hand = (nora.find(each).bounding_box() for each in (".top", ".handbar"))
    assert head is not None
    assert hand is not None
    assert hand["y"] - head["y"] - head["height"] >= SIDEWAYS["viewport"]["height"] / 2
    if game == CARTA:
        nora.keyed("hand:military-2").click(position={"x": 12, "y": 30})
        nora.keyed("put-back").click(trial=True)
    assert nora.asks(OUT_OF_REACH) == []


def test_large_letters_leave_no_empty_half_of_a_wide_window(visit: Visit, served: str) -> None:
    nora = with_large_letters(visit, served, CARTA, LARGE)
    mat, hand = (nora.find(each).bounding_box() for each in (".mat", ".handbar"))
    assert mat is not None
    assert hand is not None
    assert 0 <= hand["y"] - mat["y"] - mat["height"] <= 100


@SCREENS
@pytest.mark.parametrize("position", [MIDDLE, EMPIRES, SPRAWL], ids=["carta", "civilization", "sprawl"])
def test_hand_and_main_action_stay_in_sight_and_can_be_touched(
    visit: Visit, served: str, position: dict[str, Any], way: dict[str, Any]
) -> None:
    game = CARTA if position is MIDDLE else CIVILIZATION
    table = Table.of(served, 3, game=game, edition=None, position=position)
    nora = visit(table.players[0].token, **way).goes(f"/play#/game/{table.game}")
    expect(nora.find(".doing .go, .doing .idle")).to_be_visible()
    assert nora.page.evaluate(OUT_OF_REACH) == []
    assert nora.page.evaluate(TOO_SMALL) == []
    assert nora.page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0
    assert nora.overflows() <= 0
    # What lies behind the hand is reached by scrolling.
    nora.find(".col").evaluate("(each) => each.scrollTo(0, each.scrollHeight)")
    nora.find(".lane .effect, .techs .card").last.click(trial=True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("others", [1, 2])
@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_on_a_phone_on_its_side_the_whole_table_stands_above_the_hand(
    visit: Visit, served: str, game: str, others: int, language: str
) -> None:
    position = POSITIONS[game] | {"seats": POSITIONS[game]["seats"][: others + 1]}
    table = Table.of(served, others + 1, game=game, edition=None, position=position)
    nora = visit(table.players[0].token, **SIDEWAYS).goes(f"/play?lang={language}#/game/{table.game}")
    expect(nora.find(".doing .go, .doing .idle")).to_be_visible()
    assert nora.asks(CUT_BY_THE_HAND) == []
    assert nora.asks(CUT_INSIDE) == []
    for seat, action in MOVES[game]:
        table.act(seat, action or table.legal(seat)[0])
    expect(nora.find(".since .event")).to_be_visible()
    assert nora.asks(CUT_BY_THE_HAND) == []
    assert nora.asks(CUT_INSIDE) == []


def test_on_a_phone_on_its_side_the_effects_end_above_the_hand(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, edition=None, position=MIDDLE | {"seats": MIDDLE["seats"][:2]})
    for wanted in ("play", "end_turn") * 2:
        (seat,) = table.see()["to_act"]
        table.act(seat, next(each for each in table.legal(seat) if each["type"] == wanted))
    nora = visit(table.players[0].token, **SIDEWAYS).goes(f"/play#/game/{table.game}")
    expect(nora.find(".since:not(.none)")).to_be_visible()
    assert nora.page.evaluate(CUT_BY_THE_HAND) == []


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS], ids=["upright", "sideways"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_card_cannot_be_used_is_no_wider_than_the_card(
    visit: Visit, served: str, way: dict[str, Any], language: str
) -> None:
    table = Table.of(served, 2, game=CIVILIZATION, edition=None, position=POOR)
    nora = visit(table.players[0].token, **way).goes(f"/play?lang={language}#/game/{table.game}")
    expect(nora.find(".fan .why")).to_have_count(3)
    assert nora.asks(CLIPPED, [".fan .why", 0]) == []


@pytest.mark.parametrize("way", [HAND_HELD, SIDEWAYS, {}], ids=["upright", "sideways", "wide"])
@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_names_of_rivals_and_effects_keep_all_of_their_letters(
    visit: Visit, served: str, game: str, way: dict[str, Any]
) -> None:
    people = [Player(served, name) for name in ("Nora", "Kay", "Kay")]
    table = Table.of(served, 3, people, game=game, edition=None, position=POSITIONS[game])
    nora = visit(people[0].token, **way).goes(f"/play#/game/{table.game}")
    expect(nora.find(".rival .who")).to_have_count(2)
    assert nora.asks(CLIPPED, [".rival .who", 0]) == []
    if not way:
        assert nora.asks(CLIPPED, [".effect:not(.tall) > span", 0]) == []


def test_an_effect_that_comes_next_and_a_long_main_action_do_not_fill_their_places(visit: Visit, served: str) -> None:
    seats = [MIDDLE["seats"][0] | {"area": {}}, MIDDLE["seats"][1]]
    carta = Table.of(served, 2, edition=None, position=MIDDLE | {"seats": seats, "culture_token": None})
    nora = visit(carta.players[0].token).goes(f"/play#/game/{carta.game}")
    nora.keyed("hand:science-3").click(position={"x": 12, "y": 30})
    expect(nora.find(".effect.soon")).to_contain_text("next!")
    assert nora.asks(CLIPPED, [".effect.soon", 1]) == []
    civilization = Table.of(served, 2, game=CIVILIZATION, edition=None, position=POOR)
    ada = visit(civilization.players[0].token).goes(f"/play#/game/{civilization.game}")
    ada.find(".lands button.over").nth(3).click()
    ada.sees("More population on Grassland", "[data-key=go]")
    assert ada.asks(CLIPPED, ["[data-key=go]", 3]) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_large_letters_on_a_phone_leave_buttons_of_start_page_and_lobby_and_a_game_in_play_whole(
    visit: Visit, served: str, game: str, language: str
) -> None:
    large = {"viewport": {"width": 195, "height": 422}}
    guest = visit(**large).goes(f"/play?lang={language}")
    expect(guest.find(".box .btn").first).to_be_visible()
    assert guest.asks(PARTED, ".btn") == []
    table = Table.of(
        served, 2, game=game, edition=None, position=POSITIONS[game] | {"seats": POSITIONS[game]["seats"][:2]}
    )
    nora = visit(table.players[0].token, **large).goes(f"/play?lang={language}")
    expect(nora.find(".game.mine .go-there .btn")).to_be_visible()
    assert nora.asks(PARTED, ".btn") == []
    assert nora.asks(CLIPPED, [".game.mine", 0]) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
def test_an_invitation_shows_whole_names_on_its_cards(visit: Visit, served: str, game: str, language: str) -> None:
    opened = body_of(Player(served, "Nora").post("/games", {"game": game, "seats": 2}), 201)
    ada = visit(**HAND_HELD).goes(f"/play?lang={language}#/game/{opened['id']}")
    expect(ada.find(".invitation .lid .name")).to_have_count(5)
    assert ada.asks(UNDER_A_CARD) == []


def test_on_a_phone_on_its_side_no_lane_moves_and_no_marks_meet_as_news_comes(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, edition=None, position=MIDDLE | {"seats": MIDDLE["seats"][:2]})
    nora = visit(table.players[0].token, **SIDEWAYS, locale="uk").goes(f"/play#/game/{table.game}")
    expect(nora.find(".doing .idle")).to_be_visible()
    before = nora.find(".board").bounding_box()
    for seat, action in MOVES[CARTA]:
        table.act(seat, action or table.legal(seat)[0])
    expect(nora.find(".since .event")).to_be_visible()
    assert nora.find(".board").bounding_box() == before
    assert nora.lies_open(".since .event")
    assert nora.asks(MARKS_THAT_MEET) == []


def test_names_of_effects_on_a_phone_are_twelve_pixels_high_at_least(visit: Visit, served: str) -> None:
    table = Table.of(served, 2, edition=None, position=MIDDLE | {"seats": MIDDLE["seats"][:2]})
    nora = visit(table.players[0].token, **HAND_HELD).goes(f"/play#/game/{table.game}")
    nora.find(".lane .effect").first.wait_for()
    sizes = "(all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
    assert min(nora.find(".lane .effect").evaluate_all(sizes)) >= 12
