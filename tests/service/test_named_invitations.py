"""Invitations of a player by name: no code is needed, and nobody else gets in."""

from tests.service.client import Player, body_of


def received(player: Player) -> list[str]:
    """The games to which a player is invited."""
    return [each["game"] for each in body_of(player.get("/me/invites"), 200)["invites"]]


def test_whoever_is_invited_by_name_reads_the_table_and_sits_down(served: str) -> None:
    ann, ben, cid = (Player(served, name) for name in ("Ann", "Ben", "Cid"))
    game = ann.new_game(private=True)
    body_of(ann.sit(game), 201)
    invite = body_of(ann.post(f"/games/{game}/invites", {"player": ben.id}), 201)
    assert invite["player"] == ben.id
    (listed,) = body_of(ben.get("/me/invites"), 200)["invites"]
    assert (listed["id"], listed["game"], listed["by"]) == (invite["id"], game, ann.shown())
    assert ben.get(f"/games/{game}").status_code == 200
    for anybody in (cid.get(f"/games/{game}"), cid.sit(game)):
        assert anybody.status_code == 404
    assert received(cid) == []
    body_of(ben.sit(game), 201)
    assert received(ben) == []


def test_who_is_invited_again_by_the_same_player_has_one_invitation(served: str) -> None:
    host, guest = Player(served, "Host"), Player(served, "Guest")
    game = host.new_game(private=True)
    first, second = (body_of(host.post(f"/games/{game}/invites", {"player": guest.id}), 201) for _ in range(2))
    assert first["id"] != second["id"]
    assert received(guest) == [game]
    assert [each["id"] for each in host.get(f"/games/{game}/invites").json()["invites"]] == [second["id"]]


def test_an_invitation_by_name_to_a_seat_leads_to_that_seat(served: str) -> None:
    ann, ben = Player(served, "Ann"), Player(served, "Ben")
    game = ann.new_game(3, private=True)
    body_of(ann.post(f"/games/{game}/invites", {"player": ben.id, "seat": 2}), 201)
    assert ben.sit(game, seat=0).status_code == 409
    assert body_of(ben.sit(game), 201)["seat"] == 2


def test_an_invitation_that_is_declined_or_revoked_no_longer_admits(served: str) -> None:
    ann, ben, cid = (Player(served, name) for name in ("Ann", "Ben", "Cid"))
    game = ann.new_game(private=True)
    first = body_of(ann.post(f"/games/{game}/invites", {"player": ben.id}), 201)["id"]
    assert cid.delete(f"/me/invites/{first}").status_code == 404
    assert ben.delete(f"/me/invites/{first}").status_code == 204
    assert (received(ben), ben.get(f"/games/{game}").status_code) == ([], 404)
    second = body_of(ann.post(f"/games/{game}/invites", {"player": ben.id}), 201)["id"]
    assert received(ben) == [game]
    assert ann.delete(f"/games/{game}/invites/{second}").status_code == 204
    assert (received(ben), ben.sit(game).status_code) == ([], 404)


def test_invitations_of_a_muted_player_are_not_listed(served: str) -> None:
    ann, ben = Player(served, "Ann"), Player(served, "Ben")
    body_of(ann.post(f"/games/{ann.new_game()}/invites", {"player": ben.id}), 201)
    assert ben.send("PUT", f"/me/mutes/{ann.id}").status_code == 204
    assert received(ben) == []


def test_nobody_invites_themself_nor_a_player_who_is_gone(served: str) -> None:
    ann, ben = Player(served, "Ann"), Player(served, "Ben")
    game = ann.new_game()
    assert ben.delete("/me?confirm=Ben").status_code == 204
    for player in (ann.id, ben.id, "01a1f9e2-88c7-7c9a-b2f0-3a7c1d5e9b44"):
        assert ann.post(f"/games/{game}/invites", {"player": player}).status_code == 404
