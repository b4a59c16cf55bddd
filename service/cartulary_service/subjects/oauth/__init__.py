"""OAuth 2.1 for third-party front ends: public clients, players' consents, and tokens for codes."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.oauth import personal_data, routes, ticks

SUBJECT: Final = Subject(
    name="oauth", blueprint=routes.blueprint, ticks=(ticks.Forgetting,), personal_data=personal_data.CONSENTS
)
