"""Pictures of positions, and frames that show replays in pages of others."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.pictures import oembed as oembed
from cartulary_service.subjects.pictures import routes

SUBJECT: Final = Subject(name="pictures", blueprint=routes.blueprint)
