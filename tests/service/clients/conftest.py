"""What the tests of the client packages share: a way to the service that fails, and bots that choose at random."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TypeAlias

import pytest

from cartulary_client import Client
from tests.service.clients.unsteady_proxy import UnsteadyProxy, unsteady

Opened: TypeAlias = Callable[..., Client]


@pytest.fixture
def proxy(served: str) -> Iterator[UnsteadyProxy]:
    with unsteady(served) as between:
        yield between


@pytest.fixture
def opened(served: str) -> Iterator[Opened]:
    """Makes clients that are closed at the end, as those with a transport of the caller's have to be."""
    with ExitStack() as clients:
        yield lambda *given, **settings: clients.enter_context(Client(served, *given, **settings))


@pytest.fixture
def ada(served: str) -> Client:
    """A new player with a steady way to the service."""
    return Client.register(served, "Ada")
