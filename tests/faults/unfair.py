"""A control: the worker, but all bots share one lane, in the order in which their games were touched last."""

import threading
from functools import partial
from typing import Any

from cartulary.commands.main import main
from cartulary_service import worker
from cartulary_service.attempts import attempt
from cartulary_service.config import Config
from cartulary_service.games import bots
from cartulary_service.games.commands import GameCommands
from cartulary_service.store.database import Database, connection

OLDEST_FIRST = """
select id::text from games where bots <> '{}' and bots && to_act and status = 'playing' order by updated_at limit 100
"""


def think(database: Database, config: Config, stopping: threading.Event, searches: bool) -> None:
    """Let all bots play in one thread."""
    table = GameCommands(database, config)
    while not searches and not stopping.wait(worker.SECONDS_BETWEEN):
        with connection(database.public) as c:
            waiting = [row[0] for row in c.execute(OLDEST_FIRST)]
        for game_id in waiting:
            attempt(partial(bots.play_on, table, game_id), game_id)


broken: Any = worker
broken.think = think

if __name__ == "__main__":
    main()
