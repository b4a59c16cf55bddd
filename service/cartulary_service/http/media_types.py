"""The media type of an answer, by what the client accepts."""

from collections.abc import Sequence
from http import HTTPStatus

from flask import Request
from werkzeug.datastructures import MIMEAccept

from cartulary_service.errors import Problem


def choose_media_type(asked: Request, offered: Sequence[str]) -> str:
    """Return the type that the client likes best, the first without `Accept`. Raises Problem 406 where it takes none.

    Parameters of types, such as `charset`, do not count.
    """
    if not asked.accept_mimetypes:
        return offered[0]
    accepted = MIMEAccept([(each.partition(";")[0].strip(), quality) for each, quality in asked.accept_mimetypes])
    if (chosen := accepted.best_match(offered)) is None:
        detail = f"Available media types: {' or '.join(offered)}. Name one of them in Accept."
        raise Problem(HTTPStatus.NOT_ACCEPTABLE, "not-acceptable", detail)
    return chosen
