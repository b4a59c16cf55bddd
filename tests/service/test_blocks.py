"""Players who have blocked each other are never seated at one table."""

import pytest

from tests.service.client import Player, body_of


def block(player: Player, other: Player, blocked: bool = True) -> None:
    assert player.send("PUT", f"/me/mutes/{other.id}", json={"blocked": blocked}).status_code == 204


@pytest.mark.parametrize("blocking", ["host", "guest"])
@pytest.mark.parametrize("sits", [True, False])
def test_neither_who_blocks_nor_who_is_blocked_sits_down_with_the_other(served: str, blocking: str, sits: bool) -> None:
    host, guest, other = (Player(served, name) for name in ("Host", "Guest", "Other"))
    block(*((host, guest) if blocking == "host" else (guest, host)))
    game = host.new_game(3)
    if sits:
        body_of(host.sit(game), 201)
    assert body_of(guest.sit(game), 409)["code"] == "kept-apart"
    body_of(other.sit(game), 201)


def test_who_is_muted_only_may_sit_down_and_a_block_is_taken_back_by_muting(served: str) -> None:
    host, guest = Player(served, "Host"), Player(served, "Guest")
    block(host, guest)
    (mute,) = body_of(host.get("/me/mutes"), 200)["mutes"]
    assert mute["blocked"]
    block(host, guest, blocked=False)
    (mute,) = body_of(host.get("/me/mutes"), 200)["mutes"]
    assert not mute["blocked"]
    body_of(guest.sit(host.new_game()), 201)


def test_a_block_ends_no_game_that_is_under_way(served: str) -> None:
    host, guest = Player(served, "Host"), Player(served, "Guest")
    game = host.new_game()
    body_of(host.sit(game), 201)
    body_of(guest.sit(game), 201)
    block(host, guest)
    assert body_of(guest.get(f"/games/{game}"), 200)["status"] == "playing"
