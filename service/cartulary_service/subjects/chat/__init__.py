"""Chat of a game, and of the partners of a team."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.chat import personal_data, queries, routes

SUBJECT: Final = Subject(
    name="chat", blueprint=routes.blueprint, personal_data=personal_data.MESSAGES, unread=queries.count_unread
)
