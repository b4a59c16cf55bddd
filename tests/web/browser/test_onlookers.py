"""Who looks on sees what happens, also where a replica answers that is behind."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.conftest import migrate
from tests.faults.places import folder
from tests.faults.standby import ASYNCHRONOUS, pair
from tests.service.client import Table
from tests.service.cluster.test_replica import pause
from tests.service.conftest import service
from tests.web.positions import LAST_CARD
from tests.web.visitor import Visitor


def test_an_onlooker_sees_what_he_hears_of_though_the_replica_is_behind(browser: Browser, tmp_path: Path) -> None:
    with folder() as home, pair(home, ASYNCHRONOUS) as both:
        migrate(both.primary.url)
        near = {"DATABASE_URL": both.primary.url, "KEYS_DIR": str(tmp_path), "WORKERS": "1"}
        far = near | {"REPLICA_URL": both.standby.url, "OWN_WORKER": "false"}
        with service(near, tmp_path / "near") as there, service(far, tmp_path / "far") as here:
            table = Table.of(there, 2, position=LAST_CARD)
            pause(both)
            onlooker = Visitor(browser, here).goes(f"/play#/game/{table.game}")
            for action in ({"type": "play", "card": "religion-1"}, {"type": "end_turn"}):
                version = table.act(0, action)["version"]
                expect(onlooker.find(f'.board[data-version="{version}"]')).to_be_attached()
            onlooker.leave()
