"""What the tests of the client packages share: a way to the service that fails, and bots that choose at random."""

from collections.abc import Iterator

import pytest

from cartulary_client import Client
from tests.service.clients.unsteady_proxy import UnsteadyProxy, unsteady


@pytest.fixture
def proxy(served: str) -> Iterator[UnsteadyProxy]:
    with unsteady(served) as between:
        yield between


@pytest.fixture
def ada(served: str) -> Client:
    """A new player with a steady way to the service."""
    return Client.register(served, "Ada")
