"""The times of a record are judged by the clock of its reader, whatever time the service says that it is."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.service.client import Table
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]


@pytest.mark.parametrize("page", ["verify", "replay"])
@pytest.mark.parametrize(
    ("days", "words"), [(3, "more than a day after its time by the clock"), (-3, "by the clock of this machine")]
)
def test_the_service_does_not_set_the_clock_by_which_its_times_are_judged(
    visit: Visit, served: str, page: str, days: int, words: str
) -> None:
    table = Table.of(served, 2)
    table.act(0, {"type": "resign"})
    without_proofs = table.visitor.get(f"/games/{table.game}/audit").text
    reader = visit()
    reader.page.route("**/audit?log=true", lambda route: route.fulfill(response=route.fetch(), body=without_proofs))
    reader.page.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=days))
    reader.goes(f"/{page}?game={table.game}")
    expect(reader.find("#verdict, .verdict-box .verdict")).to_contain_text("NOT verified")
    expect(reader.find("main")).to_contain_text(words)
    expect(reader.find(".failed")).to_contain_text("look at that clock first")
