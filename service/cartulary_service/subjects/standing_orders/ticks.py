"""Looks at orders whose games have gone on."""

from functools import partial

from cartulary_service.attempts import attempt
from cartulary_service.subject import Tick
from cartulary_service.subjects.standing_orders import queries


class Firing(Tick):
    """Lets orders act whose condition has come true."""

    def look(self) -> None:
        for game_id, order_id in queries.waiting(self.database):
            attempt(partial(queries.look, self.database, self.table, game_id, order_id), order_id)
