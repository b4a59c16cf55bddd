"""Faces of cards, land and signs, as the pages draw them."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from cartulary.match.tableau import Land, Look, Mark
from cartulary_service.subjects.pictures.art import colour
from cartulary_service.subjects.pictures.svg import DISPLAY, Box, Drawing

PAPER: Final = "#f8efdc"
EDGE: Final = "#c3b392"
DARK: Final = "#241f19"
PALE: Final = "#fff4dd"
CARD: Final = 5 / 7
LAND: Final = 1.3
MOST_FIGURES: Final = 3


class Tile(NamedTuple):
    """A piece on the table: its width by its height, and how it is drawn into a box."""

    aspect: float
    draw: Callable[[Drawing, Box], None]


def tile(shown: Look | Land) -> Tile:
    """Return what lies on a table, ready to be drawn."""
    return land(shown) if isinstance(shown, Land) else card(shown)


def card(look: Look) -> Tile:
    """Return a card of a kind, with the number of its likes."""

    def draw(drawing: Drawing, box: Box) -> None:
        width = box.width
        face = paper(drawing, box, colour("s", look.palette))
        scene = Box(face.x, face.y, face.width, face.height - width * 0.22)
        if look.ground:
            drawing.symbol(look.ground, scene, look.palette)
        size = min(scene.height * 0.78, width * 0.66)
        middle = Box(scene.x + (scene.width - size) / 2, scene.y + (scene.height - size) * 0.62, size, size)
        drawing.symbol(look.art, middle, "token", "card", look.palette, ink="#f4fafc")
        banner(drawing, Box(face.x, face.y + scene.height, face.width, width * 0.22), look)
        if look.corner:
            badge, palette = look.corner
            size = max(width * 0.22, 15)
            drawing.symbol(badge, Box(box.x + width * 0.02, box.y + width * 0.02, size, size), palette, "badge")
        if look.epoch:
            pennant(drawing, box, look)
        write_number(drawing, box, look.number)

    return Tile(CARD, draw)


def paper(drawing: Drawing, box: Box, ground: str) -> Box:
    """Draw the paper of a card, and return the place of its face."""
    drawing.rect(box, PAPER, box.width * 0.065, EDGE)
    face = box.inset(box.width * 0.035)
    drawing.rect(face, ground, box.width * 0.04)
    return face


def banner(drawing: Drawing, box: Box, look: Look) -> None:
    """Draw the name of a card."""
    drawing.rect(box, colour("c4", look.palette))
    drawing.centred(look.name, box.inset(box.height * 0.1), box.height * 0.66, PALE)


def pennant(drawing: Drawing, box: Box, look: Look) -> None:
    """Draw the epoch of a card."""
    wide, high = max(box.width * 0.19, 13), max(box.width * 0.2, 14)
    left, top = box.x + box.width * 0.94 - wide, box.y
    drawing.polygon(
        [
            (left, top),
            (left + wide, top),
            (left + wide, top + high),
            (left + wide / 2, top + high * 0.8),
            (left, top + high),
        ],
        colour("c4", look.palette),
    )
    drawing.centred(look.epoch, Box(left, top, wide, high * 0.82), high * 0.58, PALE)


def write_number(drawing: Drawing, box: Box, number: int) -> None:
    """Draw how many of a kind there are, unless it is one."""
    if number > 1:
        high = max(box.width * 0.26, 16)
        wide = high * 1.5
        plate = Box(box.x + box.width - wide - 2, box.y + box.height * 0.58, wide, high)
        drawing.rect(plate, DARK, high / 2, PALE, 1.5)
        drawing.centred(f"× {number}", plate.inset(3), high * 0.6, "#fff8ec")


def land(shown: Land) -> Tile:
    """Return a plot with its people and buildings."""

    def draw(drawing: Drawing, box: Box) -> None:
        drawing.rect(box, PAPER, 7, EDGE)
        foot = min(24, box.height * 0.24)
        scene = Box(box.x + 4, box.y + 4, box.width - 8, box.height - foot - 5)
        drawing.symbol(f"t-{shown.terrain}", scene)
        drawing.text(
            shown.name,
            Box(box.x + 7, box.y + box.height - foot - 1, box.width - 14, foot),
            foot * 0.68,
            DARK,
            bold=True,
            font=DISPLAY,
        )
        people(drawing, scene, shown.population)
        houses(drawing, scene, shown.buildings)

    return Tile(LAND, draw)


def people(drawing: Drawing, scene: Box, population: int) -> None:
    """Draw who lives on a plot."""
    size = scene.height * 0.34
    shown = population if population <= MOST_FIGURES else 1
    for nth in range(shown):
        figure = Box(scene.x + 2 + nth * size * 0.66, scene.y + scene.height - size - 2, size, size)
        drawing.symbol("population", figure, "token")
    if population > MOST_FIGURES:
        beside = Box(scene.x + size + 3, scene.y + scene.height - size - 2, size * 1.4, size)
        drawing.rect(beside, "#fffaeb", size * 0.3)
        drawing.centred(f"× {population}", beside.inset(2), size * 0.62, DARK)


def houses(drawing: Drawing, scene: Box, buildings: Sequence[Look]) -> None:
    """Draw what stands on a plot."""
    size = min(scene.height * 0.58, scene.width / max(len(buildings), 2) - 4)
    for nth, look in enumerate(buildings):
        right = scene.x + scene.width - (size + 3) * (len(buildings) - nth)
        site = Box(right, scene.y + 3, size, size)
        drawing.rect(site, colour("s", look.palette), size * 0.12, PAPER if look.palette != "wonder" else "#e7b843", 2)
        drawing.symbol(look.art, Box(site.x + size * 0.16, site.y + 1, size * 0.68, size * 0.68), look.palette)
        banner(drawing, Box(site.x, site.y + size * 0.72, size, size * 0.28), look)


def mark(drawing: Drawing, box: Box, shown: Mark) -> None:
    """Draw a sign with its number."""
    drawing.symbol(shown.symbol, Box(box.x, box.y, box.height, box.height), *shown.palette)
    rest = Box(box.x + box.height + 4, box.y, box.width - box.height - 6, box.height)
    drawing.text(shown.text, rest, box.height * 0.74, DARK, bold=True)
