"""Takes games into the archive once they are over."""

from cartulary_service.subject import Tick
from cartulary_service.subjects.archive import queries


class Noting(Tick):
    """Notes finished games that the archive does not have yet."""

    def look(self) -> None:
        queries.note(self.database)
