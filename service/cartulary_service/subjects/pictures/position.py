"""A match at one version as a picture, of the size that previews of links have."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final

from cartulary.catalogue import CATALOGUE
from cartulary.i18n.phrases import Localizer
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Viewer
from cartulary.match.state import Match
from cartulary.match.tableau import Tableau
from cartulary_service.games.narration import game_name, headline, status_of, text
from cartulary_service.subjects.pictures.art import colour
from cartulary_service.subjects.pictures.faces import DARK, Tile, mark, tile
from cartulary_service.subjects.pictures.svg import DISPLAY, Box, Drawing, Group, arrange

WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 24
HEAD: Final = 88
GAP: Final = 10
NAMES: Final = 270
"""Width of the column of names."""
MARK: Final = 22
MARKS: Final = 3
"""Signs in a row."""
TALLEST: Final = 190


@cache
def description_of(game: str, language: str) -> Mapping[str, Any]:
    return CATALOGUE[game].describe(language)


def draw_position(match: Match, viewer: Viewer, words: Localizer, language: str) -> str:
    """Return the SVG of a match that is folded from what the viewer may see."""
    drawing = Drawing(WIDTH, HEIGHT, headline(match, words, language), language)
    drawing.rect(Box(0, 0, WIDTH, HEIGHT), colour("page"))
    draw_head(drawing, match, words, language)
    state = None if match.state is None else match.game.view(match.state, viewer)
    seats = len(match.players)
    height = (HEIGHT - HEAD - MARGIN + GAP) / seats - GAP
    for seat in range(seats):
        place = Box(MARGIN, HEAD + seat * (height + GAP), WIDTH - 2 * MARGIN, height)
        draw_seat(drawing, place, match, seat, words, language)
        tableau = match.game.tableau
        if state is not None and tableau is not None:
            draw_tableau(drawing, place, tableau(state, seat, description_of(match.game.id, language), words))
    return drawing.render()


def draw_head(drawing: Drawing, match: Match, words: Localizer, language: str) -> None:
    """Draw the name and the edition of the game, and how it stands."""
    drawing.symbol("house", Box(MARGIN, 18, 52, 52), "seat-0")
    name = Box(MARGIN + 66, 14, 760, 38)
    drawing.text(game_name(match.game.id, language), name, 32, DARK, bold=True, font=DISPLAY)
    drawing.text(words.name(match.setup.edition), Box(name.x, 50, name.width, 26), 19, colour("page-soft"))
    aside = Box(WIDTH - MARGIN - 330, 14, 330, 38)
    drawing.right(status_of(match, language), aside, 24, DARK, bold=True)
    turn = match.game.public_view(match.state).get("turn") if match.state is not None else None
    if turn is not None:  # not every game counts turns
        drawing.right(f"{words.label('turn')} {turn}", Box(aside.x, 50, aside.width, 26), 19, colour("page-soft"))


def draw_seat(drawing: Drawing, box: Box, match: Match, seat: Seat, words: Localizer, language: str) -> None:
    """Draw the panel of a seat with the name of its player; gold is the seat that the game waits for."""
    is_awaited = seat in match.to_act()
    is_winner = match.result is not None and seat in match.result.won_by
    drawing.rect(box, colour("sheet"), 11, colour("mat-line"), 1.5)
    if is_awaited or is_winner:
        drawing.rect(box.inset(1.5), "none", 10, colour("can-edge"), 5.5)
        drawing.rect(box.inset(2), "none", 9, colour("can"), 4)
    drawing.symbol(f"seat-{seat}", Box(box.x + 14, box.y + 12, 36, 36), f"seat-{seat}")
    name = Box(box.x + 60, box.y + 10, NAMES - 66, 40)
    said = text("to_act", language) if is_awaited else text("winners", language) if is_winner else ""
    if said:
        drawing.text(words.players[seat], Box(name.x, name.y - 4, name.width, 28), 22, DARK, bold=True, font=DISPLAY)
        drawing.text(said, Box(name.x, name.y + 23, name.width, 18), 14, colour("soft"), bold=True)
    else:
        drawing.text(words.players[seat], name, 22, DARK, bold=True, font=DISPLAY)


def draw_tableau(drawing: Drawing, box: Box, shown: Tableau) -> None:
    """Draw the progress of a seat below its name, and its cards beside it."""
    width = (NAMES - 24) / MARKS
    rows = max(1, -(-len(shown.progress) // MARKS))
    step = min(MARK + 6, (box.height - 62) / rows)
    for nth, each in enumerate(shown.progress):
        row, column = divmod(nth, MARKS)
        mark(drawing, Box(box.x + 16 + column * width, box.y + 58 + row * step, width, min(MARK, step - 1)), each)
    table = Box(box.x + NAMES, box.y + 10, box.width - NAMES - 12, box.height - 20)
    draw_groups(drawing, table, [[*map(tile, each)] for each in shown.groups if each])


def draw_groups(drawing: Drawing, box: Box, groups: Sequence[Sequence[Tile]]) -> None:
    """Draw groups of tiles side by side."""
    if groups:
        shapes = [Group(len(each), each[0].aspect) for each in groups]
        places = arrange(shapes, box, 6, 3 * GAP, TALLEST)
        for tile, place in zip(chain(*groups), chain(*places), strict=True):
            tile.draw(drawing, place)
