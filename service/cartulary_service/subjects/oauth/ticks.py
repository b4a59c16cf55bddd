"""Forgets programs that nobody uses."""

from cartulary_service.subject import Tick
from cartulary_service.subjects.oauth import clients


class Forgetting(Tick):
    """Deletes programs that no player has let act for a month."""

    def look(self) -> None:
        clients.forget_unused(self.database)
