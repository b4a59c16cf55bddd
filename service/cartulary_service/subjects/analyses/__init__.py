"""Analyses of finished games, for which players ask."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.analyses import personal_data, routes, ticks

SUBJECT: Final = Subject(
    name="analyses", blueprint=routes.blueprint, ticks=(ticks.Starting,), personal_data=personal_data.ANALYSES
)
