"""What will go says so beforehand, in the contract and with every answer. The operations are a test's own."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

import pytest
from flask import Blueprint, Response
from flask.testing import FlaskClient

from cartulary_service.api import operations
from cartulary_service.api.deprecation import Deprecation
from cartulary_service.api.operations import PUBLIC, Call, operation
from cartulary_service.api.replies import BASE, reply
from cartulary_service.application import create_app
from cartulary_service.config import Config
from cartulary_service.contract import document
from cartulary_service.errors import not_found

SINCE, SUNSET = date(2030, 1, 1), date(2031, 1, 1)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """Of an app that has an operation which goes, and one which stays."""
    declared = [*operations.OPERATIONS]
    for module in (operations, document):
        monkeypatch.setattr(module, "OPERATIONS", declared)
    blueprint = Blueprint("passing", __name__)
    deprecated = Deprecation(since=SINCE, sunset=SUNSET, instead="/v1/lasting")

    @operation(blueprint, "GET", "/passing", access=PUBLIC, answers={200: None}, deprecated=deprecated)
    def read_passing(_call: Call) -> Response:
        """Read what goes."""
        return reply({}, headers={"Link": '</v1/passing?page=2>; rel="next"'})

    @operation(blueprint, "GET", "/failing", access=PUBLIC, answers={200: None}, deprecated=deprecated)
    def read_failing(_call: Call) -> Response:
        """Fail to read what goes."""
        raise not_found("thing")

    @operation(blueprint, "GET", "/lasting", access=PUBLIC, answers={200: None})
    def read_lasting(_call: Call) -> Response:
        """Read what stays."""
        return reply({})

    app = create_app(Config(database_url="postgresql://nowhere.invalid/none", rate_limits=False))
    app.register_blueprint(blueprint, url_prefix=BASE)
    with app.test_client() as client:
        yield client


@pytest.mark.parametrize(("path", "status"), [("/v1/passing", 200), ("/v1/failing", 404)])
def test_every_answer_says_since_when_until_when_and_what_instead(client: FlaskClient, path: str, status: int) -> None:
    response = client.get(path)
    assert response.status_code == status
    moment = response.headers["Deprecation"]
    assert moment.startswith("@")
    assert datetime.fromtimestamp(int(moment[1:]), UTC) == datetime(2030, 1, 1, tzinfo=UTC)
    assert parsedate_to_datetime(response.headers["Sunset"]) == datetime(2031, 1, 1, tzinfo=UTC)
    links = ", ".join(response.headers.getlist("Link"))
    assert 'rel="deprecation"' in links
    assert '</v1/lasting>; rel="successor-version"' in links
    assert ('rel="next"' in links) == (status == 200)


def test_an_operation_that_stays_announces_no_deprecation(client: FlaskClient) -> None:
    headers = client.get("/v1/lasting").headers
    assert not {"Deprecation", "Sunset", "Link"} & {*headers.keys()}


def test_the_contract_says_so_too(client: FlaskClient) -> None:
    paths = document.contract()["paths"]
    assert paths["/v1/passing"]["get"]["deprecated"] is True
    assert "2031-01-01" in paths["/v1/passing"]["get"]["description"]
    assert "deprecated" not in paths["/v1/lasting"]["get"]


def test_a_web_page_of_another_origin_may_read_it(client: FlaskClient) -> None:
    exposed = client.get("/v1/passing", headers={"Origin": "https://club.example"}).headers
    assert {"Deprecation", "Sunset"} <= {*exposed["Access-Control-Expose-Headers"].split(", ")}


def test_nothing_goes_within_half_a_year() -> None:
    with pytest.raises(ValueError, match="180 days"):
        Deprecation(since=SINCE, sunset=date(2030, 6, 1))
