"""Taking back gives back one's own last decision, says which it is, and is offered only where there is one."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import expect

from tests.service.client import Table
from tests.service.conftest import eventually
from tests.web.playing import READY, acts, awaited
from tests.web.visitor import Visitor, agree_to

Visit = Callable[..., Visitor]
SHOWS: Final = "(version) => document.querySelector('.board')?.dataset.version === version"
"""Whether a page shows that version."""


def test_ones_own_last_decision_is_taken_back_though_another_has_acted_since(visit: Visit, served: str) -> None:
    table = Table.of(served)
    (seat,) = table.see()["to_act"]
    reader = visit(table.players[seat].token).goes(f"/play#/game/{table.game}")
    awaited(reader, READY, None)
    expect(reader.keyed("take-back")).to_have_count(0)
    acts(reader)
    before = table.see()["version"]
    table.act(seat, {"type": "end_turn"})
    table.act(1 - seat, table.legal(1 - seat)[0])
    reader.page.wait_for_function(SHOWS, arg=str(table.see()["version"]))
    expect(reader.keyed("take-back")).to_have_attribute("title", re.compile("Take back: draws .+"))
    asked = list[str]()
    reader.page.once("dialog", agree_to(asked))
    with reader.page.expect_response("**/actions"):
        reader.keyed("take-back").click()
    eventually(lambda: [each["back_to"] for each in table.see()["takes_back"]] == [before])
    assert "(1)" in asked[0]
    table.act(1 - seat, {"type": "take_back", "version": before})
    assert table.see()["to_act"] == [seat]
    expect(reader.keyed("take-back")).to_have_attribute("title", re.compile("Take back: plays .+"))
