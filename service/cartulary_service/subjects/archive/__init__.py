"""Search in finished games, and figures of them."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.archive import routes, ticks
from cartulary_service.subjects.archive.projection import ARCHIVE

SUBJECT: Final = Subject(name="archive", blueprint=routes.blueprint, ticks=(ticks.Noting,), projection=ARCHIVE)
