"""Commands by which operators act on players and messages, and the log of them."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.moderation import personal_data

SUBJECT: Final = Subject(name="moderation", personal_data=personal_data.MODERATION)
