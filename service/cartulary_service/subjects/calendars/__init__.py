"""Calendars of deadlines and vacations, to which calendar programs subscribe."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.calendars import routes

SUBJECT: Final = Subject(name="calendars", blueprint=routes.blueprint)
