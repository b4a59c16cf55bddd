"""Private notes of players on games."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.notes import personal_data, routes

SUBJECT: Final = Subject(name="notes", blueprint=routes.blueprint, personal_data=personal_data.NOTES)
