"""One browser profile in which several players sign in: its cache shows nobody another's hand."""

from itertools import permutations

import pytest

from tests.service.client import CARTA, CIVILIZATION, Table
from tests.web.conftest import Visit

READ = """async ([path, tokens]) => {
    const texts = [];
    for (const token of tokens) {
        const headers = token === null ? {} : {Authorization: `Bearer ${token}`};
        texts.push(await (await fetch(path, {headers})).text());
    }
    return texts;
}"""
"""Plain fetches of one address, one after the other, by these tokens."""


@pytest.mark.parametrize("game", [CARTA, CIVILIZATION])
@pytest.mark.parametrize("form", ["", "/actions", "/events", "/states/{version}"])
def test_three_fetches_with_three_identities_show_three_views(visit: Visit, served: str, game: str, form: str) -> None:
    table = Table.of(served, game=game, edition=None)
    path = f"/v1/games/{table.game}{form.format(version=table.see()['version'])}"
    visitor = visit().goes("/play")
    seats: list[int | None] = [0, 1, None]
    for order in permutations(seats):
        tokens = [None if seat is None else table.players[seat].token for seat in order]
        shown = visitor.page.evaluate(READ, [path, tokens])
        assert shown == [table.audience(seat).get(path.removeprefix("/v1")).text for seat in order]
