"""The opening of a seat: the sphere of its first card."""

from cartulary.games.carta_impera_victoria.cards import SPHERE_OF, SPHERES
from cartulary.games.carta_impera_victoria.events import CardPlayed
from cartulary.kernel.messages import Event
from cartulary.kernel.seats import Seat


def opening(event: Event) -> tuple[Seat, str] | None:
    """Return the seat that plays a card, and the card's sphere; None for other events."""
    return (event.seat, SPHERES[SPHERE_OF[event.card]]) if isinstance(event, CardPlayed) else None
