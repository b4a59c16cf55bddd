"""A plugin for `make test-core`: no subject runs, and a test that asks an operation of one is skipped."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from requests import PreparedRequest, Response, Session
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, Rule
from werkzeug.test import TestResponse

from cartulary_service.api.replies import BASE
from cartulary_service.config import NO_SUBJECTS
from cartulary_service.http.ids import CONVERTERS
from cartulary_service.subjects import OPERATIONS, SUBJECTS

OWNERS: Final = {each.blueprint.name: each.name for each in SUBJECTS if each.blueprint}
ADDRESSES: Final = Map(
    [
        Rule(BASE + each.path, methods=[each.method], endpoint=OWNERS[each.blueprint])
        for each in OPERATIONS
        if each.blueprint in OWNERS
    ],
    strict_slashes=False,
    converters=CONVERTERS,
).bind("")
"""The subject of each operation that is left out, by its address."""


def skip_subjects(method: str, url: str, answer: Response | TestResponse) -> None:
    """Skip the test if what it asked for belongs to a subject."""
    if answer.status_code == HTTPStatus.NOT_FOUND:
        try:
            owner, _ = ADDRESSES.match(urlsplit(url).path, method)
        except HTTPException:
            return
        answer.close()
        pytest.skip(f"{owner} is left out")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what is about subjects without asking an operation of one."""
    for item in items:
        if item.get_closest_marker("every_subject"):
            item.add_marker(pytest.mark.skip("about subjects"))


@pytest.fixture(autouse=True, scope="session")
def without_subjects() -> Iterator[None]:
    """Nothing but the core runs, in this process and in those that it starts."""
    send, ask = Session.send, FlaskClient.open

    def sent(self: Session, request: PreparedRequest, **more: Any) -> Response:
        answer = send(self, request, **more)
        skip_subjects(str(request.method), str(request.url), answer)
        return answer

    def asked(self: FlaskClient, *args: Any, **more: Any) -> Any:
        answer = ask(self, *args, **more)
        skip_subjects(answer.request.method, answer.request.path, answer)
        return answer

    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SUBJECTS", NO_SUBJECTS)
        patched.setattr(Session, "send", sent)
        patched.setattr(FlaskClient, "open", asked)
        yield
