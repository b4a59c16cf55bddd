"""Sandboxes that go on from any version of a game."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.forks import routes

SUBJECT: Final = Subject(name="forks", blueprint=routes.blueprint)
