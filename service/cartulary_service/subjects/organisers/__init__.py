"""Organisers, who create tables together and seat players who have consented."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.organisers import personal_data, routes

SUBJECT: Final = Subject(name="organisers", blueprint=routes.blueprint, personal_data=personal_data.CONSENTS)
