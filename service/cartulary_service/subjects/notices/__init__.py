"""Notices outside the service: webhooks, Web Push and mail."""

from typing import Final

from cartulary_service.subject import Subject
from cartulary_service.subjects.notices import personal_data, recovery_mail, routes, ticks
from cartulary_service.subjects.notices import webhook_routes as webhook_routes

SUBJECT: Final = Subject(
    name="notices",
    blueprint=routes.blueprint,
    ticks=(ticks.Notifying,),
    personal_data=personal_data.NOTICES,
    mail_recovery_code=recovery_mail.mail_recovery_code,
    empties_outbox=True,
)
