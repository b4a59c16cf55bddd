"""Narration of what has happened in a game since the caller last looked."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.narration import routes

SUBJECT: Final = Subject(name="narration", blueprint=routes.blueprint)
