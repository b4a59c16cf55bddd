"""Recovery codes by mail, which the core asks for."""

from http import HTTPStatus

from cartulary_service.config import Config
from cartulary_service.errors import Problem
from cartulary_service.store.database import Database
from cartulary_service.subjects.notices import email_addresses
from cartulary_service.subjects.notices.mailer import Mailer


def mail_recovery_code(config: Config, database: Database, handle: str) -> None:
    """Have a recovery code mailed to the player with that handle. Raises Problem 409 if the service sends no mail."""
    require_mail(config)
    email_addresses.want_recovery(database, handle)


def require_mail(config: Config) -> None:
    """Raise Problem 409 if the service sends no mail."""
    if Mailer.of(config) is None:
        detail = "This service sends no mail: its operator has not set SMTP_URL and MAIL_FROM."
        raise Problem(HTTPStatus.CONFLICT, "no-mail", detail)
