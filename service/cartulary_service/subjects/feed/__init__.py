"""Feeds of events over games: of all public games, and of a player's own."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.feed import routes

SUBJECT: Final = Subject(name="feed", blueprint=routes.blueprint)
