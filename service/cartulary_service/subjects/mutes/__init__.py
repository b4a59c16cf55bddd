"""Players whom a player does not want to read, or to sit with."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.mutes import personal_data, routes

SUBJECT: Final = Subject(name="mutes", blueprint=routes.blueprint, personal_data=personal_data.MUTES)
