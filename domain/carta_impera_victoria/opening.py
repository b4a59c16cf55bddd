"""The opening of a seat: the sphere of its first card."""

from domain.carta_impera_victoria.cards import SPHERE_OF, SPHERES
from domain.carta_impera_victoria.events import CardPlayed
from domain.kernel.messages import Event
from domain.kernel.seats import Seat


def opening(event: Event) -> tuple[Seat, str] | None:
    """Return the seat that plays a card, and the card's sphere; None for other events."""
    return (event.seat, SPHERES[SPHERE_OF[event.card]]) if isinstance(event, CardPlayed) else None
